// The options of uPlot for a plan of ours: axes, lines, cursor.

/** @import { Axis, ChartData, ChartPlan, Line, Plot, PlotLibrary } from "./types.js" */

const FONT = "11px system-ui, sans-serif";

/**
 * @param {PlotLibrary} library
 * @param {ChartPlan} plan
 * @param {() => ChartData} data
 * @param {(property: string) => string} color
 * @param {Record<string, unknown[]>} hooks
 */
export function plotOptions(library, plan, data, color, hooks) {
  return {
    padding: [8, 24, 0, 0], // half of the last time is beyond the end
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: scaleOf(plan.x, data), y: scaleOf(plan.y, data) },
    axes: [
      { ...axisOf(plan.x, color), space: 46, size: 20, gap: 3 },
      { ...axisOf(plan.y, color), space: 26, size: tickWidth, gap: 4 },
    ],
    series: [{}, ...plan.lines.map((line) => seriesOf(library, line, color))],
    hooks: {
      ...hooks,
      drawClear: [(/** @type {Plot} */ plot) => plan.drawBelow?.(plot, color)],
      draw: [(/** @type {Plot} */ plot) => plan.place?.(plot)],
    },
  };
}

/**
 * @param {Axis} axis
 * @param {() => ChartData} data
 */
function scaleOf({ range, isLogarithmic }, data) {
  return { time: false, distr: isLogarithmic ? 3 : 1, range: () => range(data()) };
}

/**
 * @param {Axis} axis
 * @param {(property: string) => string} color
 */
function axisOf({ label, words, tick, steps, isLogarithmic }, color) {
  return {
    font: FONT,
    ...(label ? { label, labelFont: FONT, labelSize: 16, labelGap: 0 } : {}),
    stroke: () => color("--soft"),
    grid: { stroke: () => color("--line"), width: 1, ...(isLogarithmic ? { filter: powersOfTen } : {}) },
    ticks: { show: false },
    values: (/** @type {Plot} */ _, /** @type {(number | null)[]} */ places) =>
      places.map((place) => place === null ? null : (tick ?? words)(place)),
    ...(steps ? { incrs: steps } : {}),
    ...(isLogarithmic ? { filter: powersOfTen } : {}),
  };
}

/**
 * The places on a logarithmic axis that are marked.
 * @param {Plot} _
 * @param {number[]} places
 */
function powersOfTen(_, places) {
  return places.map((place) => Number.isInteger(Number(Math.log10(place).toFixed(6))) ? place : null);
}

/**
 * @param {Plot} _
 * @param {(string | null)[] | null} values
 */
function tickWidth(_, values) {
  return 8 + 6.2 * Math.max(1, ...(values ?? []).map((text) => text?.length ?? 0));
}

/**
 * @param {PlotLibrary} library
 * @param {Line} line
 * @param {(property: string) => string} color
 */
function seriesOf({ paths }, { color: property, dash, shape, width = 2 }, color) {
  const shapes = {
    line: () => paths.linear(),
    steps: () => paths.stepped({ align: 1 }),
    bars: () => paths.bars({ size: [0.85, 60] }),
  };
  const isBar = shape === "bars";
  return {
    stroke: () => color(property),
    ...(isBar ? { fill: () => faint(color(property)), fillTo: (/** @type {any} */ plot) => plot.scales.y.min } : {}),
    width: isBar ? 0 : width,
    dash,
    paths: shapes[shape](),
    points: { show: false },
  };
}

/**
 * A color through which another line can be seen.
 * @param {string} color as the browser computes it
 */
const faint = (color) => color.replace(/^rgb\((.*)\)$/, "rgba($1, 0.5)");
