"""Paths to numbers of a model: what they find, what they refuse."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.api.parameter_paths import parameter_path, set_values
from linkwork.items import *


@pytest.fixture
def mbs():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    ball = mbs.CreateMassPoint(
        name="ball", referencePosition=[1, 0, 0], initialVelocity=[0, 2, 0], physicsMass=3
    )
    mbs.CreateSpringDamper(name="spring", bodyNumbers=[ground, ball], stiffness=50, damping=1)
    node = mbs.AddNode(NodeGenericODE2(
        name="modal", referenceCoordinates=[0, 0], initialCoordinates=[0, 0],
        initialCoordinates_t=[0, 0], numberOfODE2Coordinates=2,
    ))  # fmt: skip
    mbs.AddObject(ObjectGenericODE2(
        name="matrix", nodeNumbers=[node], massMatrix=np.eye(2), stiffnessMatrix=np.diag([2.0, 3.0])
    ))  # fmt: skip
    return mbs


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("spring.stiffness", 50.0),
        ("ball.physicsMass", 3.0),
        ("object:ball.physicsMass", 3.0),
        ("ball.initialVelocity[1]", 2.0),
        ("Node:ball.initialVelocities[1]", 2.0),
        ("node:Node:ball.referenceCoordinates[0]", 1.0),
        ("matrix.stiffnessMatrix[1, 1]", 3.0),
        ("matrix.stiffnessMatrix[1][1]", 3.0),
        ("modal.initialCoordinates[0]", 0.0),
    ],
)
def test_a_path_reads_and_writes_its_number_alone(mbs, text, value):
    path = parameter_path(mbs, text)
    before = mbs.GetObject("matrix"), mbs.GetNode(0)
    assert path.value(mbs) == value
    path.set(mbs, 7.5)
    assert path.value(mbs) == 7.5
    path.set(mbs, value)
    after = mbs.GetObject("matrix"), mbs.GetNode(0)
    assert str(before) == str(after)


def test_components_of_one_vector_change_together(mbs):
    paths = [parameter_path(mbs, f"ball.initialVelocity[{k}]") for k in (0, 2)]
    set_values(mbs, paths, [4.0, 5.0])
    node = parameter_path(mbs, "ball.initialVelocity[0]").number
    assert list(mbs.GetNodeParameter(node, "initialVelocities")) == [4.0, 2.0, 5.0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("spring", "named like"),
        (3, "named like"),
        ("sprung.stiffness", "did you mean 'spring'"),
        ("spring.stifness", "did you mean 'stiffness'"),
        ("node:spring.stiffness", "no item named 'spring'"),
        ("spring.stiffness[0]", "is a number and takes no component"),
        ("ball.initialVelocity", "an array of 3 numbers"),
        ("ball.initialVelocity[3]", "last component"),
        ("ball.initialVelocity[x]", "numbers from 0 on"),
        ("spring.activeConnector", "cannot be varied"),
        ("spring.springForceUserFunction", "cannot be varied"),
    ],
)
def test_wrong_paths_are_explained(mbs, text, told):
    with pytest.raises(exu.ParameterError, match=told):
        parameter_path(mbs, text)


def test_limits_of_the_item_hold(mbs):
    with pytest.raises(exu.ParameterError, match="physicsMass"):
        parameter_path(mbs, "ball.physicsMass").set(mbs, -1.0)


def test_items_of_one_name_are_told_apart(mbs):
    point = NodePoint(name="twin", initialVelocities=[1, 2, 3])
    mbs.AddMarker(MarkerBodyPosition(name="twin", bodyNumber=0, localPosition=[4, 5, 6]))
    mbs.AddObject(MassPoint(name="twin", nodeNumber=mbs.AddNode(point), physicsMass=2))
    assert parameter_path(mbs, "twin.localPosition[0]").value(mbs) == 4.0
    assert parameter_path(mbs, "twin.initialVelocity[2]").value(mbs) == 3.0
    mbs.AddLoad(Force(name="spring", markerNumber=0, loadVector=[1, 0, 0]))
    with pytest.raises(exu.ParameterError, match="has no parameter 'load'"):
        parameter_path(mbs, "spring.load")
    mbs.AddMarker(MarkerNodePosition(name="pair", nodeNumber=0))
    mbs.AddSensor(SensorMarker(name="pair", markerNumber=0))
    mbs.AddObject(ObjectGround(name="pair", referencePosition=[9, 0, 0]))
    assert parameter_path(mbs, "object:pair.referencePosition[0]").value(mbs) == 9.0
    mbs.AddMarker(MarkerBodyPosition(name="here", bodyNumber=0, localPosition=[4, 5, 6]))
    mbs.AddSensor(SensorBody(name="here", bodyNumber=0, localPosition=[7, 8, 9]))
    with pytest.raises(exu.ParameterError, match=r"ambiguous.*'marker:here.localPosition\[1\]'"):
        parameter_path(mbs, "here.localPosition[1]")
    assert parameter_path(mbs, "sensor:here.localPosition[1]").value(mbs) == 8.0
