// Runs the Python of the built page in node: `node in_node.mjs FOLDER` reads requests from stdin, one JSON list
// [method, path, body] a line, and writes each answer as a line; ["WATCH"] waits for all jobs and writes each. Searches run in the same interpreter.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const folder = resolve(process.argv[2]);
const { openPackages } = await import(join(folder, "static/local/python.js"));
const { loadPyodide } = await import(join(folder, "python/pyodide.mjs"));

const names = JSON.parse(await readFile(join(folder, "python/archives.json"), "utf8"));
const archives = await Promise.all(names.map(async (name) => {
  const bytes = await readFile(join(folder, "python", name));
  return { name, data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) };
}));
const python = openPackages(await loadPyodide(), archives, () => {});
const browser = python.pyimport("edgematch.web.in_browser");

function startWorker(call, take) {
  const listener = take.copy();
  const bytes = python.toPy(call.toJs());
  setTimeout(() => browser.do_call(bytes, (message) => listener(python.toPy(message.toJs()))));
  return { terminate() {} };
}

const studio = browser.BrowserStudio(startWorker);
await studio.open();
/** Ask, and return status, text and the seconds it took. */
async function ask(method, path, body) {
  const began = performance.now();
  const spent = process.cpuUsage();
  let status = 0;
  const parts = [];
  await studio.post_answer(method, path, python.toPy(new TextEncoder().encode(JSON.stringify(body))), (part) => {
    if (typeof part === "number") status = part;
    else if (part) parts.push(Buffer.from(part.toJs()));
  });
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(spent);
  return { status, text: Buffer.concat(parts).toString(), seconds, processor: (user + system) / 1e6 };
}

for await (const line of createInterface({ input: process.stdin })) {
  const [method, path, body] = JSON.parse(line);
  if (method !== "WATCH") {
    console.log(JSON.stringify(await ask(method, path, body)));
    continue;
  }
  const { jobs } = JSON.parse((await ask("GET", "/api/jobs", null)).text);
  for (const { id } of jobs) {
    await ask("GET", `/api/events?jobs=${id}`, null); // until it has ended
    console.log(JSON.stringify(await ask("GET", `/api/jobs/${id}`, null)));
  }
}
process.exit(0);
