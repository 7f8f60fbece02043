/** Arrows of forces and torques. */

/** A function (state, share of the way to the next) -> vector; a vector that changes is read from the recorded array. */
function vectorOf(context, item) {
  if (Array.isArray(item.vector)) return { vector: () => item.vector, changes: false };
  const values = context.scene.array(item.vector);
  const at = (state, share, k) => {
    const here = values[3 * state + k];
    return share ? here + share * (values[3 * state + 3 + k] - here) : here;
  };
  const vector = (state, share) => [0, 1, 2].map((k) => at(state, share, k));
  return { vector, changes: true };
}

function basis(context, item) {
  const { vector, changes } = vectorOf(context, item);
  const place = context.point(item.point);
  const size = context.length(item.size, 0.1);
  const perUnit = item.largest > 0 ? size / item.largest : 0;
  const local = Boolean(item.local);
  const part = { ...place, vector, local, still: !changes && !local, perUnit };
  return { part, size, moving: changes || context.moves(place) };
}

/** A straight arrow that starts where the force acts; its length is proportional to the force. */
export function arrow(context, item) {
  const { part, size, moving } = basis(context, item);
  const width = 0.045 * size;
  const head = (length) => Math.min(0.45 * length, 0.22 * size);
  const thin = (length) => width * Math.min(1, (2 * length) / size + 0.2);
  const shaft = (length) => ({ from: 0, till: length - head(length), width: thin(length) });
  const tip = (length) => ({ from: length - head(length), till: length, width: 3 * thin(length) });
  context.instance("arrow", "cylinder", item, { ...part, place: shaft }, { moving });
  context.instance("arrow", "cone", item, { ...part, place: tip }, { moving });
}

/** A round arrow about the torque's axis; its diameter is proportional to the torque. */
export function torque(context, item) {
  const { part, moving } = basis(context, item);
  const place = (length) => ({ from: 0, till: length, width: length });
  context.instance("arrow", "torque", item, { ...part, place }, { moving });
}
