// A race: two engines side by side on the same puzzle, in place of the board.

import { show } from "./cards.js";
import { curveChart } from "./charts.js";
import { byId, el } from "./dom.js";
import { jobs, onJobs } from "./jobs.js";
import { seconds, short } from "./numbers.js";
import { drawSmall } from "./pieces.js";
import { on, state, update } from "./state.js";

let lanes = [];
let chart = null;
let node = null;
let isDue = false;

export function startArena() {
  on("arena view", build);
  on("tab", () => {
    // Whoever takes away what a race has found means the board of the winner.
    if (state.tab !== "take" || !node) return;
    const best = winner();
    if (best) show(best, "best");
    else update({ arena: null });
  });
  onJobs((job) => {
    if (!node || (job && !state.arena.includes(job.id)) || isDue) return;
    isDue = true;
    requestAnimationFrame(() => { isDue = false; if (node) draw(); });
  });
}

function build() {
  node?.remove();
  node = null;
  const racing = (state.arena ?? []).map((name) => jobs.get(name)).filter(Boolean);
  if (racing.length < 2) return;
  lanes = racing.map((job, number) => {
    const lane = {
      job, canvas: el("canvas", { "data-size": 460, role: "img", "aria-label": `Board of ${job.engine}` }),
      words: el("p", { role: "status" }),
      take: el("button", { type: "button", text: "Show the solution", hidden: true, onclick: () => show(job, "best") }),
    };
    lane.node = el("div", { class: `lane lane-${number}`, "data-engine": job.engine },
      el("strong", { text: job.engine }), lane.canvas, lane.words, lane.take);
    return lane;
  });
  chart = el("div", {});
  node = el("div", { class: "arena", id: "arena" },
    el("div", { class: "arena-head" },
      el("span", { text: `A race: ${racing.map((job) => job.engine).join(" against ")}` }),
      el("button", { type: "button", class: "primary", text: "Back to my board", onclick: () => update({ arena: null }) })),
    el("div", { class: "lanes" }, lanes.map((lane) => lane.node)), chart);
  byId("board").parentNode.append(node);
  draw();
}

function winner() {
  return lanes.map((lane) => lane.job)
    .filter((job) => job.status === "finished" && ["found", "exhausted"].includes(job.ended))
    .sort((a, b) => a.figures.seconds - b.figures.seconds)[0];
}

function draw() {
  const first = winner();
  for (const { job, canvas, words, take, node: lane } of lanes) {
    const { figures } = job;
    const board = (job.status === "finished" ? job.best : job.current ?? job.best);
    drawSmall(canvas, board ?? new Array(job.puzzle.pieces.length).fill(-1), job.puzzle, job.symbols);
    words.textContent = figures.nodes === undefined ? "getting ready" : [
      statusOf(job), `${figures.depth} of ${job.puzzle.pieces.length} placed`, `${short(figures.nodes)} nodes`,
      figures.seconds ? `${short(figures.nodes / figures.seconds)}/s` : "", seconds(figures.seconds),
    ].filter(Boolean).join(" · ");
    take.hidden = !job.solutions_kept;
    lane.toggleAttribute("data-won", job === first);
  }
  chart.replaceChildren(curveChart(
    lanes.map(({ job }) => ({ points: job.curve ?? [], now: job.figures.seconds ?? 0 })),
    lanes[0].job.puzzle.pieces.length, "Pieces on the best board over time"));
}

function statusOf(job) {
  if (job.status !== "finished") return job.status === "running" ? "" : job.status;
  return job.proves_unsolvable ? "no solution" : { found: "solved", exhausted: "all found", seconds: "out of time" }[job.ended] ?? "stopped";
}
