// The words of the card about a board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { factWords } from "../../../src/edgematch/web/static/check_words.js";

/** @import { BoardFacts } from "../../../src/edgematch/web/static/types.js" */

/** @type {BoardFacts} */
const FACTS = {
  score: 470, best_score: 480, breaks: 10, placed: 256, cells: 256, pieces_without_break: 238,
  clean_rows: { north: 0, east: 1, south: 12, west: 0 }, clean_prefix: 195, repeated_pieces: [], hints: 0, hints_kept: 0,
  known: { title: "Eternity II", is_official: true, pieces: "", hints: 5, hints_kept: ["I8"] }, is_legal: true, is_solution: false,
};

test("the card of a board of Eternity II counts five hints", () => {
  const words = Object.fromEntries(factWords(FACTS));
  assert.equal(words["Official pieces"], "yes, those of Eternity II");
  assert.equal(words["Hints kept"], "1 of 5 (I8)");
  assert.equal(words.Pieces, "256 of 256, 238 of them without a break");
  assert.equal(words["Clean rows"], "12 from the bottom; 1 column from the right");
  assert.equal(words["Clean prefix"], "195 pieces");
  assert.equal(words.Doubles, "none");
  const doubled = Object.fromEntries(factWords({ ...FACTS, known: null, repeated_pieces: [8, 9], hints: 2, clean_prefix: 1 }));
  assert.equal(doubled["Clean prefix"], "1 piece");
  assert.equal(doubled.Doubles, "pieces 8, 9 more than once");
  assert.equal(doubled["Hints kept"], "0 of 2");
  assert.ok(!("Official pieces" in doubled));
});
