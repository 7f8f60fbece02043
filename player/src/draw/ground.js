/** The grid under a spatial scene: lines at round distances that fade out. */

import { DoubleSide, Mesh, PlaneGeometry, ShaderMaterial } from "three";
import { roundStep } from "../format.js";

const VERTEX = `
varying vec2 place;
void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const FRAGMENT = `
uniform vec3 ink;
uniform vec2 origin;
uniform float step;
uniform float reach;
varying vec2 place;
float lines(vec2 p, float wide) {
  vec2 d = fwidth(p);
  vec2 near = abs(fract(p - 0.5) - 0.5) / max(d, vec2(1e-9));
  vec2 line = 1.0 - smoothstep(vec2(wide - 0.5), vec2(wide + 0.5), near);
  // Lines closer than a few pixels would flicker: they fade.
  line *= 1.0 - smoothstep(vec2(0.15), vec2(0.5), d);
  return max(line.x, line.y);
}
void main() {
  vec2 p = (place - origin) / step;
  float strength = max(0.35 * lines(p, 0.5), 0.7 * lines(p / 5.0, 0.6));
  float fade = 1.0 - smoothstep(0.25 * reach, reach, length(place));
  gl_FragColor = vec4(ink, strength * fade * 0.55);
}`;

// The grid lies a little deeper than the bounds, so that it does not flicker through a floor.
export const BELOW = 0.03;

/** Grid plane under the bounds, normal to the axis that points up. */
export class Ground {
  constructor(scene, up) {
    const reach = 4.5;
    this.ink = { value: [0, 0, 0] };
    const axes = up === "z" ? [0, 1] : [0, 2];
    const step = roundStep(scene.unit * 0.16) / scene.unit;
    // Lines stand at round coordinates of the scene, whose middle need not be round.
    const origin = axes.map((k) => -((scene.middle[k] / scene.unit) % (5 * step)));
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        ink: this.ink,
        origin: { value: up === "z" ? origin : [origin[0], -origin[1]] },
        step: { value: step },
        reach: { value: reach },
      },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    this.mesh = new Mesh(new PlaneGeometry(2 * reach, 2 * reach), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1;
    if (up === "z") {
      this.mesh.position.z = -scene.half[2] - BELOW;
    } else {
      this.mesh.rotation.x = -Math.PI / 2;
      this.mesh.position.y = -scene.half[1] - BELOW;
    }
  }
}
