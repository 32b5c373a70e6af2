// Loads the page: what was lost on the way is asked for again.

const RETRY = 1000; // milliseconds
const RELOAD = 10_000; // milliseconds between two reloads
const KEY = "edgematch-studio-reloaded";

function load(isSecond = false) {
  import("./main.js").catch((error) => {
    console.warn(error);
    setTimeout(() => {
      if (isSecond) reload();
      load(true);
    }, RETRY);
  });
}

/** Begin anew, but not again and again: Firefox holds on to a module that it did not get. */
export function reload() {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < RELOAD) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  } catch {
    // Without storage nobody would know that this was tried before.
  }
}

load();
