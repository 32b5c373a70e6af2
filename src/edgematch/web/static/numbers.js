// Numbers as people read them.

export function whole(value) {
  return Math.round(value).toLocaleString("en");
}

/** 10 to the power of `log10`, in as few words as possible. */
export function power(log10) {
  if (log10 === null || log10 === undefined) return "none";
  if (log10 > 5.9 || log10 < -2) return `10^${log10.toFixed(log10 > 20 ? 0 : 1)}`;
  const value = 10 ** log10;
  return value >= 10 ? whole(value) : value.toFixed(value >= 1 ? 1 : 2);
}

export function short(value) {
  for (const [size, name] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (value >= size) return `${(value / size).toFixed(value / size >= 100 ? 0 : 1)} ${name}`;
  }
  return String(Math.round(value));
}

export function share(value) {
  if (!value) return "0 %";
  if (value < 1e-4) return `${(100 * value).toExponential(0)} %`;
  return `${(100 * value).toFixed(2)} %`;
}

export function seconds(value) {
  if (value < 1) return `${Math.round(1000 * value)} ms`;
  if (value < 60) return `${value.toFixed(1)} s`;
  if (value < 3600) return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
  return `${(value / 3600).toFixed(1)} h`;
}
