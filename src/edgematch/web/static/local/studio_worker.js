// The worker that answers the requests of the page. Each search runs in a worker of its own: to stop it, that is ended.

import { startPython } from "./python.js";

/** @type {{ id: number, method: string, path: string, body: string }[]} */
const queue = [];
/** Streams that nobody listens to any more, and requests not begun. @type {Set<number>} */
const givenUp = new Set();
/** @type {any} */
let python;
/** @type {any} */
let studio;
/** The search workers that wait for a call; those that have done one are ready at once, and come first. @type {Worker[]} */
const idle = [];
const MOST_IDLE = 2; // as many as searches at a time

const newWorker = () => new Worker(new URL("search_worker.js", import.meta.url), { type: "module" });

/**
 * Let a worker do a call; another one starts in the background for the next.
 * @param {any} call bytes of Python
 * @param {any} take a function of Python
 */
function startWorker(call, take) {
  const worker = idle.shift() ?? newWorker();
  const listener = take.copy();
  const give = (/** @type {any} */ message) => listener(message);
  const fail = (/** @type {string} */ reason) => give(python.pyimport("edgematch.web.in_browser").crashed(reason));
  worker.onmessage = ({ data }) => {
    if (data.failed) return fail(data.failed);
    if (data.message) return give(python.toPy(data.message));
    if (data.isReady) startSpare();
    if (data.isDone) {
      worker.onmessage = null; // it can no longer be stopped
      idle.unshift(worker);
      for (const surplus of idle.splice(MOST_IDLE)) surplus.terminate();
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message || "its worker has died");
  };
  worker.postMessage(call.toJs());
  return {
    terminate() {
      if (!worker.onmessage) return;
      worker.onmessage = null;
      worker.terminate();
      startSpare();
    },
  };
}

function startSpare() {
  if (!idle.length) idle.push(newWorker());
}

self.onmessage = ({ data }) => {
  if (data.isGivenUp) givenUp.add(data.id);
  else queue.push(data);
  setTimeout(answerNext); // after what has arrived meanwhile: it may be given up by then
};

function answerNext() {
  const next = studio && queue.shift();
  if (!next) return;
  const { id, method, path, body } = next;
  if (givenUp.delete(id)) return;
  const post = (/** @type {any[]} */ ...parts) => {
    if (givenUp.has(id)) throw new Error("nobody listens");
    const [part] = parts;
    if (typeof part === "number") {
      const headers = parts[2].toJs({ dict_converter: Object.fromEntries });
      self.postMessage({ id, head: { status: part, media: parts[1], headers } });
    } else self.postMessage(part ? { id, part: part.toJs() } : { id });
  };
  studio.post_answer(method, path, python.toPy(new TextEncoder().encode(body)), post)
    .catch((/** @type {Error} */ error) => { if (!givenUp.delete(id)) setTimeout(() => { throw error; }); });
}

async function start() {
  startSpare();
  python = await startPython((progress) => self.postMessage({ progress }));
  const opened = python.pyimport("edgematch.web.in_browser").BrowserStudio(startWorker);
  await opened.open();
  studio = opened;
  self.postMessage({ ready: true });
  for (const _ of queue) setTimeout(answerNext);
}

start().catch((error) => self.postMessage({ failed: String(error?.message ?? error) }));
