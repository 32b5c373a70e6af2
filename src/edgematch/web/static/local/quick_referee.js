// The referee's report on a board, as long as Python is not there to give it.

/** @import { Check, Placement, Puzzle } from "../types.js" */

const SIDES = ["north", "east", "south", "west"];

/**
 * @param {Puzzle} puzzle
 * @param {Placement[]} board
 * @returns {Check | null} null where a rule is broken that the page itself never breaks
 */
export function report(puzzle, board) {
  const { rows, columns, pieces, framed = true, turnable = true, mates = [], hints = [] } = puzzle;
  /** @type {Map<number, Placement>} */
  const at = new Map(board.map((placement) => [placement[0], placement]));
  const isOdd = at.size < board.length || new Set(board.map(([, piece]) => piece)).size < board.length
    || board.some(([, , turn]) => !turnable && turn > 0) || hints.some((hint) => String(at.get(hint[0])) !== String(hint));
  if (isOdd) return null;
  const color = (/** @type {Placement} */ [, piece, turn], /** @type {number} */ side) => pieces[piece][(side - turn + 4) % 4];
  /** @type {[number, number][]} */
  const breaks = [];
  /** @type {[number, number][]} */
  const faults = [];
  const problems = [];
  let score = 0;
  for (const placement of [...board].sort((one, other) => one[0] - other[0])) {
    const [cell, piece] = placement;
    const isAt = [cell < columns, cell % columns === columns - 1, cell >= (rows - 1) * columns, cell % columns === 0];
    for (const [side, step] of [[1, 1], [2, columns]]) {
      const other = isAt[side] ? undefined : at.get(cell + step);
      if (!other) continue;
      const [one, two] = [color(placement, side), color(other, side + 2)];
      if ((mates[one] ?? one) === two && !(framed && (one === 0 || two === 0))) score += 1; // the rim color meets nothing
      else breaks.push([cell, side]);
    }
    const wrong = framed ? [0, 1, 2, 3].filter((side) => (color(placement, side) === 0) !== isAt[side]) : [];
    for (const side of wrong) faults.push([cell, side]);
    const name = `${letters(Math.floor(cell / columns))}${cell % columns + 1}`;
    if (wrong.length) problems.push(`piece ${piece + 1} on ${name} does not fit the rim (${wrong.map((side) => SIDES[side]).join(" and ")})`);
  }
  const joins = rows * (columns - 1) + (rows - 1) * columns;
  const solved = board.length === rows * columns && score === joins && !problems.length;
  return { score, joins, placed: board.length, breaks, problems, faults, solved };
}

/**
 * A row as people write it: A to Z, then AA.
 * @param {number} row
 * @returns {string}
 */
function letters(row) {
  return (row < 26 ? "" : letters(Math.floor(row / 26) - 1)) + String.fromCharCode(65 + row % 26);
}
