// The numbers behind the charts.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { TIME } from "../../../src/edgematch/web/static/charts/axes.js";
import { brokenJoins, joinCounts, otherCell } from "../../../src/edgematch/web/static/state/break_counts.js";
import { countWords, power } from "../../../src/edgematch/web/static/numbers.js";
import {
  alignedSteps, curveData, depthData, depthOf, depthShares, progressData, rateData, selectChart, shownRows, withSample,
} from "../../../src/edgematch/web/static/state/chart_data.js";
import { addJobs, receiveNews, restoreJob } from "../../../src/edgematch/web/static/state/jobs.js";
import { openView, state, update } from "../../../src/edgematch/web/static/state/store.js";
import { report, reset, view } from "./puzzles.js";

/** @import { Job, Sample, Side } from "../../../src/edgematch/web/static/types.js" */

beforeEach(() => {
  reset();
  update({ view: view() });
});

/**
 * @param {Partial<Job>} given
 * @returns {Job}
 */
function job(given) {
  addJobs([report({ id: "a" })], openView());
  return { ...state.jobs.a, ...given };
}

test("steps share an axis: values stay until the next one, and are missing outside their own times", () => {
  const { xs, columns } = alignedSteps([
    { points: [[1, 10], [3, 12]], now: 6 },
    { points: [[2, 20]], now: 4 },
    { points: [], now: 9 },
  ]);
  assert.deepEqual(xs, [1, 2, 3, 4, 6]);
  assert.deepEqual(columns, [[10, 10, 12, 12, 12], [null, 20, 20, 20, null], [null, null, null, null, null]]);
  assert.deepEqual(alignedSteps([]), { xs: [], columns: [] });
});

test("a curve goes on to the present moment, and begins where its axis does", () => {
  const searched = job({ curve: [[0.002, 3], [2, 5]], figures: { seconds: 7 } });
  assert.deepEqual(curveData([searched]), { xs: [0.002, 2, 7], columns: [[3, 5, 5]] });
  assert.deepEqual(curveData([searched], 0.1), { xs: [0.1, 2, 7], columns: [[3, 5, 5]] });
});

test("progress is the best value and the depth of the samples", () => {
  const searched = job({ curve: [[1, 8]], figures: { seconds: 3 }, history: [[1, 10, 5], [2, 20, null], [2.5, 30, 7]] });
  assert.deepEqual(progressData(searched), { xs: [1, 2.5, 3], columns: [[8, 8, 8], [5, 7, null]] });
});

test("a history keeps few samples, evenly spaced, and goes back with the search", () => {
  /** @type {Sample[]} */
  let history = [];
  for (let tenth = 1; tenth < 5000; tenth++) {
    history = withSample(history, [tenth / 10, 100 * tenth, 1]);
    assert.ok(history.length <= 240);
  }
  assert.ok(history.length >= 120);
  assert.equal(withSample(history, [499.95, 1, 1]), history);
  const gone = withSample(history, [100, 5, 3]);
  assert.ok(gone.every(([seconds]) => seconds <= 100));
});

test("news of a job with its figures become samples of its history; the server's whole history replaces them", () => {
  addJobs([report({ id: "a" })], openView());
  receiveNews({ id: "a", best: [0, -1, -1, -1] });
  assert.deepEqual(state.jobs.a.history, []);
  receiveNews({ ...report({ id: "a", version: 2 }), figures: { seconds: 1, nodes: 50 }, current: [4, 1, -1, -1] });
  receiveNews({ ...report({ id: "a", version: 3 }), figures: { seconds: 1.01, nodes: 51 }, current: null });
  receiveNews({ ...report({ id: "a", version: 4 }), figures: { seconds: 2, nodes: 90 }, current: null });
  assert.deepEqual(state.jobs.a.history, [[1, 50, 2], [2, 90, null]]);
  restoreJob({ ...report({ id: "a", version: 5 }), history: [[1, 1, 1]] });
  assert.deepEqual(state.jobs.a.history, [[1, 1, 1]]);
});

test("the depth of a board is its pieces", () => {
  assert.equal(depthOf([0, -1, 7, 8]), 3);
  assert.equal(depthOf(null), null);
});

test("rates are between neighbors, and never negative", () => {
  assert.deepEqual(rateData([[2, 100, 1], [4, 400, 1], [5, 300, 1], [6, 350, 1]]), { xs: [2, 4, 6], columns: [[50, 150, 50]] });
});

test("depths are counted in per cent, several to a bar where there are many", () => {
  const few = depthShares([[1, 1, 3], [2, 2, 5], [3, 3, 5], [4, 4, null], [5, 5, 3]]);
  assert.deepEqual(few, { xs: [3, 4, 5], columns: [[50, 0, 50]], width: 1 });
  const many = depthShares([[1, 1, 10], [2, 2, 128], [3, 3, 129]]);
  assert.equal(many.width, 2);
  assert.deepEqual([many.xs[0], many.xs[many.xs.length - 1]], [10.5, 128.5]);
  assert.ok(many.xs.length <= 61);
  assert.equal(Math.round(many.columns[0].reduce((a, b) => (a ?? 0) + (b ?? 0), 0) ?? 0), 100);
  assert.deepEqual(depthShares([[1, 1, null]]), { xs: [], columns: [], width: 1 });
});

test("nodes by depth: seen and expected, either of which may be missing", () => {
  assert.deepEqual(depthData([[1, 0], [2, 2.5], [3, -Infinity]], [1, 100]), { xs: [1, 2, 3], columns: [[0, 2, null], [0, 2.5, null]] });
  assert.deepEqual(depthData(null, [0, 1000]), { xs: [1, 2], columns: [[null, 3], [null, null]] });
  assert.deepEqual(depthData([[0, 0], [1, 400]], undefined), { xs: [0, 1], columns: [[null, null], [0, 400]] });
  assert.deepEqual(depthData(null, null), { xs: [], columns: [[], []] });
});

test("counts are whole numbers, and numbers beyond 10²⁰ have their first digits", () => {
  assert.deepEqual([1, 4, 9, 10, 57].map((count) => countWords(Math.log10(count))), ["1", "4", "9", "10", "57"]);
  assert.equal(power(Math.log10(4)), "4.0"); // of nodes that are expected
  assert.deepEqual([22.5, 557.9, -30.2].map(power), ["3.2 × 10²²", "7.9 × 10⁵⁵⁷", "6.3 × 10⁻³¹"]);
});

test("a table shows all of a few rows, and the last of many", () => {
  assert.deepEqual(shownRows(3, 40), [0, 1, 2]);
  assert.deepEqual(shownRows(0, 40), []);
  const rows = shownRows(401, 40);
  assert.ok(rows.length <= 40);
  assert.equal(rows[rows.length - 1], 400);
});

test("all cards show the chart that was chosen", () => {
  selectChart("rate");
  assert.equal(state.chart, "rate");
});

test("breaks are counted by join, from either side, among the boards that cover it", () => {
  const { puzzle } = view();
  /** @type {Side[][]} */
  const breaks = [[[0, 1], [3, 0]], [[1, 3]], []];
  const boards = breaks.map((found, at) => ({ cells: at === 2 ? [0, 4, -1, 12] : [0, 4, 8, 12], check: { breaks: found } }));
  const joins = joinCounts(puzzle, boards);
  assert.deepEqual(joins, [
    { cell: 0, side: 1, boards: 3, broken: 2 },
    { cell: 0, side: 2, boards: 2, broken: 0 },
    { cell: 1, side: 2, boards: 3, broken: 1 },
    { cell: 2, side: 1, boards: 2, broken: 0 },
  ]);
  assert.deepEqual(brokenJoins(joins).map((join) => [join.cell, otherCell(join, 2)]), [[0, 1], [1, 3]]);
});

test("ticks of time are whole seconds, minutes and hours", () => {
  assert.deepEqual([0, 0.5, 50, 60, 70, 125, 600, 3600, 5400].map(TIME.tick),
    ["0 s", "0.5 s", "50 s", "1 min", "1:10 min", "2:05 min", "10 min", "1 h", "1.5 h"]);
});
