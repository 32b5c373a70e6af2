// "Help me": what follows from my board, or what is wrong with it.

/** @import { Advice } from "./types.js" */

import { post } from "./api.js";
import { focusCell } from "./board.js";
import { button, buttonById, byId, el } from "./dom.js";
import { sourceWords } from "./facts_panel.js";
import { cellName } from "./pieces.js";
import { factWords, withFacts } from "./state/facts.js";
import { messageOf } from "./state/messages.js";
import { place, placementsOf, takeBack } from "./state/play.js";
import { on, state, update } from "./state/store.js";

const ICONS = { proved: "✓", suggested: "→", conflict: "!", solved: "★", unknown: "?" };

export function startAdvice() {
  on(["advice", "view", "shown", "race"], show);
  on(["isAskingAdvice"], () => { buttonById("help").disabled = state.isAskingAdvice; });
}

export async function askAdvice() {
  if (!state.view || state.isAskingAdvice) return;
  update({ isAskingAdvice: true });
  const asked = state.cells;
  try {
    const advice = await post("/api/help", { puzzle: state.view.puzzle, board: placementsOf(asked) });
    const known = withFacts(advice, state.facts, asked, (fact) => `${factWords(fact, cellName)} (${sourceWords(fact)})`);
    if (asked === state.cells) update({ advice: known, shown: null, selected: null });
  } catch (error) {
    update({ advice: { kind: "unknown", text: messageOf(error), culprits: [], cells: [], placement: null } });
  } finally {
    update({ isAskingAdvice: false });
  }
}

function show() {
  const node = byId("advice");
  const { advice } = state;
  node.hidden = !advice || Boolean(state.shown || state.race); // it is about my board
  if (!advice) return;
  node.dataset.kind = advice.kind;
  node.replaceChildren(
    el("span", { class: "advice-icon", "aria-hidden": "true", text: ICONS[advice.kind] }),
    el("p", { text: advice.text }), ...buttonsFor(advice));
}

/** @param {Advice} advice */
function buttonsFor({ kind, placement, culprits }) {
  const buttons = [];
  if (placement) {
    const [cell, piece, turn] = placement;
    buttons.push(button("Place it", () => {
      place(piece, turn, cell);
      focusCell(cell); // this button goes away, and keyboard users stay on the board
    }, { class: "primary" }));
  }
  if (kind === "conflict" && culprits.length) {
    buttons.push(button(culprits.length === 1 ? "Remove it" : "Remove them", () => {
      for (const [cell] of culprits) takeBack(cell);
      focusCell(culprits[0][0]);
    }));
  }
  buttons.push(button("×", () => update({ advice: null }), { class: "icon", "aria-label": "Close" }));
  return buttons;
}
