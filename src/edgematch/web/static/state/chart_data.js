// The numbers behind the charts: columns over a common axis, shaped from what jobs report.

/** @import { ChartKind, Cells, CurvePoint, Job, Point, Sample } from "../types.js" */
/** @import { ChartData } from "../charts/types.js" */

import { update } from "./store.js";

const MOST_SAMPLES = 240; // as the server keeps
const SECONDS_A_SAMPLE = 0.1;
const MOST_BARS = 60;

/** @type {ChartData} */
export const NO_DATA = { xs: [], columns: [] };

/**
 * Choose which chart the cards of all jobs show.
 * @param {ChartKind} chart
 */
export function selectChart(chart) {
  update({ chart });
}

/**
 * The pieces on a board; null where there is no board.
 * @param {Cells | null} cells
 */
export function depthOf(cells) {
  return cells && cells.reduce((placed, value) => placed + Number(value >= 0), 0);
}

/**
 * A history with one more sample. Samples are evenly spaced, at most 240: as time goes by, every other one is left out.
 * @param {Sample[]} history
 * @param {Sample} sample
 * @returns {Sample[]} the same where the sample is not needed
 */
export function withSample(history, sample) {
  let step = SECONDS_A_SAMPLE;
  while (sample[0] / step >= MOST_SAMPLES) step *= 2;
  const place = (/** @type {Sample} */ [seconds]) => Math.floor(seconds / step);
  const before = history.filter(([seconds]) => seconds <= sample[0]); // an older checkpoint was continued
  if (before.length && before.length === history.length && place(before[before.length - 1]) === place(sample)) return history;
  return [...before, sample].filter((each, at, all) => at === 0 || place(each) !== place(all[at - 1]));
}

/**
 * Several step functions over all their points: each value stays until the next one, and is null outside its own times.
 * @param {{ points: CurvePoint[], now: number }[]} curves
 * @returns {ChartData}
 */
export function alignedSteps(curves) {
  const ends = curves.map(({ points, now }) => points.length ? Math.max(now, points[points.length - 1][0]) : -1);
  const all = curves.flatMap(({ points }, at) => points.length ? [...points.map(([x]) => x), ends[at]] : []);
  const xs = [...new Set(all)].sort((a, b) => a - b);
  const columns = curves.map(({ points }, number) => {
    let at = -1;
    return xs.map((x) => {
      while (at + 1 < points.length && points[at + 1][0] <= x) at++;
      return at < 0 || x > ends[number] ? null : points[at][1];
    });
  });
  return { xs, columns };
}

/**
 * The curves of jobs: the values of their best boards over seconds, up to now.
 * @param {Job[]} jobs
 * @param {number} [first] the first second of an axis that cannot show 0
 */
export function curveData(jobs, first = 0) {
  return alignedSteps(jobs.map((job) => curveOf(job, first)));
}

/**
 * What a job has reached, and how deep it is, over seconds.
 * @param {Job} job
 * @param {number} [first]
 */
export function progressData(job, first = 0) {
  /** @type {CurvePoint[]} */
  const depths = job.history.flatMap(([seconds, , depth]) => depth === null ? [] : [[Math.max(first, seconds), depth]]);
  return alignedSteps([curveOf(job, first), { points: depths, now: 0 }]);
}

/**
 * @param {Job} job
 * @param {number} first
 */
function curveOf({ curve, figures }, first) {
  /** @type {CurvePoint[]} */
  const points = curve.map(([seconds, value]) => [Math.max(first, seconds), value]);
  return { points, now: Math.max(first, figures.seconds ?? 0) };
}

/**
 * Nodes a second between each sample and the one before it.
 * @param {Sample[]} history
 * @returns {ChartData}
 */
export function rateData(history) {
  /** @type {Point[]} */
  const rates = [];
  let [before, nodesBefore] = [0, 0];
  for (const [seconds, nodes] of history) {
    if (seconds > before && nodes >= nodesBefore) rates.push([seconds, (nodes - nodesBefore) / (seconds - before)]);
    [before, nodesBefore] = [seconds, nodes];
  }
  return { xs: rates.map(([x]) => x), columns: [rates.map(([, y]) => y)] };
}

/**
 * How often each depth was seen, in per cent of the samples; neighbors share a bar where there are many.
 * @param {Sample[]} history
 * @returns {ChartData & { width: number }} xs are the middles of the bars, each `width` depths wide
 */
export function depthShares(history) {
  const depths = history.flatMap(([, , depth]) => depth === null ? [] : [depth]);
  if (!depths.length) return { ...NO_DATA, width: 1 };
  const [low, high] = [Math.min(...depths), Math.max(...depths)];
  const width = Math.ceil((high - low + 1) / MOST_BARS);
  const start = low - (low % width);
  const counts = Array(Math.floor((high - start) / width) + 1).fill(0);
  for (const depth of depths) counts[Math.floor((depth - start) / width)] += 1;
  return {
    xs: counts.map((_, at) => start + at * width + (width - 1) / 2),
    columns: [counts.map((count) => 100 * count / depths.length)],
    width,
  };
}

/**
 * Expected and seen nodes by depth, as powers of ten: they may be larger than any number here.
 * @param {Point[] | null | undefined} expected depth, and log10 of the nodes
 * @param {number[] | null | undefined} seen nodes by depth, from the first piece on
 * @returns {ChartData} the columns seen and expected, null where there is none
 */
export function depthData(expected, seen) {
  const expectedAt = new Map(expected ?? []);
  const [first, last] = [Math.min(1, ...expectedAt.keys()), Math.max(0, ...expectedAt.keys(), seen?.length ?? 0)];
  const xs = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return {
    xs,
    columns: [
      xs.map((depth) => seen?.[depth - 1] ? Math.log10(seen[depth - 1]) : null),
      xs.map((depth) => finite(expectedAt.get(depth))),
    ],
  };
}

/** @param {number | null | undefined} value */
const finite = (value) => Number.isFinite(value) ? /** @type {number} */ (value) : null;

/**
 * Which of many rows a table shows: all of a few, else some that are evenly spaced, the last one included.
 * @param {number} count
 * @param {number} most
 * @returns {number[]}
 */
export function shownRows(count, most) {
  const every = Math.max(1, Math.ceil(count / most));
  const rows = [];
  for (let row = (count - 1) % every; row < count; row += every) rows.push(row);
  return rows;
}
