// Pieces as pictures, drawn from the symbols that the library hands out: the palette is its.

/** @import { Cells, ColorDrawing, Puzzle, PuzzleView, Side, Symbols } from "./types.js" */

import { el, svg } from "./dom.js";
import { openView } from "./state/store.js";

const SIDES = ["north", "east", "south", "west"];
const LEAST_DETAILED = 22; // pixels: on smaller cells figures cannot be seen

/** Addresses of pictures by the colors of a piece, for each puzzle. @type {WeakMap<PuzzleView, Map<string, string>>} */
const addresses = new WeakMap();
/** @type {Map<string, Path2D>} */
const paths = new Map();

/**
 * A piece around the origin, unturned: one element, however much is drawn on it.
 * @param {number} piece
 */
export function pieceNode(piece) {
  return svg("image", {
    class: "piece", x: -50, y: -50, width: 100, height: 100, href: address(openView(), piece),
    preserveAspectRatio: "none",
  });
}

/**
 * The picture of a piece as an address; drawn once, and sharp at every size.
 * @param {PuzzleView} view
 * @param {number} piece
 */
function address(view, piece) {
  const picture = view.pictures?.[piece];
  if (picture) return `data:image/png;base64,${picture}`;
  const known = addresses.get(view) ?? new Map();
  addresses.set(view, known);
  const key = view.puzzle.pieces[piece].join(" ");
  if (!known.has(key)) known.set(key, `data:image/svg+xml,${encodeURIComponent(drawing(view, piece))}`);
  return known.get(key);
}

/**
 * @param {PuzzleView} view
 * @param {number} piece
 */
function drawing({ puzzle, symbols }, piece) {
  const sides = puzzle.pieces[piece].map((color, side) => {
    const node = colorNode(symbols.colors[color], symbols.triangle);
    if (side) node.setAttribute("transform", `rotate(${90 * side})`);
    return node;
  });
  const cuts = svg("path", {
    d: symbols.cuts, fill: "none", stroke: symbols.inks.dark, "stroke-width": 1.2,
    "stroke-linejoin": "round",
  });
  const clip = svg("clipPath", { id: "side-clip" }, svg("path", { d: "M-50-50H50L0 0Z" }));
  return new XMLSerializer().serializeToString(svg("svg", { viewBox: "-50 -50 100 100", width: 100, height: 100 }, clip, sides, cuts));
}

/**
 * A color in the triangle of a north side.
 * @param {ColorDrawing} color
 * @param {string} triangle
 */
export function colorNode(color, triangle) {
  const hasLines = color.layers.some((layer) => layer.width !== null);
  const layers = color.layers.map((layer) => layer.width === null
    ? svg("path", { d: layer.path, fill: layer.ink })
    : svg("path", {
      d: layer.path, fill: "none", stroke: layer.ink, "stroke-width": layer.width,
      "stroke-linejoin": "round",
    }));
  return svg("g", {},
    svg("path", { d: triangle, fill: color.ground }),
    svg("g", hasLines ? { "clip-path": "url(#side-clip)" } : {}, layers));
}

/**
 * A picture of a piece by itself.
 * @param {number} piece
 * @param {number} turn
 * @param {number} [size] in pixels; set by the style sheet if it is missing
 */
export function pieceIcon(piece, turn, size) {
  const inner = svg("g", { class: "turned" }, pieceNode(piece));
  inner.style.transform = `rotate(${90 * turn}deg)`;
  return svg("svg", { viewBox: "-51 -51 102 102", width: size, height: size, "aria-hidden": "true" }, inner);
}

/**
 * A picture of a color by itself, as it lies on a side.
 * @param {number} color
 */
export function colorIcon(color) {
  const { symbols } = openView();
  const clip = svg("clipPath", { id: "side-clip" }, svg("path", { d: "M-50-50H50L0 0Z" }));
  const picture = svg("svg", { viewBox: "-50 -50 100 50", width: 100, height: 50 }, clip, colorNode(symbols.colors[color], symbols.triangle));
  return el("img", { class: "color", alt: "", src: `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}` });
}

/**
 * A piece in words, for screen readers.
 * @param {number} piece
 * @param {number} turn
 */
export const pieceWords = (piece, turn) => `piece ${piece + 1}: ${sideWords(piece, turn)}`;

/**
 * The colors of a turned piece in words.
 * @param {number} piece
 * @param {number} turn
 */
export function sideWords(piece, turn) {
  const { puzzle, facts } = openView();
  const colors = puzzle.pieces[piece];
  return SIDES.map((side, at) => `${side} ${facts.color_names[colors[(at - turn + 4) % 4]]}`).join(", ");
}

/**
 * What lies on a cell, in words.
 * @param {number} cell
 * @param {Cells} cells
 */
export function cellWords(cell, cells) {
  const value = cells[cell];
  return `${cellName(cell)}: ${value < 0 ? "empty" : pieceWords(value >> 2, value & 3)}`;
}

/** @param {number} cell */
export function cellName(cell) {
  const { columns } = openView().puzzle;
  return `${rowName(Math.floor(cell / columns))}${(cell % columns) + 1}`;
}

/** @param {number} row */
export function rowName(row) {
  return `${row >= 26 ? "A" : ""}${String.fromCharCode(65 + (row % 26))}`;
}

/**
 * What people call a puzzle: a title rather than a recipe.
 * @param {PuzzleView} view
 */
export const puzzleTitle = ({ facts }) => facts.title || facts.name || "A puzzle";

/**
 * The title of a puzzle, and the name of the board that it was opened with.
 * @param {PuzzleView} view
 */
export function boardTitle(view) {
  const title = puzzleTitle(view);
  return view.boardName && view.boardName !== title ? `${title} · ${view.boardName}` : title;
}

/**
 * Draw a whole board small on a canvas: for what changes ten times a second.
 * @param {HTMLCanvasElement} canvas
 * @param {Cells} cells
 * @param {Puzzle} puzzle
 * @param {Symbols} symbols
 * @param {Side[]} [breaks]
 */
export function drawSmall(canvas, cells, puzzle, symbols, breaks = []) {
  const { rows, columns } = puzzle;
  const ratio = window.devicePixelRatio || 1;
  const size = Math.max(4, Math.floor((Number(canvas.dataset.size) * ratio) / Math.max(rows, columns)));
  if (canvas.width !== size * columns || canvas.height !== size * rows) {
    canvas.width = size * columns;
    canvas.height = size * rows;
  }
  const pen = penOf(canvas);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  const scale = size / 100;
  for (let cell = 0; cell < cells.length; cell++) {
    const x = (cell % columns) * size + size / 2;
    const y = Math.floor(cell / columns) * size + size / 2;
    const value = cells[cell];
    if (value < 0) {
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.strokeStyle = "#8a929b55";
      pen.lineWidth = 1; // not that of the last piece
      pen.strokeRect(x - size / 2 + 0.5, y - size / 2 + 0.5, size - 1, size - 1);
      continue;
    }
    puzzle.pieces[value >> 2].forEach((color, side) => {
      const quarter = (side + (value & 3)) % 4;
      const cosine = [1, 0, -1, 0][quarter] * scale;
      const sine = [0, 1, 0, -1][quarter] * scale;
      pen.setTransform(cosine, sine, -sine, cosine, x, y);
      drawColor(pen, symbols.colors[color], symbols.triangle, size);
    });
  }
  for (const [cell, side] of breaks) {
    const isEast = side === 1;
    const x = (cell % columns) * size + (isEast ? size : size / 2);
    const y = Math.floor(cell / columns) * size + (isEast ? size / 2 : size);
    if (isEast) pen.setTransform(0, scale, -scale, 0, x, y);
    else pen.setTransform(scale, 0, 0, scale, x, y);
    drawBreak(pen, symbols, size);
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {CanvasRenderingContext2D}
 */
export function penOf(canvas) {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("the browser cannot draw on a canvas");
  return pen;
}

/**
 * Draw a break around the origin, across a join to the south.
 * @param {CanvasRenderingContext2D} pen
 * @param {Symbols} symbols
 */
export function drawBreak(pen, { inks, zigzag }, size = 100) {
  const isSmall = size < LEAST_DETAILED;
  const widths = isSmall ? [44, 34, 18] : [17, 13, 6.5];
  pen.lineCap = pen.lineJoin = "round";
  [inks.dark, inks.light, inks.break].forEach((ink, at) => {
    pen.strokeStyle = ink;
    pen.lineWidth = widths[at];
    pen.stroke(path(isSmall ? "M-36 0H36" : zigzag));
  });
}

/** @param {string} text */
function path(text) {
  const known = paths.get(text) ?? new Path2D(text);
  paths.set(text, known);
  return known;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {ColorDrawing} color
 * @param {string} triangle
 * @param {number} size
 */
function drawColor(pen, color, triangle, size) {
  pen.fillStyle = color.ground;
  pen.fill(path(triangle));
  if (size < LEAST_DETAILED) return;
  for (const layer of color.layers) {
    if (layer.width === null) {
      pen.fillStyle = layer.ink;
      pen.fill(path(layer.path));
    } else {
      pen.strokeStyle = layer.ink;
      pen.lineWidth = layer.width;
      pen.stroke(path(layer.path));
    }
  }
}
