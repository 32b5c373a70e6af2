// Photographs to a puzzle: groups of sides, and the edits of squares.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  addPhoto, addSquare, boardSize, deleteSquare, missingWords, moveCorner, moveSquare, redoPhotoEdit, removePhoto, selectPiece, setSides, sidesOf,
  takeProposal, turnSquare, undoPhotoEdit,
} from "../../../src/edgematch/web/static/state/photos.js";
import { groupsOf, isGroupName, withName, withPair, withSide } from "../../../src/edgematch/web/static/state/side_groups.js";
import { initialState, state } from "../../../src/edgematch/web/static/state/store.js";

const SQUARE = [[10, 10], [50, 10], [50, 50], [10, 50]];
const PHOTO = { id: "a", name: "a.jpg", file: null, width: 100, height: 80 };
const sheet = () => state.photos.sheet;

beforeEach(() => {
  Object.assign(state, initialState());
  addPhoto(PHOTO, [SQUARE, SQUARE]);
});

test("groups are listed with their mates, numbers by size, those not known at the end", () => {
  const sides = [["?", "10", "2-", "2+"], ["red", "2+", "?", "red"]];
  assert.deepEqual(groupsOf(sides), [
    ["2+", ["0.3", "1.1"]], ["2-", ["0.2"]], ["10", ["0.1"]], ["red", ["1.0", "1.3"]], ["?", ["0.0", "1.2"]],
  ]);
  assert.deepEqual(withSide(sides, "0.0", "2-")[0], ["2-", "10", "2-", "2+"]);
  assert.deepEqual(["red", "red+", "+", "red++", " red", "?"].map(isGroupName), [true, true, false, false, false, true]);
});

test("the mate of a group is renamed with it, unless the new name is in use", () => {
  const sides = [["1+", "1-", "2+", "3"]];
  assert.deepEqual(withName(sides, "1+", "bear-"), [["bear-", "bear+", "2+", "3"]]);
  assert.deepEqual(withName(sides, "1+", "2+"), [["2+", "1-", "2+", "3"]]);
  assert.deepEqual(withName(sides, "3", "2-"), [["1+", "1-", "2+", "2-"]]);
  assert.deepEqual(withName(sides, "1+", "1"), [["1", "1-", "2+", "3"]]);
});

test("two groups are paired, and what they met before meets what is left", () => {
  const sides = [["1+", "1-", "2+", "2-"], ["3", "4", "3", "4"]];
  const pair = (/** @type {string} */ one, /** @type {string} */ other) => withPair(sides, one, other).map((each) => each.join(" "));
  assert.deepEqual(pair("1+", "2-"), ["1+ 2- 2+ 1-", "3 4 3 4"]);
  assert.deepEqual(pair("3", "4"), ["1+ 1- 2+ 2-", "3+ 3- 3+ 3-"]);
  assert.deepEqual(pair("1+", "3"), ["1+ 5+ 2+ 2-", "1- 4 1- 4"]);
  assert.deepEqual(pair("3", "2+"), ["1+ 1- 3- 2-", "3+ 4 3+ 4"]);
  assert.deepEqual(pair("1+", "1+"), ["5 1- 2+ 2-", "3 4 3 4"]);
  assert.equal(withPair(sides, "1+", "1-"), sides);
  assert.deepEqual(withPair([["1+", "2", "2", "2"]], "1+", "1+"), [["1", "2", "2", "2"]]);
});

test("a corner moves as far as the square stays one, inside the photograph", () => {
  moveCorner(0, 2, [60.04, 70], "drag 1");
  assert.deepEqual(sheet().pieces[0].corners[2], [60, 70]);
  for (const to of [[20, 20], [120, 70], [60, -1]]) moveCorner(0, 2, to, "drag 1");
  assert.deepEqual(sheet().pieces[0].corners[2], [60, 70]);
  moveSquare(1, [45, 0], "drag 2");
  moveSquare(1, [45, 0], "drag 2");
  assert.deepEqual(sheet().pieces[1].corners[0], [55, 10]);
});

test("what one drag does is undone as one step, and done again", () => {
  for (const x of [51, 52, 53]) moveCorner(0, 1, [x, 10], "drag 1");
  moveCorner(0, 1, [54, 10], "drag 2");
  undoPhotoEdit();
  assert.deepEqual(sheet().pieces[0].corners[1], [53, 10]);
  undoPhotoEdit();
  assert.deepEqual(sheet().pieces[0].corners, SQUARE);
  redoPhotoEdit();
  assert.deepEqual(sheet().pieces[0].corners[1], [53, 10]);
  moveCorner(0, 1, [60, 10], "drag 1");
  undoPhotoEdit();
  assert.deepEqual(sheet().pieces[0].corners[1], [53, 10], "an undone drag does not go on");
});

test("a turned square takes its sides along", () => {
  setSides([["n", "e", "s", "w"], ["?", "?", "?", "?"]]);
  turnSquare(0);
  assert.deepEqual(sheet().pieces[0], { photo: "a", corners: [[10, 50], [10, 10], [50, 10], [50, 50]], sides: ["w", "n", "e", "s"] });
});

test("a square is added as large as the others, and deleted", () => {
  addSquare("a");
  assert.deepEqual(sheet().pieces[2], { photo: "a", corners: [[30, 20], [70, 20], [70, 60], [30, 60]], sides: null });
  assert.equal(state.photos.selected, 2);
  deleteSquare(0);
  assert.equal(sheet().pieces.length, 2);
  removePhoto("a");
  assert.deepEqual([sheet().photos, sheet().pieces], [[], []]);
  undoPhotoEdit();
  selectPiece(1);
  undoPhotoEdit();
  undoPhotoEdit();
  assert.equal(state.photos.selected, 1);
  undoPhotoEdit();
  assert.deepEqual([sheet().photos, state.photos.selected], [[], null]);
});

test("a board is square until its size is said", () => {
  const sides = [1, 2, 8, 9, 10, 16].map((count) => boardSize({ ...sheet(), pieces: Array(count).fill(sheet().pieces[0]) }).rows);
  assert.deepEqual(sides, [1, 1, 3, 3, 3, 4]);
  assert.deepEqual(boardSize({ ...sheet(), columns: 2 }), { rows: 1, columns: 2 });
});

test("a proposal for a sheet that was edited meanwhile is dropped; it is no step to undo", () => {
  const asked = sheet();
  const proposal = [["a", "b", "a", "b"], ["a", "b", "a", "?"]];
  assert.equal(missingWords(asked), "2 pieces do not fill a board of 1 × 1");
  assert.equal(missingWords({ ...asked, columns: 2 }), "8 sides are not known");
  turnSquare(0);
  takeProposal(asked, proposal);
  assert.deepEqual(sidesOf().flat(), Array(8).fill("?"));
  takeProposal(sheet(), proposal);
  assert.equal(missingWords({ ...sheet(), columns: 2 }), "1 side is not known");
  undoPhotoEdit();
  assert.equal(sheet(), asked);
});
