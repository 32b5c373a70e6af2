// Pieces as SVG, drawn from the symbols that the library hands out: the palette is its.

import { svg } from "./dom.js";

const SIDES = ["north", "east", "south", "west"];
let templates = [];
let view = null;
const addresses = new Map(); // of pictures, by the colors of a piece

/** Make the drawing of every color ready. */
export function prepare(next) {
  view = next;
  addresses.clear();
  templates = next.symbols.colors.map((color) => drawnColor(color, next.symbols.triangle));
}

function drawnColor(color, triangle) {
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

/** A piece around the origin, unturned: one element, however much is drawn on it. */
export function pieceNode(piece) {
  return svg("image", {
    class: "piece", x: -50, y: -50, width: 100, height: 100, href: address(piece),
    preserveAspectRatio: "none",
  });
}

/** The picture of a piece as an address; drawn once, and sharp at every size. */
function address(piece) {
  const picture = view.pictures?.[piece];
  if (picture) return `data:image/png;base64,${picture}`;
  const key = view.puzzle.pieces[piece].join(" ");
  if (!addresses.has(key)) {
    addresses.set(key, `data:image/svg+xml,${encodeURIComponent(drawing(piece))}`);
  }
  return addresses.get(key);
}

function drawing(piece) {
  const sides = view.puzzle.pieces[piece].map((color, side) => {
    const copy = templates[color].cloneNode(true);
    if (side) copy.setAttribute("transform", `rotate(${90 * side})`);
    return copy;
  });
  const cuts = svg("path", {
    d: view.symbols.cuts, fill: "none", stroke: view.symbols.inks.dark, "stroke-width": 1.2,
    "stroke-linejoin": "round",
  });
  const clip = svg("clipPath", { id: "side-clip" }, svg("path", { d: "M-50-50H50L0 0Z" }));
  return new XMLSerializer().serializeToString(svg("svg", { viewBox: "-50 -50 100 100", width: 100, height: 100 }, clip, sides, cuts));
}

/** A picture of a piece by itself. */
export function pieceIcon(piece, turn, size) {
  const inner = svg("g", { class: "turned" }, pieceNode(piece));
  inner.style.transform = `rotate(${90 * turn}deg)`;
  return svg("svg", { viewBox: "-51 -51 102 102", width: size, height: size, "aria-hidden": "true" }, inner);
}

/** A piece in words, for those who listen. */
export function pieceWords(piece, turn) {
  const colors = view.puzzle.pieces[piece];
  const names = view.facts.color_names;
  const sides = SIDES.map((side, at) => `${side} ${names[colors[(at - turn + 4) % 4]]}`);
  return `piece ${piece + 1}: ${sides.join(", ")}`;
}

export function cellName(cell) {
  const columns = view.puzzle.columns;
  const row = Math.floor(cell / columns);
  const letter = String.fromCharCode(65 + (row % 26));
  return `${row >= 26 ? "A" : ""}${letter}${(cell % columns) + 1}`;
}

/** Draw a whole board small on a canvas: for what changes ten times a second. */
export function drawSmall(canvas, ways, puzzle = view.puzzle, symbols = view.symbols, breaks = []) {
  const { rows, columns } = puzzle;
  const ratio = window.devicePixelRatio || 1;
  const size = Math.max(4, Math.floor((canvas.dataset.size * ratio) / Math.max(rows, columns)));
  if (canvas.width !== size * columns || canvas.height !== size * rows) {
    canvas.width = size * columns;
    canvas.height = size * rows;
  }
  const pen = canvas.getContext("2d");
  pen.clearRect(0, 0, canvas.width, canvas.height);
  const scale = size / 100;
  for (let cell = 0; cell < ways.length; cell++) {
    const x = (cell % columns) * size + size / 2;
    const y = Math.floor(cell / columns) * size + size / 2;
    if (ways[cell] < 0) {
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.strokeStyle = "#8a929b55";
      pen.strokeRect(x - size / 2 + 0.5, y - size / 2 + 0.5, size - 1, size - 1);
      continue;
    }
    puzzle.pieces[ways[cell] >> 2].forEach((color, side) => {
      const quarter = (side + (ways[cell] & 3)) % 4;
      const cosine = [1, 0, -1, 0][quarter] * scale;
      const sine = [0, 1, 0, -1][quarter] * scale;
      pen.setTransform(cosine, sine, -sine, cosine, x, y);
      drawColor(pen, symbols.colors[color], symbols.triangle, size);
    });
  }
  for (const [cell, side] of breaks) {
    const x = (cell % columns) * size + (side === 1 ? size : size / 2);
    const y = Math.floor(cell / columns) * size + (side === 1 ? size / 2 : size);
    pen.setTransform(...(side === 1 ? [0, scale, -scale, 0] : [scale, 0, 0, scale]), x, y);
    drawBreak(pen, symbols, size);
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
}

/** A break around the origin, across a join to the south. */
export function drawBreak(pen, { inks, zigzag }, size = 100) {
  const isSmall = size < 22; // than the teeth can be seen
  const widths = isSmall ? [44, 34, 18] : [17, 13, 6.5];
  pen.lineCap = pen.lineJoin = "round";
  [inks.dark, inks.light, inks.break].forEach((ink, at) => {
    pen.strokeStyle = ink;
    pen.lineWidth = widths[at];
    pen.stroke(path(isSmall ? "M-36 0H36" : zigzag));
  });
}

const paths = new Map();

function path(text) {
  if (!paths.has(text)) paths.set(text, new Path2D(text));
  return paths.get(text);
}

function drawColor(pen, color, triangle, size) {
  pen.fillStyle = color.ground;
  pen.fill(path(triangle));
  if (size < 22) return; // smaller than a figure can be seen
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
