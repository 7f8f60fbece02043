/** Small vector helpers that write into plain arrays, so that no frame allocates. */

/**
 * Right-handed axes whose third one points along (x, y, z); returns the length of that vector.
 *
 * `out` gets nine numbers: three columns, all of length one. A vector of length zero gives the
 * axes of space, so that nothing becomes NaN. Where possible the first column lies in the x-y
 * plane: symbols of planar models then face the viewer.
 */
export function axesAlong(x, y, z, out) {
  const length = Math.hypot(x, y, z);
  if (!(length > 0)) {
    out.fill(0);
    out[0] = out[4] = out[8] = 1;
    return length;
  }
  const c = x / length,
    d = y / length,
    e = z / length;
  const flat = Math.hypot(c, d);
  const a = flat > 1e-6 ? -d / flat : 1;
  const b = flat > 1e-6 ? c / flat : 0;
  out[0] = a;
  out[1] = b;
  out[2] = 0;
  out[3] = -e * b;
  out[4] = e * a;
  out[5] = c * b - d * a;
  out[6] = c;
  out[7] = d;
  out[8] = e;
  return length;
}

/** One instance matrix (columns) from nine axis numbers, three scales and a place. */
export function writeMatrix(to, at, axes, sx, sy, sz, x, y, z) {
  to[at] = axes[0] * sx;
  to[at + 1] = axes[1] * sx;
  to[at + 2] = axes[2] * sx;
  to[at + 3] = 0;
  to[at + 4] = axes[3] * sy;
  to[at + 5] = axes[4] * sy;
  to[at + 6] = axes[5] * sy;
  to[at + 7] = 0;
  to[at + 8] = axes[6] * sz;
  to[at + 9] = axes[7] * sz;
  to[at + 10] = axes[8] * sz;
  to[at + 11] = 0;
  to[at + 12] = x;
  to[at + 13] = y;
  to[at + 14] = z;
  to[at + 15] = 1;
}

/** A matrix without extent: the instance is not drawn. */
export function writeNothing(to, at) {
  to.fill(0, at, at + 15);
  to[at + 15] = 1;
}
