"""Thousands of items: drawn in few instances, and still met, lit and hidden one by one."""

import numpy as np
import pytest

from .conftest import differs
from .pages import BLUE, RED, STEEL, SceneWriter

SIDE = 55

# Software renderers take about 20 microseconds for every instance.
COUNTING = """
const real = WebGL2RenderingContext.prototype.drawElementsInstanced;
window.instances = 0;
WebGL2RenderingContext.prototype.drawElementsInstanced = function (...all) {
  window.instances += all[4];
  return real.apply(this, all);
};
const arrays = WebGL2RenderingContext.prototype.drawArraysInstanced;
WebGL2RenderingContext.prototype.drawArraysInstanced = function (...all) {
  window.instances += all[3];
  return arrays.apply(this, all);
};"""


def net():
    """Masses in a square, each with a smaller node inside, and lines between them."""
    t = np.linspace(0, 1, 3)
    w = SceneWriter(t, "net", planar=True)
    w.form["bounds"] = [[-1, -1, 0], [SIDE, SIDE, 0]]
    w.form["size"] = float(SIDE)
    w.form["defaults"]["background"] = [1.0, 1.0, 1.0, 1.0]
    made = {}
    for x in range(SIDE):
        for y in range(SIDE):
            track = np.stack([0 * t + x, y + 0.4 * t, 0 * t], axis=-1)
            made[x, y] = w.frame(track)
            at = [made[x, y], 0, 0, 0]
            w.item("sphere", "body", f"mass {x} {y}", point=at, size=0.32, color=BLUE)
            w.item("sphere", "node", f"node {x} {y}", point=at, size=0.2, color=RED)
            if x:
                ends = [[made[x - 1, y], 0, 0, 0], at]
                w.item("line", "connector", f"line {x} {y}", ends=ends, size=0, color=STEEL)
    assert len(w.form["items"]) > 5000
    return w


@pytest.fixture
def crowd(open_page):
    return open_page(net(), script=COUNTING, size=(760, 700))


def colored(picture):
    red, _, blue = np.moveaxis(picture, 2, 0)
    return int(np.count_nonzero(blue - red > 50)), int(np.count_nonzero(red - blue > 50))


def test_a_picture_of_nine_thousand_items_has_few_instances(crowd):
    crowd.page.evaluate("window.instances = 0")
    crowd.call("linkwork.seek(1)")
    assert 0 < crowd.page.evaluate("window.instances") < 200


def test_masses_are_drawn_where_they_are_and_hide_their_nodes(crowd):
    first = crowd.picture()
    blue, red = colored(first)
    assert blue > 20000 and red == 0
    crowd.call("linkwork.seek(2)")
    assert differs(first, crowd.picture()) > 10000
    crowd.call("linkwork.seek(0)")
    assert differs(first, crowd.picture()) == 0


def test_nodes_appear_where_masses_are_hidden(crowd):
    crowd.page.keyboard.press("i")
    crowd.page.get_by_label("Show bodies").uncheck()
    crowd.call("0")
    blue, red = colored(crowd.picture(".lw-gl"))
    assert red > 5000 and blue < 0.05 * red


def test_one_of_them_is_met_and_lit(crowd):
    spots = [crowd.page.evaluate(f"linkwork.itemAt({x}, 300)") for x in range(380, 400)]
    masses = [spot for spot in spots if spot >= 0]
    assert masses
    before = crowd.picture()
    crowd.call(f"linkwork.highlight({masses[0]})")
    changed = differs(before, crowd.picture())
    assert 20 < changed < 400
