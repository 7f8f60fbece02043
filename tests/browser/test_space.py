"""Turning bodies in the player: poses between states, solids, axes, and a camera that follows."""

from __future__ import annotations

import numpy as np
import pytest

from tests.browser.conftest import differs
from tests.browser.pages import GREY, SceneWriter

WHITE, RED, BLUE = [1.0, 1.0, 1.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]
HALF = np.sqrt(0.5)


def about(axis: int, angles: np.ndarray) -> np.ndarray:
    """Quaternions x, y, z, w of rotations about an axis."""
    found = np.zeros((len(angles), 4))
    found[:, axis], found[:, 3] = np.sin(angles / 2), np.cos(angles / 2)
    return found


def scene(times: list[float]) -> SceneWriter:
    w = SceneWriter(np.array(times))
    w.form["defaults"]["background"] = WHITE
    w.form["size"] = 2 * np.sqrt(3)
    return w


def mask(picture: np.ndarray, color: str) -> np.ndarray:
    """Pixels of a clear red or blue."""
    k = {"red": 0, "blue": 2}[color]
    others = [j for j in range(3) if j != k]
    return (picture[:, :, k] > 70) & (picture[:, :, others].max(axis=2) < 0.45 * picture[:, :, k])


def center(picture: np.ndarray, color: str) -> np.ndarray:
    """Middle of all pixels of a color: to the right, upward."""
    rows, columns = np.nonzero(mask(picture, color))
    assert len(rows) > 15, f"nothing {color} in the picture"
    return np.array([columns.mean(), -rows.mean()])


def bare(shown, view: str = "x") -> None:
    """Without grid, shadows and the axes in the corner, seen along an axis."""
    shown.page.evaluate("document.querySelector('.lw-triad').style.display = 'none'")
    shown.call(f"linkwork.view('{view}')")
    shown.page.keyboard.press("g")
    shown.call("linkwork.draw()")


def at(shown, state: int, share: float) -> np.ndarray:
    """The picture between two states, as it is while a run is played."""
    shown.call(f"linkwork.seek({state})")
    shown.call(f"linkwork.between({share})")
    return shown.picture()


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_between_two_states_a_body_turns_at_constant_speed_the_shorter_way(open_page, sign):
    w = scene([0.0, 1.0])
    turn = about(0, np.array([0.0, 2.4]))
    turn[1] *= sign  # the same rotation
    arm = w.frame(np.zeros((2, 3)), turn)
    w.item("sphere", "body", "hub", point=[-1, 0, 0, 0], size=0.05, color=BLUE)
    w.item("sphere", "body", "tip", point=[arm, 0, 0.8, 0], size=0.05, color=RED)
    shown = open_page(w)
    bare(shown)
    found = []
    for share in (0.0, 0.25, 0.5, 0.75):
        picture = at(shown, 0, share)
        across, up = center(picture, "red") - center(picture, "blue")
        found.append((np.arctan2(up, across), np.hypot(across, up)))
    angles, lengths = np.array(found).T
    assert angles == pytest.approx([0.0, 0.6, 1.2, 1.8], abs=0.02)
    assert lengths == pytest.approx(np.full(4, lengths[0]), rel=0.015), "the arm keeps its length"
    shown.call("linkwork.play()")
    shown.wait("linkwork.state().share > 0.2")
    shown.call("linkwork.pause()")
    assert shown.state()["share"] == 0.0
    assert differs(shown.picture(), at(shown, 0, 0.0)) == 0, "at rest it shows recorded states"


def test_solids_have_their_sizes_and_axes(open_page):
    w = scene([0.0])
    axes = [[0, HALF, HALF], [1, 0, 0], [0, HALF, -HALF]]
    for k, kind in enumerate(("box", "cylinder", "wheel", "cup")):
        place = [-1, 0, (k % 2) - 0.5, (k // 2) - 0.5]
        w.item(kind, "body", kind, point=place, sizes=[0.2, 0.2, 0.6], axes=axes, color=RED)
    shown = open_page(w)
    bare(shown)
    picture = shown.picture()
    high, wide = picture.shape[0] // 2, picture.shape[1] // 2
    quarters = {
        "box": picture[high:, :wide],
        "cylinder": picture[high:, wide:],
        "wheel": picture[:high, :wide],
        "cup": picture[:high, wide:],
    }
    spans = {}
    for kind, part in quarters.items():
        rows, columns = np.nonzero(part.min(axis=2) < 150)
        spans[kind] = [np.ptp(columns), np.ptp(rows)]
        # All lean to the right: their long axis runs from the upper left to the lower right.
        slope = np.cov(columns, rows)[0, 1]
        assert slope > 0 or kind == "cup", kind
    for kind in ("box", "cylinder", "wheel"):
        assert spans[kind] == pytest.approx(spans["box"], rel=0.12), kind
    assert spans["cup"][0] < 0.8 * spans["box"][0], "half of a ball"


def test_a_wheel_shows_that_it_turns(open_page):
    w = scene([0.0, 1.0])
    frame = w.frame(None, about(0, np.array([0.0, 0.3])))
    axes = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    w.item("wheel", "connector", "w", point=[frame, 0, 0, 0], sizes=[1.6, 1.6, 0.2], axes=axes)
    shown = open_page(w)
    bare(shown)
    first = shown.picture()
    shown.call("linkwork.seek(1)")
    assert differs(first, shown.picture()) > 2000


def spinning() -> SceneWriter:
    """A red ball on a blue body that moves along y and turns about x."""
    t = np.linspace(0, 1, 11)
    w = SceneWriter(t, "spinning")
    w.form["defaults"]["background"] = WHITE
    w.form["size"] = 2 * np.sqrt(3)
    path = np.stack([0 * t, 1.2 * t - 0.6, 0 * t], axis=-1)
    body = w.frame(path, about(0, np.pi / 2 * t))
    w.item("box", "body", "hub", point=[body, 0, 0, 0], sizes=[0.12, 0.12, 0.12], color=BLUE)
    w.item("sphere", "marker", "tip", point=[body, 0, 0.3, 0], size=0.05, color=RED)
    w.item("sphere", "ground", "post", point=[-1, 0, 0, -0.6], size=0.05, color=GREY)
    return w


def test_the_camera_follows_a_body_and_turns_with_it(open_page):
    shown = open_page(spinning())
    bare(shown)
    home = center(shown.picture(), "blue")
    shown.call("linkwork.seek(10)")
    away = center(shown.picture(), "blue")
    assert away[0] - home[0] > 50, "the camera stands still"
    shown.call("linkwork.seek(0); linkwork.follow(0)")
    first = shown.picture()
    middle = np.array(first.shape[1::-1]) / 2 * [1, -1]
    assert center(first, "blue") == pytest.approx(middle, abs=3), "it looks at the body"
    shown.call("linkwork.seek(10)")
    moved = shown.picture()
    assert center(moved, "blue") == pytest.approx(center(first, "blue"), abs=1.5)
    side, turned = (center(p, "red") - center(p, "blue") for p in (first, moved))
    assert turned == pytest.approx([0, side[0]], abs=3), "the body turns in the picture"
    shown.call("linkwork.follow(0, true); linkwork.seek(0)")
    assert shown.state()["turns"] and shown.state()["follows"] == 0
    start = shown.picture()
    shown.call("linkwork.seek(10)")
    picture = shown.picture()
    for color in ("red", "blue"):
        assert center(picture, color) == pytest.approx(center(start, color), abs=1.5)
    assert differs(start, picture) > 20, "the post turns about the body instead"
    index = shown.page.evaluate(
        "([x, y]) => linkwork.itemAt(x, y)", (center(picture, "blue") * [1, -1]).tolist()
    )
    assert index == 0, "the pointer meets what is seen"
    shown.call("linkwork.follow(-1)")
    assert shown.state()["follows"] == -1
    still = center(shown.picture(), "blue")
    shown.call("linkwork.seek(0)")
    assert np.linalg.norm(center(shown.picture(), "blue") - still) > 50


def test_follow_by_key_and_button_goes_through_its_three_states(open_page):
    shown = open_page(spinning())
    page = shown.page
    states = []
    for _ in range(3):
        page.keyboard.press("c")
        states.append((shown.state()["follows"], shown.state()["turns"]))
    assert states == [(0, False), (0, True), (-1, False)]
    button = page.get_by_label("Follow the chosen body (c)")
    button.click()
    assert page.locator("[aria-label^='The camera follows box']").count() == 1
    shown.call("linkwork.highlight(1)")
    page.keyboard.press("c")
    assert (shown.state()["follows"], shown.state()["turns"]) == (1, False)
    shown.call("linkwork.view('2d')")
    shown.call("linkwork.seek(5)")
    shown.call("linkwork.fit()")


def test_axes_of_bodies_can_be_shown(open_page):
    shown = open_page(spinning())
    bare(shown)
    plain = shown.picture()
    shown.page.get_by_label("Axes of bodies (a)").click()
    shown.call("linkwork.draw()")
    assert shown.state()["frameAxes"]
    lines = np.abs(shown.picture() - plain).max(axis=2) > 20
    assert 60 < lines.sum() < 4000
    green = (shown.picture()[:, :, 1] > 1.3 * shown.picture()[:, :, [0, 2]].max(axis=2)) & lines
    rows, columns = np.nonzero(green)
    assert np.ptp(columns) > 4 * np.ptp(rows), "y points to the right"
    shown.call("linkwork.seek(10)")
    picture = shown.picture()
    shown.call("linkwork.showFrames(false)")
    lines = np.abs(shown.picture() - picture).max(axis=2) > 20
    green = (picture[:, :, 1] > 1.3 * picture[:, :, [0, 2]].max(axis=2)) & lines
    rows, columns = np.nonzero(green)
    assert np.ptp(rows) > 4 * np.ptp(columns), "y has turned upward"
    shown.call("linkwork.seek(0)")
    assert differs(plain, shown.picture()) == 0
    shown.page.keyboard.press("a")
    assert shown.state()["frameAxes"]
