// A proof that there is no solution with my pieces: those that cannot stay are marked on my board.

/** @import { Job } from "../types.js" */

import { isActive, isOver } from "./jobs.js";
import { on, state, update } from "./store.js";

export function startConflicts() {
  /** @type {Set<string>} */
  const active = new Set(); // jobs that this page has seen at work
  on(["jobs"], () => {
    for (const job of Object.values(state.jobs)) {
      if (isActive(job)) active.add(job.id);
      else if (active.delete(job.id) && isOver(job) && hasConflict(job) && isInSight(job)) showConflict(job);
    }
  });
}

/** @param {Job} job */
export const hasConflict = (job) => Boolean(job.fixed?.length && job.proves_unsolvable);

/**
 * Whether the board of a job is shown, or mine.
 * @param {Job} job
 */
const isInSight = (job) => state.view?.facts.fingerprint === job.fingerprint && !state.race
  && (!state.shown || state.shown.job === job.id);

/**
 * Say why there is no solution, beneath my board, and mark the pieces that cannot stay, as far as they are still there.
 * @param {Job} job
 */
export function showConflict(job) {
  if (state.view?.facts.fingerprint !== job.fingerprint) return;
  const culprits = (job.conflict?.placements ?? []).filter(([cell, piece, turn]) => state.cells[cell] === 4 * piece + turn);
  const text = job.message.charAt(0).toUpperCase() + job.message.slice(1);
  update({ shown: null, race: null, selected: null, advice: { kind: "conflict", text, culprits, cells: [], placement: null } });
}
