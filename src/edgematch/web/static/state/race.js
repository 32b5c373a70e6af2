// A race over one or more seeds: its lanes, what they have reached, and who is ahead.

/** @import { Job } from "../types.js" */

import { isOver } from "./jobs.js";

/**
 * An engine of a race with its runs, one for each seed.
 * @typedef {object} Lane
 * @property {string} name the engine, and its options where they tell lanes apart
 * @property {boolean} usesSeed
 * @property {Job[]} runs in the order of the seeds
 * @property {Job[]} done the runs that are over
 * @property {Job} shown the newest run that has begun
 */

/** A middle value and its spread. @typedef {{ median: number, least: number, most: number }} Spread */

const MOST_BY_CHANCE = 0.05;

/**
 * @param {Job[]} jobs of one race
 * @returns {Lane[]}
 */
export function lanesOf(jobs) {
  const numbers = [...new Set(jobs.map((job) => job.lane))].sort((a, b) => a - b);
  const engines = numbers.map((lane) => jobs.find((job) => job.lane === lane)?.engine);
  return numbers.map((lane, at) => {
    const runs = jobs.filter((job) => job.lane === lane).sort((a, b) => a.heat - b.heat);
    const begun = runs.filter((job) => job.status !== "waiting" && !isNeverBegun(job));
    const isTwice = engines.filter((engine) => engine === engines[at]).length > 1;
    return {
      name: isTwice ? [runs[0].engine, ...optionWords(runs[0])].join(" ") : runs[0].engine,
      usesSeed: runs[0].uses_seed, runs, done: runs.filter((job) => isOver(job) && !isNeverBegun(job)), shown: begun.at(-1) ?? runs[0],
    };
  });
}

/**
 * Whether a run was stopped while it waited.
 * @param {Job} job
 */
const isNeverBegun = (job) => job.status === "finished" && !job.ended && job.figures.nodes === undefined;

/** @param {Job} job */
export const optionWords = ({ options }) => Object.entries(options).map(([name, value]) => `${name}=${value}`);

/**
 * Whether a run ended with an answer, not at a limit.
 * @param {Job} job
 */
export const hasAnswer = (job) => job.ended === "found" || job.ended === "exhausted";

/**
 * What a run is compared by, more being worse: the seconds to its answer, or the value of its best board, negated.
 * @param {Job} job
 */
function cost(job) {
  if (job.goal === "optimize") return -(job.figures.value ?? -Infinity);
  return hasAnswer(job) ? job.figures.seconds ?? Infinity : Infinity;
}

/**
 * The median of some values, and the lowest and highest. Infinity stands for a run that was cut off.
 * @param {number[]} values
 * @returns {Spread | null} null if there are none
 */
export function spreadOf(values) {
  if (!values.length) return null;
  const sorted = values.slice().sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
  return { median, least: sorted[0], most: sorted[sorted.length - 1] };
}

/**
 * The figures of a lane over its runs that are over. Those of a tree search that was cut off are infinite.
 * @param {Lane} lane
 */
export function laneFigures({ done }) {
  /** @type {(value: (job: Job) => number | null | undefined, isCut?: boolean) => Spread | null} */
  const spread = (value, isCut = false) => spreadOf(done.filter((job) => job.figures.nodes !== undefined)
    .map((job) => isCut && !hasAnswer(job) ? Infinity : value(job) ?? 0));
  const isTree = done[0]?.goal !== "optimize";
  return {
    answered: done.filter(hasAnswer).length,
    seconds: spread((job) => job.figures.seconds, isTree),
    nodes: spread((job) => job.figures.nodes, isTree),
    value: spread((job) => job.figures.value),
    improved: spread((job) => job.figures.improved),
    compiling: Math.max(0, ...done.map((job) => job.figures.preparing ?? 0)),
  };
}

/**
 * The run of a lane in a heat; a lane without seeds has one run for all.
 * @param {Lane} lane
 * @param {number} heat
 */
const runIn = ({ usesSeed, runs }, heat) => usesSeed ? runs.find((job) => job.heat === heat) : runs[0];

/**
 * On how many seeds one lane did better than another, and the reverse.
 * @param {Lane} lane
 * @param {Lane} other
 */
export function wins(lane, other) {
  const heats = new Set([...lane.runs, ...other.runs].map((job) => job.heat));
  let [own, others, seeds] = [0, 0, 0];
  for (const heat of heats) {
    const [a, b] = [runIn(lane, heat), runIn(other, heat)];
    if (!a || !b || !isOver(a) || !isOver(b)) continue;
    seeds += 1;
    if (cost(a) < cost(b)) own += 1;
    if (cost(b) < cost(a)) others += 1;
  }
  return { own, others, seeds };
}

/**
 * How probable it is that one of two equal lanes does better on at least so many seeds (a sign test with both sides).
 * @param {number} own
 * @param {number} others
 */
export function chance(own, others) {
  const tries = own + others;
  let [ways, sum] = [1, 0];
  for (let at = 0; at <= Math.min(own, others); at++) {
    sum += ways;
    ways = ways * (tries - at) / (at + 1);
  }
  return Math.min(1, 2 * sum / 2 ** tries);
}

/**
 * Who is ahead: the lane with the best median, if it also did better than the next one on most seeds.
 * @param {Lane[]} lanes
 * @returns {{ first: Lane, second: Lane, own: number, seeds: number, mayBeChance: boolean } | null} null if nobody is
 */
export function leader(lanes) {
  if (lanes.length < 2 || lanes.some((lane) => !lane.done.length)) return null;
  const ranked = lanes.map((lane) => ({ lane, median: spreadOf(lane.done.map(cost))?.median ?? Infinity }))
    .sort((a, b) => a.median === b.median ? 0 : a.median - b.median);
  const [first, second] = ranked;
  if (!(first.median < second.median)) return null;
  const { own, others, seeds } = wins(first.lane, second.lane);
  return own <= others ? null : { first: first.lane, second: second.lane, own, seeds, mayBeChance: chance(own, others) > MOST_BY_CHANCE };
}
