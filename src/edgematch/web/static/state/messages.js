// What the page says in its message line, and whether the server answers.

import { state, update } from "./store.js";

/**
 * Say something for some seconds.
 * @param {string} text
 */
export function notify(text, isError = true) {
  update({ notice: { text, isError } });
}

/**
 * Report an error for some seconds.
 * @param {unknown} error
 */
export function reportError(error) {
  notify(messageOf(error));
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The server does not answer, or no longer accepts our token: say so until it does.
 * @param {string} reason
 */
export function setAway(reason) {
  if (reason !== state.away) update({ away: reason, notice: null });
}

/** The server answers again. */
export function setBack() {
  if (state.away) update({ away: "", notice: { text: "The studio is responding again.", isError: false } });
}
