// Requests: what the page makes of refusals, of silence, and of requests that overtake each other.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { get, newestPost, post, Refused } from "../../../src/edgematch/web/static/api.js";
import { state } from "../../../src/edgematch/web/static/state/store.js";
import { reset } from "./puzzles.js";

/** @param {(path: string, options: RequestInit) => Response | Promise<Response>} answer */
function serve(answer) {
  globalThis.fetch = /** @type {typeof fetch} */ (async (path, options) => answer(String(path), options ?? {}));
}

beforeEach(reset);

test("an answer is read as JSON, and a body is sent as JSON", async () => {
  serve((path, { method, body, headers }) => Response.json({ path, method, body, headers }));
  assert.deepEqual(await get("/api/models"), { path: "/api/models", method: "GET", headers: {} });
  const sent = await post("/api/check", { board: [] });
  assert.equal(sent.body, '{"board":[]}');
  assert.equal(sent.headers["content-type"], "application/json");
});

test("a refusal has the server's words, status and code", async () => {
  serve(() => Response.json({ error: "no job has this id", code: "no_such_job" }, { status: 404 }));
  await assert.rejects(get("/api/jobs/x"), (error) => error instanceof Refused
    && error.message === "no job has this id" && error.status === 404 && error.code === "no_such_job");
  assert.equal(state.away, "");
});

test("a refusal without JSON has its status alone", async () => {
  serve(() => new Response("<html>", { status: 502 }));
  await assert.rejects(get("/"), (error) => error instanceof Refused && error.status === 502 && /502/.test(error.message));
});

test("the server is away when it does not answer, or wants another token", async () => {
  serve(() => { throw new TypeError("connection refused"); });
  await assert.rejects(get("/"), (error) => error instanceof Refused && error.status === 0);
  assert.match(state.away, /does not answer/);
  serve(() => Response.json({ error: "open the printed link", code: "missing_token" }, { status: 401 }));
  await assert.rejects(get("/"));
  assert.equal(state.away, "open the printed link");
});

test("of several requests only the newest is answered", async () => {
  /** @type {((response: Response) => void)[]} */
  const waiting = [];
  serve((path, { signal }) => new Promise((resolve, reject) => {
    waiting.push(resolve);
    signal?.addEventListener("abort", () => reject(signal.reason));
  }));
  const ask = newestPost("/api/check");
  const first = ask({});
  const second = ask({});
  waiting[1](Response.json({ score: 2 }));
  assert.equal(await first, undefined);
  assert.deepEqual(await second, { score: 2 });
});
