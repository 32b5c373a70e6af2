// All searches of the studio, whoever started them: whose they are, and which places they take.

/** @import { JobList, ListedJob } from "../types.js" */

import { isActive } from "./jobs.js";
import { state, update } from "./store.js";

/** Open or fold the list. */
export function openJobList(isOpen = true) {
  if (isOpen !== state.isJobListOpen) update({ isJobListOpen: isOpen });
}

/**
 * @param {ListedJob} job
 * @returns {string} who started it
 */
export function ownerWords(job) {
  if (state.jobIds.includes(job.id)) return "this page";
  return job.mine ? "another page on your machine" : "another machine";
}

/** @param {ListedJob} job */
export const canBeStopped = (job) => isActive(job) || job.status === "waiting" || job.status === "paused";

/**
 * Those that can be stopped first: of many, they would be out of sight.
 * @param {ListedJob[]} jobs
 */
export const inListOrder = (jobs) => [...jobs.filter(canBeStopped), ...jobs.filter((job) => !canBeStopped(job))];

/**
 * Whose searches take the places.
 * @param {JobList} list
 */
export function placeWords({ jobs, most, most_mine }) {
  const active = jobs.filter(isActive);
  const mine = active.filter((job) => job.mine);
  const own = mine.filter((job) => ownerWords(job) === "this page").length;
  const shares = [
    own ? `${own} by this page` : "",
    mine.length > own ? `${mine.length - own} by other pages on your machine` : "",
  ].filter(Boolean).join(", ");
  const first = `${mine.length} of your ${most_mine} places ${mine.length === 1 ? "is" : "are"} taken${shares ? `: ${shares}` : ""}.`;
  const others = active.length - mine.length;
  return others ? `${first} Other machines take ${others}; ${active.length} of all ${most} are taken.` : first;
}
