// Jobs: what the server reports, which board is followed, who wins a race, and the words for it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { figureWords, laneWords, raceWords, statusWords } from "../../../src/edgematch/web/static/job_words.js";
import {
  addJobs, isActive, isOver, listedJobs, racers, receiveNews, removeJob, restoreJob, secondsWaited, showBest, tick, watchJob,
  watchRace, winner,
} from "../../../src/edgematch/web/static/state/jobs.js";
import { openPuzzle, place } from "../../../src/edgematch/web/static/state/play.js";
import { openView, state, update } from "../../../src/edgematch/web/static/state/store.js";
import { report, reset, view } from "./puzzles.js";

const CHECK = { score: 1, joins: 4, placed: 2, breaks: [], faults: [], problems: [], solved: false };

beforeEach(() => {
  reset();
  openPuzzle(view());
});

test("new jobs come first, and only the last twelve are listed", () => {
  for (let number = 0; number < 14; number++) addJobs([report({ id: `job ${number}` })], openView());
  assert.equal(listedJobs().length, 12);
  assert.equal(state.jobIds[0], "job 13");
  assert.deepEqual(Object.keys(state.jobs).sort(), [...state.jobIds].sort());
  removeJob("job 13");
  assert.equal(state.jobIds[0], "job 12");
  assert.equal(state.jobs["job 13"], undefined);
});

test("a race that is watched ends when its runs are deleted", () => {
  addJobs(["a", "b", "c"].map((id) => report({ id, race: "r" })), openView());
  watchRace(state.jobs.a);
  removeJob("b");
  assert.deepEqual(state.race?.slice().sort(), ["a", "c"]);
  removeJob("a");
  assert.equal(state.race, null);
});

test("news of a job is taken in, unless it is older than what is known", () => {
  addJobs([report({ id: "a", version: 5 })], openView());
  receiveNews({ id: "a", best: [0, -1, -1, -1] });
  receiveNews({ ...report({ id: "a", version: 7 }), status: "finished" });
  receiveNews({ ...report({ id: "a", version: 6 }), status: "running" });
  receiveNews({ ...report({ id: "unknown" }) });
  assert.equal(state.jobs.a.status, "finished");
  assert.deepEqual(state.jobs.a.best, [0, -1, -1, -1]);
  assert.ok(isOver(state.jobs.a) && !isActive(state.jobs.a));
  assert.deepEqual(Object.keys(state.jobs), ["a"]);
});

test("a job of an earlier visit has the open puzzle's view, or none yet", () => {
  const { puzzle } = view();
  const boards = { best: null, check: null, curve: [], puzzle };
  restoreJob({ ...report({ id: "mine" }), ...boards });
  restoreJob({ ...report({ id: "other", fingerprint: "another" }), ...boards });
  assert.equal(state.jobs.mine.view, state.view);
  assert.equal(state.jobs.other.view, null);
  const other = view({}, "another");
  receiveNews({ id: "other", view: other });
  restoreJob({ ...report({ id: "other", fingerprint: "another", status: "finished" }), ...boards });
  assert.equal(state.jobs.other.view, other);
});

test("the seconds of a job that prepares are counted by the page's clock", () => {
  addJobs([report({ id: "a", status: "starting" })], openView());
  const since = state.jobs.a.waitingSince ?? 0;
  tick(since + 7100);
  assert.equal(secondsWaited(state.jobs.a), 7);
  assert.match(statusWords(state.jobs.a), /7 s$/);
  receiveNews({ id: "a", status: "running" });
  assert.equal(secondsWaited(state.jobs.a), 0);
  tick(since + 9000); // nothing prepares: the clock rests
  assert.equal(state.clock, since + 7100);
});

test("a tree search that is watched shows its current board, and in the end its best", () => {
  addJobs([report({ id: "a" })], openView());
  watchJob(state.jobs.a);
  assert.deepEqual(state.shown?.cells, [-1, -1, -1, -1]);
  assert.match(state.shown?.label ?? "", /no board yet/);
  receiveNews({ id: "a", current: [0, -1, -1, -1] });
  assert.match(state.shown?.label ?? "", /, now$/);
  assert.deepEqual(state.shown?.cells, [0, -1, -1, -1]);
  assert.equal(state.shown?.check, null);
  receiveNews({ id: "a", best: [0, 4, -1, -1], check: CHECK });
  assert.deepEqual(state.shown?.cells, [0, -1, -1, -1]);
  receiveNews({ id: "a", status: "finished", current: null });
  assert.deepEqual(state.shown?.cells, [0, 4, -1, -1]);
  assert.equal(state.shown?.check, CHECK);
});

test("before a search has a board, the pieces that stay are shown, or else my board", () => {
  openPuzzle(view({ hints: [[3, 3, 0]] }));
  place(1, 0, 1);
  addJobs([report({ id: "kept", fixed: [[0, 1, 1]] }), report({ id: "free" }), report({ id: "other", fingerprint: "another" })], openView());
  place(2, 1, 0);
  watchJob(state.jobs.kept);
  assert.deepEqual(state.shown?.cells, [5, -1, -1, 12]);
  assert.match(state.shown?.label ?? "", /^the pieces that stay; .* no board yet$/);
  watchJob(state.jobs.free);
  assert.equal(state.shown?.cells, state.cells);
  assert.match(state.shown?.label ?? "", /^your board; .* no board yet$/);
  receiveNews({ id: "free", current: [0, -1, -1, 12] });
  assert.deepEqual(state.shown?.cells, [0, -1, -1, 12]);
  watchJob(state.jobs.other); // of which I have no board
  assert.deepEqual(state.shown?.cells, [-1, -1, -1, 12]);
});

test("a search for the best board that is watched shows each better board", () => {
  addJobs([report({ id: "a", goal: "optimize", measure: "joins" })], openView());
  watchJob(state.jobs.a);
  receiveNews({ id: "a", best: [0, 4, 8, 12], check: CHECK });
  assert.equal(state.shown?.check, CHECK);
  receiveNews({ id: "a", best: [4, 0, 8, 12], check: CHECK });
  assert.deepEqual(state.shown?.cells, [4, 0, 8, 12]);
  update({ shown: null });
  receiveNews({ id: "a", best: [0, 4, 8, 12], check: CHECK });
  assert.equal(state.shown, null);
});

test("the best board of a job of another puzzle is shown there", () => {
  addJobs([report({ id: "a" })], openView());
  receiveNews({ id: "a", best: [0, 4, 8, 12], check: CHECK });
  const other = view({ rows: 1, columns: 2 }, "another");
  openPuzzle(other);
  showBest(state.jobs.a);
  assert.equal(state.view, state.jobs.a.view);
  assert.equal(state.aside?.view, other);
  update({ shown: null });
  assert.equal(state.view, other);
});

test("the first tree search that ends with an answer wins", () => {
  addJobs([report({ id: "a", race: "r", engine: "slow" }), report({ id: "b", race: "r", engine: "fast" })], openView());
  watchRace(state.jobs.b);
  assert.deepEqual(racers().map((job) => job.id), ["a", "b"]);
  assert.equal(winner(racers()), undefined);
  assert.equal(raceWords(racers(), undefined), "A race: slow against fast");
  receiveNews({ id: "a", status: "finished", ended: "seconds", figures: { nodes: 1, seconds: 0.1, value: 2 } });
  assert.equal(winner(racers()), undefined);
  receiveNews({ id: "a", ended: "found", figures: { nodes: 10, seconds: 4, value: 4 } });
  receiveNews({ id: "b", status: "finished", ended: "found", figures: { nodes: 10, seconds: 2, value: 4 } });
  assert.equal(winner(racers())?.id, "b");
  assert.match(raceWords(racers(), winner(racers())), /^fast is first, after 2.0\ss, 2.0 times as fast$/);
});

test("the highest value wins a race for the best board, and of equal ones the earlier", () => {
  const both = { race: "r", goal: /** @type {const} */ ("optimize"), measure: /** @type {const} */ ("joins") };
  addJobs([report({ id: "a", ...both }), report({ id: "b", ...both })], openView());
  watchRace(state.jobs.a);
  receiveNews({ id: "a", status: "finished", ended: "seconds", figures: { nodes: 1, seconds: 9, value: 3, improved: 2 } });
  assert.equal(winner(racers()), undefined);
  receiveNews({ id: "b", figures: { nodes: 1, seconds: 9, value: 3, improved: 1 } });
  assert.equal(winner(racers()), undefined);
  receiveNews({ id: "b", check: { ...CHECK, solved: true } });
  assert.equal(winner(racers())?.id, "b");
  receiveNews({ id: "b", check: CHECK, status: "finished", ended: "seconds" });
  assert.equal(winner(racers())?.id, "b");
  receiveNews({ id: "a", figures: { nodes: 1, seconds: 9, value: 4, improved: 2 } });
  assert.equal(winner(racers())?.id, "a");
});

test("the words for a job follow its goal, its end, and whether the server answers", () => {
  addJobs([report({ id: "a" }), report({ id: "b", goal: "optimize", measure: "joins", most: 4 })], openView());
  assert.equal(statusWords(state.jobs.a), "running");
  update({ away: "no answer" });
  assert.equal(statusWords(state.jobs.a), "no answer; last status: running");
  receiveNews({ id: "a", status: "finished", ended: "exhausted", proves_unsolvable: true });
  receiveNews({ id: "b", status: "finished", ended: "exhausted", is_proved: true });
  assert.equal(statusWords(state.jobs.a), "proved: no solution");
  assert.equal(statusWords(state.jobs.b), "proved: no board is better");
  receiveNews({ id: "b", check: { ...CHECK, solved: true } });
  assert.equal(statusWords(state.jobs.b), "solved");
});

test("the figures of a job follow its goal, and are dashes before the first report", () => {
  addJobs([report({ id: "a" }), report({ id: "b", goal: "optimize", measure: "joins", most: 4 })], openView());
  assert.deepEqual(figureWords(state.jobs.b)[0], ["score", "–"]);
  receiveNews({ id: "a", figures: { nodes: 3000, seconds: 2, value: 3, solutions: 0, share: 0.5 } });
  receiveNews({ id: "b", figures: { nodes: 3000, seconds: 2, value: 3, improved: 1 }, check: { ...CHECK, breaks: [[0, 1]] } });
  assert.deepEqual(Object.fromEntries(figureWords(state.jobs.a)), {
    "nodes/s": "1.5\u00a0k", nodes: "3.0\u00a0k", "most placed": "3 / 4", solutions: "0", "tree searched": "50.00 %", time: "2.0\u00a0s",
  });
  receiveNews({ id: "a", figures: { ...state.jobs.a.figures, preparing: 0.05 } });
  assert.ok(!("compile time" in Object.fromEntries(figureWords(state.jobs.a))));
  receiveNews({ id: "a", figures: { ...state.jobs.a.figures, preparing: 25 } });
  assert.equal(Object.fromEntries(figureWords(state.jobs.a))["compile time"], "25.0\u00a0s");
  assert.match(laneWords(state.jobs.a), / · compile time 25\.0\ss$/);
  const figures = Object.fromEntries(figureWords(state.jobs.b));
  assert.equal(figures.score, "3 / 4");
  assert.equal(figures.breaks, "1");
  assert.match(laneWords(state.jobs.b), /^3 of 4 joins · /);
  assert.match(laneWords(state.jobs.a), /^best 3 of 4 placed · /);
});
