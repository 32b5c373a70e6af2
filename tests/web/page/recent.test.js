// Recent puzzles in a storage: boards and histories come back, the oldest give way.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { openPuzzle, place, undo } from "../../../src/edgematch/web/static/state/play.js";
import {
  forgetOldest, forgetOthers, keepBoard, keepPuzzle, MOST_OF_PUZZLE, MOST_RECENT, recentPuzzle, recentPuzzles,
} from "../../../src/edgematch/web/static/state/recent.js";
import { state } from "../../../src/edgematch/web/static/state/store.js";
import { reset, view } from "./puzzles.js";

/** A storage with room for so many characters. */
function storage(room = Infinity) {
  const items = new Map();
  const used = () => [...items].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return {
    get length() { return items.size; },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => items.delete(key),
    setItem(key, value) {
      const before = items.get(key);
      items.set(key, value);
      if (used() <= room) return;
      if (before === undefined) items.delete(key);
      else items.set(key, before);
      throw new Error("QuotaExceededError");
    },
  };
}

/** Keep a puzzle with one piece placed, so many milliseconds after the others. */
function keep(items, playId, { fingerprint = playId, cells = [4, -1, -1, -1], pictures = {} } = {}) {
  const puzzle = { ...view({}, fingerprint), pictures };
  const kept = keepPuzzle(items, playId, puzzle);
  return { ...kept, isBoardKept: keepBoard(items, { playId, view: puzzle, cells, past: [], future: [] }) };
}

let now = 0;
Date.now = () => now;
const tick = () => { now += 1000; };

beforeEach(reset);

test("a board comes back with what can be undone and redone, but not with other puzzles", () => {
  const items = storage();
  openPuzzle(view({}, "first"));
  place(0, 0, 0);
  openPuzzle(view({}, "second"));
  place(1, 2, 1);
  place(2, 0, 3);
  place(3, 1, 2);
  undo();
  keepPuzzle(items, state.playId, state.view);
  keepBoard(items, state);
  const back = recentPuzzle(items, state.playId);
  assert.deepEqual(back.view, state.view);
  assert.deepEqual(back.cells, [-1, 6, -1, 8]);
  assert.deepEqual(back.past, [[-1, -1, -1, -1], [-1, 6, -1, -1]]);
  assert.deepEqual(back.future, [[-1, 6, 13, 8]]);
});

test("the last one is the first of the list, and damaged ones are not in it", () => {
  const items = storage();
  for (const playId of ["a", "b", "c", "d", "e"]) {
    keep(items, playId);
    tick();
  }
  keepBoard(items, { playId: "a", view: view(), cells: [4, 8, -1, -1], past: [], future: [] });
  items.setItem("edgematch-studio-board-b", "{");
  items.removeItem("edgematch-studio-puzzle-c");
  items.setItem("edgematch-studio-board-d", JSON.stringify({ when: 0, cells: [1], past: [], future: [] }));
  items.setItem("theme", "dark");
  assert.deepEqual(recentPuzzles(items).map(({ playId }) => playId), ["a", "e"]);
  forgetOthers(items, "e");
  assert.equal(items.length, 3);
});

test("the oldest are forgotten, those that were only looked at before those that were played", () => {
  const items = storage();
  for (let at = 0; at < MOST_RECENT + 3; at++) {
    keep(items, `p${at}`, at === 4 ? { cells: [-1, -1, -1, -1] } : {});
    tick();
  }
  forgetOldest(items, "p0");
  const left = recentPuzzles(items).map(({ playId }) => playId);
  assert.equal(left.length, MOST_RECENT);
  assert.ok(left.includes("p0")); // the open one
  assert.deepEqual(["p1", "p2", "p3", "p4"].map((playId) => left.includes(playId)), [false, false, true, false]);
  forgetOldest(items, "p0", 2000);
  assert.ok(recentPuzzles(items).length < 8);
});

test("a puzzle that was only looked at is listed once", () => {
  const items = storage();
  const bare = { fingerprint: "same", cells: [-1, -1, -1, -1] };
  keep(items, "old", bare);
  tick();
  keep(items, "played", { fingerprint: "same" });
  tick();
  keep(items, "new", bare);
  forgetOldest(items, "new");
  assert.deepEqual(recentPuzzles(items).map(({ playId }) => playId), ["new", "played"]);
});

test("pictures that are too large are left out, and that is known", () => {
  const items = storage();
  const large = { 0: "A".repeat(MOST_OF_PUZZLE) };
  assert.deepEqual(keep(items, "large", { pictures: large }), { isKept: true, hasPictures: false, isBoardKept: true });
  assert.deepEqual(recentPuzzle(items, "large").view.pictures, {});
  assert.deepEqual(keep(items, "small", { pictures: { 0: "AAAA" } }), { isKept: true, hasPictures: true, isBoardKept: true });
  assert.deepEqual(recentPuzzle(items, "small").view.pictures, { 0: "AAAA" });
});

test("without room, older puzzles give way; without any room, that is said", () => {
  const items = storage(2500);
  for (let at = 0; at < 8; at++) {
    assert.ok(keep(items, `p${at}`).isBoardKept);
    tick();
  }
  assert.equal(recentPuzzles(items)[0].playId, "p7");
  assert.deepEqual(keep(storage(20), "p"), { isKept: false, hasPictures: true, isBoardKept: false });
});
