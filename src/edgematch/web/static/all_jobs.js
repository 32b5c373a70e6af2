// A list of all searches of the studio, whoever started them, with a way to stop them.

/** @import { ListedJob } from "./types.js" */

import { button, el } from "./dom.js";
import { adopt, refreshAllJobs, stopAny } from "./jobs.js";
import { canBeStopped, inListOrder, openJobList, ownerWords, placeWords } from "./state/all_jobs.js";
import { on, state } from "./state/store.js";

const EVERY = 2000; // milliseconds
const GOALS = { solve: "solve", count: "count", optimize: "best board" };

const places = el("p", { class: "places", role: "status" });
const list = el("ul", { class: "all-jobs-list" });
export const allJobsNode = el("details", { class: "kept all-jobs", id: "all-jobs" },
  el("summary", { text: "All searches of this studio" }), places, list);

export function startAllJobs() {
  allJobsNode.addEventListener("toggle", () => openJobList(allJobsNode.open));
  on(["isJobListOpen"], () => {
    const isNew = state.isJobListOpen && !allJobsNode.open;
    allJobsNode.open = state.isJobListOpen;
    if (isNew) allJobsNode.scrollIntoView({ block: "nearest" });
    if (state.isJobListOpen) refreshAllJobs();
  });
  on(["studioJobs", "jobIds"], draw);
  setInterval(() => {
    if (state.isJobListOpen && allJobsNode.checkVisibility() && !document.hidden && !state.away) refreshAllJobs();
  }, EVERY);
}

/** Draw the list anew if it has changed: a click must not lose its button. */
function draw() {
  if (!state.studioJobs) return;
  const jobs = inListOrder(state.studioJobs.jobs);
  const words = placeWords(state.studioJobs);
  const key = JSON.stringify([words, jobs.map((job) => [job.id, job.status, ownerWords(job)])]);
  if (key === list.dataset.drawn) return;
  list.dataset.drawn = key;
  places.textContent = words;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.order : undefined;
  list.replaceChildren(...jobs.map(row));
  if (focused) [...list.querySelectorAll("button")].find((each) => each.dataset.order === focused)?.focus();
}

/** @param {ListedJob} job */
function row(job) {
  const what = `${job.engine}, ${GOALS[job.goal]}: ${job.title || job.name || "a puzzle without a name"}`;
  const facts = [job.status, `started ${when(job.created)}`, ownerWords(job), job.keep_running ? "keeps running" : ""];
  const buttons = [];
  if (canBeStopped(job)) {
    buttons.push(button("Stop", () => stopAny(job.id), {
      "data-order": `stop ${job.id}`, "aria-label": `Stop ${what}`, disabled: job.status === "stopping",
    }));
  }
  if (!state.jobIds.includes(job.id)) {
    buttons.push(button("Show here", () => adopt(job.id), { "data-order": `show ${job.id}`, "aria-label": `Show here ${what}` }));
  }
  return el("li", { "data-job": job.id, "data-status": job.status },
    el("div", {}, el("strong", { text: what }), el("small", { text: facts.filter(Boolean).join(" · ") })),
    el("div", { class: "buttons" }, buttons));
}

/** @param {number} created seconds */
function when(created) {
  const date = new Date(1000 * created);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? `at ${date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`
    : `on ${date.toLocaleDateString([], { day: "numeric", month: "short" })}`;
}
