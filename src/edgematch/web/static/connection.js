// Whether the server answers: asked until it does.

import { get } from "./api.js";
import { messageOf, setAway, setBack } from "./state/messages.js";
import { on, state } from "./state/store.js";
import { delayed } from "./timing.js";

const RETRY = 2000; // milliseconds

export function startConnection() {
  const retry = delayed(async () => {
    await probe();
    if (state.away) retry.start();
  }, RETRY);
  on(["away"], () => { if (state.away) retry.start(); });
}

/** Ask whether the server answers and accepts our token. */
export async function probe() {
  try {
    await get("/api/models");
    setBack();
  } catch (error) {
    setAway(messageOf(error));
  }
}
