// Elements made in code. Text only ever becomes text: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, any>} Attributes null, undefined and false leave an attribute out */
/** @typedef {Node | string | null | undefined} Child */

/**
 * @template {Element} T
 * @param {T} node
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 * @returns {T}
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
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

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {Attributes} [more]
 */
export function button(text, onclick, more = {}) {
  return el("button", { type: "button", text, onclick, ...more });
}

/**
 * A menu of values and their names.
 * @param {Attributes} attributes
 * @param {[value: string | number, text: string][]} choices
 */
export function menu(attributes, choices) {
  return el("select", attributes, choices.map(([value, text]) => el("option", { value, text })));
}

/**
 * A form field with its name.
 * @param {string} name
 * @param {Child[]} content
 */
export function field(name, ...content) {
  return el("label", { class: "field" }, el("span", { text: name }), ...content);
}

/**
 * A text about clicks, as it is said where fingers take the place of a mouse.
 * @param {string} text
 */
export const pointerWords = (text) => isTouch() ? text.replaceAll("click", "tap").replaceAll("Click", "Tap") : text;

export const isTouch = () => matchMedia("(pointer: coarse)").matches;

/**
 * An element of the page, by its id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no element ${id}`);
  return node;
}

/**
 * @param {string} id
 * @returns {HTMLButtonElement}
 */
export function buttonById(id) {
  return /** @type {HTMLButtonElement} */ (byId(id));
}

/**
 * The nearest element around the target of an event, or null.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * Set the attributes that have changed: the browser lays out less.
 * @param {Element} node
 * @param {Attributes} attributes
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
  }
}

/**
 * Tabs are one stop of the Tab key; arrows go from one to the next.
 * @param {KeyboardEvent} event
 */
export function moveInTabs(event) {
  const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  if (!step) return;
  event.preventDefault();
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  const at = tabs.findIndex((tab) => tab === event.target);
  const next = tabs[(at + step + tabs.length) % tabs.length];
  next.click();
  next.focus();
}

/**
 * @param {Element} tab
 * @param {boolean} isSelected
 */
export function markTab(tab, isSelected) {
  set(tab, { "aria-selected": String(isSelected), tabindex: isSelected ? 0 : -1 });
}

const SAID = 400; // milliseconds

/**
 * Let a screen reader say something. What was said just before is not lost.
 * @param {string} text
 */
export function speak(text) {
  const node = byId("spoken");
  const now = performance.now();
  const isSoon = now - Number(node.dataset.said ?? -SAID) < SAID;
  node.dataset.said = String(now);
  node.textContent = isSoon ? `${node.textContent}; ${text}` : text;
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
