// Photographs that become a puzzle: the squares in them, the groups of their sides, and the commands that edit them.

/** @import { Photo, PhotoPiece, PhotoSheet, PhotosState, Point } from "../types.js" */
/** @import { SideGroups } from "./side_groups.js" */

import { UNKNOWN } from "./side_groups.js";
import { state, update } from "./store.js";

const MOST_UNDONE = 1000;
/** What the library gives for a piece that it has not compared yet. */
const NO_SIDES = [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN];

/** @param {Partial<PhotosState>} changes */
export const change = (changes) => update({ photos: { ...state.photos, ...changes } });

/**
 * Take a new sheet, as one step that can be undone.
 * @param {Partial<PhotoSheet>} parts that differ
 * @param {Partial<PhotosState>} [more]
 * @param {string} [name] of an edit that goes on: with the same name it is still that step
 */
export function edit(parts, more = {}, name = "") {
  const { sheet, past, lastEdit } = state.photos;
  const goesOn = name !== "" && name === lastEdit;
  change({
    sheet: { ...sheet, ...parts }, past: goesOn ? past : [...past, sheet].slice(-MOST_UNDONE), future: [], lastEdit: name,
    reading: null, line: "", ...more,
  });
}

export function undoPhotoEdit() {
  const { sheet, past, future } = state.photos;
  const before = past.at(-1);
  if (before) take(before, { past: past.slice(0, -1), future: [...future, sheet] });
}

export function redoPhotoEdit() {
  const { sheet, past, future } = state.photos;
  const after = future.at(-1);
  if (after) take(after, { past: [...past, sheet], future: future.slice(0, -1) });
}

/**
 * @param {PhotoSheet} sheet
 * @param {Partial<PhotosState>} more
 */
function take(sheet, more) {
  const { selected, isSorting } = state.photos;
  change({
    sheet, reading: null, line: "", lastEdit: "", ...more, selected: selected !== null && selected < sheet.pieces.length ? selected : null,
    isSorting: isSorting && sheet.pieces.length > 0,
  });
}

/** Begin anew, which can be undone. */
export function clearPhotos() {
  edit({ photos: [], pieces: [], rows: 0, columns: 0, turnable: true, name: "" }, { selected: null, isSorting: false });
}

// Squares

/**
 * Add a photograph with the squares that were found in it.
 * @param {Photo} photo
 * @param {Point[][]} squares
 */
export function addPhoto(photo, squares) {
  const { photos, pieces } = state.photos.sheet;
  const found = squares.map((corners) => ({ photo: photo.id, corners, sides: null }));
  edit({ photos: [...photos, photo], pieces: [...pieces, ...found] });
}

/** @param {string} id */
export function removePhoto(id) {
  const { photos, pieces } = state.photos.sheet;
  edit({ photos: photos.filter((photo) => photo.id !== id), pieces: pieces.filter(({ photo }) => photo !== id) }, { selected: null });
}

/** @param {number | null} selected */
export const selectPiece = (selected) => change({ selected });

/**
 * Move a corner, as far as the square stays one.
 * @param {number} piece
 * @param {number} corner
 * @param {Point} to
 * @param {string} name of the edit
 */
export function moveCorner(piece, corner, to, name) {
  const { corners } = state.photos.sheet.pieces[piece];
  moveTo(piece, corners.map((point, at) => at === corner ? to : point), name);
}

/**
 * @param {number} piece
 * @param {Point} by
 * @param {string} name of the edit
 */
export function moveSquare(piece, [right, down], name) {
  moveTo(piece, state.photos.sheet.pieces[piece].corners.map(([x, y]) => [x + right, y + down]), name);
}

/** @type {(piece: number, corners: Point[], name: string) => void} */
function moveTo(piece, corners, name) {
  const { pieces } = state.photos.sheet;
  const { width, height } = photoOf(pieces[piece]);
  const rounded = corners.map(([x, y]) => /** @type {Point} */ ([Math.round(10 * x) / 10, Math.round(10 * y) / 10]));
  if (!isConvex(rounded) || !rounded.every(([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height)) return;
  edit({ pieces: pieces.map((each, at) => at === piece ? { ...each, corners: rounded } : each) }, {}, name);
}

/**
 * Add a square in the middle of a photograph, as large as the others.
 * @param {string} id
 */
export function addSquare(id) {
  const { photos, pieces } = state.photos.sheet;
  const photo = photos.find((each) => each.id === id);
  if (!photo) return;
  const { width, height } = photo;
  const sizes = pieces.filter((piece) => piece.photo === id).map(({ corners: [[a, b], [c, d]] }) => Math.hypot(a - c, b - d));
  const half = (sizes.sort((a, b) => a - b)[sizes.length >> 1] ?? Math.min(width, height) / 2) / 2;
  const [x, y] = [width / 2, height / 2];
  /** @type {Point[]} */
  const corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]];
  edit({ pieces: [...pieces, { photo: id, corners, sides: null }] }, { selected: pieces.length });
}

/** @param {number} piece */
export function deleteSquare(piece) {
  edit({ pieces: state.photos.sheet.pieces.filter((_, at) => at !== piece) }, { selected: null });
}

/**
 * Put another side of a piece on top, the one on its left.
 * @param {number} piece
 */
export function turnSquare(piece) {
  const { pieces } = state.photos.sheet;
  /** @param {PhotoPiece} each @returns {PhotoPiece} */
  const turned = ({ photo, corners, sides }) => ({ photo, corners: turnedList(corners), sides: sides && turnedList(sides) });
  edit({ pieces: pieces.map((each, at) => at === piece ? turned(each) : each) });
}

/** @template T @param {readonly T[]} list @returns {T[]} */
const turnedList = (list) => [...list.slice(-1), ...list.slice(0, -1)];

/** @param {PhotoPiece} piece */
export function photoOf(piece) {
  const photo = state.photos.sheet.photos.find(({ id }) => id === piece.photo);
  if (!photo) throw new Error(`there is no photograph ${piece.photo}`);
  return photo;
}

/**
 * Whether four corners are clockwise, and none inside the others.
 * @param {readonly Point[]} corners
 */
export function isConvex(corners) {
  return corners.every((_, at) => {
    const [[a, b], [c, d], [e, f]] = [0, 1, 2].map((step) => corners[(at + step) % 4]);
    return (c - a) * (f - d) - (d - b) * (e - c) > 0;
  });
}

/**
 * Tells the picture of a piece from all others.
 * @param {PhotoPiece} piece
 */
export const pictureKey = ({ photo, corners }) => `${photo} ${corners.join(" ")}`;

// Sides

/** The groups of all sides, as far as they are known. @returns {SideGroups} */
export const sidesOf = () => state.photos.sheet.pieces.map((piece) => piece.sides ?? NO_SIDES);

/** @param {SideGroups} sides */
export function setSides(sides) {
  edit({ pieces: withSides(sides) });
}

/**
 * Take groups that were proposed for a sheet. That is no step of its own to undo: they would be proposed again.
 * @param {PhotoSheet} asked
 * @param {SideGroups} sides
 */
export function takeProposal(asked, sides) {
  if (state.photos.sheet !== asked) return; // it was edited meanwhile
  change({ sheet: { ...asked, pieces: withSides(sides) } });
}

/** @param {SideGroups} sides */
function withSides(sides) {
  return state.photos.sheet.pieces.map((piece, at) => ({ ...piece, sides: [...sides[at]] }));
}

/** Let the groups of all sides be proposed again. */
export function forgetSides() {
  edit({ pieces: state.photos.sheet.pieces.map((piece) => ({ ...piece, sides: null })) });
}

/**
 * Rows and columns of a sheet: as they were given, or else of the square board whose size is nearest.
 * @param {PhotoSheet} sheet
 */
export function boardSize({ rows, columns, pieces }) {
  const least = Math.max(1, Math.floor(Math.sqrt(pieces.length)));
  const side = least + Number(pieces.length - least * least > least);
  return { rows: rows || side, columns: columns || side };
}

/**
 * What a sheet lacks to be a puzzle; empty if it is one.
 * @param {PhotoSheet} sheet
 */
export function missingWords(sheet) {
  const { pieces } = sheet;
  const { rows, columns } = boardSize(sheet);
  if (pieces.length !== rows * columns) {
    return `${pieces.length} ${pieces.length === 1 ? "piece does" : "pieces do"} not fill a board of ${rows} × ${columns}`;
  }
  const unknown = pieces.flatMap(({ sides }) => sides ?? NO_SIDES).filter((group) => group === UNKNOWN).length;
  return unknown ? `${unknown} ${unknown === 1 ? "side is" : "sides are"} not known` : "";
}
