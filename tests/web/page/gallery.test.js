// The gallery: the order of its boards, and what differs between two.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { boardsOf, comparedBoards, difference, differenceWords, fewerCells, galleryBoards, storedGallery, toggleCompared } from "../../../src/edgematch/web/static/state/gallery.js";
import { state, update } from "../../../src/edgematch/web/static/state/store.js";
import { reset, view } from "./puzzles.js";

/** @import { GalleryBoard } from "../../../src/edgematch/web/static/types.js" */

beforeEach(reset);

/** @param {number} score */
const check = (score, joins = 4) => ({ score, joins, placed: 4, breaks: [], faults: [], problems: [], solved: false });

/**
 * @param {string} key
 * @param {number} score
 * @returns {GalleryBoard}
 */
const board = (key, score, cells = [0, 4, 8, 12], joins = 4, of = view()) => ({ key, name: key, origin: "", view: of, cells, check: check(score, joins) });

test("boards are sorted by score, those of larger puzzles first, stored ones among them", () => {
  update({ gallery: [board("low", 1), board("large", 2, [], 9), board("high", 4)], storeGallery: [board("stored", 3)] });
  assert.deepEqual(galleryBoards().map((each) => each.key), ["large", "high", "stored", "low"]);
});

test("what the server has read gets names and its puzzle", () => {
  const one = { name: "", puzzle: 1, cells: [0], check: check(1) };
  const puzzles = [view({}, "a"), view({}, "b")];
  const [first, second] = boardsOf({ puzzles, boards: [one, { ...one, name: "Ann", puzzle: 0 }], unread: [], left_out: 0 }, "records.md");
  assert.deepEqual([first.name, second.name], ["board 1", "Ann"]);
  assert.deepEqual([first.view, second.view], [puzzles[1], puzzles[0]]);
  const stored = { score: 1, pieces: 4, engine: "beam", seed: 7, found: "", cells: [0], check: check(1) };
  assert.equal(storedGallery([stored], puzzles[0])[0].name, "beam, seed 7");
});

test("two boards at most are compared, and a third takes the place of the first", () => {
  update({ gallery: [board("a", 1), board("b", 1), board("c", 1)] });
  for (const key of ["a", "b", "c"]) toggleCompared(key);
  assert.deepEqual(comparedBoards().map((each) => each.key), ["b", "c"]);
  toggleCompared("b");
  assert.deepEqual(state.compared, ["c"]);
});

test("cells differ by what they show: equal pieces are the same", () => {
  // Piece 2 looks the same in every turn; cell 3 is empty in one of the boards.
  const found = difference(board("a", 1, [0, 4, 8, 12]), board("b", 1, [0, 5, 10, -1]));
  assert.deepEqual(found, { different: [1, 3], equal: [0, 2] });
  assert.deepEqual(difference(board("a", 1, [0, -1, -1, -1]), board("b", 1, [0, -1, -1, -1])), { different: [], equal: [0] });
});

test("the smaller group of cells is ringed, and the words say which one that is", () => {
  /** @type {(different: number[], equal: number[]) => [number[], string]} */
  const shown = (different, equal) => [fewerCells({ different, equal }), differenceWords({ different, equal }, 9)];
  assert.deepEqual(shown([1, 2], [3, 4, 5]), [[1, 2], "2 of 9 cells differ: these are ringed."]);
  assert.deepEqual(shown([1, 2], [3, 4]), [[1, 2], "2 of 9 cells differ: these are ringed."]);
  assert.deepEqual(shown([1], [3, 4]), [[1], "1 of 9 cells differs: it is ringed."]);
  assert.deepEqual(shown([1, 2, 6], [3, 4]), [[3, 4], "2 of 9 cells are equal: these are ringed."]);
  assert.deepEqual(shown([1, 2, 6], [3]), [[3], "1 of 9 cells is equal: it is ringed."]);
  assert.deepEqual(shown([1, 2], []), [[], "2 of 9 cells differ, and no placement is equal."]);
  assert.deepEqual(shown([], [3]), [[], "No cell differs."]);
  assert.equal(differenceWords(null, 9), "These are boards of different puzzles.");
});

test("boards of different puzzles cannot be compared, but hints do not matter", () => {
  const other = view({ pieces: [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]] });
  assert.equal(difference(board("a", 1), board("b", 1, [0, 4, 8, 12], 4, other)), null);
  const hinted = view({ hints: [[0, 0, 0]] });
  assert.equal(difference(board("a", 1), board("b", 1, [0, 4, 8, 12], 4, hinted))?.equal.length, 4);
});
