/** The legend of colours by an output: name, unit, and a bar with numbers. */

import { power, roundStep, scaleExponent } from "../format.js";
import { colorAt } from "../tones.js";

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** Lengths of a legend whose letters are `px` high, in a picture of some height. */
export function legendSize(px, height) {
  const tall = Math.max(4 * px, Math.min(19 * px, 0.55 * height));
  return { bar: px, tall, width: 7.5 * px, top: 2.3 * px };
}

/** A number of the range with some digits, divided by a power of ten. */
function told(value, exponent, digits) {
  const number = value * 10 ** -exponent;
  const text = Number(number.toPrecision(digits));
  return String(Math.abs(text) < 1e-12 * Math.abs(number || 1) ? 0 : text).replace("-", "−");
}

/** Numbers beside the bar: both ends, and round ones between them that do not touch others. */
function marks(tones, tall, px) {
  const [low, high] = tones.range;
  const exponent = scaleExponent(Math.max(Math.abs(low), Math.abs(high)));
  const step = roundStep((high - low) / Math.max(1, Math.min(6, Math.floor(tall / (2.4 * px)))));
  const found = [];
  for (let i = Math.ceil(low / step); i * step <= high && found.length < 12; i++) {
    const share = (i * step - low) / (high - low);
    if (Math.min(share, 1 - share) * tall > 2 * px) {
      found.push({ share, text: told(Number((i * step).toPrecision(12)), exponent, 6), end: false });
    }
  }
  const [under, over] = tones.each ? [false, false] : tones.beyond;
  const ends = [
    { share: 0, text: (under ? "≤ " : "") + told(low, exponent, tones.digits), end: true },
    { share: 1, text: (over ? "≥ " : "") + told(high, exponent, tones.digits), end: true },
  ];
  return { exponent, list: [...ends, ...found] };
}

/** Title of the legend: what is drawn, and its unit. */
function title(tones, exponent) {
  const factor = exponent ? power(exponent) : "";
  const unit = [factor, tones.unit].filter(Boolean).join(" ");
  return unit ? `${tones.name} [${unit}]` : tones.name;
}

/** Draws the legend with its upper right corner at (right, top); `px` is the size of letters. */
export function drawLegend(pen, tones, colors, { right, top, px, height }) {
  const size = legendSize(px, height);
  const { exponent, list } = marks(tones, size.tall, px);
  const write = (text, x, y, weight) => {
    pen.font = `${weight} ${px}px ${FONT}`;
    pen.strokeStyle = colors.halo;
    pen.lineWidth = px / 3.5;
    pen.strokeText(text, x, y);
    pen.fillStyle = colors.text;
    pen.fillText(text, x, y);
  };
  pen.save();
  pen.lineJoin = "round";
  pen.fontVariantNumeric = "tabular-nums";
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  const left = right - size.bar;
  const from = top + size.top;
  write(title(tones, exponent), right, top + px / 2, 600);
  const gradient = pen.createLinearGradient(0, from, 0, from + size.tall);
  for (let i = 0; i <= 32; i++) {
    const [r, g, b] = colorAt(tones.colors, 1 - i / 32).map((c) => Math.round(255 * c));
    gradient.addColorStop(i / 32, `rgb(${r}, ${g}, ${b})`);
  }
  pen.beginPath();
  pen.roundRect(left, from, size.bar, size.tall, px / 4);
  pen.fillStyle = gradient;
  pen.fill();
  pen.lineWidth = Math.max(1, px / 12);
  pen.strokeStyle = colors.axis;
  pen.stroke();
  for (const { share, text, end } of list) {
    const y = from + (1 - share) * size.tall;
    if (!end) {
      pen.beginPath();
      pen.moveTo(left - px / 3, y);
      pen.lineTo(left, y);
      pen.lineWidth = Math.max(1, px / 12);
      pen.strokeStyle = colors.axis;
      pen.stroke();
    }
    const inside = end ? (share ? 0.4 : -0.4) * px : 0;
    write(text, left - px / 1.8, y + inside, end ? 600 : 400);
  }
  pen.restore();
}
