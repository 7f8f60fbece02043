/** Lets the camera go with a place: a rigid motion, measured from where the following began. */

import { Matrix4 } from "three";

/** Pose of a place as a matrix; without rotation it only moves. */
function poseMatrix(pose, { f, x, y, z }, turning, out) {
  const [px, py, pz] = pose.place(f, x, y, z);
  const m = 9 * f;
  const M = turning ? pose.M.subarray(m, m + 9) : [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return out.set(M[0], M[1], M[2], px, M[3], M[4], M[5], py, M[6], M[7], M[8], pz, 0, 0, 0, 1);
}

export class Follow {
  constructor() {
    this.matrix = new Matrix4();
    this.now = new Matrix4();
    this.home = new Matrix4();
    this.place = null;
    this.turning = false;
  }

  /** Follows a place, or nothing (null). */
  begin(place, turning) {
    this.place = place;
    this.turning = turning;
    this.fresh = true;
    this.matrix.identity();
  }

  /** The motion since the start; a place that is not a number leaves the camera where it is. */
  update(pose, planar) {
    if (!this.place) return;
    poseMatrix(pose, this.place, this.turning && !planar, this.now);
    if (!this.now.elements.every(Number.isFinite)) return;
    if (this.fresh || this.wasPlanar !== planar) this.home.copy(this.now).invert();
    this.fresh = false;
    this.wasPlanar = planar;
    this.matrix.multiplyMatrices(this.now, this.home);
  }

  /** Counts the motion from here. */
  restart() {
    this.fresh = true;
    this.matrix.identity();
  }
}
