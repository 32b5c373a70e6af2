// Elements made in code. Text only ever becomes text: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) node.append(child);
  }
  return node;
}

export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function byId(name) {
  return document.getElementById(name);
}

/** Set attributes that have changed: the browser lays out less. */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  }
}

/** Tabs are one stop of the Tab key; arrows go from one to the next. */
export function moveInTabs(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const tabs = [...event.currentTarget.querySelectorAll("[role=tab]")];
  const next = tabs.at((tabs.indexOf(event.target) + step) % tabs.length);
  next.click();
  next.focus();
}

export function markTab(tab, isChosen) {
  set(tab, { "aria-selected": String(isChosen), tabindex: isChosen ? 0 : -1 });
}

/** Let a screen reader say something. */
export function speak(text) {
  byId("spoken").textContent = text;
}

let hiding = 0;
let lasting = "";

/** Show a line for some seconds: what went wrong, in the library's words. */
export function toast(text, isError = true) {
  showLine(text, isError);
  clearTimeout(hiding);
  hiding = setTimeout(() => showLine(lasting, true), isError ? 9000 : 3500);
}

/** Show a line for as long as it is true, after all others; an empty one ends it. */
export function stay(text) {
  if (text === lasting) return;
  lasting = text;
  clearTimeout(hiding);
  showLine(text, true);
}

function showLine(text, isError) {
  const node = byId("toast");
  if (node.textContent !== text) node.textContent = text; // else it would be read out again
  node.classList.toggle("error", isError);
  node.hidden = !text;
  bringLineForward();
}

/** An open dialog hides what is outside it: the line belongs inside. */
export function bringLineForward() {
  const front = document.querySelector("dialog[open]") ?? document.body;
  if (byId("toast").parentNode !== front) front.append(byId("toast"));
}

export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
