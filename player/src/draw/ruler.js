/** The grid of the plane with labelled scales, and the triad of a spatial view: 2D canvases. */

import { lengthUnit, roundStep, scaleExponent, tickText } from "../format.js";

/** Context of a canvas in CSS pixels, crisp on dense screens. */
export function crisp(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const w = Math.max(1, Math.round(width * ratio)),
    h = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** Visible range of the plane in metres. */
function visible(scene, { camera, flat, width, height }) {
  const high = scene.unit / flat.zoom;
  const wide = (high * width) / height;
  const e = camera.matrixWorld.elements;
  const x = scene.middle[0] + e[12] * scene.unit;
  const y = scene.middle[1] + e[13] * scene.unit;
  return { x0: x - wide, x1: x + wide, y0: y - high, y1: y + high, perPixel: (2 * wide) / width };
}

function* marks(low, high, step) {
  const first = Math.ceil(low / step),
    last = Math.floor(high / step);
  for (let i = first; i <= last && i - first < 1000; i++) yield i;
}

/** Grid of the plane with fine and strong lines. */
export function drawRuler(canvas, scene, views, colors, wanted) {
  const { width, height } = views;
  const pen = crisp(canvas, width, height);
  pen.clearRect(0, 0, width, height);
  if (!views.planar || !wanted) return;
  const range = visible(scene, views);
  const step = roundStep(80 * range.perPixel);
  const fine = step / 5;
  const px = (x) => Math.round((x - range.x0) / range.perPixel) + 0.5;
  const py = (y) => Math.round((range.y1 - y) / range.perPixel) + 0.5;
  const stroke = (low, high, by, line) => {
    for (const i of marks(low, high, by)) {
      const major = i % 5 === 0;
      pen.strokeStyle = i === 0 ? colors.axis : major ? colors.major : colors.minor;
      pen.beginPath();
      line(i * by);
      pen.stroke();
    }
  };
  pen.lineWidth = 1;
  stroke(range.x0, range.x1, fine, (x) => {
    pen.moveTo(px(x), 0);
    pen.lineTo(px(x), height);
  });
  stroke(range.y0, range.y1, fine, (y) => {
    pen.moveTo(0, py(y));
    pen.lineTo(width, py(y));
  });
  labels(pen, range, step, { px, py, width, height, colors, top: views.inset.top });
}

/** Numbers along the left and the lower edge, and the unit in the corner. */
function labels(pen, range, step, { px, py, width, height, colors, top }) {
  const largest = Math.max(...[range.x0, range.x1, range.y0, range.y1].map(Math.abs));
  const exponent = scaleExponent(largest);
  pen.font = '11px system-ui, "Segoe UI", Roboto, sans-serif';
  pen.fillStyle = colors.text;
  const halo = (text, x, y) => {
    pen.strokeStyle = colors.halo;
    pen.lineWidth = 3;
    pen.strokeText(text, x, y);
    pen.fillText(text, x, y);
  };
  pen.lineJoin = "round";
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  const unit = lengthUnit(exponent);
  const first = Math.max(44, 26 + pen.measureText(unit).width);
  for (const i of marks(range.x0, range.x1, step)) {
    const x = px(i * step);
    if (x > first && x < width - 16) halo(tickText(i * step, step, exponent), x, height - 6);
  }
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  for (const i of marks(range.y0, range.y1, step)) {
    const y = py(i * step);
    if (y > top && y < height - 24) halo(tickText(i * step, step, exponent), 6, y);
  }
  pen.textBaseline = "alphabetic";
  halo(unit, 6, height - 6);
}

/** The three axes of space as the camera sees them. */
export function drawTriad(canvas, views, colors) {
  const size = 76;
  const pen = crisp(canvas, size, size);
  pen.clearRect(0, 0, size, size);
  if (views.planar) return;
  const e = views.camera.matrixWorldInverse.elements;
  const axes = ["x", "y", "z"].map((name, k) => ({
    name,
    x: e[4 * k],
    y: -e[4 * k + 1],
    z: e[4 * k + 2],
  }));
  axes.sort((a, b) => a.z - b.z);
  pen.font = '600 11px system-ui, "Segoe UI", Roboto, sans-serif';
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 2;
  pen.lineCap = "round";
  for (const { name, x, y, z } of axes) {
    pen.globalAlpha = z < -0.2 ? 0.55 : 1;
    pen.strokeStyle = pen.fillStyle = colors[name];
    pen.beginPath();
    pen.moveTo(size / 2, size / 2);
    pen.lineTo(size / 2 + 22 * x, size / 2 + 22 * y);
    pen.stroke();
    pen.fillText(name, size / 2 + 31 * x, size / 2 + 31 * y);
  }
  pen.globalAlpha = 1;
}
