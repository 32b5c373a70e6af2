// The puzzles that were open lately, to go on where they were left.

/** @import { RecentPuzzle } from "./types.js" */

import { el } from "./dom.js";
import { boardTitle, drawSmall } from "./pieces.js";
import { openRecent } from "./state/play.js";
import { state, update } from "./state/store.js";
import { storedPuzzles } from "./storage.js";

const panel = el("section", { class: "cards", role: "tabpanel" });
const UNITS = /** @type {[number, Intl.RelativeTimeFormatUnit][]} */ ([[86400, "day"], [3600, "hour"], [60, "minute"]]);

/** @param {() => void} close called once a puzzle is chosen */
export function recentPanel(close) {
  panel.addEventListener("click", (event) => {
    const card = event.target instanceof Element ? event.target.closest("[data-play]") : null;
    const recent = storedPuzzles().find(({ playId }) => playId === card?.getAttribute("data-play"));
    if (!recent) return;
    if (recent.playId !== (state.aside ?? state).playId) openRecent(recent);
    update({ tab: "pieces", shown: null, race: null });
    close();
  });
  return panel;
}

/** Draw the list as it is now. */
export function fillRecentPanel() {
  const cards = storedPuzzles().map(recentCard);
  const none = el("p", { class: "tray-note", text: "Puzzles that you open are listed here, with their boards." });
  panel.replaceChildren(...(cards.length ? cards : [none]));
}

/** @param {RecentPuzzle} recent */
function recentCard({ playId, view, cells, when }) {
  const canvas = el("canvas", { "data-size": 150, "aria-hidden": "true" });
  drawSmall(canvas, cells, view.puzzle, view.symbols);
  const placed = cells.filter((value) => value >= 0).length;
  const isOpen = playId === (state.aside ?? state).playId;
  return el("button", { type: "button", class: "card", "data-play": playId },
    el("span", { class: "card-picture" }, canvas),
    el("strong", { text: boardTitle(view) }),
    el("small", { text: `${placed} of ${cells.length} placed, ${isOpen ? "open now" : timeWords(when)}` }));
}

/** @param {number} when in milliseconds */
function timeWords(when) {
  const seconds = (Date.now() - when) / 1000;
  const unit = UNITS.find(([size]) => seconds >= size);
  if (!unit) return "a moment ago";
  return new Intl.RelativeTimeFormat("en").format(-Math.floor(seconds / unit[0]), unit[1]);
}
