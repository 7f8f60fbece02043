/** Names under the pointer, and the item that a click picks. */

import { make } from "./dom.js";

export class Hover {
  constructor(player) {
    this.player = player;
    this.element = make("div", { class: "lw-tip", role: "tooltip", hidden: true });
    const canvas = player.canvas;
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("pointerdown", (event) => {
      this.down = [event.clientX, event.clientY];
    });
    canvas.addEventListener("click", (event) => this.click(event));
  }

  /** The pick waits for the next picture: many moves between two pictures cost one. */
  move(event) {
    if (event.pointerType === "mouse" && event.buttons) {
      this.leave();
      return;
    }
    const box = this.player.canvas.getBoundingClientRect();
    this.spot = [event.clientX - box.left, event.clientY - box.top];
    this.player.changed();
  }

  leave() {
    this.spot = null;
    this.show(-1);
  }

  click(event) {
    const moved =
      this.down && Math.hypot(event.clientX - this.down[0], event.clientY - this.down[1]);
    if (moved > 4) return;
    const box = this.player.canvas.getBoundingClientRect();
    this.player.pick(this.player.itemAt(event.clientX - box.left, event.clientY - box.top));
  }

  /** Called with every picture: what moves under a resting pointer changes the name too. */
  update() {
    if (this.spot) this.show(this.player.itemAt(...this.spot));
  }

  show(index) {
    this.index = index;
    this.player.light();
    this.element.hidden = index < 0;
    if (index < 0) return;
    const item = this.player.scene.items[index];
    const bold = item.name && !item.label.includes(item.name) ? make("b", {}, item.name) : null;
    const value = this.player.scene.tones?.told(item.tone);
    const lines = [bold, make("span", {}, item.label), value ? make("small", {}, value) : null];
    this.element.replaceChildren(...lines.filter(Boolean));
    const [x, y] = this.spot;
    const { width, height } = this.player.size;
    const left = Math.min(x + 14, width - this.element.offsetWidth - 8);
    const top =
      y + 18 + this.element.offsetHeight > height ? y - this.element.offsetHeight - 10 : y + 18;
    this.element.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  }
}
