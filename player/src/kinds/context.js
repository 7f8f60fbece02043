/** Where the kinds put their instances: batches by geometry, rule and opacity. */

import { AxialBatch, ArrowBatch, PointBatch, WireBatch } from "../draw/batch.js";
import { FACING, makeGeometry, SHADED, TOUCH } from "../draw/geometries.js";
import { solid } from "../draw/materials.js";
import { Ribbons } from "../draw/ribbon.js";
import { makeWire } from "../draw/wire.js";

const RULES = { point: PointBatch, axial: AxialBatch, arrow: ArrowBatch };
// Beyond these numbers of items each is drawn with fewer triangles.
const MANY = 200;
const VERY_MANY = 800;
const CROWD = 5000;
// What is small in a crowd, and its radius in view units up to which it is.
const SMALL = { sphere: "ball", marker: "diamond" };
const SMALLEST = 0.03;

export class Context {
  constructor(scene, pose) {
    this.scene = scene;
    this.pose = pose;
    const { length } = scene.items.filter((item) => !item.when);
    this.detail = [CROWD, VERY_MANY, MANY].findIndex((most) => length > most);
    if (this.detail < 0) this.detail = 3;
    this.batches = new Map();
    this.ribbons = { true: new Ribbons(true), false: new Ribbons(false) };
    this.faint = new Ribbons(true, true);
    for (const each of [...Object.values(this.ribbons), this.faint]) each.tones = scene.tones;
    this.texts = [];
    this.covers = new Map();
  }

  /** A length in view units; what is not a positive number becomes `other` of the scene's size. */
  length(metres, other = 0.02) {
    const value = metres * this.scene.scale;
    return value > 0 && Number.isFinite(value) ? value : other * this.scene.size;
  }

  /** A POINT as {f, x, y, z} in view units. */
  point(point) {
    const s = this.scene.scale;
    return { f: this.pose.frame(point), x: point[1] * s, y: point[2] * s, z: point[3] * s };
  }

  moves(...places) {
    return places.some((place) => this.pose.moving[place.f] === 1);
  }

  /** An instance of a unit geometry; rule "point", "axial" or "arrow". */
  instance(rule, form, item, part, { color = item.color, moving = true } = {}) {
    const alpha = Math.round(color[3] * 50) / 50;
    if (alpha === 0) return;
    const small = this.detail === 0 && form in SMALL && part.A[0] <= SMALLEST;
    const name = small ? SMALL[form] : form;
    if (small) this.cover(item, part, name === "ball" && alpha === 1);
    const key = `${rule} ${name} ${alpha} ${moving} ${item.toned >= 0}`;
    let batch = this.batches.get(key);
    if (!batch) {
      const material = solid({
        alpha,
        vertexColors: SHADED.has(name),
        flat: name === "marker",
        open: name === "cup",
      });
      batch = new RULES[rule](makeGeometry(name, this.detail), material, TOUCH[name]);
      batch.facing = FACING[name];
      this.keep(key, batch);
    }
    batch.add(item, part, moving, color);
  }

  keep(key, batch) {
    batch.tones = this.scene.tones;
    this.batches.set(key, batch);
  }

  /** Lines that move, appear or change colour, or others. */
  lines(item, moving) {
    return this.ribbons[moving || Boolean(item.when) || item.toned >= 0];
  }

  /** Several small things at one place: those inside the largest ball need not be drawn. */
  cover(item, part, hides) {
    const { f, x, y, z, A } = part;
    const key = `${f} ${x} ${y} ${z}`;
    const cover = this.covers.get(key) ?? { parts: [], owner: -1, size: 0 };
    this.covers.set(key, cover);
    cover.parts.push(part);
    if (hides && A[0] > cover.size) Object.assign(cover, { owner: item.index, size: A[0], top: part });
  }

  /** An instance of a mesh that one or more items share. */
  mesh(key, make, item, part, moving) {
    let batch = this.batches.get(key);
    if (!batch) {
      const { geometry, material } = make();
      geometry.computeBoundingBox();
      batch = new PointBatch(geometry, material, "mesh");
      this.keep(key, batch);
    }
    batch.add(item, part, moving, batch.material.vertexColors ? [1, 1, 1, 1] : part.color);
  }

  wire(kind, windings, item, part, moving) {
    const alpha = Math.round(item.color[3] * 50) / 50;
    const key = `${kind} ${windings} ${alpha} ${item.toned >= 0}`;
    let batch = this.batches.get(key);
    if (!batch) {
      const { geometry, material } = makeWire(kind, windings, alpha, this.detail);
      batch = new WireBatch(geometry, material, "round");
      batch.bent = kind;
      this.keep(key, batch);
    }
    batch.add(item, { ...part, windings }, moving);
  }

  /** Everything that is drawn, in one list. */
  drawn() {
    for (const cover of this.covers.values()) {
      for (const part of cover.parts) {
        if (part !== cover.top && part.A[0] <= cover.size) part.cover = cover;
      }
    }
    const lines = [...Object.values(this.ribbons), this.faint].filter(
      (ribbons) => ribbons.owners.length > 0,
    );
    return { batches: [...this.batches.values()], lines, texts: this.texts, detail: this.detail };
  }
}
