// Reads requests [path, body] from stdin, a line each; writes what the page answers without Python, or null.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const folder = resolve(process.argv[2]);
const { quickAnswer } = await import(join(folder, "static/local/quick.js"));
const fixed = async (path) => new Response(await readFile(join(folder, `${path.slice(1)}.json`)));

for await (const line of createInterface({ input: process.stdin })) {
  const [path, body] = JSON.parse(line);
  const answer = await quickAnswer("POST", path, JSON.stringify(body), fixed);
  console.log(JSON.stringify(answer && await answer.json()));
}
