/** The scene in the units of the view: its middle is the origin, its half diagonal about 1. */

import { Tones } from "./tones.js";

const FAMILIES = ["ground", "body", "node", "connector", "marker", "load", "sensor"];

function finite(value, other) {
  return Number.isFinite(value) ? value : other;
}

/** Middle and half sizes of the bounds in metres; a scene without extent gets its typical size. */
function boxOf(form) {
  const size = form.size > 0 && Number.isFinite(form.size) ? form.size : 1;
  const [low, high] = form.bounds ?? [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const middle = [0, 1, 2].map((i) => finite((low[i] + high[i]) / 2, 0));
  const half = [0, 1, 2].map((i) => Math.max(finite((high[i] - low[i]) / 2, 0), 0));
  const least = 0.25 * size;
  const extent = Math.hypot(...half);
  if (extent < least) half.fill(least, 0, form.planar ? 2 : 3);
  return { middle, half, unit: Math.max(Math.hypot(...half), 1e-300), size };
}

/** Points in view units that the picture is fitted to: the outline, else the corners of the box. */
function outlineOf(form, middle, half, unit) {
  const tips = (form.outline ?? [])
    .map((tip) => [0, 1, 2].map((k) => (tip[k] - middle[k]) / unit))
    .filter((tip) => tip.every(Number.isFinite));
  const wide = Math.max(...[0, 1, 2].map((k) => spread(tips, k)), 0);
  if (tips.length > 1 && wide * unit >= 0.5 * Math.max(...half)) return tips;
  const corner = (i) => half.map((h, k) => ((((i >> k) & 1) * 2 - 1) * h) / unit);
  return [0, 1, 2, 3, 4, 5, 6, 7].map(corner);
}

function spread(tips, k) {
  const values = tips.map((tip) => tip[k]);
  return values.length ? Math.max(...values) - Math.min(...values) : 0;
}

/** Times of the frames; times that do not rise are replaced by frame numbers. */
function timesOf(form, array) {
  const times = array(form.times);
  for (let i = 0; i < times.length; i++) {
    const fine = Number.isFinite(times[i]) && (i === 0 || times[i] >= times[i - 1]);
    if (!fine) return Float64Array.from(times, (_, k) => k);
  }
  return times.length ? times : new Float64Array(1);
}

/** Index of the last time that is not after `time` (0 if all are). */
export function indexAt(times, time) {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Index of the nearest time. */
export function nearestIndex(times, time) {
  const i = indexAt(times, time);
  return i + 1 < times.length && times[i + 1] - time < time - times[i] ? i + 1 : i;
}

export function readScene({ form, array }) {
  const { middle, half, unit, size } = boxOf(form);
  return {
    title: String(form.title ?? ""),
    planar: Boolean(form.planar),
    unitless: Boolean(form.unitless),
    times: timesOf(form, array),
    middle,
    unit,
    scale: 1 / unit,
    half: half.map((h) => h / unit),
    outline: outlineOf(form, middle, half, unit),
    size: size / unit,
    items: joined((form.items ?? []).map(readItem)),
    frames: form.frames ?? [],
    tracks: array(form.tracks ?? { type: "f4", shape: [0] }),
    turns: array(form.turns ?? { type: "f4", shape: [0] }),
    shapes: form.shapes ?? [],
    sensors: readSensors(form.sensors ?? [], array),
    defaults: form.defaults ?? {},
    notes: (form.notes ?? []).map(String),
    details: form.details ?? [],
    tones: form.contour ? new Tones(form.contour, array) : null,
    array,
  };
}

function readItem(item, index) {
  const color = Array.isArray(item.color) ? item.color : [0.5, 0.55, 0.6, 1];
  return {
    ...item,
    index,
    family: FAMILIES.includes(item.family) ? item.family : "ground",
    name: String(item.name ?? ""),
    label: String(item.label ?? item.name ?? item.kind),
    type: String(item.type ?? ""),
    color: [0, 1, 2, 3].map((i) => Math.min(1, Math.max(0, finite(color[i], i === 3 ? 1 : 0.5)))),
  };
}

/**
 * Parts of one body share the index of its first part, so that they are met, lit and listed as one.
 */
function joined(items) {
  const first = new Map();
  for (const item of items) {
    const key = [item.family, item.number, item.label].join("\n");
    item.isPart = item.number >= 0 && first.has(key);
    if (item.isPart) item.index = first.get(key);
    else first.set(key, item.index);
  }
  return items;
}

function readSensors(sensors, array) {
  return sensors
    .map((sensor) => {
      const components = sensor.components?.length ? sensor.components.map(String) : [""];
      return {
        name: String(sensor.name ?? ""),
        label: String(sensor.label ?? sensor.name ?? ""),
        unit: String(sensor.unit ?? ""),
        units: components.map((_, k) => String(sensor.units?.[k] ?? sensor.unit ?? "")),
        components,
        times: array(sensor.times),
        values: array(sensor.values),
      };
    })
    .filter((sensor) => sensor.times.length > 0);
}
