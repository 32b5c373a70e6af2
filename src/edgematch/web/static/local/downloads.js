// Links to files that the API makes: without a server, the page asks for the file and saves it.

import { download } from "../dom.js";
import { reportError } from "../state/messages.js";

/** @param {(path: string) => Promise<Response>} ask */
export function saveFiles(ask) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/api/"]') : null;
    if (!link) return;
    event.preventDefault();
    save(ask, link.getAttribute("href") ?? "").catch(reportError);
  });
}

/**
 * @param {(path: string) => Promise<Response>} ask
 * @param {string} path
 */
async function save(ask, path) {
  const response = await ask(path);
  if (!response.ok) throw new Error((await response.json()).error);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  download(await response.blob(), name ?? "puzzle");
}
