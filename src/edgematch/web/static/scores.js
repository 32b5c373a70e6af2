// What the card of a score search says: the score, when it last rose, and its curve.

import { scoreChart } from "./charts.js";
import { seconds, short } from "./numbers.js";

export const isScore = (job) => job.kind === "score";
const isForPieces = (job) => job.goal === "pieces";

/** How good its best board is, and how good a board can be. */
export const valueOf = (job) => isForPieces(job) ? job.figures.pieces : job.figures.score;
export const mostOf = (job) => isForPieces(job) ? job.puzzle.pieces.length : job.figures.joins ?? 1;
export const unitOf = (job) => isForPieces(job) ? "pieces" : "joins";

export function scoreFacts(job) {
  const { figures, check } = job;
  const has = figures.score !== undefined;
  return [
    isForPieces(job) ? ["pieces", has ? `${figures.pieces} / ${mostOf(job)}` : "–"]
      : ["score", has ? `${figures.score} / ${figures.joins}` : "–"],
    ["breaks", check?.breaks.length ?? "–"],
    ["last better", has && figures.improved !== null ? `at ${seconds(figures.improved)}` : "–"],
    ["nodes/s", figures.seconds ? short(figures.nodes / figures.seconds) : "–"],
    ["nodes", has ? short(figures.nodes) : "–"],
    ["time", has ? seconds(figures.seconds) : "–"],
  ].map(([name, value]) => [name, String(value)]);
}

/** The curves of one search, or of several that race. */
export function scoreCurve(...racing) {
  const label = isForPieces(racing[0]) ? "Pieces on the best board over time" : "Score of the best board over time";
  return scoreChart(racing.map((job) => ({ points: job.curve ?? [], now: job.figures.seconds ?? 0 })), Math.max(...racing.map(mostOf)), label);
}

/** How a score search ended. */
export function scoreEnd({ ended, figures, check, goal }) {
  if (check?.solved) return "solved";
  return {
    found: goal === "pieces" ? "so many placed" : "score reached",
    exhausted: goal === "pieces" ? "all tried" : "proved: no board is better",
    seconds: "out of time", interrupted: "stopped",
  }[ended] ?? (figures.score === undefined ? "finished" : "stopped");
}
