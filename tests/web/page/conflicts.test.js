// A proof that there is no solution with my pieces, shown on my board.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { startConflicts } from "../../../src/edgematch/web/static/state/conflicts.js";
import { addJobs, receiveNews, watchJob } from "../../../src/edgematch/web/static/state/jobs.js";
import { myPieces, openPuzzle, place, takeBack } from "../../../src/edgematch/web/static/state/play.js";
import { state, update } from "../../../src/edgematch/web/static/state/store.js";
import { report, reset, view } from "./puzzles.js";

/** @import { JobNews, Placement } from "../../../src/edgematch/web/static/types.js" */

startConflicts();

/** @type {Placement[]} */
const fixed = [[0, 0, 1], [1, 2, 0]];
const conflict = { placements: fixed, is_smallest: true, text: "The pieces on A1 and A2 cannot all stay." };
/** @type {JobNews} */
const end = { id: "a", version: 2, status: "finished", ended: "exhausted", proves_unsolvable: true, conflict, message: "no solution with your pieces" };

/** Let listeners hear of what has changed. */
const settle = () => new Promise((resolve) => { setTimeout(resolve); });

beforeEach(async () => {
  reset();
  openPuzzle(view({ hints: [[3, 3, 0]] }));
  place(0, 1, 0);
  place(2, 0, 1);
  addJobs([report({ id: "a", fixed })], view());
  watchJob(state.jobs.a);
  await settle();
});

test("the pieces that stay are mine, not the hints", () => {
  assert.deepEqual(myPieces(), fixed);
});

test("the end of a job that is watched brings my board back, with the pieces that cannot stay", async () => {
  receiveNews(end);
  await settle();
  assert.equal(state.shown, null);
  assert.equal(state.advice?.text, "No solution with your pieces");
  assert.deepEqual(state.advice?.culprits, fixed);
});

test("only pieces that still lie there are marked", async () => {
  takeBack(1);
  receiveNews(end);
  await settle();
  assert.deepEqual(state.advice?.culprits, [fixed[0]]);
});

test("another board that is shown stays", async () => {
  const other = { cells: [1, 2, 3, 12], label: "", check: null, job: "b" };
  update({ shown: other });
  receiveNews(end);
  await settle();
  assert.equal(state.shown, other);
  assert.equal(state.advice, null);
});

test("a job that proves nothing about my pieces says nothing", async () => {
  receiveNews({ ...end, proves_unsolvable: false, conflict: null });
  await settle();
  assert.equal(state.advice, null);
});
