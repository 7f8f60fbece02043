/** Paths of position sensors. */

/** Segments of the path; a place that is not a number leaves a gap. */
export function trace(context, item) {
  const { scene } = context;
  const times = scene.array(item.times);
  const points = scene.array(item.points);
  const first = scene.times[0];
  const span = scene.times[scene.times.length - 1] - first || 1;
  const px = item.width > 0 ? Math.min(20, item.width) : 2;
  const six = new Float64Array(6);
  for (let i = 0; i + 1 < times.length; i++) {
    for (let k = 0; k < 6; k++) {
      six[k] = (points[3 * i + k] - scene.middle[k % 3]) * scene.scale;
    }
    if (!six.every(Number.isFinite)) continue;
    const when = Math.max(0, (times[i + 1] - first) / span);
    context.ribbons.false.add(item, null, six, { px, when });
  }
}
