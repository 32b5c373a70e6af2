// A small search step by step, forward and back, with the domains of the cells.

import { newest, post } from "./api.js";
import { byId, el, toast } from "./dom.js";
import { cellName, pieceIcon } from "./pieces.js";
import { cells, on, state, update, waysOf } from "./state.js";

const AHEAD = 200;
const ask = newest((signal, body) => post("/api/look", body, signal));
let steps = [];
let fetching = null;
let isAll = false;
let at = 0;
let playing = 0;
let nodes = null;

export function startSteps() {
  const button = (text, label, onclick) => el("button", { type: "button", class: "icon", text, "aria-label": label, title: label, onclick });
  nodes = {
    follows: el("select", { "aria-label": "How it searches" },
      el("option", { value: "yes", text: "follow what it implies" }),
      el("option", { value: "no", text: "compare with neighbors" })),
    order: el("select", { "aria-label": "Which cell comes next" },
      el("option", { value: "fewest", text: "fewest candidates first" }),
      el("option", { value: "rows", text: "row by row" })),
    speed: el("input", { type: "range", min: 1, max: 20, value: 5, "aria-label": "Steps a second" }),
    slider: el("input", { type: "range", min: 0, max: 0, value: 0, class: "wide", "aria-label": "Step" }),
    play: button("▶", "Play", toggle),
    words: el("p", { class: "step-words", role: "status" }),
    place: el("output", {}),
    candidates: el("div", { class: "candidates" }),
    refusal: el("p", { class: "refusal", hidden: true }),
  };
  nodes.follows.addEventListener("change", reset);
  nodes.order.addEventListener("change", reset);
  nodes.slider.addEventListener("input", () => go(Number(nodes.slider.value)));
  nodes.all = el("div", {},
    el("div", { class: "form" },
      el("label", { class: "field" }, el("span", { text: "Search" }), nodes.follows),
      el("label", { class: "field" }, el("span", { text: "Next" }), nodes.order)),
    el("div", { class: "player" },
      button("|‹", "To the start", () => go(0)), button("‹", "One step back", () => go(at - 1)),
      nodes.play, button("›", "One step on", () => go(at + 1)),
      button("★", "To the next solution", toSolution), nodes.place),
    nodes.slider,
    el("label", { class: "field" }, el("span", { text: "Speed" }), nodes.speed),
    nodes.words,
    el("p", { class: "hint-line", text: "Numbers on the board: how many candidates a cell has left. Click a cell to see them." }),
    nodes.candidates);
  byId("panel-steps").append(nodes.refusal, nodes.all);
  on("tab view", () => {
    if (state.tab === "steps") reset();
    else stop();
  });
  on("looked", showCandidates);
}

const body = () => ({
  puzzle: state.view.puzzle, follows: nodes.follows.value === "yes", cells: nodes.order.value,
});

async function reset() {
  stop();
  steps = [];
  fetching = null;
  isAll = false;
  at = 0;
  nodes.refusal.hidden = true;
  nodes.all.hidden = false;
  if (await fetchUpTo(1)) go(0);
}

/** Fetch steps until there are so many; false if there are none, or another search by now. */
async function fetchUpTo(wanted) {
  const mine = steps;
  while (steps === mine && !isAll && mine.length <= wanted) {
    fetching ??= fetchMore(mine);
    if (!(await fetching)) return false;
  }
  return steps === mine && mine.length > 0;
}

/** Fetch what comes next; whoever wants steps meanwhile waits for the same answer. */
async function fetchMore(mine) {
  try {
    const answer = await post("/api/steps", { ...body(), from: mine.length, count: AHEAD });
    if (steps !== mine) return false;
    mine.push(...answer.steps);
    isAll = answer.steps.length < AHEAD;
    nodes.refusal.hidden = true;
    return true;
  } catch (error) {
    if (steps !== mine) return false;
    nodes.refusal.textContent = error.message;
    nodes.refusal.hidden = false;
    nodes.all.hidden = mine.length === 0;
    isAll = error.status !== 0; // nobody has answered: it may go on later
    return false;
  } finally {
    if (steps === mine) fetching = null;
  }
}

async function go(to) {
  if (to < 0 || !(await fetchUpTo(to))) return;
  at = Math.min(to, steps.length - 1);
  const step = steps[at];
  nodes.slider.max = steps.length - 1;
  nodes.slider.value = at;
  nodes.place.textContent = `step ${at} of ${steps.length - 1}${isAll ? "" : "+"}`;
  nodes.words.textContent = words(step);
  nodes.words.dataset.event = step.event;
  const hints = state.view.puzzle.hints ?? [];
  update({ shown: {
    ways: waysOf([...hints, ...step.placed], cells()), counts: step.counts, cell: step.cell,
    label: `step ${at} of a search`, check: null, isStep: true,
  } });
  showCandidates();
}

function words(step) {
  const [cell, piece] = step.placed.at(-1) ?? [];
  const where = cell === undefined ? "" : `piece ${piece + 1} on ${cellName(cell)}`;
  const nodesSoFar = `${step.nodes} placed so far.`;
  return {
    start: "The start: what the rim and the hints leave.",
    placed: `Try ${where}. ${nodesSoFar}`,
    failed: step.placed.length ? `Try ${where}: that fails. ${nodesSoFar}` : "It fails before anything is placed.",
    back: step.cell === null ? "Back." : `Everything on ${cellName(step.cell)} is tried: go back. ${nodesSoFar}`,
    solution: `A solution! ${nodesSoFar}`,
    over: `The whole tree is searched, with ${step.nodes} pieces placed.`,
  }[step.event];
}

async function showCandidates() {
  if (state.tab !== "steps" || state.looked === undefined || state.looked === null || !steps[at]) {
    return nodes.candidates.replaceChildren();
  }
  const cell = state.looked;
  try {
    const look = await ask({ ...body(), step: at });
    if (!look) return;
    const some = look.candidates[cell] ?? [];
    nodes.candidates.replaceChildren(
      el("h3", { text: `${cellName(cell)}: ${some.length ? `${some.length} ${some.length === 1 ? "candidate" : "candidates"}` : state.shown?.ways[cell] >= 0 ? "filled" : "nothing fits"}` }),
      el("div", { class: "candidate-list" }, some.slice(0, 120).map(([piece, turn]) => {
        const icon = pieceIcon(piece, turn, 44);
        return el("span", { title: `piece ${piece + 1}` }, icon);
      })));
  } catch (error) {
    toast(error.message);
  }
}

async function toSolution() {
  let to = at + 1;
  while (await fetchUpTo(to)) {
    const found = steps.findIndex((step, number) => number >= to && step.event === "solution");
    if (found >= 0) return go(found);
    if (isAll || steps.length > 20000) break;
    to = steps.length;
  }
  go(steps.length - 1);
}

function toggle() {
  if (playing) return stop();
  nodes.play.textContent = "⏸";
  const tick = async () => {
    await go(at + 1);
    if (at >= steps.length - 1 && isAll) return stop();
    if (playing) playing = setTimeout(tick, 1000 / Number(nodes.speed.value));
  };
  playing = setTimeout(tick, 0);
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  nodes.play.textContent = "▶";
}
