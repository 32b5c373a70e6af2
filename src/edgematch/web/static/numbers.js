// Numbers as people read them.

/** @param {number} value */
export function whole(value) {
  return Math.round(value).toLocaleString("en");
}

/**
 * 10 to the power of `log10`, in as few words as possible.
 * @param {number | null | undefined} log10
 */
export function power(log10) {
  if (log10 === null || log10 === undefined) return "none";
  if (log10 > 5.9 || log10 < -2) return scientific(log10);
  const value = 10 ** log10;
  return value >= 10 ? whole(value) : value.toFixed(value >= 1 ? 1 : 2);
}

/**
 * 10 to the power of `log10`, where that is a count.
 * @param {number} log10
 */
export function countWords(log10) {
  return log10 < 1 ? whole(10 ** log10) : power(log10);
}

/**
 * As 3.2 × 10¹².
 * @param {number} log10
 */
function scientific(log10) {
  const exponent = Math.floor(log10);
  return `${Math.min(9.9, 10 ** (log10 - exponent)).toFixed(1)} × ${tenTo(exponent)}`;
}

/**
 * As 10¹².
 * @param {number} exponent a whole number
 */
export function tenTo(exponent) {
  return `10${[...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "⁻").join("")}`;
}

/** @type {[number, string][]} */
const SIZES = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]];

/** @param {number} value */
export function short(value) {
  for (const [size, name] of SIZES) {
    if (value >= size) return `${(value / size).toFixed(value / size >= 100 ? 0 : 1)}\u00a0${name}`;
  }
  return String(Math.round(value));
}

/**
 * A share of one, as per cent.
 * @param {number | null | undefined} value
 */
export function share(value) {
  if (!value) return "0 %";
  const percent = 100 * value;
  if (percent < 1e-4) return `${scientific(Math.log10(percent))} %`;
  if (percent < 0.01) return `${percent.toPrecision(1)} %`;
  return `${(100 * value).toFixed(2)} %`;
}

/** @param {number} value */
export function seconds(value) {
  if (value < 1) return `${Math.round(1000 * value)}\u00a0ms`;
  if (value < 60) return `${value.toFixed(1)}\u00a0s`;
  if (value < 3600) return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
  return `${(value / 3600).toFixed(1)} h`;
}
