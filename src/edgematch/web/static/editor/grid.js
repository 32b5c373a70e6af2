// The squares of the draft: each side is a button, one of them is marked.

/** @import { Draft, DraftSide, SidePlace } from "../types.js" */

import { closest, el, set, svg } from "../dom.js";
import { keyOfSide, placeWords } from "../state/drafts.js";
import { clickSide } from "../state/editor.js";
import { on, state } from "../state/store.js";
import { lookNode, lookOf } from "./looks.js";

const RING = "M-41-46.5H41L0-5.5Z";

export const gridNode = el("div", {
  class: "squares", role: "group", "aria-label": "Squares; type a letter for the marked side", onclick: onClick,
});

/** By 4 × square + side. @type {{ node: SVGGElement, drawn: string }[]} */
let sides = [];
/** The marked square that was last brought into sight. */
let inSight = 0;

export function startGrid() {
  let columns = 0;
  on(["editor", "motifLooks"], () => {
    const { draft } = state.editor;
    if (sides.length !== 4 * draft.squares.length || columns !== draft.columns) build(draft);
    columns = draft.columns;
    draw(draft);
  });
}

/** @param {Draft} draft */
function build(draft) {
  sides = [];
  gridNode.style.setProperty("--columns", String(draft.columns));
  gridNode.replaceChildren(...draft.squares.map((_, square) => {
    const nodes = [0, 1, 2, 3].map((side) => svg("g", {
      class: "side", role: "button", tabindex: -1, "data-square": square, "data-side": side,
    }));
    sides.push(...nodes.map((node) => ({ node, drawn: "" })));
    return svg("svg", { class: "square", viewBox: "-52 -52 104 104", "data-square": square },
      nodes, svg("text", { class: "square-number", text: square + 1, "aria-hidden": "true" }));
  }));
}

/** @param {Draft} draft */
function draw(draft) {
  const { at } = state.editor;
  const hasFocus = gridNode.contains(document.activeElement);
  sides.forEach((each, index) => {
    const place = { square: index >> 2, side: index & 3 };
    const isMarked = place.square === at.square && place.side === at.side;
    set(each.node, { tabindex: isMarked ? 0 : -1, "aria-current": isMarked ? "true" : null });
    const value = draft.squares[place.square][place.side];
    const words = placeWords(draft, place);
    const drawn = `${value} ${words} ${keyOfSide(draft, value)} ${state.motifLooks?.of}`;
    if (drawn === each.drawn) return;
    each.drawn = drawn;
    set(each.node, { "aria-label": words, "data-value": value });
    each.node.replaceChildren(...sideNodes(draft, place, value));
  });
  for (const node of gridNode.children) node.classList.toggle("marked", Number(node.getAttribute("data-square")) === at.square);
  if (hasFocus) focusSide();
  else if (at.square !== inSight) bringIntoSight();
}

/**
 * @param {Draft} draft
 * @param {SidePlace} place
 * @param {DraftSide} value
 */
function sideNodes(draft, { side }, value) {
  const look = value === null ? svg("path", { class: "empty-side", d: "M-50-50H50L0 0Z" }) : lookNode(lookOf(draft, value));
  const [x, y] = [[-27, -42], [42, -27], [27, 42], [-42, 27]][side]; // near a corner, beside the figure
  const letter = value === null ? null : svg("g", { class: "key-plate" },
    svg("rect", { x: x - 7, y: y - 7, width: 14, height: 14, rx: 4 }),
    svg("text", { x, y: y + 4.5, text: keyOfSide(draft, value) }));
  return [svg("g", { transform: `rotate(${90 * side})` }, look, svg("path", { class: "side-ring", d: RING })), ...(letter ? [letter] : [])];
}

/** @param {Event} event */
function onClick(event) {
  const node = closest(event, ".side");
  if (!node) return;
  node.focus({ preventScroll: true });
  clickSide({ square: Number(node.dataset.square), side: Number(node.dataset.side) });
}

/** Bring the keyboard to the marked side. */
export function focusSide() {
  const { at } = state.editor;
  const node = sides[4 * at.square + at.side]?.node;
  node?.focus({ preventScroll: true });
  bringIntoSight();
}

function bringIntoSight() {
  inSight = state.editor.at.square;
  gridNode.children[inSight]?.scrollIntoView({ block: "nearest", inline: "nearest" }); // with the margins of the style sheet
}
