/** Torsional springs. */

import { axesOf } from "./points.js";

/** A spiral about the z axis of the item; `angle` holds how far it is wound in each state [rad]. */
export function spiral(context, item) {
  const [a, b] = item.points.map((point) => context.point(point));
  const size = context.length(item.size);
  const angles = item.angle ? context.scene.array(item.angle) : [0];
  const wound = (state) => (Number.isFinite(angles[state]) ? angles[state] : 0);
  const angle = (state, share) =>
    share ? wound(state) + share * (wound(state + 1) - wound(state)) : wound(state);
  const box = () => ({
    min: { x: -size, y: -size, z: -0.1 * size },
    max: { x: size, y: size, z: 0.1 * size },
  });
  const part = { ...a, axes: axesOf(item, [1, 1, 1]), width: 2 * size, angle, box };
  const turning = angles.some((each) => each !== angles[0]);
  context.wire("spiral", 3, item, part, turning || context.moves(a, b));
}
