// A card about the board in sight: official pieces, doubles, hints, score, clean rows.

import { newestPost } from "./api.js";
import { factWords } from "./check_words.js";
import { byId, el } from "./dom.js";
import { reportError } from "./state/messages.js";
import { placementsOf, visibleCells } from "./state/play.js";
import { on, state, update } from "./state/store.js";
import { delayed } from "./timing.js";

const ASK_AFTER = 250; // milliseconds without a change
const ask = newestPost("/api/check-card");
const list = el("dl", {});
const card = el("section", { class: "check-card", id: "check-card", hidden: true, "aria-label": "The board in sight" },
  el("h3", { text: "This board" }), list);

export function startCheckCard() {
  byId("panel-facts").append(card);
  const soon = delayed(() => { refresh().catch(reportError); }, ASK_AFTER);
  on(["view", "cells", "shown", "tab"], () => { if (state.tab === "facts") soon.start(); });
  on(["boardFacts"], show);
}

async function refresh() {
  const { view } = state;
  const board = placementsOf(visibleCells());
  if (state.tab !== "facts" || !view) return;
  const boardFacts = board.length ? await ask({ puzzle: view.puzzle, board }) : null;
  if (boardFacts !== undefined) update({ boardFacts });
}

function show() {
  const facts = state.boardFacts;
  card.hidden = !facts;
  if (facts) list.replaceChildren(...factWords(facts).flatMap(([name, value]) => [el("dt", { text: name }), el("dd", { text: value })]));
}
