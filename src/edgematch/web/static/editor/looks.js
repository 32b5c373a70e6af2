// How the motifs of the editor look: asked of the library, so that they are drawn as in play.

/** @import { PuzzleView } from "../types.js" */

import { newestPost } from "../api.js";
import { svg } from "../dom.js";
import { colorNode } from "../pieces.js";
import { colorsOf, sampleRecordOf } from "../state/draft_records.js";
import { RIM_SIDE } from "../state/drafts.js";
import { on, state, update } from "../state/store.js";

export const TRIANGLE = "M-50-50H50L0 0Z";
const RIM = { ground: "#9aa0a6", layers: [] };
const ask = newestPost("/api/read");

const drawings = svg("defs");
/** Each look is drawn once in the document; squares and palette refer to it. */
export const looksNode = svg("svg", { class: "unseen", "aria-hidden": "true" },
  svg("clipPath", { id: "side-clip" }, svg("path", { d: TRIANGLE })), drawings);

/** Ask for the looks whenever the motifs have changed. */
export function startLooks() {
  let asked = "";
  on(["editor"], async () => {
    const sample = sampleRecordOf(state.editor.draft);
    if (sample === asked) return;
    asked = sample;
    try {
      const view = /** @type {PuzzleView | undefined} */ (await ask({ text: sample }));
      if (view) update({ motifLooks: view.symbols });
    } catch {
      asked = ""; // the letters are enough until the next change
    }
  });
  on(["motifLooks"], () => {
    const looks = state.motifLooks?.colors ?? [];
    const sides = colorsOf(state.editor.draft).colors.map((color, side) => ({ side, look: looks[color] }));
    drawings.replaceChildren(...[{ side: RIM_SIDE, look: RIM }, ...sides].filter(({ look }) => look).map(({ side, look }) => {
      const node = colorNode(look, TRIANGLE);
      node.id = `look${side}`;
      return node;
    }));
  });
}

/**
 * The look of a side in the triangle of a north side; gray as long as the library has not answered.
 * @param {number} side
 */
export function lookNodes(side) {
  return [svg("path", { class: "no-look", d: TRIANGLE }), svg("use", { href: `#look${side}` })];
}
