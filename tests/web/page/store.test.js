// Who is told of changes, and when.

import assert from "node:assert/strict";
import { test } from "node:test";

import { on, startLate, state, update } from "../../../src/edgematch/web/static/state/store.js";

test("views that start late are told what has changed before, once, and only of their keys", async () => {
  /** @type {string[]} */
  const heard = [];
  update({ cursor: 3 });
  await Promise.resolve();
  startLate(() => {
    on(["cursor"], () => heard.push(`cursor ${state.cursor}`));
    on(["price"], () => heard.push("price"));
  });
  assert.deepEqual(heard, ["cursor 3"]);
  update({ price: null });
  await Promise.resolve();
  assert.deepEqual(heard, ["cursor 3", "price"]);
});
