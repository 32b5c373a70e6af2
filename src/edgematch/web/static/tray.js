// The pieces that are not on the board.

import { byId, el, set } from "./dom.js";
import { pieceIcon, pieceWords } from "./pieces.js";
import { cells, on, state } from "./state.js";

const list = el("div", { id: "tray", class: "tray", role: "listbox", "aria-label": "Pieces to place" });
const note = el("p", { class: "tray-note" });
let buttons = [];
let drawnView = null;

export function startTray() {
  byId("panel-pieces").append(note, list);
  on("view ways hand selected", draw);
}

export const trayNode = () => list;

function draw() {
  if (!state.view) return;
  if (drawnView !== state.view) {
    drawnView = state.view;
    build();
  }
  const placed = new Set(state.ways.filter((way) => way >= 0).map((way) => way >> 2));
  let first = null;
  buttons.forEach((button, piece) => {
    const isHere = !placed.has(piece);
    button.classList.toggle("gone", !isHere);
    if (!isHere) return;
    if (button.hidden) button.hidden = false;
    first ??= piece;
    const isChosen = state.selected?.cell === null && state.selected.piece === piece;
    set(button, { "aria-selected": isChosen ? "true" : "false" });
    const turn = state.hand[piece];
    if (button.dataset.turn !== String(turn)) {
      button.dataset.turn = turn;
      button.querySelector(".turned").style.transform = `rotate(${90 * turn}deg)`;
      button.setAttribute("aria-label", pieceWords(piece, turn));
    }
  });
  const chosen = state.selected?.cell === null ? state.selected.piece : first;
  buttons.forEach((button, piece) => set(button, { tabindex: piece === chosen ? 0 : -1 }));
  closeGaps();
  const left = cells() - placed.size;
  const canBeTurned = state.view.puzzle.turnable !== false;
  const words = left === 0 ? "All pieces are on the board."
    : `${left} ${left === 1 ? "piece" : "pieces"} to place.${canBeTurned ? " Click a piece again to turn it." : ""}`;
  if (note.textContent !== words) note.textContent = words;
}

let closing = 0;

/** Let the others move up where a piece has gone, when nothing else is to be done. */
function closeGaps() {
  clearTimeout(closing);
  closing = setTimeout(() => {
    for (const button of buttons) {
      const isGone = button.classList.contains("gone");
      if (button.hidden !== isGone) button.hidden = isGone;
    }
  }, 350);
}

function build() {
  const count = cells();
  list.classList.toggle("small", count > 36);
  list.classList.toggle("tiny", count > 100);
  buttons = Array.from({ length: count }, (_, piece) => el("button", {
    type: "button", class: "tray-piece", role: "option", "data-piece": piece, "data-turn": 0, tabindex: -1,
    "aria-label": pieceWords(piece, 0), title: `piece ${piece + 1}`,
  }, pieceIcon(piece, 0)));
  list.replaceChildren(...buttons);
}

/** The next piece of the tray in a direction of the keyboard, by where it lies. */
export function neighborPiece(piece, key) {
  const shown = buttons.map((button, at) => [button, at]).filter(([button]) => !button.hidden);
  const here = buttons[piece].getBoundingClientRect();
  const wanted = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null;
  let nearest = Infinity;
  for (const [button, at] of shown) {
    const there = button.getBoundingClientRect();
    const across = (there.left - here.left) * wanted[0] + (there.top - here.top) * wanted[1];
    const aside = Math.abs((there.left - here.left) * wanted[1]) + Math.abs((there.top - here.top) * wanted[0]);
    if (across > 2 && across + 3 * aside < nearest) [best, nearest] = [at, across + 3 * aside];
  }
  return best;
}

export function focusPiece(piece) {
  buttons[piece]?.focus();
}
