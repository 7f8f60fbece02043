/** Instances that share geometry and material; one draw call each. */

import { DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, Mesh } from "three";
import { paint } from "../tones.js";
import { axesAlong, writeMatrix, writeNothing } from "./axes.js";
import { linear } from "./materials.js";
import { packed, Rows, unpack } from "./packs.js";

const axes = new Float64Array(9);
const ends = new Float64Array(6);

/** Whether something is drawn in a state; `when` -- first state and that after the last, or null. */
export function isDue(when, state) {
  return !when || (state >= when[0] && state < when[1]);
}

/** What all batches have: owners (items), colours and the mesh. */
export class Batch {
  constructor(geometry, material, touch = "box") {
    this.geometry = geometry;
    this.material = material;
    this.touch = touch;
    this.owners = [];
    this.tints = [];
    this.parts = [];
    this.windows = [];
    this.columns = [];
    this.toned = false;
    this.moving = false;
  }

  /** Adds an instance that belongs to `item`; the part holds what its place follows from. */
  add(item, part, moving, color = item.color) {
    this.owners.push(item.index);
    this.tints.push(...linear(color));
    this.parts.push(part);
    this.windows.push(item.when ?? null);
    this.columns.push(item.toned ?? -1);
    this.toned ||= item.toned >= 0;
    this.moving ||= moving || Boolean(item.when) || item.toned >= 0;
  }

  /** The mesh of all instances; in packs where there are many of them. */
  build(packs) {
    const count = this.parts.length;
    if (packs) {
      this.mesh = this.inPacks(count);
    } else {
      this.mesh = new InstancedMesh(this.geometry, this.material, count);
      this.matrices = this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      this.colors = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
      this.mesh.instanceColor = this.colors;
    }
    this.highlight(-1);
    this.mesh.frustumCulled = false;
    return this.mesh;
  }

  inPacks(count) {
    const { geometry, copies } = packed(this.geometry, count);
    this.matrices = new Rows(4 * count);
    this.colors = new Rows(count);
    this.colors.itemSize = 4;
    const rows = { matrices: this.matrices, tints: this.colors, wires: this.wire };
    unpack(this.material, copies, rows, this.facing);
    return new Mesh(geometry, this.material);
  }

  /** Shows one item in the colour of the highlight, all others in their own. */
  highlight(index, color) {
    this.lit = [index, color];
    this.recolor();
  }

  recolor() {
    const { array, itemSize } = this.colors;
    paint(array, itemSize, this.tints, 3, this.owners, this.columns, this.tones, ...this.lit);
    this.colors.needsUpdate = true;
  }

  /** Half sizes and middle of an instance in its own axes, for the pointer. */
  bounds() {
    return this.geometry.boundingBox;
  }

  update(pose, state, visible) {
    const to = this.matrices.array;
    let any = false;
    for (let i = 0; i < this.parts.length; i++) {
      const at = 16 * i;
      const part = this.parts[i];
      const covered = part.cover && visible[part.cover.owner];
      const seen = visible[this.owners[i]] && !covered && isDue(this.windows[i], state);
      const drawn = seen && this.write(to, at, part, pose, state, i);
      // A place that is not a number (a failed run) hides the instance, as nothing was recorded.
      if (
        !drawn ||
        !Number.isFinite(to[at] + to[at + 5] + to[at + 12] + to[at + 13] + to[at + 14])
      ) {
        writeNothing(to, at);
      } else {
        any = true;
      }
    }
    if (this.toned) this.recolor();
    this.mesh.visible = any;
    if (this.twin) this.twin.visible = any;
    this.matrices.needsUpdate = true;
  }
}

/** Instances that are fixed in a frame; part: {f, x, y, z, A} with nine numbers A (columns). */
export class PointBatch extends Batch {
  write(to, at, { f, x, y, z, A }, pose) {
    const M = pose.M,
      m = 9 * f;
    for (let c = 0; c < 3; c++) {
      const a = A[3 * c],
        b = A[3 * c + 1],
        d = A[3 * c + 2];
      const o = at + 4 * c;
      to[o] = M[m] * a + M[m + 1] * b + M[m + 2] * d;
      to[o + 1] = M[m + 3] * a + M[m + 4] * b + M[m + 5] * d;
      to[o + 2] = M[m + 6] * a + M[m + 7] * b + M[m + 8] * d;
      to[o + 3] = 0;
    }
    pose.place(f, x, y, z, ends);
    to[at + 12] = ends[0];
    to[at + 13] = ends[1];
    to[at + 14] = ends[2];
    to[at + 15] = 1;
    return true;
  }
}

/** Writes both ends of a part and the axes along them; returns their distance. */
export function alignEnds(pose, { a, b }) {
  pose.place(a.f, a.x, a.y, a.z, ends, 0);
  pose.place(b.f, b.x, b.y, b.z, ends, 3);
  return axesAlong(ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2], axes);
}

/** Cylinders between two points; part: {a, b, width, span} with span(length) -> [from, to]. */
export class AxialBatch extends Batch {
  write(to, at, part, pose) {
    const length = alignEnds(pose, part);
    const [from, till] = part.span ? part.span(length) : [0, length];
    if (!(till > from)) return false;
    const w = part.width;
    writeMatrix(
      to,
      at,
      axes,
      w,
      w,
      till - from,
      ends[0] + axes[6] * from,
      ends[1] + axes[7] * from,
      ends[2] + axes[8] * from,
    );
    return true;
  }
}

/**
 * Shafts and heads of arrows; part: {f, x, y, z, vector(state, share), local, still, size, place}.
 *
 * Arrows that stand still but for their start are computed once: a model may have thousands.
 */
export class ArrowBatch extends Batch {
  write(to, at, part, pose, state) {
    if (!part.still) return this.compute(to, at, part, pose, state);
    if (!part.kept) {
      if (!this.compute(to, at, part, pose, state)) return false;
      part.kept = Float64Array.from(to.subarray(at, at + 16));
      for (let k = 0; k < 3; k++) part.kept[12 + k] -= ends[k];
      return true;
    }
    to.set(part.kept, at);
    pose.place(part.f, part.x, part.y, part.z, ends);
    for (let k = 0; k < 3; k++) to[at + 12 + k] += ends[k];
    return true;
  }

  compute(to, at, part, pose, state) {
    const [vx, vy, vz] = part.vector(state, pose.share);
    const v = part.local ? pose.turn(part.f, vx, vy, vz) : [vx, vy, vz];
    const length = axesAlong(v[0], v[1], v[2], axes) * part.perUnit;
    if (!(length > 0)) return false;
    const { from, till, width } = part.place(length);
    pose.place(part.f, part.x, part.y, part.z, ends);
    writeMatrix(
      to,
      at,
      axes,
      width,
      width,
      till - from,
      ends[0] + axes[6] * from,
      ends[1] + axes[7] * from,
      ends[2] + axes[8] * from,
    );
    return true;
  }
}

/** Coils and spirals: the matrix turns and places, four numbers an instance shape the wire. */
export class WireBatch extends Batch {
  build(packs) {
    const count = this.parts.length;
    if (packs) {
      this.wire = new Rows(count);
    } else {
      this.wire = new InstancedBufferAttribute(new Float32Array(4 * count), 4);
      this.wire.setUsage(DynamicDrawUsage);
      this.geometry.setAttribute("wire", this.wire);
    }
    return super.build(packs);
  }

  update(pose, state, visible) {
    super.update(pose, state, visible);
    this.wire.needsUpdate = true;
  }

  bounds(i) {
    return this.parts[i].box(this.wire.array, 4 * i);
  }

  write(to, at, part, pose, state, i) {
    const wire = this.wire.array;
    if (part.b) {
      const length = alignEnds(pose, part);
      writeMatrix(to, at, axes, 1, 1, 1, ends[0], ends[1], ends[2]);
      wire[4 * i] = Number.isFinite(length) ? length : 0;
    } else {
      for (let k = 0; k < 3; k++) {
        axes.set(pose.turn(part.f, ...part.axes.slice(3 * k, 3 * k + 3)), 3 * k);
      }
      pose.place(part.f, part.x, part.y, part.z, ends);
      writeMatrix(to, at, axes, 1, 1, 1, ends[0], ends[1], ends[2]);
      wire[4 * i] = part.angle(state, pose.share);
    }
    wire[4 * i + 1] = part.width;
    wire[4 * i + 2] = part.windings;
    return true;
  }
}
