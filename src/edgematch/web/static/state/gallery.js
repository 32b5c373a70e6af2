// The gallery: boards to look at, to open and to compare two of them.

/** @import { Cells, GalleryAnswer, GalleryBoard, Puzzle, PuzzleView, StoredBoard } from "../types.js" */

import { state, update } from "./store.js";

/**
 * The boards that the server has read, each with the puzzle that it is of.
 * @param {GalleryAnswer} answer
 * @param {string} origin the file or where else they are from
 * @returns {GalleryBoard[]}
 */
export function boardsOf({ puzzles, boards }, origin) {
  return boards.map(({ name, puzzle, cells, check }, at) => ({
    key: `${origin} ${at}`, name: name || `board ${at + 1}`, origin, view: puzzles[puzzle], cells, check,
  }));
}

/**
 * The stored boards of the open puzzle.
 * @param {StoredBoard[]} boards
 * @param {PuzzleView} view
 * @returns {GalleryBoard[]}
 */
export function storedGallery(boards, view) {
  return boards.map(({ engine, seed, cells, check }, at) => ({
    key: `store ${at}`, name: `${engine}, seed ${seed}`, origin: "store of best boards", view, cells, check,
  }));
}

/** The boards of a file and of the store, the highest score first; those of larger puzzles before, because scores of different puzzles do not compare. */
export function galleryBoards() {
  return [...state.gallery, ...state.storeGallery].sort((a, b) => b.check.joins - a.check.joins || b.check.score - a.check.score);
}

/** The boards that are compared: none, one or two. */
export function comparedBoards() {
  const boards = [...galleryBoards(), ...state.ownGallery];
  return state.compared.flatMap((key) => boards.filter((board) => board.key === key));
}

/**
 * Choose a board to compare, or choose it no more. Of three the one chosen first is left out.
 * @param {string} key
 */
export function toggleCompared(key) {
  const others = state.compared.filter((each) => each !== key);
  update({ compared: others.length < state.compared.length ? others : [...others.slice(-1), key] });
}

/**
 * The colors that a cell shows, clockwise from north; empty where it has no piece.
 * @param {Puzzle} puzzle
 * @param {number} way
 */
function look({ pieces }, way) {
  if (way < 0) return "";
  const turn = way & 3;
  return [0, 1, 2, 3].map((side) => pieces[way >> 2][(side - turn + 4) % 4]).join(" ");
}

/**
 * The cells in which two boards differ, and those in which they show the same. Equal pieces count as one and the same.
 * @typedef {{ different: number[], equal: number[] }} Difference cells that are empty on both boards are in neither
 */

/**
 * Compare two boards cell by cell.
 * @param {GalleryBoard} first
 * @param {GalleryBoard} second
 * @returns {Difference | null} null if they are of different puzzles
 */
export function difference(first, second) {
  const [one, other] = [first.view.puzzle, second.view.puzzle];
  const arePieces = JSON.stringify([one.rows, one.columns, one.pieces]) === JSON.stringify([other.rows, other.columns, other.pieces]);
  if (!arePieces) return null;
  const looks = /** @type {(cells: Cells, at: number) => string} */ ((cells, at) => look(one, cells[at]));
  const cells = [...first.cells.keys()];
  return {
    different: cells.filter((at) => looks(first.cells, at) !== looks(second.cells, at)),
    equal: cells.filter((at) => first.cells[at] >= 0 && looks(first.cells, at) === looks(second.cells, at)),
  };
}

/**
 * The smaller group of cells, which is easier to see.
 * @param {Difference} found
 */
export const fewerCells = ({ different, equal }) => equal.length < different.length ? equal : different;

/**
 * @param {Difference | null} found
 * @param {number} cells of a board
 */
export function differenceWords(found, cells) {
  if (!found) return "These are boards of different puzzles.";
  const { different, equal } = found;
  if (!different.length) return "No cell differs.";
  if (!equal.length) return `${different.length} of ${cells} cells differ, and no placement is equal.`;
  const count = fewerCells(found).length;
  const verb = fewerCells(found) === different ? ["differs", "differ"] : ["is equal", "are equal"];
  return count === 1 ? `1 of ${cells} cells ${verb[0]}: it is ringed.` : `${count} of ${cells} cells ${verb[1]}: these are ringed.`;
}
