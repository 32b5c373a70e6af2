// Requests to the server that this page came from.

export class Refused extends Error {
  /** A status of 0 says that nobody has answered. */
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

let tellSilence = () => {};

/** Be told of every request that nobody answers, or that we are no longer let in. */
export function onSilence(listener) {
  tellSilence = listener;
}

async function answered(response) {
  if (response.ok) return response;
  let message = `the studio answered ${response.status}`;
  try {
    message = (await response.json()).error ?? message;
  } catch {
    // No JSON: the status says enough.
  }
  if (response.status === 401) tellSilence(message); // started anew, with another token
  throw new Refused(message, response.status);
}

async function send(method, path, body, signal) {
  try {
    return await answered(await fetch(path, {
      method,
      signal,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    }));
  } catch (error) {
    if (error instanceof TypeError) {
      const silence = new Refused("the studio does not answer: is it still running?");
      tellSilence(silence.message);
      throw silence;
    }
    throw error;
  }
}

export async function get(path, signal) {
  return (await send("GET", path, undefined, signal)).json();
}

export async function post(path, body = {}, signal) {
  return (await send("POST", path, body, signal)).json();
}

export async function remove(path) {
  return (await send("DELETE", path, {})).json();
}

/** A file, and the name that the server gives it. */
export async function postForFile(path, body) {
  const response = await send("POST", path, body);
  const said = response.headers.get("content-disposition") ?? "";
  const name = /filename="([^"]+)"/.exec(said)?.[1] ?? "puzzle";
  return { blob: await response.blob(), name };
}

/** Only the newest of several requests counts; older ones are given up. */
export function newest(ask) {
  let running = null;
  return async (...values) => {
    running?.abort();
    const mine = running = new AbortController();
    try {
      const answer = await ask(mine.signal, ...values);
      return mine === running ? answer : undefined;
    } catch (error) {
      if (error.name === "AbortError" || mine !== running) return undefined;
      throw error;
    }
  };
}
