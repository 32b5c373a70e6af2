// The motifs of the draft: what a click enters, how often it occurs, and what it is called.

/** @import { Draft } from "../types.js" */

import { button, el, pointerWords, set, svg } from "../dom.js";
import { countsOf, keyOfSide, RIM_SIDE, sideWords } from "../state/drafts.js";
import { pick, togglePaint } from "../state/editor.js";
import { addMotif, removeMotif, renameMotif } from "../state/editor_setup.js";
import { on, state } from "../state/store.js";
import { lookNodes } from "./looks.js";

const list = el("div", { class: "motifs" });
const paint = button("Paint", togglePaint, { class: "paint", title: pointerWords("Pick once, then click every side that shows it") });
export const paletteNode = el("div", { class: "palette" }, list,
  el("div", { class: "buttons" }, button("Add a motif", addMotif, { id: "add-motif" }), paint));

/** Functions that bring what is there in line with the draft. @type {((draft: Draft, counts: Map<number, number>) => void)[]} */
let refreshers = [];

export function startPalette() {
  let built = "";
  on(["editor"], () => {
    const { draft } = state.editor;
    const { signed, framed, motifs } = draft;
    const shape = `${signed} ${framed} ${motifs.length}`;
    if (shape !== built) build(draft); // else the nodes stay, and with them the focus
    built = shape;
    set(paint, { "aria-pressed": String(state.editor.isPainting) });
    const counts = countsOf(draft);
    for (const refresh of refreshers) refresh(draft, counts);
  });
}

/** @param {Draft} draft */
function build({ signed, framed, motifs }) {
  refreshers = [];
  list.classList.toggle("whole", !signed);
  const before = list.childElementCount;
  list.replaceChildren(...motifs.map((_, motif) => motifRow(motif, signed)),
    ...(framed ? [el("div", { class: "motif" }, sideButton(RIM_SIDE), el("span", { text: "rim" }))] : []));
  if (before && list.childElementCount > before) list.scrollTop = list.scrollHeight; // to the new one
}

/**
 * @param {number} motif
 * @param {boolean} signed
 */
function motifRow(motif, signed) {
  const sides = signed ? [2 * motif, 2 * motif + 1] : [2 * motif];
  const input = el("input", { type: "text", maxlength: 60, onchange: () => renameMotif(motif, input.value) });
  const remove = button("×", () => removeMotif(motif), { class: "icon quiet" });
  refreshers.push(({ motifs }, counts) => {
    const { name } = motifs[motif];
    set(input, { "aria-label": `Name of motif ${name}` });
    input.value = name;
    set(remove, { "aria-label": `Remove ${name}`, title: `Remove ${name}` });
    remove.hidden = motifs.length < 2 || sides.some((side) => counts.has(side));
  });
  return el("div", { class: "motif" }, sides.map(sideButton), el("span", { class: "motif-name" }, input, remove));
}

/** @param {number} side */
function sideButton(side) {
  const picture = svg("svg", { viewBox: "-50 -50 100 50", width: 48, height: 24, "aria-hidden": "true" }, lookNodes(side));
  const name = el("span", { class: "unseen" });
  const key = el("kbd");
  const number = el("span", { class: "count" });
  const unit = el("span", { class: "unseen" });
  const node = el("button", { type: "button", class: "pick-side", "data-pick": side, onclick: () => pick(side) },
    picture, name, key, number, unit);
  refreshers.push((draft, counts) => {
    const { picked, isPainting } = state.editor;
    const words = sideWords(draft, side);
    const count = counts.get(side) ?? 0;
    name.textContent = `${words}, key `;
    key.textContent = keyOfSide(draft, side);
    number.textContent = String(count);
    unit.textContent = count === 1 ? " side" : " sides";
    set(node, { title: words, "aria-pressed": isPainting ? String(picked === side) : null });
  });
  return node;
}
