// The best boards of the open puzzle, from the store that the command line uses too.

/** @import { StoredBoard } from "./types.js" */

import { newestPost } from "./api.js";
import { el } from "./dom.js";
import { listedJobs } from "./state/jobs.js";
import { messageOf } from "./state/messages.js";
import { on, state, update } from "./state/store.js";

const ask = newestPost("/api/best");
const list = el("div", { class: "kept-list" });

export const bestBoardsNode = el("details", { class: "kept", id: "kept", hidden: true },
  el("summary", { text: "Best boards so far" }), list);

export function startBestBoards() {
  let ended = 0;
  on(["view", "measure"], () => {
    update({ storedBoards: [], storeRefusal: "" });
    refresh();
  });
  on(["jobs"], () => {
    const before = ended;
    ended = listedJobs().filter((job) => job.goal === "optimize" && job.ended).length;
    if (ended > before) refresh();
  });
  on(["measure", "storedBoards", "storeRefusal"], show);
}

async function refresh() {
  const { view, measure } = state;
  if (!measure || !view) return;
  try {
    const answer = await ask({ puzzle: view.puzzle, measure });
    if (answer) update({ storedBoards: answer.boards, storeRefusal: "" });
  } catch (error) {
    update({ storeRefusal: messageOf(error) });
  }
}

function show() {
  const { measure, storedBoards, storeRefusal } = state;
  bestBoardsNode.hidden = !measure || !(storedBoards.length || storeRefusal);
  if (storeRefusal) list.replaceChildren(el("p", { class: "refusal", text: storeRefusal }));
  else list.replaceChildren(...storedBoards.map(row));
}

/** @param {StoredBoard} stored */
function row({ pieces, score, engine, seed, found, cells, check }) {
  const words = state.measure === "pieces" ? `${pieces} pieces` : `${score} of ${check.joins}`;
  const about = `${engine}, seed ${seed}, ${new Date(found).toLocaleDateString()}`;
  return el("button", { type: "button", onclick: () => update({
    race: null, shown: { cells, label: `${words}, found by ${engine}`, check },
  }) }, el("strong", { text: words }), el("small", { text: about }));
}
