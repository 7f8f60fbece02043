/** Lines of a width in pixels or metres, drawn as camera-facing ribbons with round ends. */

import { BufferGeometry, Float32BufferAttribute, Mesh, ShaderMaterial } from "three";
import { paint } from "../tones.js";
import { isDue } from "./batch.js";
import { linear } from "./materials.js";
import { packed, READING, Rows } from "./packs.js";
import { pixel } from "./wire.js";

const VERTEX = `
${READING}
uniform sampler2D starts;
uniform sampler2D finishes;
uniform sampler2D tints;
uniform sampler2D styles;
uniform vec2 screen;
uniform vec2 pixel;
uniform float now;
uniform vec3 backdrop;
varying vec4 shade;
varying vec4 cap;
varying vec2 dash;
uniform float seeThrough;
void main() {
  int which = numberOfCopy();
  vec3 start = row(starts, which).xyz, finish = row(finishes, which).xyz;
  vec4 tint = row(tints, which), style = row(styles, which);
  vec4 a = modelViewMatrix * vec4(start, 1.0);
  vec4 b = modelViewMatrix * vec4(finish, 1.0);
  bool deep = projectionMatrix[3][3] == 0.0;
  float near = deep ? -projectionMatrix[3][2] / (projectionMatrix[2][2] - 1.0) : 0.0;
  if (deep && a.z > near && b.z < near) a.xyz = mix(b.xyz, a.xyz, (near - b.z) / (a.z - b.z));
  if (deep && b.z > near && a.z < near) b.xyz = mix(a.xyz, b.xyz, (near - a.z) / (b.z - a.z));
  vec4 p = projectionMatrix * a, q = projectionMatrix * b;
  vec2 from = p.xy / p.w * screen, till = q.xy / q.w * screen;
  float span = length(till - from);
  vec2 along = span > 1e-6 ? (till - from) / span : vec2(1.0, 0.0);
  vec4 here = position.x < 0.5 ? p : q;
  float depth = -(position.x < 0.5 ? a.z : b.z);
  float wide = max(style.x, style.y / max(pixel.x + pixel.y * max(depth, 0.0), 1e-12));
  vec2 across = vec2(-along.y, along.x) * position.y;
  vec2 offset = 0.5 * wide * (along * (2.0 * position.x - 1.0) + across);
  bool past = style.z < 0.0 || style.z <= now;
  here.xy += offset / screen * here.w;
  // What follows of a path is a weak line behind everything: it must not cross bodies.
  here.z = past ? here.z - 2e-5 * here.w : 0.999999 * here.w;
  gl_Position = style.w < -0.5 ? vec4(2.0, 2.0, 2.0, 1.0) : here;
  float strength = (past ? 1.0 : 0.3) * tint.a;
  shade = vec4(mix(backdrop, tint.rgb, seeThrough > 0.5 ? 1.0 : strength), 1.0);
  if (seeThrough > 0.5) shade.a = strength;
  float u = position.x < 0.5 ? -0.5 * wide : span + 0.5 * wide;
  cap = vec4(u, position.y * 0.5 * wide, span, 0.5 * wide);
  dash = vec2(distance(start, finish) * clamp(u / max(span, 1e-6), 0.0, 1.0), style.w);
}`;

const FRAGMENT = `
varying vec4 shade;
varying vec4 cap;
varying vec2 dash;
void main() {
  float over = max(-cap.x, cap.x - cap.z);
  if (over > 0.0 && length(vec2(over, cap.y)) > cap.w) discard;
  if (dash.y > 0.0 && fract(dash.x / dash.y) > 0.55) discard;
  gl_FragColor = shade;
  #include <colorspace_fragment>
}`;

/**
 * Segments with one style each.
 *
 * A source names the two places {a, b} that the segment follows; without one it stays. `when` is
 * the share of the run at which a trace gets here, -1 for lines that do not depend on time. Lines
 * that can be seen through hide nothing; others only mix their colour with the background.
 */
export class Ribbons {
  constructor(dynamic, seeThrough = false) {
    this.moving = dynamic;
    this.seeThrough = seeThrough;
    this.owners = [];
    this.ends = [];
    this.tints = [];
    this.styles = [];
    this.sources = [];
    this.windows = [];
    this.columns = [];
    this.lit = [-1, null];
  }

  add(item, source, six, { color = item.color, px = 1.5, width = 0, when = -1, dash = 0 } = {}) {
    this.owners.push(item.index);
    this.sources.push(source);
    this.windows.push(item.when ?? null);
    this.columns.push(item.toned ?? -1);
    this.toned ||= item.toned >= 0;
    for (let k = 0; k < 6; k++) this.ends.push(six[k]);
    this.tints.push(...linear(color), color[3] ?? 1);
    this.styles.push(px, width, when, dash);
  }

  build(shared) {
    const count = this.owners.length;
    const quad = new BufferGeometry();
    const corners = [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0];
    quad.setAttribute("position", new Float32BufferAttribute(corners, 3));
    quad.setIndex([0, 1, 2, 0, 2, 3]);
    const { geometry, copies } = packed(quad, count);
    for (const name of ["start", "finish", "tint", "style"]) this[name] = new Rows(count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) {
        this.start.array[4 * i + k] = this.ends[6 * i + k];
        this.finish.array[4 * i + k] = this.ends[6 * i + 3 + k];
      }
    }
    this.tint.array.set(this.tints);
    this.style.array.set(this.styles);
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        ...shared,
        pixel,
        copies: { value: copies },
        starts: { value: this.start.texture },
        finishes: { value: this.finish.texture },
        tints: { value: this.tint.texture },
        styles: { value: this.style.texture },
        seeThrough: { value: this.seeThrough ? 1 : 0 },
      },
      transparent: this.seeThrough,
      depthWrite: !this.seeThrough,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    return this.mesh;
  }

  highlight(index, color) {
    this.lit = [index, color];
    this.recolor();
  }

  recolor() {
    paint(this.tint.array, 4, this.tints, 4, this.owners, this.columns, this.tones, ...this.lit);
    this.tint.needsUpdate = true;
  }

  update(pose, state, visible) {
    const start = this.start.array,
      finish = this.finish.array,
      style = this.style.array;
    let restyled = false;
    for (let i = 0; i < this.owners.length; i++) {
      const source = this.sources[i];
      const at = 4 * i;
      const seen = visible[this.owners[i]] && isDue(this.windows[i], state);
      if (source && seen) {
        const { a, b } = source;
        pose.place(a.f, a.x, a.y, a.z, start, at);
        pose.place(b.f, b.x, b.y, b.z, finish, at);
      }
      const sum =
        start[at] + start[at + 1] + start[at + 2] + finish[at] + finish[at + 1] + finish[at + 2];
      const dash = seen && Number.isFinite(sum) ? this.styles[at + 3] : -1;
      const before = style[at + 3];
      style[at + 3] = dash;
      restyled ||= before !== style[at + 3];
    }
    this.start.needsUpdate = this.finish.needsUpdate = true;
    if (restyled) this.style.needsUpdate = true;
    if (this.toned) this.recolor();
  }
}
