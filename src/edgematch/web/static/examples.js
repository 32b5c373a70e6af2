// What can be written into the text box: an example of each kind of puzzle.

import { button, el, field, menu } from "./dom.js";

/** @typedef {{ title: string, about: string, text: string }} Example */

/** @type {Example[]} */
const EXAMPLES = [
  {
    title: "nine squares with halves",
    about: "A square on each line, its sides clockwise from the top. Upper case for heads, lower case for tails; red-head and red-tail or red+ and red- are read too.",
    text: "r Y B G\nB b G y\ng r y B\ny r g b\nR G B Y\nB r R g\nY R y g\nY r b g\nr y b g",
  },
  {
    title: "plain colors",
    about: "A square on each line, its sides clockwise from the top, as words, letters or numbers.",
    text: "yellow red red blue\nblue green orange green\ngreen orange red red\nyellow red red green\nred green orange blue\ngreen orange blue orange\nred orange red green\ngreen green red green\nyellow green orange blue",
  },
  {
    title: "Eternity II piece list",
    about: "A piece on each line, four numbers each; 0 is the rim. The order of the sides is found from the pieces.",
    text: "2 0 0 3\n0 2 3 3\n3 0 1 1\n1 3 2 3\n0 3 3 0\n3 2 0 0\n0 3 2 3\n0 2 3 3\n0 3 1 0",
  },
  {
    title: "Tetravex",
    about: "A square on each line, four digits each, clockwise from the top. Squares are not turned.",
    text: "0642\n9284\n9209\n3570\n9078\n7426\n3695\n2422\n7994",
  },
  {
    title: "viewer link",
    about: "A link of the Eternity II viewer, also one that is broken over several lines.",
    text: "e2.bucas.name/#puzzle=example&board_w=3&board_h=3&board_edges=adcaadcdaaddcddacdbddacddbaabdabcaad",
  },
];

/**
 * A menu of examples, and a button that puts the chosen one into the text box.
 * @param {HTMLTextAreaElement} box
 */
export function exampleChooser(box) {
  const choice = menu({ id: "example" }, EXAMPLES.map(({ title }, at) => [at, title]));
  const about = el("p", { class: "about" });
  const text = el("pre", { tabindex: 0, "aria-label": "The example" });
  const show = () => {
    const example = EXAMPLES[Number(choice.value)];
    about.textContent = example.about;
    text.textContent = example.text;
  };
  const use = () => {
    box.value = EXAMPLES[Number(choice.value)].text;
    box.focus();
  };
  choice.addEventListener("change", show);
  show();
  return el("div", { class: "example" },
    el("div", { class: "example-choice" }, field("Example", choice), button("Put it into the box", use, { id: "use-example" })),
    about, text);
}
