"""Pages of solved models in Chromium: from SolveDynamic to the picture."""

import pytest

import linkwork as exu
from linkwork import planar as lw
from linkwork.utilities import InertiaCuboid, InertiaCylinder
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
    names = shown.page.locator(".lw-row span").all_text_contents()
    assert SCRIPT in names and "rod" in names
    assert shown.page.locator("select option").all_text_contents() == [
        "position: Position of Point 'tip'"
    ]


def linkage():
    """Bodies without shapes, with each kind of joint in space."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()

    def bar(k):
        return mbs.CreateRigidBody(
            name=f"bar{k}", referencePosition=[0.3, 0.4 * k, 0], gravity=[0, 0, -9.81],
            inertia=InertiaCuboid(1000, [0.6, 0.1, 0.1]),
        )  # fmt: skip

    for k, (name, options) in enumerate(
        [
            ("CreateRevoluteJoint", {"axis": [0, 1, 0]}),
            ("CreatePrismaticJoint", {"axis": [1, 0, 1]}),
            ("CreateSphericalJoint", {}),
            ("CreateUniversalJoint", {"axis0": [0, 1, 0], "axis1": [0, 0, 1]}),
            ("CreateCylindricalJoint", {"axis": [1, 0, 1]}),
            ("CreatePlanarJoint", {"normal": [0, 0.2, 1]}),
            ("CreateGenericJoint", {"constrainedAxes": [1, 0, 1, 0, 0, 1]}),
        ]
    ):
        make = getattr(mbs, name)
        make(name=name, bodyNumbers=[ground, bar(k)], position=[0, 0.4 * k, 0], **options)
    wheel = mbs.CreateRigidBody(
        name="wheel", referencePosition=[1, 1, -0.3], initialVelocity=[1, 0, 0],
        initialAngularVelocity=[0, 5, 0], inertia=InertiaCylinder(1000, 0.05, 0.2, axis=1),
    )  # fmt: skip
    mbs.CreateRollingDisc(
        name="rolls", bodyNumbers=[ground, wheel], axisPosition=[0, 0, 0], axisVector=[0, 1, 0],
        discRadius=0.2, planePosition=[0, 0, -0.5],
    )  # fmt: skip
    return mbs


def test_joints_and_bodies_in_space_are_drawn_and_met_by_the_pointer(open_page):
    scene = scene_of(linkage().SolveDynamic(settings_for(0.4, 80)))
    shown = open_page(page_of(scene), size=(1000, 700))
    assert shown.state()["notes"] == [] and shown.state()["view"] == "iso"
    seen: dict[str, int] = {}
    for index, item in enumerate(scene.form["items"]):
        if item["family"] in ("body", "connector"):
            seen.setdefault(item["name"], index)
    assert len(seen) == 7 + 7 + 1
    for index in seen.values():
        shown.find(index)
    first = shown.picture()
    shown.call("linkwork.seek(80)")
    assert differs(first, shown.picture()) > 3000


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
    assert bodies.locator(".lw-row span").all_text_contents() == ["Disc", "Circle"]
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
