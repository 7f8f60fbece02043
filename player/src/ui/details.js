/** What the list tells about the chosen item: type, parameters, and outputs in the shown state. */

import { number } from "../format.js";
import { make } from "./dom.js";

const OF = { body: "object", connector: "object", ground: "object" };
const FAR = 2000;

/** Entries of the details by family and number of an item: its type and its place in the type. */
function indexOf(details) {
  const found = new Map();
  for (const type of details) {
    type.numbers.forEach((item, row) => found.set(`${type.of} ${item}`, { type, row }));
  }
  return found;
}

/** Three numbers of a vector as one text; what is tiny against the others is zero. */
function vector(values) {
  const size = Math.max(...values.map(Math.abs));
  const shown = (value) => (Math.abs(value) < 1e-9 * size ? "0" : number(value));
  return values.map(shown).join("  ");
}

export class Details {
  constructor(scene) {
    this.scene = scene;
    this.index = -1;
    this.element = make("section", { class: "lw-details", "aria-label": "Chosen item", hidden: true });
  }

  entry(item) {
    this.entries ??= indexOf(this.scene.details);
    return this.entries.get(`${OF[item.family] ?? item.family} ${item.number}`);
  }

  /** [name, value, unit] of the parameters of an item. */
  parameters(item) {
    const found = this.entry(item);
    if (!found) return [];
    return found.type.parameters.map(({ name, unit, value, values }) => [
      String(name),
      String(value ?? values[found.row]),
      String(unit),
    ]);
  }

  /** [name, value, unit] of the outputs of an item in a state. */
  outputs(item, frame) {
    const found = this.entry(item);
    if (!found) return [];
    const rows = [];
    for (const { name, unit, components, numbers, values } of found.type.outputs) {
      const place = numbers.indexOf(item.number);
      if (place < 0) continue;
      const width = components.length;
      const from = (frame * numbers.length + place) * width;
      const recorded = this.scene.array(values).subarray(from, from + width);
      rows.push([String(name), vector(Array.from(recorded)), String(unit)]);
    }
    return rows;
  }

  /** Everything about an item in a state, for the page and for scripts; null if it is unknown. */
  told(index, frame) {
    const item = this.scene.items[index];
    if (!item) return null;
    const { name, type, label } = item;
    const parts = this.parameters(item);
    return { name, type, label, parameters: parts, outputs: this.outputs(item, frame) };
  }

  show(index, frame) {
    this.index = index;
    const told = this.told(index, frame);
    this.element.hidden = !told;
    if (!told) return;
    this.values = told.outputs.map(([, value]) => make("td", { class: "lw-now" }, value));
    const row = ([name, value, unit], cell) =>
      make("tr", {}, make("th", {}, name), cell ?? make("td", {}, value), make("td", {}, unit));
    const table = (title, rows) =>
      rows.length ? [make("h3", {}, title), make("table", {}, make("tbody", {}, ...rows))] : [];
    const { items } = this.scene;
    const many = items.length > FAR && !told.outputs.length && items[index].family !== "marker";
    this.element.replaceChildren(
      make("h2", { title: told.label }, told.name || told.label),
      make("p", {}, told.type ? `${told.label.replace(/ '.*'/, "")}` : told.label),
      ...table(
        "Outputs",
        told.outputs.map((each, k) => row(each, this.values[k])),
      ),
      ...(many ? [make("p", {}, "Pages of large models hold no outputs; use sensors.")] : []),
      ...table(
        "Parameters",
        told.parameters.map((each) => row(each)),
      ),
    );
    this.frame = frame;
  }

  /** New values when another state is shown. */
  update(frame) {
    if (this.element.hidden || frame === this.frame) return;
    this.frame = frame;
    this.outputs(this.scene.items[this.index], frame).forEach(([, value], k) => {
      this.values[k].textContent = value;
    });
  }
}
