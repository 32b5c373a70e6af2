// A board that followed its job, or a race that was watched, does so again after a reload.

import { withView } from "./jobs.js";
import { remember, recall } from "./session.js";
import { followed, showFollowed } from "./state/jobs.js";
import { on } from "./state/store.js";

const KEY = "followed";

/** Once the jobs of this page are known. */
export async function startFollowMemory() {
  const saved = recall(KEY);
  on(["shown", "race"], () => remember(KEY, followed()));
  if (typeof saved?.job === "string") await withView(saved.job, (job) => showFollowed(job, saved.follows));
}
