// Gathers what the jobs of the studio have proved about the open puzzle, and keeps it when jobs are deleted.

/** @import { Fact, JobReport } from "./types.js" */

import { get } from "./api.js";
import { isOver } from "./state/jobs.js";
import { factsOf, strongest } from "./state/facts.js";
import { on, state, update } from "./state/store.js";
import { delayed } from "./timing.js";

const KEY = "edgematch-studio-facts";
const MOST_PUZZLES = 100;
const MOST_FACTS = 20; // of a puzzle
const SOON = 100; // milliseconds: several jobs may end at once

export function startFacts() {
  let known = "";
  const gatherSoon = delayed(gather, SOON);
  on(["view"], () => gatherSoon.start());
  on(["jobs"], () => { // some job has ended
    const over = Object.values(state.jobs).filter(isOver).map((job) => job.id).join();
    if (over !== known) gatherSoon.start();
    known = over;
  });
}

async function gather() {
  const fingerprint = state.view?.facts.fingerprint;
  if (!fingerprint) return;
  /** @type {JobReport[]} */
  let reports = Object.values(state.jobs);
  try {
    reports = [...reports, .../** @type {{ jobs: JobReport[] }} */ (await get("/api/jobs")).jobs];
  } catch { /* those of this page are known */ }
  if (state.view?.facts.fingerprint !== fingerprint) return;
  const proved = reports.filter((job) => job.fingerprint === fingerprint && isOver(job)).flatMap(factsOf);
  const stored = load();
  const facts = strongest([...proved, ...(stored[fingerprint] ?? [])]).slice(0, MOST_FACTS);
  if (proved.length) store(stored, fingerprint, facts);
  update({ facts });
}

/** @returns {Record<string, Fact[]>} */
function load() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof stored === "object" && stored ? stored : {};
  } catch { // there is no storage, or it holds something else
    return {};
  }
}

/**
 * @param {Record<string, Fact[]>} stored
 * @param {string} fingerprint
 * @param {Fact[]} facts
 */
function store(stored, fingerprint, facts) {
  const { [fingerprint]: _, ...others } = stored;
  const kept = Object.fromEntries([...Object.entries(others).slice(1 - MOST_PUZZLES), [fingerprint, facts]]);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch { /* the jobs still know them */ }
}
