// What the page says about a job: its status, its figures, and how it ended.

/** @import { Job } from "./types.js" */

import { seconds, share, short, whole } from "./numbers.js";
import { hasTree, isOver, secondsWaited } from "./state/jobs.js";
import { state } from "./state/store.js";

const NONE = "–";
const TREE_ENDS = { found: "solved", exhausted: "all found", nodes: "out of nodes", seconds: "out of time", interrupted: "stopped" };
const BOARD_ENDS = {
  joins: { ...TREE_ENDS, found: "score reached", exhausted: "proved: no board is better" },
  pieces: { ...TREE_ENDS, found: "so many placed", exhausted: "all tried" },
};

/**
 * How a job stands.
 * @param {Job} job
 */
export function statusWords(job) {
  if (state.away && !isOver(job)) return `no answer, last: ${job.status}`;
  if (job.status === "starting") return preparingWords(job);
  return job.status === "finished" ? endWords(job) : job.status;
}

/**
 * What to say while a job prepares: its loops are compiled once, and that takes long.
 * @param {Job} job
 */
export function preparingWords(job) {
  const waited = secondsWaited(job);
  return waited < 3 ? "getting ready" : `getting ready, the first time its loops are compiled: ${waited} s`;
}

/**
 * How a finished job ended.
 * @param {Job} job
 */
export function endWords(job) {
  if (!job.ended) return "finished";
  if (!hasTree(job)) return job.check?.solved ? "solved" : BOARD_ENDS[job.measure][job.ended];
  return job.proves_unsolvable ? "proved: no solution" : TREE_ENDS[job.ended];
}

/**
 * The figures of a job, as names and values.
 * @param {Job} job
 * @returns {[name: string, value: string][]}
 */
export function figureWords(job) {
  const { nodes, seconds: time, value, solutions, improved } = job.figures;
  const rate = nodes !== undefined && time ? short(nodes / time) : NONE;
  const of = value === undefined ? NONE : `${value} / ${job.most}`;
  const placed = nodes === undefined ? NONE : short(nodes);
  const spent = time === undefined ? NONE : seconds(time);
  if (hasTree(job)) {
    return [
      ["nodes/s", rate], ["nodes", placed], ["most placed", of],
      ["solutions", solutions === undefined ? NONE : whole(solutions)],
      ["tree done", job.ended === "exhausted" ? "all of it" : share(job.figures.share)], ["time", spent],
    ];
  }
  return [
    [job.measure === "pieces" ? "pieces" : "score", of], ["breaks", job.check ? String(job.check.breaks.length) : NONE],
    ["last better", improved === undefined || improved === null ? NONE : `at ${seconds(improved)}`],
    ["nodes/s", rate], ["nodes", placed], ["time", spent],
  ];
}

/**
 * How a job of a race stands, in one line.
 * @param {Job} job
 */
export function laneWords(job) {
  const { nodes, seconds: time = 0, value } = job.figures;
  if (nodes === undefined) return job.status === "starting" ? preparingWords(job) : job.message || job.status;
  const reached = hasTree(job) ? `${isOver(job) ? "" : "best "}${value} of ${job.most} placed` : `${value} of ${job.most} ${job.measure}`;
  return [laneStatus(job), reached, `${short(nodes)} nodes`, time ? `${short(nodes / time)}/s` : "", seconds(time)]
    .filter(Boolean).join(" · ");
}

/** @param {Job} job */
function laneStatus(job) {
  if (state.away && !isOver(job)) return "no answer";
  if (job.status === "finished") return job.ended ? endWords(job) : "stopped";
  return job.status === "running" ? "" : job.status;
}

/**
 * The headline of a race.
 * @param {Job[]} jobs
 * @param {Job | undefined} first the winner so far
 */
export function raceWords(jobs, first) {
  if (!first) return `A race: ${jobs.map((job) => job.engine).join(" against ")}`;
  const { value, improved, seconds: time = 0 } = first.figures;
  if (!hasTree(first)) return `${first.engine} is first, with ${value} ${first.measure} after ${seconds(improved ?? 0)}`;
  const others = jobs.filter((job) => job !== first && isOver(job) && job.ended === first.ended);
  const ratio = Math.max(0, ...others.map((job) => job.figures.seconds ?? 0)) / time;
  return `${first.engine} is first, after ${seconds(time)}${ratio >= 1.1 ? `, ${ratio.toFixed(1)} times as fast` : ""}`;
}
