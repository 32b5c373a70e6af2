// What the card of a score search says: the score, when it last rose, and its curve.

import { scoreChart } from "./charts.js";
import { seconds, short } from "./numbers.js";

export const isScore = (job) => job.kind === "score";

export function scoreFacts({ figures, check }) {
  const has = figures.score !== undefined;
  const breaks = check?.breaks.length;
  return [
    ["score", has ? `${figures.score} of ${figures.joins}` : "–"],
    ["breaks", breaks ?? "–"],
    ["last better", has && figures.improved !== null ? `at ${seconds(figures.improved)}` : "–"],
    ["nodes/s", figures.seconds ? short(figures.nodes / figures.seconds) : "–"],
    ["nodes", has ? short(figures.nodes) : "–"],
    ["time", has ? seconds(figures.seconds) : "–"],
  ].map(([name, value]) => [name, String(value)]);
}

export function scoreCurve({ curve, figures }) {
  return scoreChart(curve ?? [], figures.seconds ?? 0, figures.joins ?? 1, "Score of the best board over time");
}

/** How a score search ended. */
export function scoreEnd({ ended, figures, check }) {
  if (check?.solved) return "solved";
  return {
    found: "score reached", exhausted: "proved: no board is better",
    seconds: "out of time", interrupted: "stopped",
  }[ended] ?? (figures.score === undefined ? "finished" : "stopped");
}
