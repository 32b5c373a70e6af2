// Puzzles and jobs for the tests of the page's state.

/** @import { JobReport, PuzzleView } from "../../../src/edgematch/web/static/types.js" */

import { initialState, update } from "../../../src/edgematch/web/static/state/store.js";

/**
 * A puzzle of 2 × 2 cells as the server sends it.
 * @param {Partial<PuzzleView["puzzle"]>} [more]
 * @returns {PuzzleView}
 */
export function view(more = {}, fingerprint = "mine") {
  return {
    puzzle: { rows: 2, columns: 2, pieces: [[1, 2, 1, 1], [3, 1, 1, 2], [1, 1, 1, 1], [2, 2, 1, 1]], ...more },
    symbols: { triangle: "", cuts: "", zigzag: "", inks: { dark: "", light: "", break: "" }, colors: [] },
    facts: { name: "", fingerprint, joins: 4, signed: false, color_names: [], no_link: null, known_as: "", findings: [] },
    pictures: {}, notes: [], board: null,
  };
}

/**
 * A job as the server reports it when it begins.
 * @param {Partial<JobReport> & { id: string }} given
 * @returns {JobReport}
 */
export function report(given) {
  return {
    goal: "solve", measure: "pieces", most: 4, engine: "row-scan", options: {}, threads: 1, fixed: [], seed: 0, uses_seed: true,
    limits: { seconds: 60 }, race: null, lane: 0, heat: 0, name: "", title: "", fingerprint: "mine",
    can_pause: true, keep_running: false, created: 0, status: "running", version: 1, message: "", note: "", figures: {}, current: null, ended: null,
    is_proved: false, proves_unsolvable: false, solutions_kept: 0, fixed: [], conflict: null, counts: null, ...given,
  };
}

/** Forget everything that a test before this one did. */
export function reset() {
  update(initialState());
}
