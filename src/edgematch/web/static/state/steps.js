// A search shown step by step: its steps are fetched in pages, and the page goes forward and back.

/** @import { Step, StepSearch } from "../types.js" */

import { messageOf } from "./messages.js";
import { cellCount, cellsOf } from "./play.js";
import { newSearch, openView, state, update } from "./store.js";

const PAGE = 200; // steps in a request
const MOST_STEPS = 20000; // to look through for a solution

/** @typedef {(from: number, count: number) => Promise<Step[]>} FetchSteps */

/** @param {Partial<StepSearch>} changes */
function change(changes) {
  update({ search: { ...state.search, ...changes } });
}

/**
 * Begin a search anew, at its first step.
 * @param {FetchSteps} fetchSteps
 */
export async function restart(fetchSteps) {
  update({ search: newSearch(state.search.serial + 1) });
  await goTo(0, fetchSteps);
}

/**
 * Go to a step and show its board.
 * @param {number} wanted
 * @param {FetchSteps} fetchSteps
 */
export async function goTo(wanted, fetchSteps) {
  if (wanted < 0 || !(await fetchUpTo(wanted, fetchSteps))) return;
  const { steps } = state.search;
  const at = Math.min(wanted, steps.length - 1);
  const step = steps[at];
  change({ at });
  update({ shown: {
    cells: cellsOf([...(openView().puzzle.hints ?? []), ...step.placed], cellCount()),
    counts: step.counts, cell: step.cell, label: `step ${at} of a search`, check: null, isStep: true,
  } });
}

/**
 * Go to the next solution, or to the last step if there is none.
 * @param {FetchSteps} fetchSteps
 */
export async function goToSolution(fetchSteps) {
  let from = state.search.at + 1;
  while (await fetchUpTo(from, fetchSteps)) {
    const { steps, isComplete } = state.search;
    const found = steps.findIndex((step, at) => at >= from && step.event === "solution");
    if (found >= 0) return goTo(found, fetchSteps);
    if (isComplete || steps.length > MOST_STEPS) break;
    from = steps.length;
  }
  await goTo(state.search.steps.length - 1, fetchSteps);
}

/** Whether the last step is shown and there is no other. */
export function isAtEnd() {
  const { at, steps, isComplete } = state.search;
  return isComplete && at >= steps.length - 1;
}

/** @param {boolean} isPlaying */
export function setPlaying(isPlaying) {
  if (state.search.isPlaying !== isPlaying) change({ isPlaying });
}

/**
 * Fetch until a step is there.
 * @param {number} wanted
 * @param {FetchSteps} fetchSteps
 * @returns {Promise<boolean>} false if there are no steps, or another search was begun meanwhile
 */
async function fetchUpTo(wanted, fetchSteps) {
  const { serial } = state.search;
  const isCurrent = () => state.search.serial === serial;
  while (isCurrent() && !state.search.isComplete && state.search.steps.length <= wanted) {
    if (!state.search.request) change({ request: fetchPage(serial, fetchSteps) });
    if (!(await state.search.request)) return false; // all who want steps await the same answer
  }
  return isCurrent() && state.search.steps.length > 0;
}

/**
 * @param {number} serial
 * @param {FetchSteps} fetchSteps
 */
async function fetchPage(serial, fetchSteps) {
  const before = state.search.steps;
  try {
    const more = await fetchSteps(before.length, PAGE);
    if (state.search.serial !== serial) return false;
    change({ steps: [...before, ...more], isComplete: more.length < PAGE, request: null, refusal: "" });
    return true;
  } catch (error) {
    if (state.search.serial !== serial) return false;
    const isRefused = /** @type {{ status?: number }} */ (error).status !== 0; // else it may go on later
    change({ isComplete: isRefused, request: null, refusal: messageOf(error) });
    return false;
  }
}
