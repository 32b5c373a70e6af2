// Axes that several charts have.

/** @import { Axis, ChartData } from "./types.js" */

import { power, seconds, tenTo, whole } from "../numbers.js";

export const FIRST_SECOND = 0.1; // where a logarithmic axis of time begins
export const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const TIME_STEPS = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400,
  36000, 86400,
];

/** @param {ChartData} data */
const lastOf = ({ xs }) => xs[xs.length - 1] ?? 0;

/** @param {number} value */
function timeTick(value) {
  if (value >= 3600) return `${Number((value / 3600).toPrecision(3))} h`;
  if (value >= 60 && value % 60) return `${Math.floor(value / 60)}:${String(Math.round(value % 60)).padStart(2, "0")} min`;
  if (value >= 60) return `${value / 60} min`;
  return `${Number(value.toPrecision(3))} s`;
}

/** @type {Axis} */
export const TIME = {
  name: "time", words: seconds, tick: timeTick, steps: TIME_STEPS, range: (data) => [0, Math.max(0.05, lastOf(data))],
};

/** @type {Axis} */
export const LOG_TIME = {
  name: "time", words: seconds, tick: (value) => `${value < 1 ? value : whole(value)} s`, isLogarithmic: true,
  range: (data) => [FIRST_SECOND, Math.max(10 * FIRST_SECOND, lastOf(data))],
};

/**
 * An axis of powers of ten; its values are the exponents.
 * @param {string} name
 * @param {(data: ChartData) => [low: number, high: number]} range
 * @returns {Axis}
 */
export const powers = (name, range) => ({
  name, label: name, range, words: power, tick: (value) => value === 0 ? "1" : tenTo(value), steps: WHOLE_STEPS,
});

/** @type {Axis} */
export const DEPTH = {
  name: "depth", label: "depth: pieces placed", words: (value) => `depth ${value}`, tick: String, steps: WHOLE_STEPS,
  range: ({ xs }) => [(xs[0] ?? 0) - 0.5, (xs[xs.length - 1] ?? 0) + 0.5],
};

/**
 * The row with the largest value.
 * @param {ChartData} data
 */
export const highestRow = (data) => data.columns.map((column) => column.indexOf(Math.max(...valuesOf(data)))).find((row) => row >= 0) ?? 0;

/** @param {ChartData} data */
export const valuesOf = ({ columns }) => columns.flat().filter((value) => value !== null);
