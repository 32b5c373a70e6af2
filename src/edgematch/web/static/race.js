// A race: engines side by side on the same puzzle, in place of the board.

/** @import { Job } from "./types.js" */

import { curveChart } from "./charts.js";
import { button, byId, el } from "./dom.js";
import { laneWords, raceWords } from "./job_words.js";
import { drawSmall } from "./pieces.js";
import { racers, showBest, winner } from "./state/jobs.js";
import { on, state, update } from "./state/store.js";
import { oncePerFrame } from "./timing.js";

/** @typedef {ReturnType<typeof build>} Arena */

export function startRace() {
  /** @type {Arena | null} */
  let arena = null;
  on(["race", "view"], () => {
    arena?.node.remove();
    arena = racers().length < 2 ? null : build(racers());
    if (arena) draw(arena);
  });
  on(["tab"], () => {
    // Whoever exports what a race has found means the winner's board.
    if (state.tab !== "export" || !arena) return;
    const first = winner(racers());
    if (first) showBest(first);
    else update({ race: null });
  });
  on(["jobs", "clock", "away"], oncePerFrame(() => { if (arena) draw(arena); }));
}

/** @param {Job[]} jobs */
function build(jobs) {
  const lanes = jobs.map(buildLane);
  const chart = el("div", {});
  const head = el("span", { role: "status" });
  const node = el("div", { class: "arena", id: "arena" },
    el("div", { class: "arena-head" }, head,
      button("Back to my board", () => update({ race: null }), { class: "primary" })),
    el("div", { class: "lanes" }, lanes.map((lane) => lane.node)), chart);
  byId("board").parentElement?.append(node);
  return { node, head, lanes, chart };
}

/**
 * @param {Job} job
 * @param {number} number
 */
function buildLane({ id, engine }, number) {
  const canvas = el("canvas", { "data-size": 460, role: "img", "aria-label": `Board of ${engine}` });
  const words = el("p", { role: "status" });
  const take = button("Show its board", () => showBest(state.jobs[id]), { disabled: true });
  const node = el("div", { class: `lane lane-${number}`, "data-engine": engine },
    el("strong", { text: engine }), canvas, words, take);
  return { id, node, canvas, words, take };
}

/** @param {Arena} arena */
function draw({ lanes, head, chart }) {
  const jobs = racers();
  const first = winner(jobs);
  for (const { id, node, canvas, words, take } of lanes) {
    const job = state.jobs[id];
    if (!job) continue;
    const cells = job.current ?? job.best ?? job.puzzle.pieces.map(() => -1);
    if (job.view) drawSmall(canvas, cells, job.puzzle, job.view.symbols, cells === job.best ? job.check?.breaks : []);
    words.textContent = laneWords(job);
    take.disabled = !job.best;
    if (job.solutions_kept) take.textContent = "Show the solution";
    node.toggleAttribute("data-won", job === first);
  }
  head.textContent = raceWords(jobs, first);
  if (!jobs.length) return;
  const curves = curveChart(jobs);
  if (chart.firstChild !== curves) chart.replaceChildren(curves); // moving it would take the pointer off it
}
