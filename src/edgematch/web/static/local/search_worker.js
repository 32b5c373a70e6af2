// A worker that does one search at a time; it is ended when the search is to stop.

import { startPython } from "./python.js";

const started = startPython();

self.onmessage = async ({ data }) => {
  const python = await started;
  self.postMessage({ isReady: true });
  const post = (/** @type {any} */ message) => self.postMessage({ message: message.toJs() });
  python.pyimport("edgematch.web.in_browser").do_call(python.toPy(data), post);
  self.postMessage({ isDone: true });
};
