// The charts that other modules show.

export { curveChart } from "./charts/curves.js";
export { depthChart } from "./charts/depths.js";
export { jobCharts } from "./charts/job_charts.js";
export { transitionChart } from "./charts/transition.js";
