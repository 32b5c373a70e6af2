// The squares of the draft: each side is a button, one of them is marked.

/** @import { Draft, DraftSide, SidePlace } from "../types.js" */

import { closest, el, isTouch, set, svg } from "../dom.js";
import { keyOfSide, placeWords } from "../state/drafts.js";
import { clickSide, goTo } from "../state/editor.js";
import { on, state } from "../state/store.js";
import { lookNodes, TRIANGLE } from "./looks.js";

const RING = "M-41-46.5H41L0-5.5Z";

export const gridNode = el("div", {
  class: "squares", role: "group", "aria-label": isTouch() ? "Squares" : "Squares; type a letter for the marked side", onclick: onClick,
  onfocusin: onFocus,
});

/** By 4 × square + side. @type {SVGGElement[]} */
let sides = [];
/** What the squares show. @type {Draft | null} */
let drawn = null;
/** The side that is marked on the page. @type {SidePlace} */
let marked = { square: 0, side: 0 };

export function startGrid() {
  on(["editor"], () => {
    const { draft } = state.editor;
    const isSameShape = drawn?.squares.length === draft.squares.length && drawn.columns === draft.columns;
    if (!isSameShape) build(draft);
    draw(draft);
  });
}

/** @param {Draft} draft */
function build(draft) {
  sides = [];
  drawn = null;
  gridNode.style.setProperty("--columns", String(draft.columns));
  gridNode.replaceChildren(...draft.squares.map((_, square) => {
    const nodes = [0, 1, 2, 3].map((side) => svg("g", {
      class: "side", role: "button", tabindex: -1, "data-square": square, "data-side": side,
    }));
    sides.push(...nodes);
    return svg("svg", { class: "square", viewBox: "-52 -52 104 104", "data-square": square },
      nodes, svg("text", { class: "square-number", text: square + 1, "aria-hidden": "true" }));
  }));
}

/**
 * Draw the squares that have changed, and move the mark.
 * @param {Draft} draft
 */
function draw(draft) {
  const hasFocus = gridNode.contains(document.activeElement);
  const isSameNames = drawn?.motifs === draft.motifs && drawn.signed === draft.signed;
  draft.squares.forEach((square, number) => {
    if (isSameNames && drawn?.squares[number] === square) return;
    square.forEach((value, side) => {
      const place = { square: number, side };
      const node = sides[4 * number + side];
      set(node, { "aria-label": placeWords(draft, place), "data-value": value });
      node.replaceChildren(...sideNodes(draft, place, value));
    });
  });
  drawn = draft;
  const { at } = state.editor;
  const isMoved = at.square !== marked.square || at.side !== marked.side;
  mark(marked, false);
  mark(at, true);
  marked = at;
  if (hasFocus) focusSide();
  else if (isMoved) {
    bringAllIntoSight();
    bringIntoSight();
  }
}

/**
 * Mark a side. The Tab key reaches the four sides of its square.
 * @param {SidePlace} place
 * @param {boolean} isMarked
 */
function mark({ square, side }, isMarked) {
  sides.slice(4 * square, 4 * square + 4).forEach((node, at) => {
    set(node, { tabindex: isMarked ? 0 : -1, "aria-current": isMarked && at === side ? "true" : null });
  });
  gridNode.children[square]?.classList.toggle("marked", isMarked);
}

/**
 * @param {Draft} draft
 * @param {SidePlace} place
 * @param {DraftSide} value
 */
function sideNodes(draft, { side }, value) {
  const look = value === null ? [svg("path", { class: "empty-side", d: TRIANGLE })] : lookNodes(value);
  const [x, y] = [[-27, -42], [42, -27], [27, 42], [-42, 27]][side]; // near a corner, beside the figure
  const letter = value === null ? null : svg("g", { class: "key-plate" },
    svg("rect", { x: x - 7, y: y - 7, width: 14, height: 14, rx: 4 }),
    svg("text", { x, y: y + 4.5, text: keyOfSide(draft, value) }));
  return [svg("g", { transform: `rotate(${90 * side})` }, look, svg("path", { class: "side-ring", d: RING })), ...(letter ? [letter] : [])];
}

/** @param {Event} event */
function onClick(event) {
  const place = placeOf(event);
  if (place) clickSide(place);
}

/**
 * A side that gets the focus, by a click or the Tab key, is the marked one.
 * @param {Event} event
 */
function onFocus(event) {
  const place = placeOf(event);
  const { at } = state.editor;
  if (place && (place.square !== at.square || place.side !== at.side)) goTo(place);
}

/**
 * @param {Event} event
 * @returns {SidePlace | null}
 */
function placeOf(event) {
  const node = closest(event, ".side");
  return node && { square: Number(node.dataset.square), side: Number(node.dataset.side) };
}

/** Bring the keyboard to the marked side. */
export function focusSide() {
  const { at } = state.editor;
  const node = sides[4 * at.square + at.side];
  if (!node || node === document.activeElement) return; // under the pointer, perhaps: nothing may move
  node.focus({ preventScroll: true });
  bringIntoSight();
}

/** Once, so that the motifs beside the squares stay where they are from then on; below them they stay anyway. */
function bringAllIntoSight() {
  const part = gridNode.closest(".square-part");
  const room = part?.closest("dialog")?.clientHeight ?? 0;
  if (part && part.clientHeight < 0.9 * room) part.scrollIntoView({ block: "nearest" });
}

function bringIntoSight() {
  gridNode.children[state.editor.at.square]?.scrollIntoView({ block: "nearest", inline: "nearest" }); // with the margins of the style sheet
}
