// The editor of pieces, as a whole: kind, size and name of the draft, its motifs, and puzzles that are taken into it.

/** @import { PuzzleView } from "../types.js" */
/** @import { DraftKind } from "./drafts.js" */

import { draftOf } from "./draft_records.js";
import {
  emptySquare, isBlank, isEmptySquare, KINDS, letterFor, MOST_MOTIFS, MOST_ROWS, newDraft, nextName, presetsNamed, RIM_SIDE,
} from "./drafts.js";
import { change, edit } from "./editor.js";
import { state } from "./store.js";

const LONGEST_NAME = 60;

/** @param {DraftKind} kind */
export function setKind(kind) {
  const { draft } = state.editor;
  const { signed, framed, turnable, motifs } = KINDS[kind];
  if (isBlank(draft)) return edit({ signed, framed, turnable, motifs: presetsNamed(motifs) }, { picked: null });
  const squares = draft.squares.map((sides) => sides.map((side) => {
    if (side === null || side === RIM_SIDE) return framed ? side : null;
    return signed ? side : side - (side % 2);
  }));
  edit({ signed, framed, turnable, squares }, { picked: null });
}

/**
 * Squares keep their order; those that have no room are cut off.
 * @param {number} rows
 * @param {number} columns
 */
export function resize(rows, columns) {
  const { draft, at } = state.editor;
  const isSize = (/** @type {number} */ count) => Number.isInteger(count) && count >= 1 && count <= MOST_ROWS;
  if (!isSize(rows) || !isSize(columns)) return change({ line: `Rows and columns: a whole number from 1 to ${MOST_ROWS}.` });
  if (rows === draft.rows && columns === draft.columns) return;
  const count = rows * columns;
  const cut = draft.squares.slice(count).filter((square) => !isEmptySquare(square)).length;
  const squares = Array.from({ length: count }, (_, square) => draft.squares[square] ?? emptySquare());
  const isOutside = at.square >= count;
  edit({ rows, columns, squares }, {
    at: isOutside ? { square: count - 1, side: 0 } : at,
    line: cut ? `${cut} ${cut === 1 ? "square has" : "squares have"} no room any more. Undo brings them back.` : "",
  });
}

/** @param {string} name */
export function setName(name) {
  const trimmed = name.trim().slice(0, LONGEST_NAME);
  if (trimmed !== state.editor.draft.name) edit({ name: trimmed });
}

/** Empty all squares, for a new puzzle of the same kind and size. */
export function startAgain() {
  const { draft } = state.editor;
  const kind = draft.signed ? "halves" : draft.framed ? "framed" : draft.turnable ? "colors" : "tetravex";
  const { signed, framed, turnable } = draft;
  edit({ ...newDraft(kind, draft.rows, draft.columns), signed, framed, turnable }, { at: { square: 0, side: 0 }, picked: null });
}

/**
 * Take a puzzle into the editor.
 * @param {PuzzleView} view
 */
export function editPuzzle(view) {
  const left = [
    ...(view.puzzle.hints?.length ? ["hints"] : []), ...(Object.keys(view.pictures ?? {}).length ? ["pictures"] : []),
  ];
  try {
    edit(draftOf(view), {
      at: { square: 0, side: 0 }, picked: null,
      line: left.length ? `The editor has the squares only, without the ${left.join(" and ")} of the puzzle.` : "",
    });
  } catch (error) {
    change({ line: /** @type {Error} */ (error).message });
  }
}

// Motifs

/**
 * @param {number} motif
 * @param {string} given
 */
export function renameMotif(motif, given) {
  const { motifs } = state.editor.draft;
  const name = given.trim().slice(0, LONGEST_NAME);
  if (name === motifs[motif].name) return change({});
  const others = motifs.filter((_, each) => each !== motif);
  if (!name || /[-+−]$/.test(name)) return change({ line: "The name of a motif has at least one letter, and does not end in + or −." });
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    return change({ line: `There is another motif called ${name}.` });
  }
  const letter = letterFor(name, others);
  edit({ motifs: motifs.map((old, each) => each === motif ? { name, letter } : old) });
}

export function addMotif() {
  const { motifs } = state.editor.draft;
  if (motifs.length >= MOST_MOTIFS) return change({ line: `There can be at most ${MOST_MOTIFS} motifs.` });
  const name = nextName(motifs);
  edit({ motifs: [...motifs, { name, letter: letterFor(name, motifs) }] });
}

/**
 * Remove a motif that no side shows.
 * @param {number} motif
 */
export function removeMotif(motif) {
  const { motifs, squares } = state.editor.draft;
  if (motifs.length < 2 || squares.flat().some((side) => side !== null && side >> 1 === motif)) return;
  const moved = squares.map((sides) => sides.map((side) => side !== null && side >> 1 > motif ? side - 2 : side));
  edit({ motifs: motifs.filter((_, each) => each !== motif), squares: moved }, { picked: null });
}
