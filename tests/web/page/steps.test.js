// A search step by step: fetched in pages, the last steps kept, forward and back.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { clickCell, openPuzzle, place } from "../../../src/edgematch/web/static/state/play.js";
import {
  currentStep, forgetSearch, goTo, goToSolution, goToStart, isAtEnd, MOST_KEPT, restart,
} from "../../../src/edgematch/web/static/state/steps.js";
import { state } from "../../../src/edgematch/web/static/state/store.js";
import { reset, view } from "./puzzles.js";

/** @import { Step, StepMark, StepsAnswer } from "../../../src/edgematch/web/static/types.js" */

/**
 * A search of so many steps, with solutions at some of them. A mark has the number of its step as nodes.
 * @param {number} count
 * @param {number[]} solutions
 */
function search(count, solutions = []) {
  /** @type {[number, number][]} */
  const requests = [];
  /** @type {(at: number) => Step} */
  const step = (at) => ({
    event: solutions.includes(at) ? "solution" : at === count - 1 ? "over" : "placed", nodes: at, cell: 0,
    placed: [[0, 1, 2]], counts: [],
  });
  /** @type {(after: StepMark | null, most: number, toSolution: boolean) => Promise<StepsAnswer>} */
  const fetchSteps = async (after, most, toSolution) => {
    const from = after ? after.nodes + 1 : 0;
    requests.push([from, most]);
    let end = Math.min(count, from + most);
    if (toSolution) end = Math.min(count, 1 + (solutions.find((at) => at >= from) ?? count));
    const first = Math.max(from, end - most);
    const steps = Array.from({ length: end - first }, (_, at) => step(first + at));
    return { steps, skipped: first - from, next: { event: "placed", nodes: end - 1, path: [] } };
  };
  return { requests, fetchSteps };
}

beforeEach(() => {
  reset();
  openPuzzle(view({ hints: [[3, 3, 0]] }));
});

test("steps are fetched in pages, and shown with the hints and my pieces", async () => {
  const { requests, fetchSteps } = search(250);
  place(0, 1, 1);
  await restart(fetchSteps);
  assert.equal(state.search.at, 0);
  assert.deepEqual(state.shown?.cells, [6, 1, -1, 12]);
  await goTo(99, fetchSteps);
  assert.deepEqual(requests, [[0, 100]]);
  await goTo(1000, fetchSteps);
  assert.deepEqual(requests, [[0, 100], [100, 100], [200, 100]]);
  assert.equal(state.search.at, 249);
  assert.ok(isAtEnd());
  await goTo(-1, fetchSteps);
  assert.equal(state.search.at, 249);
});

test("the last steps are kept; before them the search begins anew", async () => {
  const { requests, fetchSteps } = search(1000);
  await restart(fetchSteps);
  await goTo(520, fetchSteps);
  assert.equal(state.search.steps.length, MOST_KEPT);
  assert.equal(state.search.first, 400);
  assert.equal(currentStep()?.nodes, 520);
  await goTo(3, fetchSteps);
  assert.equal(currentStep()?.nodes, 400); // the oldest
  await goTo(599, fetchSteps);
  await goTo(600, fetchSteps);
  await goTo(599, fetchSteps);
  assert.equal(currentStep()?.nodes, 599);
  const asked = requests.length;
  await goToStart(fetchSteps);
  assert.equal(currentStep()?.nodes, 0);
  assert.equal(requests.length, asked + 1);
});

test("two who want more steps wait for one answer", async () => {
  const { requests, fetchSteps } = search(300);
  await restart(fetchSteps);
  await Promise.all([goTo(150, fetchSteps), goTo(160, fetchSteps)]);
  assert.equal(requests.length, 2);
  assert.equal(state.search.at, 160);
});

test("the next solution is looked for beyond the steps that are known", async () => {
  const { fetchSteps } = search(700, [5, 450]);
  await restart(fetchSteps);
  assert.ok(await goToSolution(fetchSteps));
  assert.equal(state.search.at, 5);
  assert.ok(await goToSolution(fetchSteps));
  assert.equal(state.search.at, 450);
  assert.equal(currentStep()?.nodes, 450);
  assert.ok(state.search.steps.length <= MOST_KEPT);
  assert.ok(!(await goToSolution(fetchSteps))); // there is no other: the last step
  assert.equal(state.search.at, 699);
  assert.ok(isAtEnd());
});

test("an answer about an earlier search is dropped", async () => {
  const first = search(10);
  /** @type {(answer: StepsAnswer) => void} */
  let answer = () => {};
  const held = restart(() => new Promise((resolve) => { answer = resolve; }));
  await restart(first.fetchSteps);
  answer({ steps: [], skipped: 0, next: null });
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

test("what came in time is shown, and more is fetched as one goes on", async () => {
  const { requests, fetchSteps } = search(30);
  await restart((after, _, toSolution) => fetchSteps(after, 3, toSolution)); // all that a slow machine could do
  assert.ok(state.search.isShort);
  await goTo(2, async () => { throw new Error("is there already"); });
  assert.equal(state.search.at, 2);
  await goTo(9, async () => { throw Object.assign(new Error("too slow"), { status: 503 }); });
  assert.equal(state.search.at, 2); // the last that there is
  assert.ok(!state.search.isComplete);
  await goTo(3, fetchSteps);
  assert.equal(state.search.at, 3);
  assert.deepEqual(requests, [[0, 3], [3, 100]]);
});

test("a search that is forgotten begins from the board of that moment", async () => {
  const { requests, fetchSteps } = search(50);
  await restart(fetchSteps);
  place(2, 0, 2);
  forgetSearch();
  assert.equal(state.search.start, state.cells);
  assert.equal(currentStep(), undefined);
  await goTo(1, fetchSteps);
  assert.equal(requests.length, 2);
  assert.equal(state.shown?.cells[2], 8);
});

test("a click on an empty cell of my board asks for its candidates", () => {
  clickCell(1);
  assert.equal(state.inspected, 1);
  assert.equal(state.selected, null);
});
