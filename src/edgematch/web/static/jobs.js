// Talks to the server about the jobs of this page; one stream of server-sent events keeps them up to date.

/** @import { Job, JobReport, PuzzleView, SearchRequest } from "./types.js" */

import { get, post, Refused, remove } from "./api.js";
import { probe } from "./connection.js";
import { hasPlace, leavePlace, takePlace } from "./places.js";
import { openJobList } from "./state/all_jobs.js";
import * as jobs from "./state/jobs.js";
import { reportError } from "./state/messages.js";
import { on, openView, state, update } from "./state/store.js";
import { delayed } from "./timing.js";
import { openStream } from "./transport.js";

const RETRY = 2000; // milliseconds
const MOST_WATCHED = 120; // jobs in a stream
const LOOK_AGAIN = 1000; // milliseconds, for a page that has no place for a stream
const lookAgain = delayed(watch, LOOK_AGAIN);
const retry = delayed(() => { refreshJobs().catch(retryLater); }, RETRY);
const stream = { source: /** @type {ReturnType<typeof openStream> | null} */ (null), ids: "" };

export async function startJobs() {
  await refreshJobs().catch(reportError);
  on(["away"], () => { if (!state.away) refreshJobs().catch(retryLater); });
  setInterval(jobs.tick, 1000);
}

/** Ask about all jobs of this page: after a reload, or when the server was away. */
async function refreshJobs() {
  await Promise.all(state.jobIds.map(async (id) => {
    try {
      jobs.restoreJob(await get(`/api/jobs/${id}`));
    } catch (error) {
      if (!isGone(error)) throw error;
      jobs.removeJob(id);
    }
  }));
  watch();
  for (const job of jobs.listedJobs()) viewOf(job).catch(() => {}); // asked for again when it is needed
}

/** @param {unknown} error */
const isGone = (error) => error instanceof Refused && error.code === "no_such_job";

/**
 * The puzzle of a job as a view, to draw its boards.
 * @param {Job} job
 * @returns {Promise<PuzzleView>}
 */
async function viewOf(job) {
  if (job.view) return job.view;
  const text = JSON.stringify({ format: "edgematch", version: 1, puzzle: job.puzzle });
  const view = await post("/api/read", { text });
  jobs.receiveNews({ id: job.id, view });
  return view;
}

/**
 * Start a search in the open puzzle, or a race of several engines.
 * @param {SearchRequest} request
 * @returns {Promise<Job[]>}
 */
export async function startSearch(request) {
  const view = openView(); // another may be open when the answer comes
  const answer = /** @type {{ jobs: JobReport[] }} */ (
    await post("/api/jobs", { puzzle: view.puzzle, ...request }).catch(showWhoTakesThePlaces));
  jobs.addJobs(answer.jobs, view);
  watch();
  return answer.jobs.map(({ id }) => state.jobs[id]);
}

/**
 * After a refusal because all places are taken: show whose searches take them.
 * @param {unknown} error
 * @returns {never}
 */
function showWhoTakesThePlaces(error) {
  if (error instanceof Refused && error.code === "too_many_jobs") openJobList();
  throw error;
}

/** Ask for all jobs of the studio, whoever started them. */
export async function refreshAllJobs() {
  try {
    update({ studioJobs: await get("/api/jobs") });
  } catch (error) {
    if (!state.away) reportError(error);
  }
}

/**
 * Stop a job of this page or of another.
 * @param {string} id
 */
export async function stopAny(id) {
  if (state.jobs[id]) await command(id, "stop");
  else await post(`/api/jobs/${id}/stop`).catch(reportError);
  await refreshAllJobs();
}

/**
 * Show a job that another page started on this one too.
 * @param {string} id
 */
export async function adopt(id) {
  try {
    jobs.adoptJob(await get(`/api/jobs/${id}`));
    watch();
    await viewOf(state.jobs[id]);
  } catch (error) {
    reportError(error);
  }
}

/** Open one stream for all jobs that may still change. */
function watch() {
  const ids = jobs.listedJobs().filter((job) => !jobs.isOver(job)).slice(0, MOST_WATCHED).map((job) => job.id).join(",");
  if (ids) takePlace();
  else leavePlace();
  if (ids === stream.ids && stream.source?.readyState !== EventSource.CLOSED) return;
  stream.source?.close();
  stream.ids = ids;
  stream.source = ids ? connect(ids) : null;
}

/** @param {string} ids */
function connect(ids) {
  const source = openStream(`/api/events?jobs=${ids}`);
  for (const part of ["state", "best", "curve"]) {
    source.addEventListener(part, (event) => jobs.receiveNews(JSON.parse(event.data)));
  }
  source.addEventListener("state", (event) => {
    if (hasPlace() || !ids.endsWith(JSON.parse(event.data).id)) return; // a stream begins with all that is known, job by job
    source.close();
    lookAgain.start();
  });
  source.addEventListener("open", () => { if (state.away) probe(); });
  source.addEventListener("error", retryLater);
  source.addEventListener("end", () => {
    source.close();
    stream.ids = "";
    watch();
  });
  return source;
}

/** The stream broke off. A browser tries again by itself, unless it was refused. */
function retryLater() {
  probe();
  if (stream.source && stream.source.readyState !== EventSource.CLOSED) return;
  stream.source = null;
  stream.ids = "";
  retry.start();
}

/**
 * Give a job an order. Until it is answered the job takes no other, not even the same again.
 * @param {string} id
 * @param {"pause" | "resume" | "stop"} order
 */
export async function command(id, order) {
  jobs.receiveNews({ id, isOrdered: true });
  try {
    jobs.receiveNews(await post(`/api/jobs/${id}/${order}`).catch(showWhoTakesThePlaces));
    watch();
  } catch (error) {
    reportError(error);
  } finally {
    jobs.receiveNews({ id, isOrdered: false });
  }
}

/** @param {string} id */
export async function forget(id) {
  try {
    await remove(`/api/jobs/${id}`);
  } catch (error) {
    if (!isGone(error)) return reportError(error);
  }
  jobs.removeJob(id);
}

/**
 * Act on a job once its puzzle is there to be drawn.
 * @param {string} id
 * @param {(job: Job) => void} act
 */
export async function withView(id, act) {
  if (!state.jobs[id]) return;
  try {
    await viewOf(state.jobs[id]);
    act(state.jobs[id]);
  } catch (error) {
    reportError(error);
  }
}
