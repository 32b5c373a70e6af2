// Zoom and pan. While the part in sight changes, what is painted moves as a layer, which costs the
// browser next to nothing, however many pieces there are; as soon as it rests the board is painted
// anew, sharp at its new size.

/** @import { Box } from "./types.js" */

import { byId, el, svg } from "./dom.js";
import { hasOverview, moveOverview, wantOverview } from "./overview.js";
import { state, update } from "./state/store.js";
import { centerOf, isSameBox, moveBox, moveBoxTo, zoomBox } from "./state/viewport.js";
import { delayed } from "./timing.js";

const REST = 140; // milliseconds
const MOST_SEEN = 1.4; // times what was painted for: browsers paint somewhat more than is in sight

/** The picture of the board, in a layer that moves, in the frame #board. */
export const picture = svg("svg", { id: "board-svg", role: "grid", "aria-label": "Board" });
export const layer = el("div", { class: "layer" }, picture);
const frame = () => byId("board");
const restLater = delayed(rest, REST);

/**
 * Show all of a board of another size.
 * @param {Box} whole
 */
export function setWhole(whole) {
  update({ whole });
  fit();
}

export function fit() {
  update({ seen: { ...state.whole } });
  rest();
}

/** Print all of the board, whatever part of it is in sight. */
export function startPrint() {
  let seen = state.seen;
  window.addEventListener("beforeprint", () => {
    seen = state.seen;
    fit();
  });
  window.addEventListener("afterprint", () => {
    update({ seen });
    rest();
  });
}

export const isZoomed = () => state.seen.width < state.whole.width - 1;

/** How many pixels of the window a unit of the board is wide. */
export function scale() {
  const { clientWidth, clientHeight } = frame();
  return Math.min(clientWidth / state.seen.width, clientHeight / state.seen.height);
}

/**
 * The point of the board under a point of the window.
 * @param {number} x
 * @param {number} y
 */
export function pointAt(x, y) {
  const bounds = frame().getBoundingClientRect();
  const size = scale();
  const center = centerOf(state.seen);
  return {
    x: center.x + (x - bounds.left - bounds.width / 2) / size,
    y: center.y + (y - bounds.top - bounds.height / 2) / size,
  };
}

/**
 * Zoom by a factor around a point of the window, or the middle.
 * @param {number} factor
 * @param {number} [x]
 * @param {number} [y]
 */
export function zoomBy(factor, x, y) {
  const point = x === undefined || y === undefined ? undefined : pointAt(x, y);
  see(zoomBox(state.seen, state.whole, factor, point));
}

export const larger = () => zoomBy(0.75);
export const smaller = () => zoomBy(1 / 0.75);

/**
 * Move what is seen by pixels of the window.
 * @param {number} across
 * @param {number} down
 */
export function panBy(across, down) {
  see(moveBox(state.seen, state.whole, -across / scale(), -down / scale()));
}

/**
 * Move what is seen until a square of the board is in sight.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function bringIntoSight(x, y, size) {
  see(moveBoxTo(state.seen, state.whole, x, y, size));
}

/** @param {Box} next */
function see(next) {
  if (isSameBox(next, state.seen)) return;
  update({ seen: next });
  if (next.width > MOST_SEEN * state.painted.width) showWhole();
  move();
  restLater.start();
}

/** Put the layer where it belongs, whether it was painted for this size or not. */
function move() {
  const { seen, painted } = state;
  const size = scale();
  const [to, from] = [centerOf(painted), centerOf(seen)];
  layer.style.transform = `translate(${(to.x - from.x) * size}px, ${(to.y - from.y) * size}px) scale(${painted.width / seen.width})`;
  if (!frame().classList.contains("far")) return;
  const { clientWidth, clientHeight } = frame();
  moveOverview(clientWidth / 2 - from.x * size, clientHeight / 2 - from.y * size, 100 * size);
}

/** Show all of the board at once, not at every step what comes into sight: its small picture, or painted once. */
function showWhole() {
  if (hasOverview()) frame().classList.add("far");
  else paint(state.whole);
}

/** @param {Box} box */
function paint(box) {
  update({ painted: box });
  picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
}

function rest() {
  restLater.cancel();
  frame().classList.remove("far");
  frame().classList.toggle("zoomed", isZoomed());
  wantOverview(isZoomed());
  paint(state.seen);
  move();
}
