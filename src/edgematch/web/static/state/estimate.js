// What is expected of the open puzzle, and what a search of it has seen.

/** @import { Estimate, Job, Point } from "../types.js" */

import { power, seconds, share, short, whole } from "../numbers.js";
import { isActive, listedJobs } from "./jobs.js";
import { state } from "./store.js";

const USUAL_RATE = 5e7;
const DAY = 24 * 3600;
const ENOUGH_SECONDS = 1; // a shorter run says little about the rate

/** The fill orders in words. @type {Record<string, string>} */
const ORDER_WORDS = {
  rows: "row by row", "rows-up": "row by row, from the bottom", columns: "column by column", "spiral-in": "spiral inward",
  "spiral-out": "spiral outward", "frame-first": "frame first", chess: "like a chessboard",
};
/** @param {string} order */
export const orderWords = (order) => ORDER_WORDS[order] ?? order;

/** The estimate of the open puzzle, if the server has sent it. */
export function openEstimate() {
  return state.estimate && state.estimate.view === state.view ? state.estimate : null;
}

/**
 * The newest job of the open puzzle that counts its nodes by depth.
 * @param {string} [order] not one that fills the cells in another order
 */
export function jobWithDepths(order) {
  return listedJobs().find((job) => {
    const own = orderOf(job);
    const isOther = order !== undefined && own in ORDER_WORDS && own !== order;
    return isComparable(job) && job.engine !== "auto" && job.figures.depths?.length && !isOther;
  });
}

/** Whether a job searches the open puzzle as it is, with no other pieces fixed. @param {Job} job */
const isComparable = (job) => job.fingerprint === state.view?.facts.fingerprint && !job.fixed.length;

/**
 * The fill order of a job, as far as it has one: consistency chooses cells as it goes.
 * @param {Job} job
 */
export function orderOf({ engine, options }) {
  if (engine !== "row-scan") return String(options.cells ?? "");
  return String(!options.order || options.order === "auto" ? "rows" : options.order);
}

/**
 * The order whose profile is shown: the one chosen, or that of the search, or the cheapest.
 * @param {Estimate} estimate
 */
export function shownOrder(estimate) {
  const job = jobWithDepths();
  const wanted = state.estimateOrder || (job ? orderOf(job) : "");
  return estimate.orders.find(({ order }) => order === wanted) ?? estimate.orders[0];
}

/**
 * The expected nodes by depth in an order: sampled if they were, else by the formula.
 * @param {Estimate} estimate
 * @param {string} order
 * @returns {Point[]}
 */
export function profileOf(estimate, order) {
  if (estimate.sampled?.order === order) return estimate.sampled.profile;
  return estimate.orders.find((each) => each.order === order)?.profile ?? [];
}

/**
 * The nodes that are expected where a job searches, for its chart; null if nothing is known.
 * @param {Job} job
 */
export function expectedNodes(job) {
  const estimate = openEstimate();
  if (!estimate || !isComparable(job)) return null;
  const order = orderOf(job);
  return estimate.orders.some((each) => each.order === order) ? profileOf(estimate, order) : null;
}

/**
 * How many nodes row scan searches in a second, and how that is known.
 * @returns {{ rate: number, words: string, canMeasure: boolean }} canMeasure: whether a run with this puzzle would tell more
 */
export function rateOfRowScan() {
  const runs = listedJobs().filter(({ engine }) => engine === "row-scan");
  const own = runs.filter(({ fingerprint }) => fingerprint === state.view?.facts.fingerprint);
  const canMeasure = !own.some((job) => isActive(job) || isLong(job) || job.ended === "exhausted");
  const job = [...own, ...runs].find(isLong);
  if (!job) {
    const tooSoon = own.some(({ ended }) => ended === "exhausted") ? "its search of this puzzle ended too soon to measure it" : "not measured on this machine";
    return { rate: USUAL_RATE, words: `the rate of row scan on one core of an Intel Xeon; ${tooSoon}`, canMeasure };
  }
  const cores = job.threads > 1 ? ` with ${job.threads} threads` : "";
  const which = own.includes(job) ? "this puzzle" : "another puzzle";
  const rate = (job.figures.nodes ?? 0) / (job.figures.seconds ?? 1);
  return { rate, words: `the rate of row scan on this machine${cores}, measured while it searched ${which}`, canMeasure };
}

/** Whether a job has run long enough to tell its rate. @param {Job} job */
const isLong = ({ figures }) => Boolean(figures.nodes) && (figures.seconds ?? 0) >= ENOUGH_SECONDS;

/**
 * How long so many nodes take: in days, from a day on.
 * @param {number | null} log10Nodes
 * @param {number} rate nodes a second
 */
export function timeWords(log10Nodes, rate) {
  if (log10Nodes === null) return "no time";
  const log10 = log10Nodes - Math.log10(rate);
  if (log10 < 0) return "< 1\u00a0s";
  if (log10 < Math.log10(DAY)) return seconds(10 ** log10);
  return `${power(log10 - Math.log10(DAY))} days`;
}

/**
 * How many solutions are expected, in a sentence.
 * @param {number | null} log10 of their number
 * @param {boolean} isTurnable whether a solution that is turned as a whole is one too
 */
export function expectedWords(log10, isTurnable) {
  if (log10 === null) return "No solution can be expected: the sides of these pieces cannot be paired.";
  if (log10 < Math.log10(0.5)) return `No solution is expected by chance (${power(log10)} on average); one that was planted is not counted.`;
  const number = log10 < Math.log10(2) ? "one solution is" : `${power(log10)} solutions are`;
  return `About ${number} expected by chance${isTurnable ? ", with all turns of the board" : ""}; one that was planted is not counted.`;
}

/**
 * Whether a job searches only one of the turns of the whole board, and so fewer nodes than the estimate has.
 * @param {Job} job
 */
function searchesOneTurn({ goal, engine, options, puzzle }) {
  const isBroken = goal === "count" || Boolean(options.break_symmetry ?? engine === "consistency");
  return isBroken && puzzle.turnable !== false;
}

/**
 * What the searches of the open puzzle have seen in an order, in a sentence.
 * @param {string} order
 */
export function seenWords(order) {
  const job = jobWithDepths(order);
  if (job) return placedWords(job);
  const other = jobWithDepths();
  if (!other) return "No search of this puzzle has reported its nodes by depth yet; row-scan and consistency do.";
  return `The nodes that ${other.engine} has seen are not shown: it filled the cells in another order, ${orderWords(orderOf(other))}.`;
}

/** @param {Job} job */
function placedWords(job) {
  const nodes = `${job.engine} has placed ${short(job.figures.nodes ?? 0)} pieces`;
  const part = job.ended === "exhausted" ? "in the whole tree"
    : `in ${share(job.figures.share)} of its tree${isActive(job) ? " so far" : ""}`;
  const turns = searchesOneTurn(job) ? ", one turn of the board only" : "";
  const depth = job.engine === "row-scan" ? ""
    : " Its depths are choices: cells that follow from them take none, so it ends where the expected search goes on.";
  return `${nodes} ${part}${turns}.${depth}`;
}

/**
 * What random walks have told, in a sentence.
 * @param {Estimate} estimate
 */
export function sampledWords({ sampled }) {
  if (!sampled) return "";
  const [low, high] = sampled.log10_interval.map((end) => end === null ? "0" : power(end));
  return `Sampled, ${orderWords(sampled.order)}: ${power(sampled.log10_nodes)} nodes by ${whole(sampled.walks)} random walks down the tree of`
    + ` this puzzle (95 % interval ${low} to ${high}). A few walks carry most of the weight, so it is often too low.`;
}
