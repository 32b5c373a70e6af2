// Loads the page: what was lost on the way is asked for again.

const RETRY = 1000; // milliseconds

function load() {
  import("./main.js").catch((error) => {
    console.warn(error);
    setTimeout(load, RETRY);
  });
}

load();
