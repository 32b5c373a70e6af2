// Python in this worker: the interpreter, the packages, and ours.

/** @import { Progress } from "./progress.js" */

const FOLDER = new URL("../../python/", import.meta.url);

/**
 * @param {(progress: Progress) => void} tell
 * @returns {Promise<any>} the interpreter
 */
export async function startPython(tell = () => {}) {
  tell({ text: "Python is starting: the interpreter (1 of 3)", share: 0.1 });
  const archives = await (await fetch(new URL("archives.json", FOLDER))).json();
  const loaded = Promise.all(archives.map(async (/** @type {string} */ name) => {
    const response = await fetch(new URL(name, FOLDER));
    if (!response.ok) throw new Error(`${name} is missing`);
    return { name, data: await response.arrayBuffer() };
  }));
  const { loadPyodide } = await import(String(new URL("pyodide.mjs", FOLDER)));
  const python = await loadPyodide({ indexURL: String(FOLDER) });
  tell({ text: "Python is starting: the packages (2 of 3)", share: 0.6 });
  return openPackages(python, await loaded, tell);
}

/**
 * @param {any} python
 * @param {{ name: string, data: ArrayBuffer }[]} archives
 * @param {(progress: Progress) => void} tell
 */
export function openPackages(python, archives, tell) {
  for (const { name, data } of archives) python.unpackArchive(data, name.endsWith(".whl") ? "wheel" : "zip", { extractDir: "/packages" });
  python.runPython("import sys; sys.path.insert(0, '/packages')");
  tell({ text: "Python is starting: edgematch (3 of 3)", share: 0.8 });
  python.pyimport("edgematch.web.in_browser");
  return python;
}
