/**
 * Places of all frames at a recorded state, or between two of them while the run is played.
 *
 * Between two states places move on straight lines, and rotations about a fixed axis at constant
 * speed, the shorter way (on the group of rotations, not component by component).
 *
 * `P` holds three coordinates a frame in view units, `M` a rotation matrix (rows). One frame more
 * than the scene has stands for space itself: its points are absolute.
 */
export class Pose {
  constructor(scene) {
    const n = scene.frames.length;
    this.scene = scene;
    this.size = n;
    this.count = scene.times.length;
    this.P = new Float64Array(3 * (n + 1));
    this.M = new Float64Array(9 * (n + 1));
    this.moving = new Uint8Array(n + 1);
    this.out = new Float64Array(3);
    this.mixed = new Float64Array(4);
    for (let i = 0; i <= n; i++) {
      const { track = -1, turn = -1, at = [0, 0, 0] } = scene.frames[i] ?? {};
      this.moving[i] = track >= 0 || turn >= 0 ? 1 : 0;
      for (let k = 0; k < 3; k++) {
        this.P[3 * i + k] = (at[k] - scene.middle[k]) * scene.scale;
        this.M[9 * i + 4 * k] = 1;
      }
    }
    this.set(0);
  }

  /** The frame of a POINT; everything unknown is space. */
  frame(point) {
    const f = point[0];
    return f >= 0 && f < this.size ? f : this.size;
  }

  /** Goes to a state, or a share of the way from it to the next one. */
  set(state, share = 0) {
    const { frames, tracks, turns, middle, scale } = this.scene;
    this.share = share;
    for (let i = 0; i < this.size; i++) {
      if (!this.moving[i]) continue;
      const { track, turn, at } = frames[i];
      if (track >= 0) {
        const from = 3 * (track * this.count + state);
        for (let k = 0; k < 3; k++) {
          const here = tracks[from + k];
          const moved = share ? here + share * (tracks[from + 3 + k] - here) : here;
          this.P[3 * i + k] = (at[k] + moved - middle[k]) * scale;
        }
      }
      if (turn < 0) continue;
      const from = 4 * (turn * this.count + state);
      if (share) this.rotate(9 * i, this.between(turns, from, share), 0);
      else this.rotate(9 * i, turns, from);
    }
  }

  /** The quaternion a share of the way from one to the next, along the shorter arc. */
  between(q, from, share) {
    let cosine = 0;
    for (let k = 0; k < 4; k++) cosine += q[from + k] * q[from + 4 + k];
    const way = cosine < 0 ? -1 : 1;
    const angle = Math.acos(Math.min(1, Math.abs(cosine)));
    const sine = Math.sin(angle);
    const [a, b] =
      sine > 1e-6
        ? [Math.sin((1 - share) * angle) / sine, Math.sin(share * angle) / sine]
        : [1 - share, share];
    for (let k = 0; k < 4; k++) this.mixed[k] = a * q[from + k] + way * b * q[from + 4 + k];
    return this.mixed;
  }

  /** Matrix of a quaternion x, y, z, w; it need not be normalised, zero means no rotation. */
  rotate(to, q, from) {
    const x = q[from],
      y = q[from + 1],
      z = q[from + 2],
      w = q[from + 3];
    const n = x * x + y * y + z * z + w * w;
    const s = n === 0 ? 0 : 2 / n;
    const M = this.M;
    M[to] = 1 - s * (y * y + z * z);
    M[to + 1] = s * (x * y - w * z);
    M[to + 2] = s * (x * z + w * y);
    M[to + 3] = s * (x * y + w * z);
    M[to + 4] = 1 - s * (x * x + z * z);
    M[to + 5] = s * (y * z - w * x);
    M[to + 6] = s * (x * z - w * y);
    M[to + 7] = s * (y * z + w * x);
    M[to + 8] = 1 - s * (x * x + y * y);
  }

  /** Place of a point given by frame and local coordinates in view units; result in `out`. */
  place(f, x, y, z, out = this.out, o = 0) {
    const { P, M } = this;
    const p = 3 * f,
      m = 9 * f;
    out[o] = P[p] + M[m] * x + M[m + 1] * y + M[m + 2] * z;
    out[o + 1] = P[p + 1] + M[m + 3] * x + M[m + 4] * y + M[m + 5] * z;
    out[o + 2] = P[p + 2] + M[m + 6] * x + M[m + 7] * y + M[m + 8] * z;
    return out;
  }

  /** A vector given in the axes of a frame, in the axes of space; result in `out`. */
  turn(f, x, y, z, out = this.out) {
    const M = this.M,
      m = 9 * f;
    out[0] = M[m] * x + M[m + 1] * y + M[m + 2] * z;
    out[1] = M[m + 3] * x + M[m + 4] * y + M[m + 5] * z;
    out[2] = M[m + 6] * x + M[m + 7] * y + M[m + 8] * z;
    return out;
  }
}
