/** The elements of the page around the scene. */

import { VIEWS } from "../draw/views.js";
import { button, make } from "./dom.js";

const FACES = { x: "X", y: "Y", z: "Z", iso: "Iso", "2d": "2D" };
const LABELS = {
  x: "View along x (1)",
  y: "View along y (2)",
  z: "View along z (3)",
  iso: "Isometric view (4)",
  "2d": "2D view (5)",
};

/** Title, notes and the buttons of the window. */
export function header(player) {
  const { title } = player.scene;
  player.listButton = button("list", "Items (i)", () => player.togglePanel(), {
    "aria-pressed": "false",
  });
  player.noteLine = make("p", { class: "lw-notes" });
  return make(
    "header",
    { class: "lw-head" },
    make("div", { class: "lw-title" }, make("h1", { title }, title || "Linkwork"), player.noteLine),
    viewButtons(player),
    make(
      "div",
      { class: "lw-group" },
      player.listButton,
      button("theme", "Light or dark (t)", () => player.theme.toggle()),
      button("help", "Keys (?)", () => player.help.show(true)),
    ),
  );
}

/** Buttons for the views; over the scene they would hide a part of it. */
function viewButtons(player) {
  player.viewFaces = new Map(
    VIEWS.map((name) => [
      name,
      button(FACES[name], LABELS[name], () => player.view(name), { "aria-pressed": "false" }),
    ]),
  );
  player.gridButton = button("grid", "Grid (g)", () => player.toggleGrid(), {
    "aria-pressed": "true",
  });
  player.framesButton = button("axes", "Axes of bodies (a)", () => player.toggleFrames(), {
    "aria-pressed": "false",
  });
  player.followButton = button("follow", "Follow the chosen body (c)", () => player.nextFollow(), {
    "aria-pressed": "false",
  });
  return make(
    "div",
    { class: "lw-views", role: "group", "aria-label": "View" },
    ...player.viewFaces.values(),
    make("span", { class: "lw-gap" }),
    button("fit", "Fit (f)", () => player.fit()),
    player.followButton,
    player.framesButton,
    player.gridButton,
  );
}

export function message(text) {
  return make("div", { class: "lw-message", role: "alert" }, make("p", {}, text));
}
