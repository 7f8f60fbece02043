/** Which item is under the pointer: a ray against the shapes of all instances. */

import { Matrix4, Raycaster, Vector2, Vector3 } from "three";

const TOLERANCE = 4;
const MOST_CORNERS = 60000;
const matrix = new Matrix4();
const from = new Vector3();
const along = new Vector3();
const hit = new Vector3();
const sizes = [0, 0, 0];
const corners = [new Vector3(), new Vector3(), new Vector3()];

/** Distance along the ray to an axis-parallel box, or -1. */
function meetBox(min, max, pad) {
  let near = -Infinity;
  let far = Infinity;
  for (const k of ["x", "y", "z"]) {
    const low = (min[k] - pad[k] - from[k]) / along[k];
    const high = (max[k] + pad[k] - from[k]) / along[k];
    near = Math.max(near, Math.min(low, high));
    far = Math.min(far, Math.max(low, high));
  }
  return near <= far && far > 0 ? Math.max(near, 0) : -1;
}

/** Shares of the ray inside an elliptic cylinder about z that fills the box. */
function meetRound(min, max, pad) {
  const rx = (max.x - min.x) / 2 + pad.x,
    ry = (max.y - min.y) / 2 + pad.y;
  const ox = (from.x - (min.x + max.x) / 2) / rx,
    oy = (from.y - (min.y + max.y) / 2) / ry;
  const dx = along.x / rx,
    dy = along.y / ry;
  const a = dx * dx + dy * dy,
    b = ox * dx + oy * dy,
    c = ox * ox + oy * oy - 1;
  let near = -Infinity;
  let far = Infinity;
  if (a < 1e-18) {
    if (c > 0) return -1;
  } else {
    const root = b * b - a * c;
    if (root < 0) return -1;
    near = (-b - Math.sqrt(root)) / a;
    far = (-b + Math.sqrt(root)) / a;
  }
  const low = (min.z - pad.z - from.z) / along.z,
    high = (max.z + pad.z - from.z) / along.z;
  near = Math.max(near, Math.min(low, high));
  far = Math.min(far, Math.max(low, high));
  return near <= far && far > 0 ? Math.max(near, 0) : -1;
}

function meetBall(min, max, pad) {
  const r = max.x + pad.x;
  const a = along.dot(along),
    b = from.dot(along),
    c = from.dot(from) - r * r;
  const root = b * b - a * c;
  if (root < 0) return -1;
  const far = (-b + Math.sqrt(root)) / a;
  return far > 0 ? Math.max(0, (-b - Math.sqrt(root)) / a) : -1;
}

function cornerCount({ geometry }) {
  return (geometry.index ?? geometry.attributes.position).count;
}

/** Nearest triangle of a mesh that the ray meets, or -1. */
function meetMesh(batch, ray) {
  const place = batch.geometry.attributes.position,
    index = batch.geometry.index;
  ray.origin.copy(from);
  ray.direction.copy(along);
  let nearest = -1;
  for (let i = 0; i < cornerCount(batch); i += 3) {
    for (let k = 0; k < 3; k++)
      corners[k].fromBufferAttribute(place, index ? index.getX(i + k) : i + k);
    if (!ray.intersectTriangle(corners[0], corners[1], corners[2], false, hit)) continue;
    const t = hit.sub(from).dot(along) / along.dot(along);
    if (t > 0 && (nearest < 0 || t < nearest)) nearest = t;
  }
  return nearest;
}

const MEETS = { ball: meetBall, round: meetRound, box: meetBox, mesh: meetBox };

export class Picker {
  constructor(batches, lines) {
    this.batches = batches;
    this.lines = lines;
    this.caster = new Raycaster();
    this.inner = new Raycaster();
  }

  /** Item index at a place of the canvas (CSS pixels), or -1. */
  at(x, y, views, visible) {
    const spot = new Vector2((2 * x) / views.width - 1, 1 - (2 * y) / views.height);
    const camera = views.camera;
    this.caster.setFromCamera(spot, camera);
    let best = { distance: Infinity, owner: -1 };
    for (const batch of this.batches) {
      for (let i = 0; i < batch.owners.length; i++) {
        if (!visible[batch.owners[i]]) continue;
        const distance = this.meet(batch, i, views);
        if (distance >= 0 && distance < best.distance) best = { distance, owner: batch.owners[i] };
      }
    }
    return this.lineAt(x, y, views, visible, best.distance) ?? best.owner;
  }

  meet(batch, i, views) {
    matrix.fromArray(batch.matrices.array, 16 * i);
    const e = matrix.elements;
    for (let c = 0; c < 3; c++) sizes[c] = Math.hypot(e[4 * c], e[4 * c + 1], e[4 * c + 2]);
    if (!(sizes[0] > 0 && sizes[1] > 0 && sizes[2] > 0)) return -1;
    const { origin, direction } = this.caster.ray;
    const { min, max } = batch.bounds(i);
    // Most instances are far from the ray: a ball around them spares the exact look.
    from
      .set(min.x + max.x, min.y + max.y, min.z + max.z)
      .multiplyScalar(0.5)
      .applyMatrix4(matrix);
    const reach =
      0.5 * Math.max(...sizes) * Math.hypot(max.x - min.x, max.y - min.y, max.z - min.z);
    const far = origin.distanceTo(from);
    const perPixel = views.planar
      ? 2 / (views.flat.zoom * views.height)
      : (far * 2 * Math.tan((views.deep.fov * Math.PI) / 360)) / views.height;
    const slack = batch.touch === "mesh" ? 0 : TOLERANCE * perPixel;
    if (this.caster.ray.distanceSqToPoint(from) > (reach + 2 * slack) ** 2) return -1;
    const pad = { x: slack / sizes[0], y: slack / sizes[1], z: slack / sizes[2] };
    matrix.invert();
    from.copy(origin).applyMatrix4(matrix);
    // Lengths along the ray stay those of the scene: the direction keeps its transformed length.
    along.copy(direction).add(origin).applyMatrix4(matrix).sub(from);
    const t = MEETS[batch.touch](min, max, pad);
    if (t < 0 || batch.touch !== "mesh" || cornerCount(batch) > MOST_CORNERS) return t;
    return meetMesh(batch, this.inner.ray);
  }

  /** Nearest line within a few pixels that no solid hides, or undefined. */
  lineAt(x, y, views, visible, limit) {
    const p = new Vector3(),
      q = new Vector3(),
      spot = new Vector3();
    const { origin, direction } = this.caster.ray;
    let best = { gap: TOLERANCE + 2 };
    for (const { owners, start, finish, style } of this.lines) {
      for (let i = 0; i < owners.length; i++) {
        if (!visible[owners[i]] || style.array[4 * i + 3] < 0) continue;
        p.fromArray(start.array, 4 * i).project(views.camera);
        q.fromArray(finish.array, 4 * i).project(views.camera);
        if (!(p.z <= 1 && q.z <= 1)) continue;
        const { gap, share } = gapToSegment(x, y, toScreen(p, views), toScreen(q, views));
        if (!(gap < best.gap)) continue;
        spot.fromArray(finish.array, 4 * i).sub(p.fromArray(start.array, 4 * i));
        spot.multiplyScalar(share).add(p).sub(origin);
        if (spot.dot(direction) <= limit) best = { gap, owner: owners[i] };
      }
    }
    return best.owner;
  }
}

function toScreen(p, { width, height }) {
  return [((p.x + 1) / 2) * width, ((1 - p.y) / 2) * height];
}

function gapToSegment(x, y, [x0, y0], [x1, y1]) {
  const dx = x1 - x0,
    dy = y1 - y0;
  const n = dx * dx + dy * dy;
  const t = n > 0 ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / n)) : 0;
  return { gap: Math.hypot(x - x0 - t * dx, y - y0 - t * dy), share: t };
}
