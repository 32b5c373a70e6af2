// A board that followed its job, or a race that was watched, does so again after a reload.

import { withView } from "./jobs.js";
import { remember, recall } from "./session.js";
import { followed, showFollowed } from "./state/jobs.js";
import { on } from "./state/store.js";

const KEY = "followed";

/** Once the jobs of this page are known. */
export async function startFollowMemory() {
  const saved = recall(KEY);
  let last = "";
  on(["shown", "race", "jobs"], () => {
    const now = followed();
    if (JSON.stringify(now) === last) return; // jobs report ten times a second
    last = JSON.stringify(now);
    remember(KEY, now);
  });
  if (typeof saved?.job === "string") await withView(saved.job, (job) => showFollowed(job, saved.follows));
}
