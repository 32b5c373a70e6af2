// What is chosen in a form survives a reload: every field that a person has changed.

import { recall, remember } from "./session.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */
/** @typedef {Record<string, string | boolean>} Values by the key of the control */

/**
 * Fill in a form as it was left, and remember what is changed from now on.
 * @param {HTMLElement} form
 * @param {string} name
 */
export function rememberForm(form, name) {
  const values = /** @type {Values} */ ({ ...recall(name) });
  fillIn(form, values);
  /** @param {Event} event */
  const note = ({ target }) => {
    if (!isControl(target) || !keyOf(target)) return;
    values[keyOf(target)] = valueOf(target);
    remember(name, values);
  };
  for (const kind of ["input", "change"]) form.addEventListener(kind, note); // a field that is still being typed in tells no change
}

/**
 * One control after the other, as a person would: some bring others, such as an engine its options.
 * @param {HTMLElement} form
 * @param {Values} values
 */
function fillIn(form, values) {
  const done = new Set();
  for (;;) {
    const next = controlsOf(form).find((each) => keyOf(each) in values && !done.has(keyOf(each)));
    if (!next) return;
    done.add(keyOf(next));
    if (valueOf(next) === values[keyOf(next)] || !accepts(next, values[keyOf(next)])) continue;
    setValue(next, values[keyOf(next)]);
    const fold = next.closest("details");
    if (fold) fold.open = true; // what differs from the defaults is in sight
    for (const kind of ["input", "change"]) next.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}

/**
 * @param {EventTarget | null} node
 * @returns {node is Control}
 */
const isControl = (node) => node instanceof HTMLInputElement || node instanceof HTMLSelectElement;

/** @param {HTMLElement} form */
const controlsOf = (form) => /** @type {Control[]} */ ([...form.querySelectorAll("input, select")]);

/**
 * What tells a control from all others of its form: its id, or the chosen engine and the name of the option.
 * @param {Control} control
 * @returns {string} empty if nothing does
 */
function keyOf(control) {
  const { option } = control.dataset;
  if (control.id || !option) return control.id;
  for (let node = control.parentElement; node; node = node.parentElement) {
    const engine = /** @type {HTMLSelectElement | null} */ (node.querySelector("select[id]"));
    if (engine) return `${engine.id} ${engine.value} ${option}`;
  }
  return "";
}

/** @param {Control} control */
const valueOf = (control) => isTickBox(control) ? control.checked : control.value;

/**
 * @param {Control} control
 * @returns {control is HTMLInputElement}
 */
const isTickBox = (control) => control instanceof HTMLInputElement && control.type === "checkbox";

/**
 * @param {Control} control
 * @param {string | boolean} value
 */
function accepts(control, value) {
  if (isTickBox(control)) return typeof value === "boolean";
  if (control instanceof HTMLSelectElement) return [...control.options].some((each) => each.value === value);
  return typeof value === "string";
}

/**
 * @param {Control} control
 * @param {string | boolean} value
 */
function setValue(control, value) {
  if (isTickBox(control)) control.checked = Boolean(value);
  else control.value = String(value);
}
