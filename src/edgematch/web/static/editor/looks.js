// How the motifs of the editor look: asked of the library, so that they are drawn as in play.

/** @import { ColorDrawing, Draft, PuzzleView } from "../types.js" */

import { newestPost } from "../api.js";
import { svg } from "../dom.js";
import { colorNode } from "../pieces.js";
import { colorsOf, sampleRecordOf } from "../state/draft_records.js";
import { RIM_SIDE } from "../state/drafts.js";
import { on, state, update } from "../state/store.js";

const TRIANGLE = "M-50-50H50L0 0Z";
const RIM = { ground: "#9aa0a6", layers: [] };
const ask = newestPost("/api/read");

/** Ask for the looks whenever the motifs have changed. */
export function startLooks() {
  let asked = "";
  on(["editor"], async () => {
    const sample = sampleRecordOf(state.editor.draft);
    if (sample === asked) return;
    asked = sample;
    try {
      const view = /** @type {PuzzleView | undefined} */ (await ask({ text: sample }));
      if (view) update({ motifLooks: { of: sample, symbols: view.symbols } });
    } catch {
      asked = ""; // the letters are enough until the next change
    }
  });
}

/**
 * The look of a side; null as long as the library has not answered.
 * @param {Draft} draft
 * @param {number} side
 * @returns {ColorDrawing | null}
 */
export function lookOf(draft, side) {
  if (side === RIM_SIDE) return RIM;
  return state.motifLooks?.symbols.colors[colorsOf(draft).colors[side]] ?? null;
}

/** @param {ColorDrawing | null} look */
export function lookNode(look) {
  return look ? colorNode(look, TRIANGLE) : svg("path", { class: "no-look", d: TRIANGLE });
}

/** What the drawings of lines are cut off with; once in the document. */
export function clipNode() {
  return svg("svg", { class: "unseen", "aria-hidden": "true" },
    svg("defs", {}, svg("clipPath", { id: "side-clip" }, svg("path", { d: TRIANGLE }))));
}
