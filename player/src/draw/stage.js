/** The picture: renderer, lights, all batches, and what lies under and over them. */

import {
  Color,
  DirectionalLight,
  HemisphereLight,
  Scene,
  SRGBColorSpace,
  WebGLRenderer,
} from "three";
import { buildItems } from "../kinds/index.js";
import { Pose } from "../pose.js";
import { frameLines } from "./frames.js";
import { Ground } from "./ground.js";
import { linear } from "./materials.js";
import { Picker } from "./picker.js";
import { drawLegend, legendSize } from "./legend.js";
import { crisp, drawRuler, drawTriad } from "./ruler.js";
import { Shadows } from "./shadow.js";
import { Numbers, Words } from "./texts.js";
import { Views } from "./views.js";

// Height of the letters of the legend [px].
const LETTERS = 12;

const HIGHLIGHT = linear([1, 0.6, 0.05]);

/** A WebGL context, or null where the browser has none. */
export function openContext(canvas) {
  try {
    return canvas.getContext("webgl2", {
      alpha: true,
      antialias: true,
      stencil: true,
      preserveDrawingBuffer: true,
      powerPreference: "high-performance",
    });
  } catch {
    return null;
  }
}

export class Stage {
  constructor(scene, { canvas, under, triad, legend }, gl, changed) {
    this.scene = scene;
    this.under = under;
    this.triad = triad;
    this.legend = legend;
    this.changed = changed;
    this.renderer = new WebGLRenderer({ canvas, context: gl, alpha: true, stencil: true });
    this.renderer.setClearColor(0, 0);
    canvas.addEventListener("webglcontextrestored", () => this.refresh());
    this.views = new Views(scene, canvas, changed);
    if (scene.tones?.bar) this.views.aside = legendSize(LETTERS, 0).width;
    this.world = new Scene();
    this.pose = new Pose(scene);
    this.visible = new Uint8Array(scene.items.length).fill(1);
    this.shared = {
      screen: { value: [1, 1] },
      now: { value: 0 },
      backdrop: { value: [1, 1, 1] },
      ink: { value: [0, 0, 0] },
    };
    this.fill();
    this.light();
    this.densest = 2;
    this.state = 0;
    this.stale = true;
  }

  fill() {
    const { batches, lines, texts, detail, notes } = buildItems(this.scene, this.pose);
    this.notes = notes;
    this.drawn = [...batches, ...lines];
    for (const batch of batches) this.world.add(batch.build(detail < 2));
    for (const ribbons of lines) this.world.add(ribbons.build(this.shared));
    if (texts.length) {
      const words = new Words(texts);
      this.world.add(...words.meshes);
      this.drawn.push(words);
    }
    this.picker = new Picker(batches, lines);
    this.ground = new Ground(this.scene, this.views.up);
    this.groundWanted = true;
    this.world.add(this.ground.mesh);
    if (detail > 1) {
      this.shadows = new Shadows(batches, this.scene, this.views.up);
      this.world.add(this.shadows.group);
    }
    this.pose.set(0);
  }

  /** Soft light from the sky, a key light over the viewer's shoulder and a weak one opposite. */
  light() {
    this.sky = new HemisphereLight(0xffffff, 0xb4bccb, 1.75);
    this.key = new DirectionalLight(0xffffff, 1.7);
    this.rim = new DirectionalLight(0xdfe8ff, 0.45);
    if (this.views.up === "z") this.sky.position.set(0, 0, 1);
    this.world.add(this.sky, this.key, this.key.target, this.rim);
  }

  /** Numbers beside the items of the wanted families; made when first wanted. */
  showNumbers(wanted) {
    this.numbers?.mesh.removeFromParent();
    this.drawn = this.drawn.filter((part) => part !== this.numbers);
    this.numbers = null;
    const entries = this.scene.items
      .filter((item) => item.number >= 0 && !item.isPart && wanted(item))
      .map((item) => ({ item, ...this.anchor(item) }))
      .filter((entry) => entry.a);
    if (entries.length) {
      this.numbers = new Numbers(entries, this.shared);
      this.drawn.push(this.numbers);
      this.world.add(this.numbers.mesh);
    }
    this.refresh();
  }

  /** Axes of bodies and markers; made when first wanted. */
  showFrames(on) {
    this.framesWanted = on;
    this.frameLines ??= frameLines(this.scene, this.pose, this.shared);
    if (!this.frameLines) return;
    this.frameLines.mesh.removeFromParent();
    this.drawn = this.drawn.filter((part) => part !== this.frameLines);
    if (on) {
      this.drawn.push(this.frameLines);
      this.world.add(this.frameLines.mesh);
    }
    this.refresh();
  }

  /** Lets the camera go with an item (-1: with none). */
  follow(index, turning) {
    const item = this.scene.items[index];
    const { a = null } = item ? this.anchor(item) : {};
    this.views.attach(a, turning, this.pose);
    this.changed();
  }

  /** The two places between which the number of an item stands. */
  anchor(item) {
    const ends = item.ends ?? [item.point ?? item.points?.[0]];
    if (!ends.every(Array.isArray)) return {};
    const s = this.scene.scale;
    const [a, b = a] = ends.map((p) => ({
      f: this.pose.frame(p),
      x: p[1] * s,
      y: p[2] * s,
      z: p[3] * s,
    }));
    return { a, b };
  }

  resize(width, height) {
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, this.densest));
    this.renderer.setSize(width, height, false);
    this.views.resize(width, height);
    this.shared.screen.value = [width / 2, height / 2];
  }

  /** Colours of the theme: `ink` for lines and numbers, `backdrop` behind everything. */
  dress(colors) {
    this.colors = colors;
    const color = new Color();
    color.setStyle(colors.backdrop, SRGBColorSpace);
    this.shared.backdrop.value = [color.r, color.g, color.b];
    color.setStyle(colors.text, SRGBColorSpace);
    this.shared.ink.value = [color.r, color.g, color.b];
    this.ground.ink.value = colors.dark ? [0.75, 0.8, 0.9] : [0.32, 0.37, 0.45];
    if (this.shadows) this.shadows.strength = colors.dark ? 0.34 : 0.13;
    this.changed();
  }

  highlight(index) {
    if (index === this.lit) return;
    this.lit = index;
    for (const part of this.drawn) part.highlight(index, HIGHLIGHT);
    this.changed();
  }

  /** Less to draw, for machines that are slow at it. */
  simplify() {
    this.shadows?.group.removeFromParent();
    this.shadows = null;
    this.densest = 1;
    this.resize(this.views.width, this.views.height);
  }

  /** Everything is placed anew, also what does not move. */
  refresh() {
    this.stale = true;
    this.changed();
  }

  /** One picture of a state, or of a share of the way to the next one; true while the camera still glides. */
  draw(state, share) {
    const stale = this.stale;
    if (stale || state !== this.state || share !== this.pose.share) {
      this.pose.set(state, share);
      this.scene.tones?.set(state, share);
      for (const part of this.drawn) {
        if (stale || part.moving) part.update(this.pose, state, this.visible);
      }
      this.state = state;
      this.stale = false;
    }
    const { times } = this.scene;
    const span = times[times.length - 1] - times[0] || 1;
    const passed = times[state] - times[0] + (share ? share * (times[state + 1] - times[state]) : 0);
    this.shared.now.value = passed / span + 1e-6;
    const glides = this.views.update();
    const camera = this.views.look(this.pose);
    this.place(camera);
    this.ground.mesh.visible = this.groundWanted && !this.views.planar;
    if (this.shadows) this.shadows.group.visible = this.ground.mesh.visible;
    this.numbers?.arrange(camera, this.views.width, this.views.height);
    this.renderer.render(this.world, camera);
    const ruled = this.groundWanted && !this.scene.unitless;
    drawRuler(this.under, this.scene, this.views, this.colors, ruled);
    drawTriad(this.triad, this.views, this.colors);
    this.drawLegend();
    return glides;
  }

  /** The legend of colours at the right edge, below the top. */
  drawLegend() {
    const { tones } = this.scene;
    if (!tones?.bar || !this.legend) return;
    const { width, height } = this.views;
    const pen = crisp(this.legend, width, height);
    pen.clearRect(0, 0, width, height);
    drawLegend(pen, tones, this.colors, { right: width - 16, top: 14, px: LETTERS, height });
  }

  /** The key light follows the camera, so that no view is dark. */
  place(camera) {
    const e = camera.matrixWorld.elements;
    const mix = (r, u, b) => [0, 1, 2].map((k) => r * e[k] + u * e[4 + k] + b * e[8 + k]);
    this.key.position.set(...mix(-0.5, 0.9, 1.1));
    this.rim.position.set(...mix(0.9, -0.2, -0.8));
  }
}
