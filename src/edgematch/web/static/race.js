// A race: engines side by side on the same puzzle, in place of the board.

/** @import { Lane } from "./state/race.js" */

import { curveChart } from "./charts.js";
import { button, byId, el } from "./dom.js";
import { laneWords, raceWords } from "./job_words.js";
import { drawSmall } from "./pieces.js";
import { drawTable, tablePlace } from "./race_card.js";
import { standingWords } from "./race_words.js";
import { fixedCells, racers, showBest, winner } from "./state/jobs.js";
import { lanesOf, leader } from "./state/race.js";
import { on, state, update } from "./state/store.js";
import { oncePerFrame } from "./timing.js";

/** @typedef {ReturnType<typeof build>} Arena */

export function startRace() {
  /** @type {Arena | null} */
  let arena = null;
  on(["race", "view"], () => {
    arena?.node.remove();
    arena = racers().length < 2 ? null : build(lanesOf(racers()));
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

/** @param {Lane[]} lanes */
function build(lanes) {
  const built = lanes.map(buildLane);
  const chart = el("div", {});
  const head = el("span", { role: "status" });
  const table = tablePlace();
  const node = el("div", { class: "arena", id: "arena" },
    el("div", { class: "arena-head" }, head,
      button("Back to my board", () => update({ race: null }), { class: "primary" })),
    el("div", { class: "lanes" }, built.map((lane) => lane.node)), table, chart);
  byId("board").parentElement?.append(node);
  return { node, head, lanes: built, table, chart };
}

/**
 * @param {Lane} lane
 * @param {number} number
 */
function buildLane({ name, runs }, number) {
  const { engine } = runs[0];
  const canvas = el("canvas", { "data-size": 460, role: "img", "aria-label": `Board of ${name}` });
  const words = el("p", { role: "status" });
  const seed = el("small", {});
  const shown = { id: runs[0].id };
  const take = button("Show its board", () => showBest(state.jobs[shown.id]), { disabled: true });
  const node = el("div", { class: `lane lane-${number}`, "data-engine": engine },
    el("strong", { text: name }), seed, canvas, words, take);
  return { shown, node, canvas, seed, words, take };
}

/** @param {Arena} arena */
function draw({ lanes, head, table, chart }) {
  const jobs = racers();
  const race = lanesOf(jobs);
  if (race.length !== lanes.length) return; // some have just been deleted
  const isLong = jobs.length > race.length;
  const first = isLong ? leader(race)?.first.shown : winner(jobs);
  lanes.forEach(({ shown, node, canvas, seed, words, take }, at) => {
    const job = race[at].shown;
    shown.id = job.id;
    const cells = job.current ?? job.best ?? fixedCells(job);
    if (job.view) drawSmall(canvas, cells, job.puzzle, job.view.symbols, cells === job.best ? job.check?.breaks : []);
    seed.textContent = !job.uses_seed ? "no seed" : isLong ? `seed ${job.seed}` : "";
    words.textContent = laneWords(job);
    take.disabled = !job.best;
    take.textContent = job.solutions_kept ? "Show the solution" : "Show its board";
    node.toggleAttribute("data-won", job === first);
  });
  head.textContent = isLong ? standingWords(race) : raceWords(jobs, first);
  table.hidden = !isLong && race.length < 3;
  if (!table.hidden) drawTable(table, race);
  if (!jobs.length) return;
  const curves = curveChart(race.map((lane) => lane.shown));
  if (chart.firstChild !== curves) chart.replaceChildren(curves); // moving it would take the pointer off it
}
