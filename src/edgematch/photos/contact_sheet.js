// The contact sheet, corrected on the page: sides moved to other rows, groups named,
// steps undone, and the sheet saved as a file for `edgematch photo`.
const sheet = JSON.parse(document.getElementById("sheet").textContent);
const rows = document.getElementById("rows");
const figures = new Map();
for (const button of document.querySelectorAll("button.side")) {
  figures.set(button.dataset.side, button);
}
const undone = [];
let chosen = null;

const split = (group) =>
  /[+-]$/.test(group) ? [group.slice(0, -1), group.slice(-1)] : [group, ""];
const mate = (group) => {
  const [name, sign] = split(group);
  return name + { "+": "-", "-": "+", "": "" }[sign];
};

function groups() {
  const found = new Map();
  sheet.pieces.forEach((piece, number) => {
    (piece.sides ?? ["?", "?", "?", "?"]).forEach((group, side) => {
      if (!found.has(group)) found.set(group, []);
      found.get(group).push(`${number}.${side}`);
    });
  });
  const order = new Intl.Collator("en", { numeric: true });
  return [...found].sort(
    ([a], [b]) =>
      (a === "?") - (b === "?") ||
      order.compare(split(a)[0], split(b)[0]) ||
      (split(a)[1] === "-") - (split(b)[1] === "-"),
  );
}

function change(edit) {
  undone.push(JSON.stringify(sheet.pieces));
  edit();
  show();
}

function move(name, group) {
  const [number, side] = name.split(".").map(Number);
  change(() => {
    const piece = sheet.pieces[number];
    piece.sides = [...(piece.sides ?? ["?", "?", "?", "?"])];
    piece.sides[side] = group;
  });
  say(`${figures.get(name).title} is in group ${group} now`);
}

function rename(old, name) {
  change(() => {
    for (const piece of sheet.pieces) {
      piece.sides = piece.sides?.map((group) => (group === old ? name : group));
    }
  });
  say(`group ${old} is called ${name} now`);
}

const say = (words) => {
  document.getElementById("said").textContent = words;
};

function row(group, sides, all) {
  const section = document.createElement("section");
  const label = document.createElement("label");
  const input = Object.assign(document.createElement("input"), { value: group });
  label.append("Group ", input);
  const isRight = (name) => /^[^\s].*$/.test(name) && !/[+-]$/.test(split(name)[0]);
  input.addEventListener("change", () => {
    const name = input.value.trim();
    if (isRight(name) && split(name)[0]) rename(group, name);
    else {
      input.value = group;
      say("a group is a name, with one + or - behind it or none");
    }
  });
  const meets = document.createElement("small");
  const other = mate(group);
  meets.textContent =
    group === "?" ? "not known yet" : `meets ${other}${all.has(other) ? "" : ", which no side has"}`;
  const here = Object.assign(document.createElement("button"), {
    textContent: "Move here",
    disabled: chosen === null,
  });
  here.setAttribute("aria-label", `Move here: group ${group}`);
  here.addEventListener("click", () => {
    const name = chosen;
    chosen = null;
    move(name, group);
    figures.get(name).focus();
  });
  const head = document.createElement("div");
  head.append(label, meets, here);
  section.append(head, ...sides.map((side) => figures.get(side)));
  section.addEventListener("dragover", (event) => event.preventDefault());
  section.addEventListener("drop", (event) => {
    event.preventDefault();
    const name = event.dataTransfer.getData("text/plain");
    if (figures.has(name)) move(name, group);
  });
  return section;
}

function show() {
  const found = groups();
  const all = new Set(found.map(([group]) => group));
  const lines = found.map(([group, sides]) => row(group, sides, all));
  if (!all.has("?")) lines.push(row("?", [], all));
  rows.replaceChildren(...lines);
  for (const [name, button] of figures) {
    button.setAttribute("aria-pressed", String(name === chosen));
  }
  document.getElementById("undo").disabled = !undone.length;
}

for (const [name, button] of figures) {
  button.addEventListener("click", () => {
    chosen = chosen === name ? null : name;
    show();
    button.focus();
  });
  button.draggable = true;
  button.addEventListener("dragstart", (event) =>
    event.dataTransfer.setData("text/plain", name),
  );
}
document.getElementById("undo").addEventListener("click", () => {
  sheet.pieces = JSON.parse(undone.pop());
  say("undone");
  show();
});
document.getElementById("save").addEventListener("click", () => {
  const text = JSON.stringify(sheet, null, 1) + "\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "sheet.json";
  link.click();
  URL.revokeObjectURL(link.href);
  say("saved as sheet.json: put it in the place of the old one");
});
show();
