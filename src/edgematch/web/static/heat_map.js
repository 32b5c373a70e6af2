// Where many boards break: a picture of the board whose joins are as strong as they are often broken, and a table.

/** @import { Cells, Puzzle, Side } from "./types.js" */
/** @import { JoinCount } from "./state/break_counts.js" */

import { el, svg } from "./dom.js";
import { rowName } from "./pieces.js";
import { brokenJoins, joinCounts, otherCell } from "./state/break_counts.js";

const CELL = 20; // units of the picture
const MOST_ROWS = 40;

/**
 * @param {Puzzle} puzzle
 * @param {{ cells: Cells, check: { breaks: Side[] } }[]} boards with the breaks that the referee found
 */
export function heatMap(puzzle, boards) {
  const joins = joinCounts(puzzle, boards);
  const broken = brokenJoins(joins);
  const words = `${broken.length} of ${joins.length} joins are broken in some of ${boards.length} boards`;
  const [first] = broken;
  const key = first ? `; the strongest line stands for ${first.broken} of ${first.boards} boards` : "";
  return el("figure", { class: "heat" },
    picture(puzzle, broken, words),
    el("figcaption", { text: words + key }),
    el("details", { class: "as-table" }, el("summary", { text: "As a table" }), table(puzzle, broken, words)));
}

/**
 * @param {Puzzle} puzzle
 * @param {JoinCount[]} broken
 * @param {string} words
 */
function picture(puzzle, broken, words) {
  const { rows, columns } = puzzle;
  const grid = [
    ...Array.from({ length: columns - 1 }, (_, at) => `M${CELL * (at + 1)} 0V${CELL * rows}`),
    ...Array.from({ length: rows - 1 }, (_, at) => `M0 ${CELL * (at + 1)}H${CELL * columns}`),
  ].join("");
  return svg("svg", { class: "heat-map", role: "img", "aria-label": words, viewBox: `-2 -2 ${CELL * columns + 4} ${CELL * rows + 4}` },
    svg("rect", { class: "ground", width: CELL * columns, height: CELL * rows }),
    svg("path", { class: "grid", d: grid }),
    [...broken].reverse().map((join) => line(puzzle, join, broken[0]))); // the most often broken on top
}

/**
 * @param {Puzzle} puzzle
 * @param {JoinCount} join
 * @param {JoinCount} most the join that is broken most often
 */
function line(puzzle, join, most) {
  const { columns } = puzzle;
  const [x, y] = [CELL * (join.cell % columns), CELL * Math.floor(join.cell / columns)];
  const share = join.broken / join.boards / (most.broken / most.boards);
  const path = join.side === 1 ? `M${x + CELL} ${y + 3}v${CELL - 6}` : `M${x + 3} ${y + CELL}h${CELL - 6}`;
  return svg("path", { class: "broken", d: path, "stroke-width": 2 + 4 * share, "stroke-opacity": 0.25 + 0.75 * share },
    svg("title", { text: `${joinName(puzzle, join)}: broken in ${join.broken} of ${join.boards} boards` }));
}

/**
 * @param {Puzzle} puzzle
 * @param {JoinCount} join
 */
function joinName(puzzle, join) {
  const { columns } = puzzle; // not always that of the open puzzle
  const [name, other] = [join.cell, otherCell(join, columns)].map((cell) => `${rowName(Math.floor(cell / columns))}${(cell % columns) + 1}`);
  return `${name} and ${other}`;
}

/**
 * @param {Puzzle} puzzle
 * @param {JoinCount[]} broken
 * @param {string} words
 */
function table(puzzle, broken, words) {
  const left = broken.length - MOST_ROWS;
  return el("table", {},
    el("caption", { text: left > 0 ? `${words}; the first ${MOST_ROWS}` : words }),
    el("thead", {}, el("tr", {}, ["join", "broken in", "of boards"].map((text) => el("th", { scope: "col", text })))),
    el("tbody", {}, broken.slice(0, MOST_ROWS).map((join) => el("tr", {},
      el("th", { scope: "row", text: joinName(puzzle, join) }), el("td", { text: join.broken }), el("td", { text: join.boards })))));
}
