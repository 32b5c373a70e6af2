// Expected solutions over the number of inner colors, the transition, and where we are.

/** @import { Point, Price } from "../types.js" */
/** @import { Plot } from "./types.js" */

import { el } from "../dom.js";
import { power } from "../numbers.js";
import { powers, valuesOf, WHOLE_STEPS } from "./axes.js";
import { PlotChart } from "./plot_chart.js";

const FAR = 40; // powers of ten from the transition that are not shown
const TWO_SETS = /^[^:]*:[^:]*:\d+:\d/; // a recipe with colors for the frame

const here = el("span", { class: "here", text: "you are here" });
const zones = [
  el("span", { class: "zone-name many", text: "many solutions" }),
  el("span", { class: "zone-name none", text: "no solution expected" }),
];
/** @type {PlotChart | null} one for the one generator */
let chart = null;
/** @type {Point | undefined} */
let point;
let axis = "";

/**
 * The chart of the generator: the same element each time, with other numbers.
 * @param {Price} price
 * @param {number} colors
 * @returns {PlotChart}
 */
export function transitionChart(price, colors) {
  chart ??= new PlotChart({
    kind: "transition", name: "", height: 230,
    x: {
      name: "colors", label: () => axis, words: (value) => `${value} ${axis}`, tick: String, steps: WHOLE_STEPS,
      range: ({ xs }) => [xs[0], xs[xs.length - 1]],
    },
    y: powers("expected solutions", (data) => [Math.min(-1, ...valuesOf(data)), Math.max(1, ...valuesOf(data))]),
    lines: [{ name: "expected solutions", color: "--line-0", shape: "line" }],
    mainRow: ({ xs }) => Math.max(0, xs.indexOf(point?.[0] ?? -1)),
    drawBelow: drawZones,
    place: placeMarks,
  });
  const near = price.curve.filter(([, value]) => Math.abs(value) < FAR);
  const points = near.length > 2 ? near : price.curve;
  point = points.find(([x]) => x === colors);
  axis = TWO_SETS.test(price.recipe) ? "inner colors" : "colors";
  const name = `Expected solutions by number of ${axis}; you are here: ${colors} ${axis}, ${power(price.class_log10)} solutions`;
  chart.update({ xs: points.map(([x]) => x), columns: [points.map(([, y]) => y)] }, name);
  return chart;
}

/**
 * @param {Plot} plot
 * @param {(property: string) => string} color
 */
function drawZones(plot, color) {
  const { ctx, bbox: { left, top, width, height } } = plot;
  const one = Math.min(top + height, Math.max(top, plot.valToPos(0, "y", true)));
  ctx.save();
  ctx.globalAlpha = 0.12;
  ctx.fillStyle = color("--good");
  ctx.fillRect(left, top, width, one - top);
  ctx.fillStyle = color("--bad");
  ctx.fillRect(left, one, width, top + height - one);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = color("--soft");
  ctx.lineWidth = 1.5;
  ctx.setLineDash([6, 4]);
  ctx.beginPath();
  ctx.moveTo(left, one);
  ctx.lineTo(left + width, one);
  ctx.stroke();
  ctx.restore();
}

/** @param {Plot} plot */
function placeMarks(plot) {
  if (here.parentElement !== plot.over) plot.over.append(...zones, here);
  here.hidden = !point;
  if (!point) return;
  const x = plot.valToPos(point[0], "x");
  here.style.left = `${x}px`;
  here.style.top = `${plot.valToPos(point[1], "y")}px`;
  here.classList.toggle("to-the-left", x > plot.over.clientWidth - 100);
}
