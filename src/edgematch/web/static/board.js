// The board as SVG, drawn from the state: slots, pieces, breaks, hints and marks.

/** @import { Cells, Key, Placement, PuzzleView, Side } from "./types.js" */

import { byId, el, set, svg } from "./dom.js";
import { startOverview } from "./overview.js";
import { cellName, cellWords, drawBreak, penOf, pieceNode, rowName } from "./pieces.js";
import { isHint, visibleCells, visibleCheck } from "./state/play.js";
import { on, openView, state } from "./state/store.js";
import { bringIntoSight, layer, picture, pointAt, scale, setWhole } from "./zoom.js";

const MARGIN = 34;
const MOST_NAMED = 100; // cells: texts cost much where there are hundreds

/** @typedef {{ group: SVGGElement, holder: SVGGElement, count: SVGTextElement | null, number: SVGTextElement | null, value: number | null }} Slot */

/**
 * What is drawn of one puzzle.
 * @typedef {object} Drawing
 * @property {PuzzleView} view
 * @property {Slot[]} slots by cell
 * @property {Map<number, SVGImageElement>} pieces by piece: its drawing, moved from cell to cell
 * @property {Map<string, SVGElement>} flaws by kind, cell and side: the drawing of a break or a fault
 * @property {SVGGElement} flawGroup
 * @property {SVGGElement} markGroup
 * @property {SVGImageElement} zigzag a break, to be copied
 * @property {boolean} hasCounts
 * @property {string} marks what the marks show
 */

export function startBoard() {
  /** @type {Drawing | null} */
  let drawing = null;
  byId("board").append(startOverview(), layer);
  on(["view", "cells", "shown", "check", "advice", "selected", "cursor", "trayCell", "hasNumbers"], (changed) => {
    if (!state.view) return;
    if (drawing?.view !== state.view) drawing = build(state.view);
    draw(drawing, changed);
  });
}

/**
 * @param {Drawing} drawing
 * @param {Set<Key>} changed
 */
function draw(drawing, changed) {
  if (changed.has("cells") || changed.has("shown") || changed.has("view")) drawPieces(drawing);
  if (changed.has("cells") || changed.has("shown") || changed.has("view") || changed.has("hasNumbers")) drawNumbers(drawing);
  if (changed.has("check") || changed.has("shown") || changed.has("view")) drawFlaws(drawing);
  drawMarks(drawing);
  if (changed.has("cursor") || changed.has("view")) drawCursor(drawing);
}

/**
 * @param {PuzzleView} view
 * @returns {Drawing}
 */
function build(view) {
  const { rows, columns } = view.puzzle;
  /** @type {Drawing} */
  const drawing = {
    view, slots: [], pieces: new Map(), flaws: new Map(), zigzag: zigzagNode(view), hasCounts: false, marks: "",
    flawGroup: svg("g", { class: "marks", "aria-hidden": "true" }),
    markGroup: svg("g", { class: "marks", "aria-hidden": "true" }),
  };
  for (let cell = 0; cell < rows * columns; cell++) drawing.slots.push(buildSlot(cell, rows * columns <= MOST_NAMED));
  const lines = Array.from({ length: rows }, (_, row) => svg("g", { role: "row" },
    drawing.slots.slice(row * columns, (row + 1) * columns).map((slot) => slot.group)));
  picture.replaceChildren(...axisLabels(rows, columns), ...lines, drawing.flawGroup, drawing.markGroup);
  picture.style.setProperty("--label", `${Math.min(30, 7 + 1.4 * Math.max(rows, columns))}px`);
  picture.style.setProperty("--hair", String(Math.max(1.2, 0.15 * Math.max(rows, columns))));
  set(picture, { "aria-rowcount": rows, "aria-colcount": columns });
  setWhole({ x: -MARGIN, y: -MARGIN, width: columns * 100 + 2 * MARGIN, height: rows * 100 + 2 * MARGIN });
  return drawing;
}

/**
 * @param {number} cell
 * @param {boolean} hasName
 * @returns {Slot}
 */
function buildSlot(cell, hasName) {
  const [x, y] = center(cell);
  const holder = svg("g", { class: "holder" });
  const group = svg("g", {
    role: "gridcell", class: "cell", "data-cell": cell, tabindex: -1, transform: `translate(${x} ${y})`,
  },
  svg("rect", { class: "slot", x: -50, y: -50, width: 100, height: 100 }),
  hasName ? svg("text", { class: "cell-name", y: 6, text: cellName(cell) }) : null,
  holder);
  return { group, holder, count: null, number: null, value: null };
}

/**
 * @param {number} rows
 * @param {number} columns
 */
function axisLabels(rows, columns) {
  return [
    ...Array.from({ length: rows }, (_, row) =>
      svg("text", { class: "axis", x: -17, y: row * 100 + 57, text: rowName(row) })),
    ...Array.from({ length: columns }, (_, column) =>
      svg("text", { class: "axis", x: column * 100 + 50, y: -10, text: column + 1 })),
  ];
}

/**
 * A break as one picture: a board can have hundreds, and each of their lines would be painted by itself.
 * @param {PuzzleView} view
 */
function zigzagNode(view) {
  const fine = 3 * (window.devicePixelRatio || 1); // sharp on the largest cell; larger is slower
  const canvas = el("canvas", { width: 100 * fine, height: 50 * fine });
  const pen = penOf(canvas);
  pen.setTransform(fine, 0, 0, fine, 50 * fine, 25 * fine);
  drawBreak(pen, view.symbols);
  return svg("image", { class: "break", x: -50, y: -25, width: 100, height: 50, href: canvas.toDataURL() });
}

/** @param {number} cell */
function center(cell) {
  const { columns } = openView().puzzle;
  return [(cell % columns) * 100 + 50, Math.floor(cell / columns) * 100 + 50];
}

/**
 * Draw breaks and faults. Those that stay are left alone: a board can have hundreds.
 * @param {Drawing} drawing
 */
function drawFlaws({ flaws, flawGroup, zigzag }) {
  const check = visibleCheck();
  /** @type {Map<string, () => SVGElement>} */
  const wanted = new Map();
  for (const side of check?.breaks ?? []) wanted.set(`break ${side}`, () => breakNode(zigzag, side));
  for (const side of check?.faults ?? []) wanted.set(`fault ${side}`, () => faultNode(side));
  for (const [key, node] of flaws) {
    if (wanted.has(key)) continue;
    node.remove();
    flaws.delete(key);
  }
  for (const [key, make] of wanted) {
    if (flaws.has(key)) continue;
    const node = make();
    flaws.set(key, node);
    flawGroup.append(node);
  }
}

/**
 * @param {SVGImageElement} zigzag
 * @param {Side} side
 */
function breakNode(zigzag, [cell, side]) {
  const [x, y] = center(cell);
  const node = /** @type {SVGImageElement} */ (zigzag.cloneNode(true));
  node.setAttribute("transform", side === 1 ? `translate(${x + 50} ${y}) rotate(90)` : `translate(${x} ${y + 50})`);
  return node;
}

/** @param {Side} side */
function faultNode([cell, side]) {
  const [x, y] = center(cell);
  return svg("path", { class: "fault", d: "M-46-44H46", transform: `translate(${x} ${y}) rotate(${90 * side})` });
}

/** @param {Drawing} drawing */
function drawPieces(drawing) {
  const cells = visibleCells();
  const { slots } = drawing;
  const stale = [...slots.keys()].filter((cell) => slots[cell].value !== cells[cell]);
  for (const cell of stale) slots[cell].holder.replaceChildren();
  for (const cell of stale) fillSlot(drawing, cell, cells);
  drawCounts(drawing, cells);
}

/**
 * Draw how many candidates each cell has left, in a search that is shown step by step.
 * @param {Drawing} drawing
 * @param {Cells} cells
 */
function drawCounts(drawing, cells) {
  const counts = state.shown?.counts;
  if (!counts && !drawing.hasCounts) return;
  drawing.hasCounts = Boolean(counts);
  drawing.slots.forEach((slot, cell) => {
    const number = counts && cells[cell] < 0 ? counts[cell] : -1;
    slot.count ??= slot.group.appendChild(svg("text", { class: "count", y: 14 }));
    slot.count.textContent = number < 0 ? "" : String(number);
    slot.group.classList.toggle("counted", number >= 0);
    slot.group.classList.toggle("none-left", number === 0);
    const candidates = number < 0 ? "" : `, ${number} ${number === 1 ? "candidate" : "candidates"}`;
    set(slot.group, { "aria-label": slotWords(cell, cells) + candidates });
  });
}

/**
 * Draw the numbers of the pieces, while somebody wants to see them.
 * @param {Drawing} drawing
 */
function drawNumbers({ slots }) {
  const cells = visibleCells();
  slots.forEach((slot, cell) => {
    const text = state.hasNumbers && cells[cell] >= 0 ? String((cells[cell] >> 2) + 1) : "";
    if (!text && !slot.number) return;
    slot.number ??= slot.group.appendChild(svg("text", { class: "piece-number", y: 11 }));
    if (!text) {
      slot.number.remove();
      slot.number = null;
    } else if (slot.number.textContent !== text) slot.number.textContent = text;
  });
}

/**
 * @param {number} cell
 * @param {Cells} cells
 */
const slotWords = (cell, cells) => `${cellWords(cell, cells)}${isHint(cell) ? ", a hint" : ""}`;

/**
 * @param {Drawing} drawing
 * @param {number} cell
 * @param {Cells} cells
 */
function fillSlot({ slots, pieces }, cell, cells) {
  const [slot, value] = [slots[cell], cells[cell]];
  slot.value = value;
  if (value >= 0) {
    const piece = value >> 2;
    const known = pieces.get(piece);
    const node = known && !known.parentNode ? known : pieceNode(piece); // a board from elsewhere may hold a piece twice
    if (!known) pieces.set(piece, node);
    set(node, { transform: `rotate(${90 * (value & 3)})` });
    slot.holder.append(node);
  }
  set(slot.group, {
    "aria-label": slotWords(cell, cells),
    "data-piece": value < 0 ? null : value >> 2,
    "data-turn": value < 0 ? null : value & 3,
  });
}

/** @param {Drawing} drawing */
function drawMarks(drawing) {
  const { shown, advice, selected, trayCell } = state;
  const key = JSON.stringify(shown ? [shown.cell] : [advice, selected, trayCell]);
  if (key === drawing.marks) return;
  drawing.marks = key;
  const marks = (openView().puzzle.hints ?? []).flatMap(([cell]) => [
    ring(cell, "under"), // seen on pieces of every color
    ring(cell, "hint"),
  ]);
  if (typeof shown?.cell === "number") marks.push(ring(shown.cell, "focus"));
  if (!shown) {
    for (const [cell] of advice?.culprits ?? []) marks.push(ring(cell, "culprit"));
    for (const cell of advice?.cells ?? []) marks.push(ring(cell, advice?.kind === "conflict" ? "failed" : "wanted"));
  }
  if (!shown && trayCell !== null) marks.push(ring(trayCell, "here"));
  const advised = !shown && advice?.placement ? advisedNodes(advice.placement) : [];
  const selection = !shown && selected && selected.cell !== null ? [ring(selected.cell, "selected", 47)] : [];
  drawing.markGroup.replaceChildren(...marks, ...advised, ...selection);
}

/**
 * @param {number} cell
 * @param {string} kind
 */
function ring(cell, kind, inset = 44) {
  const [x, y] = center(cell);
  return svg("rect", { class: `ring ${kind}`, x: x - inset, y: y - inset, width: 2 * inset, height: 2 * inset, rx: 6 });
}

/** @param {Placement} placement */
function advisedNodes([cell, piece, turn]) {
  const [x, y] = center(cell);
  const ghost = pieceNode(piece);
  ghost.setAttribute("transform", `translate(${x} ${y}) rotate(${90 * turn}) scale(.82)`);
  ghost.classList.add("ghost-piece");
  return [svg("rect", { class: "slot", x: x - 44, y: y - 44, width: 88, height: 88 }), ghost, ring(cell, "wanted")];
}

/** @param {Drawing} drawing */
function drawCursor({ slots }) {
  slots.forEach((slot, cell) => set(slot.group, { tabindex: cell === state.cursor ? 0 : -1 }));
}

/** @param {number} cell */
export function focusCell(cell) {
  /** @type {SVGElement | null} */ (picture.querySelector(`[data-cell="${cell}"]`))?.focus({ preventScroll: true });
}

/**
 * Move a zoomed board until a cell is seen whole.
 * @param {number} cell
 */
export function bringCellIntoSight(cell) {
  const [x, y] = center(cell);
  bringIntoSight(x - 50, y - 50, 100);
}

/**
 * The cell under a point of the window, or null.
 * @param {number} x
 * @param {number} y
 */
export function cellAt(x, y) {
  const { rows, columns } = openView().puzzle;
  const point = pointAt(x, y);
  const column = Math.floor(point.x / 100);
  const row = Math.floor(point.y / 100);
  if (row < 0 || column < 0 || row >= rows || column >= columns) return null;
  return row * columns + column;
}

/** How many pixels of the window a cell is wide. */
export const cellSize = () => scale() * 100;
