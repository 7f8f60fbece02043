"""Colors by an output in Chromium: they follow the state in every kind of drawing; a legend."""

import base64
import io

import matplotlib.image
import numpy as np
import pytest

from .conftest import differs
from .pages import SceneWriter
from .scenes import all_kinds

STOPS = [[0.9, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.9]]
TONED = ["sphere", "box", "disc", "coil", "rod", "line", "damper", "mesh"]


def toned(each=False, bar=True):
    """Drawings of several kinds, all colored by one value that goes from 0 to 2 m/s."""
    w = SceneWriter(np.arange(3.0), "toned", planar=True)
    w.form["bounds"] = [[-1, -1, 0], [1, 1, 0]]
    corners = w.ref([[-0.2, -0.2, 0], [0.2, -0.2, 0], [0, 0.2, 0]])
    colors = w.ref([[1, 1, 0, 1]] * 3)
    mesh = w.shape(type="mesh", points=corners, triangles=w.ref([[0, 1, 2]], "u4"), flat=True,
                   colors=colors)  # fmt: skip
    for k, kind in enumerate(TONED):
        x, y = -0.75 + 0.5 * (k % 4), 0.5 - (k // 4)
        span = dict(ends=[[-1, x - 0.15, y, 0], [-1, x + 0.15, y, 0]])
        facts = dict(point=[-1, x, y, 0], size=0.15, sizes=[0.3, 0.3, 0.1])
        if kind in ("coil", "rod", "line", "damper"):
            facts = span | dict(size=0.1)
        if kind == "mesh":
            facts = dict(point=[-1, x, y, 0], shape=mesh)
        w.item("shape" if kind == "mesh" else kind, "body", kind, tone=0, **facts)
    values = w.ref([[0.0], [1.0], [2.0]])
    w.form["contour"] = dict(name="Speed", unit="m/s", range=[0, 2], each=each, colors=STOPS,
                             beyond=[False, True], bar=bar, digits=4, values=values)  # fmt: skip
    return w


def hues(picture):
    """For red, green and blue: how many pixels are clearly of that color."""
    others = np.sort(picture, axis=2)[:, :, 1]
    return [int(np.count_nonzero(picture[:, :, k] > others + 60)) for k in range(3)]


def scene_part(shown):
    """The picture left of the legend."""
    return shown.picture()[:, :520]


def test_all_kinds_follow_the_value(open_page):
    shown = open_page(toned())
    assert shown.state()["contour"] == {"name": "Speed", "range": [0, 2]}
    for state in (0, 1, 2, 0):
        shown.call(f"linkwork.seek({state})")
        found = hues(scene_part(shown))
        assert found[state] > 4000 and sum(found) - found[state] < 100
    for index in range(len(TONED)):  # each of them alone
        x, y = shown.find(index)
        assert shown.call(f"linkwork.itemAt({x}, {y} - 46)") in (index, -1)


def test_values_are_mixed_between_states_and_the_pointer_tells_them(open_page):
    shown = open_page(toned())
    shown.call("linkwork.seek(0); linkwork.between(0.5)")
    picture = scene_part(shown)
    mixed = (np.abs(picture - [128, 115, 26]).max(axis=2) < 45).sum()
    assert mixed > 1500
    shown.call("linkwork.seek(1)")
    shown.page.mouse.move(*shown.find(1))
    shown.call("linkwork.draw()")
    assert "Speed: 1.000 m/s" in shown.page.locator(".lw-tip").inner_text()


def test_a_highlight_is_seen_and_taken_back(open_page):
    shown = open_page(toned())
    before = scene_part(shown)
    shown.call("linkwork.highlight(1)")
    assert differs(before, scene_part(shown)) > 500
    shown.call("linkwork.seek(2)")
    lit = scene_part(shown)
    shown.call("linkwork.highlight(-1)")
    assert differs(lit, scene_part(shown)) > 500
    shown.call("linkwork.seek(0)")
    assert differs(before, scene_part(shown)) == 0


def test_the_legend_has_all_colors_and_can_be_left_out(open_page):
    with_bar = open_page(toned()).picture()[:, 560:]
    assert all(count > 60 for count in hues(with_bar))
    assert max(hues(open_page(toned(bar=False)).picture()[:, 600:])) == 0


@pytest.mark.parametrize("view", ["2d", "iso"])
def test_the_scene_leaves_room_for_the_legend(open_page, view):
    shown = open_page(toned(), size=(640, 460))
    shown.call(f"linkwork.view('{view}')")
    right = max(x for x, _ in shown.call("linkwork.outline()"))
    assert right < 640 - 85


def test_files_have_the_legend_too(open_page):
    shown = open_page(toned(), size=(640, 480))
    url = shown.page.evaluate("linkwork.capture({view: '2d'}); linkwork.frame(2)")
    png = base64.b64decode(url.split(",")[1])
    pixels = 255 * matplotlib.image.imread(io.BytesIO(png), format="png")[:, :, :3]
    assert all(count > 60 for count in hues(pixels[60:, 560:]))
    assert hues(pixels[:, :520])[2] > 3000


def test_a_range_of_each_state(open_page):
    w = toned(each=True)
    w.form["contour"]["values"] = w.ref([[0.0, 4.0], [1.0, 3.0], [2.0, 2.0]])
    shown = open_page(w)
    assert shown.state()["contour"]["range"] == [0, 4]
    shown.call("linkwork.seek(1)")
    assert shown.state()["contour"]["range"] == [1, 3]
    shown.call("linkwork.seek(2)")
    assert shown.state()["contour"]["range"] == [0, 2], "equal values: that of the whole run"


def test_every_kind_may_be_colored(open_page):
    w = all_kinds()
    count = len(w.times)
    for item in w.form["items"]:
        item["tone"] = 0
    w.form["contour"] = dict(name="x", unit="", range=[0, 1], each=False, colors=STOPS, bar=True,
                             beyond=[False, False], digits=4,
                             values=w.ref(np.linspace(0, 1, count)[:, None]))  # fmt: skip
    shown = open_page(w, size=(720, 440))
    first = shown.picture()
    shown.call(f"linkwork.seek({count - 1})")
    assert hues(first)[0] > hues(shown.picture())[0]
    assert hues(first)[2] < hues(shown.picture())[2]
