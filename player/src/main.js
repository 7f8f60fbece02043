/** Mounts the player on the page it is in. */

import { Capture } from "./capture.js";
import { decode } from "./decode.js";
import { Player } from "./player.js";
import { readScene } from "./scene.js";
import style from "./style.css";
import { message } from "./ui/layout.js";

/** What scripts and tests may call; `player` is the mounted one. */
function offer(player) {
  const { clock } = player;
  let capture = null;
  return {
    seek: (frame) => clock.seek(frame),
    seekTime: (time) => clock.seekTime(time),
    between: (share) => clock.between(share),
    play: () => clock.play(),
    pause: () => clock.pause(),
    step: (by = 1) => clock.step(by),
    setSpeed: (factor) => clock.setSpeed(factor),
    setLoop: (on) => clock.setLoop(on),
    fit: () => player.fit(),
    view: (name) => player.view(name),
    setTheme: (name) => player.theme.choose(name === "dark" ? "dark" : "light"),
    follow: (index, turning = false) => player.follow(index, turning),
    showFrames: (on = true) => {
      if (Boolean(player.stage?.framesWanted) !== Boolean(on)) player.toggleFrames();
    },
    highlight: (index) => player.pick(index),
    itemAt: (x, y) => player.itemAt(x, y),
    labels: () => player.stage?.numbers?.boxes ?? [],
    outline: () => player.outline(),
    details: (index) => player.panel.details.told(index, clock.frame),
    draw: () => player.drawNow(),
    capture: (options) => {
      capture = new Capture(player, options);
    },
    frame: (time, type) => {
      capture ??= new Capture(player);
      return capture.frame(time, type);
    },
    state: () => player.state(),
  };
}

async function mount(root) {
  const text = (id) => document.getElementById(id)?.textContent ?? "";
  const scene = readScene(await decode(text("linkwork-scene"), text("linkwork-data")));
  if (scene.title && !document.title) document.title = scene.title;
  return new Player(root, scene);
}

function start() {
  const root = document.getElementById("linkwork-player");
  if (!root) return;
  const sheet = document.createElement("style");
  sheet.textContent = style;
  document.head.append(sheet);
  root.classList.add("lw");
  const api = {};
  api.ready = mount(root).then(
    (player) => {
      Object.assign(api, offer(player));
      return api;
    },
    (error) => {
      root.replaceChildren(message(`The scene cannot be shown: ${error.message}`));
      return api;
    },
  );
  window.linkwork = api;
}

start();
