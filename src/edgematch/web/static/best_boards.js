// The best boards of the open puzzle, from the store that the command line uses too, and where they break.

/** @import { StoredBoard } from "./types.js" */

import { newestPost } from "./api.js";
import { button, el, set } from "./dom.js";
import { heatMap } from "./heat_map.js";
import { listedJobs } from "./state/jobs.js";
import { messageOf } from "./state/messages.js";
import { on, openView, state, update } from "./state/store.js";

const MOST_COUNTED = 100; // boards
const ask = newestPost("/api/best");
const askForBreaks = newestPost("/api/best");
const list = el("div", { class: "kept-list" });
const breaks = button("Show where they break", toggleBreaks, { id: "show-breaks", "aria-expanded": "false" });
const heat = el("div");

export const bestBoardsNode = el("details", { class: "kept", id: "kept", hidden: true },
  el("summary", { text: "Best boards so far" }), breaks, heat, list);

export function startBestBoards() {
  let ended = 0;
  on(["view", "measure"], () => {
    update({ storedBoards: [], storeRefusal: "", brokenBoards: [] });
    refresh();
  });
  on(["brokenBoards"], showBreaks);
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
  breaks.hidden = measure !== "joins" || !storedBoards.length; // boards without breaks have no map of them
}

/** Count the breaks of many stored boards, or hide the count again. */
async function toggleBreaks() {
  const { view, brokenBoards } = state;
  if (!view || brokenBoards.length) return update({ brokenBoards: [] });
  try {
    const answer = await askForBreaks({ puzzle: view.puzzle, measure: "joins", count: MOST_COUNTED });
    if (answer && state.view === view) update({ brokenBoards: answer.boards });
  } catch (error) {
    update({ storeRefusal: messageOf(error) });
  }
}

function showBreaks() {
  const { brokenBoards } = state;
  breaks.textContent = brokenBoards.length ? "Hide where they break" : "Show where they break";
  set(breaks, { "aria-expanded": String(brokenBoards.length > 0) });
  heat.replaceChildren(...(brokenBoards.length ? [heatMap(openView().puzzle, brokenBoards)] : []));
}

/** @param {StoredBoard} stored */
function row({ pieces, prefix, score, engine, seed, found, cells, check }) {
  const values = { joins: `${score} of ${check.joins}`, pieces: `${pieces} pieces`, prefix: `a clean prefix of ${prefix} pieces` };
  const words = values[state.measure ?? "joins"];
  const about = `${engine}, seed ${seed}, ${new Date(found).toLocaleDateString()}`;
  return el("button", { type: "button", onclick: () => update({
    race: null, shown: { cells, label: `${words}, found by ${engine}`, check },
  }) }, el("strong", { text: words }), el("small", { text: about }));
}
