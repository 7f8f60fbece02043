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
} from "three";

const FONT = 'system-ui, "Segoe UI", Roboto, sans-serif';
const GLYPHS = "0123456789nomlsg";
const CELL = 32;
// Pixels from an item to its number: items at the same place do not cover each other's.
const SHIFTS = {
  node: [9, 10],
  body: [-24, 10],
  connector: [9, 10],
  marker: [9, -10],
  load: [-24, -10],
  sensor: [9, 24],
  ground: [9, -24],
};
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
      const { texture, shape, lines } = textTexture(entry.text, entry.color);
      // Words lie over everything: a text inside a body could not be read.
      const material = new SpriteMaterial({
        map: texture,
        opacity: entry.color[3],
        depthTest: false,
      });
      const sprite = new Sprite(material);
      sprite.renderOrder = 4;
      sprite.center.set(0, 0.5);
      const high = entry.height * 1.3 * lines;
      sprite.scale.set(high * shape, high, 1);
      return { ...entry, sprite };
    });
  }

  get meshes() {
    return this.entries.map((entry) => entry.sprite);
  }

  update(pose, state, visible) {
    for (const { item, place, sprite } of this.entries) {
      const [x, y, z] = pose.place(place.f, place.x, place.y, place.z);
      sprite.visible = Boolean(visible[item.index]) && Number.isFinite(x + y + z);
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
  vec2 offset = shift + vec2(7.0 * glyph.y, 0.0) + 14.0 * (position.xy - 0.5);
  p.xy += offset / screen * p.w;
  p.z = -0.99 * p.w;
  gl_Position = glyph.z > 0.5 ? p : vec4(2.0, 2.0, 2.0, 1.0);
  spot = vec2((glyph.x + position.x) / ${GLYPHS.length}.0, position.y);
}`;

const FRAGMENT = `
uniform sampler2D map;
uniform vec3 ink;
varying vec2 spot;
void main() {
  gl_FragColor = vec4(ink, texture2D(map, spot).a);
  #include <colorspace_fragment>
}`;

/** Numbers beside the items, such as n3 (node) or o7 (object), midway between places a and b. */
export class Numbers {
  constructor(entries, shared) {
    this.moving = true;
    this.letters = [];
    for (const entry of entries) {
      const text = LETTERS[entry.item.family] + entry.item.number;
      [...text].forEach((glyph, column) => this.letters.push({ ...entry, glyph, column }));
    }
    const count = this.letters.length;
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute(
      "position",
      new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], 3),
    );
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.place = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
    this.glyph = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
    this.place.setUsage(DynamicDrawUsage);
    const shifts = this.letters.flatMap(({ item }) => SHIFTS[item.family]);
    geometry.setAttribute("shift", new InstancedBufferAttribute(new Float32Array(shifts), 2));
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
    const to = this.place.array;
    this.letters.forEach(({ item, a, b, glyph, column }, i) => {
      pose.place(a.f, a.x, a.y, a.z, to, 3 * i);
      const [x, y, z] = pose.place(b.f, b.x, b.y, b.z);
      to[3 * i] = (to[3 * i] + x) / 2;
      to[3 * i + 1] = (to[3 * i + 1] + y) / 2;
      to[3 * i + 2] = (to[3 * i + 2] + z) / 2;
      const drawn =
        visible[item.index] && Number.isFinite(to[3 * i] + to[3 * i + 1] + to[3 * i + 2]);
      this.glyph.array.set([GLYPHS.indexOf(glyph), column, drawn ? 1 : 0], 3 * i);
    });
    this.place.needsUpdate = this.glyph.needsUpdate = true;
  }

  highlight() {}
}
