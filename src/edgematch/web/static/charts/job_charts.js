// The charts of a job's card, one at a time: what it has reached, its speed, its depth.

/** @import { ChartKind, Job } from "../types.js" */
/** @import { PlotChart } from "./plot_chart.js" */

import { button, el, set } from "../dom.js";
import { selectChart } from "../state/chart_data.js";
import { state } from "../state/store.js";
import { progressChart, rateChart } from "./curves.js";
import { histogramChart, seenChart } from "./depths.js";

/** @typedef {{ chart: PlotChart, show: (job: Job) => void }} LiveChart */

/** @type {Record<ChartKind, { name: string, has: (job: Job) => boolean, make: (job: Job) => LiveChart }>} */
const CHARTS = {
  progress: { name: "Progress", has: () => true, make: progressChart },
  rate: { name: "Nodes/s", has: ({ history }) => history.length > 0, make: rateChart },
  depth: { name: "Depth", has: ({ history }) => history.some(([, , depth]) => depth !== null), make: histogramChart },
  nodes: { name: "Nodes by depth", has: ({ figures }) => Boolean(figures.depths), make: seenChart },
};
const KINDS = /** @type {ChartKind[]} */ (Object.keys(CHARTS));

/** The charts of one card. */
export function jobCharts() {
  /** @type {Partial<Record<ChartKind, LiveChart>>} */
  const made = {};
  const buttons = KINDS.map((kind) => button(CHARTS[kind].name, () => selectChart(kind), { "data-chart": kind }));
  const choice = el("div", { class: "chart-choice", role: "group", "aria-label": "Chart" }, buttons);
  const place = el("div", {});
  return {
    node: el("div", { class: "chart-place" }, choice, place),
    /** @param {Job} job */
    show(job) {
      const isThere = KINDS.map((kind) => CHARTS[kind].has(job));
      const chosen = isThere[KINDS.indexOf(state.chart)] ? state.chart : "progress";
      buttons.forEach((each, number) => {
        each.hidden = !isThere[number];
        set(each, { "aria-pressed": String(KINDS[number] === chosen) });
      });
      choice.hidden = isThere.filter(Boolean).length < 2;
      const live = made[chosen] ??= CHARTS[chosen].make(job);
      live.show(job);
      if (place.firstChild !== live.chart) place.replaceChildren(live.chart);
    },
  };
}
