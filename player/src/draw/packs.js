/**
 * Thousands of instances in few draws.
 *
 * Renderers without a graphics card take about 20 microseconds for every instance of a mesh,
 * however small it is. A pack is a geometry that holds many copies of a small one; its instances
 * are packs, and what belongs to one copy is read from textures.
 */

import {
  BufferAttribute,
  DataTexture,
  FloatType,
  InstancedBufferGeometry,
  NearestFilter,
  RGBAFormat,
} from "three";

const WIDTH = 1024;
const MOST_COPIES = 256;
const MOST_CORNERS = 8192;

/** Rows of four numbers that shaders read by their index; `array` holds them. */
export class Rows {
  constructor(count) {
    const height = Math.max(1, Math.ceil(count / WIDTH));
    this.array = new Float32Array(4 * WIDTH * height);
    this.texture = new DataTexture(this.array, WIDTH, height, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.texture.needsUpdate = true;
  }

  set needsUpdate(value) {
    this.texture.needsUpdate = value;
  }
}

/** Shader code: the number of a copy, and rows of textures. */
export const READING = `
attribute float copy;
uniform int copies;
int numberOfCopy() { return gl_InstanceID * copies + int(copy + 0.5); }
vec4 row(sampler2D rows, int i) { return texelFetch(rows, ivec2(i % ${WIDTH}, i / ${WIDTH}), 0); }
`;

/** Copies of a geometry in packs, at least `count` of them; {geometry, copies in each pack}. */
export function packed(single, count) {
  const corners = single.attributes.position.count;
  const most = Math.max(1, Math.floor(MOST_CORNERS / corners));
  const copies = Math.min(MOST_COPIES, most, Math.max(1, count));
  const geometry = new InstancedBufferGeometry();
  for (const [name, { array, itemSize }] of Object.entries(single.attributes)) {
    const all = new Float32Array(copies * corners * itemSize);
    for (let k = 0; k < copies; k++) all.set(array, k * corners * itemSize);
    geometry.setAttribute(name, new BufferAttribute(all, itemSize));
  }
  const number = Float32Array.from({ length: copies * corners }, (_, i) => Math.floor(i / corners));
  geometry.setAttribute("copy", new BufferAttribute(number, 1));
  if (single.index) {
    const each = single.index.array;
    const index = new Uint32Array(copies * each.length);
    for (let k = 0; k < copies; k++) {
      for (let i = 0; i < each.length; i++) index[k * each.length + i] = each[i] + k * corners;
    }
    geometry.setIndex(new BufferAttribute(index, 1));
  }
  geometry.instanceCount = Math.ceil(count / copies);
  return { geometry, copies };
}

const FRONT = `
  vec4 mvPosition = modelViewMatrix * vec4(instanceMatrix[3].xyz, instanceMatrix[3].w);
  float reach = length(instanceMatrix[0].xyz);
  mvPosition.xy += reach * position.xy;
  gl_Position = projectionMatrix * mvPosition;
  vec4 front = projectionMatrix * (mvPosition + vec4(0.0, 0.0, reach, 0.0));
  if (front.w > 0.0) gl_Position.z = front.z / front.w * gl_Position.w;
  corner = position.xy;
`;

const ROUND = `
  float beside = dot(corner, corner);
  if (beside > 1.0) discard;
  vec3 normal = vec3(corner, sqrt(1.0 - beside));
`;

/**
 * Lets a material take matrix, colour and wire of a copy from textures.
 *
 * `facing` is "ball" or "flat" for copies that turn to the camera: a square with the light of a
 * ball, or a flat piece; their depth is that of the nearest point of the ball.
 */
export function unpack(material, copies, { matrices, tints, wires }, facing) {
  const before = material.onBeforeCompile;
  const key = material.customProgramCacheKey();
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    shader.uniforms.copies = { value: copies };
    shader.uniforms.matrices = { value: matrices.texture };
    shader.uniforms.tints = { value: tints.texture };
    if (wires) shader.uniforms.wires = { value: wires.texture };
    const start = `void main() {
      int which = numberOfCopy();
      instanceMatrix = mat4(row(matrices, 4 * which), row(matrices, 4 * which + 1),
        row(matrices, 4 * which + 2), row(matrices, 4 * which + 3));
      instanceColor = row(tints, which).rgb;
      ${wires ? "wire = row(wires, which);" : ""}`;
    const head = `#define USE_INSTANCING
      #define USE_INSTANCING_COLOR
      mat4 instanceMatrix;
      vec3 instanceColor;
      uniform sampler2D matrices;
      uniform sampler2D tints;
      ${wires ? "uniform sampler2D wires;" : ""}
      ${facing ? "varying vec2 corner;" : ""}
      ${READING}`;
    const vertex = shader.vertexShader
      .replace("attribute vec4 wire;", "vec4 wire;")
      .replace("void main() {", start)
      .replace("#include <project_vertex>", facing ? FRONT : "#include <project_vertex>");
    shader.vertexShader = head + vertex;
    const normal = "#include <normal_fragment_begin>";
    const flat = "vec3 normal = normalize(vec3(-0.3, 0.4, 1.0));";
    const lit = { ball: ROUND, flat }[facing] ?? normal;
    shader.fragmentShader = `#ifndef USE_COLOR
      #define USE_COLOR
      #endif
      ${facing ? "varying vec2 corner;" : ""}
      ${shader.fragmentShader.replace(normal, lit)}`;
  };
  material.customProgramCacheKey = () => `${key} packed ${facing ?? ""}`;
}
