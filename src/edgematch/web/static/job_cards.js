// A card for each job: how it stands, the current and the best board, the curve.

/** @import { Cells, Job } from "./types.js" */

import { jobCharts } from "./charts.js";
import { button, byId, el } from "./dom.js";
import { figureWords, statusWords } from "./job_words.js";
import { command, forget, withView } from "./jobs.js";
import { drawSmall } from "./pieces.js";
import { buildRaceCard, drawRaceCard, isLongRace, removeButton } from "./race_card.js";
import { solutionBrowser } from "./solutions.js";
import { hasConflict, showConflict } from "./state/conflicts.js";
import { fixedCells, isActive, isOver, listedJobs, showBest, watchJob, watchRace } from "./state/jobs.js";
import { layOut } from "./state/play.js";
import { on, state, update } from "./state/store.js";
import { takeAwayMenu } from "./take_away.js";
import { oncePerFrame } from "./timing.js";

/** @import { RaceCard } from "./race_card.js" */
/** @typedef {ReturnType<typeof build>} Card */

export const cardList = el("div", { class: "job-list" });

export function startCards() {
  /** @type {Map<string, Card>} */
  const cards = new Map();
  /** @type {Map<string, RaceCard>} */
  const raceCards = new Map();
  let laidOut = new Set();
  const layOut = () => {
    laidOut = new Set(listedJobs().map((job) => job.id));
    layOutCards(cards, raceCards);
  };
  on(["jobIds", "view", "away"], layOut);
  on(["jobs", "clock"], oncePerFrame(() => {
    if (listedJobs().some((job) => !laidOut.has(job.id))) return layOut();
    for (const card of raceCards.values()) drawRaceCard(card);
    for (const job of listedJobs()) {
      const card = cards.get(job.id);
      if (card && (card.drawn !== job || job.status === "starting")) draw(card, job);
    }
  }));
  on(["chart", "estimate"], () => {
    for (const card of cards.values()) if (card.drawn) card.charts.show(card.drawn);
  });
}

/**
 * The card of a job, made if it is missing, and up to date.
 * @param {Map<string, Card>} cards
 * @param {Job} job
 */
function cardOf(cards, job) {
  const card = cards.get(job.id) ?? build(job);
  cards.set(job.id, card);
  draw(card, job);
  return card;
}

/**
 * List the cards; the jobs of a race stand side by side. A race over several seeds has a card
 * of its own, with those of its runs when they are unfolded.
 * @param {Map<string, Card>} cards
 * @param {Map<string, RaceCard>} raceCards
 */
function layOutCards(cards, raceCards) {
  const nodes = [];
  /** @type {Map<string, HTMLElement>} */
  const races = new Map();
  for (const id of cards.keys()) if (!state.jobIds.includes(id)) cards.delete(id);
  for (const id of raceCards.keys()) if (!isLongRace(id)) raceCards.delete(id);
  for (const job of listedJobs()) {
    if (job.race === null) nodes.push(cardOf(cards, job).node);
    else if (races.has(job.race) || !isLongRace(job.race)) {
      const race = races.get(job.race) ?? el("div", { class: "race" });
      if (!raceCards.has(job.race)) race.append(cardOf(cards, job).node);
      races.set(job.race, race);
      nodes.push(race);
    } else {
      const raceCard = raceCards.get(job.race) ?? buildRaceCard(job.race, (run) => cardOf(cards, run).node);
      raceCards.set(job.race, raceCard);
      drawRaceCard(raceCard);
      raceCard.listRuns();
      races.set(job.race, raceCard.node);
      nodes.push(raceCard.node);
    }
  }
  cardList.replaceChildren(...new Set(nodes));
}

/** @param {Job} job */
function build(job) {
  const isForBoard = job.goal === "optimize"; // its card has one large board, under the curve
  const card = {
    status: el("span", { class: "status" }),
    puzzle: el("small", { class: "of-puzzle" }),
    figures: el("dl", { class: "figures" }),
    boards: isForBoard ? [smallBoard("best", 300, (each) => each.best)] : [
      smallBoard("now", 150, (each) => each.current ?? each.best),
      smallBoard("best", 150, (each) => each.best),
    ],
    charts: jobCharts(),
    bar: el("progress", { max: 1, value: 0, "aria-label": "Share of the tree searched" }),
    message: el("p", { class: "message" }),
    buttons: el("div", { class: "buttons" }),
    remove: removeButton(() => forget(job.id)),
    solutions: solutionBrowser(job.id),
    takeAway: takeAwayMenu(job.id),
    node: el("article", { class: "job", "data-job": job.id, "data-goal": job.goal, "data-engine": job.engine }),
    drawn: /** @type {Job | null} */ (null),
    drawnButtons: "",
  };
  const head = el("header", {}, el("strong", { text: job.engine }), card.status, card.remove, card.puzzle);
  const boards = el("div", { class: "boards" }, card.boards.map(({ node }) => node));
  card.node.append(head, ...(isForBoard
    ? [card.figures, card.charts.node, boards, card.message, card.buttons]
    : [card.bar, card.figures, boards, card.charts.node, card.message, card.solutions.node, card.buttons]),
  card.takeAway.node);
  return card;
}

/**
 * A small picture of one of a job's boards.
 * @param {"now" | "best"} name
 * @param {number} size
 * @param {(job: Job) => Cells | null} cellsOf
 */
function smallBoard(name, size, cellsOf) {
  const label = name === "now" ? "Current board" : "Best board";
  const canvas = el("canvas", { "data-size": size, "aria-label": label, role: "img" });
  return { canvas, cellsOf, node: el("figure", {}, canvas, el("figcaption", { text: name })) };
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
  card.puzzle.textContent = isOther ? job.view?.facts.title || job.title || job.name || "another puzzle" : "";
  card.puzzle.title = isOther ? job.name : "";
  card.bar.value = job.ended === "exhausted" ? 1 : job.figures.share ?? 0;
  drawFigures(card, job);
  drawBoards(card, job);
  card.charts.show(job);
  card.message.textContent = [job.message, job.note].filter(Boolean).join(" · ");
  card.message.hidden = !card.message.textContent;
  drawButtons(card, job);
  card.solutions.refresh();
  card.takeAway.refresh();
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
  for (const { canvas, cellsOf } of card.boards) {
    const cells = cellsOf(job) ?? fixedCells(job);
    drawSmall(canvas, cells, job.puzzle, job.view.symbols, cells === job.best ? job.check?.breaks : []);
  }
}

/**
 * @param {Card} card
 * @param {Job} job
 */
function drawButtons(card, job) {
  const { id, status } = job;
  const key = `${status} ${job.can_pause} ${Boolean(job.best)} ${Boolean(job.current)} ${job.solutions_kept} ${job.isOrdered}`;
  if (key === card.drawnButtons) return;
  card.drawnButtons = key;
  /** @type {(text: string, order: "pause" | "resume" | "stop", more?: object) => HTMLButtonElement} */
  const order = (text, what, more = {}) =>
    button(text, () => command(id, what), job.isOrdered ? { ...more, disabled: true } : more);
  const buttons = [];
  if (status === "running" || status === "starting") {
    buttons.push(
      order("Pause", "pause", job.can_pause ? {} : { disabled: true, title: "This solver can only be stopped" }),
      order("Stop", "stop"));
  }
  if (status === "waiting") buttons.push(order("Stop", "stop"));
  if (status === "paused") buttons.push(order("Resume", "resume", { class: "primary" }), order("Stop", "stop"));
  if (job.race) buttons.push(button("Watch the race", () => withView(id, watchRace)));
  else if (isActive(job)) buttons.push(button("Watch on the board", () => withView(id, watchJob)));
  if (job.best && (job.current || !isActive(job))) { // else it is watched on the board already
    buttons.push(button(job.solutions_kept ? "Show the solution" : "Show the best", () => withView(id, showBest)));
  }
  if (isOver(job) && hasConflict(job)) buttons.push(button("Show on my board", () => withView(id, showConflict)));
  card.remove.hidden = isActive(job);
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
    const isUseless = state.shown.cells === state.cells || state.shown.cells.every((at) => at < 0);
    node.replaceChildren(
      el("span", { text: `Shown: ${state.shown.label}` }),
      ...(isUseless ? [] : [button("Use this board", () => { if (state.shown) layOut(state.shown.cells); })]),
      button("Back to my board", () => update({ shown: null }), { class: "primary" }),
    );
  });
}
