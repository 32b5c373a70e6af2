// The photographs with the squares in them. Corners are moved by pointer, touch and keys.

/** @import { Photo, Point } from "../types.js" */

import { button, closest, el, set, svg } from "../dom.js";
import { whole } from "../numbers.js";
import {
  addSquare, deleteSquare, moveCorner, moveSquare, removePhoto, selectPiece, turnSquare,
} from "../state/photos.js";
import { on, state } from "../state/store.js";

const CORNERS = ["first", "second", "third", "fourth"];
const ZOOMS = [1, 2, 4];
/** @type {Record<string, Point>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LARGE_STEP = 10; // with Shift

/** @typedef {{ node: HTMLElement, draw: () => void, close: () => void }} PhotoView */

export const photosNode = el("div", { class: "photos" });
/** @type {Map<string, PhotoView>} */
const views = new Map();
let edits = 0;

export function startPhotoViews() {
  let drawn = "";
  on(["photos"], () => {
    const { photos } = state.photos.sheet;
    for (const [id, view] of views) {
      if (photos.some((photo) => photo.id === id)) continue;
      view.close();
      views.delete(id);
    }
    for (const photo of photos) if (!views.has(photo.id)) views.set(photo.id, photoView(photo));
    const shown = photos.map(({ id }) => /** @type {PhotoView} */ (views.get(id)));
    const key = photos.map(({ id }) => id).join();
    if (key !== drawn) photosNode.replaceChildren(...shown.map(({ node }) => node));
    drawn = key;
    for (const view of shown) view.draw();
  });
}

/**
 * @param {Photo} photo
 * @returns {PhotoView}
 */
function photoView(photo) {
  const { id, name, width, height, file } = photo;
  const address = URL.createObjectURL(file);
  const words = el("span");
  const outlines = svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: "outlines" });
  const labels = el("div", { class: "labels", "aria-hidden": "true" });
  const corners = CORNERS.map((each, corner) => el("span", {
    class: "corner", role: "slider", tabindex: 0, "data-corner": corner, "aria-valuemin": 0, "aria-valuemax": Math.round(width),
    hidden: true,
  }));
  const frame = el("div", { class: "photo-frame" },
    el("img", { src: address, alt: name, draggable: "false" }), outlines, labels, el("div", { class: "corners" }, corners));
  const zoom = zoomTools(frame);
  const one = (/** @type {string} */ text, /** @type {(piece: number) => void} */ act, /** @type {string} */ title) => button(text, () => {
    if (state.photos.selected !== null) act(state.photos.selected);
  }, { title });
  const ofSquare = [one("⟳ Turn", turnSquare, "Turn the square (.)"), one("Delete", deleteSquare, "Delete the square (Delete)")];
  const tools = el("div", { class: "photo-tools", role: "toolbar", "aria-label": `Squares of ${name}` },
    button("Add a square", () => addSquare(id)), ofSquare, zoom,
    button("Remove the photograph", () => removePhoto(id), { class: "quiet" }));
  const node = el("figure", { class: "photo", "data-photo": id },
    el("figcaption", {}, el("strong", { text: name }), words), el("div", { class: "photo-scroll" }, frame), tools);
  node.addEventListener("keydown", onKey);
  startDrag(frame, photo);
  const draw = () => {
    const { sheet: { photos, pieces }, selected } = state.photos;
    const here = pieces.map((piece, number) => ({ ...piece, number })).filter((piece) => piece.photo === id);
    const marked = here.find(({ number }) => number === selected);
    node.classList.toggle("open", Boolean(marked) || !here.length || photos.length === 1);
    words.textContent = ` ${whole(here.length)} ${here.length === 1 ? "square" : "squares"}`;
    for (const each of ofSquare) each.disabled = !marked;
    drawOutlines(outlines, here, marked?.number);
    labels.replaceChildren(...here.map(({ number, corners: points }) => placed(el("span", { text: number + 1 }), middleOf(points), photo)));
    corners.forEach((corner, at) => {
      corner.hidden = !marked;
      if (!marked) return;
      const [x, y] = marked.corners[at];
      placed(corner, [x, y], photo);
      set(corner, {
        "aria-label": `${CORNERS[at]} corner of piece ${marked.number + 1}`, "aria-valuenow": Math.round(x), "aria-valuetext": `${x} right, ${y} down`,
      });
    });
  };
  return { node, draw, close: () => URL.revokeObjectURL(address) };
}

/** @param {HTMLElement} frame */
function zoomTools(frame) {
  let at = 0;
  const step = (/** @type {number} */ by) => {
    at = Math.min(Math.max(at + by, 0), ZOOMS.length - 1);
    frame.style.width = `${100 * ZOOMS[at]}%`;
    if (frame.parentElement && at) bringIntoSight(frame.parentElement);
  };
  return [
    button("−", () => step(-1), { class: "icon", "aria-label": "Show the photograph smaller" }),
    button("+", () => step(1), { class: "icon", "aria-label": "Show the photograph larger" }),
  ];
}

/** @param {HTMLElement} place */
function bringIntoSight(place) {
  place.querySelector(".outline[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "center" });
}

/**
 * Draw the squares; the elements stay, since one of them may have the focus.
 * @param {SVGSVGElement} place
 * @param {{ number: number, corners: Point[] }[]} squares
 * @param {number} [marked]
 */
function drawOutlines(place, squares, marked) {
  while (place.childElementCount > squares.length) place.lastChild?.remove();
  while (place.childElementCount < squares.length) {
    place.append(svg("g", { class: "outline", role: "button", tabindex: 0 },
      svg("polygon", { "vector-effect": "non-scaling-stroke" }), svg("line", { "vector-effect": "non-scaling-stroke" })));
  }
  squares.forEach(({ number, corners }, at) => {
    const group = place.children[at];
    const [[x1, y1], [x2, y2]] = corners;
    set(group, { "data-piece": number, "aria-label": `Piece ${number + 1}`, "aria-pressed": String(number === marked) });
    set(group.children[0], { points: corners.join(" ") });
    set(group.children[1], { x1, y1, x2, y2 });
  });
}

/**
 * @template {HTMLElement} T
 * @param {T} node
 * @param {Point} point
 * @param {Photo} photo
 * @returns {T}
 */
function placed(node, [x, y], { width, height }) {
  node.style.left = `${100 * x / width}%`;
  node.style.top = `${100 * y / height}%`;
  return node;
}

/** @param {Point[]} points @returns {Point} */
function middleOf(points) {
  const mean = (/** @type {0 | 1} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [mean(0), mean(1)];
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { selected } = state.photos;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const outline = closest(event, ".outline");
  if (outline && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    selectPiece(Number(outline.dataset.piece));
    const [first] = /** @type {NodeListOf<HTMLElement>} */ (/** @type {HTMLElement} */ (event.currentTarget).querySelectorAll(".corner"));
    return queueMicrotask(() => first.focus()); // after it is shown
  }
  const corner = closest(event, ".corner");
  const piece = outline ? Number(outline.dataset.piece) : selected;
  if (piece === null || !(corner || outline)) return;
  const step = STEPS[event.key];
  if (step) {
    const by = /** @type {Point} */ (step.map((each) => each * (event.shiftKey ? LARGE_STEP : 1)));
    if (corner) {
      const at = Number(corner.dataset.corner);
      const [x, y] = state.photos.sheet.pieces[piece].corners[at];
      moveCorner(piece, at, [x + by[0], y + by[1]], `keys ${piece}.${at}`);
    } else moveSquare(piece, by, `keys ${piece}`);
  } else if (event.key === "Delete") deleteSquare(piece);
  else if (event.key === ".") turnSquare(piece);
  else return;
  event.preventDefault();
}

/**
 * Corners and squares are dragged; the frame has the pointer until it is let go.
 * @param {HTMLElement} frame
 * @param {Photo} photo
 */
function startDrag(frame, photo) {
  /** @type {{ piece: number, corner: number | null, last: Point, name: string } | null} */
  let held = null;
  /** @param {PointerEvent} event @returns {Point} */
  const pointOf = ({ clientX, clientY }) => {
    const box = frame.getBoundingClientRect();
    return [(clientX - box.left) / box.width * photo.width, (clientY - box.top) / box.height * photo.height];
  };
  let isDragged = false;
  frame.addEventListener("click", (event) => { // not when it is touched: perhaps somebody scrolls
    const outline = closest(event, ".outline");
    if (!isDragged && !closest(event, ".corner")) selectPiece(outline && Number(outline.dataset.piece));
  });
  frame.addEventListener("pointerdown", (event) => {
    isDragged = false;
    const corner = closest(event, ".corner");
    const outline = event.pointerType === "touch" ? null : closest(event, ".outline[aria-pressed=true]");
    const piece = state.photos.selected;
    if (event.button || piece === null || !(corner || outline)) return;
    held = { piece, corner: corner && Number(corner.dataset.corner), last: pointOf(event), name: `drag ${++edits}` };
    frame.setPointerCapture(event.pointerId);
    event.preventDefault();
    (corner ?? outline)?.focus();
  });
  frame.addEventListener("pointermove", (event) => {
    if (!held) return;
    isDragged = true;
    const point = pointOf(event);
    const by = /** @type {Point} */ ([point[0] - held.last[0], point[1] - held.last[1]]);
    if (held.corner === null) moveSquare(held.piece, by, held.name);
    else {
      const [x, y] = state.photos.sheet.pieces[held.piece].corners[held.corner];
      moveCorner(held.piece, held.corner, [x + by[0], y + by[1]], held.name);
    }
    held.last = point;
  });
  for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => { held = null; });
}
