/** Kinds that sit at one point: nodes, masses, joints, supports. */

import { axesAlong } from "../draw/axes.js";

/** Nine numbers (columns): the axes of an item, if it has its own, times its sizes. */
export function axesOf(item, sizes) {
  const columns = (item.axes ?? []).flat();
  const known = columns.length === 9 && columns.every(Number.isFinite);
  return (known ? columns : scaling(1, 1, 1)).map((v, i) => v * sizes[Math.floor(i / 3)]);
}

/** Nine numbers (columns) of a matrix that only scales. */
export function scaling(a, b, c) {
  return [a, 0, 0, 0, b, 0, 0, 0, c];
}

function single(name) {
  return (context, item) => {
    const size = context.length(item.size);
    const place = context.point(item.point);
    const part = { ...place, A: scaling(size, size, size) };
    context.instance("point", name, item, part, { moving: context.moves(place) });
  };
}

export const sphere = single("sphere");
export const marker = single("marker");
export const disc = single("disc");
export const pin = single("pin");

/** A solid about its point with `sizes` along its axes. */
function solid(name) {
  return (context, item) => {
    const place = context.point(item.point);
    const A = axesOf(item, item.sizes.map((size) => context.length(size)));
    context.instance("point", name, item, { ...place, A }, { moving: context.moves(place) });
  };
}

export const box = solid("box");
export const wheel = solid("wheel");
export const cup = solid("cup");
export const cylinder = solid("column");

/** Ground symbol; `direction` points from the fixed point into the ground. */
export function support(context, item) {
  const size = context.length(item.size);
  const place = context.point(item.point);
  const [x, y, z] = item.direction ?? [0, -1, 0];
  const axes = new Float64Array(9);
  axesAlong(x, y, z, axes);
  const part = { ...place, A: Array.from(axes, (value) => value * size) };
  context.instance("point", "support", item, part, { moving: context.moves(place) });
}
