/** Cameras: a perspective one that orbits and an orthographic one for the plane. */

import { MOUSE, OrthographicCamera, PerspectiveCamera, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Follow } from "./follow.js";
import { pixel } from "./wire.js";

const FIELD = 32;
// Room around the scene, relative to its size.
const MARGIN = 1.1;
// Pixels at the edges of the plane that scales cover.
export const INSET = { left: 38, right: 12, top: 12, bottom: 24 };

// Directions from the target to the camera, by the axis that points up on the screen.
const DIRECTIONS = {
  z: { x: [1, 0, 0], y: [0, -1, 0], z: [0, -1e-4, 1], iso: [0.75, -1.1, 0.62] },
  y: { x: [1, 0, 0], y: [0, 1, 1e-4], z: [0, 0, 1], iso: [0.55, 0.45, 1] },
};
export const VIEWS = ["x", "y", "z", "iso", "2d"];

export class Views {
  constructor(scene, element, changed) {
    this.scene = scene;
    this.up = scene.planar ? "y" : "z";
    this.half = scene.half.map((h) => Math.max(h, 1e-3));
    this.deep = new PerspectiveCamera(FIELD, 1, 0.01, 100);
    this.deep.up.set(0, this.up === "y" ? 1 : 0, this.up === "z" ? 1 : 0);
    this.flat = new OrthographicCamera(-1, 1, 1, -1, 0.01, 100);
    // The user moves the cameras above; what is drawn is seen from there, carried by the body that
    // is followed.
    this.eyes = [this.deep, this.flat].map((camera) => {
      const eye = camera.clone();
      eye.matrixAutoUpdate = eye.matrixWorldAutoUpdate = false;
      return eye;
    });
    this.follow = new Follow();
    this.inset = INSET;
    // Pixels at the right edge that a legend covers.
    this.aside = 0;
    this.width = this.height = 1;
    this.name = scene.planar ? "2d" : "iso";
    this.element = element;
    if (element) this.control(element, changed);
  }

  control(element, changed) {
    this.orbit = new OrbitControls(this.deep, element);
    this.slide = new OrbitControls(this.flat, element);
    for (const controls of [this.orbit, this.slide]) {
      controls.enableDamping = true;
      controls.dampingFactor = 0.18;
      controls.zoomToCursor = true;
      controls.addEventListener("change", changed);
      controls.addEventListener("start", () => {
        this.touched = true;
      });
    }
    Object.assign(this.slide, { enableRotate: false, minZoom: 1e-4, maxZoom: 1e6 });
    Object.assign(this.orbit, { minDistance: 1e-4, maxDistance: 1e4 });
    this.slide.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    this.slide.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
  }

  get planar() {
    return this.name === "2d";
  }

  /** The camera of the picture. */
  get camera() {
    return this.eyes[this.planar ? 1 : 0];
  }

  /** Goes with a place from now on, looking at it; null: stays where it is. */
  attach(place, turning, pose) {
    const { matrix } = this.follow;
    for (const { object, target } of [this.orbit, this.slide]) {
      object.position.applyMatrix4(matrix);
      target.applyMatrix4(matrix);
    }
    this.follow.begin(place, turning);
    if (!place) return;
    this.touched = true;
    const [x, y, z] = pose.place(place.f, place.x, place.y, place.z);
    if (!Number.isFinite(x + y + z)) return;
    for (const { object, target } of [this.orbit, this.slide]) {
      const shift = new Vector3(x, y, object === this.flat ? target.z : z).sub(target);
      object.position.add(shift);
      target.add(shift);
    }
  }

  /** Places the eye: where the user has put the camera, carried along. */
  look(pose) {
    const [camera, eye] = this.planar ? [this.flat, this.eyes[1]] : [this.deep, this.eyes[0]];
    this.follow.update(pose, this.planar);
    camera.updateMatrixWorld();
    eye.matrixWorld.multiplyMatrices(this.follow.matrix, camera.matrixWorld);
    eye.matrixWorldInverse.copy(eye.matrixWorld).invert();
    if (!this.planar) {
      const middle = new Vector3().setFromMatrixPosition(eye.matrixWorld).length();
      const distance = this.deep.position.distanceTo(this.orbit.target);
      this.deep.near = Math.max(1e-3 * distance, 0.2 * (middle - 4));
      this.deep.far = middle + 40;
      this.deep.updateProjectionMatrix();
    }
    eye.projectionMatrix.copy(camera.projectionMatrix);
    eye.projectionMatrixInverse.copy(camera.projectionMatrixInverse);
    eye.near = camera.near;
    eye.far = camera.far;
    return eye;
  }

  get controls() {
    return this.planar ? this.slide : this.orbit;
  }

  /** Preset by name; after an orbit the view's name is "free". */
  show(name) {
    if (!VIEWS.includes(name)) {
      throw new Error(`view '${name}' is unknown; choose one of ${VIEWS.join(", ")}`);
    }
    this.name = name;
    this.orbit.enabled = name !== "2d";
    this.slide.enabled = name === "2d";
    if (name !== "2d")
      this.deep.position.set(...DIRECTIONS[this.up][name]).add(this.orbit.target.set(0, 0, 0));
    this.fit();
  }

  resize(width, height) {
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    this.deep.aspect = this.width / this.height;
    const wide = this.width / this.height;
    Object.assign(this.flat, { left: -wide, right: wide, top: 1, bottom: -1 });
    this.deep.updateProjectionMatrix();
    this.flat.updateProjectionMatrix();
  }

  fit() {
    this.touched = false;
    this.follow.restart();
    // Without damping an update forgets what is left of a drag: the fitted view stays.
    this.controls.enableDamping = false;
    this.controls.update();
    if (this.planar) this.fitFlat();
    else this.fitDeep();
    this.controls.update();
    this.controls.enableDamping = true;
  }

  fitFlat() {
    const [x, y] = this.half;
    const { left, top, bottom } = this.inset;
    const right = this.inset.right + this.aside;
    const wide = Math.max(this.width - left - right, 0.5 * this.width);
    const high = Math.max(this.height - top - bottom, 0.5 * this.height);
    const perPixel = Math.max((2 * x) / wide, (2 * y) / high) * MARGIN;
    this.flat.zoom = 2 / (perPixel * this.height);
    const across = (perPixel * (right - left)) / 2,
      down = (perPixel * (top - bottom)) / 2;
    this.slide.target.set(across, down, 0);
    this.flat.position.set(across, down, 20);
    this.flat.updateProjectionMatrix();
  }

  /**
   * The nearest place of the camera from which the whole outline is in the picture.
   *
   * A point p is inside across if |p.right - x| <= wide (distance - p.away), and in the same way
   * upward. The largest p.right + wide p.away and -p.right + wide p.away give distance and x.
   */
  fitDeep() {
    const away = this.deep.position.clone().sub(this.orbit.target).normalize();
    const right = new Vector3().crossVectors(this.deep.up, away).normalize();
    const upward = new Vector3().crossVectors(away, right);
    const tall = Math.tan((FIELD * Math.PI) / 360) / MARGIN;
    const tip = new Vector3();
    let distance = 1e-3;
    const aside = Math.min(this.aside, 0.3 * this.width);
    const middle = [
      [right, tall * this.deep.aspect * (1 - aside / this.width)],
      [upward, tall],
    ].map(([axis, slope]) => {
      let ahead = -Infinity;
      let behind = -Infinity;
      for (const point of this.scene.outline) {
        const deep = slope * tip.set(...point).dot(away);
        const beside = tip.dot(axis);
        ahead = Math.max(ahead, deep + beside);
        behind = Math.max(behind, deep - beside);
      }
      distance = Math.max(distance, (ahead + behind) / (2 * slope));
      return (ahead - behind) / 2;
    });
    // The middle of what the legend leaves free lies left of the middle of the picture.
    const shift = (distance * tall * MARGIN * aside) / this.height;
    this.orbit.target.set(0, 0, 0).addScaledVector(right, middle[0] + shift);
    this.orbit.target.addScaledVector(upward, middle[1]);
    this.deep.position.copy(this.orbit.target).addScaledVector(away, distance);
  }

  /** Places of points in the window [px]. */
  pixels(points) {
    const spot = new Vector3();
    return points.map((point) => {
      spot.set(...point).project(this.camera);
      return [((spot.x + 1) / 2) * this.width, ((1 - spot.y) / 2) * this.height];
    });
  }

  /** To be called before every picture; true while the camera still glides. */
  update() {
    const glides = this.controls.update();
    if (!this.planar) this.rename();
    const tall = 2 * Math.tan((FIELD * Math.PI) / 360);
    pixel.value = this.planar ? [2 / (this.flat.zoom * this.height), 0] : [0, tall / this.height];
    return glides;
  }

  rename() {
    const wanted = DIRECTIONS[this.up][this.name];
    if (!wanted) return;
    const away = this.deep.position.clone().sub(this.orbit.target).normalize();
    if (away.dot(new Vector3(...wanted).normalize()) < 0.99999) this.name = "free";
  }
}
