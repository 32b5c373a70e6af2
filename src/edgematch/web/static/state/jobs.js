// The jobs of this page: what the server reports about them, and which of their boards is shown.

/** @import { Cells, Job, JobNews, JobReport, PuzzleView, ShownBoard } from "../types.js" */

import { depthOf, withSample } from "./chart_data.js";
import { showElsewhere } from "./play.js";
import { state, update } from "./store.js";

const MOST_LISTED = 12; // a race counts once

/** @param {JobReport} job */
export const isOver = (job) => ["finished", "failed", "lost"].includes(job.status);
/** @param {JobReport} job */
export const isActive = (job) => ["starting", "running", "pausing", "stopping"].includes(job.status);

/** The jobs of this page, newest first. */
export function listedJobs() {
  return state.jobIds.map((id) => state.jobs[id]).filter(Boolean);
}

/**
 * Add jobs that the server has started.
 * @param {JobReport[]} started
 * @param {PuzzleView} view their puzzle
 */
export function addJobs(started, view) {
  const added = started.map((report) => withWait({
    ...report, best: null, check: null, curve: [], history: [], puzzle: view.puzzle, view, waitingSince: null, isOrdered: false,
  }));
  const kept = newest([...added, ...listedJobs()]);
  update({ jobs: Object.fromEntries(kept.map((job) => [job.id, job])), jobIds: kept.map((job) => job.id) });
}

/**
 * The newest jobs and races, as many as are listed.
 * @param {Job[]} jobs
 */
function newest(jobs) {
  const listed = new Set();
  return jobs.filter((job) => {
    const entry = job.race ?? job.id;
    if (listed.size < MOST_LISTED) listed.add(entry);
    return listed.has(entry);
  });
}

/**
 * Add a job of an earlier visit, or bring one up to date, with all that the server knows of it.
 * @param {JobNews} whole
 */
export function restoreJob(whole) {
  const before = state.jobs[whole.id];
  const isOfOpenPuzzle = state.view?.facts.fingerprint === whole.fingerprint;
  const own = before ?? { history: [], view: isOfOpenPuzzle ? state.view : null, waitingSince: null, isOrdered: false };
  const job = withWait({ ...own, .../** @type {Job} */ (whole) });
  update({ jobs: { ...state.jobs, [job.id]: job } });
  follow(job);
}

/**
 * List a job that somebody else started, with all that the server knows of it.
 * @param {JobNews} whole
 */
export function adoptJob(whole) {
  restoreJob(whole);
  const kept = [whole.id, ...state.jobIds.filter((id) => id !== whole.id)].slice(0, MOST_LISTED);
  update({ jobs: Object.fromEntries(kept.map((id) => [id, state.jobs[id]])), jobIds: kept });
}

/**
 * Take in an event or the answer to an order. News older than what is known is dropped:
 * an answer may arrive after the event that tells of what happened since.
 * @param {JobNews} news
 */
export function receiveNews(news) {
  const before = state.jobs[news.id];
  if (!before || (news.version !== undefined && news.version < before.version)) return;
  const job = withHistory(withWait({ ...before, ...news }), news);
  update({ jobs: { ...state.jobs, [job.id]: job } });
  follow(job);
}

/**
 * @param {Job} job
 * @returns {Job}
 */
function withWait(job) {
  return { ...job, waitingSince: job.status === "starting" ? job.waitingSince ?? Date.now() : null };
}

/**
 * @param {Job} job
 * @param {JobNews} news
 * @returns {Job}
 */
function withHistory(job, { figures, current, history }) {
  if (history || figures?.seconds === undefined) return job;
  return { ...job, history: withSample(job.history, [figures.seconds, figures.nodes ?? 0, depthOf(current ?? null)]) };
}

/** @param {string} id */
export function removeJob(id) {
  const { [id]: _, ...jobs } = state.jobs;
  const left = state.race?.filter((each) => each !== id);
  update({
    jobs, jobIds: state.jobIds.filter((each) => each !== id),
    ...(left && left.length !== state.race?.length ? { race: left.length > 1 ? left : null } : {}),
  });
}

/**
 * Seconds that a job has been preparing, by the page's clock.
 * @param {Job} job
 */
export function secondsWaited(job) {
  return job.waitingSince === null ? 0 : Math.max(0, Math.round((state.clock - job.waitingSince) / 1000));
}

/** Move the clock on if a job is preparing. */
export function tick(now = Date.now()) {
  if (listedJobs().some((job) => job.status === "starting")) update({ clock: now });
}

// Boards of jobs in place of mine

/**
 * The board of a job that is shown: the current one while there is one, if that is wanted, or the best.
 * @param {Job} job
 * @param {"current" | "best"} follows
 * @returns {ShownBoard | null} null before there is any
 */
function boardOf(job, follows) {
  const current = follows === "current" && isActive(job) ? job.current : null;
  if (current) return { cells: current, label: `${job.engine}, now`, check: null, job: job.id, follows };
  const label = job.solutions_kept ? `a solution by ${job.engine}` : `the best board of ${job.engine}`;
  return job.best && { cells: job.best, label, check: job.check, job: job.id, follows };
}

/**
 * The pieces that a job starts with: the hints, and those of mine that stay.
 * @param {Job} job
 * @returns {Cells}
 */
export function fixedCells({ puzzle, fixed }) {
  const cells = puzzle.pieces.map(() => -1);
  for (const [cell, piece, turn] of [...(puzzle.hints ?? []), ...fixed]) cells[cell] = 4 * piece + turn;
  return cells;
}

/**
 * What is shown of a job before it has a board: the pieces that stay, or else my board of its puzzle.
 * @param {Job} job
 * @returns {ShownBoard}
 */
function boardBefore(job) {
  const fixed = fixedCells(job);
  const isOfMine = !state.aside && !otherView(job) && state.cells.length > 0; // of my puzzle
  const cells = isOfMine && (!job.fixed.length || String(fixed) === String(state.cells)) ? state.cells : fixed;
  const isFixed = job.fixed.length > 0 || !isOfMine;
  const has = cells.every((value) => value < 0) ? "" : isFixed ? "the pieces that stay; " : "your board; ";
  const check = cells === state.cells ? state.check : null;
  return { cells, label: `${has}${job.engine} has no board yet`, check, job: job.id, follows: "current" };
}

/**
 * Show a job on the large board, from now on to its end.
 * @param {Job} job
 */
export function watchJob(job) {
  show(job, boardOf(job, "current") ?? boardBefore(job));
}

/**
 * Show the best board of a job, and its better ones as they come.
 * @param {Job} job
 */
export function showBest(job) {
  const shown = boardOf(job, "best");
  if (shown) show(job, shown);
}

/**
 * Show a board of a job in place of mine.
 * @param {Job} job
 * @param {ShownBoard} shown
 */
export function show(job, shown) {
  showElsewhere(otherView(job), { shown, race: null });
}

/**
 * Show the race of a job.
 * @param {Job} job
 */
export function watchRace(job) {
  const race = listedJobs().filter((each) => each.race === job.race).map((each) => each.id);
  showElsewhere(otherView(job), { race, shown: null });
}

/**
 * @param {Job} job
 * @returns {PuzzleView | null} null if it is the open puzzle
 */
function otherView(job) {
  return state.view?.facts.fingerprint === job.fingerprint ? null : job.view;
}

/**
 * Keep the board that is shown up to date.
 * @param {Job} job
 */
function follow(job) {
  const { shown } = state;
  if (!shown || shown.job !== job.id || !shown.follows) return;
  const next = boardOf(job, shown.follows);
  if (next && (next.cells !== shown.cells || next.check !== shown.check || next.label !== shown.label)) update({ shown: next });
}

/**
 * What is shown of which job, so that a reload can show it again; null if it does not change any more.
 * @returns {{ job: string, follows: "current" | "best" | "race" } | null}
 */
export function followed() {
  const { shown } = state;
  const [first, ...others] = racers();
  if (first) return [first, ...others].every(isOver) ? null : { job: first.id, follows: "race" };
  if (!shown?.job || !shown.follows || !state.jobs[shown.job] || isOver(state.jobs[shown.job])) return null;
  return { job: shown.job, follows: shown.follows };
}

/**
 * Show again what `followed` returned.
 * @param {Job} job
 * @param {string} follows
 */
export function showFollowed(job, follows) {
  if (follows === "race") watchRace(job);
  else if (follows === "current") watchJob(job);
  else showBest(job);
}

// Races

/** The jobs of the race that is shown; empty if none is. */
export function racers() {
  return (state.race ?? []).map((id) => state.jobs[id]).filter(Boolean);
}

/**
 * The winner of a race so far: the first that ended with an answer, or the highest value when all have ended.
 * @param {Job[]} jobs
 * @returns {Job | undefined}
 */
export function winner(jobs) {
  return jobs[0]?.goal === "optimize" ? bestValue(jobs) : firstAnswer(jobs);
}

/** @param {Job[]} jobs */
function firstAnswer(jobs) {
  return jobs.filter((job) => job.status === "finished" && (job.ended === "found" || job.ended === "exhausted"))
    .sort((a, b) => (a.figures.seconds ?? 0) - (b.figures.seconds ?? 0))[0];
}

/** @param {Job[]} jobs */
function bestValue(jobs) {
  const valued = jobs.filter((job) => job.figures.value !== undefined);
  if (!jobs.every(isOver)) return valued.find((job) => job.check?.solved || (isOver(job) && job.is_proved));
  return valued.sort((a, b) => (b.figures.value ?? 0) - (a.figures.value ?? 0)
    || (a.figures.improved ?? 0) - (b.figures.improved ?? 0))[0];
}
