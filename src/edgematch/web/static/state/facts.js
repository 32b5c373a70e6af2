// What searches have proved about the open puzzle, from the reports of jobs, and what that means for my board.

/** @import { Advice, Cells, Fact, JobReport, Placement } from "../types.js" */

const ORDER = ["none", "bound", "count", "some"]; // the strongest first

/**
 * What a job has proved.
 * @param {JobReport} job
 * @returns {Fact[]}
 */
export function factsOf(job) {
  const { figures, counts } = job;
  const isAnyBoard = job.conflict && !job.conflict.placements.length; // none of my pieces is to blame
  const fact = { job: job.id, engine: job.engine, when: 1000 * (job.created ?? 0), fixed: isAnyBoard ? [] : job.fixed ?? [] };
  /** @type {Fact[]} */
  const facts = [];
  if (job.proves_unsolvable) facts.push({ ...fact, kind: "none", conflict: job.conflict });
  else if (counts && job.is_proved && job.goal !== "optimize") facts.push({ ...fact, kind: "count", counts });
  else if (figures.solutions) facts.push({ ...fact, kind: "some", number: figures.solutions });
  const bound = job.is_proved ? figures.value : figures.bound;
  if (job.goal === "optimize" && typeof bound === "number" && bound < job.most) {
    facts.push({ ...fact, kind: "bound", number: bound, measure: job.measure });
  }
  return facts;
}

/**
 * The facts that say most: of several about the same boards only the strongest, the newest of equal ones.
 * @param {Fact[]} facts
 */
export function strongest(facts) {
  /** @type {Map<string, Fact>} */
  const kept = new Map();
  for (const fact of [...facts].sort((a, b) => b.when - a.when)) {
    const key = `${fact.kind} ${fact.measure} ${keyOf(fact.fixed)}`;
    const known = kept.get(key);
    if (!known || isStronger(fact, known)) kept.set(key, fact);
  }
  const isCounted = (/** @type {Fact} */ fact) => [...kept.values()].some((other) => other.kind === "count" && keyOf(other.fixed) === keyOf(fact.fixed));
  return [...kept.values()].filter((fact) => fact.kind !== "some" || !isCounted(fact))
    .sort((a, b) => a.fixed.length - b.fixed.length || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.when - a.when);
}

/** @param {Placement[]} fixed */
const keyOf = (fixed) => fixed.map((each) => each.join(",")).sort().join(" ");

/**
 * @param {Fact} fact
 * @param {Fact} other of the same kind
 */
function isStronger(fact, other) {
  if (fact.kind === "some") return (fact.number ?? 0) > (other.number ?? 0);
  if (fact.kind === "bound") return (fact.number ?? 0) < (other.number ?? 0);
  if (fact.kind !== "none" || !fact.conflict || !other.conflict) return Boolean(fact.conflict && !other.conflict);
  return fact.conflict.placements.length < other.conflict.placements.length;
}

/** @param {Placement[]} some */
const isOn = (some, /** @type {Cells} */ cells) => some.every(([cell, piece, turn]) => cells[cell] === 4 * piece + turn);

/**
 * The proof that a board cannot be completed; none if there is no such proof.
 * @param {Fact[]} facts
 * @param {Cells} cells
 */
export function refutation(facts, cells) {
  const proofs = facts.filter(({ kind }) => kind === "none");
  return proofs.find(({ fixed }) => !fixed.length)
    ?? proofs.find(({ conflict }) => conflict && isOn(conflict.placements, cells))
    ?? proofs.find(({ fixed }) => isOn(fixed, cells));
}

/**
 * An answer of Help me, corrected by what searches have proved: a placement that follows from a board which cannot
 * be completed helps nobody. A broken rule or a conflict is better than what we know.
 * @param {Advice} advice
 * @param {Fact[]} facts
 * @param {Cells} cells
 * @param {(fact: Fact) => string} words
 * @returns {Advice}
 */
export function withFacts(advice, facts, cells, words) {
  if (advice.kind === "conflict" || advice.kind === "solved") return advice;
  const proof = refutation(facts, cells);
  if (proof) {
    const culprits = proof.conflict?.placements ?? [];
    return { kind: "conflict", text: words(proof), culprits, cells: [], placement: null };
  }
  const count = facts.find(({ kind, fixed }) => (kind === "count" || kind === "some") && !fixed.length);
  return advice.kind === "unknown" && count ? { ...advice, text: `${advice.text} Known: ${words(count)}` } : advice;
}

/**
 * A fact as a sentence.
 * @param {Fact} fact
 * @param {(cell: number) => string} cellName
 */
export function factWords(fact, cellName) {
  const pieces = fact.fixed.length ? ` with your ${piecesOn(fact.fixed, cellName)}` : "";
  switch (fact.kind) {
    case "none": return [`No solution${pieces || " at all"}.`, pieces && fact.conflict?.text].filter(Boolean).join(" ");
    case "count": return `${countWords(fact.counts ?? {})}${pieces}.`;
    case "some": return `At least ${solutions(fact.number ?? 0)}${pieces}.`;
    case "bound": return `No board ${boundWords(fact)}${pieces}.`;
  }
}

/** @param {Fact} fact the highest value that is possible */
function boundWords({ measure, number }) {
  switch (measure) {
    case "pieces": return `without breaks has more than ${number} pieces`;
    case "prefix": return `has a clean prefix of more than ${number} pieces`;
    default: return `has more than ${number} matching joins`;
  }
}

/**
 * @param {Placement[]} some
 * @param {(cell: number) => string} cellName
 */
function piecesOn(some, cellName) {
  const names = some.map(([cell]) => cellName(cell));
  if (names.length === 1) return `piece on ${names[0]}`;
  if (names.length > 8) return `${names.length} pieces on ${names.slice(0, 8).join(", ")} and ${names.length - 8} more`;
  return `pieces on ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** @param {number} number */
const solutions = (number) => `${number.toLocaleString("en")} ${number === 1 ? "solution" : "solutions"}`;

/** @param {Record<string, number>} counts */
function countWords({ boards = 0, pictures, ...others }) {
  const ways = [];
  if (pictures !== undefined && pictures !== boards) ways.push(`${pictures.toLocaleString("en")} if equal pieces are not told apart`);
  const turned = others["boards-up-to-symmetry"];
  if (turned !== undefined && turned !== boards) ways.push(`${turned.toLocaleString("en")} up to turns of the whole board`);
  return `Exactly ${solutions(boards)}${ways.length ? ` (${ways.join(", ")})` : ""}`;
}

/**
 * Results that the catalog knows, as sentences.
 * @param {Record<string, unknown>} known
 */
export function catalogWords({ solutions: all, solutions_up_to_symmetry: turned, published_solutions: published }) {
  const words = [];
  if (typeof all === "number") {
    const up = typeof turned === "number" ? `, ${turned.toLocaleString("en")} up to turns of the whole board` : "";
    words.push(`The catalog says: ${solutions(all)}${up}.`);
  }
  if (typeof published === "number") words.push(`Published: ${solutions(published)}.`);
  return words;
}
