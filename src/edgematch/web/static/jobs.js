// The jobs of this page, kept up to date by one stream of server-sent events.

import { get, post, remove } from "./api.js";
import { toast } from "./dom.js";
import { state, update } from "./state.js";

export const jobs = new Map(); // by name: what the server says, with best, curve, puzzle
const listeners = [];
let stream = null;
let streamed = "";

export function onJobs(listener) {
  listeners.push(listener);
}

function tell(job, part) {
  for (const listener of listeners) listener(job, part);
}

/** Find the jobs of this page again after a reload. */
export async function startJobs() {
  for (const name of state.jobs) {
    try {
      jobs.set(name, await get(`/api/jobs/${name}`));
    } catch {
      // It is forgotten.
    }
  }
  update({ jobs: state.jobs.filter((name) => jobs.has(name)) });
  tell(null, "list");
  watch();
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

const isOver = (job) => ["finished", "failed", "lost"].includes(job.status);

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
  stream.addEventListener("end", () => { streamed = ""; stream.close(); watch(); });
}

function take(news, part) {
  const job = jobs.get(news.id);
  if (!job) return;
  Object.assign(job, news);
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
