// The tray: filters, orders, gaps, and what fits a cell. The rules in words.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { clickTrayPiece, openPuzzle, place, takeBack } from "../../../src/edgematch/web/static/state/play.js";
import { rulesOf } from "../../../src/edgematch/web/static/state/rules.js";
import { state, update } from "../../../src/edgematch/web/static/state/store.js";
import {
  chooseTrayPiece, closeGaps, filterColor, filterTray, fittingTurns, followCursor, hasGaps, keepTray, openTray,
  sortTray, usedColors,
} from "../../../src/edgematch/web/static/state/tray.js";
import { reset, view } from "./puzzles.js";

/** A framed puzzle of 3 × 3: four corners, four borders and the center, solved in this order. */
const FRAMED = [
  [0, 1, 2, 0], [0, 3, 4, 1], [0, 0, 5, 3],
  [2, 6, 7, 0], [4, 8, 9, 6], [5, 0, 1, 8],
  [7, 2, 0, 0], [9, 3, 0, 2], [1, 0, 0, 3],
];

/** @param {Parameters<typeof view>[0]} [more] */
function open(more) {
  openPuzzle(view({ rows: 3, columns: 3, pieces: FRAMED, ...more }));
  openTray();
}

beforeEach(() => {
  reset();
  open();
});

test("a placement leaves a gap where no other piece comes until somebody asks", () => {
  place(3, 0, 3);
  keepTray();
  assert.deepEqual(state.trayLayout, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.ok(hasGaps());
  closeGaps();
  assert.deepEqual(state.trayLayout, [0, 1, 2, 4, 5, 6, 7, 8]);
  assert.ok(!hasGaps());
});

test("a piece comes back to its gap, or behind the others where its gap was closed", () => {
  place(3, 0, 3);
  place(5, 0, 5);
  closeGaps();
  place(0, 0, 0);
  for (const cell of [5, 3, 0]) takeBack(cell);
  keepTray();
  assert.deepEqual(state.trayLayout, [0, 1, 2, 4, 6, 7, 8, 3, 5]);
  sortTray("number");
  assert.deepEqual(state.trayLayout, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("the tray is filtered by kind and by color", () => {
  filterTray("corner");
  assert.deepEqual(state.trayLayout, [0, 2, 6, 8]);
  filterTray("border");
  assert.deepEqual(state.trayLayout, [1, 3, 5, 7]);
  filterColor(3);
  assert.deepEqual(state.trayLayout, [1, 7]);
  filterTray("inner");
  assert.deepEqual(state.trayLayout, []);
  filterColor(null);
  assert.deepEqual(state.trayLayout, [4]);
  assert.deepEqual(usedColors(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("the tray is sorted by kind and by color, and a shuffle is the same again", () => {
  sortTray("kind");
  assert.deepEqual(state.trayLayout, [0, 2, 6, 8, 1, 3, 5, 7, 4]);
  sortTray("color");
  assert.deepEqual(state.trayLayout, [0, 8, 1, 5, 7, 3, 6, 2, 4]);
  sortTray("shuffled", 7);
  const shuffled = state.trayLayout;
  assert.notDeepEqual(shuffled, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual([...shuffled].sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  sortTray("shuffled", 8);
  assert.notDeepEqual(state.trayLayout, shuffled);
  sortTray("shuffled", 7);
  assert.deepEqual(state.trayLayout, shuffled);
});

test("what fits a cell has the rim outside, and meets the neighbors that are placed", () => {
  assert.deepEqual(fittingTurns(0, 0), [0]);
  assert.deepEqual(fittingTurns(0, 8), [2]);
  assert.deepEqual(fittingTurns(4, 0), []);
  assert.deepEqual(fittingTurns(4, 4), [0, 1, 2, 3]);
  place(1, 0, 1);
  assert.deepEqual(fittingTurns(4, 4), [0]);
  assert.deepEqual(fittingTurns(2, 0), []);
  assert.deepEqual(fittingTurns(8, 0), []); // of its two colors the wrong one would meet the neighbor
});

test("signed colors, fixed turns, hints and boards without a frame have their own fits", () => {
  open({
    pieces: [[1, 2, 3, 4], [2, 1, 4, 3], ...FRAMED.slice(2).map(() => [1, 1, 1, 1])], framed: false,
    mates: [0, 2, 1, 4, 3], hints: [[8, 5, 1]],
  });
  assert.deepEqual(fittingTurns(0, 0), [0, 1, 2, 3]);
  place(0, 0, 0); // its east is 2, whose mate is 1
  assert.deepEqual(fittingTurns(1, 1), [2]);
  assert.deepEqual(fittingTurns(2, 1), [0, 1, 2, 3]);
  assert.deepEqual(fittingTurns(2, 8), []);
  assert.deepEqual(fittingTurns(5, 8), [1]);
  open({ pieces: FRAMED, turnable: false });
  assert.deepEqual(fittingTurns(0, 8), []);
});

test("pieces that fit here are turned so that they do, and a click goes to the next such turn", () => {
  place(0, 0, 0);
  state.cursor = 8;
  filterTray("fits");
  assert.equal(state.trayCell, 8);
  assert.deepEqual(state.trayLayout, [2, 6, 8]);
  assert.deepEqual([2, 6, 8].map((piece) => state.trayTurns[piece]), [1, 3, 0]);
  chooseTrayPiece(6);
  assert.deepEqual(state.selected, { piece: 6, cell: null });
  chooseTrayPiece(6); // no other turn fits
  assert.equal(state.trayTurns[6], 3);
  update({ cursor: 4, selected: null });
  followCursor();
  assert.deepEqual(state.trayLayout, [4]);
  chooseTrayPiece(4);
  chooseTrayPiece(4);
  assert.equal(state.trayTurns[4], 1);
  assert.deepEqual(state.lastTurn, { piece: 4, turn: 1 });
});

test("while pieces are to fit, a placement moves nothing and another empty cell is asked for", () => {
  filterTray("fits");
  assert.deepEqual(state.trayLayout, [0, 2, 6, 8]);
  clickTrayPiece(2);
  place(2, state.trayTurns[2], 0);
  followCursor(); // it is on a cell that is filled now
  keepTray();
  assert.deepEqual(state.trayLayout, [0, 2, 6, 8]);
  update({ cursor: 1 });
  followCursor();
  assert.deepEqual(state.trayLayout, [5]);
  filterTray("all");
  assert.equal(state.trayCell, null);
  filterTray("fits"); // the cursor is on an empty cell
  assert.equal(state.trayCell, 1);
});

test("a selected piece that goes out of sight is no longer selected", () => {
  clickTrayPiece(4);
  filterTray("corner");
  assert.equal(state.selected, null);
});

test("the rules name what meets what, the rim, turns, hints and the score", () => {
  const framed = view({ rows: 3, columns: 3, pieces: FRAMED });
  framed.facts.joins = 12;
  assert.deepEqual(rulesOf(framed), [
    "Sides that meet show the same color.", "The rim color lies on the rim only.",
    "Pieces may be turned.", "Score: joins that match, 12 in all.",
  ]);
  const signed = view({ framed: false, turnable: false, mates: [0, 2, 1, 3], hints: [[0, 0, 0]] });
  signed.facts.color_names = ["", "bear+", "bear-", "moon"];
  assert.deepEqual(rulesOf(signed).slice(0, 4), [
    "Signed: bear+ meets bear-, its other half; colors without a sign meet themselves.",
    "Any color may lie on the rim.", "Pieces may not be turned.", "The ringed hint is fixed.",
  ]);
});
