// Reads texts from stdin, a JSON string a line; writes the view that the page makes of each without Python, or null.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const folder = resolve(process.argv[2]);
const { quickAnswer } = await import(join(folder, "static/local/quick.js"));
const fixed = async (path) => new Response(await readFile(join(folder, `${path.slice(1)}.json`)));

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await quickAnswer("POST", "/api/read", JSON.stringify({ text: JSON.parse(line) }), fixed);
  console.log(JSON.stringify(answer && await answer.json()));
}
