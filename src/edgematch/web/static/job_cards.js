// A card for each job: how it stands, the current and the best board, the curve.

/** @import { Job } from "./types.js" */

import { boardCurve, treeCurve } from "./charts.js";
import { button, byId, el } from "./dom.js";
import { figureWords, statusWords } from "./job_words.js";
import { command, forget, withView } from "./jobs.js";
import { drawSmall } from "./pieces.js";
import { solutionBrowser } from "./solutions.js";
import { hasTree, isActive, isOver, listedJobs, showBest, watchJob, watchRace } from "./state/jobs.js";
import { layOut } from "./state/play.js";
import { on, state, update } from "./state/store.js";
import { oncePerFrame } from "./timing.js";

/** @typedef {ReturnType<typeof build>} Card */

export const cardList = el("div", { class: "job-list" });

export function startCards() {
  /** @type {Map<string, Card>} */
  const cards = new Map();
  on(["jobIds", "view", "away"], () => layOutCards(cards));
  on(["jobs", "clock"], oncePerFrame(() => {
    if (listedJobs().some((job) => !cards.has(job.id))) return layOutCards(cards);
    for (const job of listedJobs()) {
      const card = cards.get(job.id);
      if (card && (card.drawn !== job || job.status === "starting")) draw(card, job);
    }
  }));
}

/**
 * Make the cards that are missing and list them all; the jobs of a race stand side by side.
 * @param {Map<string, Card>} cards
 */
function layOutCards(cards) {
  const nodes = [];
  /** @type {Map<string, HTMLElement>} */
  const races = new Map();
  for (const id of cards.keys()) if (!state.jobIds.includes(id)) cards.delete(id);
  for (const job of listedJobs()) {
    const card = cards.get(job.id) ?? build(job);
    cards.set(job.id, card);
    draw(card, job);
    const race = job.race === null ? null : races.get(job.race) ?? el("div", { class: "race" });
    if (race && job.race !== null) races.set(job.race, race);
    race?.append(card.node);
    nodes.push(race ?? card.node);
  }
  cardList.replaceChildren(...new Set(nodes));
}

/** @param {Job} job */
function build(job) {
  const isTree = hasTree(job);
  /** @param {string} label */
  const canvas = (label) => el("canvas", { "data-size": isTree ? 150 : 300, "aria-label": label, role: "img" });
  const card = {
    status: el("span", { class: "status" }),
    puzzle: el("small", { class: "of-puzzle" }),
    figures: el("dl", { class: "figures" }),
    current: canvas("Current board"),
    best: canvas("Best board"),
    chart: el("div", { class: "chart-place" }),
    bar: el("progress", { max: 1, value: 0, "aria-label": "Share of the tree" }),
    message: el("p", { class: "message" }),
    buttons: el("div", { class: "buttons" }),
    solutions: solutionBrowser(job.id),
    node: el("article", { class: "job", "data-job": job.id, "data-goal": job.goal, "data-engine": job.engine }),
    drawn: /** @type {Job | null} */ (null),
    drawnButtons: "",
  };
  /** @param {HTMLElement} board @param {string} caption */
  const figure = (board, caption) => el("figure", {}, board, el("figcaption", { text: caption }));
  const head = el("header", {}, el("strong", { text: job.engine }), card.status, card.puzzle);
  card.node.append(head, ...(isTree ? [
    card.bar, card.figures, el("div", { class: "boards" }, figure(card.current, "now"), figure(card.best, "best")),
    card.chart, card.message, card.solutions.node, card.buttons,
  ] : [
    card.figures, card.chart, el("div", { class: "boards" }, figure(card.best, "best")), card.message, card.buttons,
  ]));
  return card;
}

/**
 * @param {Card} card
 * @param {Job} job
 */
function draw(card, job) {
  card.drawn = job;
  card.node.dataset.status = state.away && !isOver(job) ? "unknown" : job.status;
  card.status.textContent = statusWords(job);
  const isOther = state.view && state.view.facts.fingerprint !== job.fingerprint;
  card.puzzle.textContent = isOther ? job.name || "another puzzle" : "";
  card.bar.value = job.ended === "exhausted" ? 1 : job.figures.share ?? 0;
  drawFigures(card, job);
  drawBoards(card, job);
  card.chart.replaceChildren(hasTree(job) ? treeCurve([job]) : boardCurve([job]));
  card.message.textContent = [job.message, job.note].filter(Boolean).join(" · ");
  card.message.hidden = !card.message.textContent;
  drawButtons(card, job);
  card.solutions.refresh();
}

/**
 * @param {Card} card
 * @param {Job} job
 */
function drawFigures(card, job) {
  const figures = figureWords(job);
  if (card.figures.childElementCount !== figures.length) {
    card.figures.replaceChildren(...figures.map(([name]) => el("div", {}, el("dt", { text: name }), el("dd"))));
  }
  figures.forEach(([, value], at) => {
    const node = card.figures.children[at].lastElementChild;
    if (node && node.textContent !== value) node.textContent = value;
  });
}

/**
 * @param {Card} card
 * @param {Job} job
 */
function drawBoards(card, job) {
  if (!job.view) return;
  const empty = new Array(job.puzzle.pieces.length).fill(-1);
  const { symbols } = job.view;
  if (hasTree(job)) drawSmall(card.current, job.current ?? job.best ?? empty, job.puzzle, symbols);
  drawSmall(card.best, job.best ?? empty, job.puzzle, symbols, job.check?.breaks);
}

/**
 * @param {Card} card
 * @param {Job} job
 */
function drawButtons(card, job) {
  const { id, status } = job;
  const key = `${status} ${job.can_pause} ${Boolean(job.best)} ${job.solutions_kept} ${job.isOrdered}`;
  if (key === card.drawnButtons) return;
  card.drawnButtons = key;
  /** @type {(text: string, order: "pause" | "resume" | "stop", more?: object) => HTMLButtonElement} */
  const order = (text, what, more = {}) => button(text, () => command(id, what), { ...more, ...(job.isOrdered ? { disabled: true } : {}) });
  const buttons = [];
  if (status === "running" || status === "starting") {
    buttons.push(
      order("Pause", "pause", job.can_pause ? {} : { disabled: true, title: "This solver can only be stopped" }),
      order("Stop", "stop"));
  }
  if (status === "paused") buttons.push(order("Go on", "resume", { class: "primary" }), order("Stop", "stop"));
  if (job.race) buttons.push(button("Watch the race", () => withView(id, watchRace)));
  else if (isActive(job)) buttons.push(button("Watch on the board", () => withView(id, watchJob)));
  if (job.best && (hasTree(job) || !isActive(job))) {
    buttons.push(button(job.solutions_kept ? "Show the solution" : "Show the best", () => withView(id, showBest)));
  }
  if (!isActive(job)) buttons.push(button("Forget", () => forget(id), { class: "quiet" }));
  card.buttons.replaceChildren(...buttons);
}

/** The line beneath the board while another board than mine is shown. */
export function startBanner() {
  on(["shown", "view", "advice"], () => {
    const node = byId("banner");
    node.hidden = !state.shown;
    byId("tip").hidden = Boolean(state.shown || state.advice);
    if (!state.shown || node.dataset.label === state.shown.label) return;
    node.dataset.label = state.shown.label;
    node.replaceChildren(
      el("span", { text: `Shown: ${state.shown.label}` }),
      button("Take it over", () => { if (state.shown) layOut(state.shown.cells); }),
      button("Back to my board", () => update({ shown: null }), { class: "primary" }),
    );
  });
}
