// Requests to the server that this page came from.

import { setAway } from "./state/messages.js";
import { send as transport } from "./transport.js";

export class Refused extends Error {
  /**
   * @param {string} message one line for people
   * @param {number} status of HTTP; 0 if nobody has answered
   * @param {string} code a word for programs, such as "no_such_job"
   */
  constructor(message, status, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** @param {Response} response */
async function checked(response) {
  if (response.ok) return response;
  let refusal = { error: `the studio answered ${response.status}`, code: "" };
  try {
    refusal = { ...refusal, ...await response.json() };
  } catch {
    // No JSON: the status says enough.
  }
  if (response.status === 401) setAway(refusal.error); // restarted, with another token
  throw new Refused(refusal.error, response.status, refusal.code);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 */
async function send(method, path, body, signal) {
  /** @type {Response} */
  let response;
  try {
    response = await transport(path, {
      method,
      signal,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // given up by ourselves
    const silence = new Refused("the studio does not answer; is it still running?", 0, "no_answer");
    setAway(silence.message);
    throw silence;
  }
  return checked(response);
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  return (await send("GET", path)).json();
}

/**
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function post(path, body = {}, signal) {
  return (await send("POST", path, body, signal)).json();
}

/** @param {string} path */
export async function remove(path) {
  return (await send("DELETE", path, {})).json();
}

/**
 * A file, and the name that the server gives it.
 * @param {string} path
 * @param {object} body
 */
export async function postForFile(path, body) {
  const response = await send("POST", path, body);
  const disposition = response.headers.get("content-disposition") ?? "";
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? "puzzle";
  return { blob: await response.blob(), name };
}

/**
 * Post to a path; only the newest of several requests counts, older ones are given up and answer undefined.
 * @param {string} path
 * @returns {(body: object) => Promise<any>}
 */
export function newestPost(path) {
  /** @type {AbortController | null} */
  let running = null;
  return async (body) => {
    running?.abort();
    const mine = running = new AbortController();
    try {
      const answer = await post(path, body, mine.signal);
      return mine === running ? answer : undefined;
    } catch (error) {
      if (mine !== running) return undefined;
      throw error;
    }
  };
}
