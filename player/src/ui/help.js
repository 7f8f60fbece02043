/** Overlay with all keys. */

import { button, make } from "./dom.js";

const KEYS = [
  ["Space", "play or pause"],
  ["← →", "one state back or on (with Shift: ten)"],
  ["Home, End", "first or last state"],
  ["+ −", "faster or slower"],
  ["L", "loop"],
  ["F", "fit the scene into the window"],
  ["1 2 3", "view along x, y, z"],
  ["4", "isometric view"],
  ["5", "2D view of the x-y plane"],
  ["C", "follow the chosen body; again: turn with it; again: stay"],
  ["A", "axes of bodies and markers"],
  ["G", "grid"],
  ["I", "list of items"],
  ["T", "light or dark"],
  ["?", "this help"],
];
const MOUSE =
  "Drag to turn (in 2D: to move), wheel or two fingers to zoom, right button to move. " +
  "Click or drag in the chart to seek.";

export class Help {
  constructor() {
    const rows = KEYS.map(([keys, text]) =>
      make(
        "tr",
        {},
        make("th", {}, ...keys.split(" ").map((key) => make("kbd", {}, key.replace(",", "")))),
        make("td", {}, text),
      ),
    );
    this.close = button("close", "Close help", () => this.show(false), { class: "lw-close" });
    this.element = make(
      "div",
      { class: "lw-help", role: "dialog", "aria-label": "Keys", hidden: true },
      make(
        "div",
        {},
        this.close,
        make("h2", {}, "Keys"),
        make("table", {}, make("tbody", {}, ...rows)),
        make("p", {}, MOUSE),
      ),
    );
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.show(false);
    });
  }

  show(on) {
    this.element.hidden = !on;
    if (on) this.close.focus({ preventScroll: true });
  }

  get open() {
    return !this.element.hidden;
  }
}
