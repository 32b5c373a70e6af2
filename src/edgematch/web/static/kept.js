// The best boards of a puzzle that score searches have kept, here or on the command line.

import { newest, post } from "./api.js";
import { el } from "./dom.js";
import { onJobs } from "./jobs.js";
import { on, state, update } from "./state.js";

const ask = newest((signal, body) => post("/api/best", body, signal));
const list = el("div", { class: "kept-list" });
const node = el("details", { class: "kept", id: "kept", hidden: true }, el("summary", { text: "Best boards so far" }), list);
let goal = null;

export const keptNode = () => node;

export function startKept() {
  on("view", refresh);
  onJobs((job, part) => { if (job?.kind === "score" && part === "state" && job.ended && !job.isKept) { job.isKept = true; refresh(); } });
}

/** Show those with the most joins, the most pieces, or none. */
export function showKept(next) {
  goal = next;
  refresh();
}

async function refresh() {
  if (!goal || !state.view) {
    node.hidden = true;
    return;
  }
  try {
    const answer = await ask({ puzzle: state.view.puzzle, goal });
    if (!answer) return;
    node.hidden = !answer.boards.length;
    list.replaceChildren(...answer.boards.map(row));
  } catch (error) {
    node.hidden = false;
    list.replaceChildren(el("p", { class: "refusal", text: error.message }));
  }
}

function row(each) {
  const words = goal === "pieces" ? `${each.pieces} pieces` : `${each.score} of ${each.check.joins}`;
  const about = `${each.engine}, seed ${each.seed}, ${new Date(each.found).toLocaleDateString()}`;
  return el("button", { type: "button", onclick: () => update({
    arena: null, shown: { ways: each.ways, label: `${words}, kept from ${each.engine}`, check: each.check },
  }) }, el("strong", { text: words }), el("small", { text: about }));
}
