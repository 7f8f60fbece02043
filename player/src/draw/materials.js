/** Materials and colours. */

import { Color, DoubleSide, FrontSide, MeshPhongMaterial, SRGBColorSpace } from "three";

const helper = new Color();

/** Linear colour numbers of an sRGB colour [r, g, b, ...]. */
export function linear(color) {
  helper.setRGB(color[0], color[1], color[2], SRGBColorSpace);
  return [helper.r, helper.g, helper.b];
}

/** The soft material of everything solid; `alpha` below one makes it see-through. */
export function solid({ vertexColors = false, flat = false, alpha = 1, open = false } = {}) {
  return new MeshPhongMaterial({
    shininess: 24,
    specular: 0x202020,
    vertexColors,
    flatShading: flat,
    transparent: alpha < 1,
    opacity: alpha,
    depthWrite: alpha >= 0.5,
    side: open ? DoubleSide : FrontSide,
  });
}
