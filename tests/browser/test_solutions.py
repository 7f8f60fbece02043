"""Pages of solved models in Chromium: from SolveDynamic to the picture."""

import pytest

from linkwork import planar as lw
from linkwork.view.page import inline, page_of
from linkwork.view.scene import scene_of
from tests.view.models import pendulum, settings_for, zoo

from .conftest import differs

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def swinging():
    _, mbs, _ = pendulum(name=SCRIPT)
    return mbs.SolveDynamic(settings_for(1.0, 100))


def test_an_exported_run_plays(open_page, swinging, tmp_path):
    text = swinging.export_html(tmp_path / "run.html").read_text("utf-8")
    shown = open_page(text, size=(1100, 700))
    state = shown.state()
    assert state["frames"] == 101 and state["view"] == "2d" and state["title"] == "run"
    first = shown.picture()
    assert first.std() > 5, "the picture is blank"
    shown.call("linkwork.seek(100)")
    assert differs(first, shown.picture()) > 500
    assert shown.state()["time"] == pytest.approx(1.0)
    shown.call("linkwork.seek(0)")
    assert differs(first, shown.picture()) == 0
    shown.call("linkwork.play()")
    shown.wait("linkwork.state().frame > 3")
    shown.call("linkwork.pause()")
    names = shown.page.locator(".lw-row").all_text_contents()
    assert SCRIPT in names and "rod" in names
    assert shown.page.locator("select option").all_text_contents() == [
        "position: Position of Point 'tip'"
    ]


def test_motion_in_space_is_shown_in_space(open_page):
    mbs, _ = zoo()
    shown = open_page(page_of(scene_of(mbs.SolveDynamic(settings_for()))))
    assert shown.state()["view"] == "iso"
    first = shown.picture()
    shown.call("linkwork.seek(50)")
    assert differs(first, shown.picture()) > 50


def test_a_body_of_several_shapes_is_one_item(open_page):
    disc, ring = lw.Disc(m=1, R=0.3), lw.Circle(m=1, R=0.3, cm=(1, 0, 0))
    springs = [lw.LinearSpringDamper(k=10, c=0, parent=ring, child=disc, track_force=True)]
    run = lw.RunConfiguration(n_timesteps=20, termination_time=1)
    solver = lw.Solver(bodies=[disc, ring], springs=springs, config=run).solve()
    scene = scene_of(solver.solution)
    shown = open_page(page_of(scene), size=(1100, 700))
    assert shown.state()["view"] == "2d"
    bodies = shown.page.locator("[data-family=body]")
    assert bodies.locator(".lw-row").all_text_contents() == ["Disc", "Circle"]
    before = shown.picture()
    bodies.locator(".lw-row").last.click()
    shown.call("linkwork.draw()")
    number = shown.state()["highlighted"]
    assert scene.form["items"][number]["name"] == "Circle"
    assert differs(before, shown.picture()) > 200


def test_in_a_notebook_the_page_stands_in_a_frame_of_its_own(open_page, swinging):
    text = f"<!doctype html><title>notebook</title>{inline(page_of(scene_of(swinging)), 400)}"
    shown = open_page(text, size=(800, 500))
    frame = shown.page.frames[-1]
    shown.wait("Boolean(window.linkwork && document.querySelector('.lw-bar'))", frame)
    frame.evaluate("linkwork.ready.then(() => true)")
    frame.evaluate("linkwork.seek(50)")
    assert frame.evaluate("linkwork.state().frame") == 50
