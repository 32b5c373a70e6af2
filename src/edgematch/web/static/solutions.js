// The solutions of a job, browsed one by one, while it runs and afterwards.

/** @import { Cells } from "./types.js" */

import { get, post } from "./api.js";
import { button, el, menu } from "./dom.js";
import { whole } from "./numbers.js";
import { isOver, show } from "./state/jobs.js";
import { reportError } from "./state/messages.js";
import { openView, state, update } from "./state/store.js";
import { placementsOf } from "./state/play.js";

const PAGE = 100; // solutions in a request
const BETWEEN = 1000; // milliseconds between two requests while the job runs

/**
 * A line to browse the solutions of a job.
 * @param {string} id
 */
export function solutionBrowser(id) {
  let at = -1; // the solution in sight
  let total = 0;
  let asked = 0;
  let seen = "";
  /** @type {Map<number, Cells[]>} */
  const pages = new Map();
  const place = el("output", {});
  const counting = menu({ "aria-label": "What counts as different" }, [
    ["boards", "every board"], ["boards-up-to-symmetry", "up to turning the board"],
    ["pictures-up-to-symmetry", "pictures, up to turning"],
  ]);
  const node = el("div", { class: "solutions", hidden: true },
    button("‹", () => step(-1), { class: "icon", "aria-label": "Previous solution" }),
    place,
    button("›", () => step(1), { class: "icon", "aria-label": "Next solution" }),
    counting);
  const isDone = () => !state.jobs[id] || isOver(state.jobs[id]); // it may be forgotten by now

  /** @param {number} page */
  const load = async (page) => {
    const answer = await get(`/api/jobs/${id}/solutions?from=${page * PAGE}&count=${PAGE}&counting=${counting.value}`);
    if (answer.boards.length === PAGE || isDone()) pages.set(page, answer.boards);
    total = answer.kept;
    const all = answer.counts?.[counting.value] ?? null;
    const kept = `${whole(total)} ${isDone() ? "kept" : "so far"}`;
    if (at < 0) place.textContent = all === null ? kept : `${whole(all)} in all`;
    return answer.boards;
  };

  /** @param {number} by */
  const step = async (by) => {
    try {
      if (!total) await load(0);
      if (!total) return;
      at = at < 0 ? (by > 0 ? 0 : total - 1) : (at + by + total) % total;
      const page = Math.floor(at / PAGE);
      const cells = (pages.get(page) ?? await load(page))[at % PAGE];
      place.textContent = `${at + 1} of ${whole(total)}${isDone() ? "" : " so far"}`;
      if (cells) await showSolution(id, cells, `solution ${place.textContent} by ${state.jobs[id].engine}`);
    } catch (error) {
      reportError(error);
    }
  };

  const restart = () => {
    at = -1;
    pages.clear();
    load(0).catch(reportError);
  };
  counting.addEventListener("change", restart);

  /** Look again: more may have been found, or the job may have ended. */
  const refresh = () => {
    const { solutions_kept: kept } = state.jobs[id];
    node.hidden = !kept;
    const key = `${kept} ${isDone()}`;
    if (node.hidden || !node.parentNode || key === seen) return;
    const now = performance.now();
    if (!isDone() && now - asked < BETWEEN) return;
    [seen, asked] = [key, now];
    if (isDone()) restart();
    else load(0).catch(() => {}); // the next look tries again
  };
  return { node, refresh };
}

/**
 * @param {string} id
 * @param {Cells} cells
 * @param {string} label
 */
async function showSolution(id, cells, label) {
  const check = state.shown?.job === id ? state.shown.check : null; // until there is another
  const shown = { cells, label, job: id, check };
  show(state.jobs[id], shown);
  const report = await post("/api/check", { puzzle: openView().puzzle, board: placementsOf(cells) });
  if (state.shown === shown) update({ shown: { ...shown, check: report } });
}
