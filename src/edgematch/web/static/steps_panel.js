// A search step by step from my board, forward and back, with the candidates of the cells.

/** @import { CandidatesAnswer, Step, StepMark, StepsAnswer } from "./types.js" */

import { newestPost, post } from "./api.js";
import { button, byId, el, field, menu, pointerWords } from "./dom.js";
import { cellName, pieceIcon } from "./pieces.js";
import { notify, reportError } from "./state/messages.js";
import { placementsOf, visibleCells } from "./state/play.js";
import {
  currentStep, forgetSearch, goTo, goToSolution, goToStart, isAtEnd, MOST_KEPT, restart, setPlaying,
} from "./state/steps.js";
import { on, openView, state } from "./state/store.js";
import { delayed } from "./timing.js";

const MOST_CANDIDATES = 120; // drawn
const ask = newestPost("/api/candidates");

/** @type {(text: string, label: string, onclick: () => void) => HTMLButtonElement} */
const icon = (text, label, onclick) => button(text, onclick, { class: "icon", "aria-label": label, title: label });
const nodes = {
  follows: menu({ "aria-label": "How it searches" }, [["yes", "propagate constraints"], ["no", "check neighbors only"]]),
  order: menu({ "aria-label": "Which cell comes next" }, [["fewest", "fewest candidates first"], ["rows", "row by row"]]),
  speed: el("input", { type: "range", min: 1, max: 20, value: 5, "aria-label": "Speed, in steps per second" }),
  slider: el("input", { type: "range", min: 0, max: 0, value: 0, class: "wide", "aria-label": "Step" }),
  play: icon("▶", "Play", () => setPlaying(!state.search.isPlaying)),
  words: el("p", { class: "step-words", role: "status" }),
  place: el("output", {}),
  candidates: el("div", { class: "candidates" }),
  refusal: el("p", { class: "refusal", hidden: true }),
  short: el("p", { class: "hint-line", role: "status" }),
  player: el("div", {}),
};

export function startStepsPanel() {
  build();
  const playNext = delayed(async () => {
    await go(state.search.at + 1);
    if (isAtEnd()) setPlaying(false);
    if (state.search.isPlaying) playNext.start(1000 / Number(nodes.speed.value));
  }, 0);
  nodes.play.addEventListener("click", () => { if (state.search.isPlaying) playNext.start(); });
  on(["tab", "view"], () => {
    if (state.tab === "steps" && state.view) reset();
    else setPlaying(false);
  });
  on(["cells"], () => { // I play on while the panel is open: the next step begins from the new board
    if (state.tab === "steps" && state.search.start !== state.cells) forgetSearch();
  });
  on(["search"], show);
  on(["search", "inspected", "tab", "cells", "shown"], showCandidates);
}

function build() {
  nodes.follows.addEventListener("change", reset);
  nodes.order.addEventListener("change", reset);
  nodes.slider.addEventListener("input", () => go(Number(nodes.slider.value)));
  nodes.player.append(
    el("div", { class: "form" }, field("Search", nodes.follows), field("Next", nodes.order)),
    el("div", { class: "player" },
      icon("|‹", "To the start", () => goToStart(fetchSteps)), icon("‹", "One step back", () => go(state.search.at - 1)),
      nodes.play, icon("›", "One step forward", () => go(state.search.steps.length ? state.search.at + 1 : 0)),
      icon("★", "To the next solution", toSolution), nodes.place),
    nodes.slider, nodes.short, field("Speed", nodes.speed), nodes.words,
    el("p", { class: "hint-line", text: `It starts from the pieces on your board; the last ${MOST_KEPT} steps are kept. `
      + `The numbers on the board say how many candidates each cell has left. ${pointerWords("Click an empty cell to see them.")}` }));
  byId("panel-steps").append(nodes.refusal, nodes.player, nodes.candidates);
}

const reset = () => restart(fetchSteps);
/** @param {number} at */
const go = (at) => goTo(at, fetchSteps);

async function toSolution() {
  if (await goToSolution(fetchSteps) || state.search.refusal) return;
  const far = isAtEnd() ? "There is no further solution." : `No solution up to step ${state.search.at}. ${pointerWords("Click again to go on.")}`;
  notify(far, false);
}

/**
 * @param {StepMark | null} after
 * @param {number} count
 * @param {boolean} to_solution
 * @returns {Promise<StepsAnswer>}
 */
async function fetchSteps(after, count, to_solution) {
  return post("/api/steps", {
    puzzle: openView().puzzle, board: placementsOf(state.search.start),
    follows: nodes.follows.value === "yes", cells: nodes.order.value, after, count, to_solution,
  });
}

function show() {
  const { steps, first, at, isComplete, isShort, isPlaying, refusal, request } = state.search;
  nodes.refusal.textContent = refusal && !isComplete ? `${refusal}: try again` : refusal;
  nodes.refusal.hidden = !refusal;
  nodes.player.hidden = Boolean(refusal) && isComplete && !steps.length;
  nodes.short.textContent = isShort && !isComplete ? "Steps take long on this machine: only some came in time, more come as you go on." : "";
  nodes.play.textContent = isPlaying ? "⏸" : "▶";
  const step = currentStep();
  if (!step) {
    nodes.place.textContent = "";
    nodes.words.textContent = request || refusal ? "" : "Your board has changed: › begins a new search from it.";
    delete nodes.words.dataset.event;
    return;
  }
  const last = first + steps.length - 1;
  nodes.slider.min = String(first);
  nodes.slider.max = String(last);
  nodes.slider.value = String(at);
  nodes.place.textContent = `step ${at} of ${last}${isComplete ? "" : "+"}`;
  nodes.words.textContent = stepWords(step);
  nodes.words.dataset.event = step.event;
}

/** @param {Step} step */
function stepWords(step) {
  const last = step.placed.at(-1);
  const where = last ? `piece ${last[1] + 1} on ${cellName(last[0])}` : "";
  const nodesSoFar = `${step.nodes} placed so far.`;
  return {
    start: "Start: the candidates that the rim, the hints and your pieces leave.",
    placed: `Try ${where}. ${nodesSoFar}`,
    failed: step.placed.length ? `Try ${where}: it fails. ${nodesSoFar}` : "The search fails before it places a piece.",
    back: step.cell === null ? "Back." : `All candidates for ${cellName(step.cell)} have been tried: go back. ${nodesSoFar}`,
    solution: `A solution! ${nodesSoFar}`,
    over: `The whole tree has been searched, with ${step.nodes} pieces placed.`,
  }[step.event];
}

async function showCandidates() {
  const { tab, inspected: cell } = state;
  const cells = visibleCells();
  if (tab !== "steps" || cell === null || !state.view) return nodes.candidates.replaceChildren();
  if (cells[cell] >= 0) return nodes.candidates.replaceChildren(el("h2", { text: `${cellName(cell)}: filled` }));
  try {
    const answer = await ask({ puzzle: state.view.puzzle, board: placementsOf(cells), cell });
    if (answer && cells === visibleCells()) drawCandidates(cell, answer);
  } catch (error) {
    reportError(error);
  }
}

/**
 * @param {number} cell
 * @param {CandidatesAnswer} answer
 */
function drawCandidates(cell, { fitting, surviving }) {
  const left = new Set(surviving.map(String));
  const others = fitting.filter((each) => !left.has(String(each)));
  const count = `${fitting.length} ${fitting.length === 1 ? "candidate fits" : "candidates fit"}`;
  const words = !fitting.length ? "nothing fits"
    : others.length ? `${count}, ${surviving.length || "none"} left after propagation` : `${count}`;
  nodes.candidates.replaceChildren(
    el("h2", { text: `${cellName(cell)}: ${words}` }),
    candidateList(surviving, "candidate-list"),
    ...(others.length ? [el("p", { class: "hint-line", text: "These fit, but propagation refutes them:" }),
      candidateList(others, "candidate-list refuted")] : []));
}

/**
 * @param {[piece: number, turn: number][]} some
 * @param {string} name
 */
const candidateList = (some, name) => el("div", { class: name }, some.slice(0, MOST_CANDIDATES).map(([piece, turn]) =>
  el("span", { role: "img", title: `piece ${piece + 1}`, "aria-label": `piece ${piece + 1}` }, pieceIcon(piece, turn, 44))));
