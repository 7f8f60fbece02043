/** List of all items by family, with switches and names to click on. */

import { Details } from "./details.js";
import { icon, make } from "./dom.js";

const NAMES = {
  body: "Bodies",
  node: "Nodes",
  connector: "Connectors",
  marker: "Markers",
  load: "Loads",
  sensor: "Traces",
  support: "Supports",
  ground: "Ground",
};
const MOST = 300;

/** Supports are a family of their own here, whatever family they were drawn for. */
export function groupOf(item) {
  return item.kind === "support" ? "support" : item.family;
}

export class Panel {
  constructor(scene, { show, highlight, numbers }) {
    this.shapes = scene.shapes;
    this.tones = scene.tones;
    this.show = show;
    this.highlight = highlight;
    this.groups = new Map();
    for (const item of scene.items) {
      if (item.isPart) continue;
      const group = groupOf(item);
      if (!this.groups.has(group)) this.groups.set(group, { items: [], shown: true });
      this.groups.get(group).items.push(item);
    }
    this.filter = make("input", {
      type: "search",
      placeholder: "Find an item",
      "aria-label": "Find an item",
      oninput: () => this.fill(),
    });
    this.body = make("div", { class: "lw-list" });
    this.details = new Details(scene);
    const box = make("input", { type: "checkbox", onchange: () => numbers(box.checked) });
    this.numberBox = box;
    this.element = make(
      "aside",
      { class: "lw-panel", "aria-label": "Items" },
      make("div", { class: "lw-panel-head" }, this.filter),
      this.body,
      this.details.element,
      make("label", { class: "lw-switch lw-numbers" }, box, make("span", {}, "Item numbers")),
    );
    this.fill();
  }

  fill() {
    const wanted = this.filter.value.trim().toLowerCase();
    const order = Object.keys(NAMES).filter((name) => this.groups.has(name));
    const groups = order.map((name) => this.group(name, wanted));
    this.body.replaceChildren(...groups.filter((group) => !wanted || group.dataset.found !== "0"));
  }

  group(name, wanted) {
    const group = this.groups.get(name);
    const found = wanted
      ? group.items.filter((item) =>
          `${item.name} ${item.type} ${item.label}`.toLowerCase().includes(wanted),
        )
      : group.items;
    const box = make("input", {
      type: "checkbox",
      "aria-label": `Show ${NAMES[name].toLowerCase()}`,
      onchange: () => {
        group.shown = box.checked;
        this.show(name, box.checked);
      },
      onclick: (event) => event.stopPropagation(),
    });
    box.checked = group.shown;
    const rows = make("div", { class: "lw-rows" });
    const details = make(
      "details",
      { "data-family": name, "data-found": found.length },
      make(
        "summary",
        {},
        icon("open"),
        box,
        make("span", {}, NAMES[name]),
        make("em", {}, String(found.length)),
      ),
      rows,
    );
    // Rows are made when the family is opened: a model may have thousands.
    details.addEventListener("toggle", () => {
      group.open = details.open;
      if (details.open && !rows.children.length) this.rows(rows, found);
    });
    details.open = Boolean(
      wanted ? found.length && found.length < 50 : (group.open ?? group.items.length <= 12),
    );
    return details;
  }

  /** Colour of an item in the list; a shape has its own, and an output has a range of them. */
  dot(item) {
    const css = (color) => `rgb(${color.slice(0, 3).map((c) => Math.round(255 * c)).join(" ")})`;
    if (this.tones && item.tone >= 0) return `linear-gradient(45deg, ${this.tones.colors.map(css)})`;
    return css((item.kind === "shape" && this.shapes[item.shape]?.color) || item.color);
  }

  rows(rows, found) {
    const row = (item) =>
      make(
        "button",
        {
          type: "button",
          class: "lw-row",
          title: item.label,
          "data-item": item.index,
          onclick: () => this.highlight(item.index),
        },
        make("i", { style: `--dot: ${this.dot(item)}` }),
        make("span", {}, item.name || item.label),
        item.type ? make("small", {}, item.type) : null,
      );
    rows.append(...found.slice(0, MOST).map(row));
    if (found.length > MOST) {
      rows.append(make("p", {}, `${found.length - MOST} more: type above to find one`));
    }
    this.mark(this.marked);
  }

  /** Shows what is known about an item (-1: nothing), and its row in the list. */
  choose(index, frame) {
    this.details.show(index, frame);
    this.mark(index);
    this.body.querySelector(".lw-lit")?.scrollIntoView({ block: "nearest" });
  }

  mark(index) {
    this.marked = index;
    for (const row of this.body.querySelectorAll(".lw-row")) {
      row.classList.toggle("lw-lit", Number(row.dataset.item) === index);
    }
  }
}
