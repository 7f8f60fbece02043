/** Colours of items by an output: values of every state, a range, and colours along it. */

import { linear } from "./draw/materials.js";
import { number } from "./format.js";

const SHADES = 256;
// What has no value in a state.
const UNKNOWN = linear([0.6, 0.62, 0.66]);

/** A colour [r, g, b] at a share 0..1 of the way through evenly spaced colours. */
export function colorAt(colors, share) {
  const place = Math.min(1, Math.max(0, share)) * (colors.length - 1);
  const k = Math.min(Math.floor(place), colors.length - 2);
  return [0, 1, 2].map((i) => colors[k][i] + (place - k) * (colors[k + 1][i] - colors[k][i]));
}

export class Tones {
  constructor(contour, array) {
    const { name, unit, range, colors, each, beyond, bar, digits, values } = contour;
    this.name = String(name ?? "");
    this.unit = String(unit ?? "");
    this.whole = range.map(Number);
    this.range = this.whole;
    this.each = Boolean(each);
    this.beyond = beyond ?? [false, false];
    this.bar = bar !== false;
    this.digits = digits ?? 4;
    this.colors = colors;
    this.values = array(values);
    this.count = values.shape[1];
    this.now = new Float64Array(this.count);
    this.rgb = new Float32Array(3 * this.count);
    this.table = new Float32Array(3 * SHADES);
    for (let i = 0; i < SHADES; i++) {
      this.table.set(linear(colorAt(colors, i / (SHADES - 1))), 3 * i);
    }
    this.set(0, 0);
  }

  /** Values and colours at a state, or a share of the way to the next one. */
  set(state, share) {
    const { values, count, now } = this;
    const from = state * count;
    for (let i = 0; i < count; i++) {
      const here = values[from + i];
      now[i] = share ? here + share * (values[from + count + i] - here) : here;
    }
    if (this.each) this.range = this.extent();
    const [low, high] = this.range;
    const scale = (SHADES - 1) / (high - low);
    for (let i = 0; i < count; i++) {
      const known = Number.isFinite(now[i]);
      const place = Math.round((now[i] - low) * scale);
      const at = 3 * Math.min(SHADES - 1, Math.max(0, place));
      this.rgb.set(known ? this.table.subarray(at, at + 3) : UNKNOWN, 3 * i);
    }
  }

  /** The present value of a column as text; null if there is no such column. */
  told(column) {
    if (!(column >= 0 && column < this.count)) return null;
    return `${this.name}: ${number(this.now[column])} ${this.unit}`.trim();
  }

  /** Smallest and largest value of the present state. */
  extent() {
    let [low, high] = [Infinity, -Infinity];
    for (const value of this.now) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (!(high > low)) return this.whole;
    return high - low > 1e-6 * Math.max(Math.abs(low), Math.abs(high)) ? [low, high] : this.whole;
  }
}

/**
 * Writes colours of instances into an array.
 *
 * tints -- own colours (three or `width` numbers each); columns -- their columns in the tones, -1:
 * none; lit -- index of the owner that has the colour of the highlight
 */
export function paint(to, size, tints, width, owners, columns, tones, lit, color) {
  for (let i = 0; i < owners.length; i++) {
    const tone = 3 * columns[i];
    for (let k = 0; k < 3; k++) {
      const own = tints[width * i + k];
      const mixed = tone >= 0 ? own * tones.rgb[tone + k] : own;
      to[size * i + k] = owners[i] === lit ? color[k] : mixed;
    }
  }
}
