"""Kinematic trees of a scene: rods and joints follow their links."""

import numpy as np
import pytest

import linkwork as exu
from linkwork import graphics
from linkwork.items import *
from linkwork.utilities import HTrotateX, HTtranslate, RigidBodyInertia, TreeLink
from linkwork.view.scene.writer import scene_of

from .scenes import items_of, positions

Out = exu.OutputVariableType
J = exu.JointType


def arm(**shown):
    mbs = exu.SystemContainer().AddSystem()
    inertia = RigidBodyInertia(1.0, np.diag([0.01, 0.05, 0.05]), [0.3, 0, 0], True)
    kinds = [J.RevoluteZ, J.RevoluteY, J.PrismaticX]
    places = [[0, 0, 0.4], [0, 0.1, 0.2], [0.6, 0, 0]]
    links = [
        TreeLink(inertia, kind, HTtranslate(place) @ HTrotateX(0.2 * k))
        for k, (kind, place) in enumerate(zip(kinds, places, strict=True))
    ]
    tree = mbs.CreateKinematicTree(
        listOfTreeLinks=links, referenceCoordinates=[0.3, 0.5, 0.2], gravity=[0, 0, -9.81]
    )
    for name, value in shown.items():
        mbs.SetObjectParameter(tree, f"V{name}", value)
    marker = mbs.AddMarker(
        MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=2, localPosition=[0.5, 0, 0.1])
    )
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 0.1
    settings.timeIntegration.numberOfSteps = 100
    mbs.Assemble()
    return mbs, marker, mbs.SolveDynamic(settings)


def test_links_are_rods_between_joints_and_markers():
    mbs, marker, solution = arm()
    scene = scene_of(solution)
    rods = items_of(scene, kind="rod", type="KinematicTree")
    ends = np.array([[positions(scene, point)[-1] for point in rod["ends"]] for rod in rods])
    tip = mbs.GetMarkerOutput(marker, Out.Position)
    assert np.abs(ends[:, 1] - tip).max(axis=1).min() < 1e-6
    assert len(rods) == 5  # base, two links, the rail, and the slider with its marker
    assert len(items_of(scene, kind="cylinder", type="KinematicTree")) == 2
    assert len(items_of(scene, kind="box", type="KinematicTree")) == 1


def test_links_and_joints_can_be_hidden():
    for hidden, kinds in (("showLinks", {"rod"}), ("showJoints", {"cylinder", "box"})):
        _, _, solution = arm(**{hidden: False})
        scene = scene_of(solution)
        drawn = {item["kind"] for item in items_of(scene, type="KinematicTree")}
        if hidden == "showLinks":
            assert "cylinder" in drawn
        else:
            assert drawn.isdisjoint(kinds) and "rod" in drawn
    _, _, solution = arm(show=False)
    assert not items_of(scene_of(solution), type="KinematicTree")


def test_links_have_their_color_and_their_shapes():
    _, _, solution = arm(color=[0.2, 0.4, 0.6, 1.0])
    rods = items_of(scene_of(solution), kind="rod", type="KinematicTree")
    assert any(rod["color"] == pytest.approx([0.2, 0.4, 0.6, 1.0]) for rod in rods)
    ball = graphics.Sphere(point=[0.1, 0, 0], radius=0.2)
    _, _, solution = arm(graphicsDataList=[[ball], [], [ball]])
    scene = scene_of(solution)
    shapes = items_of(scene, kind="shape", type="KinematicTree")
    assert len(shapes) == 2
    assert len(items_of(scene, kind="cylinder", type="KinematicTree")) == 1


def test_sizes_and_colors_of_created_trees_are_drawn():
    mbs = exu.SystemContainer().AddSystem()
    inertia = RigidBodyInertia(1.0, np.diag([0.01, 0.05, 0.05]), [0.3, 0, 0], True)
    links = [
        TreeLink(inertia, kind, HTtranslate([0.5, 0, 0])) for kind in (J.RevoluteZ, J.PrismaticX)
    ]
    red, blue, green = [0.9, 0.1, 0.1, 1.0], [0.1, 0.1, 0.9, 1.0], [0.1, 0.9, 0.1, 0.5]
    mbs.CreateKinematicTree(
        listOfTreeLinks=links, jointRadius=0.03, jointWidth=0.2, colors=[red, blue],
        colorsJoints=green, baseGraphicsDataList=[graphics.Brick(size=[0.3, 0.3, 0.1])],
    )  # fmt: skip
    mbs.Assemble()
    scene = scene_of(mbs.SolveDynamic())
    (turning,) = items_of(scene, kind="cylinder", type="KinematicTree")
    (sliding,) = items_of(scene, kind="box", type="KinematicTree")
    for joint in (turning, sliding):
        assert joint["sizes"] == pytest.approx([0.06, 0.06, 0.2]) and joint["color"] == green
    rods = items_of(scene, kind="rod", type="KinematicTree")
    assert [rod["color"] for rod in rods] == [red, blue]
    (base,) = items_of(scene, kind="shape", type="KinematicTree")
    assert 0.3 in np.round(np.ravel(scene.form["shapes"][base["shape"]].get("sizes", [])), 9)
    with pytest.raises(exu.SysError, match="colors must be a color RGBA, or a list of 2"):
        mbs.CreateKinematicTree(listOfTreeLinks=links, colors=[red] * 3)
