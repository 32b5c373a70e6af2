// The editor of pieces: the commands that change its draft. Every change can be undone and redone.

/** @import { Draft, DraftSide, EditorState, SidePlace } from "../types.js" */

import { emptySquare, firstEmpty, isEmptySquare, SIDE_NAMES, sideOfKey, withChosen } from "./drafts.js";
import { isHint } from "./play.js";
import { state, update } from "./store.js";

const MOST_UNDONE = 1000;

/**
 * Change the editor. What it said before is no longer shown.
 * @param {Partial<EditorState>} changes
 */
export const change = (changes) => update({ editor: { ...state.editor, line: "", isAsking: false, ...changes } });

/**
 * Take a new draft, as one step that can be undone.
 * @param {Partial<Draft>} parts that differ
 * @param {Partial<EditorState>} [more]
 */
export function edit(parts, more = {}) {
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
 * @param {Partial<Draft>} [parts] that differ besides
 * @param {Partial<EditorState>} [more]
 */
export function enter(value, parts = {}, more = {}) {
  const { draft, at } = state.editor;
  edit({ ...parts, squares: squaresWith({ ...draft, ...parts }, at, value) }, { at: neighbor(at, 1), ...more });
}

/**
 * Set the marked side by a key.
 * @param {string} key
 * @returns {boolean} whether the key stands for a side
 */
export function enterKey(key) {
  const found = sideOfKey(state.editor.draft, key);
  if (found) {
    const isNew = found.motifs !== state.editor.draft.motifs; // and sides may have other numbers
    enter(found.side, { motifs: found.motifs, squares: found.squares }, isNew ? { picked: null } : {});
  } else if (/^[0-9]$/.test(key) && state.editor.draft.signed) {
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
  else enter(value, { motifs: withChosen(state.editor.draft.motifs, value >> 1) });
}

export const togglePaint = () => change({ isPainting: !state.editor.isPainting, picked: null });

/**
 * Click a side: mark it, or paint it.
 * @param {SidePlace} at
 */
export function clickSide(at) {
  const { draft, picked } = state.editor;
  if (picked === null || draft.squares[at.square][at.side] === picked) goTo(at);
  else edit({ squares: squaresWith(draft, at, picked), motifs: withChosen(draft.motifs, picked >> 1) }, { at });
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

/**
 * The square to turn or copy: the marked one, or the one that was just filled before it; -1 if both are empty.
 */
function squareInHand() {
  const { draft: { squares }, at } = state.editor;
  if (!isEmptySquare(squares[at.square])) return at.square;
  if (at.side === 0 && at.square > 0 && !isEmptySquare(squares[at.square - 1])) return at.square - 1;
  change({ line: `Square ${at.square + 1} is empty.` });
  return -1;
}

/** Turn a square clockwise. */
export function turnSquare() {
  const { squares } = state.editor.draft;
  const turned = squareInHand();
  if (turned < 0) return;
  edit({ squares: squares.map((sides, square) => square === turned ? [sides[3], ...sides.slice(0, 3)] : sides) });
}

/** Copy a square to the next empty one. */
export function copySquare() {
  const { squares } = state.editor.draft;
  const source = squareInHand();
  if (source < 0) return;
  const others = squares.map((_, each) => (source + 1 + each) % squares.length);
  const target = others.find((square) => isEmptySquare(squares[square]));
  if (target === undefined) return change({ line: "There is no empty square to copy to." });
  edit({ squares: squares.map((sides, square) => square === target ? squares[source].slice() : sides) },
    { at: { square: target, side: 0 } });
}

/** Empty the marked square. */
export function deleteSquare() {
  const { draft: { squares }, at } = state.editor;
  if (isEmptySquare(squares[at.square])) return;
  edit({ squares: squares.map((sides, square) => square === at.square ? emptySquare() : sides) },
    { at: { square: at.square, side: 0 } });
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
