/** Unit bodies of which everything is put together. */

import {
  Box3,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  LatheGeometry,
  OctahedronGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";

/** The same geometry without index, every corner with one shade (a factor of the item's colour). */
function shaded(geometry, shade) {
  const plain = geometry.index ? geometry.toNonIndexed() : geometry;
  const count = plain.attributes.position.count;
  const colors = new Float32Array(3 * count);
  const place = plain.attributes.position;
  for (let i = 0; i < count; i += 3) {
    const x = (place.getX(i) + place.getX(i + 1) + place.getX(i + 2)) / 3;
    const y = (place.getY(i) + place.getY(i + 1) + place.getY(i + 2)) / 3;
    const value = typeof shade === "function" ? shade(x, y) : shade;
    colors.fill(value, 3 * i, 3 * i + 9);
  }
  plain.setAttribute("color", new BufferAttribute(colors, 3));
  plain.deleteAttribute("uv");
  return plain;
}

/** Cylinder along z from 0 to 1, diameter 1. */
function cylinder(sides, open = false) {
  const upright = new CylinderGeometry(0.5, 0.5, 1, sides, 1, open);
  return upright.rotateX(Math.PI / 2).translate(0, 0, 0.5);
}

/** A ball of radius 1. */
function sphere(detail) {
  return new SphereGeometry(1, [22, 12, 22, 40][detail], [15, 8, 15, 28][detail]);
}

/** Two triangles that are turned to the camera (packs.js), in the cube of a ball of radius 1. */
function piece(corners) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1], 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  return geometry;
}

/** A ball in a crowd, where it is a few pixels large, and a marker there. */
const ball = () => piece([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
const diamond = () => piece([-1, 0, 0, 0, -1, 0, 1, 0, 0, 0, 1, 0]);

/** Flat cylinder about z, radius 1; two of its quarters are darker, which shows the rotation. */
function disc() {
  const body = new CylinderGeometry(1, 1, 0.3, 64).rotateX(Math.PI / 2);
  return shaded(body, (x, y) => (x * y > 0 ? 1 : 0.62));
}

/** A wheel about z in a cube of edge 1: a dark tire, spokes, and one light spoke to follow. */
function wheel() {
  const profile = [
    [0.4, -0.3],
    [0.42, -0.46],
    [0.47, -0.5],
    [0.5, -0.34],
    [0.5, 0.34],
    [0.47, 0.5],
    [0.42, 0.46],
    [0.4, 0.3],
  ];
  const tire = new LatheGeometry(
    profile.map(([r, h]) => new Vector2(r, h)),
    60,
  ).rotateX(Math.PI / 2);
  const web = new CylinderGeometry(0.41, 0.41, 0.6, 60).rotateX(Math.PI / 2);
  const hub = new CylinderGeometry(0.09, 0.09, 0.8, 24).rotateX(Math.PI / 2);
  const sector = (x, y) => Math.floor((Math.atan2(y, x) / Math.PI + 1) * 5);
  return mergeGeometries([
    shaded(tire, (x, y) => (sector(x, y) === 7 ? 0.75 : 0.3)),
    shaded(web, (x, y) => (sector(x, y) === 7 ? 1.5 : sector(x, y) % 2 ? 1 : 0.55)),
    shaded(hub, 0.4),
  ]);
}

/** Half a hollow ball of diameter 1, open toward +z. */
function cup() {
  const shell = new SphereGeometry(0.5, 28, 12, 0, 2 * Math.PI, 0.5 * Math.PI, 0.5 * Math.PI);
  return shell.rotateX(Math.PI / 2);
}

/** Revolute joint about z, radius 1: a bolt in a dark ring. */
function pin() {
  const ring = new TorusGeometry(0.78, 0.22, 14, 36);
  const bolt = new CylinderGeometry(0.7, 0.7, 0.7, 36).rotateX(Math.PI / 2);
  return mergeGeometries([shaded(ring, 0.32), shaded(bolt, 1.1)]);
}

/** Fixed bearing: tip at the origin, the ground lies along +z; its base is hatched. */
function support() {
  const wedge = new ConeGeometry(0.62, 0.9, 4, 1).rotateY(Math.PI / 4);
  wedge.rotateX(-Math.PI / 2).translate(0, 0, 0.45);
  const parts = [
    shaded(wedge, 1),
    shaded(new BoxGeometry(1.4, 0.8, 0.08).translate(0, 0, 0.94), 0.6),
  ];
  for (let i = -2; i <= 2; i++) {
    const stroke = new BoxGeometry(0.05, 0.7, 0.3).rotateY(0.7);
    parts.push(shaded(stroke.translate(0.27 * i + 0.06, 0, 1.08), 0.6));
  }
  return mergeGeometries(parts);
}

/** Three quarters of a circle about z with an arrow head, radius 0.5. */
function torque() {
  const arc = new TorusGeometry(0.5, 0.035, 10, 48, 1.45 * Math.PI);
  const head = new ConeGeometry(0.11, 0.28, 20).translate(0, 0.12, 0).translate(0.5, 0, 0);
  return mergeGeometries([shaded(arc, 1), shaded(head.rotateZ(1.45 * Math.PI), 1)]);
}

/** A double pyramid: not to be mixed up with a node. */
function marker() {
  return new OctahedronGeometry(1);
}

const MAKERS = {
  ball,
  diamond,
  sphere,
  marker,
  box: () => new BoxGeometry(1, 1, 1),
  cylinder: (detail) => cylinder([5, 10, 16, 32][detail], detail === 0),
  column: (detail) => cylinder([6, 10, 16, 32][detail]).translate(0, 0, -0.5),
  wheel,
  cup,
  cone: (detail) =>
    new ConeGeometry(0.5, 1, [5, 12, 24, 24][detail], 1, detail === 0).rotateX(Math.PI / 2).translate(0, 0, 0.5),
  disc,
  pin,
  support,
  torque,
};

/** How the pointer meets an instance: a ball, something round about z, its triangles, or a box. */
export const TOUCH = {
  ball: "ball",
  sphere: "ball",
  cylinder: "round",
  column: "round",
  wheel: "round",
  cup: "mesh",
  cone: "round",
  disc: "round",
  pin: "round",
  torque: "mesh",
  support: "mesh",
};
export const SHADED = new Set(["disc", "wheel", "pin", "support", "torque"]);

/** Geometries that are turned to the camera, and their light. */
export const FACING = { ball: "ball", diamond: "flat" };

/** Unit geometry by name; `detail` 0 (coarse) to 3 (fine). */
export function makeGeometry(name, detail) {
  const geometry = MAKERS[name](detail);
  if (name in FACING) geometry.boundingBox = new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
  else geometry.computeBoundingBox();
  return geometry;
}
