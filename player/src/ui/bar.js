/** The bar at the bottom: transport, time slider, time, speed. */

import { nextSpeed } from "../clock.js";
import { factor } from "../format.js";
import { button, make, setIcon } from "./dom.js";

export class Bar {
  constructor(clock, writeTime) {
    this.clock = clock;
    this.writeTime = writeTime;
    this.play = button("play", "Play (space)", () => clock.toggle(), { class: "lw-play" });
    this.slider = make("input", {
      type: "range",
      class: "lw-slider",
      min: 0,
      max: 1,
      step: "any",
      value: 0,
      "aria-label": "Time",
      oninput: () => this.slide(),
    });
    this.slider.disabled = clock.count < 2;
    this.time = make("output", { class: "lw-time" });
    this.frames = make("output", { class: "lw-frames" });
    this.speed = button(
      "1×",
      "Speed; click for the standard",
      () => clock.setSpeed(clock.standard),
      { class: "lw-speed" },
    );
    this.loop = button("loop", "Loop (l)", () => clock.setLoop(!clock.loop), {
      "aria-pressed": "false",
    });
    this.element = make(
      "footer",
      { class: "lw-bar", role: "group", "aria-label": "Playback" },
      make(
        "div",
        { class: "lw-group" },
        button("start", "Jump to start (Home)", () => clock.seek(0)),
        button("back", "Step back (left arrow)", () => clock.step(-1)),
        this.play,
        button("ahead", "Step forward (right arrow)", () => clock.step(1)),
        button("end", "Jump to end (End)", () => clock.seek(clock.count - 1)),
        this.loop,
      ),
      this.slider,
      make("div", { class: "lw-clock" }, this.time, this.frames),
      make(
        "div",
        { class: "lw-group lw-speeds" },
        button("−", "Slower (-)", () => this.change(false)),
        this.speed,
        button("+", "Faster (+)", () => this.change(true)),
      ),
    );
  }

  change(up) {
    this.clock.setSpeed(nextSpeed(this.clock.speed, up));
  }

  /** The slider runs over time; without a time span it cannot move. */
  slide() {
    const { first, last } = this.clock;
    if (last > first) this.clock.seekTime(first + Number(this.slider.value) * (last - first));
    else this.clock.seek(Number(this.slider.value) * (this.clock.count - 1));
  }

  update() {
    const { clock } = this;
    const span = clock.last - clock.first;
    const share =
      span > 0 ? (clock.time - clock.first) / span : clock.frame / Math.max(1, clock.count - 1);
    this.slider.value = String(share);
    this.slider.style.setProperty("--share", `${100 * share}%`);
    this.slider.setAttribute("aria-valuetext", `${this.writeTime(clock.time)} s`);
    this.time.textContent = `${this.writeTime(clock.time)} s`;
    this.frames.textContent = `${clock.frame + 1} / ${clock.count}`;
    this.speed.textContent = factor(clock.speed);
    this.loop.setAttribute("aria-pressed", String(clock.loop));
    setIcon(this.play, clock.playing ? "pause" : "play");
    const label = clock.playing ? "Pause (space)" : "Play (space)";
    this.play.setAttribute("aria-label", label);
    this.play.title = label;
  }
}
