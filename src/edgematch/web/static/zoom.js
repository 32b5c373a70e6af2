// Zoom and pan: which part of the board is seen. The picture stays sharp at every size.

let node = null;
let whole = null;
let seen = null;
const CLOSEST = 3; // cells

export function setView(svgNode, box) {
  node = svgNode;
  whole = box;
}

export function fit() {
  seen = { ...whole };
  apply();
}

export const isZoomed = () => seen.width < whole.width - 1;

/** Zoom by a factor around a point of the window, or the middle. */
export function zoomBy(factor, x, y) {
  const matrix = node.getScreenCTM().inverse();
  const bounds = node.getBoundingClientRect();
  const point = new DOMPoint(x ?? bounds.left + bounds.width / 2, y ?? bounds.top + bounds.height / 2)
    .matrixTransform(matrix);
  const least = Math.min(1, (CLOSEST * 100) / whole.width);
  const scale = Math.min(1, Math.max(least, (seen.width * factor) / whole.width));
  const width = whole.width * scale;
  const height = whole.height * scale;
  const ratio = width / seen.width;
  seen = {
    x: point.x - (point.x - seen.x) * ratio, y: point.y - (point.y - seen.y) * ratio, width, height,
  };
  apply();
}

/** Move what is seen by pixels of the window. */
export function panBy(across, down) {
  const scale = node.getScreenCTM().a;
  seen = { ...seen, x: seen.x - across / scale, y: seen.y - down / scale };
  apply();
}

function apply() {
  const keep = (at, size, from, room) => Math.min(Math.max(at, from), from + room - size);
  seen.x = keep(seen.x, seen.width, whole.x, whole.width);
  seen.y = keep(seen.y, seen.height, whole.y, whole.height);
  node.setAttribute("viewBox", `${seen.x} ${seen.y} ${seen.width} ${seen.height}`);
}
