// The board as SVG, drawn from the state: slots, pieces, breaks, hints, and marks.

import { byId, el, set, svg } from "./dom.js";
import { cellName, drawBreak, pieceNode, pieceWords } from "./pieces.js";
import { startOverview } from "./overview.js";
import { cells, isHint, on, state } from "./state.js";
import { bringIntoSight, fit, pointAt, scale, setView } from "./zoom.js";

const MARGIN = 34;
const MOST_NAMED = 100; // cells
const root = svg("svg", { id: "board-svg", role: "grid", "aria-label": "Board" });
let slots = [];     // by cell: { group, holder, label, count, way }
let nodes = new Map();  // by piece: its drawing, moved from cell to cell
let marks = null;
let flaws = new Map();  // by kind, cell and side: the drawing of a break or a fault
let flawGroup = null;
let zigzagTemplate = null;
let drawnView = null;
let hasCounts = false;
let drawnMarks = "";

export const boardSvg = () => root;

export function startBoard() {
  byId("board").append(startOverview(), el("div", { class: "layer" }, root));
  on("view ways shown check advice selected cursor", draw);
}

function draw(keys) {
  if (!state.view) return;
  if (drawnView !== state.view) {
    build();
    drawnView = state.view;
  }
  if (keys.has("ways") || keys.has("shown") || keys.has("view")) drawPieces();
  if (keys.has("check") || keys.has("shown") || keys.has("view")) drawFlaws();
  drawMarks();
  if (keys.has("cursor") || keys.has("view")) drawCursor();
}

function build() {
  const { rows, columns } = state.view.puzzle;
  nodes = new Map();
  slots = [];
  flaws = new Map();
  hasCounts = false;
  drawnMarks = "";
  zigzagTemplate = zigzag();
  root.replaceChildren(...labels(rows, columns));
  for (let row = 0; row < rows; row++) {
    const line = svg("g", { role: "row" });
    for (let column = 0; column < columns; column++) {
      line.append(slot(row * columns + column, column * 100 + 50, row * 100 + 50));
    }
    root.append(line);
  }
  marks = svg("g", { class: "marks", "aria-hidden": "true" });
  flawGroup = svg("g", { class: "marks", "aria-hidden": "true" });
  root.append(flawGroup, marks);
  root.style.setProperty("--label", `${Math.min(30, 7 + 1.4 * Math.max(rows, columns))}px`);
  root.style.setProperty("--hair", Math.max(1.2, 0.15 * Math.max(rows, columns)));
  root.setAttribute("aria-rowcount", rows);
  root.setAttribute("aria-colcount", columns);
  setView(root, { x: -MARGIN, y: -MARGIN, width: columns * 100 + 2 * MARGIN, height: rows * 100 + 2 * MARGIN });
  fit();
}

function slot(cell, x, y) {
  const holder = svg("g", { class: "holder" });
  const hasName = cells() <= MOST_NAMED; // texts cost much where there are hundreds
  const label = hasName ? svg("text", { class: "cell-name", y: 6, text: cellName(cell) }) : null;
  const group = svg("g", {
    role: "gridcell", class: "cell", "data-cell": cell, tabindex: -1,
    transform: `translate(${x} ${y})`,
  }, svg("rect", { class: "slot", x: -50, y: -50, width: 100, height: 100 }), label, holder);
  slots[cell] = { group, holder, count: null, way: null };
  return group;
}

function labels(rows, columns) {
  const found = [];
  for (let row = 0; row < rows; row++) {
    const name = cellName(row * columns).replace(/[0-9]+/, "");
    found.push(svg("text", { class: "axis", x: -17, y: row * 100 + 57, text: name }));
  }
  for (let column = 0; column < columns; column++) {
    found.push(svg("text", { class: "axis", x: column * 100 + 50, y: -10, text: column + 1 }));
  }
  return found;
}

/** A break as one picture: a board can have hundreds, and every line of them would be painted by itself. */
function zigzag() {
  const fine = 3 * (window.devicePixelRatio || 1); // sharp on the largest cell; larger is slower
  const canvas = el("canvas", { width: 100 * fine, height: 50 * fine });
  const pen = canvas.getContext("2d");
  pen.setTransform(fine, 0, 0, fine, 50 * fine, 25 * fine);
  drawBreak(pen, state.view.symbols);
  return svg("image", { class: "break", x: -50, y: -25, width: 100, height: 50, href: canvas.toDataURL() });
}

const center = (cell) => {
  const { columns } = state.view.puzzle;
  return [(cell % columns) * 100 + 50, Math.floor(cell / columns) * 100 + 50];
};

/** Breaks and faults; those that stay are left alone, a board can have hundreds. */
function drawFlaws() {
  const check = state.shown ? state.shown.check : state.check;
  const wanted = new Map();
  for (const [cell, side] of check?.breaks ?? []) wanted.set(`break ${cell} ${side}`, [cell, side]);
  for (const [cell, side] of check?.faults ?? []) wanted.set(`fault ${cell} ${side}`, [cell, side]);
  for (const [key, node] of flaws) {
    if (wanted.has(key)) continue;
    node.remove();
    flaws.delete(key);
  }
  for (const [key, [cell, side]] of wanted) {
    if (flaws.has(key)) continue;
    const node = key.startsWith("break") ? breakNode(cell, side) : faultNode(cell, side);
    flaws.set(key, node);
    flawGroup.append(node);
  }
}

function breakNode(cell, side) {
  const [x, y] = center(cell);
  const node = zigzagTemplate.cloneNode(true);
  node.setAttribute("transform", side === 1 ? `translate(${x + 50} ${y}) rotate(90)` : `translate(${x} ${y + 50})`);
  return node;
}

function faultNode(cell, side) {
  const [x, y] = center(cell);
  return svg("path", { class: "fault", d: "M-46-44H46", transform: `translate(${x} ${y}) rotate(${90 * side})` });
}

function drawPieces() {
  const ways = state.shown?.ways ?? state.ways;
  const leaving = [];
  ways.forEach((way, cell) => {
    const slot = slots[cell];
    if (slot.way !== way) leaving.push(cell);
  });
  for (const cell of leaving) slots[cell].holder.replaceChildren();
  for (const cell of leaving) fillSlot(slots[cell], ways[cell], cell);
  drawCounts(ways, state.shown?.counts);
}

/** How many candidates each cell has left, in a search that is shown step by step. */
function drawCounts(ways, counts) {
  if (!counts && !hasCounts) return;
  hasCounts = Boolean(counts);
  slots.forEach((slot, cell) => {
    const number = counts && ways[cell] < 0 ? counts[cell] : -1;
    slot.count ??= slot.group.appendChild(svg("text", { class: "count", y: 14 }));
    slot.count.textContent = number < 0 ? "" : String(number);
    slot.group.classList.toggle("counted", number >= 0);
    slot.group.classList.toggle("none-left", number === 0);
  });
}

function fillSlot(slot, way, cell) {
  slot.way = way;
  if (way >= 0) {
    const piece = way >> 2;
    if (!nodes.has(piece)) nodes.set(piece, pieceNode(piece));
    // A board from elsewhere may hold a piece twice.
    const node = nodes.get(piece).parentNode ? pieceNode(piece) : nodes.get(piece);
    set(node, { transform: `rotate(${90 * (way & 3)})` });
    slot.holder.append(node);
  }
  const words = way < 0 ? "empty" : pieceWords(way >> 2, way & 3);
  set(slot.group, {
    "aria-label": `${cellName(cell)}: ${words}${isHint(cell) ? ", a hint" : ""}`,
    "data-piece": way < 0 ? null : way >> 2,
    "data-turn": way < 0 ? null : way & 3,
  });
}

function drawMarks() {
  const { advice, selected } = state;
  const key = JSON.stringify([state.shown ? [state.shown.cell] : [advice, selected]]);
  if (key === drawnMarks) return;
  drawnMarks = key;
  const found = [];
  const ring = (cell, kind, inset = 44) => {
    const [x, y] = center(cell);
    found.push(svg("rect", {
      class: `ring ${kind}`, x: x - inset, y: y - inset, width: 2 * inset, height: 2 * inset, rx: 6,
    }));
  };
  for (const [cell] of state.view.puzzle.hints ?? []) {
    ring(cell, "under"); // seen on pieces of every color
    ring(cell, "hint");
  }
  const { shown } = state;
  if (Number.isInteger(shown?.cell)) ring(shown.cell, "focus");
  if (!shown) {
    for (const [cell] of state.advice?.culprits ?? []) ring(cell, "culprit");
    const kind = state.advice?.kind === "conflict" ? "failed" : "wanted";
    for (const cell of state.advice?.cells ?? []) ring(cell, kind);
    if (state.advice?.placement) drawAdvised(found, state.advice.placement);
    if (state.selected && state.selected.cell !== null) ring(state.selected.cell, "selected", 47);
  }
  marks.replaceChildren(...found);
}

function drawAdvised(found, [cell, piece, turn]) {
  const [x, y] = center(cell);
  const ghost = pieceNode(piece);
  ghost.setAttribute("transform", `translate(${x} ${y}) rotate(${90 * turn}) scale(.82)`);
  ghost.classList.add("ghost-piece");
  found.push(svg("rect", { class: "slot", x: x - 44, y: y - 44, width: 88, height: 88 }), ghost, svg("rect", { class: "ring wanted", x: x - 44, y: y - 44, width: 88, height: 88, rx: 6 }));
}

function drawCursor() {
  slots.forEach((slot, cell) => set(slot.group, { tabindex: cell === state.cursor ? 0 : -1 }));
}

export function focusCell(cell) {
  slots[cell]?.group.focus({ preventScroll: true });
}

/** Move a zoomed board until a cell is seen whole. */
export function bringCellIntoSight(cell) {
  const [x, y] = center(cell);
  bringIntoSight(x - 50, y - 50, 100);
}

/** The cell under a point of the window, or null. */
export function cellAt(x, y) {
  const { rows, columns } = state.view.puzzle;
  const point = pointAt(x, y);
  const column = Math.floor(point.x / 100);
  const row = Math.floor(point.y / 100);
  if (row < 0 || column < 0 || row >= rows || column >= columns) return null;
  return row * columns + column;
}

/** How many pixels of the window a cell is wide. */
export const cellSize = () => scale() * 100;
