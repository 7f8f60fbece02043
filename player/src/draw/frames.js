/** Axes of bodies and markers that turn: three lines over everything else. */

import { Ribbons } from "./ribbon.js";

const COLORS = [
  [0.9, 0.3, 0.28, 1],
  [0.22, 0.68, 0.4, 1],
  [0.28, 0.5, 0.94, 1],
];
const LENGTHS = { body: 0.07, marker: 0.035 };

/** Lines of all frames: at the origin of each body's frame, and at each marker. */
export function frameLines(scene, pose, shared) {
  const lines = new Ribbons(true);
  for (const item of scene.items) {
    const length = LENGTHS[item.family] * scene.size;
    const point = item.point ?? item.ends?.[0];
    if (!length || item.isPart || !point || !(scene.frames[point[0]]?.turn >= 0)) continue;
    const s = item.family === "marker" ? scene.scale : 0;
    const a = { f: pose.frame(point), x: point[1] * s, y: point[2] * s, z: point[3] * s };
    COLORS.forEach((color, k) => {
      const b = { ...a };
      b["xyz"[k]] += length;
      lines.add({ ...item, when: null }, { a, b }, [0, 0, 0, 0, 0, 0], { color, px: 2.5 });
    });
  }
  if (!lines.owners.length) return null;
  const mesh = lines.build(shared);
  mesh.material.depthTest = false;
  mesh.renderOrder = 3;
  return lines;
}
