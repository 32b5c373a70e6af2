// All searches of the studio: whose they are, which places they take; and what is followed again after a reload.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { canBeStopped, inListOrder, ownerWords, placeWords } from "../../../src/edgematch/web/static/state/all_jobs.js";
import { figureWords } from "../../../src/edgematch/web/static/job_words.js";
import {
  addJobs, adoptJob, followed, listedJobs, showBest, showFollowed, watchJob, watchRace,
} from "../../../src/edgematch/web/static/state/jobs.js";
import { openPuzzle } from "../../../src/edgematch/web/static/state/play.js";
import { openView, state, update } from "../../../src/edgematch/web/static/state/store.js";
import { recall, remember } from "../../../src/edgematch/web/static/session.js";
import { report, reset, view } from "./puzzles.js";

beforeEach(() => {
  reset();
  openPuzzle(view());
});

const listed = (id, mine, status = "running") => ({ ...report({ id }), status, mine });

test("the page says whose searches take the places", () => {
  addJobs([report({ id: "a" }), report({ id: "b" })], openView());
  const jobs = [listed("a", true), listed("b", true), listed("c", true), listed("d", true, "paused")];
  assert.deepEqual(jobs.map(ownerWords), ["this page", "this page", ...Array(2).fill("another page on your machine")]);
  assert.equal(placeWords({ jobs, most: 8, most_mine: 4 }),
    "3 of your 4 places are taken: 2 by this page, 1 by other pages on your machine.");
  jobs.push(listed("e", false, "starting"), listed("f", false, "finished"));
  assert.equal(ownerWords(jobs[4]), "another machine");
  assert.match(placeWords({ jobs, most: 8, most_mine: 4 }), /Other machines take 1; 4 of all 8 are taken\.$/);
  assert.equal(placeWords({ jobs: [], most: 8, most_mine: 4 }), "0 of your 4 places are taken.");
});

test("searches that can be stopped come first, also those that wait", () => {
  const jobs = ["finished", "waiting", "lost", "running", "paused", "failed"].map((status, at) => listed(`${at}`, true, status));
  assert.deepEqual(inListOrder(jobs).map(({ status }) => status), ["waiting", "running", "paused", "finished", "lost", "failed"]);
  assert.deepEqual(jobs.filter(canBeStopped).map(({ id }) => id), ["1", "3", "4"]);
});

test("a job of another page can be listed here, once", () => {
  addJobs([report({ id: "a" })], openView());
  const whole = { ...report({ id: "b" }), best: null, check: null, curve: [], puzzle: openView().puzzle };
  adoptJob(whole);
  adoptJob(whole);
  assert.deepEqual(listedJobs().map(({ id }) => id), ["b", "a"]);
});

test("what is followed is known, and can be shown again", () => {
  assert.equal(followed(), null);
  addJobs([report({ id: "a", race: "r" }), report({ id: "b", race: "r" })], openView());
  watchJob(state.jobs.a);
  assert.deepEqual(followed(), { job: "a", follows: "current" });
  watchRace(state.jobs.b);
  const race = followed();
  assert.deepEqual(race, { job: "a", follows: "race" });
  update({ race: null, jobs: { ...state.jobs, b: { ...state.jobs.b, best: [1, -1, -1, -1] } } });
  showBest(state.jobs.b);
  const best = followed();
  assert.deepEqual(best, { job: "b", follows: "best" });
  update({ shown: null });
  assert.equal(followed(), null);
  watchRace(state.jobs.b);
  update({ jobs: { a: { ...state.jobs.a, status: "finished" }, b: { ...state.jobs.b, status: "failed" } } });
  assert.equal(followed(), null); // nothing changes any more
  showFollowed(state.jobs.b, best.follows);
  assert.deepEqual(state.shown.cells, [1, -1, -1, -1]);
  showFollowed(state.jobs.a, race.follows);
  assert.deepEqual(state.race, ["a", "b"]);
  update({ shown: { cells: [], label: "a step", check: null, isStep: true }, race: null });
  assert.equal(followed(), null); // no job
});

test("preparing and searching are shown apart", () => {
  addJobs([report({ id: "a", figures: { nodes: 5, seconds: 2, preparing: 25, value: 1 } })], openView());
  const words = Object.fromEntries(figureWords(state.jobs.a));
  assert.equal(words.time, "2.0\u00a0s");
  assert.equal(words["compile time"], "25.0\u00a0s");
});

test("a page without storage keeps nothing, and says nothing", () => {
  globalThis.sessionStorage = { getItem() { throw new Error("denied"); }, setItem() { throw new Error("full"); } };
  remember("a", 1);
  assert.equal(recall("a"), null);
  const kept = new Map([["edgematch-studio-a", "{broken"]]);
  globalThis.sessionStorage = {
    getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text), removeItem: (key) => kept.delete(key),
  };
  assert.equal(recall("a"), null);
  remember("a", { b: 1 });
  assert.deepEqual(recall("a"), { b: 1 });
  remember("a", null);
  assert.equal(recall("a"), null);
});
