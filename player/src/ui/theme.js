/** Light and dark: follows the system until the user chooses. */

const LIGHT = {
  dark: false,
  backdrop: "#eef1f5",
  text: "#4a5463",
  halo: "rgba(244,246,249,0.9)",
  minor: "rgba(60,72,92,0.065)",
  major: "rgba(60,72,92,0.15)",
  axis: "rgba(60,72,92,0.42)",
  x: "#d64545",
  y: "#2c9a5b",
  z: "#3569d4",
};
const DARK = {
  dark: true,
  backdrop: "#171a20",
  text: "#a9b3c3",
  halo: "rgba(22,25,31,0.9)",
  minor: "rgba(200,212,235,0.05)",
  major: "rgba(200,212,235,0.12)",
  axis: "rgba(200,212,235,0.36)",
  x: "#ff7b72",
  y: "#56c98a",
  z: "#79a8ff",
};

function css([r, g, b, a = 1]) {
  return `rgba(${[r, g, b].map((c) => Math.round(255 * c)).join(", ")}, ${a})`;
}

function luminance([r, g, b]) {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export class Theme {
  constructor(root, defaults, changed) {
    this.root = root;
    this.defaults = defaults;
    this.changed = changed;
    this.system = window.matchMedia?.("(prefers-color-scheme: dark)");
    this.chosen = null;
    this.system?.addEventListener?.("change", () => this.apply());
  }

  get name() {
    return this.chosen ?? (this.system?.matches ? "dark" : "light");
  }

  toggle() {
    this.choose(this.name === "dark" ? "light" : "dark");
  }

  choose(name) {
    this.chosen = name;
    this.apply();
  }

  /** A wanted background decides which set of grid and label colours can be read on it. */
  colors() {
    const { background, text } = this.defaults;
    const dark = background ? luminance(background) < 0.4 : this.name === "dark";
    const colors = { ...(dark ? DARK : LIGHT) };
    if (background)
      Object.assign(colors, { backdrop: css(background.slice(0, 3)), halo: css(background) });
    if (text) colors.text = css(text);
    return colors;
  }

  apply() {
    this.root.dataset.theme = this.name;
    const { background } = this.defaults;
    if (background) this.root.style.setProperty("--stage", css(background));
    this.changed(this.colors());
  }
}
