/** Kinds between two points: rods, springs, dampers, lines, sliders. */

import { axesAlong } from "../draw/axes.js";

function endsOf(context, item) {
  const [a, b] = (item.ends ?? item.points).map((point) => context.point(point));
  return { a, b, moving: context.moves(a, b) };
}

export function rod(context, item) {
  const { a, b, moving } = endsOf(context, item);
  context.instance(
    "axial",
    "cylinder",
    item,
    { a, b, width: context.length(item.size) },
    { moving },
  );
}

export function coil(context, item) {
  const { a, b, moving } = endsOf(context, item);
  const windings = Math.min(40, Math.max(1, Math.round(item.windings ?? 8)));
  const width = context.length(item.size);
  const box = (wire, at) => ({
    min: { x: -width / 2, y: -width / 2, z: 0 },
    max: { x: width / 2, y: width / 2, z: wire[at] },
  });
  context.wire("coil", windings, item, { a, b, width, box }, moving);
}

/** Length between the ends at the first state where it is a number. */
function firstLength(context, { a, b }) {
  const { pose } = context;
  const ends = new Float64Array(6);
  pose.place(a.f, a.x, a.y, a.z, ends, 0);
  pose.place(b.f, b.x, b.y, b.z, ends, 3);
  const length = Math.hypot(ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]);
  return length > 0 ? length : 0.1 * context.scene.size;
}

/** A cylinder of constant length with a piston that moves in it. */
export function damper(context, item) {
  const { a, b, moving } = endsOf(context, item);
  const width = context.length(item.size);
  const start = firstLength(context, { a, b });
  const lead = 0.15 * start;
  const barrel = 0.45 * start;
  const dark = [...item.color.slice(0, 3).map((c) => 0.55 * c), item.color[3]];
  const bore = (length) => Math.max(0, Math.min(lead + barrel, length));
  const part = (w, span, color) => {
    context.instance("axial", "cylinder", item, { a, b, width: w, span }, { color, moving });
  };
  part(0.3 * width, (length) => [0, Math.min(lead, length)], dark);
  part(width, (length) => [Math.min(lead, 0.3 * length), bore(length)], item.color);
  part(0.42 * width, (length) => [bore(length), length], dark);
}

export function line(context, item) {
  const { a, b, moving } = endsOf(context, item);
  const width = item.size > 0 ? context.length(item.size) : 0;
  const dash = item.dashed ? Math.max(0.05 * context.scene.size, 0.004) : 0;
  const six = new Float64Array(6);
  context.pose.place(a.f, a.x, a.y, a.z, six, 0);
  context.pose.place(b.f, b.x, b.y, b.z, six, 3);
  const lines = item.faint ? context.faint : context.lines(item, moving);
  const px = item.faint || context.detail === 0 ? 1 : 1.5;
  lines.add(item, { a, b }, six, { px, width, dash });
}

/** Smallest and largest place of the second point along the axis, over all states. */
function travel(context, a, b, axis) {
  const { pose } = context;
  const ends = new Float64Array(6);
  let low = 0;
  let high = 0;
  const stride = Math.max(1, Math.floor(pose.count / 2000));
  for (let state = 0; state < pose.count; state += stride) {
    pose.set(state);
    pose.place(a.f, a.x, a.y, a.z, ends, 0);
    pose.place(b.f, b.x, b.y, b.z, ends, 3);
    const [x, y, z] = pose.turn(a.f, ...axis);
    const s = (ends[3] - ends[0]) * x + (ends[4] - ends[1]) * y + (ends[5] - ends[2]) * z;
    if (s < low) low = s;
    if (s > high) high = s;
  }
  pose.set(0);
  return [low, high];
}

/** A rail through the first point, as long as the motion needs, and a block at the second one. */
export function slider(context, item) {
  const { a, b } = endsOf(context, item);
  const size = context.length(item.size);
  const axes = new Float64Array(9);
  axesAlong(...(item.axis ?? [1, 0, 0]), axes);
  const axis = [axes[6], axes[7], axes[8]];
  const [low, high] = travel(context, a, b, axis);
  const scaled = (across, along) => Array.from(axes, (v, i) => v * (i < 6 ? across : along));
  const rail = { f: a.f, A: scaled(0.22 * size, high - low + 3 * size) };
  ["x", "y", "z"].forEach((k, i) => {
    rail[k] = a[k] + (axis[i] * (high + low)) / 2;
  });
  const dark = [...item.color.slice(0, 3).map((c) => 0.55 * c), item.color[3]];
  context.instance("point", "box", item, rail, { color: dark, moving: context.moves(a) });
  const block = { ...b, A: scaled(0.8 * size, 1.3 * size) };
  context.instance("point", "box", item, block, { moving: context.moves(b) });
}
