/** Texts in the scene: words of the graphics data, and item numbers from a small atlas. */

import {
  CanvasTexture,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LinearFilter,
  Mesh,
  ShaderMaterial,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector3,
} from "three";
import { isDue } from "./batch.js";

const FONT = 'system-ui, "Segoe UI", Roboto, sans-serif';
const GLYPHS = "0123456789nomlsg";
const CELL = 32;
/** Width of a letter relative to its height. */
const LETTER = 0.6;
const LETTERS = {
  node: "n",
  body: "o",
  connector: "o",
  marker: "m",
  load: "l",
  sensor: "s",
  ground: "g",
};

function textTexture(text, color) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const lines = text.split("\n").slice(0, 20);
  pen.font = `48px ${FONT}`;
  const width = Math.max(1, ...lines.map((line) => pen.measureText(line).width));
  canvas.width = Math.min(2048, Math.ceil(width) + 8);
  canvas.height = 60 * lines.length;
  pen.font = `48px ${FONT}`;
  pen.textBaseline = "middle";
  pen.fillStyle = `rgb(${color
    .slice(0, 3)
    .map((c) => Math.round(255 * c))
    .join(" ")})`;
  lines.forEach((line, i) => pen.fillText(line, 4, 60 * i + 31, canvas.width - 8));
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.generateMipmaps = false;
  texture.minFilter = LinearFilter;
  return { texture, shape: canvas.width / canvas.height, lines: lines.length };
}

/** Words that face the camera. */
export class Words {
  constructor(texts) {
    this.moving = true;
    this.entries = texts.map((entry) => {
      // Words lie over everything: a text inside a body could not be read.
      const material = new SpriteMaterial({ opacity: entry.color[3], depthTest: false });
      const sprite = new Sprite(material);
      sprite.renderOrder = 4;
      sprite.visible = false;
      return { ...entry, sprite };
    });
  }

  /** Draws the text of an entry, which is needed while it is seen. */
  write(entry) {
    const { sprite } = entry;
    const { texture, shape, lines } = textTexture(entry.text, entry.color);
    sprite.material.map = texture;
    sprite.material.needsUpdate = true;
    const high = 1.3 * entry.height * lines;
    const [right, up] = entry.offset;
    const anchor = { center: 0.5, right: 1 }[entry.align] ?? 0;
    const left = (LETTER * right * entry.height) / (high * shape);
    sprite.center.set(anchor - left, 0.5 - (up * entry.height) / high);
    sprite.scale.set(high * shape, high, 1);
  }

  /** Gives up the picture of a text that belongs to some states only: there may be thousands. */
  forget({ sprite: { material } }) {
    material.map.dispose();
    material.map = null;
  }

  get meshes() {
    return this.entries.map((entry) => entry.sprite);
  }

  update(pose, state, visible) {
    for (const entry of this.entries) {
      const { item, place, sprite } = entry;
      const [x, y, z] = pose.place(place.f, place.x, place.y, place.z);
      const seen = Boolean(visible[item.index]) && isDue(item.when, state);
      sprite.visible = seen && Number.isFinite(x + y + z);
      if (sprite.visible && !sprite.material.map) this.write(entry);
      else if (!sprite.visible && item.when && sprite.material.map) this.forget(entry);
      if (sprite.visible) sprite.position.set(x, y, z);
    }
  }

  highlight(index, color) {
    for (const { item, sprite } of this.entries) {
      if (item.index === index) sprite.material.color.setRGB(...color);
      else sprite.material.color.setRGB(1, 1, 1);
    }
  }
}

function atlas() {
  const canvas = document.createElement("canvas");
  canvas.width = CELL * GLYPHS.length;
  canvas.height = CELL;
  const pen = canvas.getContext("2d");
  pen.font = `600 24px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 7;
  // A dark edge becomes the halo, which separates a number from what is behind it.
  pen.strokeStyle = "black";
  [...GLYPHS].forEach((glyph, i) => pen.strokeText(glyph, CELL * (i + 0.5), CELL / 2 + 1));
  pen.fillStyle = "white";
  [...GLYPHS].forEach((glyph, i) => pen.fillText(glyph, CELL * (i + 0.5), CELL / 2 + 1));
  const texture = new CanvasTexture(canvas);
  texture.generateMipmaps = false;
  texture.minFilter = LinearFilter;
  return texture;
}

const VERTEX = `
attribute vec3 place;
attribute vec3 glyph;
attribute vec2 shift;
uniform vec2 screen;
varying vec2 spot;
void main() {
  vec4 p = projectionMatrix * modelViewMatrix * vec4(place, 1.0);
  vec2 offset = shift + vec2(glyph.y, 0.0) + 14.0 * (position.xy - 0.5);
  p.xy += offset / screen * p.w;
  p.z = -0.99 * p.w;
  gl_Position = glyph.z > 0.5 ? p : vec4(2.0, 2.0, 2.0, 1.0);
  spot = vec2((glyph.x + position.x) / ${GLYPHS.length}.0, position.y);
}`;

const FRAGMENT = `
uniform sampler2D map;
uniform vec3 ink;
uniform vec3 backdrop;
varying vec2 spot;
void main() {
  vec4 texel = texture2D(map, spot);
  gl_FragColor = vec4(mix(backdrop, ink, texel.r), max(texel.r, 0.75 * texel.a));
  #include <colorspace_fragment>
}`;

/**
 * Numbers beside the items, such as n3 (node) or o7 (object), midway between places a and b.
 *
 * `arrange` gives each a free spot near its item for the present camera, or none: numbers never
 * cover each other.
 */
export class Numbers {
  constructor(entries, shared) {
    this.moving = true;
    this.entries = [];
    this.letters = [];
    for (const entry of entries) {
      const text = LETTERS[entry.item.family] + entry.item.number;
      const first = this.letters.length;
      let column = 0;
      let before = 0;
      for (const glyph of text) {
        const wide = WIDTHS[glyph] ?? 7;
        column += (before + wide) / 2;
        before = wide;
        this.letters.push({ glyph, column });
      }
      const wide = column + before / 2 + 4;
      this.entries.push({ ...entry, text, first, wide, at: [0, 0, 0], drawn: false });
    }
    const count = this.letters.length;
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute(
      "position",
      new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], 3),
    );
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const values = (size) => {
      const made = new InstancedBufferAttribute(new Float32Array(size * count), size);
      return made.setUsage(DynamicDrawUsage);
    };
    this.place = values(3);
    this.glyph = values(3);
    this.shift = values(2);
    this.letters.forEach(({ glyph, column }, i) => {
      this.glyph.array.set([GLYPHS.indexOf(glyph), column, 0], 3 * i);
    });
    geometry.setAttribute("shift", this.shift);
    geometry.setAttribute("place", this.place);
    geometry.setAttribute("glyph", this.glyph);
    geometry.instanceCount = count;
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { ...shared, map: { value: atlas() } },
      transparent: true,
      depthWrite: false,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 5;
  }

  update(pose, state, visible) {
    for (const entry of this.entries) {
      const { item, a, b, at } = entry;
      pose.place(a.f, a.x, a.y, a.z, at);
      const [x, y, z] = pose.place(b.f, b.x, b.y, b.z);
      at[0] = (at[0] + x) / 2;
      at[1] = (at[1] + y) / 2;
      at[2] = (at[2] + z) / 2;
      entry.drawn = Boolean(visible[item.index]) && Number.isFinite(at[0] + at[1] + at[2]);
    }
  }

  /** Finds a free spot for each number in a window of some size [px]. */
  arrange(camera, width, height) {
    const taken = new Taken(width, height);
    this.boxes = [];
    for (const entry of this.entries) {
      const { at, text, first, wide } = entry;
      spot.set(...at).project(camera);
      const x = ((spot.x + 1) / 2) * width,
        y = ((1 - spot.y) / 2) * height;
      const inside = entry.drawn && spot.z < 1 && x > 0 && x < width && y > 0 && y < height;
      const found = inside && taken.place(x, y, wide);
      if (found) this.boxes.push({ text, left: found[0], top: found[1], wide, high: LINE });
      for (let i = first; i < first + text.length; i++) {
        this.glyph.array[3 * i + 2] = found ? 1 : 0;
        if (!found) continue;
        this.place.array.set(at, 3 * i);
        this.shift.array[2 * i] = found[0] + 2 - x;
        this.shift.array[2 * i + 1] = y - found[1] - LINE / 2;
      }
    }
    this.place.needsUpdate = this.glyph.needsUpdate = this.shift.needsUpdate = true;
  }

  highlight() {}
}

// Pixels that a glyph takes, where it is not as wide as a digit.
const WIDTHS = { m: 11, l: 4, s: 6.5 };
const LINE = 13;
const CELL_WIDTH = 4;
const spot = new Vector3();
// Where a number may stand beside its item: right, left, further away; in lines up and down.
const SPOTS = [0, -1, 1, -2, 2, -3, 3].flatMap((row) => [
  [9, row],
  [-9, row],
]);

/** The parts of a window that numbers cover, in cells a line high and a few pixels wide. */
class Taken {
  constructor(width, height) {
    this.columns = Math.ceil(width / CELL_WIDTH);
    this.rows = Math.ceil(height / LINE);
    this.cells = new Uint8Array(this.columns * this.rows);
  }

  /** Left and top of a free spot near a place, or null; the spot is taken then. */
  place(x, y, wide) {
    const line = Math.floor(y / LINE);
    for (const [beside, further] of SPOTS) {
      const left = beside > 0 ? x + beside : x + beside - wide;
      const first = Math.floor(left / CELL_WIDTH),
        last = Math.ceil((left + wide) / CELL_WIDTH);
      const row = line + further;
      if (row < 0 || row >= this.rows || first < 0 || last > this.columns) continue;
      const cells = this.cells.subarray(row * this.columns + first, row * this.columns + last);
      if (cells.includes(1)) continue;
      cells.fill(1);
      return [left, row * LINE];
    }
    return null;
  }
}
