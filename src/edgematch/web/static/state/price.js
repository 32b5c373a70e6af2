// What the generator says about the puzzle that its sliders describe.

/** @import { Price } from "../types.js" */

import { power } from "../numbers.js";

const FEW = Math.log10(0.5); // less than half a solution is expected: most such puzzles have none by chance
const SOME = Math.log10(2);

/** @param {Price} price */
export const isPlanted = (price) => !price.recipe.split(":").includes("random");

/**
 * How many solutions this puzzle is expected to have: this one, not its kind.
 * @param {Price} price
 */
export function solutionWords(price) {
  const { log10_solutions: expected } = price;
  const besides = isPlanted(price) ? " besides the planted one" : "";
  if (expected === null) return "none can be expected: the sides of these pieces cannot be paired";
  if (expected < FEW) return `no solution is expected${besides}: ${power(expected)} on average`;
  if (expected < SOME) return `about one solution is expected${besides}`;
  return `about ${power(expected)} solutions are expected${besides}`;
}

/**
 * How far the number of colors is from the one with which puzzles are hardest, and what to expect of this puzzle there.
 * @param {Price} price
 */
export function distanceWords(price) {
  const { distance, log10_solutions: expected } = price;
  if (distance === null) return ""; // not known for this kind
  if (distance === 0) return "right at the hardest number of colors";
  const colors = `${Math.abs(distance)} ${Math.abs(distance) === 1 ? "color" : "colors"}`;
  return `${colors} ${distance < 0 ? "below" : "above"} the hardest number: ${outlookWords(expected, isPlanted(price))}`;
}

/**
 * @param {number | null} expected log10 of the solutions by chance
 * @param {boolean} planted
 */
function outlookWords(expected, planted) {
  if (expected === null) return "it has no solution";
  if (expected < FEW) return planted ? "probably only the planted solution" : "probably no solution";
  if (expected < SOME) return `perhaps one ${planted ? "other " : ""}solution`;
  return `${planted ? "other" : "several"} solutions are likely`;
}
