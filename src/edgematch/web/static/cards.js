// A card for each job: how it stands, the current and the best board, the curve.

import { post } from "./api.js";
import { curveChart } from "./charts.js";
import { byId, el, toast } from "./dom.js";
import { command, forget, isOver, jobs, onJobs, readyWords } from "./jobs.js";
import { seconds, share, short, whole } from "./numbers.js";
import { drawSmall } from "./pieces.js";
import { isScore, scoreCurve, scoreEnd, scoreFacts } from "./scores.js";
import { browser } from "./solutions.js";
import { layOut, lookAt, on, placements, state, update } from "./state.js";

const list = el("div", { class: "job-list" });
const cards = new Map();
const stale = new Set();
let isDue = false;

export const cardsNode = () => list;

export function startCards() {
  onJobs((job) => {
    if (job === null) return rebuild();
    stale.add(job.id);
    if (!isDue) {
      isDue = true;
      requestAnimationFrame(redraw);
    }
  });
  on("view", rebuild);
}

function redraw() {
  isDue = false;
  for (const name of stale) {
    const card = cards.get(name);
    const job = jobs.get(name);
    if (card && job) draw(card, job);
  }
  stale.clear();
}

function rebuild() {
  const shown = state.jobs.map((name) => jobs.get(name)).filter(Boolean);
  for (const name of cards.keys()) if (!jobs.has(name)) cards.delete(name);
  const nodes = [];
  const races = new Map();
  for (const job of shown) {
    if (!cards.has(job.id)) cards.set(job.id, build(job));
    const { node } = cards.get(job.id);
    if (job.race) {
      if (!races.has(job.race)) {
        races.set(job.race, el("div", { class: "race" }));
        nodes.push(races.get(job.race));
      }
      races.get(job.race).append(node);
    } else nodes.push(node);
    draw(cards.get(job.id), job);
  }
  list.replaceChildren(...nodes);
}

function build(job) {
  const canvas = (label) => el("canvas", { "data-size": isScore(job) ? 300 : 150, "aria-label": label, role: "img" });
  const card = {
    title: el("strong", { text: job.engine }),
    status: el("span", { class: "status" }),
    puzzle: el("small", { class: "of-puzzle" }),
    figures: el("dl", { class: "figures" }),
    current: canvas("Current board"),
    best: canvas("Best board"),
    chart: el("div", { class: "chart-place" }),
    bar: el("progress", { max: 1, value: 0, "aria-label": "Share of the tree" }),
    message: el("p", { class: "message" }),
    buttons: el("div", { class: "buttons" }),
    solutions: browser(job, (ways, label) => show(job, "best", ways, label)),
    drawnButtons: "",
    isAsking: false,
  };
  card.node = el("article", { class: "job", "data-job": job.id, "data-kind": job.kind, "data-engine": job.engine },
    el("header", {}, card.title, card.status, card.puzzle),
    isScore(job) ? null : card.bar,
    card.figures,
    isScore(job) ? card.chart : null,
    el("div", { class: "boards" },
      isScore(job) ? null : el("figure", {}, card.current, el("figcaption", { text: "now" })),
      el("figure", {}, card.best, el("figcaption", { text: "best" }))),
    isScore(job) ? null : card.chart, card.message, isScore(job) ? null : card.solutions.node, card.buttons);
  return card;
}

const isActive = (job) => ["starting", "running", "pausing", "stopping"].includes(job.status);

function draw(card, job) {
  const { figures } = job;
  card.node.dataset.status = state.isAway && !isOver(job) ? "unknown" : job.status;
  card.status.textContent = statusWords(job);
  const isOther = state.view && state.view.facts.fingerprint !== job.fingerprint;
  card.puzzle.textContent = isOther ? job.name || "another puzzle" : "";
  card.bar.value = job.ended === "exhausted" ? 1 : figures.share ?? 0;
  const facts = isScore(job) ? scoreFacts(job) : [
    ["nodes/s", figures.seconds ? short(figures.nodes / figures.seconds) : "–"],
    ["nodes", figures.nodes === undefined ? "–" : short(figures.nodes)],
    ["most placed", figures.depth === undefined ? "–" : `${figures.depth} / ${job.puzzle.pieces.length}`],
    ["solutions", figures.solutions === undefined ? "–" : whole(figures.solutions)],
    ["tree done", job.ended === "exhausted" ? "all of it" : share(figures.share)],
    ["time", figures.seconds === undefined ? "–" : seconds(figures.seconds)],
  ];
  if (card.figures.childElementCount !== facts.length) {
    card.figures.replaceChildren(...facts.map(([name]) => el("div", {}, el("dt", { text: name }), el("dd"))));
  }
  facts.forEach(([, value], at) => {
    const node = card.figures.children[at].lastChild;
    if (node.textContent !== value) node.textContent = value;
  });
  const symbols = symbolsOf(job);
  if (symbols) {
    const empty = new Array(job.puzzle.pieces.length).fill(-1);
    if (!isScore(job)) drawSmall(card.current, job.current ?? job.best ?? empty, job.puzzle, symbols);
    drawSmall(card.best, job.best ?? empty, job.puzzle, symbols, job.check?.breaks);
  }
  card.chart.replaceChildren(isScore(job) ? scoreCurve(job) : curveChart(
    [{ points: job.curve ?? [], now: figures.seconds ?? 0 }], job.puzzle.pieces.length,
    "Pieces on the best board over time"));
  card.message.textContent = [job.message, job.note].filter(Boolean).join(" · ");
  card.message.hidden = !card.message.textContent;
  drawButtons(card, job);
  card.solutions.refresh();
  if (state.shown?.job === job.id && state.shown.follows) {
    const isDone = !isActive(job) && state.shown.follows === "current" && job.best;
    if (isDone) show(job, "best");
    else if (state.shown.follows === "current") show(job, "current");
    else if (isScore(job) && job.best && state.shown.ways !== job.best) show(job, "best");
  }
}

/** Jobs of another puzzle than the open one ask for their symbols once. */
function symbolsOf(job) {
  if (job.symbols) return job.symbols;
  if (state.view && job.fingerprint === state.view.facts.fingerprint) {
    job.symbols = state.view.symbols;
  } else if (!job.asked) {
    job.asked = true;
    post("/api/read", { text: JSON.stringify({ format: "edgematch", version: 1, puzzle: job.puzzle }) })
      .then((view) => { job.symbols = view.symbols; job.view = view; rebuild(); }, () => {});
  }
  return job.symbols;
}

function statusWords(job) {
  if (state.isAway && !isOver(job)) return `no answer, last: ${job.status}`;
  if (job.status === "starting") return readyWords(job);
  if (job.status !== "finished") return job.status;
  if (isScore(job)) return scoreEnd(job);
  if (job.proves_unsolvable) return "proved: no solution";
  return {
    found: "solved", exhausted: "all found", seconds: "out of time", nodes: "out of nodes",
    interrupted: "stopped",
  }[job.ended] ?? "finished";
}

function drawButtons(card, job) {
  const key = `${job.status} ${job.can_pause} ${Boolean(job.best)} ${job.solutions_kept} ${card.isAsking}`;
  if (key === card.drawnButtons) return;
  card.drawnButtons = key;
  const button = (text, onclick, more = {}) => el("button", { type: "button", text, onclick, ...more });
  const order = (text, what, more = {}) =>
    button(text, () => give(card, job, what), card.isAsking ? { ...more, disabled: true } : more);
  const found = [];
  if (job.status === "running" || job.status === "starting") {
    found.push(
      order("Pause", "pause", job.can_pause ? {} : { disabled: true, title: "This solver can only be stopped" }),
      order("Stop", "stop"));
  }
  if (job.status === "paused") found.push(order("Go on", "resume", { class: "primary" }), order("Stop", "stop"));
  if (job.race) found.push(button("Watch the race", () => watchRace(job)));
  else if (isActive(job)) found.push(button("Watch on the board", () => watchOnBoard(job.id)));
  if (job.best && !(isScore(job) && isActive(job))) found.push(button(job.solutions_kept ? "Show the solution" : "Show the best", () => show(job, "best")));
  if (!isActive(job)) found.push(button("Forget", () => forget(job), { class: "quiet" }));
  card.buttons.replaceChildren(...found);
}

/** Give a job an order. Until it is answered the card takes no other, not even the same again. */
async function give(card, job, what) {
  card.isAsking = true;
  drawButtons(card, job);
  await command(job, what);
  card.isAsking = false;
  drawButtons(card, job);
}

/** Show a job on the large board, from now on to its end. */
export function watchOnBoard(name) {
  const job = jobs.get(name);
  if (!job) return;
  if (isScore(job) && job.best) return show(job, "best");
  const empty = { ways: state.ways.map(() => -1), job: name, check: null };
  update({ arena: null, shown: isScore(job)
    ? { ...empty, label: bestWords(job), follows: "best" }
    : { ...empty, label: `${job.engine}, now`, follows: "current" } });
}

const bestWords = (job) => job.solutions_kept ? `a solution by ${job.engine}` : `the best board of ${job.engine}`;

/** Show a board of a job in place of mine. */
export async function show(job, which, ways = null, label = null) {
  const chosen = ways ?? job[which] ?? job.best;
  if (!chosen) return;
  const view = await otherView(job);
  const words = label ?? (which === "current" ? `${job.engine}, now` : bestWords(job));
  const shown = { ways: chosen, label: words, job: job.id, follows: ways ? null : which, check: null };
  if (chosen === job.best && job.check) shown.check = job.check;
  else if (state.shown?.job === job.id) shown.check = state.shown.check;
  lookAt(view, { shown, arena: null });
  if (which === "current" || (job.check && shown.check === job.check)) return;
  try {
    shown.check = await post("/api/check", { puzzle: state.view.puzzle, board: placements(chosen) });
    if (state.shown === shown) update({ shown: { ...shown } });
  } catch (error) {
    toast(error.message);
  }
}

async function watchRace(job) {
  const view = await otherView(job);
  lookAt(view, { arena: state.jobs.filter((name) => jobs.get(name)?.race === job.race), shown: null });
}

/** The puzzle of a job, if it is another than the one on the page; null if it is the same. */
async function otherView(job) {
  if (state.view?.facts.fingerprint === job.fingerprint) return null;
  const record = { format: "edgematch", version: 1, puzzle: job.puzzle };
  return job.view ?? post("/api/read", { text: JSON.stringify(record) });
}

/** The line beneath the board while another board than mine is shown. */
export function startBanner() {
  on("shown view advice", () => {
    const node = byId("banner");
    node.hidden = !state.shown;
    byId("tip").hidden = Boolean(state.shown || state.advice);
    if (!state.shown) return;
    const key = `${state.shown.label}`;
    if (node.dataset.label === key && node.childElementCount) return;
    node.dataset.label = key;
    node.replaceChildren(
      el("span", { text: `Shown: ${state.shown.label}` }),
      el("button", { type: "button", text: "Take it over", onclick: () => layOut(state.shown.ways) }),
      el("button", { type: "button", class: "primary", text: "Back to my board", onclick: () => update({ shown: null }) }),
    );
  });
}
