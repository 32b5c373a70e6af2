// The editor of pieces: the commands that change its draft. Every change can be undone and redone.

/** @import { Draft, DraftSide, EditorState, PuzzleView, SidePlace } from "../types.js" */
/** @import { DraftKind } from "./drafts.js" */

import { draftOf } from "./draft_records.js";
import {
  emptySquare, firstEmpty, isBlank, isEmptySquare, KINDS, letterFor, MOST_MOTIFS, MOST_ROWS, motifsNamed, newDraft,
  nextName, RIM_SIDE, SIDE_NAMES, sideOfKey,
} from "./drafts.js";
import { isHint } from "./play.js";
import { state, update } from "./store.js";

const MOST_UNDONE = 1000;
const LONGEST_NAME = 60;

/** @param {Partial<EditorState>} changes */
const change = (changes) => update({ editor: { ...state.editor, line: "", isAsking: false, ...changes } });

/**
 * Take a new draft, as one step that can be undone.
 * @param {Partial<Draft>} parts that differ
 * @param {Partial<EditorState>} [more]
 */
function edit(parts, more = {}) {
  const { draft, at, past } = state.editor;
  change({ draft: { ...draft, ...parts }, past: [...past, { draft, at }].slice(-MOST_UNDONE), future: [], ...more });
}

export function undoEdit() {
  const { draft, at, past, future } = state.editor;
  const before = past.at(-1);
  if (before) change({ ...before, past: past.slice(0, -1), future: [...future, { draft, at }] });
}

export function redoEdit() {
  const { draft, at, past, future } = state.editor;
  const after = future.at(-1);
  if (after) change({ ...after, future: future.slice(0, -1), past: [...past, { draft, at }] });
}

// Sides

/**
 * @param {Draft} draft
 * @param {SidePlace} place
 * @param {DraftSide} value
 */
function squaresWith({ squares }, { square, side }, value) {
  return squares.map((sides, at) => at === square ? sides.map((old, each) => each === side ? value : old) : sides);
}

/**
 * The next side clockwise, then the next square.
 * @param {SidePlace} place
 * @param {number} step 1 or -1
 */
function neighbor({ square, side }, step) {
  const at = Math.min(Math.max(4 * square + side + step, 0), 4 * state.editor.draft.squares.length - 1);
  return { square: Math.floor(at / 4), side: at % 4 };
}

/** @param {SidePlace} at */
export const goTo = (at) => change({ at });

/**
 * Move by an arrow: to that side of the square, or from there across to the next square.
 * @param {number} side that the arrow points to
 */
export function moveToward(side) {
  const { draft: { rows, columns }, at } = state.editor;
  if (at.side !== side) return goTo({ square: at.square, side });
  const row = Math.floor(at.square / columns) + [-1, 0, 1, 0][side];
  const column = (at.square % columns) + [0, 1, 0, -1][side];
  if (row < 0 || column < 0 || row >= rows || column >= columns) return;
  goTo({ square: row * columns + column, side: (side + 2) % 4 });
}

/**
 * Set the marked side, and mark the next one.
 * @param {number} value
 * @param {Partial<Draft>} [more]
 */
export function enter(value, more = {}) {
  const { draft, at } = state.editor;
  edit({ ...more, squares: squaresWith(draft, at, value) }, { at: neighbor(at, 1) });
}

/**
 * Set the marked side by a key.
 * @param {string} key
 * @returns {boolean} whether the key stands for a side
 */
export function enterKey(key) {
  const found = sideOfKey(state.editor.draft, key);
  if (found) enter(found.side, { motifs: found.motifs });
  else if (/^[0-9]$/.test(key) && state.editor.draft.signed) {
    change({ line: "A digit does not say which half: use letters, upper case for the head and lower case for the tail." });
  }
  return Boolean(found);
}

/**
 * Pick a side from the palette: it is set at once, or, in paint mode, with each click on a side.
 * @param {number} value
 */
export function pick(value) {
  if (state.editor.isPainting) change({ picked: value });
  else enter(value);
}

export const togglePaint = () => change({ isPainting: !state.editor.isPainting, picked: null });

/**
 * Click a side: mark it, or paint it.
 * @param {SidePlace} at
 */
export function clickSide(at) {
  const { draft, picked } = state.editor;
  if (picked === null || draft.squares[at.square][at.side] === picked) goTo(at);
  else edit({ squares: squaresWith(draft, at, picked) }, { at });
}

/** Empty the marked side; if it is empty, the one before it. */
export function backspace() {
  const { draft, at } = state.editor;
  const place = draft.squares[at.square][at.side] === null ? neighbor(at, -1) : at;
  if (draft.squares[place.square][place.side] === null) goTo(place);
  else edit({ squares: squaresWith(draft, place, null) }, { at: place });
}

export function emptySide() {
  const { draft, at } = state.editor;
  if (draft.squares[at.square][at.side] !== null) edit({ squares: squaresWith(draft, at, null) });
}

// Squares

/** Turn the marked square clockwise. */
export function turnSquare() {
  const { draft: { squares }, at } = state.editor;
  if (isEmptySquare(squares[at.square])) return;
  edit({ squares: squares.map((sides, square) => square === at.square ? [sides[3], ...sides.slice(0, 3)] : sides) });
}

/** Copy the marked square to the next empty one. */
export function copySquare() {
  const { draft: { squares }, at } = state.editor;
  if (isEmptySquare(squares[at.square])) return;
  const others = squares.map((_, each) => (at.square + 1 + each) % squares.length);
  const target = others.find((square) => isEmptySquare(squares[square]));
  if (target === undefined) return change({ line: "There is no empty square to copy to." });
  edit({ squares: squares.map((sides, square) => square === target ? squares[at.square].slice() : sides) },
    { at: { square: target, side: 0 } });
}

/** Empty the marked square. */
export function deleteSquare() {
  const { draft: { squares }, at } = state.editor;
  if (isEmptySquare(squares[at.square])) return;
  edit({ squares: squares.map((sides, square) => square === at.square ? emptySquare() : sides) },
    { at: { square: at.square, side: 0 } });
}

// The whole draft

/** @param {DraftKind} kind */
export function setKind(kind) {
  const { draft } = state.editor;
  const { signed, framed, turnable, motifs } = KINDS[kind];
  if (isBlank(draft)) return edit({ signed, framed, turnable, motifs: motifsNamed(motifs) }, { picked: null });
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

// Play

/**
 * Whether the draft can be played. If a side is empty, it is marked and named.
 * @returns {boolean}
 */
export function isReady() {
  const empty = firstEmpty(state.editor.draft);
  if (empty) change({ at: empty, line: `Square ${empty.square + 1}: the ${SIDE_NAMES[empty.side]} side is empty.` });
  return !empty;
}

/** How many pieces of the board in play are not hints. */
export function piecesInPlay() {
  if (!state.view) return 0;
  if (state.aside) return state.aside.cells.filter((value) => value >= 0).length;
  return state.cells.filter((value, cell) => value >= 0 && !isHint(cell)).length;
}

/** Ask whether the board in play may be replaced. */
export const ask = () => change({ isAsking: true });
export const stopAsking = () => change({});

/** @param {string} line why the library refuses the draft */
export const refuse = (line) => change({ line });

/**
 * Bring back a draft of this page.
 * @param {Draft} draft
 * @param {SidePlace} at
 */
export const restoreDraft = (draft, at) => change({ draft, at });
