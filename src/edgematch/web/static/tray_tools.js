// What the tray shows: filters, order, gaps, numbers.

/** @import { TrayFilter, TrayOrder } from "./types.js" */

import { button, el, menu, set } from "./dom.js";
import { colorIcon } from "./pieces.js";
import { on, openView, state, update } from "./state/store.js";
import { closeGaps, filterColor, filterTray, hasGaps, sortTray, usedColors } from "./state/tray.js";

const KEY = "edgematch-studio-tray";
/** @type {[TrayFilter, string, string][]} */
const FILTERS = [
  ["fits", "Fits here", "Pieces that fit the chosen cell, turned so that they do (F)"], ["all", "All", "All pieces"],
  ["corner", "Corners", "Pieces with two sides for the rim"], ["border", "Borders", "Pieces with one side for the rim"],
  ["inner", "Inner", "Pieces with no side for the rim"],
];
/** @type {[TrayOrder, string][]} */
const ORDERS = [["number", "by number"], ["kind", "by kind"], ["color", "by color"], ["shuffled", "shuffled"]];

export function trayTools() {
  const filters = FILTERS.map(([filter, text, title]) => button(text, () => filterTray(filter), {
    title, "data-filter": filter,
  }));
  const order = menu({ id: "tray-order", "aria-label": "Order of the pieces" }, ORDERS);
  const shuffleButton = button("⚄", shuffle, { id: "shuffle", class: "icon", "aria-label": "Shuffle", title: "Shuffle" });
  const numbers = button("123", () => update({ hasNumbers: !state.hasNumbers }), {
    id: "numbers", class: "icon", "aria-label": "Piece numbers", title: "Show the numbers of the pieces",
  });
  const gaps = button("Close gaps", closeGaps, { id: "close-gaps", title: "Let the other pieces move up" });
  const swatches = el("div", { id: "tray-colors", class: "swatches", role: "group", "aria-label": "Only pieces with a color", hidden: true });
  const color = button("Color", () => showColors(Boolean(swatches.hidden)), {
    id: "tray-color", "aria-controls": "tray-colors", title: "Only pieces with a color",
  });

  /** @param {boolean} isOpen */
  function showColors(isOpen) {
    swatches.hidden = !isOpen;
    set(color, { "aria-expanded": String(isOpen) });
  }

  order.addEventListener("change", () => {
    if (order.value === "shuffled") shuffle();
    else sortTray(/** @type {TrayOrder} */ (order.value));
  });
  on(["view"], () => {
    const isFramed = openView().puzzle.framed !== false;
    for (const each of filters) each.hidden = !isFramed && ["corner", "border", "inner"].includes(each.dataset.filter ?? "");
    order.options[1].hidden = !isFramed;
    swatches.replaceChildren(...usedColors().map(swatch));
    showColors(false);
  });
  on(["trayFilter", "trayColor"], () => {
    for (const each of filters) set(each, { "aria-pressed": String(each.dataset.filter === state.trayFilter) });
    for (const each of swatches.children) {
      set(each, { "aria-pressed": String(each.getAttribute("data-color") === String(state.trayColor)) });
    }
    color.replaceChildren("Color", ...(state.trayColor === null ? [] : [colorIcon(state.trayColor)]));
    set(color, { "aria-label": state.trayColor === null ? null : `Color: ${colorName(state.trayColor)}` });
  });
  on(["trayLayout", "cells"], () => { gaps.disabled = !hasGaps(); });
  on(["hasNumbers"], () => {
    set(numbers, { "aria-pressed": String(state.hasNumbers) });
    document.body.classList.toggle("numbered", state.hasNumbers);
  });
  on(["trayOrder"], () => { order.value = state.trayOrder; });
  on(["hasNumbers", "trayOrder", "traySeed"], remember);
  recall();
  return el("div", { class: "tray-bottom" }, swatches,
    el("div", { class: "tray-tools", role: "group", "aria-label": "Pieces in sight" },
      ...filters, color, order, shuffleButton, numbers, gaps));
}

/** @param {number} color */
const colorName = (color) => openView().facts.color_names[color];

/** @param {number} color */
function swatch(color) {
  return el("button", {
    type: "button", class: "swatch", "data-color": color, "aria-label": colorName(color), title: colorName(color),
    onclick: () => filterColor(state.trayColor === color ? null : color),
  }, colorIcon(color));
}

const shuffle = () => sortTray("shuffled", 1 + Math.floor(Math.random() * 1e6));

function remember() {
  const { hasNumbers, trayOrder, traySeed } = state;
  try {
    localStorage.setItem(KEY, JSON.stringify({ hasNumbers, trayOrder, traySeed }));
  } catch { /* the page works without a storage */ }
}

function recall() {
  /** @type {Record<string, unknown>} */
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch { /* none, or not ours */ }
  const order = ORDERS.find(([name]) => name === saved.trayOrder);
  update({
    hasNumbers: saved.hasNumbers === true, trayOrder: order ? order[0] : "number",
    traySeed: Number.isInteger(saved.traySeed) ? Number(saved.traySeed) : 1,
  });
}
