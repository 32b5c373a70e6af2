// Drafts to edgematch records and back. The library has the last word on a record.

/** @import { Draft, DraftSide, PuzzleView } from "../types.js" */

import { MOST_MOTIFS, motifsNamed, RIM_SIDE } from "./drafts.js";

const MOST_COLOR = 255;
const OWN_NAME = "My own puzzle";

/**
 * The color numbers of a draft: of motif m as a whole, or of its head and its tail. The library knows no halves of
 * a motif that no side shows: it has one number then, so that the others keep their looks.
 * @param {Draft} draft
 * @param {(motif: number) => boolean} [isUsed]
 * @returns {{ colors: number[], mates: number[], names: string[] }} colors by side: 2 × motif + half
 */
export function colorsOf({ signed, framed, motifs }, isUsed = () => true) {
  const numbers = motifs.map(({ name }) => /^(0|[1-9][0-9]{0,2})$/.test(name) ? Number(name) : -1);
  const least = framed ? 1 : 0; // 0 is the rim
  if (!signed && numbers.every((number) => number >= least && number <= MOST_COLOR)) {
    return { colors: numbers.flatMap((number) => [number, number]), mates: [], names: [] };
  }
  if (!signed) {
    const colors = motifs.flatMap((_, motif) => [motif + 1, motif + 1]);
    return { colors, mates: [], names: ["", ...motifs.map(({ name }) => name)] };
  }
  const colors = [];
  const mates = [0];
  const names = [""];
  for (const [motif, { name }] of motifs.entries()) {
    const head = mates.length;
    const tail = isUsed(motif) ? head + 1 : head;
    colors.push(head, tail);
    mates.push(...(tail > head ? [tail, head] : [head]));
    names.push(...(tail > head ? [`${name}+`, `${name}-`] : [name]));
  }
  return { colors, mates, names };
}

/**
 * A draft without empty sides as the text of a record.
 * @param {Draft} draft
 */
export function recordOf(draft) {
  const used = new Set(draft.squares.flat().map((side) => (side ?? 0) >> 1));
  const numbers = colorsOf(draft, (motif) => used.has(motif));
  const pieces = draft.squares.map((square) => square.map((side) => side === RIM_SIDE ? 0 : numbers.colors[side ?? 0]));
  return recordText(draft, numbers, draft.rows, draft.columns, pieces);
}

/**
 * A puzzle that shows every motif, for the looks of them.
 * @param {Draft} draft
 */
export function sampleRecordOf(draft) {
  const numbers = colorsOf(draft);
  const colors = [...new Set(numbers.colors)];
  while (colors.length % 8) colors.push(colors[0]); // two whole pieces in a row
  const pieces = Array.from({ length: colors.length / 4 }, (_, at) => colors.slice(4 * at, 4 * at + 4));
  return recordText(draft, numbers, pieces.length / 2, 2, pieces);
}

/**
 * @param {Draft} draft
 * @param {ReturnType<typeof colorsOf>} numbers
 * @param {number} rows
 * @param {number} columns
 * @param {number[][]} pieces
 */
function recordText(draft, { mates, names }, rows, columns, pieces) {
  const { framed, turnable } = draft;
  const puzzle = {
    name: draft.name || OWN_NAME, rows, columns, framed, turnable,
    ...(mates.length ? { mates } : {}), ...(names.length ? { color_names: names } : {}), pieces,
  };
  return JSON.stringify({ format: "edgematch", version: 1, puzzle });
}

/**
 * The open puzzle as a draft.
 * @param {PuzzleView} view
 * @returns {Draft}
 */
export function draftOf({ puzzle, facts }) {
  const { rows, columns, mates = [] } = puzzle;
  const framed = puzzle.framed !== false;
  const mate = (/** @type {number} */ color) => mates[color] ?? color;
  const used = [...new Set(puzzle.pieces.flat())].filter((color) => !framed || color !== 0);
  const signed = used.some((color) => mate(color) !== color);
  if (signed && used.some((color) => mate(color) === color)) {
    throw new Error("The editor has either halves or plain colors; the open puzzle has both.");
  }
  const firsts = [...new Set(used.map((color) => Math.min(color, mate(color))))].sort((one, two) => one - two);
  if (firsts.length > MOST_MOTIFS) throw new Error(`The editor has room for ${MOST_MOTIFS} motifs, the open puzzle has ${firsts.length}.`);
  const nameOf = (/** @type {number} */ color) => facts.color_names[color] ?? puzzle.color_names?.[color] ?? String(color);
  /** @type {Map<number, DraftSide>} */
  const sides = new Map(framed ? [[0, RIM_SIDE]] : []);
  const names = firsts.map((color, motif) => {
    const isTail = signed && /[-−]$/.test(nameOf(color));
    sides.set(color, 2 * motif + Number(isTail));
    if (signed) sides.set(mate(color), 2 * motif + Number(!isTail));
    return (signed ? nameOf(color).replace(/[-+−]$/, "") : nameOf(color)) || `motif ${motif + 1}`;
  });
  const unique = names.map((name, at) => names.indexOf(name) === at ? name : `${name} (${at + 1})`);
  return {
    name: editedName(facts.name), rows, columns, signed, framed, turnable: puzzle.turnable !== false, motifs: motifsNamed(unique),
    squares: puzzle.pieces.map((piece) => piece.map((color) => sides.get(color) ?? null)),
  };
}

/**
 * A puzzle that was edited is not the one of that name any more.
 * @param {string} name
 */
function editedName(name) {
  if (!name || name === OWN_NAME) return "";
  return name.endsWith("(edited)") ? name : `${name} (edited)`;
}
