// My board: how pieces are selected, placed, turned and taken back, and how that is undone.

/** @import { Aside, Cells, HistoryStep, LeftPuzzle, Placement, Puzzle, PuzzleView, RecentPuzzle, State } from "../types.js" */

import { openView, state, update } from "./store.js";

const MOST_UNDONE = 1000;
const CLOSED = { selected: null, check: null, advice: null, shown: null, race: null, inspected: null, facts: [] };

export const cellCount = () => state.view ? state.view.puzzle.rows * state.view.puzzle.columns : 0;

/** The board in sight: another one, or mine. */
export const visibleCells = () => state.shown?.cells ?? state.cells;
export const visibleCheck = () => state.shown ? state.shown.check : state.check;

/** @param {number} cell */
const hintOn = (cell) => openView().puzzle.hints?.find((hint) => hint[0] === cell);

/**
 * Whether a hint lies on a cell and cannot be moved. Another piece on that cell can.
 * @param {number} cell
 */
export function isHint(cell) {
  const hint = hintOn(cell);
  return hint !== undefined && state.cells[cell] === hint[1] * 4 + hint[2];
}

/**
 * @param {Cells} cells
 * @returns {Placement[]}
 */
export function placementsOf(cells) {
  /** @type {Placement[]} */
  const placements = [];
  cells.forEach((value, cell) => {
    if (value >= 0) placements.push([cell, value >> 2, value & 3]);
  });
  return placements;
}

/**
 * Whether nothing but hints lies on a board.
 * @param {Puzzle} puzzle
 * @param {Cells} cells
 */
export function isBare(puzzle, cells) {
  const hints = puzzle.hints ?? [];
  const placed = cells.reduce((count, value) => count + Number(value >= 0), 0);
  return placed === hints.length && hints.every(([cell, piece, turn]) => cells[cell] === piece * 4 + turn);
}

/** The pieces that I have placed: those of my board that are no hints. */
export function myPieces() {
  return state.view ? placementsOf(state.cells).filter(([cell]) => !isHint(cell)) : [];
}

/**
 * @param {Placement[]} placements
 * @param {number} count the number of cells
 * @returns {Cells}
 */
export function cellsOf(placements, count) {
  const cells = new Array(count).fill(-1);
  for (const [cell, piece, turn] of placements) cells[cell] = piece * 4 + turn;
  return cells;
}

/**
 * Open a puzzle, with a board if it came with one. Undo brings back what was open.
 * @param {PuzzleView} view
 * @param {Placement[] | null} [placed]
 */
export function openPuzzle(view, placed = view.board) {
  const past = pastWithOpenPuzzle();
  setPuzzle(view, boardOf(view, placed));
  update({ past });
}

/**
 * Open a recent puzzle where I left it. Undo takes its steps back, and then what was open.
 * @param {Pick<RecentPuzzle, "playId" | "view" | "cells" | "past" | "future">} recent
 */
export function openRecent({ playId, view, cells, past, future }) {
  const before = pastWithOpenPuzzle();
  setPuzzle(view, cells);
  update({ playId, past: [...before, ...past].slice(-MOST_UNDONE), future });
}

/**
 * The board that a puzzle is opened with.
 * @param {PuzzleView} view
 * @param {Placement[] | null} [placed]
 */
export function boardOf(view, placed = view.board) {
  const given = placed ?? [];
  return cellsOf([...given, ...missingHints(view, given)], view.puzzle.rows * view.puzzle.columns);
}

/**
 * @param {PuzzleView} view
 * @param {Cells} cells
 */
function setPuzzle(view, cells) {
  update({
    ...CLOSED, view, cells, playId: newPlayId(), trayTurns: new Array(cells.length).fill(0), cursor: 0,
    aside: null, past: [], future: [],
  });
}

/** What to undo to once another puzzle is open. @returns {HistoryStep[]} */
function pastWithOpenPuzzle() {
  const open = state.aside ?? state;
  return open.view ? [...open.past, left(open)].slice(-MOST_UNDONE) : [];
}

/**
 * @param {Aside} open
 * @returns {LeftPuzzle}
 */
function left({ view, playId, cells, trayTurns, cursor, future }) {
  return { view, playId, cells, trayTurns, cursor, future };
}

export const newPlayId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/**
 * Show a board or a race of another puzzle. Mine is put aside until it is closed.
 * @param {PuzzleView | null} view null where the puzzle is the open one
 * @param {Partial<State>} shown
 */
export function showElsewhere(view, shown) {
  if (!view) return update(shown);
  const aside = state.aside ?? { ...left(state), past: state.past };
  setPuzzle(view, boardOf(view));
  update({ ...shown, aside });
}

/**
 * @param {PuzzleView} view
 * @param {Placement[]} placed
 */
function missingHints(view, placed) {
  const cells = new Set(placed.map(([cell]) => cell));
  const pieces = new Set(placed.map(([, piece]) => piece));
  return (view.puzzle.hints ?? []).filter(([cell, piece]) => !cells.has(cell) && !pieces.has(piece));
}

/**
 * Replace my board, as one step that can be undone.
 * @param {Cells} cells
 * @param {Partial<State>} [more]
 */
function replaceBoard(cells, more = {}) {
  update({
    cells, past: [...state.past, state.cells].slice(-MOST_UNDONE), future: [], advice: null,
    shown: null, ...more,
  });
}

/**
 * Put a piece on a cell. What lay there changes places with it, or returns to the tray.
 * @param {number} piece
 * @param {number} turn
 * @param {number} cell
 * @param {number | null} [from] the cell it comes from, null for the tray
 * @returns {boolean} whether the rules allowed it
 */
export function place(piece, turn, cell, from = null) {
  if (isHint(cell) || (from !== null && isHint(from))) return false;
  const hint = hintOn(cell);
  if (hint && (hint[1] !== piece || hint[2] !== turn)) return false;
  const cells = state.cells.slice();
  const before = cells[cell];
  const origin = from ?? cells.findIndex((value) => value >= 0 && value >> 2 === piece);
  const isSwap = origin >= 0 && origin !== cell && !hintOn(origin);
  if (origin >= 0) {
    if (isHint(origin)) return false;
    cells[origin] = isSwap ? before : -1;
  }
  const trayTurns = state.trayTurns.slice();
  if (before >= 0 && !isSwap) trayTurns[before >> 2] = before & 3;
  cells[cell] = piece * 4 + turn;
  replaceBoard(cells, { selected: null, cursor: cell, trayTurns });
  return true;
}

/** @param {number} cell */
export function takeBack(cell) {
  const value = state.cells[cell];
  if (value < 0 || isHint(cell)) return false;
  const cells = state.cells.slice();
  cells[cell] = -1;
  const trayTurns = state.trayTurns.slice();
  trayTurns[value >> 2] = value & 3;
  replaceBoard(cells, { selected: null, trayTurns });
  return true;
}

/**
 * Turn a piece by quarter turns, on the board or in the tray.
 * @param {number} piece
 * @param {number | null} cell null for a piece of the tray
 */
export function turnPiece(piece, cell, by = 1) {
  if (openView().puzzle.turnable === false) return false;
  if (cell === null) {
    const trayTurns = state.trayTurns.slice();
    trayTurns[piece] = (trayTurns[piece] + by + 4) % 4;
    update({ trayTurns, lastTurn: { piece, turn: trayTurns[piece] } });
    return true;
  }
  if (isHint(cell)) return false;
  const cells = state.cells.slice();
  cells[cell] = piece * 4 + (((cells[cell] & 3) + by + 4) % 4);
  replaceBoard(cells, { lastTurn: { piece, turn: cells[cell] & 3 } });
  return true;
}

/**
 * Lay out a whole board as mine; one of another puzzle becomes mine with its puzzle.
 * @param {Cells} cells
 */
export function layOut(cells) {
  if (!state.aside) return replaceBoard(cells.slice(), { selected: null });
  update({ ...CLOSED, cells: cells.slice(), past: pastWithOpenPuzzle(), future: [], aside: null });
}

const BACK = { selected: null, advice: null, shown: null };

/** Take all pieces back but the hints. A board of another puzzle is closed instead. */
export function clearBoard() {
  if (state.aside) update({ shown: null, race: null });
  else layOut(cellsOf(openView().puzzle.hints ?? [], state.cells.length));
}

export function undo() {
  const step = state.past.at(-1);
  if (!step) return;
  const past = state.past.slice(0, -1);
  if (Array.isArray(step)) update({ ...BACK, cells: step, past, future: [...state.future, state.cells] });
  else update({ ...CLOSED, ...step, past, future: [...step.future, left(state)] });
}

export function redo() {
  const step = state.future.at(-1);
  if (!step) return;
  const future = state.future.slice(0, -1);
  if (Array.isArray(step)) update({ ...BACK, cells: step, future, past: [...state.past, state.cells] });
  else update({ ...CLOSED, ...step, past: [...state.past, { ...left(state), future }] });
}

/**
 * Click a cell: place the selected piece, select the piece that lies there, or turn it if it is selected.
 * @param {number | null} cell null for a click beside the board
 */
export function clickCell(cell) {
  if (cell === null) return update({ selected: null });
  if (state.shown) return update({ cursor: cell, inspected: cell });
  const { selected } = state;
  const value = state.cells[cell];
  if (selected && selected.cell === cell) turnPiece(selected.piece, cell);
  else if (selected && !isHint(cell)) {
    const turn = selected.cell === null ? state.trayTurns[selected.piece] : state.cells[selected.cell] & 3;
    place(selected.piece, turn, cell, selected.cell);
  } else if (value >= 0 && !isHint(cell)) update({ selected: { piece: value >> 2, cell }, cursor: cell });
  else update({ selected: null, cursor: cell, inspected: cell });
}

/**
 * Click a piece of the tray: select it, or turn it if it is selected.
 * @param {number} piece
 */
export function clickTrayPiece(piece) {
  if (isSelectedInTray(piece)) turnPiece(piece, null);
  else update({ selected: { piece, cell: null }, shown: null });
}

/** @param {number} piece */
export const isSelectedInTray = (piece) => state.selected?.cell === null && state.selected.piece === piece;

/**
 * Move the cursor, unless that leaves the board.
 * @param {number} down
 * @param {number} across
 * @returns {boolean} whether it moved
 */
export function moveCursor(down, across) {
  const { rows, columns } = openView().puzzle;
  const row = Math.floor(state.cursor / columns) + down;
  const column = (state.cursor % columns) + across;
  if (row < 0 || column < 0 || row >= rows || column >= columns) return false;
  update({ cursor: row * columns + column });
  return true;
}

/** Whether there is a piece to turn: the selected one, or the one under the cursor. */
export function canTurn() {
  if (!state.view || state.shown || state.view.puzzle.turnable === false) return false;
  return Boolean(state.selected) || (state.cells[state.cursor] >= 0 && !isHint(state.cursor));
}

/** Turn the selected piece, or the one under the cursor. */
export function turnSelected(by = 1) {
  if (!canTurn()) return;
  if (state.selected) turnPiece(state.selected.piece, state.selected.cell, by);
  else turnPiece(state.cells[state.cursor] >> 2, state.cursor, by);
}

/**
 * Change the tab. A board that is shown stays, except for my pieces and after steps of a search.
 * @param {State["tab"]} tab
 */
export function selectTab(tab) {
  const closes = tab === "pieces" || state.shown?.isStep;
  update(closes ? { tab, shown: null } : { tab });
}
