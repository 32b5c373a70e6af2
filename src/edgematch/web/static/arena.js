// A race: two engines side by side on the same puzzle, in place of the board.

import { show } from "./cards.js";
import { curveChart } from "./charts.js";
import { byId, el } from "./dom.js";
import { isOver, jobs, onJobs, readyWords } from "./jobs.js";
import { seconds, short } from "./numbers.js";
import { drawSmall } from "./pieces.js";
import { isScore, mostOf, scoreCurve, scoreEnd, unitOf, valueOf } from "./scores.js";
import { on, state, update } from "./state.js";

let lanes = [];
let chart = null;
let head = null;
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
      take: el("button", { type: "button", text: "Show its board", disabled: true, onclick: () => show(job, "best") }),
    };
    lane.node = el("div", { class: `lane lane-${number}`, "data-engine": job.engine },
      el("strong", { text: job.engine }), lane.canvas, lane.words, lane.take);
    return lane;
  });
  chart = el("div", {});
  head = el("span", { role: "status" });
  node = el("div", { class: "arena", id: "arena" },
    el("div", { class: "arena-head" },
      head,
      el("button", { type: "button", class: "primary", text: "Back to my board", onclick: () => update({ arena: null }) })),
    el("div", { class: "lanes" }, lanes.map((lane) => lane.node)), chart);
  byId("board").parentNode.append(node);
  draw();
}

function winner() {
  const racing = lanes.map((lane) => lane.job);
  if (isScore(racing[0])) {
    const ended = racing.filter((job) => valueOf(job) !== undefined);
    if (!racing.every(isOver)) return ended.find((job) => job.check?.solved || (isOver(job) && job.ended === "exhausted"));
    return ended.sort((a, b) => valueOf(b) - valueOf(a) || a.figures.improved - b.figures.improved)[0];
  }
  return racing
    .filter((job) => job.status === "finished" && ["found", "exhausted"].includes(job.ended))
    .sort((a, b) => a.figures.seconds - b.figures.seconds)[0];
}

function draw() {
  const first = winner();
  for (const { job, canvas, words, take, node: lane } of lanes) {
    const { figures } = job;
    const board = job.status === "finished" || isScore(job) ? job.best : job.current ?? job.best;
    drawSmall(canvas, board ?? new Array(job.puzzle.pieces.length).fill(-1), job.puzzle, job.symbols, isScore(job) ? job.check?.breaks : []);
    const value = isScore(job) ? `${valueOf(job)} of ${mostOf(job)} ${unitOf(job)}` : `${isOver(job) ? "" : "best "}${figures.depth} of ${job.puzzle.pieces.length} placed`;
    words.textContent = figures.nodes === undefined ? (job.status === "starting" ? readyWords(job) : job.message || job.status) : [
      statusOf(job), value, `${short(figures.nodes)} nodes`,
      figures.seconds ? `${short(figures.nodes / figures.seconds)}/s` : "", seconds(figures.seconds),
    ].filter(Boolean).join(" · ");
    take.disabled = !job.best;
    if (job.solutions_kept) take.textContent = "Show the solution";
    lane.toggleAttribute("data-won", job === first);
  }
  head.textContent = headline(first);
  chart.replaceChildren(isScore(lanes[0].job) ? scoreCurve(...lanes.map(({ job }) => job)) : curveChart(
    lanes.map(({ job }) => ({ points: job.curve ?? [], now: job.figures.seconds ?? 0 })),
    lanes[0].job.puzzle.pieces.length, "Pieces on the best board over time"));
}

function headline(first) {
  const racing = lanes.map(({ job }) => job);
  if (!first) return `A race: ${racing.map((job) => job.engine).join(" against ")}`;
  if (isScore(first)) return `${first.engine} is first, with ${valueOf(first)} ${unitOf(first)} after ${seconds(first.figures.improved)}`;
  const [slowest] = racing.filter((job) => job !== first && isOver(job) && job.ended === first.ended)
    .map((job) => job.figures.seconds).sort((a, b) => b - a);
  const ratio = slowest / first.figures.seconds;
  return `${first.engine} is first, after ${seconds(first.figures.seconds)}${ratio >= 1.1 ? `, ${ratio.toFixed(1)} times as fast` : ""}`;
}

function statusOf(job) {
  if (state.isAway && !isOver(job)) return "no answer";
  if (isScore(job) && job.status === "finished") return scoreEnd(job);
  if (job.status !== "finished") return job.status === "running" ? "" : job.status;
  return job.proves_unsolvable ? "no solution" : { found: "solved", exhausted: "all found", seconds: "out of time" }[job.ended] ?? "stopped";
}
