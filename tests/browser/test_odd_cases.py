"""The player with odd scenes, in odd windows, and in browsers that lack something."""

from __future__ import annotations

import numpy as np
import pytest

from tests.browser.conftest import NO_WEBGL, differs
from tests.browser.pages import SceneWriter, pendulum
from tests.browser.scenes import absurd


def test_the_size_of_a_scene_does_not_matter(open_page):
    tiny, usual, huge = (
        open_page(pendulum(11, scale), size=(420, 400)) for scale in (1e-6, 1.0, 1e9)
    )
    for view in ("2d", "iso"):
        for shown in (tiny, usual, huge):
            shown.call(f"linkwork.view('{view}')")
        reference = usual.picture()
        for shown in (tiny, huge):
            # Labels of the scale and single pixels at edges may differ.
            assert differs(shown.picture(), reference) < 0.01 * reference.size / 3


def test_one_frame_and_an_empty_scene(open_page):
    shown = open_page(pendulum(1), size=(420, 400))
    shown.call("linkwork.play()")
    assert shown.state()["playing"] is False
    assert shown.state()["frames"] == 1
    assert len(np.unique(shown.picture().reshape(-1, 3), axis=0)) > 100
    empty = open_page(SceneWriter(np.array([0.0])), size=(420, 400))
    assert empty.state()["items"] == 0


def test_absurd_data_is_left_out_not_fatal(open_page):
    shown = open_page(absurd(), size=(420, 400))
    for view in ("iso", "2d"):
        shown.call(f"linkwork.view('{view}')")
        for frame in (0, 4, 5, 7, 10):
            shown.call(f"linkwork.seek({frame})")
    assert shown.state()["notes"] == [
        "shape 'no shape' (body 44) is not drawn: shape 7 does not exist"
    ]
    for wrong in ("seek(NaN)", "seekTime('x')", "setSpeed(-1)", "view('up')"):
        told = shown.page.evaluate(
            f"(() => {{ try {{ linkwork.{wrong} }} catch (e) {{ return e.message }} }})()"
        )
        assert told, wrong


@pytest.mark.parametrize("size", [(400, 520), (400, 340), (1400, 800)])
def test_everything_fits_into_the_window(kinds, size):
    shown = kinds
    before = shown.page.viewport_size
    shown.page.set_viewport_size({"width": size[0], "height": size[1]})
    check_layout(shown, size)
    shown.page.set_viewport_size(before)


def check_layout(shown, size):
    wide, high = shown.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert wide <= size[0] and high <= size[1]
    for button in shown.page.locator(".lw-bar button, .lw-head button, .lw-views button").all():
        box = button.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]
        assert button.get_attribute("aria-label")
    assert shown.page.locator(".lw-gl").bounding_box()["height"] >= 90


def test_without_webgl_the_chart_still_works(open_page):
    shown = open_page(pendulum(), script=NO_WEBGL, size=(500, 400))
    assert "no WebGL" in shown.page.locator(".lw-message").text_content()
    shown.page.keyboard.press("End")
    assert shown.state()["frame"] == 200
    assert len(np.unique(shown.picture(".lw-plot").reshape(-1, 3), axis=0)) > 20
    shown.page.keyboard.press("f")
    shown.page.keyboard.press("4")
    shown.page.keyboard.press("g")


def test_inside_a_frame_without_rights(open_page):
    inner = pendulum().page().replace("&", "&amp;").replace('"', "&quot;")
    size = 'width="500" height="420"'
    outer = f'<!doctype html><iframe sandbox="allow-scripts" {size} srcdoc="{inner}"></iframe>'
    shown = open_page(outer)
    frame = shown.page.frames[1]
    shown.wait("Boolean(window.linkwork && linkwork.state)", frame)
    frame.evaluate("linkwork.seek(50)")
    assert frame.evaluate("linkwork.state().frame") == 50


def test_a_broken_page_says_so(open_page):
    scene = pendulum(2)
    scene.form["version"] = 99
    text = open_page(scene).page.locator(".lw-message").text_content()
    told = "The scene cannot be shown: scene version 99 is unknown to this player (it reads 1)"
    assert text == told
    cut = pendulum(2).page().replace('id="linkwork-data"', 'id="elsewhere"')
    text = open_page(cut).page.locator(".lw-message").text_content()
    assert text == "The scene cannot be shown: the scene's data is shorter than its form says"
