// The jobs of this page, kept up to date by one stream of server-sent events.

import { get, post, remove } from "./api.js";
import { toast } from "./dom.js";
import { probe } from "./presence.js";
import { on, state, update } from "./state.js";

export const jobs = new Map(); // by name: what the server says, with best, curve, puzzle
const listeners = [];
let stream = null;
let streamed = "";
const AGAIN = 2000; // milliseconds

export function onJobs(listener) {
  listeners.push(listener);
}

function tell(job, part) {
  for (const listener of listeners) listener(job, part);
}

/** Ask how all jobs of this page stand: after a reload, or when the server was away. */
async function ask() {
  for (const name of state.jobs) {
    try {
      const news = await get(`/api/jobs/${name}`);
      jobs.set(name, Object.assign(jobs.get(name) ?? {}, news)); // cards keep what they got
    } catch (error) {
      if (error.status !== 404) throw error;
      jobs.delete(name); // it is forgotten
    }
  }
  update({ jobs: state.jobs.filter((name) => jobs.has(name)) });
  tell(null, "list");
  watch();
}

export async function startJobs() {
  await ask().catch((error) => toast(error.message));
  on("isAway", () => {
    tell(null, "list"); // what is not known is not said to be running
    if (!state.isAway) ask().catch(comeBack);
  });
  setInterval(() => {
    for (const job of jobs.values()) if (job.status === "starting") tell(job, "wait");
  }, 1000);
}

/** Take in jobs that the server has started for us. */
export async function add(started) {
  for (const job of started) {
    jobs.set(job.id, { ...job, best: null, curve: [], puzzle: state.view.puzzle, symbols: state.view.symbols });
  }
  update({ jobs: [...started.map((job) => job.id), ...state.jobs].slice(0, 12) });
  tell(null, "list");
  watch();
}

/** What to say while a job has not begun: loops are compiled once, and that takes long. */
export function readyWords(job) {
  job.waits ??= Date.now();
  const waited = Math.round((Date.now() - job.waits) / 1000);
  return waited < 3 ? "getting ready" : `getting ready, the first time its loops are compiled: ${waited} s`;
}

export const isOver = (job) => ["finished", "failed", "lost"].includes(job.status);

/** One stream for all jobs that may still change. */
function watch() {
  const wanted = state.jobs.filter((name) => jobs.has(name) && !isOver(jobs.get(name))).join(",");
  if (wanted === streamed && stream?.readyState !== EventSource.CLOSED) return;
  stream?.close();
  stream = null;
  streamed = wanted;
  if (!wanted) return;
  stream = new EventSource(`/api/events?jobs=${wanted}`);
  stream.addEventListener("state", (event) => take(JSON.parse(event.data), "state"));
  stream.addEventListener("best", (event) => take(JSON.parse(event.data), "best"));
  stream.addEventListener("curve", (event) => take(JSON.parse(event.data), "curve"));
  stream.addEventListener("open", () => { if (state.isAway) probe(); });
  stream.addEventListener("error", comeBack);
  stream.addEventListener("end", () => { streamed = ""; stream.close(); watch(); });
}

/** The stream broke off. A browser tries again by itself, unless it was refused. */
function comeBack() {
  probe();
  if (stream && stream.readyState !== EventSource.CLOSED) return;
  stream = null;
  streamed = "";
  setTimeout(() => ask().catch(comeBack), AGAIN);
}

function take(news, part) {
  const job = jobs.get(news.id);
  // An answer may come after the event that tells of what happened since.
  if (!job || (part === "state" && news.version < job.version)) return;
  Object.assign(job, news);
  if (job.status !== "starting") job.waits = undefined;
  tell(job, part);
}

export async function command(job, what) {
  try {
    take(await post(`/api/jobs/${job.id}/${what}`), "state");
    watch();
  } catch (error) {
    toast(error.message);
  }
}

export async function forget(job) {
  try {
    await remove(`/api/jobs/${job.id}`);
  } catch (error) {
    if (!/no such job/.test(error.message)) return toast(error.message);
  }
  jobs.delete(job.id);
  update({ jobs: state.jobs.filter((name) => name !== job.id) });
  tell(null, "list");
}
