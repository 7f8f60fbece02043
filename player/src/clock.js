/** Time of the player: which recorded state is shown, and how fast they pass. */

import { indexAt, nearestIndex } from "./scene.js";

const SHORTEST = 2;
const LONGEST = 30;

/** Round speeds: 1, 2, 5 times powers of ten; the next one above or below `speed`. */
export function nextSpeed(speed, up) {
  const steps = [];
  const e = Math.floor(Math.log10(speed));
  for (let k = e - 1; k <= e + 1; k++) for (const f of [1, 2, 5]) steps.push(Number(`${f}e${k}`));
  return up
    ? steps.find((step) => step > speed * 1.0001)
    : steps.reverse().find((step) => step < speed * 0.9999);
}

export class Clock {
  constructor(times, changed) {
    this.times = times;
    this.changed = changed;
    this.first = times[0];
    this.last = times[times.length - 1];
    this.frame = 0;
    this.share = 0;
    this.playing = false;
    this.loop = false;
    const span = this.last - this.first;
    this.standard = span > 0 ? Math.min(span / SHORTEST, Math.max(span / LONGEST, 1)) : 1;
    this.slowest = Math.min(0.01, this.standard / 100);
    this.fastest = Math.max(100, this.standard * 100);
    this.speed = this.standard;
    this.exact = this.first;
  }

  get count() {
    return this.times.length;
  }

  get time() {
    return this.times[this.frame];
  }

  /** Shows a state by its number; what is out of range goes to the nearest end. */
  seek(frame) {
    const wanted = Math.round(Number(frame));
    if (!Number.isFinite(wanted)) throw new Error(`seek needs a frame number, not ${frame}`);
    this.frame = Math.min(this.count - 1, Math.max(0, wanted));
    this.exact = this.time;
    this.share = 0;
    this.changed();
  }

  /** Shows the state that is nearest to a time [s]. */
  seekTime(time) {
    if (Number.isNaN(Number(time)))
      throw new Error(`seekTime needs a time in seconds, not ${time}`);
    this.seek(nearestIndex(this.times, Number(time)));
  }

  /** Shows a share of the way from the present state to the next one, as while playing. */
  between(share) {
    const wanted = Math.min(1, Math.max(0, Number(share)));
    this.share = this.frame + 1 < this.count && wanted > 0 ? wanted : 0;
    this.changed();
  }

  step(by = 1) {
    this.pause();
    this.seek(this.frame + by);
  }

  play() {
    if (this.count < 2) return;
    if (this.frame === this.count - 1) this.seek(0);
    this.playing = true;
    this.before = undefined;
    this.changed();
  }

  /** Shows the last recorded state again. */
  pause() {
    this.playing = false;
    this.share = 0;
    this.changed();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed) {
    const wanted = Number(speed);
    if (!(wanted > 0)) throw new Error(`setSpeed needs a number above 0, not ${speed}`);
    this.speed = Math.min(this.fastest, Math.max(this.slowest, wanted));
    this.changed();
  }

  setLoop(on) {
    this.loop = Boolean(on);
    this.changed();
  }

  /**
   * Moves on to the clock time `now` [ms]: the last state that is not after the time, and the share
   * of the way to the next one.
   */
  tick(now) {
    if (!this.playing) return;
    // A tab in the background is not called for a while: the run goes on where it was.
    const passed = this.before === undefined ? 0 : Math.min(0.25, (now - this.before) / 1000);
    this.before = now;
    const span = this.last - this.first;
    this.exact += passed * this.speed;
    if (this.exact >= this.last) {
      if (this.loop && span > 0) {
        this.exact = this.first + ((this.exact - this.first) % span);
      } else {
        this.exact = this.last;
        this.playing = false;
      }
    }
    this.frame = this.playing ? indexAt(this.times, this.exact) : this.count - 1;
    const step = this.times[this.frame + 1] - this.time;
    this.share = step > 0 ? Math.min(1, Math.max(0, (this.exact - this.time) / step)) : 0;
  }
}
