// The rules of a puzzle in a few words.

/** @import { PuzzleView } from "../types.js" */

/**
 * What meets what, and what the score counts: a sentence each, the weightiest first.
 * @param {PuzzleView} view
 */
export function rulesOf(view) {
  const { puzzle, facts } = view;
  const hints = puzzle.hints?.length ?? 0;
  return [
    meetingRule(view),
    puzzle.framed === false ? "Any color may lie on the rim." : "The rim color lies on the rim only.",
    puzzle.turnable === false ? "Pieces may not be turned." : "Pieces may be turned.",
    hints === 0 ? "" : hints === 1 ? "The ringed hint is fixed." : `The ${hints} ringed hints are fixed.`,
    `Score: joins that match${facts.joins ? `, ${facts.joins} in all` : ""}.`,
  ].filter(Boolean);
}

/** @param {PuzzleView} view */
function meetingRule({ puzzle, facts }) {
  if (!puzzle.mates) return "Sides that meet show the same color.";
  const mates = puzzle.mates;
  const colors = [...new Set(puzzle.pieces.flat())];
  const signed = colors.filter((color) => (mates[color] ?? color) !== color).sort((a, b) => a - b);
  const [one, other] = [signed[0], mates[signed[0]]].map((color) => facts.color_names[color] ?? String(color));
  const isPartly = colors.some((color) => color !== 0 && !signed.includes(color));
  return `Signed: ${one} meets ${other}, its other half${isPartly ? "; colors without a sign meet themselves" : ""}.`;
}
