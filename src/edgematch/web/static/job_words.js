// What the page says about a job: its status, its figures, and how it ended.

/** @import { Goal, Job, Measure } from "./types.js" */

import { seconds, share, short, whole } from "./numbers.js";
import { isOver, secondsWaited } from "./state/jobs.js";
import { state } from "./state/store.js";
import { WHY_PREPARING } from "./transport.js";

export const NONE = "–";
/** What a search for the best board maximizes. @type {Record<Measure, { name: string, counted: string, title: string }>} */
export const MEASURE_WORDS = {
  joins: { name: "score", counted: "joins", title: "Score of" },
  pieces: { name: "pieces", counted: "pieces", title: "Pieces on" },
  prefix: { name: "clean prefix", counted: "pieces in a clean prefix", title: "Clean prefix of" },
};
export const LEAST_COMPILING = 0.1; // seconds; what is shorter is not worth a figure
const CUT = { nodes: "node limit reached", seconds: "time limit reached", interrupted: "stopped" };

/**
 * The words that differ by goal.
 * @typedef {object} GoalWords
 * @property {(job: Job) => string} end how a finished job ended
 * @property {(job: Job) => [name: string, value: string][]} figures
 * @property {(job: Job) => string} reached how good its best board is
 * @property {(first: Job, others: Job[]) => string} won by what a winner leads
 */

/** @type {GoalWords} */
const TREE = {
  end: (job) => {
    if (job.proves_unsolvable) return job.fixed?.length ? "proved: no solution with your pieces" : "proved: no solution";
    return { ...CUT, found: "solved", exhausted: "all found" }[job.ended ?? "interrupted"];
  },
  figures: (job) => [
    ["nodes/s", rate(job)], ["nodes", nodes(job)], ["most placed", value(job)],
    ["solutions", job.figures.solutions === undefined ? NONE : whole(job.figures.solutions)],
    ["tree searched", job.ended === "exhausted" ? "all of it" : share(job.figures.share)], ["time", time(job)],
    ...compiling(job),
  ],
  reached: (job) => `${isOver(job) ? "" : "best "}${job.figures.value} of ${job.most} placed`,
  won: (first, others) => {
    const own = first.figures.seconds ?? 0;
    const ended = others.filter((job) => isOver(job) && job.ended === first.ended);
    const next = ended.length ? Math.min(...ended.map((job) => job.figures.seconds ?? 0)) : 0;
    const asFast = `${(next / own).toFixed(1)} times as fast${others.length > 1 ? " as the next" : ""}`;
    return `after ${seconds(own)}${next / own >= 1.1 ? `, ${asFast}` : ""}`;
  },
};

/** @type {GoalWords} */
const BOARD = {
  end: (job) => {
    if (job.check?.solved) return "solved";
    if (job.is_proved) return "proved: no board is better";
    return { ...CUT, found: "target reached", exhausted: "all tried" }[job.ended ?? "interrupted"];
  },
  figures: (job) => [
    [MEASURE_WORDS[job.measure].name, value(job)],
    ["breaks", job.check ? String(job.check.breaks.length) : NONE],
    ["last improved", typeof job.figures.improved === "number" ? `at ${seconds(job.figures.improved)}` : NONE],
    ["nodes/s", rate(job)], ["nodes", nodes(job)], ["time", time(job)], ...compiling(job),
  ],
  reached: (job) => `${job.figures.value} of ${job.most} ${MEASURE_WORDS[job.measure].counted}`,
  won: (first) => `with ${first.figures.value} ${MEASURE_WORDS[first.measure].counted} after ${seconds(first.figures.improved ?? 0)}`,
};

/** @type {Record<Goal, GoalWords>} */
const WORDS = { solve: TREE, count: TREE, optimize: BOARD };

/** @param {Job} job */
const value = ({ figures, most }) => figures.value === undefined ? NONE : `${figures.value} / ${most}`;
/** @param {Job} job */
const nodes = ({ figures }) => figures.nodes === undefined ? NONE : short(figures.nodes);
/** @param {Job} job */
const rate = ({ figures }) => figures.nodes !== undefined && figures.seconds ? short(figures.nodes / figures.seconds) : NONE;
/** @param {Job} job */
const time = ({ figures }) => figures.seconds === undefined ? NONE : seconds(figures.seconds);

/**
 * The time before the search, where it was long enough to wonder about.
 * @param {Job} job
 * @returns {[name: string, value: string][]}
 */
const compiling = ({ figures }) => (figures.preparing ?? 0) > LEAST_COMPILING
  ? [["compile time", seconds(figures.preparing ?? 0)]] : [];

/**
 * The figures of a job, as names and values.
 * @param {Job} job
 */
export const figureWords = (job) => WORDS[job.goal].figures(job);

/**
 * How a finished job ended.
 * @param {Job} job
 */
const endWords = (job) => job.ended ? WORDS[job.goal].end(job) : "stopped";

/**
 * How a job stands.
 * @param {Job} job
 */
export function statusWords(job) {
  if (state.away && !isOver(job)) return `no answer; last status: ${job.status}`;
  if (job.status === "starting") return preparingWords(job);
  return job.status === "finished" ? endWords(job) : job.status;
}

/**
 * What to say while a job prepares: its loops are compiled once, and that takes long.
 * @param {Job} job
 */
function preparingWords(job) {
  const waited = secondsWaited(job);
  return waited < 3 ? "preparing" : `preparing; ${WHY_PREPARING}: ${waited} s`;
}

/**
 * How a job of a race stands, in one line.
 * @param {Job} job
 */
export function laneWords(job) {
  const { status, figures } = job;
  if (figures.nodes === undefined) return status === "starting" ? preparingWords(job) : job.message || status;
  const isSilent = state.away && !isOver(job);
  const standing = { running: "", finished: endWords(job) }[/** @type {string} */ (status)] ?? status;
  const compiled = compiling(job).map(([name, value]) => `${name} ${value}`);
  return [isSilent ? "no answer" : standing, WORDS[job.goal].reached(job), `${nodes(job)} nodes`, figures.seconds ? `${rate(job)}/s` : "", time(job), ...compiled]
    .filter(Boolean).join(" · ");
}

/**
 * The headline of a race.
 * @param {Job[]} jobs
 * @param {Job | undefined} first the winner so far
 */
export function raceWords(jobs, first) {
  if (!first) return `A race: ${jobs.map((job) => job.engine).join(" against ")}`;
  const lead = WORDS[first.goal].won(first, jobs.filter((job) => job !== first));
  return `${first.engine} is first, ${lead}`;
}
