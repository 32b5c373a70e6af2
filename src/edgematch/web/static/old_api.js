// TEMPORARY: the present server's jobs and engines in the shape of one kind of job.

import { post } from "./api.js";
import { placementsOf } from "./state/play.js";
import { state } from "./state/store.js";

/** @param {any} job @returns {any} */
export function adapted(job) {
  const known = state.jobs[job.id];
  const puzzle = job.puzzle ?? known?.puzzle ?? state.view?.puzzle;
  const isBest = job.kind === "score";
  const measure = isBest ? job.goal : "pieces";
  const joins = puzzle.rows * (puzzle.columns - 1) + puzzle.columns * (puzzle.rows - 1);
  const figures = job.figures;
  const pieces = figures.pieces ?? figures.depth;
  return {
    ...job, goal: isBest ? "optimize" : "solve", measure, most: measure === "pieces" ? puzzle.pieces.length : joins,
    figures: { ...figures, pieces, value: measure === "pieces" ? pieces : figures.score },
    is_proved: job.ended === "exhausted",
  };
}

/** @param {any[]} engines @param {any[]} scorers */
export function merged(engines, scorers) {
  const meant = (/** @type {any} */ engine) => engine.options.map((/** @type {any} */ each) => ({ ...each, meaning: each.about }));
  return [
    ...engines.map((each) => ({ ...each, goals: ["solve", "count"], options: meant(each) })),
    ...scorers.map((each) => ({ ...each, goals: ["optimize"], options: meant(each) })),
  ];
}

/** @param {any} request */
export function oldRequest({ goal, engines, measure, ...rest }) {
  const isBest = goal === "optimize";
  const isRace = engines.length > 1;
  const path = isBest ? (isRace ? "/api/score-races" : "/api/score-searches") : isRace ? "/api/races" : "/api/jobs";
  if (isBest) rest.goal = measure;
  else delete rest.seed;
  return [path, { ...rest, ...(isRace ? { engines } : engines[0]) }];
}

/** @param {any} job @param {any} receive */
export async function checkBest(job, receive) {
  if (!job?.best || job.check) return;
  const check = await post("/api/check", { puzzle: job.puzzle, board: placementsOf(job.best) });
  if (state.jobs[job.id]?.best === job.best) receive({ id: job.id, check });
}
