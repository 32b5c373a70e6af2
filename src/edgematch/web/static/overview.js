// The whole board as a small picture, drawn while nothing else is to be done: it stands in for the board
// while somebody zooms out of a part of it. To paint all pieces just then would hold up the frame.

import { el } from "./dom.js";
import { drawSmall } from "./pieces.js";
import { cells, on, state } from "./state.js";

const LEAST = 100; // cells: fewer are painted in no time, with all their names
const QUIET = 300; // milliseconds
const canvas = el("canvas", { class: "overview", "aria-hidden": "true" });
let isWanted = false;
let isDrawn = false;
let waiting = 0;

export function startOverview() {
  on("view ways shown check", () => { isDrawn = false; drawLater(); });
  return canvas;
}

/** Whether there is a picture of the board as it is. */
export const hasOverview = () => isDrawn;

/** Have a picture ready from now on, or no longer. */
export function wantOverview(isNeeded) {
  isWanted = isNeeded && cells() > LEAST;
  drawLater();
}

/** Lay the picture where the board's corner is, a cell being so many pixels wide. */
export function moveOverview(left, top, cell) {
  const drawn = canvas.width / state.view.puzzle.columns;
  canvas.style.transform = `translate(${left}px, ${top}px) scale(${cell / drawn})`;
}

function drawLater() {
  clearTimeout(waiting);
  if (isWanted && !isDrawn) waiting = setTimeout(draw, QUIET);
}

function draw() {
  const { ways, check } = state.shown ?? state;
  canvas.dataset.size = Math.min(canvas.parentNode.clientWidth, canvas.parentNode.clientHeight);
  drawSmall(canvas, ways, undefined, undefined, check?.breaks);
  canvas.style.width = `${canvas.width}px`;
  isDrawn = true;
}
