// The rows of a contact sheet: sides that look alike, to drag or move to other rows, to name and to pair.
// The contact sheet that `edgematch photo` writes has this module too, so it makes its elements itself.

/** @import { SideGroups, SideKey } from "../state/side_groups.js" */

import { freshName, groupsOf, isGroupName, mateOf, sideWords, UNKNOWN, withName, withPair, withSide } from "../state/side_groups.js";

const DRAGGED = "application/x-edgematch-side";

/**
 * @typedef {object} SheetView
 * @property {() => SideGroups} sides what is shown
 * @property {(key: SideKey) => HTMLElement} figure the button of a side, with its picture
 * @property {(sides: SideGroups) => void} change takes what was edited, and shows it
 * @property {(words: string) => void} say
 */

/**
 * Show the rows of a sheet, and let them be edited.
 * @param {HTMLElement} place
 * @param {SheetView} sheet
 * @returns {() => void} shows them again
 */
export function startSheetRows(place, sheet) {
  /** @type {SideKey | null} */
  let chosen = null;
  /** What is to have the focus when the rows are shown again. @type {string | null} */
  let focused = null;
  /** @type {(key: SideKey, group: string) => void} */
  const move = (key, group) => {
    focused = `[data-side="${key}"]`;
    sheet.change(withSide(sheet.sides(), key, group));
    sheet.say(`${sideWords(key)} is in group ${group} now`);
  };
  /** @param {Event} event @returns {HTMLElement | null} */
  const sideAt = (event) => event.target instanceof Element ? event.target.closest(".look-alike") : null;
  /** @param {Event} event @returns {HTMLElement | null} */
  const rowAt = (event) => event.target instanceof Element ? event.target.closest("[data-group]") : null;
  const show = () => {
    if (chosen !== null && Number(chosen.split(".")[0]) >= sheet.sides().length) chosen = null;
    const found = groupsOf(sheet.sides());
    const names = found.map(([group]) => group);
    if (!names.includes(UNKNOWN)) found.push([UNKNOWN, []]);
    place.replaceChildren(...found.map(([group, keys]) => row(group, keys, names)), row(freshName(sheet.sides()), [], names));
    if (focused) /** @type {HTMLElement | null} */ (place.querySelector(focused))?.focus();
    focused = null;
  };
  /** @type {(group: string, keys: SideKey[], names: string[]) => HTMLElement} */
  const row = (group, keys, names) => {
    const here = button("Move here", chosen === null, () => {
      const key = chosen;
      chosen = null;
      if (key !== null) move(key, group);
    });
    here.setAttribute("aria-label", `Move here: group ${group}`);
    const isNew = group !== UNKNOWN && !names.includes(group);
    const fields = group === UNKNOWN || isNew
      ? [node("span", "", isNew ? `A new group, ${group}` : "Not known yet")] : [nameField(group), pairField(group, names)];
    const head = node("div", "group-head", ...fields, here);
    const figures = keys.map((key) => {
      const figure = sheet.figure(key);
      figure.setAttribute("aria-pressed", String(key === chosen));
      return figure;
    });
    const section = node("section", "group", head, node("div", "group-sides", ...figures));
    section.dataset.group = group;
    section.setAttribute("role", "group");
    section.setAttribute("aria-label", `Group ${group}`);
    return section;
  };
  /** @param {string} group */
  const nameField = (group) => {
    const input = Object.assign(document.createElement("input"), { type: "text", value: group, maxLength: 60 });
    input.addEventListener("change", () => {
      const name = input.value.trim();
      if (!isGroupName(name)) {
        input.value = group;
        return sheet.say("a group is a name, with one + or - behind it or none");
      }
      focused = `[data-group="${CSS.escape(name)}"] input`;
      sheet.change(withName(sheet.sides(), group, name));
      sheet.say(`group ${group} is called ${name} now`);
    });
    return node("label", "", "Group ", input);
  };
  /** @type {(group: string, names: string[]) => HTMLElement} */
  const pairField = (group, names) => {
    const mate = mateOf(group);
    const select = document.createElement("select");
    for (const each of new Set([...names.filter((name) => name !== UNKNOWN), mate, group])) {
      const words = each === group ? "itself" : names.includes(each) ? each : `${each}, which no side has`;
      select.add(new Option(words, each, false, each === mate));
    }
    select.setAttribute("aria-label", `Group ${group} meets`);
    select.addEventListener("change", () => {
      focused = `[data-group="${CSS.escape(group)}"] select`;
      sheet.change(withPair(sheet.sides(), group, select.value));
      sheet.say(select.value === group ? `group ${group} meets itself now` : `group ${group} meets the sides of ${select.value} now`);
    });
    return node("label", "", "meets ", select);
  };
  place.addEventListener("click", (event) => {
    const key = sideAt(event)?.dataset.side;
    if (key === undefined) return;
    chosen = chosen === key ? null : key;
    focused = `[data-side="${key}"]`;
    show();
  });
  place.addEventListener("dragstart", (event) => event.dataTransfer?.setData(DRAGGED, sideAt(event)?.dataset.side ?? ""));
  place.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes(DRAGGED) || !rowAt(event)) return;
    event.preventDefault();
    event.stopPropagation(); // no file for the page
  });
  place.addEventListener("drop", (event) => {
    const key = event.dataTransfer?.getData(DRAGGED);
    const group = rowAt(event)?.dataset.group;
    if (!key || group === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(key, group);
  });
  return show;
}

/** @type {(name: string, className: string, ...children: (Node | string)[]) => HTMLElement} */
function node(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** @type {(text: string, isDisabled: boolean, onclick: () => void) => HTMLButtonElement} */
function button(text, isDisabled, onclick) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text, disabled: isDisabled });
  made.addEventListener("click", onclick);
  return made;
}
