// The words of the card about a board.

/** @import { BoardFacts } from "./types.js" */

/**
 * What the card says, as names and values.
 * @param {BoardFacts} facts
 * @returns {[name: string, value: string][]}
 */
export function factWords(facts) {
  const { known, repeated_pieces: doubles } = facts;
  return [
    ...(known ? /** @type {[string, string][]} */ ([["Official pieces", officialWords(known)]]) : []),
    ["Score", `${facts.score} of ${facts.best_score}${facts.is_solution ? ": a solution" : ""}`],
    ["Breaks", String(facts.breaks)],
    ["Pieces", `${facts.placed} of ${facts.cells}, ${facts.pieces_without_break} of them without a break`],
    ["Doubles", doubles.length ? `${doubles.length === 1 ? "piece" : "pieces"} ${doubles.join(", ")} more than once` : "none"],
    ["Hints kept", hintWords(facts)],
    ["Clean rows", rowWords(facts.clean_rows)],
    ["Clean prefix", facts.clean_prefix === 1 ? "1 piece" : `${facts.clean_prefix} pieces`],
  ];
}

/** @param {NonNullable<BoardFacts["known"]>} known */
function officialWords({ title, is_official: isOfficial, pieces }) {
  return isOfficial ? `yes, those of ${title}` : `no: ${pieces}`;
}

/** @param {BoardFacts} facts */
function hintWords({ hints, hints_kept: kept, known }) {
  if (known && known.hints > hints) {
    return `${known.hints_kept.length} of ${known.hints}${known.hints_kept.length ? ` (${known.hints_kept.join(", ")})` : ""}`;
  }
  return hints ? `${kept} of ${hints}` : "this puzzle has none";
}

/** @param {BoardFacts["clean_rows"]} rows full rows or columns without a break, from each side */
function rowWords({ north, east, south, west }) {
  const from = /** @type {[number, string][]} */ ([[north, "from the top"], [south, "from the bottom"]]);
  const across = /** @type {[number, string][]} */ ([[west, "from the left"], [east, "from the right"]]);
  const words = [...from.map(([count, side]) => count ? `${count} ${side}` : ""),
    ...across.map(([count, side]) => count ? `${count} ${count === 1 ? "column" : "columns"} ${side}` : "")].filter(Boolean);
  return words.join("; ") || "none";
}
