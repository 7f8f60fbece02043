/**
 * Wires that are bent in the vertex shader: coils and spirals.
 *
 * The geometry is a tube over (t, cos, sin); an instance's `wire` attribute gives its length (or
 * angle), width and number of windings. So a spring may stretch without its wire getting thick or
 * thin, and a length of zero is a flat ring, not a division by zero.
 */

import { BufferAttribute, BufferGeometry } from "three";
import { solid } from "./materials.js";

/** Pixel size at the distance of a point: constant part and part per distance. */
export const pixel = { value: [0, 0] };

const LEAD = 0.1;

const COIL = `
vec3 centre(float t) {
  float u = clamp((t - LEAD) / (1.0 - 2.0 * LEAD), 0.0, 1.0);
  float ramp = 0.6 / wire.z;
  float r = 0.5 * wire.y * smoothstep(0.0, ramp, u) * smoothstep(0.0, ramp, 1.0 - u);
  float a = 6.2831853 * wire.z * u;
  return vec3(r * cos(a), r * sin(a), wire.x * t);
}`;

const SPIRAL = `
vec3 centre(float t) {
  float r = 0.5 * wire.y * mix(0.12, 1.0, t);
  float a = t * (6.2831853 * wire.z + wire.x);
  return vec3(r * cos(a), r * sin(a), 0.0);
}`;

const NORMAL = `
  float t = position.x;
  vec3 middle = centre(t);
  vec3 along = centre(t + 1e-3) - centre(t - 1e-3);
  along = dot(along, along) > 0.0 ? normalize(along) : vec3(0.0, 0.0, 1.0);
  vec2 flatPart = middle.xy;
  bool beside = dot(flatPart, flatPart) > 1e-12;
  vec3 side = beside ? vec3(normalize(flatPart), 0.0) : vec3(1.0, 0.0, 0.0);
  side -= along * dot(along, side);
  side = dot(side, side) > 1e-8 ? normalize(side) : normalize(vec3(along.y, along.z, along.x));
  vec3 objectNormal = position.y * side + position.z * cross(along, side);
  float away = -(modelViewMatrix * instanceMatrix * vec4(middle, 1.0)).z;
  float thick = max(0.055 * wire.y, 0.75 * (pixel.x + pixel.y * max(away, 0.0)));
`;

/** Rows of the tube: few along the straight ends, `fine` a winding. */
function tube(windings, fine, sides, straight) {
  const rows = [];
  const turns = Math.ceil(windings * fine);
  if (straight) rows.push(0);
  for (let i = 0; i <= turns; i++) {
    const u = i / turns;
    rows.push(straight ? LEAD + (1 - 2 * LEAD) * u : u);
  }
  if (straight) rows.push(1);
  const place = new Float32Array(3 * rows.length * sides);
  const index = [];
  rows.forEach((t, row) => {
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides;
      place.set([t, Math.cos(angle), Math.sin(angle)], 3 * (row * sides + k));
      if (row === 0) continue;
      const a = (row - 1) * sides + k,
        b = (row - 1) * sides + ((k + 1) % sides);
      index.push(a, b, a + sides, b, b + sides, a + sides);
    }
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(place, 3));
  geometry.setIndex(index);
  return geometry;
}

/** Lets a material bend the tube: `kind` is "coil" or "spiral". */
export function bend(material, kind) {
  const head = (kind === "coil" ? COIL : SPIRAL).replaceAll("LEAD", LEAD.toFixed(3));
  const lit = "#include <beginnormal_vertex>";
  material.onBeforeCompile = (shader) => {
    shader.uniforms.pixel = pixel;
    const { vertexShader } = shader;
    // Materials without light have no normals: there the bend is computed with the place.
    const early = vertexShader.includes(lit) && !material.isMeshBasicMaterial;
    shader.vertexShader = `attribute vec4 wire;\nuniform vec2 pixel;\n${head}\n${vertexShader}`
      .replace(lit, early ? NORMAL : "")
      .replace(
        "#include <begin_vertex>",
        `${early ? "" : NORMAL}
        vec3 transformed = middle + thick * objectNormal;`,
      );
  };
  material.customProgramCacheKey = () => kind;
}

/** Geometry and material of a wire with a number of windings. */
export function makeWire(kind, windings, alpha, detail) {
  const coil = kind === "coil";
  const fine = coil ? [6, 7, 12, 24][detail] : 40;
  const geometry = tube(windings, fine, [3, 3, 6, 9][detail], coil);
  const material = solid({ alpha, open: true });
  bend(material, kind);
  return { geometry, material };
}
