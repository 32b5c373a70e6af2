// A search step by step: fetched in pages, forward and back.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { openPuzzle } from "../../../src/edgematch/web/static/state/play.js";
import { goTo, goToSolution, isAtEnd, restart } from "../../../src/edgematch/web/static/state/steps.js";
import { state } from "../../../src/edgematch/web/static/state/store.js";
import { reset, view } from "./puzzles.js";

/** @import { Step } from "../../../src/edgematch/web/static/types.js" */

/**
 * A search of so many steps, with solutions at some of them.
 * @param {number} count
 * @param {number[]} solutions
 */
function search(count, solutions = []) {
  /** @type {[number, number][]} */
  const requests = [];
  /** @type {(from: number, most: number) => Promise<Step[]>} */
  const fetchSteps = async (from, most) => {
    requests.push([from, most]);
    return Array.from({ length: Math.min(most, count - from) }, (_, at) => ({
      event: solutions.includes(from + at) ? "solution" : "placed", nodes: from + at, cell: 0,
      placed: [[0, 1, 2]], counts: [],
    }));
  };
  return { requests, fetchSteps };
}

beforeEach(() => {
  reset();
  openPuzzle(view({ hints: [[3, 3, 0]] }));
});

test("steps are fetched in pages, and shown with the hints", async () => {
  const { requests, fetchSteps } = search(250);
  await restart(fetchSteps);
  assert.equal(state.search.at, 0);
  assert.deepEqual(state.shown?.cells, [6, -1, -1, 12]);
  await goTo(199, fetchSteps);
  assert.deepEqual(requests, [[0, 200]]);
  await goTo(1000, fetchSteps);
  assert.deepEqual(requests, [[0, 200], [200, 200]]);
  assert.equal(state.search.at, 249);
  assert.ok(isAtEnd());
  await goTo(-1, fetchSteps);
  assert.equal(state.search.at, 249);
});

test("two who want more steps wait for one answer", async () => {
  const { requests, fetchSteps } = search(300);
  await restart(fetchSteps);
  await Promise.all([goTo(250, fetchSteps), goTo(260, fetchSteps)]);
  assert.equal(requests.length, 2);
  assert.equal(state.search.at, 260);
});

test("the next solution is looked for on later pages too", async () => {
  const { fetchSteps } = search(700, [5, 450]);
  await restart(fetchSteps);
  await goToSolution(fetchSteps);
  assert.equal(state.search.at, 5);
  await goToSolution(fetchSteps);
  assert.equal(state.search.at, 450);
  await goToSolution(fetchSteps); // there is no other: the last step
  assert.equal(state.search.at, 699);
});

test("an answer about an earlier search is dropped", async () => {
  const first = search(10);
  /** @type {(steps: Step[]) => void} */
  let answer = () => {};
  const held = restart(() => new Promise((resolve) => { answer = resolve; }));
  await restart(first.fetchSteps);
  answer([]);
  await held;
  assert.equal(state.search.steps.length, 10);
  assert.equal(state.search.at, 0);
});

test("a refusal ends the search; silence does not", async () => {
  const { fetchSteps } = search(300);
  await restart(fetchSteps);
  await goTo(250, async () => { throw Object.assign(new Error("no answer"), { status: 0 }); });
  assert.equal(state.search.refusal, "no answer");
  assert.ok(!state.search.isComplete);
  await goTo(250, fetchSteps);
  assert.equal(state.search.at, 250);
  assert.equal(state.search.refusal, "");
  await restart(async () => { throw Object.assign(new Error("too large"), { status: 400 }); });
  assert.ok(state.search.isComplete);
  assert.equal(state.search.refusal, "too large");
});
