// Small charts as SVG: a curve over time, and where a class of puzzles lies.

/** @import { CurvePoint, Job, Point, Price } from "./types.js" */

import { svg } from "./dom.js";

/**
 * @param {Point} values
 * @param {Point} places
 */
function scale([low, high], [from, to]) {
  const span = high - low || 1;
  return (/** @type {number} */ value) => from + ((value - low) / span) * (to - from);
}

/** @param {Point[]} points */
function pathOf(points) {
  return points.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** @param {Job} job */
const curveOf = (job) => ({ points: job.curve, now: job.figures.seconds ?? 0 });

/**
 * The curves of one search, or of several that race.
 * @param {Job[]} jobs
 */
export function curveChart(jobs) {
  return jobs[0].goal === "optimize" ? boardCurve(jobs) : treeCurve(jobs);
}

/**
 * The curves of tree searches: pieces on the best board over seconds, up to now.
 * @param {Job[]} jobs
 */
function treeCurve(jobs) {
  const curves = jobs.map(curveOf);
  const { most } = jobs[0];
  const [width, height, pad] = [320, 84, 18];
  const seconds = Math.max(0.05, ...curves.flatMap((curve) => [curve.now, ...curve.points.map(([x]) => x)]));
  const x = scale([0, seconds], [pad + 8, width - 6]);
  const y = scale([0, most], [height - pad, 6]);
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Pieces on the best board over time" });
  for (const value of [0, most]) {
    chart.append(
      svg("path", { class: "grid", d: `M${x(0)} ${y(value)}H${x(seconds)}` }),
      svg("text", { class: "tick end", x: pad + 4, y: y(value) + 4, text: value }),
    );
  }
  chart.append(
    svg("text", { class: "tick", x: x(0), y: height - 4, text: "0 s" }),
    svg("text", { class: "tick end", x: width - 6, y: height - 4, text: `${seconds.toFixed(seconds < 1 ? 2 : seconds < 10 ? 1 : 0)} s` }),
  );
  curves.forEach((curve, number) => {
    if (!curve.points.length) return;
    chart.append(svg("path", { class: `line line-${number}`, d: pathOf(stepsOf(curve, x, y)) }));
  });
  return chart;
}

/** @param {CurvePoint[]} points */
const lastOf = (points) => points[points.length - 1];

/**
 * A curve as stairs: a value stays until the next one.
 * @param {{ points: CurvePoint[], now: number }} curve
 * @param {(seconds: number) => number} x
 * @param {(value: number) => number} y
 */
function stepsOf({ points, now }, x, y) {
  /** @type {Point[]} */
  const steps = [];
  points.forEach(([at, value], number) => {
    if (number) steps.push([x(at), y(points[number - 1][1])]);
    steps.push([x(at), y(value)]);
  });
  const [at, value] = lastOf(points);
  steps.push([x(Math.max(now, at)), y(value)]);
  return steps;
}

/**
 * The curves of searches for the best board: time as powers of ten, and only the values near the best.
 * @param {Job[]} jobs
 */
function boardCurve(jobs) {
  const curves = jobs.map(curveOf);
  const most = Math.max(...jobs.map((job) => job.most));
  const label = jobs[0].measure === "pieces" ? "Pieces on the best board over time" : "Score of the best board over time";
  const [width, height, left, bottom, top] = [320, 124, 34, 18, 10];
  const chart = svg("svg", { class: "chart score", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  const drawn = curves.map((curve, number) => ({ ...curve, number })).filter((curve) => curve.points.length);
  if (!drawn.length) return chart;
  const lowest = Math.min(...drawn.map((curve) => curve.points[0][1]));
  const worst = Math.min(...drawn.map((curve) => lastOf(curve.points)[1])); // of the best boards
  const low = Math.max(lowest, most - 4 * Math.max(most - worst, 2));
  const first = 0.1;
  const last = Math.max(10 * first, ...drawn.flatMap((curve) => [curve.now, lastOf(curve.points)[0]]));
  const log = scale([Math.log10(first), Math.log10(last)], [left, width - 6]);
  const x = (/** @type {number} */ seconds) => log(Math.log10(Math.max(seconds, first)));
  const y = scale([Math.min(low, most - 1), most], [height - bottom, top]);
  for (const value of new Set([low, most])) {
    chart.append(
      svg("path", { class: "grid", d: `M${left} ${y(value)}H${width - 6}` }),
      svg("text", { class: "tick end", x: left - 4, y: y(value) + 4, text: value > lowest && value === low ? `≤ ${value}` : value }));
  }
  for (let at = first; at <= last * 1.001; at *= 10) {
    const name = at >= 3600 ? `${(at / 3600).toFixed(1)} h` : `${Number(at.toPrecision(1))} s`;
    chart.append(
      svg("path", { class: "grid", d: `M${x(at)} ${top}V${height - bottom}` }),
      svg("text", { class: at === first ? "tick" : "tick middle", x: Math.min(x(at), width - 14), y: height - 4, text: name }));
  }
  const highest = Math.max(...drawn.map((curve) => lastOf(curve.points)[1]));
  for (const curve of drawn) {
    const best = lastOf(curve.points)[1];
    const steps = stepsOf(curve, x, (value) => y(Math.max(value, low)));
    const isBelow = y(best) < top + 14 || best < highest; // where there is room for its number
    chart.append(
      svg("path", { class: `line line-${curve.number}`, d: pathOf(steps) }),
      svg("text", { class: "tick end best", x: width - 8, y: y(best) + (isBelow ? 13 : -5), text: best }));
  }
  return chart;
}

/**
 * Expected solutions over the number of inner colors, the transition, and where we are.
 * @param {Price} price
 * @param {number} colors
 */
export function transitionChart(price, colors) {
  const [width, height, left, bottom] = [420, 200, 44, 34];
  const shown = price.curve.filter(([, value]) => value < 40 && value > -40);
  const points = shown.length > 2 ? shown : price.curve;
  const values = points.map(([, value]) => value);
  const x = scale([points[0][0], points[points.length - 1][0]], [left, width - 12]);
  const y = scale([Math.min(-1, ...values), Math.max(1, ...values)], [height - bottom, 14]);
  const chart = svg("svg", {
    class: "chart transition", viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": `Expected solutions by number of colors; with ${colors} colors 10 to the ${price.class_log10?.toFixed(1)}`,
  });
  const zero = y(0);
  chart.append(
    svg("rect", { class: "zone many", x: left, y: 14, width: width - 12 - left, height: Math.max(0, zero - 14) }),
    svg("rect", { class: "zone none", x: left, y: zero, width: width - 12 - left, height: Math.max(0, height - bottom - zero) }),
    svg("text", { class: "zone-name end", x: width - 20, y: 30, text: "many solutions" }),
    svg("text", { class: "zone-name", x: left + 8, y: height - bottom - 8, text: "no solution expected" }),
    svg("path", { class: "grid strong", d: `M${left} ${zero}H${width - 12}` }),
    svg("text", { class: "tick end", x: left - 6, y: zero + 4, text: "1" }),
  );
  for (const value of ticks(Math.min(...values), Math.max(...values))) {
    if (value === 0) continue;
    chart.append(svg("text", { class: "tick end", x: left - 6, y: y(value) + 4 }, "10", svg("tspan", { dy: -4, "font-size": 8, text: value })));
  }
  const every = Math.max(1, Math.ceil(points.length / 14));
  points.forEach(([color], at) => {
    if (at % every === 0) chart.append(svg("text", { class: "tick middle", x: x(color), y: height - bottom + 14, text: color }));
  });
  chart.append(
    svg("text", { class: "tick middle", x: (left + width) / 2, y: height - 4, text: "inner colors" }),
    svg("path", { class: "line line-0", d: pathOf(points.map(([a, b]) => [x(a), y(b)])) }),
    ...points.map(([a, b]) => svg("circle", { class: "point", cx: x(a), cy: y(b), r: 2.4 })),
  );
  const here = price.curve.find(([color]) => color === colors);
  if (here) {
    const inside = Math.max(14, Math.min(height - bottom, y(here[1])));
    chart.append(
      svg("path", { class: "here-line", d: `M${x(colors)} 14V${height - bottom}` }),
      svg("circle", { class: "here", cx: x(colors), cy: inside, r: 6 }),
    );
  }
  return chart;
}

/**
 * @param {number} low
 * @param {number} high
 */
function ticks(low, high) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((size) => (high - low) / size <= 5) ?? 500;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) found.push(value);
  return found;
}
