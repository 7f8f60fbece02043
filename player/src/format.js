/** Numbers as text, and round steps of scales. */

const UP = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const LENGTHS = { "-9": "nm", "-6": "µm", "-3": "mm", 0: "m", 3: "km" };

/** 10 to a whole power, as text: 10⁻⁶. */
export function power(exponent) {
  const digits = String(Math.abs(exponent)).replace(/\d/g, (d) => UP[+d]);
  return `10${exponent < 0 ? "⁻" : ""}${digits}`;
}

/** Smallest of 1, 2, 5 times a power of ten that is not below `least`. */
export function roundStep(least) {
  const base = 10 ** Math.floor(Math.log10(least));
  for (const factor of [1, 2, 5]) if (factor * base >= least * (1 - 1e-9)) return factor * base;
  return 10 * base;
}

/** Round values inside [low, high], at most about `count` of them, and their step. */
export function ticks(low, high, count) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return { step: 1, values: [] };
  const step = roundStep(span / Math.max(count, 1));
  const values = [];
  for (let i = Math.ceil(low / step - 1e-6); i * step <= high + step * 1e-6; i++) {
    values.push(i * step);
    if (values.length > 200) break;
  }
  return { step, values };
}

/** Power of ten (multiple of three) by which the numbers of a scale are divided. */
export function scaleExponent(largest) {
  if (!(largest > 0) || (largest < 1e4 && largest >= 1e-2)) return 0;
  return 3 * Math.floor(Math.log10(largest) / 3 + 1e-9);
}

/** A tick's text with as many decimals as its step needs. */
export function tickText(value, step, exponent) {
  const scale = 10 ** -exponent;
  const decimals = Math.min(12, Math.max(0, -Math.floor(Math.log10(step * scale) + 1e-9)));
  const text = (value * scale).toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

/** Unit of a length scale whose numbers were divided by 10^exponent. */
export function lengthUnit(exponent) {
  return LENGTHS[exponent] ?? `${power(exponent)} m`;
}

/** A measured number, four digits, readable at any size. */
export function number(value) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text = size >= 1e5 || size < 1e-3 ? value.toExponential(3) : value.toPrecision(4);
  return text.replace("-", "−").replace("e+", "e").replace("e−0", "0");
}

/** A function that writes times of a run, all with the same decimals. */
export function timeWriter(first, last) {
  const largest = Math.max(Math.abs(first), Math.abs(last));
  if (largest > 0 && (largest >= 1e6 || largest < 1e-3)) {
    return (time) => time.toExponential(3).replace("e+", "e");
  }
  const span = last - first || largest || 1;
  const decimals = Math.min(9, Math.max(0, 3 - Math.floor(Math.log10(span))));
  return (time) => time.toFixed(decimals);
}

/** A speed factor: 1×, 0.05×, 2.5e−6×. */
export function factor(value) {
  const plain = value >= 1e-3 && value < 1e5;
  const text = plain ? String(Number(value.toPrecision(3))) : value.toExponential(1);
  return `${text.replace("e+", "e").replace("e-", "e−")}×`;
}
