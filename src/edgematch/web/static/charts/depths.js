// Charts of depth: where a tree search spends its time, and how many nodes each depth has or is expected to have.

/** @import { Job, Point } from "../types.js" */

import { countWords, power } from "../numbers.js";
import { depthData, depthShares } from "../state/chart_data.js";
import { expectedNodes } from "../state/estimate.js";
import { DEPTH, highestRow, powers, valuesOf } from "./axes.js";
import { PlotChart } from "./plot_chart.js";

const LEAST = -1; // the exponent at the bottom: far below one node nothing happens

/** @type {WeakMap<Point[], PlotChart>} */
const made = new WeakMap();

/**
 * Nodes by depth: those that were seen as bars, those that are expected as a line; either may be missing.
 * The same chart as long as the same nodes are expected.
 * @param {Point[] | null | undefined} expected depth, and log10 of the nodes
 * @param {number[] | null | undefined} [seen] nodes by depth, from the first piece on
 * @returns {PlotChart}
 */
export function depthChart(expected, seen) {
  const chart = (expected && made.get(expected)) ?? newDepthChart();
  if (expected) made.set(expected, chart);
  chart.update(depthData(expected, seen), nameOf(expected, seen));
  return chart;
}

function newDepthChart() {
  return new PlotChart({
    kind: "nodes-by-depth", name: "Nodes by depth", height: 165, x: DEPTH,
    y: powers("nodes", (data) => [LEAST, Math.max(1, ...valuesOf(data)) + 0.3]),
    mainRow: highestRow,
    lines: [
      { name: "seen", color: "--line-0", shape: "bars", words: countWords },
      { name: "expected", color: "--line-1", shape: "line", words: power },
    ],
  });
}

/**
 * @param {Point[] | null | undefined} expected
 * @param {number[] | null | undefined} seen
 */
function nameOf(expected, seen) {
  if (expected?.length && seen?.length) return "Nodes by depth, expected and seen";
  return expected?.length ? "Expected nodes by depth" : "Nodes seen by depth";
}

/** The nodes that a search has seen by depth, over those that are expected. */
export function seenChart() {
  const chart = newDepthChart();
  return {
    chart,
    /** @param {Job} job */
    show(job) {
      const [expected, seen] = [expectedNodes(job), job.figures.depths];
      chart.update(depthData(expected, seen), nameOf(expected, seen));
    },
  };
}

/** How many pieces the current board of a search had, in how many of its reports. */
export function histogramChart() {
  let width = 1;
  const chart = new PlotChart({
    kind: "histogram", name: "How deep the search was, in per cent of its reports", height: 150,
    x: {
      ...DEPTH,
      words: (middle) => width === 1 ? `depth ${middle}` : `depths ${middle - (width - 1) / 2} to ${middle + (width - 1) / 2}`,
      range: ({ xs }) => [xs[0] - width / 2, xs[xs.length - 1] + width / 2],
    },
    y: {
      name: "reports", label: "% of reports", words: (value) => `${value.toFixed(1)} %`, tick: (value) => String(Number(value.toFixed(1))),
      range: (data) => [0, 1.1 * Math.max(1, ...valuesOf(data))],
    },
    mainRow: highestRow,
    lines: [{ name: "reports", color: "--line-0", shape: "bars" }],
  });
  return {
    chart,
    /** @param {Job} job */
    show({ history }) {
      const shares = depthShares(history);
      width = shares.width;
      chart.update(shares);
    },
  };
}
