/** Keyboard of the player. */

import { VIEWS } from "../draw/views.js";

/** Actions by key; `player` offers clock, view, fit, toggles. */
function actions(player) {
  const { clock, bar, theme, help } = player;
  const table = {
    " ": () => clock.toggle(),
    ArrowRight: (event) => clock.step(event.shiftKey ? 10 : 1),
    ArrowLeft: (event) => clock.step(event.shiftKey ? -10 : -1),
    ArrowUp: () => clock.step(1),
    ArrowDown: () => clock.step(-1),
    Home: () => clock.seek(0),
    End: () => clock.seek(clock.count - 1),
    "+": () => bar.change(true),
    "=": () => bar.change(true),
    "-": () => bar.change(false),
    a: () => player.toggleFrames(),
    c: () => player.nextFollow(),
    f: () => player.fit(),
    g: () => player.toggleGrid(),
    i: () => player.togglePanel(),
    l: () => clock.setLoop(!clock.loop),
    t: () => theme.toggle(),
    "?": () => help.show(!help.open),
    Escape: () => player.escape(),
  };
  VIEWS.forEach((name, i) => {
    table[String(i + 1)] = () => player.view(name);
  });
  return table;
}

export function listen(player) {
  const table = actions(player);
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    const typing = target.matches?.("select, input[type=search]");
    if (typing && event.key !== "Escape") return;
    // A focused button, box or list reacts to the space bar itself.
    if (event.key === " " && target.matches?.("button, summary, input[type=checkbox]")) return;
    const action = table[event.key] ?? table[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
