// The whole board as a small picture, drawn while the page is idle: it stands in for the board
// while somebody zooms out of a part of it. Painting all pieces just then would hold up the frame.

import { el } from "./dom.js";
import { drawSmall } from "./pieces.js";
import { cellCount, visibleCells, visibleCheck } from "./state/play.js";
import { on, openView, state, update } from "./state/store.js";
import { delayed } from "./timing.js";

const LEAST = 100; // cells: fewer are painted in no time, with all their names
const QUIET = 300; // milliseconds
const canvas = el("canvas", { class: "overview", "aria-hidden": "true" });
const drawLater = delayed(draw, QUIET);

/** The canvas, kept up to date from now on. */
export function startOverview() {
  on(["view", "cells", "shown", "check"], () => {
    update({ isOverviewDrawn: false });
    drawIfWanted();
  });
  return canvas;
}

/** Whether there is a picture of the board as it is. */
export const hasOverview = () => state.isOverviewDrawn;

/**
 * Have a picture ready from now on, or no longer.
 * @param {boolean} isNeeded
 */
export function wantOverview(isNeeded) {
  update({ isOverviewWanted: isNeeded && cellCount() > LEAST });
  drawIfWanted();
}

/**
 * Lay the picture where the corner of the board is, with cells of a width in pixels.
 * @param {number} left
 * @param {number} top
 * @param {number} cell
 */
export function moveOverview(left, top, cell) {
  const drawn = canvas.width / openView().puzzle.columns;
  canvas.style.transform = `translate(${left}px, ${top}px) scale(${cell / drawn})`;
}

function drawIfWanted() {
  drawLater.cancel();
  if (state.isOverviewWanted && !state.isOverviewDrawn) drawLater.start();
}

function draw() {
  const { puzzle, symbols } = openView();
  const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (canvas.parentNode);
  canvas.dataset.size = String(Math.min(clientWidth, clientHeight));
  drawSmall(canvas, visibleCells(), puzzle, symbols, visibleCheck()?.breaks);
  canvas.style.width = `${canvas.width}px`;
  update({ isOverviewDrawn: true });
}
