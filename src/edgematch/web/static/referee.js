// The referee's word on my board: asked after every change, shown as soon as it is there.

import { newest, post } from "./api.js";
import { byId, speak, toast } from "./dom.js";
import { board, on, state, update } from "./state.js";

const ask = newest((signal, body) => post("/api/check", body, signal));
let said = "";

export function startReferee() {
  on("view ways", check);
  on("view check shown", show);
  on("isAway", () => { if (!state.isAway) check(); }); // what was missed
}

async function check() {
  if (!state.view) return;
  try {
    const answer = await ask({ puzzle: state.view.puzzle, board: board() });
    if (answer) update({ check: answer });
  } catch (error) {
    update({ check: null }); // what it said before was of another board
    toast(error.message);
  }
}

function show() {
  const check = state.shown ? state.shown.check : state.check;
  const node = byId("score");
  if (!check) {
    const isMissing = state.isAway && !state.shown;
    node.textContent = isMissing ? "not checked" : "";
    if (isMissing) {
      node.title = "";
      node.classList.remove("solved", "broken");
    }
    return;
  }
  const broken = check.breaks.length + check.faults.length;
  const words = check.solved ? "Solved!"
    : broken ? `${broken} ${broken === 1 ? "break" : "breaks"}` : `${check.placed} placed`;
  const line = `score ${check.score} of ${check.joins}, ${words}`;
  if (line !== said || !node.firstChild) {
    node.replaceChildren(`${check.score} / ${check.joins}`, Object.assign(document.createElement("small"), { textContent: words }));
  }
  node.title = ["Sides that match, of all that could", ...check.problems].join("\n");
  node.classList.toggle("solved", check.solved);
  node.classList.toggle("broken", broken > 0);
  byId("board").classList.toggle("solved", check.solved);
  if (line !== said) speak(line);
  said = line;
}
