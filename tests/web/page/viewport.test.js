// Which part of the board is in sight, and what the message line says.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { notify, setAway, setBack } from "../../../src/edgematch/web/static/state/messages.js";
import { state } from "../../../src/edgematch/web/static/state/store.js";
import { centerOf, isSameBox, moveBox, moveBoxTo, zoomBox } from "../../../src/edgematch/web/static/state/viewport.js";
import { reset } from "./puzzles.js";

const WHOLE = { x: -50, y: -50, width: 1000, height: 800 };

beforeEach(reset);

test("zooming keeps the point under the pointer where it is", () => {
  const point = { x: 100, y: 200 };
  const seen = zoomBox(WHOLE, WHOLE, 0.5, point);
  assert.deepEqual([seen.width, seen.height], [500, 400]);
  assert.equal((point.x - seen.x) / seen.width, (point.x - WHOLE.x) / WHOLE.width);
  assert.equal((point.y - seen.y) / seen.height, (point.y - WHOLE.y) / WHOLE.height);
  assert.deepEqual(centerOf(zoomBox(WHOLE, WHOLE, 0.5)), centerOf(WHOLE));
});

test("zooming ends at three cells and at the whole board", () => {
  assert.equal(zoomBox(WHOLE, WHOLE, 0.01).width, 300);
  assert.ok(isSameBox(zoomBox(zoomBox(WHOLE, WHOLE, 0.5), WHOLE, 9), WHOLE));
  const small = { x: 0, y: 0, width: 200, height: 200 };
  assert.ok(isSameBox(zoomBox(small, small, 0.5), small)); // smaller than three cells
});

test("what is seen never leaves the board", () => {
  const seen = zoomBox(WHOLE, WHOLE, 0.5);
  assert.equal(moveBox(seen, WHOLE, -9999, 0).x, -50);
  assert.equal(moveBox(seen, WHOLE, 9999, 9999).x, 450);
  assert.equal(moveBox(seen, WHOLE, 9999, 9999).y, 350);
});

test("a square is brought into sight by moving no farther than needed", () => {
  const seen = { x: 0, y: 0, width: 400, height: 300 };
  assert.ok(isSameBox(moveBoxTo(seen, WHOLE, 100, 100, 100), seen));
  assert.deepEqual(moveBoxTo(seen, WHOLE, 500, -40, 100), { x: 200, y: -40, width: 400, height: 300 });
});

test("silence of the server is said until it answers, and replaces notices once", () => {
  notify("something else");
  setAway("no answer");
  assert.equal(state.notice, null);
  assert.equal(state.away, "no answer");
  notify("another error");
  setAway("no answer"); // still
  assert.equal(state.notice?.text, "another error");
  setBack();
  assert.equal(state.away, "");
  assert.equal(state.notice?.isError, false);
  notify("another error");
  setBack(); // it was not away
  assert.equal(state.notice?.text, "another error");
});
