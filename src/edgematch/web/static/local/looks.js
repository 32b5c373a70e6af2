// The looks of colors, chosen as `pictures/palette.py` chooses them; the figures themselves come from there.

/** @typedef {{ path: string, ink: string, width: number }} Layer `ink` is "ground" or "motif" */
/**
 * @typedef {object} LooksTable
 * @property {Record<string, any>} common what all puzzles share
 * @property {string} rim
 * @property {[string, string][]} inks
 * @property {[string, number[]][]} named inks by the beginning of a name
 * @property {string[]} order of the shapes
 * @property {string[]} signedOrder
 * @property {Record<string, { solid: Layer[], hollow: Layer[] }>} shapes
 * @property {Layer[][]} marks
 * @property {{ "+": Layer[], "-": Layer[] }} plates
 */

/**
 * @param {string[]} names of all colors
 * @param {number[]} mates empty if every color faces itself
 * @param {boolean} framed
 * @param {LooksTable} table
 */
export function looksOf(names, mates, framed, table) {
  const taken = new Set();
  /** @type {any[]} */
  const found = [];
  let index = 0;
  const mateOf = (/** @type {number} */ color) => mates[color] ?? color;
  for (let color = 0; color < names.length; color++) {
    const mate = mateOf(color);
    if (framed && color === 0) found[color] = { ground: table.rim, shape: "", sign: "", layers: [] };
    else if (color <= mate) {
      const inks = inksOf(names[color], taken, table);
      if (color === mate) found[color] = look(index, mates.length ? table.signedOrder : table.order, "", inks, table);
      else {
        const isMinus = /[-−]\s*$/.test(names[color]);
        found[color] = look(index, table.signedOrder, isMinus ? "-" : "+", inks, table);
        found[mate] = look(index, table.signedOrder, isMinus ? "+" : "-", inks, table);
      }
    }
    if (!(framed && color === 0) && color <= mate) index++;
  }
  return found;
}

/**
 * @param {string} name
 * @param {Set<number>} taken
 * @param {LooksTable} table
 */
function inksOf(name, taken, table) {
  const wanted = table.named.find(([word]) => name.toLowerCase().startsWith(word));
  if (!wanted) return null;
  const ink = wanted[1].find((each) => !taken.has(each)) ?? wanted[1][0];
  taken.add(ink);
  return ink;
}

/**
 * @param {number} index
 * @param {string[]} order
 * @param {"" | "+" | "-"} sign
 * @param {number | null} inks
 * @param {LooksTable} table
 */
function look(index, order, sign, inks, table) {
  const mark = Math.floor(index / order.length);
  const place = index % order.length;
  const [ground, motif] = table.inks[inks ?? (place + mark) % table.inks.length];
  const figure = table.shapes[order[place]][sign === "-" ? "hollow" : "solid"];
  const layers = [...figure, ...table.marks[mark], ...(sign ? table.plates[sign] : [])];
  return { ground, shape: order[place], sign, layers: layers.map((layer) => ({ ...layer, ink: layer.ink === "ground" ? ground : motif })) };
}
