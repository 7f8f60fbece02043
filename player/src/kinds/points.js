/** Kinds that sit at one point: nodes, masses, joints, supports. */

import { axesAlong } from "../draw/axes.js";

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

export function box(context, item) {
  const place = context.point(item.point);
  const sizes = item.sizes.map((size) => context.length(size));
  const part = { ...place, A: scaling(...sizes) };
  context.instance("point", "box", item, part, { moving: context.moves(place) });
}

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
