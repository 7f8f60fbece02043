/** Chart of a sensor under the scene: components over time and a cursor that seeks. */

import { crisp } from "../draw/ruler.js";
import { number, power, scaleExponent, ticks, tickText } from "../format.js";
import { indexAt } from "../scene.js";
import { make } from "./dom.js";

const COLORS = {
  light: ["#2f6fd0", "#d9652b", "#23936b", "#9257bd", "#b08a12", "#4d8794", "#c54d7e", "#6b7280"],
  dark: ["#6fa8ff", "#ff9a62", "#53c79b", "#c08cf0", "#dcb847", "#7fb9c6", "#f07fac", "#a3acba"],
};
const EDGE = { left: 62, right: 14, top: 10, bottom: 24 };

/** Smallest and largest value of each pixel column: all that can be seen of many points. */
function columns(times, values, count, component, x) {
  const out = [];
  let column = null;
  for (let i = 0; i < times.length; i++) {
    const value = values[i * count + component];
    if (!Number.isFinite(value) || !Number.isFinite(times[i])) {
      column = null;
      out.push(null);
      continue;
    }
    const at = Math.round(x(times[i]) * 2) / 2;
    if (column && column.at === at) {
      column.low = Math.min(column.low, value);
      column.high = Math.max(column.high, value);
      column.last = value;
    } else {
      column = { at, first: value, low: value, high: value, last: value };
      out.push(column);
    }
  }
  return out;
}

export class Chart {
  constructor(scene, clock, seek) {
    this.scene = scene;
    this.clock = clock;
    this.seek = seek;
    this.back = document.createElement("canvas");
    this.hidden = new Set();
    this.select = make("select", {
      "aria-label": "Sensor shown in the chart",
      onchange: () => this.choose(this.select.selectedIndex),
    });
    scene.sensors.forEach((sensor) =>
      this.select.append(make("option", {}, sensor.label || sensor.name)),
    );
    this.chips = make("div", { class: "lw-chips" });
    this.canvas = make("canvas", {
      class: "lw-plot",
      "aria-label": "Chart of the sensor over time; click to seek",
    });
    this.element = make(
      "section",
      { class: "lw-chart", "aria-label": "Chart" },
      make("div", { class: "lw-chart-head" }, this.select, this.chips),
      this.canvas,
    );
    this.canvas.addEventListener("pointerdown", (event) => this.grab(event));
    this.canvas.addEventListener("pointermove", (event) => this.drag(event));
    this.choose(0);
  }

  choose(index) {
    this.sensor = this.scene.sensors[index];
    this.select.selectedIndex = index;
    this.hidden.clear();
    const { components } = this.sensor;
    this.values = components.map(() => make("output"));
    const chip = (name, k) =>
      make(
        "button",
        {
          type: "button",
          class: "lw-chip",
          "aria-pressed": "true",
          "aria-label": `Component ${name || "value"} in the chart`,
          onclick: () => this.toggle(k),
        },
        make("i"),
        name,
        this.values[k],
      );
    this.chips.replaceChildren(...components.map(chip));
    this.ready = false;
    this.draw();
  }

  toggle(component) {
    if (!this.hidden.delete(component)) this.hidden.add(component);
    this.chips.children[component].setAttribute(
      "aria-pressed",
      String(!this.hidden.has(component)),
    );
    this.ready = false;
    this.draw();
  }

  dress(colors) {
    this.colors = colors;
    this.palette = COLORS[colors.uiDark ? "dark" : "light"];
    this.ready = false;
    this.draw();
  }

  resize() {
    this.ready = false;
    this.draw();
  }

  grab(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.held = true;
    this.canvas.addEventListener(
      "lostpointercapture",
      () => {
        this.held = false;
      },
      { once: true },
    );
    this.drag(event);
  }

  drag(event) {
    if (!this.held) return;
    const left = this.canvas.getBoundingClientRect().left;
    const share = (event.clientX - left - EDGE.left) / this.plotWidth();
    const [low, high] = this.range();
    this.seek(low + share * (high - low));
  }

  plotWidth() {
    return Math.max(1, this.canvas.clientWidth - EDGE.left - EDGE.right);
  }

  range() {
    const { first, last } = this.clock;
    return last > first ? [first, last] : [first - 0.5, first + 0.5];
  }

  /** Range of the shown components with a little room; a constant gets a band around it. */
  extent() {
    const { values, components, times } = this.sensor;
    const count = components.length;
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < times.length; i++) {
      for (let k = 0; k < count; k++) {
        const value = values[i * count + k];
        if (this.hidden.has(k) || !Number.isFinite(value)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    if (!(low <= high)) return [-1, 1];
    // What differs by rounding alone is a constant: its noise is not blown up.
    const size = Math.max(Math.abs(low), Math.abs(high));
    const pad = high - low > 1e-6 * size ? 0.08 * (high - low) : 0.5 * size || 1;
    return [low - pad, high + pad];
  }

  draw() {
    if (!this.colors || !this.canvas.clientWidth) return;
    if (!this.ready) this.drawBack();
    const width = this.canvas.clientWidth,
      height = this.canvas.clientHeight;
    const pen = crisp(this.canvas, width, height);
    pen.clearRect(0, 0, width, height);
    pen.drawImage(this.back, 0, 0, width, height);
    const { sensor, clock } = this;
    const x = Math.round(this.x(clock.time)) + 0.5;
    pen.strokeStyle = this.colors.cursor;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x, EDGE.top);
    pen.lineTo(x, height - EDGE.bottom);
    pen.stroke();
    const at = indexAt(sensor.times, clock.time);
    sensor.components.forEach((_, k) => {
      const value = sensor.values[at * sensor.components.length + k];
      this.values[k].textContent = `${number(value)} ${sensor.units[k]}`;
      if (this.hidden.has(k) || !Number.isFinite(value)) return;
      pen.fillStyle = this.palette[k % this.palette.length];
      pen.beginPath();
      pen.arc(x, this.y(value), 3.5, 0, 2 * Math.PI);
      pen.fill();
    });
  }

  /** Axes and curves; drawn anew only when size, sensor or theme change. */
  drawBack() {
    const width = this.canvas.clientWidth,
      height = this.canvas.clientHeight;
    const pen = crisp(this.back, width, height);
    pen.clearRect(0, 0, width, height);
    const [t0, t1] = this.range();
    const [low, high] = this.extent();
    const deep = Math.max(1, height - EDGE.top - EDGE.bottom);
    const wide = this.plotWidth();
    this.x = (t) => EDGE.left + ((t - t0) / (t1 - t0)) * wide;
    this.y = (v) => EDGE.top + ((high - v) / (high - low)) * deep;
    this.axes(pen, { t0, t1, low, high, width, height, wide, deep });
    pen.save();
    pen.beginPath();
    pen.rect(EDGE.left, EDGE.top - 2, wide, deep + 4);
    pen.clip();
    this.sensor.components.forEach((_, k) => this.curve(pen, k));
    pen.restore();
    [...this.chips.children].forEach((chip, k) => {
      chip.style.setProperty("--dot", this.palette[k % this.palette.length]);
    });
    this.ready = true;
  }

  axes(pen, { t0, t1, low, high, width, height, wide, deep }) {
    const scaled = (e, unit) => (e ? `${power(e)} ${unit}` : unit);
    pen.font = '11px system-ui, "Segoe UI", Roboto, sans-serif';
    pen.lineWidth = 1;
    const down = ticks(low, high, Math.max(3, deep / 26));
    const exponent = scaleExponent(Math.max(Math.abs(low), Math.abs(high)));
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const value of down.values) {
      const y = Math.round(this.y(value)) + 0.5;
      pen.strokeStyle = value === 0 ? this.colors.gridStrong : this.colors.grid;
      pen.beginPath();
      pen.moveTo(EDGE.left, y);
      pen.lineTo(width - EDGE.right, y);
      pen.stroke();
      pen.fillStyle = this.colors.muted;
      pen.fillText(tickText(value, down.step, exponent), EDGE.left - 7, y);
    }
    const across = ticks(t0, t1, Math.max(2, wide / 90));
    const timeExponent = scaleExponent(Math.max(Math.abs(t0), Math.abs(t1)));
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    for (const time of across.values) {
      const x = Math.round(this.x(time)) + 0.5;
      pen.strokeStyle = this.colors.grid;
      pen.beginPath();
      pen.moveTo(x, EDGE.top);
      pen.lineTo(x, EDGE.top + deep);
      pen.stroke();
      const text = tickText(time, across.step, timeExponent);
      const last = time === across.values[across.values.length - 1];
      pen.textAlign = last ? "right" : "center";
      const room = last ? Math.min(width - 4, x + 26 + 4 * text.length) : x;
      pen.fillText(last ? `${text} ${scaled(timeExponent, "s")}` : text, room, height - 8);
    }
    this.unitLabel(pen, scaled(exponent, this.sensor.unit), EDGE.top + deep / 2);
  }

  unitLabel(pen, text, middle) {
    pen.save();
    pen.translate(12, middle);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, 0, 0);
    pen.restore();
  }

  curve(pen, k) {
    if (this.hidden.has(k)) return;
    const { times, values, components } = this.sensor;
    pen.strokeStyle = this.palette[k % this.palette.length];
    pen.lineWidth = 1.6;
    pen.lineJoin = "round";
    pen.beginPath();
    let open = false;
    for (const column of columns(times, values, components.length, k, this.x)) {
      if (!column) {
        open = false;
        continue;
      }
      const { at, first, low, high, last } = column;
      if (open) pen.lineTo(at, this.y(first));
      else pen.moveTo(at, this.y(first));
      if (low !== high) {
        pen.lineTo(at, this.y(low));
        pen.lineTo(at, this.y(high));
        pen.lineTo(at, this.y(last));
      }
      open = true;
    }
    pen.stroke();
  }
}
