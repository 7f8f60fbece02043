"""Shapes that are drawn in some states only, in Chromium: solids, lines, texts, meshes."""

import numpy as np
import pytest

from .conftest import differs
from .pages import BLUE, GREEN, ORANGE, RED, SceneWriter

COLORS = [BLUE, ORANGE, GREEN, RED]
CORNERS = [[-0.4, -0.4, 0], [0.4, -0.4, 0], [0, 0.4, 0]]


def changing():
    """One shape at a time, of another type in every state, none in the last; in the plane."""
    w = SceneWriter(np.arange(5.0), "changing", planar=True)
    w.form["bounds"] = [[-1, -1, 0], [1, 1, 0]]
    facts = [
        dict(type="box", sizes=[0.8, 0.8, 0.1]),
        dict(type="lines", points=w.ref(CORNERS), pairs=False),
        dict(type="text", text="ABC", height=0.5, align="center"),
        dict(type="mesh", points=w.ref(CORNERS), triangles=w.ref([[0, 1, 2]], "u4"), flat=True),
    ]
    for state, (fact, color) in enumerate(zip(facts, COLORS, strict=True)):
        shape = w.shape(**{**fact, "color": color})
        number = w.item("shape", "body", "body", point=[-1, 0, 0, 0], shape=shape, number=0)
        w.form["items"][number].update(when=[state, state + 1], number=0, label="body")
    return w


def seen(picture):
    """Which of the colors are in a picture, without the axes of space at its lower edge."""
    picture = picture[:-90]
    found = []
    for k, color in enumerate(COLORS):
        hue = np.array(color[:3]) / np.linalg.norm(color[:3])
        size = np.linalg.norm(picture, axis=2)
        near = picture @ hue > 0.985 * np.maximum(size, 1)
        if np.count_nonzero(near & (np.ptp(picture, axis=2) > 60)) > 60:
            found.append(k)
    return found


@pytest.mark.parametrize("view", ["2d", "iso"])
def test_each_state_has_its_own_shape(open_page, view):
    shown = open_page(changing(), size=(640, 460))
    shown.call(f"linkwork.view('{view}')")
    for state in (0, 1, 2, 3, 4, 2, 0):
        shown.call(f"linkwork.seek({state})")
        assert seen(shown.picture()) == ([state] if state < 4 else [])
    assert shown.page.locator(".lw-row").count() == 1, "parts of one body are one row"


def test_hidden_shapes_are_not_met_by_the_pointer(open_page):
    shown = open_page(changing())
    shown.call("linkwork.seek(3)")
    shown.find(0)
    empty = "linkwork.seek(4); linkwork.draw()"
    shown.call(empty)
    box = shown.page.locator(".lw-gl").bounding_box()
    for x in np.linspace(0.1, 0.9, 21) * box["width"]:
        for y in np.linspace(0.1, 0.9, 21) * box["height"]:
            assert shown.page.evaluate(f"linkwork.itemAt({x}, {y})") == -1


def test_shapes_stay_until_the_next_state_while_playing(open_page):
    shown = open_page(changing())
    shown.call("linkwork.seek(0)")
    first = shown.picture()
    shown.call("linkwork.between(0.9)")
    assert differs(first, shown.picture()) < 50
