// The groups of the sides of photographed pieces: "red+" meets "red-", "red" meets "red", "?" is not known yet.
// The contact sheet that `edgematch photo` writes has this module too.

/** A side of a piece, such as "0.3": both from 0. @typedef {string} SideKey */
/** The groups of each piece's sides, clockwise from the top. @typedef {readonly (readonly string[])[]} SideGroups */

export const UNKNOWN = "?";
const SIDE_NAMES = ["north", "east", "south", "west"];
const MATES = /** @type {Record<string, string>} */ ({ "+": "-", "-": "+", "": "" });

/**
 * The name and the sign of a group.
 * @param {string} group
 */
function split(group) {
  return /[+-]$/.test(group) ? [group.slice(0, -1), group.slice(-1)] : [group, ""];
}

/**
 * The group that a group meets.
 * @param {string} group
 */
export function mateOf(group) {
  const [name, sign] = split(group);
  return name + MATES[sign];
}

/** @param {SideKey} key */
export function sideWords(key) {
  const [piece, side] = key.split(".").map(Number);
  return `${SIDE_NAMES[side]} of piece ${piece + 1}`;
}

/** @param {string} group */
export function isGroupName(group) {
  const [name] = split(group);
  return name.trim() !== "" && group === group.trim() && !/[+-]$/.test(name);
}

/**
 * The sides of each group, mates below each other, those not known yet at the end.
 * @param {SideGroups} sides
 * @returns {[group: string, sides: SideKey[]][]}
 */
export function groupsOf(sides) {
  /** @type {Map<string, SideKey[]>} */
  const found = new Map();
  sides.forEach((groups, piece) => groups.forEach((group, side) => {
    found.set(group, [...(found.get(group) ?? []), `${piece}.${side}`]);
  }));
  const order = new Intl.Collator("en", { numeric: true });
  return [...found].sort(([a], [b]) => Number(a === UNKNOWN) - Number(b === UNKNOWN)
    || order.compare(split(a)[0], split(b)[0]) || Number(split(a)[1] === "-") - Number(split(b)[1] === "-"));
}

/**
 * The groups with one side moved to another.
 * @param {SideGroups} sides
 * @param {SideKey} key
 * @param {string} group
 */
export function withSide(sides, key, group) {
  const [piece, side] = key.split(".").map(Number);
  return sides.map((groups, at) => at === piece ? groups.map((each, number) => number === side ? group : each) : groups);
}

/**
 * The groups with another name for one of them; where both names have a sign, its mate goes with it.
 * @param {SideGroups} sides
 * @param {string} old
 * @param {string} name
 */
export function withName(sides, old, name) {
  const isPair = mateOf(old) !== old && mateOf(name) !== name && old !== UNKNOWN;
  const used = new Set(sides.flat());
  const takesMate = isPair && !used.has(name) && !used.has(mateOf(name));
  return renamed(sides, { [old]: name, ...(takesMate ? { [mateOf(old)]: mateOf(name) } : {}) });
}

/**
 * The groups with two of them facing each other. What they met before meets what is left.
 * @param {SideGroups} sides
 * @param {string} one
 * @param {string} other the same for a group that meets itself
 */
export function withPair(sides, one, other) {
  if (mateOf(one) === other) return sides;
  const mate = mateOf(one);
  if (one === other) {
    const [name] = split(one);
    const isAlone = !sides.flat().some((group) => group !== one && split(group)[0] === name);
    return renamed(sides, { [one]: isAlone ? name : freshName(sides) });
  }
  if (mate !== one) {
    const isOtherSigned = mateOf(other) !== other;
    return renamed(sides, { [other]: mate, [mate]: isOtherSigned ? other : `${freshName(sides)}+` });
  }
  const isFree = !sides.flat().some((group) => group === `${one}+` || group === `${one}-`);
  const name = isFree ? one : freshName(sides);
  return renamed(sides, { [one]: `${name}+`, [other]: `${name}-` });
}

/**
 * A number that is the name of no group.
 * @param {SideGroups} sides
 */
export function freshName(sides) {
  const names = new Set(sides.flat().map((group) => split(group)[0]));
  let number = 1;
  while (names.has(String(number))) number += 1;
  return String(number);
}

/**
 * @param {SideGroups} sides
 * @param {Record<string, string>} names
 */
function renamed(sides, names) {
  return sides.map((groups) => groups.map((group) => Object.hasOwn(names, group) ? names[group] : group));
}
