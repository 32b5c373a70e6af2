// A small search step by step, forward and back, with the candidates of the cells.

/** @import { Step } from "./types.js" */

import { newestPost, post } from "./api.js";
import { button, byId, el, field, menu } from "./dom.js";
import { cellName, pieceIcon } from "./pieces.js";
import { reportError } from "./state/messages.js";
import { goTo, goToSolution, isAtEnd, restart, setPlaying } from "./state/steps.js";
import { on, openView, state } from "./state/store.js";
import { delayed } from "./timing.js";

const MOST_CANDIDATES = 120; // drawn
const ask = newestPost("/api/look");

/** @type {(text: string, label: string, onclick: () => void) => HTMLButtonElement} */
const icon = (text, label, onclick) => button(text, onclick, { class: "icon", "aria-label": label, title: label });
const nodes = {
  follows: menu({ "aria-label": "How it searches" }, [["yes", "propagate constraints"], ["no", "check neighbors only"]]),
  order: menu({ "aria-label": "Which cell comes next" }, [["fewest", "fewest candidates first"], ["rows", "row by row"]]),
  speed: el("input", { type: "range", min: 1, max: 20, value: 5, "aria-label": "Steps per second" }),
  slider: el("input", { type: "range", min: 0, max: 0, value: 0, class: "wide", "aria-label": "Step" }),
  play: icon("▶", "Play", () => setPlaying(!state.search.isPlaying)),
  words: el("p", { class: "step-words", role: "status" }),
  place: el("output", {}),
  candidates: el("div", { class: "candidates" }),
  refusal: el("p", { class: "refusal", hidden: true }),
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
  on(["search"], show);
  on(["search", "inspected", "tab"], showCandidates);
}

function build() {
  nodes.follows.addEventListener("change", reset);
  nodes.order.addEventListener("change", reset);
  nodes.slider.addEventListener("input", () => go(Number(nodes.slider.value)));
  nodes.player.append(
    el("div", { class: "form" }, field("Search", nodes.follows), field("Next", nodes.order)),
    el("div", { class: "player" },
      icon("|‹", "To the start", () => go(0)), icon("‹", "One step back", () => go(state.search.at - 1)),
      nodes.play, icon("›", "One step forward", () => go(state.search.at + 1)),
      icon("★", "To the next solution", () => goToSolution(fetchSteps)), nodes.place),
    nodes.slider, field("Speed", nodes.speed), nodes.words,
    el("p", { class: "hint-line", text: "The numbers on the board say how many candidates each cell has left. Click a cell to see them." }),
    nodes.candidates);
  byId("panel-steps").append(nodes.refusal, nodes.player);
}

const reset = () => restart(fetchSteps);
/** @param {number} at */
const go = (at) => goTo(at, fetchSteps);

const request = () => ({
  puzzle: openView().puzzle, follows: nodes.follows.value === "yes", cells: nodes.order.value,
});

/**
 * @param {number} from
 * @param {number} count
 * @returns {Promise<Step[]>}
 */
async function fetchSteps(from, count) {
  return (await post("/api/steps", { ...request(), from, count })).steps;
}

function show() {
  const { steps, at, isComplete, isPlaying, refusal } = state.search;
  nodes.refusal.textContent = refusal;
  nodes.refusal.hidden = !refusal;
  nodes.player.hidden = Boolean(refusal) && !steps.length;
  nodes.play.textContent = isPlaying ? "⏸" : "▶";
  if (!steps.length) return;
  nodes.slider.max = String(steps.length - 1);
  nodes.slider.value = String(at);
  nodes.place.textContent = `step ${at} of ${steps.length - 1}${isComplete ? "" : "+"}`;
  nodes.words.textContent = stepWords(steps[at]);
  nodes.words.dataset.event = steps[at].event;
}

/** @param {Step} step */
function stepWords(step) {
  const last = step.placed.at(-1);
  const where = last ? `piece ${last[1] + 1} on ${cellName(last[0])}` : "";
  const nodesSoFar = `${step.nodes} placed so far.`;
  return {
    start: "Start: the candidates that the rim and the hints leave.",
    placed: `Try ${where}. ${nodesSoFar}`,
    failed: step.placed.length ? `Try ${where}: it fails. ${nodesSoFar}` : "The search fails before it places a piece.",
    back: step.cell === null ? "Back." : `All candidates for ${cellName(step.cell)} have been tried: go back. ${nodesSoFar}`,
    solution: `A solution! ${nodesSoFar}`,
    over: `The whole tree has been searched, with ${step.nodes} pieces placed.`,
  }[step.event];
}

async function showCandidates() {
  const { tab, inspected: cell, search } = state;
  if (tab !== "steps" || cell === null || !search.steps.length) return nodes.candidates.replaceChildren();
  try {
    const answer = await ask({ ...request(), step: search.at });
    if (!answer) return;
    /** @type {[piece: number, turn: number][]} */
    const candidates = answer.candidates[cell] ?? [];
    const isFilled = (state.shown?.cells[cell] ?? -1) >= 0;
    const words = candidates.length ? `${candidates.length} ${candidates.length === 1 ? "candidate" : "candidates"}`
      : isFilled ? "filled" : "nothing fits";
    nodes.candidates.replaceChildren(
      el("h3", { text: `${cellName(cell)}: ${words}` }),
      el("div", { class: "candidate-list" }, candidates.slice(0, MOST_CANDIDATES).map(([piece, turn]) =>
        el("span", { title: `piece ${piece + 1}` }, pieceIcon(piece, turn, 44)))));
  } catch (error) {
    reportError(error);
  }
}
