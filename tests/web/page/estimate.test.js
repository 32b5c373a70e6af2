// The estimate of the open puzzle: its words, its rate, and the search that it is held against.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  expectedNodes, expectedWords, jobWithDepths, openEstimate, profileOf, rateOfRowScan, sampledWords, seenWords, shownOrder,
  timeWords,
} from "../../../src/edgematch/web/static/state/estimate.js";
import { addJobs, receiveNews } from "../../../src/edgematch/web/static/state/jobs.js";
import { openPuzzle } from "../../../src/edgematch/web/static/state/play.js";
import { distanceWords, solutionWords } from "../../../src/edgematch/web/static/state/price.js";
import { openView, state, update } from "../../../src/edgematch/web/static/state/store.js";
import { report, reset, view } from "./puzzles.js";

/** @returns {import("../../../src/edgematch/web/static/types.js").Estimate} */
const estimate = () => ({
  log10_solutions: 0, sampled: null, view: openView(),
  orders: [
    { order: "spiral-in", log10_nodes: 2, profile: [[1, 0.5], [2, 1.9]] },
    { order: "rows", log10_nodes: 3, profile: [[1, 0.7], [2, 2.9]] },
  ],
});

beforeEach(() => {
  reset();
  openPuzzle(view());
  update({ estimate: estimate() });
});

test("an estimate is that of the open puzzle only", () => {
  assert.ok(openEstimate());
  openPuzzle(view({}, "other"));
  assert.equal(openEstimate(), null);
});

test("the order shown is the one chosen, else that of the search, else the cheapest", () => {
  assert.equal(shownOrder(estimate()).order, "spiral-in");
  addJobs([report({ id: "a", figures: { nodes: 5, depths: [1, 4] } })], openView());
  assert.equal(jobWithDepths()?.id, "a");
  assert.equal(shownOrder(estimate()).order, "rows");
  update({ estimateOrder: "spiral-in" });
  assert.equal(shownOrder(estimate()).order, "spiral-in");
});

test("only a search of this puzzle that counts its depths is held against the estimate", () => {
  addJobs([report({ id: "a", engine: "sat", figures: { nodes: 5 } })], openView());
  addJobs([report({ id: "b", fingerprint: "other", figures: { nodes: 5, depths: [5] } })], openView());
  addJobs([report({ id: "c", fixed: [[0, 0, 0]], figures: { nodes: 5, depths: [5] } })], openView());
  assert.equal(jobWithDepths(), undefined);
  assert.equal(expectedNodes(state.jobs.c), null);
});

test("the nodes expected where a job searches are for its own order and puzzle", () => {
  addJobs([report({ id: "a", options: { order: "spiral-in" } }), report({ id: "b" }), report({ id: "c", engine: "consistency" }),
    report({ id: "d", fingerprint: "other" })], openView());
  const profile = (/** @type {string} */ id) => expectedNodes(state.jobs[id]);
  assert.deepEqual([profile("a"), profile("b"), profile("c"), profile("d")],
    [[[1, 0.5], [2, 1.9]], [[1, 0.7], [2, 2.9]], null, null]);
});

test("a sampled profile takes the place of the formula's in its own order", () => {
  const sampled = { order: "rows", walks: 2000, log10_nodes: 3.1, log10_interval: [null, 3.3], profile: /** @type {[number, number][]} */ ([[1, 0.6]]) };
  const both = { ...estimate(), sampled };
  assert.deepEqual(profileOf(both, "rows"), [[1, 0.6]]);
  assert.deepEqual(profileOf(both, "spiral-in"), [[1, 0.5], [2, 1.9]]);
  assert.match(sampledWords(both), /^Sampled, row by row: 1,259 nodes by 2,000 random walks .* \(95 % interval 0 to 1,995\)/);
  assert.equal(sampledWords(estimate()), "");
});

test("the rate is measured by the searches of this machine, and says so", () => {
  assert.match(rateOfRowScan().words, /not measured on this machine/);
  assert.deepEqual([rateOfRowScan().rate, rateOfRowScan().canMeasure], [5e7, true]);
  addJobs([report({ id: "other", fingerprint: "other", status: "finished", figures: { nodes: 4e6, seconds: 2 } })], openView());
  assert.equal(rateOfRowScan().rate, 2e6);
  assert.match(rateOfRowScan().words, /another puzzle$/);
  addJobs([report({ id: "own", threads: 2, figures: {} })], openView());
  assert.equal(rateOfRowScan().canMeasure, false); // it is being measured
  receiveNews({ id: "own", status: "finished", figures: { nodes: 9e6, seconds: 3 } });
  assert.deepEqual([rateOfRowScan().rate, rateOfRowScan().canMeasure], [3e6, false]);
  assert.match(rateOfRowScan().words, /with 2 threads, measured while it searched this puzzle$/);
});

test("a search that ends at once measures nothing", () => {
  addJobs([report({ id: "a", status: "finished", ended: "exhausted", figures: { nodes: 100, seconds: 0.001 } })], openView());
  const { rate, words, canMeasure } = rateOfRowScan();
  assert.deepEqual([rate, canMeasure], [5e7, false]);
  assert.match(words, /ended too soon/);
});

test("times are in days from a day on", () => {
  assert.equal(timeWords(null, 1), "no time");
  assert.equal(timeWords(5, 5e7), "< 1\u00a0s");
  assert.equal(timeWords(Math.log10(7200), 1), "2.0 h");
  assert.equal(timeWords(Math.log10(50 * 86400), 1), "50 days");
  assert.equal(timeWords(47.2, 5e7), "3.7 × 10³⁴ days");
});

test("expected solutions are told in a sentence that does not promise", () => {
  assert.match(expectedWords(null, true), /cannot be paired/);
  assert.match(expectedWords(-3, true), /^No solution is expected by chance \(1\.0 × 10⁻³ on average\); one that was planted/);
  assert.match(expectedWords(0, true), /^About one solution is expected/);
  assert.match(expectedWords(Math.log10(1162), true), /^About 1,162 solutions are expected by chance, with all turns of the board;/);
  assert.match(expectedWords(1, false), /^About 10 solutions are expected by chance; one/);
});

test("what was seen says how much of the tree it is", () => {
  assert.match(seenWords("rows"), /^No search of this puzzle has reported/);
  addJobs([report({ id: "a", figures: { nodes: 2500, share: 0.0312, depths: [1] } })], openView());
  assert.equal(seenWords("rows"), "row-scan has placed 2.5\u00a0k pieces in 3.12 % of its tree so far.");
  receiveNews({ id: "a", goal: "count" });
  assert.match(seenWords("rows"), /of its tree so far, one turn of the board only\.$/);
  receiveNews({ id: "a", engine: "consistency", goal: "solve", status: "finished", ended: "exhausted" });
  assert.match(seenWords("rows"), /^consistency has placed 2\.5\u00a0k pieces in the whole tree, one turn of the board only\. Its depths are choices/);
});

test("nodes that were seen in one order are not held against those expected in another", () => {
  const figures = { nodes: 5, depths: [1, 4] };
  addJobs([report({ id: "a", options: { order: "auto" }, figures })], openView());
  assert.deepEqual(["rows", "spiral-in"].map((order) => jobWithDepths(order)?.id), ["a", undefined]);
  assert.match(seenWords("spiral-in"), /not shown: it filled the cells in another order, row by row\.$/);
  addJobs([report({ id: "b", options: { order: "spiral-in" }, figures })], openView());
  assert.deepEqual(["rows", "spiral-in"].map((order) => jobWithDepths(order)?.id), ["a", "b"]);
  addJobs([report({ id: "c", engine: "auto", figures })], openView()); // in an order that it does not tell
  assert.notEqual(jobWithDepths()?.id, "c");
});

/**
 * @param {string} recipe
 * @param {number | null} solutions
 * @param {number | null} distance
 */
const price = (recipe, solutions, distance) => ({
  recipe, log10_solutions: solutions === null ? null : Math.log10(solutions), log10_nodes: 3, class_log10: 0, transition: 6, distance, curve: [],
});

test("the generator speaks of this puzzle, never of an only solution where others are expected", () => {
  const above = price("two-set:7x7:7:3:seed=1", 1162, 1);
  assert.equal(solutionWords(above), "about 1,162 solutions are expected besides the planted one");
  assert.equal(distanceWords(above), "1 color above the hardest number: other solutions are likely");
  const far = price("two-set:7x7:12:3:seed=1", 1e-9, 6);
  assert.equal(solutionWords(far), "no solution is expected besides the planted one: 1.0 × 10⁻⁹ on average");
  assert.equal(distanceWords(far), "6 colors above the hardest number: probably only the planted solution");
  assert.equal(solutionWords(price("one-set:5x5:3:seed=1:random", 40, -1)), "about 40 solutions are expected");
  assert.equal(distanceWords(price("one-set:5x5:3:seed=1:random", 0.1, -1)), "1 color below the hardest number: probably no solution");
  assert.equal(solutionWords(price("one-set:5x5:3:seed=1:random", 1, 0)), "about one solution is expected");
  assert.match(solutionWords(price("one-set:5x5:3:seed=1:random", null, 1)), /cannot be paired/);
  assert.equal(distanceWords(price("one-set:5x5:3:seed=1", 1, 0)), "right at the hardest number of colors");
  assert.equal(distanceWords(price("tetravex:4x4:10:seed=1", 1, null)), "");
});
