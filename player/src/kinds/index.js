/** All kinds of items by name. */

import { coil, damper, line, rod, slider } from "./axial.js";
import { Context } from "./context.js";
import { arrow, torque } from "./loads.js";
import { box, cup, cylinder, disc, marker, pin, sphere, support, wheel } from "./points.js";
import { shape } from "./shapes.js";
import { trace } from "./trace.js";
import { spiral } from "./turning.js";

const KINDS = new Map(
  Object.entries({
    sphere,
    marker,
    box,
    cylinder,
    wheel,
    cup,
    disc,
    pin,
    support,
    shape,
    coil,
    damper,
    rod,
    line,
    slider,
    spiral,
    arrow,
    torque,
    trace,
  }),
);

/** An item whose colour follows from an output: its parts are white, and `toned` is its column. */
function toned({ tones }, item) {
  if (!tones || !(item.tone >= 0 && item.tone < tones.count)) return item;
  return { ...item, color: [1, 1, 1, item.color[3]], toned: item.tone };
}

/** Batches of all items; what cannot be drawn is told in `notes`, it is never an error. */
export function buildItems(scene, pose) {
  const context = new Context(scene, pose);
  const unknown = new Map();
  const notes = [];
  for (const item of scene.items) {
    const draw = KINDS.get(item.kind);
    if (!draw) {
      unknown.set(item.kind, (unknown.get(item.kind) ?? 0) + 1);
      continue;
    }
    try {
      draw(context, toned(scene, item));
    } catch (error) {
      notes.push(`${item.label} is not drawn: ${error.message}`);
    }
  }
  for (const [kind, count] of unknown) {
    notes.push(`${count} item(s) of the unknown kind '${kind}' are not drawn`);
  }
  return { ...context.drawn(), notes };
}
