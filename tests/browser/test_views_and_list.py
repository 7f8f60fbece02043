"""Pictures of solved models in Chromium: all of it is in the picture, and the list tells it all."""

import itertools
import runpy
import sys

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.view.page import page_of
from linkwork.view.scene import scene_of
from tests.view.models import Output, settings_for

from .pages import ROOT


def window(shown):
    width, height = shown.page.evaluate(
        "(({ width, height }) => [width, height])"
        "(document.querySelector('.lw-gl').getBoundingClientRect())"
    )
    return np.array([width, height])


def shares(shown):
    """Lowest and highest place of the outline of the whole run, by the size of the window."""
    found = np.array(shown.call("linkwork.outline()")) / window(shown)
    return found.min(axis=0), found.max(axis=0)


def is_red(picture):
    return (picture[:, :, 0] > 120) & (picture[:, :, 1:].max(axis=2) < 0.5 * picture[:, :, 0])


def pushed(flat):
    """A mass that a force pushes away from everything else, and its path."""
    mbs = exu.SystemContainer().AddSystem()
    kind, zeros = (NodePoint2D, [0, 0]) if flat else (NodePoint, [0, 0, 0])
    node = mbs.AddNode(kind(referenceCoordinates=zeros, name="ball"))
    mass = MassPoint2D if flat else MassPoint
    mbs.AddObject(mass(nodeNumber=node, physicsMass=1, name="ball"))
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    push = [3, 1, 0] if flat else [3, 1, 2]
    mbs.AddLoad(Force(markerNumber=marker, loadVector=push, name="push"))
    mbs.AddSensor(SensorNode(name="path", nodeNumber=node, outputVariableType=Output.Position))
    mbs.Assemble()
    return mbs.SolveDynamic(settings_for(1.0, 50))


@pytest.mark.parametrize("flat", [True, False])
def test_arrows_and_paths_are_in_the_picture_in_every_state(open_page, flat):
    shown = open_page(page_of(scene_of(pushed(flat))), size=(900, 640))
    start = shares(shown)
    low, high = start
    assert low.min() > 0.005 and high.max() < 0.995
    assert (high - low).max() > 0.8, "and as large as possible"
    for state in (0, 25, 50):
        shown.call(f"linkwork.seek({state})")
        red = is_red(shown.picture())
        assert red.sum() > 30, "the arrow is there"
        edges = (red[:2], red[-2:], red[:, :2], red[:, -2:])
        assert not any(edge.any() for edge in edges), "and whole"
    shown.page.mouse.move(300, 300)
    for _ in range(6):
        shown.page.mouse.wheel(0, -300)
        shown.page.wait_for_timeout(30)
    shown.page.wait_for_timeout(400)
    low, high = shares(shown)
    assert (high - low).max() > 1.3, "the wheel has zoomed in"
    shown.page.keyboard.press("f")
    low, high = shares(shown)
    assert low == pytest.approx(start[0], abs=0.01) and high == pytest.approx(start[1], abs=0.01)


@pytest.mark.parametrize("view", ["x", "y", "z", "iso"])
def test_every_view_is_centered_and_filled(open_page, view):
    shown = open_page(page_of(scene_of(pushed(False))), size=(900, 640))
    shown.call(f"linkwork.view('{view}')")
    low, high = shares(shown)
    assert 0.88 < (high - low).max() < 0.93, "a margin of 10 percent"
    wide = (high - low).argmax()
    assert low[wide] + high[wide] == pytest.approx(1.0, abs=0.01)


def chain(count):
    """Masses on springs, with a name for some of them."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    for k in range(count):
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.1 * (k + 1), 0]))
        mass = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=0.5, name=f"bead {k}"))
        marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
        mbs.AddObject(
            SpringDamper(
                markerNumbers=[last, marker], stiffness=300 + k, referenceLength=0.1,
                name=f"spring {k}",
            )
        )  # fmt: skip
        weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
        mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -9.81, 0]))
        last = marker
    mbs.Assemble()
    return mbs.SolveDynamic(settings_for(0.4, 40))


def test_the_list_tells_type_name_parameters_and_present_outputs(open_page):
    solution = chain(14)
    shown = open_page(page_of(scene_of(solution)), size=(1200, 800))
    group = shown.page.locator("[data-family=connector]")
    assert group.locator("em").text_content() == "14"
    assert group.get_attribute("open") is None and group.locator(".lw-row").count() == 0
    group.locator("summary span").click()
    rows = group.locator(".lw-row")
    assert rows.locator("span").all_text_contents() == [f"spring {k}" for k in range(14)]
    assert rows.locator("small").all_text_contents() == ["SpringDamper"] * 14
    details = shown.page.locator(".lw-details")
    assert details.is_hidden()
    rows.nth(2).click()
    assert details.locator("h2").text_content() == "spring 2"
    cells = details.locator("tr").evaluate_all(
        "rows => rows.map(row => [...row.children].map(cell => cell.textContent))"
    )
    told = {name: (value, unit) for name, value, unit in cells}
    assert told["stiffness"] == ("302", "N/m") and told["referenceLength"] == ("0.1", "m")
    x = solution.coordinates.reshape(41, 14, 2) + np.stack(
        [0.1 * np.arange(1, 15), np.zeros(14)], axis=1
    )
    for state in (0, 40, 17):
        shown.call(f"linkwork.seek({state})")
        length = np.linalg.norm(x[state, 2] - x[state, 1])
        cell = details.locator("tr", has=shown.page.locator("th", has_text="Distance"))
        assert float(cell.locator("td").first.text_content()) == pytest.approx(length, rel=1e-3)
    shown.page.keyboard.press("Escape")
    assert details.is_hidden()


def test_a_click_in_the_scene_shows_the_item(open_page):
    scene = scene_of(chain(3))
    shown = open_page(page_of(scene), size=(1200, 800))
    index = next(k for k, item in enumerate(scene.form["items"]) if item["name"] == "bead 1")
    shown.page.mouse.click(*shown.find(index))
    details = shown.page.locator(".lw-details")
    assert details.locator("h2").text_content() == "bead 1"
    assert "MassPoint2D" in details.locator("p").first.text_content()
    assert shown.page.locator(".lw-row.lw-lit span").text_content() == "bead 1"


def overlap(a, b):
    return (
        a["left"] < b["left"] + b["wide"] - 1e-6
        and b["left"] < a["left"] + a["wide"] - 1e-6
        and a["top"] < b["top"] + b["high"] - 1e-6
        and b["top"] < a["top"] + a["high"] - 1e-6
    )


@pytest.mark.parametrize("count", [3, 60])
def test_numbers_of_items_do_not_overlap(open_page, count):
    shown = open_page(page_of(scene_of(chain(count))), size=(1200, 800))
    shown.page.locator(".lw-numbers input").check()
    for state in (0, 20, 40):
        shown.call(f"linkwork.seek({state})")
        boxes = shown.call("linkwork.labels()")
        texts = [box["text"] for box in boxes]
        assert len(set(texts)) == len(texts) >= 18
        assert not [(a, b) for a, b in itertools.combinations(boxes, 2) if overlap(a, b)]
        width, height = window(shown)
        assert all(box["left"] >= 0 and box["left"] + box["wide"] <= width for box in boxes)
        assert all(box["top"] >= 0 and box["top"] + box["high"] <= height + 13 for box in boxes)
    if count == 3:
        wanted = {"n0", "n1", "n2", "o1", "o2", "o3", "o4", "o5", "o6", "m0", "l0", "l1", "l2"}
        assert wanted <= set(texts), "all have room"
    shown.page.locator(".lw-numbers input").uncheck()
    assert shown.call("linkwork.labels()") == []


def test_a_thousand_dampers_to_one_point_hide_nothing(open_page):
    """A sheet of balls: its color is still seen through the dampers to a point above it."""

    def sheet(damped):
        mbs = exu.SystemContainer().AddSystem()
        ground = mbs.AddObject(ObjectGround())
        top = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0.5, -1, 1.5]))
        mbs.visualizationSettings.bodies.defaultColor = [0, 0, 1, 1]
        mbs.visualizationSettings.bodies.defaultSize = [0.03] * 3
        for family in ("nodes", "markers"):
            getattr(mbs.visualizationSettings, family).show = False
        for i, j in itertools.product(range(32), repeat=2):
            node = mbs.AddNode(NodePoint(referenceCoordinates=[i / 32, j / 32, 0]))
            mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
            marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
            mbs.AddObject(
                CartesianSpringDamper(
                    markerNumbers=[top, marker], damping=[1, 1, 1],
                    visualization=VCartesianSpringDamper(show=damped),
                )
            )  # fmt: skip
        mbs.Assemble()
        return mbs.SolveDynamic(settings_for(0.01, 2))

    blue = []
    for damped in (False, True):
        shown = open_page(page_of(scene_of(sheet(damped))), size=(900, 640))
        picture = shown.picture()
        blue.append((picture[:, :, 2] > 1.6 * picture[:, :, 0] + 30).sum())
    assert blue[0] > 3000
    assert blue[1] > 0.75 * blue[0]


def test_the_demonstration_opens_with_both_models_and_a_chart(open_page, tmp_path, monkeypatch):
    page = tmp_path / "demo.html"
    monkeypatch.setattr(sys, "argv", ["demo.py", str(page)])
    runpy.run_path(str(ROOT / "examples" / "demo.py"), run_name="__main__")
    shown = open_page(page.read_text("utf-8"), size=(1280, 800))
    low, high = shares(shown)
    assert low.min() > 0.0 and high.max() < 1.0 and (high - low)[0] > 0.8
    options = shown.page.locator("select option").all_text_contents()
    assert [option.split(":")[0] for option in options] == ["pendulum", "end of the chain"]
    assert shown.page.locator(".lw-plot").bounding_box()["height"] > 90
    bodies = shown.page.locator("[data-family=body]")
    bodies.locator("summary span").click()
    assert bodies.locator(".lw-row span").first.text_content() == "bob"
    assert bodies.locator(".lw-row").count() == 21
    bob = int(bodies.locator(".lw-row").first.get_attribute("data-item"))
    x, _ = shown.find(bob)
    assert x < 0.2 * window(shown)[0], "the pendulum starts on the left"
