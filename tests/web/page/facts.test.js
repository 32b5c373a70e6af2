// What jobs have proved, in words, and what it means for Help me.

import assert from "node:assert/strict";
import { test } from "node:test";

import { catalogWords, factsOf, factWords, refutation, strongest, withFacts } from "../../../src/edgematch/web/static/state/facts.js";
import { report } from "./puzzles.js";

/** @import { Advice, Placement } from "../../../src/edgematch/web/static/types.js" */

const over = { status: /** @type {const} */ ("finished") };
const words = (/** @type {import("../../../src/edgematch/web/static/types.js").Fact} */ fact) => factWords(fact, (cell) => `A${cell + 1}`);
/** @type {Placement[]} */
const mine = [[0, 1, 2], [1, 3, 0]];
const conflict = { placements: mine.slice(1), is_smallest: true, text: "The piece on A2 cannot stay." };
const proof = report({ ...over, id: "a", proves_unsolvable: true, is_proved: true, ended: "exhausted", fixed: mine, conflict });
const unsolvable = report({ ...over, id: "b", proves_unsolvable: true, is_proved: true, ended: "exhausted" });
/** @type {Advice} */
const unknown = { kind: "unknown", text: "Nothing is proved yet.", culprits: [], cells: [], placement: null };

test("a finished count is exact, a stopped one is a lower bound", () => {
  const counts = { boards: 8, pictures: 4, "boards-up-to-symmetry": 2, "pictures-up-to-symmetry": 1 };
  const [done] = factsOf(report({ ...over, id: "a", goal: "count", is_proved: true, ended: "exhausted", counts, figures: { solutions: 8 } }));
  assert.equal(words(done), "Exactly 8 solutions (4 if equal pieces are not told apart, 2 up to turns of the whole board).");
  const [stopped] = factsOf(report({ ...over, id: "b", goal: "count", ended: "interrupted", figures: { solutions: 1234 } }));
  assert.equal(words(stopped), "At least 1,234 solutions.");
  assert.deepEqual(factsOf(report({ ...over, id: "c", goal: "count", ended: "seconds", figures: { solutions: 0 } })), []);
  assert.deepEqual(strongest([stopped, done]), [done]);
});

test("a proof names my pieces, and those that cannot stay", () => {
  assert.equal(words(factsOf(proof)[0]), "No solution with your pieces on A1 and A2. The piece on A2 cannot stay.");
  const many = { ...proof, fixed: Array.from({ length: 9 }, (_, cell) => /** @type {Placement} */ ([cell, cell, 0])) };
  assert.match(words(factsOf(many)[0]), /^No solution with your 9 pieces on A1, .*, A8 and 1 more\. The piece on A2/);
  assert.equal(words(factsOf(unsolvable)[0]), "No solution at all.");
  const blameless = { ...proof, conflict: { ...conflict, placements: [] } };
  assert.equal(words(factsOf(blameless)[0]), "No solution at all.");
});

test("the best bound of a search for the best board is a fact", () => {
  const best = { ...over, goal: /** @type {const} */ ("optimize"), measure: /** @type {const} */ ("joins"), most: 12 };
  const [loose] = factsOf(report({ ...best, id: "a", figures: { value: 9, bound: 11 } }));
  const [tight] = factsOf(report({ ...best, id: "b", is_proved: true, figures: { value: 10, bound: 10 } }));
  assert.equal(words(tight), "No board has more than 10 matching joins.");
  assert.equal(words({ ...tight, measure: "pieces" }), "No board without breaks has more than 10 pieces.");
  assert.equal(words({ ...tight, measure: "prefix" }), "No board has a clean prefix of more than 10 pieces.");
  assert.deepEqual(strongest([loose, tight]), [tight]);
  assert.deepEqual(factsOf(report({ ...best, id: "c", figures: { value: 9, bound: 12 } })), []);
  const solved = factsOf(report({ ...best, id: "d", is_proved: true, figures: { value: 12, solutions: 1 } }));
  assert.deepEqual(solved.map(words), ["At least 1 solution."]);
});

test("of equal facts the newest stays, and of proofs the one that names fewer pieces", () => {
  const [old] = factsOf({ ...unsolvable, id: "old", created: 1 });
  const [young] = factsOf({ ...unsolvable, id: "young", created: 2 });
  assert.deepEqual(strongest([old, young]), [young]);
  const [vague] = factsOf({ ...proof, id: "vague", created: 3, conflict: null });
  const [sharp] = factsOf({ ...proof, id: "sharp", created: 1 });
  assert.deepEqual(strongest([vague, sharp]), [sharp]);
});

test("a board is refuted by the pieces that cannot stay, wherever the others are", () => {
  const facts = factsOf(proof);
  assert.ok(refutation(facts, [6, 12, -1, -1]));
  assert.ok(refutation(facts, [-1, 12, -1, -1]));
  assert.equal(refutation(facts, [6, 13, -1, -1]), undefined);
  assert.ok(refutation(factsOf(unsolvable), [-1, -1, -1, -1]));
});

test("Help me says what is known instead of that nothing is proved", () => {
  const told = withFacts(unknown, factsOf(proof), [6, 12, -1, -1], words);
  assert.equal(told.kind, "conflict");
  assert.deepEqual(told.culprits, [[1, 3, 0]]);
  assert.match(told.text, /No solution with your pieces on A1 and A2/);
  /** @type {Advice} */
  const vacuous = { ...unknown, kind: "proved", text: "Piece 1 goes on A1", placement: [0, 0, 0] };
  assert.equal(withFacts(vacuous, factsOf(unsolvable), [-1, -1], words).placement, null);
  assert.equal(withFacts(vacuous, factsOf(proof), [6, 13], words), vacuous);
  /** @type {Advice} */
  const rule = { ...unknown, kind: "conflict", text: "Piece 1 is on 2 cells." };
  assert.equal(withFacts(rule, factsOf(unsolvable), [-1, -1], words), rule);
  const counted = factsOf(report({ ...over, id: "c", goal: "count", is_proved: true, counts: { boards: 1 }, figures: { solutions: 1 } }));
  assert.match(withFacts(unknown, counted, [-1], words).text, /^Nothing is proved yet\. Known: Exactly 1 solution\.$/);
});

test("the catalog's results are told as such", () => {
  assert.deepEqual(catalogWords({ solutions: 4, solutions_up_to_symmetry: 1 }), ["The catalog says: 4 solutions, 1 up to turns of the whole board."]);
  assert.deepEqual(catalogWords({ published_solutions: 115071633408 }), ["Published: 115,071,633,408 solutions."]);
  assert.deepEqual(catalogWords({ joins: 480 }), []);
});
