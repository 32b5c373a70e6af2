// Opens a puzzle that the server sent.

/** @import { PuzzleView } from "./types.js" */

import { byId } from "./dom.js";
import { notify } from "./state/messages.js";
import { openPuzzle } from "./state/play.js";
import { update } from "./state/store.js";

/**
 * Play a puzzle, and say what the server had to decide.
 * @param {PuzzleView} view
 */
export function take(view) {
  openPuzzle(view);
  update({ tab: "pieces" });
  /** @type {HTMLDialogElement} */ (byId("puzzles")).close();
  if (view.notes.length) notify(view.notes.join("; "), false);
  else if (view.facts.findings.length) notify(`This puzzle cannot be solved: ${view.facts.findings[0]}`, false);
}
