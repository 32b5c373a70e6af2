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
    facts: { name: "", fingerprint, signed: false, color_names: [], no_link: null, findings: [] },
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
    goal: "solve", measure: "pieces", most: 4, engine: "row-scan", race: null, name: "", fingerprint: "mine",
    options: {}, threads: 1, can_pause: true, status: "running", version: 1, message: "", note: "", figures: {}, current: null, ended: null,
    is_proved: false, proves_unsolvable: false, solutions_kept: 0, ...given,
  };
}

/** Forget everything that a test before this one did. */
export function reset() {
  update(initialState());
}
