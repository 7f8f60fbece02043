/** Torsional springs. */

/** Angle about z of one turning frame against another, continuous over the recorded states. */
function relativeAngles(scene, [r0, r1]) {
  const count = scene.times.length;
  const about = (turn, state) => {
    if (turn < 0) return 0;
    const at = 4 * (turn * count + state);
    return 2 * Math.atan2(scene.turns[at + 2], scene.turns[at + 3]);
  };
  const angles = new Float64Array(count);
  let last = 0;
  for (let state = 0; state < count; state++) {
    const raw = about(r1 ?? -1, state) - about(r0 ?? -1, state);
    const next = raw - 2 * Math.PI * Math.round((raw - last) / (2 * Math.PI));
    if (Number.isFinite(next)) last = next;
    angles[state] = last;
  }
  return angles;
}

export function spiral(context, item) {
  const [a, b] = item.points.map((point) => context.point(point));
  const size = context.length(item.size);
  const angles = relativeAngles(context.scene, item.angle ?? [-1, -1]);
  const box = () => ({
    min: { x: -size, y: -size, z: -0.1 * size },
    max: { x: size, y: size, z: 0.1 * size },
  });
  const part = { ...a, width: 2 * size, angle: (state) => angles[state], box };
  const turning = angles.some((angle) => angle !== angles[0]);
  context.wire("spiral", 3, item, part, turning || context.moves(a, b));
}
