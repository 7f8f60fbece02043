/** Small helpers for elements. Texts are always set as text, never as markup. */

import { PATHS } from "./icons.js";

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, event handlers (onclick ...) and children (elements or texts). */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

export function setIcon(button, name) {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  button.replaceChildren(icon(name));
}

/** A button with a label for readers of the screen; `face` is an icon's name or a text. */
export function button(face, label, onclick, attributes = {}) {
  const child = PATHS[face] ? icon(face) : face;
  const element = make(
    "button",
    { type: "button", "aria-label": label, title: label, ...attributes },
    child,
  );
  element.addEventListener("click", (event) => {
    onclick(event);
    // After a click with the pointer the keys belong to the player again, not to the button.
    if (event.detail > 0) element.blur();
  });
  return element;
}
