// Puzzles that were open lately, in a storage of the browser: each with its board and its own undo history.
// A puzzle and its board are two items, so that a move does not write the puzzle again.

/** @import { Cells, HistoryStep, PuzzleView, RecentPuzzle } from "../types.js" */

import { isBare } from "./play.js";

const PUZZLE = "edgematch-studio-puzzle-";
const BOARD = "edgematch-studio-board-";
export const MOST_RECENT = 20;
export const MOST_CHARACTERS = 2_000_000; // of all items together
export const MOST_OF_PUZZLE = 600_000; // a larger one is kept without its pictures

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Items */
/** @typedef {{ playId: string, view: PuzzleView | null, cells: Cells, past: HistoryStep[], future: HistoryStep[] }} Open */

/**
 * Keep a puzzle, without its pictures where they are too large.
 * @param {Items} items
 * @param {string} playId
 * @param {PuzzleView} view
 * @returns {{ isKept: boolean, hasPictures: boolean }}
 */
export function keepPuzzle(items, playId, view) {
  const whole = JSON.stringify(view);
  if (whole.length <= MOST_OF_PUZZLE && setItem(items, PUZZLE, playId, whole)) return { isKept: true, hasPictures: true };
  const hasPictures = Object.keys(view.pictures).length === 0;
  return { isKept: setItem(items, PUZZLE, playId, JSON.stringify({ ...view, pictures: {} })), hasPictures };
}

/**
 * Keep the board of a puzzle, and those before and after it.
 * @param {Items} items
 * @param {Open} open
 * @returns {boolean} whether there was room for it
 */
export function keepBoard(items, { playId, view, cells, past, future }) {
  const own = ownHistory(past, future);
  const isTouched = own.past.length + own.future.length > 0 || !view || !isBare(view.puzzle, cells);
  const board = {
    when: Date.now(), isTouched, cells, past: changes(cells, own.past), future: changes(cells, own.future),
  };
  return setItem(items, BOARD, playId, JSON.stringify(board));
}

/**
 * @param {Items} items
 * @param {string} playId
 * @returns {RecentPuzzle | null} null for what is not there, or not whole
 */
export function recentPuzzle(items, playId) {
  try {
    const view = JSON.parse(items.getItem(PUZZLE + playId) ?? "null");
    const { when, cells, past, future } = JSON.parse(items.getItem(BOARD + playId) ?? "null");
    if (cells.length !== view.puzzle.rows * view.puzzle.columns) return null;
    return { playId, view, when, cells, past: boards(cells, past), future: boards(cells, future) };
  } catch {
    return null;
  }
}

/**
 * All recent puzzles, the last one first.
 * @param {Items} items
 */
export function recentPuzzles(items) {
  const found = facts(items).map(({ playId }) => recentPuzzle(items, playId));
  return found.filter((each) => each !== null).sort((one, other) => other.when - one.when);
}

/**
 * Forget the oldest puzzles until the others have room, those that were only looked at first.
 * @param {Items} items
 * @param {string} keptId the one that is never forgotten
 */
export function forgetOldest(items, keptId, most = MOST_CHARACTERS) {
  const all = facts(items).sort((one, other) => Number(one.isTouched) - Number(other.isTouched) || one.when - other.when);
  let total = all.reduce((sum, { size }) => sum + size, 0);
  let count = all.length;
  const seen = new Set();
  for (const { playId, size, isTouched, fingerprint } of all.slice().reverse()) {
    if (!isTouched && seen.has(fingerprint) && playId !== keptId) {
      forget(items, playId); // looked at twice
      total -= size;
      count--;
    }
    seen.add(fingerprint);
  }
  for (const { playId, size } of all) {
    if (count <= MOST_RECENT && total <= most) return;
    if (playId === keptId || items.getItem(BOARD + playId) === null) continue;
    forget(items, playId);
    total -= size;
    count--;
  }
}

/**
 * Forget all puzzles but one.
 * @param {Items} items
 * @param {string} keptId
 */
export function forgetOthers(items, keptId) {
  for (const { playId } of facts(items)) if (playId !== keptId) forget(items, playId);
}

/**
 * @param {Items} items
 * @param {string} playId
 */
function forget(items, playId) {
  items.removeItem(PUZZLE + playId);
  items.removeItem(BOARD + playId);
}

/**
 * What is kept, whole or not.
 * @param {Items} items
 */
function facts(items) {
  const ids = new Set();
  for (let at = 0; at < items.length; at++) {
    const key = items.key(at) ?? "";
    for (const start of [PUZZLE, BOARD]) if (key.startsWith(start)) ids.add(key.slice(start.length));
  }
  return [...ids].map((playId) => {
    const [view, board] = [items.getItem(PUZZLE + playId) ?? "", items.getItem(BOARD + playId) ?? ""];
    return { playId, size: view.length + board.length, ...factsOf(view, board) };
  });
}

/**
 * @param {string} view
 * @param {string} board
 */
function factsOf(view, board) {
  try {
    const { when, isTouched } = JSON.parse(board);
    return { when, isTouched, fingerprint: JSON.parse(view).facts.fingerprint };
  } catch {
    return { when: 0, isTouched: false, fingerprint: "" };
  }
}

/**
 * The steps of a history that belong to the open puzzle.
 * @param {HistoryStep[]} past
 * @param {HistoryStep[]} future
 * @returns {{ past: Cells[], future: Cells[] }}
 */
export function ownHistory(past, future) {
  const isBoard = /** @type {(step: HistoryStep) => step is Cells} */ (Array.isArray);
  const opened = past.reduce((last, step, at) => (isBoard(step) ? last : at), -1);
  return { past: past.slice(opened + 1).filter(isBoard), future: future.filter(isBoard) };
}

/**
 * Boards as what changes from one to the next, beginning with the board in play, which comes after the last.
 * @param {Cells} cells
 * @param {Cells[]} steps
 */
function changes(cells, steps) {
  return steps.map((board, at) => {
    const next = steps[at + 1] ?? cells;
    return board.flatMap((value, cell) => (value === next[cell] ? [] : [cell, value]));
  });
}

/**
 * The inverse of changes().
 * @param {Cells} cells
 * @param {number[][]} packed
 */
function boards(cells, packed) {
  /** @type {Cells[]} */
  const steps = [];
  let next = cells;
  for (const change of packed.slice().reverse()) {
    next = next.slice();
    for (let at = 0; at < change.length; at += 2) next[change[at]] = change[at + 1];
    steps.unshift(next);
  }
  return steps;
}

/**
 * @param {Items} items
 * @param {string} start
 * @param {string} playId
 * @param {string} text
 * @returns {boolean} whether there was room for it, at the cost of older puzzles
 */
function setItem(items, start, playId, text) {
  for (const most of [Infinity, MOST_CHARACTERS / 2, 0]) {
    if (most !== Infinity) forgetOldest(items, playId, most);
    try {
      items.setItem(start + playId, text);
      return true;
    } catch {
      // No room: with fewer puzzles there may be some.
    }
  }
  return false;
}
