// Whether the studio answers: said for as long as it does not, and asked until it does.

import { get, onSilence } from "./api.js";
import { stay, toast } from "./dom.js";
import { state, update } from "./state.js";

const AGAIN = 2000; // milliseconds
let asking = 0;

export function startPresence() {
  onSilence(away);
}

/** Ask whether somebody is there who lets us in. */
export async function probe() {
  try {
    await get("/api/models");
  } catch (error) {
    return away(error.message);
  }
  if (!state.isAway) return;
  update({ isAway: false });
  stay("");
  toast("The studio answers again.", false);
}

function away(message) {
  update({ isAway: true });
  stay(message);
  clearTimeout(asking);
  asking = setTimeout(probe, AGAIN);
}
