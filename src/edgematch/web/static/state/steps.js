// A search shown step by step, from my board: its steps are fetched in pages, the last ones are kept,
// and the page goes forward and back among them.

/** @import { StepMark, StepsAnswer, StepSearch } from "../types.js" */

import { messageOf } from "./messages.js";
import { cellCount, cellsOf, placementsOf } from "./play.js";
import { newSearch, openView, state, update } from "./store.js";

export const MOST_KEPT = 200; // steps
const LARGE = 64; // cells: a step of a larger board takes longer
const PAGE = { small: 100, large: 40 }; // steps in a request

/** @typedef {(after: StepMark | null, count: number, toSolution: boolean) => Promise<StepsAnswer>} FetchSteps */

/** @param {Partial<StepSearch>} changes */
function change(changes) {
  update({ search: { ...state.search, ...changes } });
}

/** The number of the last step that is known. */
const lastKnown = () => state.search.first + state.search.steps.length - 1;

/** Forget the search: the next step that is asked for begins one from my board as it is then. */
export function forgetSearch() {
  update({ search: newSearch(state.search.serial + 1, state.cells) });
}

/**
 * Begin a search anew from my board, at its first step.
 * @param {FetchSteps} fetchSteps
 */
export async function restart(fetchSteps) {
  forgetSearch();
  await goTo(0, fetchSteps);
}

/**
 * Go to a step, or to the oldest that is kept, and show its board.
 * @param {number} wanted
 * @param {FetchSteps} fetchSteps
 */
export async function goTo(wanted, fetchSteps) {
  if (wanted < 0 || !(await fetchUpTo(wanted, fetchSteps))) return;
  const { steps, first, start } = state.search;
  const at = Math.max(first, Math.min(wanted, lastKnown()));
  const step = steps[at - first];
  change({ at });
  const placed = [...(openView().puzzle.hints ?? []), ...placementsOf(start), ...step.placed];
  update({ shown: {
    cells: cellsOf(placed, cellCount()), counts: step.counts, cell: step.cell, label: `step ${at} of a search`,
    check: null, isStep: true,
  } });
}

/**
 * Go to the first step; where it is no longer kept, the search begins anew.
 * @param {FetchSteps} fetchSteps
 */
export const goToStart = (fetchSteps) => state.search.first ? restart(fetchSteps) : goTo(0, fetchSteps);

/**
 * Go to the next solution. If there is none, or none was reached in the time of a request, go to the last step.
 * @param {FetchSteps} fetchSteps
 * @returns {Promise<boolean>} whether a solution is shown
 */
export async function goToSolution(fetchSteps) {
  if (!(await fetchUpTo(0, fetchSteps))) return false;
  const { steps, first, at } = state.search;
  const found = steps.findIndex((step, number) => first + number > at && step.event === "solution");
  if (found >= 0) await goTo(first + found, fetchSteps);
  else {
    if (!state.search.isComplete) await fetchMore(fetchSteps, MOST_KEPT, true);
    await goTo(lastKnown(), fetchSteps);
  }
  return currentStep()?.event === "solution";
}

/** The step that is shown, if there is one. */
export const currentStep = () => state.search.steps.at(state.search.at - state.search.first);

/** Whether the last step is shown and there is no other. */
export function isAtEnd() {
  return state.search.isComplete && state.search.at >= lastKnown();
}

/** @param {boolean} isPlaying */
export function setPlaying(isPlaying) {
  if (state.search.isPlaying !== isPlaying) change({ isPlaying });
}

/**
 * Fetch until a step is there, or no more come.
 * @param {number} wanted
 * @param {FetchSteps} fetchSteps
 * @returns {Promise<boolean>} false if there are no steps, or another search was begun meanwhile
 */
async function fetchUpTo(wanted, fetchSteps) {
  const { serial } = state.search;
  const isCurrent = () => state.search.serial === serial;
  while (isCurrent() && !state.search.isComplete && lastKnown() < wanted) {
    const count = cellCount() > LARGE ? PAGE.large : PAGE.small;
    if (!(await fetchMore(fetchSteps, count, false))) break;
  }
  return isCurrent() && state.search.steps.length > 0;
}

/**
 * Fetch more steps; all who want some await the same answer.
 * @param {FetchSteps} fetchSteps
 * @param {number} count
 * @param {boolean} toSolution
 */
function fetchMore(fetchSteps, count, toSolution) {
  if (!state.search.request) change({ request: fetchPage(state.search.serial, fetchSteps, count, toSolution) });
  return /** @type {Promise<boolean>} */ (state.search.request);
}

/**
 * @param {number} serial
 * @param {FetchSteps} fetchSteps
 * @param {number} count
 * @param {boolean} toSolution
 */
async function fetchPage(serial, fetchSteps, count, toSolution) {
  try {
    const answer = await fetchSteps(state.search.next, count, toSolution);
    if (state.search.serial !== serial) return false;
    take(answer, toSolution ? 0 : count);
    return true;
  } catch (error) {
    if (state.search.serial !== serial) return false;
    const { status = 400 } = /** @type {{ status?: number }} */ (error);
    const isOver = status >= 400 && status < 500; // else it may go on later
    change({ isComplete: isOver, isPlaying: false, request: null, refusal: messageOf(error) });
    return false;
  }
}

/**
 * Add steps; the oldest go, and all of them where steps in between were left out.
 * @param {StepsAnswer} answer
 * @param {number} wanted how many were asked for
 */
function take({ steps: more, skipped, next }, wanted) {
  const known = lastKnown() + 1;
  const steps = [...(skipped ? [] : state.search.steps), ...more].slice(-MOST_KEPT);
  const first = known + skipped + more.length - steps.length;
  change({
    steps, first, at: Math.max(first, state.search.at), next: next ?? state.search.next,
    isComplete: !more.length || more.at(-1)?.event === "over", isShort: more.length < wanted, request: null, refusal: "",
  });
}
