// My board: placing, turning, taking back, undoing, and looking at other boards.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  canTurn, cellsOf, clearBoard, clickCell, clickTrayPiece, isHint, layOut, moveCursor, openPuzzle, openRecent, place, placementsOf,
  redo, selectTab, showElsewhere, takeBack, turnPiece, turnSelected, undo, visibleCells,
} from "../../../src/edgematch/web/static/state/play.js";
import { ownHistory } from "../../../src/edgematch/web/static/state/recent.js";
import { on, state, update } from "../../../src/edgematch/web/static/state/store.js";
import { reset, view } from "./puzzles.js";

beforeEach(() => {
  reset();
  openPuzzle(view());
});

const board = () => placementsOf(state.cells);

test("listeners hear once of all changes of a task, and only of their keys", async () => {
  /** @type {string[][]} */
  const heard = [];
  on(["cells", "check"], (changed) => heard.push([...changed].sort()));
  update({ check: null });
  update({ cells: [1], cursor: 0 });
  await Promise.resolve();
  update({ cursor: 1 });
  await Promise.resolve();
  assert.equal(heard.length, 1);
  assert.ok(heard[0].includes("cells") && heard[0].includes("check") && heard[0].includes("cursor"));
});

test("a puzzle is opened with its board and with the hints that are missing", () => {
  openPuzzle(view({ hints: [[0, 0, 1], [3, 2, 0]] }), [[3, 1, 2]]);
  assert.deepEqual(board(), [[0, 0, 1], [3, 1, 2]]);
  assert.ok(isHint(0));
  assert.ok(!isHint(3)); // another piece lies there
});

test("placements and cells are two forms of one board", () => {
  /** @type {[number, number, number][]} */
  const placements = [[0, 2, 3], [3, 1, 0]];
  assert.deepEqual(cellsOf(placements, 4), [11, -1, -1, 4]);
  assert.deepEqual(placementsOf([11, -1, -1, 4]), placements);
});

test("a piece goes from the tray to the board, to another cell, and back with its turn", () => {
  assert.ok(place(1, 3, 0));
  assert.ok(place(1, 3, 2));
  assert.deepEqual(board(), [[2, 1, 3]]);
  assert.ok(takeBack(2));
  assert.deepEqual(board(), []);
  assert.equal(state.trayTurns[1], 3);
});

test("two pieces on the board change places; one from the tray replaces the other", () => {
  place(0, 1, 0);
  place(1, 0, 1);
  place(1, 0, 0, 1);
  assert.deepEqual(board(), [[0, 1, 0], [1, 0, 1]]);
  place(2, 0, 1);
  assert.deepEqual(board(), [[0, 1, 0], [1, 2, 0]]);
  assert.equal(state.trayTurns[0], 1);
});

test("hints stay, and nothing but the hint lies on its cell", () => {
  openPuzzle(view({ hints: [[0, 0, 1]] }));
  assert.ok(!takeBack(0));
  assert.ok(!turnPiece(0, 0));
  assert.ok(!place(1, 0, 0));
  assert.ok(!place(0, 1, 2));
  openPuzzle(view({ hints: [[0, 0, 1]] }), [[0, 1, 0]]);
  assert.ok(takeBack(0));
  assert.ok(!place(1, 0, 0));
  assert.ok(place(0, 1, 0));
});

test("pieces are turned on the board and in the tray, unless the puzzle forbids it", () => {
  place(0, 3, 0);
  turnPiece(0, 0);
  turnPiece(1, null, -1);
  assert.deepEqual(board(), [[0, 0, 0]]);
  assert.equal(state.trayTurns[1], 3);
  openPuzzle(view({ turnable: false }));
  assert.ok(!turnPiece(1, null));
  assert.ok(!canTurn());
});

test("every change of the board is undone and redone", () => {
  place(0, 0, 0);
  turnPiece(0, 0);
  takeBack(0);
  layOut([4, 8, -1, -1]);
  const seen = [state.cells];
  for (let times = 0; times < 4; times++) {
    undo();
    seen.push(state.cells);
  }
  undo(); // there is no more
  assert.deepEqual(seen.map(placementsOf).map(String), ["0,1,0,1,2,0", "", "0,0,1", "0,0,0", ""]);
  for (let times = 0; times < 5; times++) redo();
  assert.deepEqual(state.cells, [4, 8, -1, -1]);
  undo();
  place(3, 0, 3);
  assert.deepEqual(state.future, []);
});

test("clicks select, place and turn", () => {
  clickTrayPiece(2);
  assert.deepEqual(state.selected, { piece: 2, cell: null });
  clickTrayPiece(2);
  clickCell(1);
  assert.deepEqual(board(), [[1, 2, 1]]);
  clickCell(1);
  clickCell(1);
  assert.deepEqual(board(), [[1, 2, 2]]);
  clickCell(3);
  assert.deepEqual(board(), [[3, 2, 2]]);
  clickCell(3);
  clickCell(null);
  assert.equal(state.selected, null);
});

test("the cursor stays on the board, and what is under it can be turned", () => {
  assert.ok(!moveCursor(-1, 0));
  assert.ok(!moveCursor(0, -1));
  assert.ok(moveCursor(1, 0));
  assert.ok(moveCursor(0, 1));
  assert.equal(state.cursor, 3);
  assert.ok(!canTurn());
  place(0, 0, 3);
  turnSelected(-1);
  assert.deepEqual(board(), [[3, 0, 3]]);
});

test("while another board is shown, clicks inspect its cells and nothing is turned", () => {
  place(0, 0, 0);
  const shown = { cells: [-1, -1, -1, 12], label: "another", check: null };
  update({ shown });
  clickCell(0);
  turnSelected();
  assert.equal(state.inspected, 0);
  assert.equal(visibleCells(), shown.cells);
  assert.deepEqual(board(), [[0, 0, 0]]);
});

test("a board of another puzzle puts mine aside until it is closed", () => {
  place(0, 0, 0);
  const mine = { view: state.view, cells: state.cells };
  const other = view({ rows: 1, columns: 4 }, "another");
  showElsewhere(other, { shown: { cells: [0, 4, 8, 12], label: "another", check: null } });
  assert.equal(state.view, other);
  assert.deepEqual(visibleCells(), [0, 4, 8, 12]);
  clearBoard(); // closes it; my board is not cleared
  assert.equal(state.view, mine.view);
  assert.equal(state.cells, mine.cells);
  undo();
  assert.deepEqual(board(), []);
});

test("a board that is taken over becomes mine, with its puzzle", () => {
  const other = view({}, "another");
  showElsewhere(other, { shown: { cells: [0, 4, 8, 12], label: "another", check: null } });
  layOut(visibleCells());
  assert.equal(state.view, other);
  assert.equal(state.aside, null);
  assert.deepEqual(state.cells, [0, 4, 8, 12]);
});

test("opening another puzzle is undone and redone, with the histories of both", () => {
  place(0, 0, 0);
  place(1, 0, 1);
  undo();
  const [first, firstId] = [state.view, state.playId];
  const second = view({ rows: 1, columns: 4 }, "second");
  openPuzzle(second, [[0, 3, 0]]);
  assert.notEqual(state.playId, firstId);
  place(2, 0, 1);
  undo();
  assert.deepEqual(board(), [[0, 3, 0]]);
  undo(); // the opening
  assert.equal(state.view, first);
  assert.equal(state.playId, firstId);
  assert.deepEqual(board(), [[0, 0, 0]]);
  redo();
  assert.equal(state.view, second);
  redo();
  assert.deepEqual(board(), [[0, 3, 0], [1, 2, 0]]);
  undo();
  undo();
  undo(); // a step of the first puzzle
  assert.deepEqual(board(), []);
  redo();
  assert.deepEqual(board(), [[0, 0, 0]]);
  assert.deepEqual(ownHistory(state.past, state.future).future.map(placementsOf).map(String), ["0,0,0,1,1,0"]);
  place(3, 0, 3); // and nothing is left to redo
  assert.deepEqual(state.future, []);
});

test("a recent puzzle comes back with its own steps, and then what was open before it", () => {
  place(0, 0, 0);
  const other = view({ rows: 1, columns: 4 }, "other");
  openRecent({ playId: "kept", view: other, cells: [4, 0, -1, -1], past: [[-1, -1, -1, -1], [4, -1, -1, -1]], future: [[4, 0, 8, -1]] });
  assert.equal(state.playId, "kept");
  redo();
  assert.deepEqual(state.cells, [4, 0, 8, -1]);
  for (let times = 0; times < 3; times++) undo();
  assert.deepEqual(board(), []);
  undo();
  assert.deepEqual(board(), [[0, 0, 0]]);
});

test("a board that is taken over with its puzzle can be undone", () => {
  place(0, 0, 0);
  const mine = state.view;
  showElsewhere(view({}, "another"), { shown: { cells: [0, 4, 8, 12], label: "another", check: null } });
  layOut(visibleCells());
  undo();
  assert.equal(state.view, mine);
  assert.deepEqual(board(), [[0, 0, 0]]);
  undo();
  assert.deepEqual(board(), []);
});

test("clearing keeps the hints", () => {
  openPuzzle(view({ hints: [[0, 0, 1]] }));
  place(1, 0, 1);
  clearBoard();
  assert.deepEqual(board(), [[0, 0, 1]]);
});

test("the tab of my pieces closes a shown board, and every tab closes a step", () => {
  const shown = { cells: [-1, -1, -1, -1], label: "", check: null };
  update({ shown });
  selectTab("export");
  assert.equal(state.shown, shown);
  selectTab("pieces");
  assert.equal(state.shown, null);
  update({ shown: { ...shown, isStep: true } });
  selectTab("export");
  assert.equal(state.shown, null);
});
