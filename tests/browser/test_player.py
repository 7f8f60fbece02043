"""The player in a real browser: what is drawn, played, clicked and typed."""

from __future__ import annotations

import numpy as np
import pytest

from tests.browser.conftest import NO_WEBGL, differs
from tests.browser.pages import SceneWriter, pendulum
from tests.browser.scenes import END_OF_SCRIPT, SCRIPT, all_kinds

WHITE, RED = [1.0, 1.0, 1.0, 1.0], [1.0, 0.0, 0.0, 1.0]


def test_all_kinds_are_drawn_and_names_stay_text(kinds):
    shown = kinds
    state = shown.state()
    assert state["view"] == "iso"
    assert state["items"] == 27
    assert "1 item(s) of the unknown kind 'hologram' are not drawn" in state["notes"]
    assert shown.page.locator("h1").text_content() == f"All kinds {SCRIPT}"
    assert shown.page.locator("script").count() == 3
    assert shown.page.locator("img").count() == 0
    first = shown.picture()
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 500
    shown.call("linkwork.seek(120)")
    assert differs(first, shown.picture()) > 500


def test_item_numbers_can_be_shown(kinds):
    shown = kinds
    shown.page.keyboard.press("i")
    plain = shown.picture()
    shown.page.get_by_label("Item numbers").check()
    shown.call("linkwork.draw()")
    assert differs(plain, shown.picture()) > 300
    shown.page.get_by_label("Item numbers").uncheck()
    shown.call("linkwork.draw()")
    assert differs(plain, shown.picture()) == 0
    shown.page.keyboard.press("i")


def test_every_kind_can_be_met_by_the_pointer(kinds):
    shown = kinds
    form = all_kinds().form["items"]
    found = set()
    for view in ("iso", "z"):
        for frame in (0, 90):
            shown.call(f"linkwork.view('{view}')")
            shown.call(f"linkwork.seek({frame})")
            found |= set(
                shown.page.evaluate(
                    """() => { const found = new Set();
                      const { clientWidth: w, clientHeight: h } = document.querySelector(".lw-gl");
                      for (let y = 1; y < h; y += 6) for (let x = 1; x < w; x += 6) {
                        found.add(linkwork.itemAt(x, y));
                      }
                      return [...found]; }"""
                )
            )
    met = {form[index]["kind"] for index in found if index >= 0}
    assert met == {item["kind"] for item in form} - {"hologram"}


def moving_ball() -> SceneWriter:
    """A red ball on white that jumps between three places in the plane."""
    w = SceneWriter(np.array([0.0, 1.0, 3.0]), planar=True)
    w.form["defaults"]["background"] = WHITE
    w.form["bounds"] = [[-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]]
    ball = w.frame([[-0.8, -0.5, 0.0], [0.8, -0.5, 0.0], [0.4, 0.6, 0.0]])
    w.item("sphere", "node", "ball", point=[ball, 0, 0, 0], size=0.06, color=RED)
    return w


def test_what_is_drawn_is_what_was_recorded(open_page):
    shown = open_page(moving_ball())
    shown.call("document.querySelector('[aria-label=\"Grid (g)\"]').click()")

    def center() -> np.ndarray:
        picture = shown.picture()
        red = (picture[:, :, 0] > 90) & (picture[:, :, 1] < 60) & (picture[:, :, 2] < 60)
        rows, columns = np.nonzero(red)
        assert len(rows) > 20
        return np.array([columns.mean(), -rows.mean()])

    places = []
    for frame in range(3):
        shown.call(f"linkwork.seek({frame})")
        places.append(center())
    per_meter = (places[1] - places[0])[0] / 1.6
    assert per_meter > 50
    assert places[1] - places[0] == pytest.approx([1.6 * per_meter, 0], abs=1.0)
    assert places[2] - places[0] == pytest.approx([1.2 * per_meter, 1.1 * per_meter], abs=1.0)
    shown.call("linkwork.seekTime(2.4)")
    assert shown.state()["time"] == 3.0
    shown.call("linkwork.seekTime(1.6)")
    assert shown.state()["time"] == 1.0
    assert center() == pytest.approx(places[1], abs=0.01)


def test_play_advances_and_stops_at_the_end(swing):
    shown = swing
    page = shown.page
    assert shown.state()["speed"] == 1.0
    page.get_by_label("Play (space)").click()
    shown.wait("linkwork.state().frame > 2")
    assert shown.state()["playing"]
    shown.call("linkwork.setSpeed(40)")
    shown.wait("!linkwork.state().playing")
    assert shown.state()["frame"] == 200
    shown.call("linkwork.setLoop(true)")
    shown.call("linkwork.play()")
    jumped_back = "(now) => (window.most = Math.max(window.most ?? 0, now)) > now"
    shown.wait(f"({jumped_back})(linkwork.state().frame)")
    assert shown.state()["playing"]


@pytest.mark.parametrize("end, speed", [(0.001, 0.0005), (10.0, 1.0), (6000.0, 200.0)])
def test_a_run_takes_between_2_and_30_seconds(open_page, end, speed):
    w = SceneWriter(np.linspace(0, end, 5))
    shown = open_page(w, size=(400, 300), script=NO_WEBGL)
    assert shown.state()["speed"] == pytest.approx(speed, rel=1e-12)
    assert shown.page.locator(".lw-chart").count() == 0


def test_slider_and_keys(swing):
    shown = swing
    page = shown.page
    page.get_by_label("Time", exact=True).fill("0.5")
    assert shown.state()["frame"] == 100
    keys = [
        ("ArrowRight", "frame", 101),
        ("ArrowLeft", "frame", 100),
        ("End", "frame", 200),
        ("Home", "frame", 0),
        ("+", "speed", 2.0),
        ("-", "speed", 1.0),
        ("l", "loop", True),
        ("4", "view", "iso"),
        ("1", "view", "x"),
        ("2", "view", "y"),
        ("3", "view", "z"),
        ("5", "view", "2d"),
        ("t", "theme", "dark"),
        ("g", "grid", False),
        ("Space", "playing", True),
        ("Space", "playing", False),
    ]
    for key, name, value in keys:
        page.keyboard.press(key)
        assert shown.state()[name] == value, key
    assert page.locator(".lw-help").is_hidden()
    page.keyboard.press("?")
    assert page.locator(".lw-help").is_visible()
    page.keyboard.press("Escape")
    assert page.locator(".lw-help").is_hidden()


def test_the_camera_follows_the_mouse(swing):
    shown = swing
    page = shown.page
    box = page.locator(".lw-gl").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag() -> np.ndarray:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 60, y + 40, steps=3)
        page.mouse.up()
        shown.call("linkwork.draw()")
        return shown.picture()

    still = shown.picture()
    assert differs(still, drag()) > 500
    assert shown.state()["view"] == "2d"
    page.mouse.wheel(0, 300)
    shown.call("linkwork.draw()")
    page.keyboard.press("f")
    page.mouse.move(x, 5)
    for _ in range(1000):  # until what the pointer had called has faded
        if differs(still, shown.picture()) < 50:
            break
        page.wait_for_timeout(20)
    assert differs(still, shown.picture()) < 50
    page.keyboard.press("4")
    drag()
    assert shown.state()["view"] == "free"


def test_a_click_in_the_chart_seeks(swing):
    shown = swing
    page = shown.page
    plot = page.locator(".lw-plot")
    box = plot.bounding_box()
    before = shown.picture(".lw-plot")
    wide = box["width"] - 76
    plot.click(position={"x": 62 + 0.25 * wide, "y": 40})
    assert shown.state()["time"] == pytest.approx(1.0, abs=0.021)
    assert differs(before, shown.picture(".lw-plot")) > 50
    assert page.locator(".lw-chip output").all_text_contents()[2] == "0 m"
    page.locator(".lw-chart select").select_option(index=1)
    assert page.locator(".lw-chip").count() == 1
    assert page.locator(".lw-chip output").text_content().endswith(" rad")
    page.mouse.move(box["x"] + 62, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 62 + wide, box["y"] + 50, steps=4)
    page.mouse.up()
    assert shown.state()["frame"] == 200


def test_hover_tells_the_label_and_highlights(kinds):
    shown = kinds
    page = shown.page
    page.mouse.move(*shown.find(1))
    tip = page.locator(".lw-tip")
    tip.wait_for(state="visible")
    assert tip.text_content() == f"marker '{END_OF_SCRIPT}' (marker 1)"
    assert shown.state()["highlighted"] == 1
    page.mouse.move(5, 5)
    tip.wait_for(state="hidden")
    assert shown.state()["highlighted"] == -1


def test_the_list_shows_names_and_switches_families(kinds):
    shown = kinds
    page = shown.page
    assert page.locator(".lw-panel").is_hidden()
    page.keyboard.press("i")
    row = page.locator(".lw-row", has_text=SCRIPT).first
    assert row.text_content() == SCRIPT
    row.click()
    assert shown.state()["highlighted"] == 0
    row.click()
    assert shown.state()["highlighted"] == -1
    full = shown.picture()
    for family in (
        "bodies",
        "connectors",
        "ground",
        "loads",
        "traces",
        "supports",
        "nodes",
        "markers",
    ):
        page.get_by_label(f"Show {family}").uncheck()
        shown.call("linkwork.draw()")
        less = shown.picture()
        assert differs(full, less) > 10, family
        full = less
    page.get_by_label("Find an item").fill("clock")
    assert page.locator(".lw-row").all_text_contents() == ["clock spring"]
    page.get_by_label("Find an item").fill("")
    for box in page.locator(".lw-list input").all():
        box.check()
    page.get_by_label("Items (i)").click()
    assert page.locator(".lw-panel").is_hidden()


def test_light_dark_and_wanted_background(open_page, swing):
    shown = swing
    light = shown.picture("#linkwork-player")
    shown.page.keyboard.press("t")
    dark = shown.picture("#linkwork-player")
    assert light.mean() > 200 and dark.mean() < 80
    scene = pendulum(2)
    dark_system = open_page(scene, color_scheme="dark", script=NO_WEBGL)
    assert dark_system.state()["theme"] == "dark"
    scene.form["defaults"]["background"] = [0.2, 0.4, 0.6, 1.0]
    wanted = open_page(scene, size=(420, 360)).picture()
    colors, counts = np.unique(wanted.reshape(-1, 3), axis=0, return_counts=True)
    assert list(colors[counts.argmax()]) == [51, 102, 153]
