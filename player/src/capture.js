/**
 * Pictures for files: the scene alone, without controls, at any time of the run.
 *
 * All layers of the stage are put together on one canvas, which is read as a data URL. This is much
 * faster than a picture of the page, where the browser draws without a graphics card.
 */

import { drawLegend, legendSize } from "./draw/legend.js";
import { INSET } from "./draw/views.js";
import { timeWriter } from "./format.js";
import { indexAt } from "./scene.js";

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
// Height of texts: a share of the picture's height, and at least so many pixels.
const TEXT = 1 / 45;
const LEAST = 13;
// Pixels at the top of the plane that texts cover.
const TOP = 46;

/** A view by name, or from a direction [x, y, z]: from where one looks at the middle. */
function look(views, view) {
  if (!Array.isArray(view)) {
    views.show(view);
    return;
  }
  views.show("iso");
  const [x, y, z] = view;
  // Straight along the axis that points up, the picture could not tell which side is up.
  const steep = views.up === "z" ? Math.hypot(x, y) < 5e-5 : Math.hypot(x, z) < 5e-5;
  const aside = !steep ? [0, 0, 0] : views.up === "z" ? [0, -1e-4, 0] : [0, 0, 1e-4];
  views.deep.position.set(x + aside[0], y + aside[1], z + aside[2]).add(views.orbit.target);
  views.fit();
}

export class Capture {
  /**
   * Prepares the page: the stage fills the window from now on.
   *
   * view: a name or a direction; theme: "light" or "dark"; title: a text at the top; time: whether
   * the time is written; plain: one color behind everything instead of a gradient
   */
  constructor(player, { view, theme = "light", title = "", time = true, plain = false } = {}) {
    if (!player.stage) throw new Error("this browser offers no WebGL 2");
    this.player = player;
    Object.assign(this, { title, plain, writes: time });
    this.write = timeWriter(player.clock.first, player.clock.last);
    player.clock.pause();
    player.togglePanel(false);
    const main = player.frame.parentElement;
    for (const part of player.root.children) part.hidden = part !== main;
    for (const part of [player.root, main]) part.style.minHeight = 0;
    player.measure();
    player.theme.choose(theme);
    this.px = Math.max(LEAST, Math.round(TEXT * player.frame.clientHeight));
    player.stage.views.inset = { ...INSET, top: TOP };
    if (player.scene.tones?.bar) player.stage.views.aside = legendSize(this.px, 0).width;
    look(player.stage.views, view ?? (player.scene.planar ? "2d" : "iso"));
    this.canvas = document.createElement("canvas");
    this.canvas.width = player.frame.clientWidth;
    this.canvas.height = player.frame.clientHeight;
    this.pen = this.canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  }

  /** The picture at a time [s] as a data URL; `type` is image/png or image/jpeg. */
  frame(time, type = "image/png") {
    const { clock, stage } = this.player;
    const { times } = clock;
    const wanted = Math.min(clock.last, Math.max(clock.first, Number(time)));
    const state = indexAt(times, wanted);
    const step = times[state + 1] - times[state];
    stage.draw(state, step > 0 ? (wanted - times[state]) / step : 0);
    this.compose(wanted);
    return this.canvas.toDataURL(type, 0.95);
  }

  compose(time) {
    const { pen, player } = this;
    const { width, height } = this.canvas;
    pen.fillStyle = this.backdrop();
    pen.fillRect(0, 0, width, height);
    pen.drawImage(player.under, 0, 0, width, height);
    pen.drawImage(player.canvas, 0, 0, width, height);
    if (!player.stage.views.planar) {
      const { triad } = player;
      const { offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h } = triad;
      pen.drawImage(triad, x, y, w, h);
    }
    const { colors } = player.stage;
    if (player.scene.tones?.bar) {
      const { px } = this;
      drawLegend(pen, player.scene.tones, colors, { right: width - px, top: 3.2 * px, px: 0.9 * px, height });
    }
    pen.textBaseline = "top";
    let room = width - 2 * this.px;
    if (this.writes) {
      const told = `t = ${this.write(time)} s`;
      room -= this.text(told, width - this.px, 500, "right", room, colors) + this.px;
    }
    if (this.title) this.text(this.title, this.px, 600, "left", room, colors);
  }

  /** Writes a text, shortened to the room that it has; returns its width. */
  text(words, x, weight, align, room, { text, halo }) {
    const { pen, px } = this;
    pen.font = `${weight} ${px}px ${FONT}`;
    pen.fontVariantNumeric = "tabular-nums";
    pen.textAlign = align;
    pen.lineJoin = "round";
    pen.lineWidth = px / 4;
    pen.strokeStyle = halo;
    pen.fillStyle = text;
    let shown = words;
    for (let n = words.length - 1; n > 0 && pen.measureText(shown).width > room; n--) {
      shown = `${words.slice(0, n).trimEnd()}…`;
    }
    pen.strokeText(shown, x, px);
    pen.fillText(shown, x, px);
    return pen.measureText(shown).width;
  }

  /** What lies behind the scene: the colors of the style sheet. */
  backdrop() {
    const { frame, stage } = this.player;
    const { backgroundImage } = getComputedStyle(frame);
    const stops = this.plain ? [] : (backgroundImage.match(/rgba?\([^)]*\)/g) ?? []);
    if (stops.length < 2) return stage.colors.backdrop;
    const gradient = this.pen.createLinearGradient(0, 0, 0, this.canvas.height);
    stops.forEach((color, i) => gradient.addColorStop(i / (stops.length - 1), color));
    return gradient;
  }
}
