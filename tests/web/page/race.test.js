// Races over several seeds: lanes, medians, and words that do not claim too much.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { raceTable, standingWords } from "../../../src/edgematch/web/static/race_words.js";
import { addJobs, listedJobs, receiveNews } from "../../../src/edgematch/web/static/state/jobs.js";
import { chance, lanesOf, leader, spreadOf, wins } from "../../../src/edgematch/web/static/state/race.js";
import { openPuzzle } from "../../../src/edgematch/web/static/state/play.js";
import { openView } from "../../../src/edgematch/web/static/state/store.js";
import { report, reset, view } from "./puzzles.js";

/** @import { Goal, JobReport } from "../../../src/edgematch/web/static/types.js" */

beforeEach(() => {
  reset();
  openPuzzle(view());
});

/**
 * Start a race; a lane is its engine, and the runs wait.
 * @param {Partial<JobReport>[]} engines
 * @param {number} seeds
 */
function start(engines, seeds) {
  const jobs = [];
  for (let heat = 0; heat < seeds; heat++) {
    engines.forEach((engine, lane) => {
      if (heat && engine.uses_seed === false) return;
      jobs.push(report({ id: `${lane} ${heat}`, race: "r", lane, heat, seed: heat, status: "waiting", ...engine }));
    });
  }
  addJobs(jobs, openView());
}

/**
 * Let a run end after some seconds; with no answer if it was cut off.
 * @param {string} id
 * @param {number} seconds
 * @param {JobReport["ended"]} ended
 */
function end(id, seconds, ended = "found", value = 4) {
  receiveNews({ id, status: "finished", ended, figures: { nodes: 1000 * seconds, seconds, value, improved: seconds / 2 } });
}

const race = () => lanesOf(listedJobs());

test("the lanes of a race have their runs in order, and show the newest that has begun", () => {
  start([{ engine: "a" }, { engine: "b", uses_seed: false }], 3);
  assert.deepEqual(race().map((lane) => [lane.name, lane.runs.length, lane.shown.id]), [["a", 3, "0 0"], ["b", 1, "1 0"]]);
  end("0 0", 1);
  receiveNews({ id: "0 1", status: "running" });
  assert.equal(race()[0].shown.id, "0 1");
  assert.deepEqual(race()[0].done.map((job) => job.id), ["0 0"]);
});

test("runs that were stopped while they waited are neither shown nor counted", () => {
  start([{ engine: "a" }, { engine: "b" }], 2);
  end("0 0", 1);
  end("1 0", 2);
  for (const id of ["0 1", "1 1"]) receiveNews({ id, status: "finished", ended: null });
  assert.deepEqual(race().map((lane) => [lane.shown.id, lane.done.length]), [["0 0", 1], ["1 0", 1]]);
  assert.match(standingWords(race()), /^2 of 4 runs are done\. a is ahead/);
});

test("a run that was stopped did not take all of its time", () => {
  start([{ engine: "a" }, { engine: "b" }], 1);
  end("0 0", 5, "interrupted");
  end("1 0", 60, "seconds");
  const { head, rows } = raceTable(race());
  assert.deepEqual(rows.map((row) => row[head.indexOf("search time")].slice(0, 4)), ["cut ", "over"]);
});

test("two lanes of one engine are told apart by their options", () => {
  start([{ engine: "a", options: { order: "rows" } }, { engine: "a" }, { engine: "b", options: { width: 2 } }], 1);
  assert.deepEqual(race().map((lane) => lane.name), ["a order=rows", "a", "b"]);
});

test("a run that was cut off counts as longer than all others", () => {
  assert.deepEqual(spreadOf([3, 1, 2]), { median: 2, least: 1, most: 3 });
  assert.deepEqual(spreadOf([4, 1]), { median: 2.5, least: 1, most: 4 });
  assert.deepEqual(spreadOf([1, Infinity, 2]), { median: 2, least: 1, most: Infinity });
  assert.equal(spreadOf([1, Infinity])?.median, Infinity);
  assert.equal(spreadOf([]), null);
});

test("the table has medians, lowest and highest figures, and how many runs have an answer", () => {
  start([{ engine: "a" }, { engine: "b", uses_seed: false }], 3);
  end("0 0", 1);
  end("0 1", 3);
  end("0 2", 60, "seconds");
  end("1 0", 2);
  const { head, rows } = raceTable(race());
  assert.deepEqual(head, ["answers", "search time", "nodes"]);
  assert.deepEqual(rows.map((row) => row.map((text) => text.replaceAll("\u00a0", " "))), [
    ["2 of 3", "3.0 s (1.0 s to over 1 min 0 s)", "3.0 k (1.0 k to more)"],
    ["1 of 1", "2.0 s", "2.0 k"],
  ]);
  receiveNews({ id: "1 0", figures: { nodes: 1, seconds: 2, preparing: 25 } });
  assert.deepEqual(raceTable(race()).rows.map((row) => row[3]), ["–", "25.0\u00a0s"]);
});

test("the chance that one of two equals wins so often is that of a sign test", () => {
  assert.equal(chance(1, 0), 1);
  assert.equal(chance(5, 0), 2 / 32);
  assert.equal(chance(6, 0), 2 / 64);
  assert.equal(chance(4, 1), 2 * 6 / 32);
  assert.equal(chance(0, 0), 1);
});

test("who is ahead is said with the number of seeds, and that it may be chance", () => {
  start([{ engine: "a" }, { engine: "b" }], 6);
  assert.equal(standingWords(race()), "0 of 12 runs are done. ");
  for (const heat of [0, 1, 2]) {
    end(`0 ${heat}`, 1);
    end(`1 ${heat}`, heat ? 2 : 0.5);
  }
  assert.deepEqual(wins(race()[0], race()[1]), { own: 2, others: 1, seeds: 3 });
  assert.deepEqual(raceTable(race()).rows.map((row) => row[0]), ["3 of 6", "3 of 6"]);
  assert.equal(standingWords(race()), "6 of 12 runs are done. a is ahead: faster than b on 2 of 3 seeds. That may be chance.");
  end("1 0", 9);
  for (const heat of [3, 4, 5]) {
    end(`0 ${heat}`, 1);
    end(`1 ${heat}`, 60, "seconds");
  }
  assert.equal(standingWords(race()), "a is ahead: faster than b on 6 of 6 seeds.");
});

test("nobody is ahead while a lane has no run, or if all are cut off", () => {
  start([{ engine: "a" }, { engine: "b" }], 2);
  end("0 0", 60, "seconds");
  assert.equal(leader(race()), null);
  for (const id of ["0 1", "1 0", "1 1"]) end(id, 60, "seconds");
  assert.equal(standingWords(race()), "No engine is ahead of the others.");
});

test("a better median alone does not put a lane ahead", () => {
  start([{ engine: "a" }, { engine: "b" }], 5);
  [[9, 1], [9, 1], [2, 3], [3, 4], [4, 3.5]].forEach(([a, b], heat) => {
    end(`0 ${heat}`, a);
    end(`1 ${heat}`, b);
  });
  assert.deepEqual(wins(race()[1], race()[0]), { own: 3, others: 2, seeds: 5 });
  assert.equal(leader(race())?.first.name, "b");
  end("1 4", 4.5);
  end("1 0", 3);
  end("0 0", 2.9);
  assert.equal(leader(race()), null);
});

test("an engine without seeds is compared with every run of another", () => {
  start([{ engine: "a" }, { engine: "b", uses_seed: false }], 3);
  for (const heat of [0, 1, 2]) end(`0 ${heat}`, 1);
  end("1 0", 5);
  assert.deepEqual(wins(race()[0], race()[1]), { own: 3, others: 0, seeds: 3 });
});

test("a race for the best board goes by values, and a higher one is better", () => {
  const goal = /** @type {Goal} */ ("optimize");
  start([{ engine: "a", goal, measure: "joins" }, { engine: "b", goal, measure: "joins" }], 2);
  for (const heat of [0, 1]) {
    end(`0 ${heat}`, 9, "seconds", 2);
    end(`1 ${heat}`, 9, "seconds", 3 + heat);
  }
  assert.equal(leader(race())?.first.name, "b");
  assert.match(standingWords(race()), /^b is ahead: a better board than a on 2 of 2 seeds\. That may be chance\.$/);
  assert.deepEqual(raceTable(race()).rows[1][0], "3.5 (3 to 4)");
});
