// The editor of pieces: keys, palette, squares, undo, checks, records.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { checksOf } from "../../../src/edgematch/web/static/state/draft_checks.js";
import { draftOf, recordOf, sampleRecordOf } from "../../../src/edgematch/web/static/state/draft_records.js";
import { isDraft, newDraft, sideWords } from "../../../src/edgematch/web/static/state/drafts.js";
import {
  backspace, clickSide, copySquare, deleteSquare, emptySide, enterKey, goTo, isReady, moveToward, pick, piecesInPlay, redoEdit,
  togglePaint, turnSquare, undoEdit,
} from "../../../src/edgematch/web/static/state/editor.js";
import {
  addMotif, editPuzzle, removeMotif, renameMotif, resize, setKind, setName, startAgain,
} from "../../../src/edgematch/web/static/state/editor_setup.js";
import { openPuzzle, place } from "../../../src/edgematch/web/static/state/play.js";
import { state } from "../../../src/edgematch/web/static/state/store.js";
import { reset, view } from "./puzzles.js";

beforeEach(reset);

/** @param {string} keys */
const type = (keys) => [...keys].forEach(enterKey);
const draft = () => state.editor.draft;
const square = (number = 1) => draft().squares[number - 1].map((side) => sideWords(draft(), side)).join(", ");
/** @param {string} [kind] */
const found = (kind) => checksOf(draft()).filter((each) => !kind || each.kind === kind).map(({ text }) => text);

test("letters set the sides clockwise, upper case for heads, and go on to the next square", () => {
  type("RbGyR");
  assert.equal(square(1), "red head, blue tail, green head, yellow tail");
  assert.equal(square(2), "red head, empty, empty, empty");
  assert.deepEqual(state.editor.at, { square: 1, side: 1 });
});

test("a new letter is a new motif; a digit is none where it does not say which half", () => {
  type("Kk");
  assert.equal(square(), "k head, k tail, empty, empty");
  assert.ok(!enterKey("7"));
  assert.match(state.editor.line, /which half/);
  assert.ok(!enterKey("Escape"));
  undoEdit();
  undoEdit();
  assert.equal(draft().motifs.length, 4);
});

/** @param {string} [between] */
const motifNames = (between = ", ") => draft().motifs.map(({ name }) => name).join(between);

test("presets make way for letters of one's own, whichever letter comes first", () => {
  type("AbCd");
  assert.equal(motifNames(), "a, b, c, d");
  assert.equal(square(), "a head, b tail, c head, d tail");
  startAgain();
  type("BgF"); // for bear and goose, until F shows that these are no colors
  assert.equal(square(), "b head, g tail, f head, empty");
  assert.equal(motifNames(), "b, g, f");
  type("Rr");
  assert.equal(motifNames(), "b, g, f, r");
  undoEdit();
  undoEdit();
  undoEdit();
  assert.equal(square(), "blue head, green tail, empty, empty");
  setKind("tetravex");
  startAgain();
  type("12x");
  assert.equal(motifNames(), "1, 2, x");
});

test("motifs that were chosen by their pictures or named stay when letters are typed", () => {
  pick(3); // blue
  renameMotif(0, "goose");
  togglePaint();
  pick(4); // green
  clickSide({ square: 1, side: 0 });
  type("K");
  assert.equal(motifNames(), "goose, blue, green, k");
  assert.equal(square(1), "blue tail, empty, empty, empty");
  assert.equal(square(2), "k head, empty, empty, empty");
  assert.equal(state.editor.picked, null); // it had another number
  setKind("framed");
  goTo({ square: 1, side: 1 });
  type("-z");
  assert.equal(square(2), "k, rim, z, empty");
});

test("the last side stays marked, and Backspace empties from there", () => {
  type("RrBb".repeat(9));
  assert.deepEqual(state.editor.at, { square: 8, side: 3 });
  assert.equal(checksOf(draft()).filter(({ kind }) => kind === "todo").length, 0);
  backspace();
  assert.equal(square(9), "red head, red tail, blue head, empty");
  backspace();
  backspace();
  assert.equal(square(9), "red head, empty, empty, empty");
  assert.deepEqual(state.editor.at, { square: 8, side: 1 });
});

test("arrows go to the sides of a square, and across to the next one", () => {
  moveToward(1);
  moveToward(1);
  assert.deepEqual(state.editor.at, { square: 1, side: 3 });
  moveToward(2);
  moveToward(2);
  assert.deepEqual(state.editor.at, { square: 4, side: 0 });
  goTo({ square: 0, side: 0 });
  moveToward(0);
  assert.deepEqual(state.editor.at, { square: 0, side: 0 });
});

test("the palette enters sides one after another, or paints those that are clicked", () => {
  pick(0);
  pick(3);
  assert.equal(square(), "red head, blue tail, empty, empty");
  togglePaint();
  pick(4);
  clickSide({ square: 4, side: 2 });
  clickSide({ square: 0, side: 0 });
  assert.equal(square(5), "empty, empty, green head, empty");
  assert.equal(square(1), "green head, blue tail, empty, empty");
  togglePaint();
  clickSide({ square: 0, side: 2 });
  assert.equal(square(1), "green head, blue tail, empty, empty");
});

test("squares are turned, copied to the next empty one, and deleted", () => {
  type("RbGy");
  goTo({ square: 0, side: 2 });
  turnSquare();
  assert.equal(square(), "yellow tail, red head, blue tail, green head");
  copySquare();
  assert.equal(square(2), square(1));
  assert.deepEqual(state.editor.at, { square: 1, side: 0 });
  assert.ok(found("note").includes("squares 1 and 2 are equal"));
  deleteSquare();
  assert.equal(square(2), "empty, empty, empty, empty");
  emptySide();
  copySquare(); // the square before, which was filled last
  assert.equal(square(2), square(1));
  goTo({ square: 5, side: 0 });
  turnSquare();
  assert.equal(state.editor.line, "Square 6 is empty.");
  resize(1, 1);
  goTo({ square: 0, side: 0 });
  copySquare();
  assert.match(state.editor.line, /no empty square/);
});

test("everything is undone and redone", () => {
  const seen = [draft()];
  const steps = [
    () => type("R"), () => type("k"), turnSquare, copySquare, deleteSquare, addMotif, () => renameMotif(0, "rose"), () => removeMotif(3),
    () => setName("Mine"), () => resize(2, 5), () => setKind("framed"), startAgain, () => editPuzzle(view()),
  ];
  goTo({ square: 0, side: 3 });
  for (const step of steps) {
    step();
    if (step === steps[0]) goTo({ square: 0, side: 2 });
    if (step === steps[1]) goTo({ square: 0, side: 0 });
    assert.notEqual(draft(), seen.at(-1), String(step));
    seen.push(draft());
  }
  for (const before of seen.slice(0, -1).reverse()) {
    undoEdit();
    assert.deepEqual(draft(), before);
  }
  undoEdit(); // there is no more
  for (const after of seen.slice(1)) {
    redoEdit();
    assert.deepEqual(draft(), after);
  }
});

test("motifs have names of their own, and keys that no other has", () => {
  renameMotif(0, "  bear ");
  assert.deepEqual(draft().motifs[0], { name: "bear", letter: "e" }); // b is blue
  renameMotif(1, "Bear");
  assert.match(state.editor.line, /another motif/);
  renameMotif(1, "x+");
  assert.match(state.editor.line, /does not end/);
  type("E");
  removeMotif(0); // in use
  assert.equal(draft().motifs[0].name, "bear");
  removeMotif(1);
  assert.deepEqual(draft().motifs.map(({ name }) => name), ["bear", "green", "yellow"]);
  assert.equal(square(), "bear head, empty, empty, empty");
});

test("halves that differ in number are named once they cannot be mended any more", () => {
  type("RRRRRrrrr");
  assert.deepEqual(found("note"), []);
  type("BBBbbbGGGgggYYYYyyyyBbGgYyY");
  assert.deepEqual(found("todo"), []);
  assert.ok(found("note").some((text) => text.startsWith("red heads 5, red tails 4: one is on the outside, or one of them is wrong")), String(found()));
  assert.deepEqual(found("error"), []);
});

test("too many sides without a mate are an error", () => {
  type("R".repeat(36));
  assert.match(found("error").join(), /36 sides have nothing to face, but only 12/);
});

test("in a framed puzzle every color is even, and corners have their room", () => {
  setKind("framed");
  resize(2, 2);
  type("-rr--rr--rr--rb-");
  assert.deepEqual(found("error"), ["red occurs 7 times, an odd number: one of them is wrong", "blue occurs 1 time, an odd number: one of them is wrong"]);
  goTo({ square: 0, side: 0 });
  type("--r-");
  assert.match(found("error").join(), /square 1 has the rim on 3 sides, which fits nowhere/);
  resize(3, 3);
  goTo({ square: 0, side: 0 });
  type("-rr-".repeat(5));
  assert.match(found("error").join(), /5 corner squares, but the board has room for 4/);
});

test("in Tetravex right sides face left sides", () => {
  setKind("tetravex");
  resize(2, 2);
  type("1213".repeat(4));
  assert.match(found("error").join(), /4 right sides have no left side to face, but only 2/);
  assert.equal(JSON.parse(recordOf(draft())).puzzle.turnable, false);
  assert.deepEqual(JSON.parse(recordOf(draft())).puzzle.pieces[0], [1, 2, 1, 3]);
});

test("kinds change what the sides are, and a blank draft gets the motifs of its kind", () => {
  setKind("tetravex");
  assert.equal(draft().motifs.length, 10);
  setKind("framed");
  type("-rB");
  assert.equal(square(), "rim, red, blue, empty");
  setKind("halves");
  assert.equal(square(), "empty, red head, blue head, empty");
});

test("what has no room is cut off, and comes back by undo", () => {
  type("RrBb".repeat(9));
  resize(2, 2);
  assert.match(state.editor.line, /5 squares have no room/);
  assert.deepEqual(state.editor.at, { square: 3, side: 0 });
  resize(0, 2);
  assert.match(state.editor.line, /1 to 32/);
  undoEdit();
  assert.equal(draft().squares.length, 9);
});

test("a draft becomes a record of the library, and a puzzle becomes a draft again", () => {
  type("RbGyBGrYKkRr".repeat(3));
  setName("Mine");
  const { puzzle } = JSON.parse(recordOf(draft()));
  assert.deepEqual(puzzle.mates, [0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9]);
  assert.deepEqual(puzzle.color_names.slice(0, 5), ["", "r+", "r-", "b+", "b-"]); // k was typed, so they are letters
  assert.deepEqual(puzzle.pieces[0], [1, 4, 5, 8]);
  assert.equal(puzzle.framed, false);
  const again = { ...view(puzzle), facts: { ...view().facts, name: puzzle.name, color_names: puzzle.color_names } };
  assert.deepEqual(draftOf(again), { ...draft(), name: "Mine (edited)" });
  const sample = JSON.parse(sampleRecordOf(draft())).puzzle;
  assert.equal(sample.pieces.length, sample.rows * sample.columns);
  assert.deepEqual(new Set(sample.pieces.flat()), new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
});

test("a motif that no side shows has one number, so that the others look in play as here", () => {
  type("BbGg".repeat(9));
  const { puzzle } = JSON.parse(recordOf(draft()));
  assert.deepEqual(puzzle.color_names, ["", "red", "blue+", "blue-", "green+", "green-", "yellow"]);
  assert.deepEqual(puzzle.mates, [0, 1, 3, 2, 5, 4, 6]);
  assert.deepEqual(puzzle.pieces[0], [2, 3, 4, 5]);
});

test("of a puzzle with hints the squares are taken, and the line says so", () => {
  editPuzzle(view({ framed: false, hints: [[0, 0, 0]] }));
  assert.equal(draft().squares.length, 4);
  assert.match(state.editor.line, /without the hints/);
  editPuzzle(view({ framed: false, mates: [0, 1, 3, 2] }));
  assert.match(state.editor.line, /either halves or plain colors/);
});

test("an empty side is named before the draft is played", () => {
  type("RbG");
  goTo({ square: 5, side: 0 });
  assert.ok(!isReady());
  assert.equal(state.editor.line, "Square 1: the left side is empty.");
  assert.deepEqual(state.editor.at, { square: 0, side: 3 });
});

test("hints alone are not a board in play", () => {
  assert.equal(piecesInPlay(), 0);
  openPuzzle(view({ hints: [[0, 0, 0]] }));
  assert.equal(piecesInPlay(), 0);
  place(1, 0, 1);
  assert.equal(piecesInPlay(), 1);
});

test("what was stored is taken only if it is a draft", () => {
  assert.ok(isDraft(newDraft("tetravex", 2, 5)));
  assert.ok(!isDraft(null));
  assert.ok(!isDraft({ ...newDraft(), squares: [[0, 1, 2, 99]] }));
  assert.ok(!isDraft({ ...newDraft(), rows: 2 }));
  assert.ok(!isDraft({ ...newDraft(), motifs: ["red"] }));
});
