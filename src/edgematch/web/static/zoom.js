// Zoom and pan: which part of the board is seen.
// While that changes, what is painted moves as a layer, which costs the browser next to nothing, however
// many pieces there are; as soon as it rests the board is painted anew, sharp at its new size.

import { hasOverview, moveOverview, wantOverview } from "./overview.js";

let frame = null; // stays where it is, holds
let layer = null; // which moves, holds
let picture = null; // an SVG
let whole = null;
let seen = null;
let painted = null;
let resting = 0;
const CLOSEST = 3; // cells
const REST = 140; // milliseconds
const MOST_SEEN = 1.4; // times what was painted for: browsers paint somewhat more than is in sight

/** Say what is looked at: an SVG within a layer within a frame. */
export function setView(svgNode, box) {
  picture = svgNode;
  layer = picture.parentNode;
  frame = layer.parentNode;
  whole = box;
}

export function fit() {
  seen = { ...whole };
  rest();
}

export const isZoomed = () => seen.width < whole.width - 1;

/** How many pixels of the window a unit of the board is wide. */
export function scale() {
  const { clientWidth, clientHeight } = frame;
  return Math.min(clientWidth / seen.width, clientHeight / seen.height);
}

/** The point of the board under a point of the window. */
export function pointAt(x, y) {
  const bounds = frame.getBoundingClientRect();
  const size = scale();
  return {
    x: seen.x + seen.width / 2 + (x - bounds.left - bounds.width / 2) / size,
    y: seen.y + seen.height / 2 + (y - bounds.top - bounds.height / 2) / size,
  };
}

/** Zoom by a factor around a point of the window, or the middle. */
export function zoomBy(factor, x, y) {
  const point = x === undefined ? { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 } : pointAt(x, y);
  const least = Math.min(1, (CLOSEST * 100) / whole.width);
  const share = Math.min(1, Math.max(least, (seen.width * factor) / whole.width));
  const ratio = (whole.width * share) / seen.width;
  see(point.x - (point.x - seen.x) * ratio, point.y - (point.y - seen.y) * ratio, seen.width * ratio, seen.height * ratio);
}

export const larger = () => zoomBy(0.75);
export const smaller = () => zoomBy(1 / 0.75);

/** Move what is seen by pixels of the window. */
export function panBy(across, down) {
  see(seen.x - across / scale(), seen.y - down / scale(), seen.width, seen.height);
}

/** Move what is seen until a square of the board is in sight. */
export function bringIntoSight(x, y, size) {
  const near = (at, from, room) => Math.min(Math.max(from, at + size - room), at);
  see(near(x, seen.x, seen.width), near(y, seen.y, seen.height), seen.width, seen.height);
}

function see(x, y, width, height) {
  const keep = (at, size, from, room) => Math.min(Math.max(at, from), from + room - size);
  const next = { x: keep(x, width, whole.x, whole.width), y: keep(y, height, whole.y, whole.height), width, height };
  if (Object.entries(next).every(([name, value]) => seen[name] === value)) return;
  seen = next;
  if (seen.width > MOST_SEEN * painted.width) showWhole();
  move();
  clearTimeout(resting);
  resting = setTimeout(rest, REST);
}

/** Show the layer where it belongs, at the size it was painted for or not. */
function move() {
  const size = scale();
  const away = (start, room) => (painted[start] + painted[room] / 2 - seen[start] - seen[room] / 2) * size;
  layer.style.transform = `translate(${away("x", "width")}px, ${away("y", "height")}px) scale(${painted.width / seen.width})`;
  if (!frame.classList.contains("far")) return;
  const left = frame.clientWidth / 2 - (seen.x + seen.width / 2) * size;
  const top = frame.clientHeight / 2 - (seen.y + seen.height / 2) * size;
  moveOverview(left, top, 100 * size);
}

/** Have all of the board, and not at every step what comes into sight: its small picture, or painted once. */
function showWhole() {
  if (hasOverview()) frame.classList.add("far");
  else paint(whole);
}

function paint(box) {
  painted = box;
  picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
}

function rest() {
  clearTimeout(resting);
  frame.classList.remove("far");
  frame.classList.toggle("zoomed", isZoomed());
  wantOverview(isZoomed());
  paint(seen);
  move();
}
