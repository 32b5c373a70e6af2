// The solutions of a job, browsed one by one, while it runs and afterwards.

import { get } from "./api.js";
import { el, toast } from "./dom.js";
import { isOver } from "./jobs.js";
import { whole } from "./numbers.js";

const AT_ONCE = 100;
const SECONDS_BETWEEN = 1;
const WAYS = [
  ["boards", "every board"], ["boards-up-to-symmetry", "up to turning the board"],
  ["pictures-up-to-symmetry", "pictures, up to turning"],
];

/** A line to browse with; `show` is given a board and what to call it. */
export function browser(job, show) {
  let at = -1;
  let pages = new Map(); // by number: boards
  let total = 0;
  let asked = 0;
  let drawn = "";
  const place = el("output", {});
  const counting = el("select", { "aria-label": "What counts as different" },
    WAYS.map(([value, text]) => el("option", { value, text })));
  const node = el("div", { class: "solutions", hidden: true },
    el("button", { type: "button", class: "icon", "aria-label": "Previous solution", text: "‹", onclick: () => step(-1) }),
    place,
    el("button", { type: "button", class: "icon", "aria-label": "Next solution", text: "›", onclick: () => step(1) }),
    counting);

  const load = async (page) => {
    const answer = await get(`/api/jobs/${job.id}/solutions?from=${page * AT_ONCE}&count=${AT_ONCE}&counting=${counting.value}`);
    if (answer.boards.length === AT_ONCE || isOver(job)) pages.set(page, answer.boards);
    total = answer.kept;
    const all = answer.counts?.[counting.value];
    const isAll = all !== undefined && all !== null;
    if (at < 0) place.textContent = isAll ? `${whole(all)} in all` : isOver(job) ? `${whole(total)} kept` : `${whole(total)} so far`;
    return answer.boards;
  };
  const step = async (by) => {
    try {
      if (!total) await load(0);
      if (!total) return;
      at = at < 0 ? (by > 0 ? 0 : total - 1) : (at + by + total) % total;
      const page = Math.floor(at / AT_ONCE);
      const boards = pages.get(page) ?? await load(page);
      const board = boards[at % AT_ONCE];
      place.textContent = `${at + 1} of ${whole(total)}${isOver(job) ? "" : " so far"}`;
      if (board) show(board, `solution ${at + 1} of ${whole(total)}${isOver(job) ? "" : " so far"} by ${job.engine}`);
    } catch (error) {
      toast(error.message);
    }
  };
  const again = () => {
    at = -1;
    pages = new Map();
    load(0).catch((error) => toast(error.message));
  };
  counting.addEventListener("change", again);

  /** More may be found by now, or the job may have ended. */
  const refresh = () => {
    node.hidden = !job.solutions_kept;
    const key = `${job.solutions_kept} ${isOver(job)}`;
    if (node.hidden || key === drawn) return;
    const now = performance.now();
    if (!isOver(job) && now - asked < 1000 * SECONDS_BETWEEN) return;
    [drawn, asked] = [key, now];
    if (isOver(job)) again();
    else load(0).catch(() => {}); // the next look tries again
  };
  return { node, refresh };
}
