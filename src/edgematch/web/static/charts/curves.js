// Charts over time: what searches have reached, and how fast they are.

/** @import { Job } from "../types.js" */
/** @import { Axis, ChartData, Line } from "./types.js" */

import { MEASURE_WORDS } from "../job_words.js";
import { short } from "../numbers.js";
import { curveData, progressData, rateData } from "../state/chart_data.js";
import { optionWords } from "../state/race.js";
import { FIRST_SECOND, LOG_TIME, TIME, valuesOf, WHOLE_STEPS } from "./axes.js";
import { PlotChart } from "./plot_chart.js";

/** Dashes tell lines apart without their colors. */
const DASHES = [[], [8, 4], [2, 3], [12, 3, 2, 3]];
const MOST_KEPT = 4;
/** @type {Map<string, PlotChart>} */
const kept = new Map();

/**
 * The curves of searches that race, up to four: the same chart for all seeds of a race.
 * @param {Job[]} jobs
 * @returns {PlotChart}
 */
export function curveChart(jobs) {
  const lines = jobs.map((job, number) => {
    const isTwice = jobs.some((other) => other !== job && other.engine === job.engine);
    return { ...lineOf(number), name: isTwice ? [job.engine, ...optionWords(job)].join(" ") : job.engine };
  });
  const key = [jobs[0].race ?? jobs.map(({ id }) => id), ...lines.map(({ name }) => name)].join(" ");
  const chart = kept.get(key) ?? new PlotChart({ ...planOf(jobs), lines });
  kept.delete(key);
  kept.set(key, chart);
  for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
  chart.update(curveData(jobs, firstSecond(jobs[0])));
  return chart;
}

/**
 * What one search has reached and, where it has a current board, how deep it is.
 * @param {Job} job
 */
export function progressChart(job) {
  const lines = [
    { ...lineOf(1), name: "depth", dash: [], width: 1.2 },
    { ...lineOf(0), name: valueName(job) },
  ];
  const chart = new PlotChart({ ...planOf([job]), lines });
  return {
    chart,
    /** @param {Job} now */
    show(now) {
      const { xs, columns: [values, depths] } = progressData(now, firstSecond(now));
      chart.update({ xs, columns: [depths, values] });
    },
  };
}

/** The nodes of one search a second. */
export function rateChart() {
  const chart = new PlotChart({
    kind: "rate", name: "Nodes a second over time", height: 130, x: TIME,
    y: { name: "nodes a second", label: "nodes a second", words: short, range: (data) => [0, 1.1 * Math.max(1, ...valuesOf(data))] },
    lines: [{ ...lineOf(0), shape: "line", name: "nodes a second" }],
  });
  return {
    chart,
    /** @param {Job} job */
    show: ({ history }) => chart.update(rateData(history)),
  };
}

/**
 * @param {number} number
 * @returns {Line}
 */
function lineOf(number) {
  return { name: "", color: `--line-${number % 4}`, dash: DASHES[number % 4], shape: "steps" };
}

/** @param {Job} job */
const isForBoard = (job) => job.goal === "optimize";
/** @param {Job} job */
const firstSecond = (job) => isForBoard(job) ? FIRST_SECOND : 0;
/** @param {Job} job */
const valueName = (job) => isForBoard(job) ? MEASURE_WORDS[job.measure].name : "most placed";

/**
 * @param {Job[]} jobs
 * @returns {{ kind: string, name: string, height: number, x: Axis, y: Axis }}
 */
function planOf(jobs) {
  const [job] = jobs;
  const most = Math.max(...jobs.map((each) => each.most));
  const y = { words: String, steps: WHOLE_STEPS };
  if (!isForBoard(job)) {
    return {
      kind: "tree", name: "Pieces on the best board over time", height: 150, x: TIME,
      y: { ...y, name: "pieces", label: "pieces", range: () => [0, most] },
    };
  }
  const { name: label, title } = MEASURE_WORDS[job.measure];
  return {
    kind: "score", name: `${title} the best board over time`, height: 150, x: LOG_TIME,
    y: { ...y, name: label, label, range: (data) => nearBest(data, most) },
  };
}

/**
 * The values near the best ones: the first seconds of a search would make the rest look flat.
 * @param {ChartData} data
 * @param {number} most
 * @returns {[low: number, high: number]}
 */
function nearBest(data, most) {
  const values = valuesOf(data);
  const ends = data.columns.map((column) => Math.max(...column.map((value) => value ?? -Infinity))).filter(Number.isFinite);
  const low = Math.max(Math.min(...values), most - 4 * Math.max(most - Math.min(...ends), 2));
  return [Number.isFinite(low) ? Math.min(low, most - 1) : 0, most];
}
