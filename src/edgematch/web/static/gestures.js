// Mouse, pen and touch: drag a piece, click one and then a cell, pan and pinch the board.

import { cellAt, cellSize, boardSvg } from "./board.js";
import { el } from "./dom.js";
import { pieceIcon } from "./pieces.js";
import { isHint, place, state, takeBack, turnPiece, update } from "./state.js";
import { trayNode } from "./tray.js";
import { isZoomed, panBy, zoomBy } from "./zoom.js";

const FAR_ENOUGH = 6; // pixels: less is a click
const fingers = new Map();
let hold = null; // { piece, turn, cell, x, y, ghost, isPan }

export function startGestures() {
  const board = boardSvg();
  board.addEventListener("pointerdown", onBoardDown);
  board.addEventListener("wheel", onWheel, { passive: false });
  board.addEventListener("contextmenu", onMenu);
  trayNode().addEventListener("pointerdown", onTrayDown);
  trayNode().addEventListener("contextmenu", onMenu);
  trayNode().addEventListener("click", onTrayClick);
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", cancel);
}

function onBoardDown(event) {
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size > 1) return cancelHold();
  const isMiddle = event.button === 1; // pans where pieces lie everywhere
  if (event.button !== 0 && !isMiddle) return;
  const cell = cellAt(event.clientX, event.clientY);
  const way = cell === null || isMiddle || state.shown ? -1 : state.ways[cell];
  const isPiece = way >= 0 && !isHint(cell);
  hold = {
    piece: isPiece ? way >> 2 : null, turn: way & 3, cell, isPan: !isPiece, isMiddle,
    x: event.clientX, y: event.clientY, lastX: event.clientX, lastY: event.clientY, ghost: null,
  };
}

function onTrayDown(event) {
  const button = event.target.closest(".tray-piece");
  if (!button || event.button !== 0) return;
  const piece = Number(button.dataset.piece);
  hold = { piece, turn: state.hand[piece], cell: null, x: event.clientX, y: event.clientY, ghost: null, isTray: true };
}

function onMove(event) {
  if (fingers.has(event.pointerId)) {
    if (fingers.size === 2) pinch(event);
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  }
  if (!hold) return;
  const distance = Math.hypot(event.clientX - hold.x, event.clientY - hold.y);
  if (!hold.hasMoved && distance < FAR_ENOUGH) return;
  hold.hasMoved = true;
  if (hold.isPan) {
    if (isZoomed()) panBy(event.clientX - hold.lastX, event.clientY - hold.lastY);
    [hold.lastX, hold.lastY] = [event.clientX, event.clientY];
    return;
  }
  if (!hold.ghost) pickUp();
  moveGhost(event.clientX, event.clientY);
}

function pickUp() {
  const size = Math.max(36, Math.min(cellSize(), 140));
  hold.ghost = el("div", { class: "ghost" }, pieceIcon(hold.piece, hold.turn, size));
  hold.half = size / 2;
  hold.cover = el("div", { class: "cover" }, hold.ghost);
  document.body.append(hold.cover);
  if (state.shown) update({ shown: null });
}

function moveGhost(x, y) {
  hold.ghost.style.transform = `translate(${x - hold.half}px, ${y - hold.half}px)`;
}

function onUp(event) {
  fingers.delete(event.pointerId);
  if (!hold) return;
  const held = hold;
  cancelHold();
  if (held.ghost) {
    const cell = isOverBoard(event) ? cellAt(event.clientX, event.clientY) : null;
    if (cell !== null) {
      if (cell !== held.cell) place(held.piece, held.turn, cell, held.cell);
    } else if (held.cell !== null) takeBack(held.cell);
  } else if (!held.isTray && !held.isMiddle && !held.hasMoved) clickCell(held.cell);
}

function isOverBoard(event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under !== null && boardSvg().contains(under);
}

/** A click on a cell: place what is chosen, choose what lies there, turn it if it is chosen. */
export function clickCell(cell) {
  if (cell === null) return update({ selected: null });
  if (state.shown) {
    update({ cursor: cell, looked: cell });
    return;
  }
  const { selected } = state;
  const way = state.ways[cell];
  if (selected && selected.cell === cell) turnPiece(selected.piece, cell);
  else if (selected && !isHint(cell)) {
    const turn = selected.cell === null ? state.hand[selected.piece] : state.ways[selected.cell] & 3;
    place(selected.piece, turn, cell, selected.cell);
  } else if (way >= 0 && !isHint(cell)) update({ selected: { piece: way >> 2, cell }, cursor: cell });
  else update({ selected: null, cursor: cell });
}

function onTrayClick(event) {
  const button = event.target.closest(".tray-piece");
  if (!button) return;
  chooseFromTray(Number(button.dataset.piece));
}

export function chooseFromTray(piece) {
  const isChosen = state.selected?.cell === null && state.selected.piece === piece;
  if (isChosen) turnPiece(piece, null);
  else update({ selected: { piece, cell: null }, shown: null });
}

function onMenu(event) {
  const button = event.target.closest(".tray-piece");
  if (button) {
    event.preventDefault();
    turnPiece(Number(button.dataset.piece), null);
    return;
  }
  const cell = cellAt(event.clientX, event.clientY);
  if (cell !== null && !state.shown && state.ways[cell] >= 0) {
    event.preventDefault();
    turnPiece(state.ways[cell] >> 2, cell);
  }
}

function onWheel(event) {
  event.preventDefault();
  if (event.shiftKey) panBy(-event.deltaY, -event.deltaX);
  else zoomBy(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004), event.clientX, event.clientY);
}

function pinch(event) {
  const [other] = [...fingers.entries()].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
  const before = fingers.get(event.pointerId);
  const distance = ([x, y]) => Math.hypot(x - other[0], y - other[1]);
  const now = [event.clientX, event.clientY];
  const middle = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
  zoomBy(distance(before) / Math.max(1, distance(now)), ...middle);
  panBy((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
}

function cancel(event) {
  fingers.delete(event.pointerId);
  cancelHold();
}

function cancelHold() {
  hold?.cover?.remove();
  hold = null;
}
