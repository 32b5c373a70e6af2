// The referee's report on my board: asked for after every change, shown as soon as it arrives.

import { newestPost } from "./api.js";
import { byId, el, speak } from "./dom.js";
import { reportError } from "./state/messages.js";
import { placementsOf, visibleCheck } from "./state/play.js";
import { on, state, update } from "./state/store.js";

const ask = newestPost("/api/check");

export function startReferee() {
  let spoken = "";
  on(["view", "cells"], askReferee);
  on(["away"], () => { if (!state.away) askReferee(); }); // for what was missed
  on(["view", "check", "shown"], () => { spoken = show(spoken); });
}

async function askReferee() {
  if (!state.view) return;
  try {
    const check = await ask({ puzzle: state.view.puzzle, board: placementsOf(state.cells) });
    if (check) update({ check });
  } catch (error) {
    update({ check: null }); // the last report was about another board
    reportError(error);
  }
}

/**
 * Show the score above the board.
 * @param {string} spoken what was said last
 * @returns {string} what was said by now
 */
function show(spoken) {
  const check = visibleCheck();
  const node = byId("score");
  if (!check) {
    const isMissing = state.away && !state.shown;
    node.textContent = isMissing ? "not checked" : "";
    if (isMissing) {
      node.title = "";
      node.classList.remove("solved", "broken");
    }
    return spoken;
  }
  const broken = check.breaks.length + check.faults.length;
  const words = check.solved ? "Solved!"
    : broken ? `${broken} ${broken === 1 ? "break" : "breaks"}` : `${check.placed} placed`;
  const line = `score ${check.score} of ${check.joins}, ${words}`;
  if (line !== spoken || !node.firstChild) {
    node.replaceChildren(`${check.score} / ${check.joins}`, el("small", { text: words }));
  }
  node.title = ["Joins that match, out of all joins", ...check.problems].join("\n");
  node.classList.toggle("solved", check.solved);
  node.classList.toggle("broken", broken > 0);
  byId("board").classList.toggle("solved", check.solved);
  if (line !== spoken) speak(line);
  return line;
}
