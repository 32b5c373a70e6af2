// The tray: which of my pieces are in sight, in what order, and where each of them lies. A piece
// that goes onto the board leaves a gap, and no other moves until somebody asks for it.

/** @import { State, TrayFilter, TrayOrder } from "../types.js" */

import { clickTrayPiece, isSelectedInTray } from "./play.js";
import { openView, state, update } from "./store.js";

const KINDS = ["inner", "border", "corner"]; // by the number of sides that lie on the rim

/** The pieces on my board. */
const placedPieces = () => new Set(state.cells.filter((value) => value >= 0).map((value) => value >> 2));

/** @param {number} piece */
function kindOf(piece) {
  const { pieces, framed } = openView().puzzle;
  if (framed === false) return "inner";
  return KINDS[Math.min(2, pieces[piece].filter((color) => color === 0).length)];
}

/** The colors of the open puzzle, without that of the rim. */
export function usedColors() {
  const { pieces, framed } = openView().puzzle;
  return [...new Set(pieces.flat())].filter((color) => color > 0 || framed === false).sort((a, b) => a - b);
}

/**
 * The turns in which a piece fits a cell: the rim, the neighbors on my board, and a hint.
 * @param {number} piece
 * @param {number} cell
 */
export function fittingTurns(piece, cell) {
  const { pieces, framed, turnable, mates, hints } = openView().puzzle;
  const hint = hints?.find(([where]) => where === cell);
  const around = neighbors(cell);
  return (turnable === false ? [0] : [0, 1, 2, 3]).filter((turn) => {
    if (hint && (hint[1] !== piece || hint[2] !== turn)) return false;
    return around.every((next, side) => {
      const color = colorOf(pieces[piece], turn, side);
      if (framed !== false && (color === 0) !== (next === null)) return false;
      const value = next === null ? -1 : state.cells[next];
      if (value < 0) return true;
      const facing = colorOf(pieces[value >> 2], value & 3, (side + 2) % 4);
      return color === (mates?.[facing] ?? facing);
    });
  });
}

/**
 * @param {number[]} colors
 * @param {number} turn
 * @param {number} side
 */
const colorOf = (colors, turn, side) => colors[(side - turn + 4) % 4];

/**
 * The cells north, east, south and west of a cell; null beyond the rim.
 * @param {number} cell
 */
function neighbors(cell) {
  const { rows, columns } = openView().puzzle;
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  return [
    row > 0 ? cell - columns : null, column < columns - 1 ? cell + 1 : null,
    row < rows - 1 ? cell + columns : null, column > 0 ? cell - 1 : null,
  ];
}

/**
 * Whether the filters let a piece be seen.
 * @param {number} piece
 */
function isWanted(piece) {
  const { trayFilter, trayColor, trayCell } = state;
  if (trayColor !== null && !openView().puzzle.pieces[piece].includes(trayColor)) return false;
  if (trayFilter === "all") return true;
  if (trayFilter !== "fits") return kindOf(piece) === trayFilter;
  return trayCell !== null && fittingTurns(piece, trayCell).length > 0;
}

/** The pieces in the chosen order. */
function inOrder() {
  const { pieces } = openView().puzzle;
  const numbers = pieces.map((_, piece) => piece);
  /** @type {Record<TrayOrder, (piece: number) => number[]>} */
  const keys = {
    number: (piece) => [piece],
    kind: (piece) => [-KINDS.indexOf(kindOf(piece))],
    color: (piece) => pieces[piece].filter((color) => color > 0).sort((a, b) => a - b),
    shuffled: (piece) => [mix(state.traySeed * 1024 + piece)],
  };
  const known = numbers.map(keys[state.trayOrder]);
  return numbers.sort((one, other) => compare(known[one], known[other]));
}

/**
 * Which of two lists comes first; where one is the beginning of the other, it does.
 * @param {number[]} one
 * @param {number[]} other
 */
function compare(one, other) {
  const at = one.findIndex((value, index) => value !== other[index]);
  if (at < 0) return one.length - other.length;
  return at < other.length ? one[at] - other[at] : 1;
}

/**
 * A number that looks random, always the same for the same number: a shuffle survives a reload.
 * @param {number} number
 */
function mix(number) {
  let value = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Lay the tray out anew, without gaps. Pieces that are to fit a cell are turned so that they do. */
function layOutTray() {
  const placed = placedPieces();
  const trayLayout = inOrder().filter((piece) => !placed.has(piece) && isWanted(piece));
  /** @type {Partial<State>} */
  const changes = { trayLayout };
  const { trayCell, selected } = state;
  if (trayCell !== null) {
    changes.trayTurns = state.trayTurns.slice();
    for (const piece of trayLayout) {
      const turns = fittingTurns(piece, trayCell);
      if (turns.length && !turns.includes(state.trayTurns[piece])) changes.trayTurns[piece] = turns[0];
    }
  }
  if (selected?.cell === null && !trayLayout.includes(selected.piece)) changes.selected = null; // out of sight
  update(changes);
}

/** A puzzle was opened: all its pieces in the order that is remembered. */
export function openTray() {
  update({ trayFilter: "all", trayColor: null, trayCell: null });
  layOutTray();
}

/** My board has changed: what comes back and has no place lies behind the others. */
export function keepTray() {
  const placed = placedPieces();
  const known = new Set(state.trayLayout);
  const back = inOrder().filter((piece) => !placed.has(piece) && !known.has(piece) && isWanted(piece));
  if (back.length) update({ trayLayout: [...state.trayLayout, ...back] });
}

export function hasGaps() {
  const placed = placedPieces();
  return state.trayLayout.some((piece) => placed.has(piece));
}

export const closeGaps = layOutTray;

/** @param {TrayFilter} trayFilter */
export function filterTray(trayFilter) {
  update({ trayFilter, trayCell: trayFilter === "fits" ? cellInMind() : null });
  layOutTray();
}

/**
 * See the pieces with a color only; null for any.
 * @param {number | null} trayColor
 */
export function filterColor(trayColor) {
  update({ trayColor });
  layOutTray();
}

/** The cell that the next piece is for: that of the selected piece, the one under the cursor, or the next empty one. */
function cellInMind() {
  const { cells, cursor, selected } = state;
  if (selected && selected.cell !== null) return selected.cell;
  const empty = cells.findIndex((value, cell) => value < 0 && cell >= cursor);
  return empty >= 0 ? empty : Math.max(0, cells.indexOf(-1));
}

/** The cursor has moved: on an empty cell, see what fits there. */
export function followCursor() {
  if (state.trayFilter !== "fits" || state.shown || state.cells[state.cursor] >= 0) return;
  update({ trayCell: state.cursor });
  layOutTray();
}

/** @param {TrayOrder} trayOrder */
export function sortTray(trayOrder, traySeed = state.traySeed) {
  update({ trayOrder, traySeed });
  layOutTray();
}

/**
 * Choose a piece of the tray, or turn the chosen one; while pieces are to fit, to the next turn that does.
 * @param {number} piece
 */
export function chooseTrayPiece(piece) {
  const turns = state.trayCell === null ? [] : fittingTurns(piece, state.trayCell);
  if (!turns.length || !isSelectedInTray(piece)) return clickTrayPiece(piece);
  const trayTurns = state.trayTurns.slice();
  const turn = turns.find((each) => each > trayTurns[piece]) ?? turns[0];
  if (turn === trayTurns[piece]) return;
  trayTurns[piece] = turn;
  update({ trayTurns, lastTurn: { piece, turn } });
}
