// "Help me": what follows from my board, or what is wrong with it.

import { post } from "./api.js";
import { focusCell } from "./board.js";
import { byId, el } from "./dom.js";
import { board, on, place, state, takeBack, update } from "./state.js";

let isAsking = false;

export function startHelper() {
  byId("help").addEventListener("click", helpMe);
  on("advice view shown arena", show);
}

export async function helpMe() {
  if (!state.view || isAsking) return;
  isAsking = true;
  byId("help").disabled = true;
  const asked = state.ways;
  try {
    const advice = await post("/api/help", { puzzle: state.view.puzzle, board: board() });
    if (asked === state.ways) update({ advice, shown: null, selected: null });
  } catch (error) {
    update({ advice: { kind: "unknown", text: error.message, culprits: [], cells: [], placement: null } });
  } finally {
    isAsking = false;
    byId("help").disabled = false;
  }
}

function show() {
  const node = byId("advice");
  const { advice } = state;
  node.hidden = !advice || Boolean(state.shown || state.arena); // it is about my board
  if (!advice) return;
  node.dataset.kind = advice.kind;
  const buttons = [];
  if (advice.placement) {
    buttons.push(el("button", { type: "button", class: "primary", text: "Place it", onclick: () => {
      const [cell, piece, turn] = advice.placement;
      place(piece, turn, cell);
      focusCell(cell); // this button goes, and whoever uses the keyboard stays on the board
    } }));
  }
  if (advice.kind === "conflict" && advice.culprits.length) {
    const words = advice.culprits.length === 1 ? "Take it back" : "Take them back";
    buttons.push(el("button", { type: "button", text: words, onclick: () => {
      for (const [cell] of advice.culprits) takeBack(cell);
      focusCell(advice.culprits[0][0]);
    } }));
  }
  buttons.push(el("button", { type: "button", class: "icon", "aria-label": "Close", text: "×", onclick: () => update({ advice: null }) }));
  const icon = { proved: "✓", suggested: "→", conflict: "!", solved: "★", unknown: "?" }[advice.kind];
  node.replaceChildren(
    el("span", { class: "advice-icon", "aria-hidden": "true", text: icon }),
    el("p", { text: advice.text }), ...buttons,
  );
}
