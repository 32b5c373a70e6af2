// A worker that does one search at a time; it is ended when the search is to stop.

import { startPython } from "./python.js";

const started = startPython();
started.catch(() => {}); // said when there is a search to do

/** @param {Uint8Array} call */
async function doCall(call) {
  const python = await started;
  self.postMessage({ isReady: true });
  const post = (/** @type {any} */ message) => self.postMessage({ message: message.toJs() });
  python.pyimport("edgematch.web.in_browser").do_call(python.toPy(call), post);
  self.postMessage({ isDone: true });
}

self.onmessage = ({ data }) => {
  doCall(data).catch((error) => self.postMessage({ failed: String(error?.message ?? error) }));
};
