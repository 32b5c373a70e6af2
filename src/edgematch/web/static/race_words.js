// What the page says about a race over several seeds: a table of its lanes, and who is ahead.

/** @import { Lane, Spread } from "./state/race.js" */

import { LEAST_COMPILING, MEASURE_WORDS, NONE } from "./job_words.js";
import { seconds, short, whole } from "./numbers.js";
import { hasAnswer, laneFigures, leader } from "./state/race.js";

/**
 * A median, and the lowest and highest value in brackets.
 * @param {Spread | null} spread
 * @param {(value: number) => string} write
 * @param {string} cut what to write for runs that were cut off
 */
function spreadWords(spread, write, cut) {
  if (!spread) return NONE;
  const { median, least, most } = spread;
  /** @param {number} value */
  const words = (value) => value === Infinity ? cut : write(value);
  return least === most ? words(median) : `${words(median)} (${words(least)} to ${words(most)})`;
}

/**
 * A whole number, or the middle of two.
 * @param {number} value
 */
const half = (value) => Number.isInteger(value) ? whole(value) : value.toFixed(1);

/** @param {Lane} lane */
export function seedWords({ usesSeed, runs }) {
  if (!usesSeed) return "no seed";
  const [first, last] = [runs[0].seed, runs[runs.length - 1].seed];
  return first === last ? `seed ${first}` : `seeds ${first} to ${last}`;
}

/**
 * @param {Lane} lane
 * @returns {[name: string, value: string][]}
 */
function cellsOf(lane) {
  const found = laneFigures(lane);
  const { goal, measure, limits } = lane.runs[0];
  const done = lane.done.length === lane.runs.length ? NONE : `${lane.done.length} of ${lane.runs.length}`;
  const isTimed = lane.done.every((job) => hasAnswer(job) || job.ended === "seconds");
  const limit = isTimed ? `over ${seconds(limits.seconds)}` : "cut off"; // somebody stopped it, say
  const nodes = spreadWords(found.nodes, short, "more");
  const compiling = found.compiling > LEAST_COMPILING ? seconds(found.compiling) : NONE;
  return goal === "optimize" ? [
    ["runs done", done], [MEASURE_WORDS[measure].name, spreadWords(found.value, half, NONE)],
    ["best board after", spreadWords(found.improved, seconds, NONE)], ["nodes", nodes], ["longest compile time", compiling],
  ] : [
    ["runs done", done], ["answers", `${found.answered} of ${lane.done.length}`],
    ["search time", spreadWords(found.seconds, seconds, limit)], ["nodes", nodes], ["longest compile time", compiling],
  ];
}

/**
 * The table of a race: names of its columns, and a row for each lane. Columns without any figure are left out.
 * @param {Lane[]} lanes
 */
export function raceTable(lanes) {
  const rows = lanes.map(cellsOf);
  const isUsed = rows[0].map((_, at) => rows.some((row) => row[at][1] !== NONE));
  return {
    head: rows[0].map(([name]) => name).filter((_, at) => isUsed[at]),
    rows: rows.map((row) => row.map(([, value]) => value).filter((_, at) => isUsed[at])),
  };
}

/**
 * Who is ahead, without a claim that the runs do not bear out.
 * @param {Lane[]} lanes
 */
export function standingWords(lanes) {
  const runs = lanes.flatMap((lane) => lane.runs);
  const done = lanes.flatMap((lane) => lane.done);
  const left = runs.length - done.length;
  const progress = left ? `${done.length} of ${runs.length} runs are done. ` : "";
  if (lanes.length < 2) return progress || `All ${runs.length} runs are done.`;
  const lead = leader(lanes);
  if (!lead) return left ? progress || "The race begins." : "No engine is ahead of the others.";
  const { first, second, own, seeds, mayBeChance } = lead;
  const better = runs[0].goal === "optimize" ? "a better board than" : "faster than";
  if (!first.usesSeed && !second.usesSeed) return `${progress}${first.name} is ahead: ${better} ${second.name}.`;
  const many = seeds === 1 ? "the one seed" : `${own} of ${seeds} seeds`;
  return `${progress}${first.name} is ahead: ${better} ${second.name} on ${many}.${mayBeChance ? " That may be chance." : ""}`;
}
