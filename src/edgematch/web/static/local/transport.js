// Requests of a page without a server: answered by files, by the page itself, or by Python in a worker.

import { saveFiles } from "./downloads.js";
import { showProgress } from "./progress.js";
import { quickAnswer } from "./quick.js";

/** @typedef {{ status: number, media: string, headers: Record<string, string> }} Head */
/** @typedef {{ open(head: Head): void, add(part: Uint8Array): void, end(): void }} Taker */

const BASE = new URL("../../", import.meta.url);
const FIXED = /^\/api\/(catalog(\/[^/]+)?|models|formats|engines|photos|boards|own-boards|openapi\.json)$/;

/** @type {Map<number, Taker>} */
const takers = new Map();
/** @type {Worker | null} */
let worker = null;
let isReady = false;
let asked = 0;

/** Start Python beside the page; it answers what has been asked meanwhile. */
function startWorker() {
  worker = new Worker(new URL("studio_worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.progress) return showProgress(data.progress);
    if (data.ready) {
      isReady = true;
      showProgress(null);
      keepForLater();
      return;
    }
    if (data.failed) return sayFailed(data.failed);
    const taker = takers.get(data.id);
    if (!taker) return; // nobody waits for it any more
    if (data.head) taker.open(data.head);
    else if (data.part) taker.add(data.part);
    else {
      takers.delete(data.id);
      taker.end();
    }
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    sayFailed(event.message || "the browser refuses it");
  });
}

/** @param {string} reason */
function sayFailed(reason) {
  showProgress({ text: `Python could not be started: ${reason.trim().split("\n").at(-1)}. Reload the page to try again.`, share: 0 });
}

/** Keep all files, so that the page works without a network from the next visit on. */
function keepForLater() {
  if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register(new URL("offline.js", BASE)).catch(() => {});
}

/**
 * Ask the worker; what it answers goes to the taker.
 * @param {string} method
 * @param {string} path
 * @param {string} body
 * @param {Taker} taker
 * @returns {() => void} stops listening
 */
function ask(method, path, body, taker) {
  if (!worker) startWorker();
  const id = ++asked;
  takers.set(id, taker);
  worker?.postMessage({ id, method, path, body });
  return () => {
    takers.delete(id);
    worker?.postMessage({ id, isGivenUp: true });
  };
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export async function send(path, { method = "GET", body, signal }) {
  if (method === "GET" && FIXED.test(path)) return fixedAnswer(path);
  if (!isReady) {
    const quick = await quickAnswer(method, path, String(body ?? ""), fixedAnswer);
    if (quick) return quick;
  }
  signal?.throwIfAborted();
  return new Promise((answer, refuse) => {
    /** @type {Head} */
    let head;
    /** @type {BlobPart[]} */
    const parts = [];
    const stop = ask(method, path, String(body ?? ""), {
      open: (given) => { head = given; },
      add: (part) => parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (part)),
      end: () => answer(new Response(new Blob(parts), { status: head.status, headers: { ...head.headers, "content-type": head.media } })),
    });
    signal?.addEventListener("abort", () => {
      stop();
      refuse(signal.reason);
    });
  });
}

/**
 * The answer that was written when the page was built: it does not depend on anything.
 * @param {string} path
 */
async function fixedAnswer(path) {
  const response = await fetch(new URL(`${path.slice(1)}${path.endsWith(".json") ? "" : ".json"}`, BASE));
  if (response.status !== 404) return response;
  return Response.json({ error: "the catalog has no such puzzle", code: "no_such_puzzle" }, { status: 404 });
}

/** A stream of events, as an `EventSource` has them. */
class EventStream extends EventTarget {
  /** @type {number} */
  readyState = EventSource.OPEN;
  #text = "";
  #decoder = new TextDecoder();
  #stop;

  /** @param {string} path */
  constructor(path) {
    super();
    this.#stop = ask("GET", path, "", {
      open: ({ status }) => { if (status !== 200) this.#fail(); },
      add: (part) => this.#read(part),
      end: () => { this.readyState = EventSource.CLOSED; },
    });
  }

  #fail() {
    this.readyState = EventSource.CLOSED;
    setTimeout(() => this.dispatchEvent(new Event("error")));
  }

  /** @param {Uint8Array} part */
  #read(part) {
    if (this.readyState === EventSource.CLOSED) return;
    const texts = (this.#text + this.#decoder.decode(part, { stream: true })).split("\n\n");
    this.#text = texts.pop() ?? "";
    for (const text of texts) {
      const found = /^event: (.*)\ndata: (.*)$/.exec(text);
      if (found) this.dispatchEvent(new MessageEvent(found[1], { data: found[2] }));
    }
  }

  close() {
    this.readyState = EventSource.CLOSED;
    this.#stop();
  }
}

/** Whether searches can outlive the page, and use several threads. */
export const HAS_SERVER = false;

/** Why a search takes its time to begin. */
export const WHY_PREPARING = "Python is starting in a worker of its own";

/**
 * A stream of server-sent events.
 * @param {string} path
 */
export const openStream = (path) => new EventStream(path);

// Python starts when the whole page is there.
if (document.body.dataset.ready === "all") startWorker();
else new MutationObserver((_, observer) => {
  if (document.body.dataset.ready !== "all") return;
  observer.disconnect();
  if (!worker) startWorker();
}).observe(document.body, { attributeFilter: ["data-ready"] });

saveFiles((path) => send(path, {}));
