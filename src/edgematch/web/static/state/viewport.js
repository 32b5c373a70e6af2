// Which part of the board is in sight: arithmetic on boxes, without a picture.

/** @import { Box } from "../types.js" */

const CLOSEST = 300; // units: three cells

/**
 * @param {Box} box
 * @returns {{ x: number, y: number }}
 */
export function centerOf(box) {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Zoom by a factor around a point of the board; a factor below 1 makes the board larger.
 * @param {Box} seen
 * @param {Box} whole
 * @param {number} factor
 */
export function zoomBox(seen, whole, factor, point = centerOf(seen)) {
  const least = Math.min(1, CLOSEST / whole.width);
  const share = Math.min(1, Math.max(least, (seen.width * factor) / whole.width));
  const ratio = (whole.width * share) / seen.width;
  return keepInside({
    x: point.x - (point.x - seen.x) * ratio, y: point.y - (point.y - seen.y) * ratio,
    width: seen.width * ratio, height: seen.height * ratio,
  }, whole);
}

/**
 * Move by units of the board.
 * @param {Box} seen
 * @param {Box} whole
 * @param {number} across
 * @param {number} down
 */
export function moveBox(seen, whole, across, down) {
  return keepInside({ ...seen, x: seen.x + across, y: seen.y + down }, whole);
}

/**
 * Move no farther than needed to have a square in sight.
 * @param {Box} seen
 * @param {Box} whole
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function moveBoxTo(seen, whole, x, y, size) {
  /** @type {(at: number, from: number, room: number) => number} */
  const near = (at, from, room) => Math.min(Math.max(from, at + size - room), at);
  return keepInside({ ...seen, x: near(x, seen.x, seen.width), y: near(y, seen.y, seen.height) }, whole);
}

/**
 * @param {Box} box
 * @param {Box} whole
 * @returns {Box}
 */
function keepInside(box, whole) {
  return {
    x: Math.min(Math.max(box.x, whole.x), whole.x + whole.width - box.width),
    y: Math.min(Math.max(box.y, whole.y), whole.y + whole.height - box.height),
    width: box.width, height: box.height,
  };
}

/**
 * @param {Box} a
 * @param {Box} b
 */
export function isSameBox(a, b) {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
