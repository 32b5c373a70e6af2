// Mouse, pen and touch: drag a piece, click one and then a cell, pan and pinch the board.

/** @import { Hold, Point } from "./types.js" */

import { cellAt, cellSize } from "./board.js";
import { closest, el } from "./dom.js";
import { pieceIcon } from "./pieces.js";
import { clickCell, isHint, place, takeBack, turnPiece } from "./state/play.js";
import { state, update } from "./state/store.js";
import { chooseTrayPiece } from "./state/tray.js";
import { trayNode } from "./tray.js";
import { isZoomed, panBy, picture, zoomBy } from "./zoom.js";

const FAR_ENOUGH = 6; // pixels: less is a click
const LONG_ENOUGH = 180; // milliseconds: a finger that rests so long on a piece drags it, else the tray scrolls
const ghost = el("div", { class: "ghost" });
const cover = el("div", { class: "cover" }, ghost);

export function startGestures() {
  picture.addEventListener("pointerdown", onBoardDown);
  picture.addEventListener("wheel", onWheel, { passive: false });
  picture.addEventListener("contextmenu", onBoardMenu);
  trayNode.addEventListener("pointerdown", onTrayDown);
  trayNode.addEventListener("touchmove", onTrayTouchMove, { passive: false });
  trayNode.addEventListener("contextmenu", onTrayMenu);
  trayNode.addEventListener("click", onTrayClick);
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", onCancel);
}

/**
 * @param {MouseEvent} event
 * @returns {Point}
 */
const pointOf = (event) => [event.clientX, event.clientY];

/**
 * @param {PointerEvent} event
 * @param {Partial<Hold>} held
 */
function hold(event, held) {
  update({ hold: {
    piece: null, turn: 0, cell: null, start: pointOf(event), last: pointOf(event),
    since: event.timeStamp, isFromTray: false, isMiddleButton: false, hasMoved: false, ghostSize: 0, ...held,
  } });
}

/** @param {PointerEvent} event */
function onBoardDown(event) {
  setPointer(event);
  if (state.pointers.size > 1) return letGo();
  const isMiddleButton = event.button === 1; // pans where pieces lie everywhere
  if (event.button !== 0 && !isMiddleButton) return;
  const cell = cellAt(...pointOf(event));
  const value = cell === null || isMiddleButton || state.shown ? -1 : state.cells[cell];
  const isPiece = cell !== null && value >= 0 && !isHint(cell);
  hold(event, { piece: isPiece ? value >> 2 : null, turn: value & 3, cell, isMiddleButton });
}

/** @param {PointerEvent} event */
function onTrayDown(event) {
  const piece = trayPiece(event);
  if (piece === null || event.button !== 0) return;
  hold(event, { piece, turn: state.trayTurns[piece], isFromTray: true });
}

/** @param {TouchEvent} event */
function onTrayTouchMove(event) {
  const held = state.hold;
  if (!held?.isFromTray || !event.cancelable) return;
  if (held.hasMoved || event.timeStamp - held.since > LONG_ENOUGH) event.preventDefault();
}

/** @param {PointerEvent} event */
function onMove(event) {
  if (state.pointers.has(event.pointerId)) {
    if (state.pointers.size === 2) pinch(event);
    setPointer(event);
  }
  const held = state.hold;
  if (!held) return;
  const [x, y] = pointOf(event);
  const [across, down] = [Math.abs(x - held.start[0]), Math.abs(y - held.start[1])];
  if (!held.hasMoved && Math.hypot(across, down) < FAR_ENOUGH) return;
  const isScroll = event.pointerType === "touch" && held.isFromTray && down > across && event.timeStamp - held.since < LONG_ENOUGH;
  if (!held.hasMoved && isScroll) return letGo();
  if (held.piece === null && isZoomed()) panBy(x - held.last[0], y - held.last[1]);
  const ghostSize = held.piece === null ? 0 : held.ghostSize || pickUp(held.piece, held.turn);
  ghost.style.transform = `translate(${x - ghostSize / 2}px, ${y - ghostSize / 2}px)`;
  update({ hold: { ...held, last: [x, y], hasMoved: true, ghostSize } });
}

/**
 * Show a picture of the piece under the pointer.
 * @param {number} piece
 * @param {number} turn
 * @returns {number} its width in pixels
 */
function pickUp(piece, turn) {
  const size = Math.max(36, Math.min(cellSize(), 140));
  ghost.replaceChildren(pieceIcon(piece, turn, size));
  document.body.append(cover);
  if (state.shown) update({ shown: null });
  return size;
}

/** @param {PointerEvent} event */
function onUp(event) {
  removePointer(event);
  const held = state.hold;
  if (!held) return;
  letGo();
  if (held.ghostSize && held.piece !== null) {
    const cell = isOverBoard(event) ? cellAt(...pointOf(event)) : null;
    if (cell === null) {
      if (held.cell !== null) takeBack(held.cell);
    } else if (cell !== held.cell) place(held.piece, held.turn, cell, held.cell);
  } else if (!held.isFromTray && !held.isMiddleButton && !held.hasMoved) clickCell(held.cell);
}

/** @param {PointerEvent} event */
function isOverBoard(event) {
  const under = document.elementFromPoint(...pointOf(event));
  return under !== null && picture.contains(under);
}

/**
 * The piece of the tray that an event is about, or null.
 * @param {Event} event
 */
function trayPiece(event) {
  const button = closest(event, ".tray-piece");
  return button ? Number(button.dataset.piece) : null;
}

/** @param {Event} event */
function onTrayClick(event) {
  const piece = trayPiece(event);
  if (piece !== null) chooseTrayPiece(piece);
}

/** @param {Event} event */
function onTrayMenu(event) {
  const piece = trayPiece(event);
  if (piece === null) return;
  event.preventDefault();
  turnPiece(piece, null);
}

/** @param {MouseEvent} event */
function onBoardMenu(event) {
  const cell = cellAt(...pointOf(event));
  if (cell === null || state.shown || state.cells[cell] < 0) return;
  event.preventDefault();
  turnPiece(state.cells[cell] >> 2, cell);
}

/** @param {WheelEvent} event */
function onWheel(event) {
  event.preventDefault();
  if (event.shiftKey) panBy(-event.deltaY, -event.deltaX);
  else zoomBy(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004), ...pointOf(event));
}

/** @param {PointerEvent} event */
function pinch(event) {
  const before = state.pointers.get(event.pointerId);
  const other = [...state.pointers].find(([id]) => id !== event.pointerId)?.[1];
  if (!before || !other) return;
  const now = pointOf(event);
  /** @param {Point} point */
  const distance = ([x, y]) => Math.hypot(x - other[0], y - other[1]);
  zoomBy(distance(before) / Math.max(1, distance(now)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
  panBy((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
}

/** @param {PointerEvent} event */
function setPointer(event) {
  update({ pointers: new Map(state.pointers).set(event.pointerId, pointOf(event)) });
}

/** @param {PointerEvent} event */
function removePointer(event) {
  if (!state.pointers.has(event.pointerId)) return;
  update({ pointers: new Map([...state.pointers].filter(([id]) => id !== event.pointerId)) });
}

/** @param {PointerEvent} event */
function onCancel(event) {
  removePointer(event);
  letGo();
}

function letGo() {
  cover.remove();
  if (state.hold) update({ hold: null });
}
