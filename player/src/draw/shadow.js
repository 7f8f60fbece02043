/** Shadows on the ground: all solid instances once more, pressed flat along the light. */

import {
  DoubleSide,
  EqualStencilFunc,
  Group,
  IncrementStencilOp,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
} from "three";
import { BELOW } from "./ground.js";
import { bend } from "./wire.js";

// The light falls from above, a little from the side, so that shadows show the height.
const LIGHT = { z: [0.28, 0.2, -1], y: [0.28, -1, -0.25] };

/** Matrix that moves points along the light into the plane of the ground. */
function pressing(up, level) {
  const light = LIGHT[up];
  const axis = up === "z" ? 2 : 1;
  const matrix = new Matrix4();
  const e = matrix.elements;
  for (let row = 0; row < 3; row++) {
    const share = light[row] / light[axis];
    e[4 * axis + row] -= share;
    e[12 + row] = share * level;
  }
  return matrix;
}

/** One dark material; the stencil keeps overlapping shadows from adding up. */
function dark(wire) {
  const material = new MeshBasicMaterial({
    color: 0,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    stencilWrite: true,
    stencilFunc: EqualStencilFunc,
    stencilRef: 0,
    stencilZPass: IncrementStencilOp,
  });
  if (wire) bend(material, wire);
  return material;
}

export class Shadows {
  constructor(batches, scene, up) {
    this.group = new Group();
    this.group.matrixAutoUpdate = false;
    const deep = scene.half[up === "z" ? 2 : 1];
    this.group.matrix.copy(pressing(up, -deep - BELOW + 1e-3));
    this.materials = [];
    for (const batch of batches) {
      const ofGround = batch.owners.every((owner) => scene.items[owner].family === "ground");
      if (ofGround || batch.material.opacity < 0.5) continue;
      const material = dark(batch.bent);
      const twin = new InstancedMesh(batch.geometry, material, 0);
      twin.instanceMatrix = batch.mesh.instanceMatrix;
      twin.count = batch.mesh.count;
      twin.frustumCulled = false;
      twin.renderOrder = -0.5;
      batch.twin = twin;
      this.materials.push(material);
      this.group.add(twin);
    }
  }

  /** Strength 0..1 of the shadows. */
  set strength(value) {
    for (const material of this.materials) material.opacity = value;
  }
}
