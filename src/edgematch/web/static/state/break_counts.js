// How often each join is broken in many boards. The referee has found the breaks of each.

/** @import { Cells, Puzzle, Side } from "../types.js" */

/** A join: the cell and its east (1) or south (2) side, the boards that cover it, those that break it. */
/** @typedef {{ cell: number, side: number, boards: number, broken: number }} JoinCount */

const EAST = 1;
const SOUTH = 2;

/**
 * The joins of a puzzle, row by row.
 * @param {Puzzle} puzzle
 * @param {{ cells: Cells, check: { breaks: Side[] } }[]} boards
 * @returns {JoinCount[]}
 */
export function joinCounts({ rows, columns }, boards) {
  /** @type {JoinCount[]} */
  const joins = [];
  for (let cell = 0; cell < rows * columns; cell++) {
    if (cell % columns < columns - 1) joins.push({ cell, side: EAST, boards: 0, broken: 0 });
    if (cell < (rows - 1) * columns) joins.push({ cell, side: SOUTH, boards: 0, broken: 0 });
  }
  for (const { cells, check } of boards) {
    const broken = new Set(check.breaks.map((side) => joinKey(...side, columns)));
    for (const join of joins) {
      if (cells[join.cell] < 0 || cells[otherCell(join, columns)] < 0) continue;
      join.boards += 1;
      join.broken += Number(broken.has(joinKey(join.cell, join.side, columns)));
    }
  }
  return joins;
}

/**
 * The same for both sides of a join.
 * @param {number} cell
 * @param {number} side clockwise from north
 * @param {number} columns
 */
function joinKey(cell, side, columns) {
  if (side === 0) return joinKey(cell - columns, SOUTH, columns);
  if (side === 3) return joinKey(cell - 1, EAST, columns);
  return 2 * cell + Number(side === SOUTH);
}

/**
 * The cell on the other side of a join.
 * @param {{ cell: number, side: number }} join
 * @param {number} columns
 */
export function otherCell({ cell, side }, columns) {
  return side === EAST ? cell + 1 : cell + columns;
}

/**
 * The joins that some board breaks, the most often broken first.
 * @param {JoinCount[]} joins
 */
export function brokenJoins(joins) {
  return joins.filter(({ broken }) => broken).sort((a, b) => b.broken / b.boards - a.broken / a.boards || a.cell - b.cell || a.side - b.side);
}
