/** Small helpers for elements. Texts are always set as text, never as markup. */

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

const PATHS = {
  play: "M8 5.5v13l11-6.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  start: "M6 5h2.4v14H6zM20 5.5v13L9.5 12z",
  end: "M15.6 5H18v14h-2.4zM4 5.5v13L14.5 12z",
  back: "M15.5 6v12L7 12z",
  ahead: "M8.5 6v12l8.500-6z",
  loop: "M7 7h9.200V4.200L20.500 8.200 16.200 12.200V9.300H9.200v3.200H7zM17 17H7.800v2.800L3.500 15.800 7.800 11.800v2.900h7V11.500H17z",
  fit: "M4 9V4h5v2H6v3zM15 4h5v5h-2V6h-3zM4 15h2v3h3v2H4zM18 15h2v5h-5v-2h3z",
  grid: "M4 4h16v16H4zM5.500 5.500v3.800h3.800V5.500zM10.800 5.500v3.800h3V5.500zM15.200 5.500v3.800h3.300V5.500zM5.500 10.800v3h3.800v-3zM10.800 10.800v3h3v-3zM15.200 10.800v3h3.300v-3zM5.500 15.200v3.300h3.800v-3.300zM10.800 15.200v3.300h3v-3.300zM15.200 15.200v3.300h3.300v-3.300z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z",
  list: "M4 6h2.500v2.500H4zM9 6.300h11v1.900H9zM4 10.800h2.500v2.500H4zM9 11.100h11V13H9zM4 15.600h2.500v2.500H4zM9 15.900h11v1.900H9z",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm-.9 10.400h1.900v1.900h-1.900zM12.100 6.700c-2 0-3.400 1.200-3.600 3h1.900c.1-.8.8-1.400 1.700-1.400 1 0 1.600.6 1.600 1.400 0 .7-.4 1.100-1.100 1.600-.9.600-1.500 1.200-1.500 2.500v.400H13v-.300c0-.7.300-1 1.100-1.600.9-.6 1.600-1.400 1.600-2.700 0-1.700-1.500-2.900-3.600-2.900z",
  close: "M6.400 5 12 10.600 17.600 5 19 6.400 13.400 12 19 17.600 17.600 19 12 13.400 6.400 19 5 17.600 10.600 12 5 6.400z",
};

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
  const element = make("button", { type: "button", "aria-label": label, title: label, ...attributes }, child);
  element.addEventListener("click", (event) => {
    onclick(event);
    // After a click with the pointer the keys belong to the player again, not to the button.
    if (event.detail > 0) element.blur();
  });
  return element;
}
