/** Shapes of bodies and of the ground (graphics data). */

import { BufferAttribute, BufferGeometry } from "three";
import { axesAlong } from "../draw/axes.js";
import { linear, solid } from "../draw/materials.js";
import { scaling } from "./points.js";

/** Place of a shape: the item's point plus the shape's own place in the same axes. */
function placeOf(context, item, shape) {
  const [x, y, z] = shape.at ?? [0, 0, 0];
  const [f, px, py, pz] = item.point;
  return context.point([f, px + x, py + y, pz + z]);
}

/** The colour of a shape, unless an output decides on it. */
function colorOf(item, shape) {
  return item.toned >= 0 ? item.color : (shape.color ?? item.color);
}

function put(context, item, shape, name, place, A) {
  const color = colorOf(item, shape);
  context.instance("point", name, item, { ...place, A }, { color, moving: context.moves(place) });
}

function sphere(context, item, shape) {
  const r = context.length(shape.radius);
  put(context, item, shape, "sphere", placeOf(context, item, shape), scaling(r, r, r));
}

function box(context, item, shape) {
  const sizes = shape.sizes.map((size) => context.length(size, 1e-4));
  put(context, item, shape, "box", placeOf(context, item, shape), scaling(...sizes));
}

function cylinder(context, item, shape) {
  const axes = new Float64Array(9);
  const length = axesAlong(...shape.axis, axes) * context.scene.scale;
  const width = 2 * context.length(shape.radius);
  const A = Array.from(axes, (value, i) => value * (i < 6 ? width : length));
  put(context, item, shape, "cylinder", placeOf(context, item, shape), A);
}

function lines(context, item, shape) {
  const points = context.scene.array(shape.points);
  const [x, y, z] = shape.at ?? [0, 0, 0];
  const [f, px, py, pz] = item.point;
  const place = (i) =>
    context.point([
      f,
      px + x + points[3 * i],
      py + y + points[3 * i + 1],
      pz + z + points[3 * i + 2],
    ]);
  const color = colorOf(item, shape);
  const step = shape.pairs ? 2 : 1;
  const six = new Float64Array(6);
  for (let i = 0; 3 * (i + 1) < points.length; i += step) {
    const a = place(i),
      b = place(i + 1);
    context.pose.place(a.f, a.x, a.y, a.z, six, 0);
    context.pose.place(b.f, b.x, b.y, b.z, six, 3);
    context.lines(item, context.moves(a)).add(item, { a, b }, six, { color, px: 1.75 });
  }
}

function text(context, item, shape) {
  context.texts.push({
    item,
    text: String(shape.text ?? ""),
    height: context.length(shape.height, 0.05) * (shape.scale ?? 1),
    offset: shape.offset ?? [0, 0],
    align: shape.align,
    color: shape.color ?? item.color,
    place: placeOf(context, item, shape),
  });
}

/** Geometry of a mesh; corners that do not exist are an error, not a read beyond the array. */
function meshGeometry(context, shape, colored) {
  const points = context.scene.array(shape.points);
  const triangles = context.scene.array(shape.triangles);
  const count = points.length / 3;
  if (triangles.some((corner) => corner >= count)) throw new Error("a mesh names a missing point");
  const geometry = new BufferGeometry();
  const scaled = Float32Array.from(points, (value) => {
    const placed = value * context.scene.scale;
    return Number.isFinite(placed) ? placed : 0;
  });
  geometry.setAttribute("position", new BufferAttribute(scaled, 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  if (colored) geometry.setAttribute("color", meshColors(context.scene.array(shape.colors)));
  if (!shape.flat) geometry.computeVertexNormals();
  return geometry;
}

function meshColors(values) {
  const colors = new Float32Array(values.length);
  for (let i = 0; i + 3 < values.length; i += 4) {
    colors.set(linear(values.subarray(i, i + 3)), i);
    colors[i + 3] = values[i + 3];
  }
  return new BufferAttribute(colors, 4);
}

function mesh(context, item, shape) {
  const color = colorOf(item, shape);
  const own = shape.colors && !(item.toned >= 0);
  const values = own && context.scene.array(shape.colors);
  const seeThrough = values ? values.some((v, i) => i % 4 === 3 && v < 1) : color[3] < 1;
  const make = () => {
    const alpha = values ? 1 : color[3];
    const material = solid({
      vertexColors: Boolean(values),
      flat: Boolean(shape.flat),
      alpha,
      open: true,
    });
    material.transparent = seeThrough;
    return { geometry: meshGeometry(context, shape, own), material };
  };
  const place = placeOf(context, item, shape);
  const part = { ...place, A: scaling(1, 1, 1), color };
  context.mesh(`shape ${item.shape}`, make, item, part, context.moves(place));
}

const TYPES = { sphere, box, cylinder, lines, text, mesh };

export function shape(context, item) {
  const facts = context.scene.shapes[item.shape];
  if (!facts) throw new Error(`shape ${item.shape} does not exist`);
  const draw = TYPES[facts.type];
  if (!draw) throw new Error(`shapes of type ${facts.type} are unknown`);
  draw(context, item, facts);
}
