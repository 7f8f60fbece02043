/** The player: puts scene, controls and chart together and draws when something changed. */

import { Clock } from "./clock.js";
import { openContext, Stage } from "./draw/stage.js";
import { timeWriter } from "./format.js";
import { Bar } from "./ui/bar.js";
import { Chart } from "./ui/chart.js";
import { make, setIcon } from "./ui/dom.js";
import { Help } from "./ui/help.js";
import { Hover } from "./ui/hover.js";
import { listen } from "./ui/keys.js";
import { header, message } from "./ui/layout.js";
import { groupOf, Panel } from "./ui/panel.js";
import { Theme } from "./ui/theme.js";

const NO_WEBGL =
  "This browser offers no WebGL 2, so the scene cannot be drawn. " +
  "Switch on hardware acceleration or try another browser. The chart still works.";

const SLOW = 45;

export class Player {
  constructor(root, scene) {
    this.root = root;
    this.scene = scene;
    this.picked = -1;
    this.leading = -1;
    this.turning = false;
    this.cost = 0;
    this.changed = this.changed.bind(this);
    this.clock = new Clock(scene.times, this.changed);
    this.theme = new Theme(root, scene.defaults, (colors) => this.dress(colors));
    this.help = new Help();
    this.bar = new Bar(this.clock, timeWriter(this.clock.first, this.clock.last));
    this.chart = scene.sensors.length
      ? new Chart(scene, this.clock, (time) => this.clock.seekTime(time))
      : null;
    this.panel = new Panel(scene, {
      show: (group, on) => this.showGroup(group, on),
      highlight: (index) => this.pick(index === this.picked ? -1 : index),
      numbers: (on) => this.stage?.showNumbers(() => on),
    });
    this.lay();
    this.openStage();
    this.start();
  }

  lay() {
    this.canvas = make("canvas", { class: "lw-gl", "aria-label": "Scene", role: "img" });
    this.under = make("canvas", { class: "lw-under" });
    this.triad = make("canvas", { class: "lw-triad" });
    this.legend = make("canvas", { class: "lw-legend" });
    this.hover = new Hover(this);
    this.frame = make(
      "section",
      { class: "lw-stage" },
      this.under,
      this.canvas,
      this.triad,
      this.legend,
      this.hover.element,
    );
    this.root.classList.add("lw");
    this.root.replaceChildren(
      ...[
        header(this),
        make("main", { class: "lw-main" }, this.frame, this.panel.element),
        this.chart?.element,
        this.bar.element,
        this.help.element,
      ].filter(Boolean),
    );
    this.togglePanel(this.root.clientWidth >= 1000 && this.scene.items.length > 0);
  }

  openStage() {
    const gl = openContext(this.canvas);
    if (!gl) {
      this.root.classList.add("lw-flat");
      this.frame.append(message(NO_WEBGL));
      this.note([]);
      return;
    }
    this.stage = new Stage(this.scene, this, gl, this.changed);
    this.note(this.stage.notes);
  }

  note(further) {
    const notes = [...this.scene.notes, ...further];
    this.noteLine.textContent = notes.join(" · ");
    this.noteLine.title = notes.join("\n");
    this.noteLine.hidden = notes.length === 0;
    this.notes = notes;
  }

  start() {
    this.measure();
    this.stage?.views.show(this.scene.planar ? "2d" : "iso");
    const all = Boolean(this.scene.defaults.showNumbers);
    const wanted = (item) => all || Boolean(item.showNumber);
    const any = this.scene.items.some(wanted);
    if (any) this.stage?.showNumbers(wanted);
    this.panel.numberBox.checked = any;
    this.theme.apply();
    listen(this);
    new ResizeObserver(() => {
      if (this.measure()) this.drawNow();
    }).observe(this.frame);
    this.drawNow();
  }

  /** Takes over the size of the window; true if it has changed. */
  measure() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    const dense = window.devicePixelRatio;
    const same =
      this.size?.width === width && this.size.height === height && this.size.dense === dense;
    this.size = { width, height, dense };
    if (same || !width || !height) return false;
    this.stage?.resize(width, height);
    // Until the user moves the camera, the scene stays fitted to the window.
    if (this.stage && !this.stage.views.touched) this.stage.views.fit();
    this.chart?.resize();
    return true;
  }

  dress(colors) {
    this.stage?.dress(colors);
    const style = getComputedStyle(this.root);
    const read = (name) => style.getPropertyValue(name).trim();
    this.chart?.dress({
      uiDark: this.theme.name === "dark",
      muted: read("--muted"),
      grid: read("--grid"),
      gridStrong: read("--line"),
      cursor: read("--accent"),
    });
    this.changed();
  }

  /** Asks for a picture; any number of requests gives one. */
  changed() {
    if (this.asked) return;
    this.asked = requestAnimationFrame((now) => {
      this.asked = 0;
      this.clock.tick(now);
      this.govern(now);
      this.draw();
      if (this.clock.playing) this.changed();
    });
  }

  /** Gives up shadows and fine pixels where a dozen pictures in a row came too slowly. */
  govern(now) {
    const slow = this.clock.playing && now - this.drawnAt > SLOW;
    this.slowOnes = slow ? (this.slowOnes ?? 0) + 1 : 0;
    this.drawnAt = now;
    if (this.slowOnes === 12) this.stage?.simplify();
  }

  /** Draws the current state at once; a picture that was asked for is thereby done. */
  drawNow() {
    if (!this.clock.playing) {
      cancelAnimationFrame(this.asked);
      this.asked = 0;
    }
    this.draw();
  }

  draw() {
    const before = performance.now();
    this.bar.update();
    this.chart?.draw();
    this.panel.details.update(this.clock.frame);
    if (this.stage && this.size.width && this.size.height) {
      const glides = this.stage.draw(this.clock.frame, this.clock.share);
      this.hover.update();
      this.markView();
      if (glides) this.changed();
    }
    this.cost = performance.now() - before;
  }

  markView() {
    const { name } = this.stage.views;
    if (name === this.shownView) return;
    this.shownView = name;
    for (const [key, face] of this.viewFaces)
      face.setAttribute("aria-pressed", String(key === name));
    this.frame.classList.toggle("lw-plane", name === "2d");
  }

  view(name) {
    this.stage?.views.show(name);
    this.changed();
  }

  fit() {
    this.stage?.views.fit();
    this.changed();
  }

  toggleGrid() {
    if (!this.stage) return;
    this.stage.groundWanted = !this.stage.groundWanted;
    this.gridButton.setAttribute("aria-pressed", String(this.stage.groundWanted));
    this.changed();
  }

  toggleFrames() {
    if (!this.stage) return;
    this.stage.showFrames(!this.stage.framesWanted);
    this.framesButton.setAttribute("aria-pressed", String(this.stage.framesWanted));
  }

  /** The item that the camera is to follow: the chosen one, else the first body that moves. */
  leader() {
    const { items } = this.scene;
    if (this.picked >= 0) return this.picked;
    const moves = ({ family, point, ends }) =>
      family === "body" && (point ?? ends?.[0])?.[0] >= 0;
    return items.findIndex(moves);
  }

  /** Lets the camera stay, go with an item, or turn with it, too. */
  follow(index, turning = false) {
    if (!this.stage) return;
    this.leading = this.scene.items[index] ? index : -1;
    this.turning = this.leading >= 0 && Boolean(turning);
    this.draw(); // the camera goes to where the body is now
    this.stage.follow(this.leading, this.turning);
    const name = this.scene.items[this.leading]?.label;
    const label = name
      ? `The camera ${this.turning ? "turns with" : "follows"} ${name} (c)`
      : "Follow the chosen body (c)";
    setIcon(this.followButton, this.turning ? "turning" : "follow");
    Object.assign(this.followButton, { title: label });
    this.followButton.setAttribute("aria-label", label);
    this.followButton.setAttribute("aria-pressed", String(this.leading >= 0));
  }

  /** One further: off, follow, turn with it, off; another chosen item is followed at once. */
  nextFollow() {
    const leader = this.leader();
    if (this.leading < 0 || leader !== this.leading) this.follow(leader);
    else if (this.turning) this.follow(-1);
    else this.follow(leader, true);
  }

  togglePanel(on = this.panel.element.hidden) {
    this.panel.element.hidden = !on;
    this.listButton.setAttribute("aria-pressed", String(on));
    this.changed();
  }

  showGroup(group, on) {
    if (!this.stage) return;
    for (const item of this.scene.items) {
      if (groupOf(item) === group) this.stage.visible[item.index] = on ? 1 : 0;
    }
    this.stage.refresh();
  }

  itemAt(x, y) {
    if (!this.stage) return -1;
    const { picker, views, visible } = this.stage;
    return picker.at(x, y, views, visible);
  }

  pick(index) {
    this.picked = index;
    this.panel.choose(index, this.clock.frame);
    this.light();
    this.changed();
  }

  light() {
    const hovered = this.hover.index ?? -1;
    const index = hovered >= 0 ? hovered : this.picked;
    this.stage?.highlight(index);
    this.canvas.classList.toggle("lw-over", hovered >= 0);
  }

  /** Places of the outline of the whole run in the window [px]. */
  outline() {
    this.drawNow();
    return this.stage ? this.stage.views.pixels(this.scene.outline) : [];
  }

  escape() {
    if (this.help.open) this.help.show(false);
    else this.pick(-1);
  }

  state() {
    const { clock, stage, scene } = this;
    return {
      frame: clock.frame,
      frames: clock.count,
      share: clock.share,
      time: clock.time,
      playing: clock.playing,
      loop: clock.loop,
      speed: clock.speed,
      view: stage ? stage.views.name : null,
      theme: this.theme.name,
      title: scene.title,
      items: scene.items.length,
      sensors: scene.sensors.length,
      highlighted: this.stage?.lit ?? -1,
      grid: Boolean(stage?.groundWanted),
      frameAxes: Boolean(stage?.framesWanted),
      follows: this.leading,
      turns: this.turning,
      webgl: Boolean(stage),
      contour: scene.tones && { name: scene.tones.name, range: [...scene.tones.range] },
      notes: this.notes,
      milliseconds: this.cost,
    };
  }
}
