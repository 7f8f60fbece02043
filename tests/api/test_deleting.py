"""Deleting items: numbers and references follow, and what only the deleted item used goes too."""

import pytest

import linkwork as exu
from linkwork.items import *

POSITION = exu.OutputVariableType.Position


def chain():
    """Two masses in a row on springs, with gravity, a force on the second, sensors of both."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    bodies = [
        mbs.CreateMassPoint(referencePosition=[k, 0, 0], physicsMass=k, gravity=[0, -9.81, 0])
        for k in (1, 2)
    ]
    mbs.CreateSpringDamper(bodyNumbers=[ground, bodies[0]], stiffness=10)
    mbs.CreateSpringDamper(bodyNumbers=bodies, stiffness=20)
    mbs.CreateForce(bodyNumber=bodies[1], loadVector=[1, 0, 0])
    for body in bodies:
        mbs.AddSensor(SensorBody(bodyNumber=body, outputVariableType=POSITION))
    return mbs


def counts(mbs):
    data = mbs.systemData
    return (
        data.NumberOfNodes(), data.NumberOfObjects(), data.NumberOfMarkers(),
        data.NumberOfLoads(), data.NumberOfSensors(),
    )  # fmt: skip


def test_a_connector_takes_its_own_markers_with_it():
    mbs = chain()
    assert counts(mbs) == (2, 5, 7, 3, 2)
    mbs.DeleteObject(3)
    assert counts(mbs) == (2, 4, 5, 3, 2)
    spring = mbs.GetObject(3)
    assert spring["stiffness"] == 20 and spring["name"] == "object3"
    assert [int(m) for m in spring["markerNumbers"]] == [2, 3]
    assert [int(mbs.GetMarker(m)["bodyNumber"]) for m in (2, 3)] == [1, 2]
    assert int(mbs.GetLoad(2)["markerNumber"]) == 4
    mbs.Assemble()


def test_markers_that_others_use_stay():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1)
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    springs = [mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=k)) for k in (1, 2)]
    mbs.DeleteObject(springs[0])
    assert mbs.systemData.NumberOfMarkers() == 2
    mbs.DeleteObject(springs[0])
    assert mbs.systemData.NumberOfMarkers() == 0


def test_a_body_takes_its_node_and_leaves_orphans_that_are_named():
    mbs = chain()
    with pytest.warns(UserWarning, match="which is gone") as found:
        mbs.DeleteObject("object1")
    texts = [str(warning.message) for warning in found]
    assert len(texts) == 4 and "DeleteObject: MarkerBodyMass 'marker0'" in texts[0]
    assert counts(mbs) == (1, 4, 7, 3, 2)
    assert int(mbs.GetObject(1)["nodeNumber"]) == 0
    assert int(mbs.GetMarker(0)["bodyNumber"]) == -1
    with pytest.raises(exu.ParameterError, match="bodyNumber"):
        mbs.Assemble()


def test_nodes_and_markers_stay_if_asked_to():
    mbs = chain()
    mbs.DeleteObject(3, deleteDependentItems=False)
    assert counts(mbs) == (2, 4, 7, 3, 2)
    mbs.DeleteLoad(2, deleteDependentMarkers=False)
    assert counts(mbs) == (2, 4, 7, 2, 2)
    mbs.DeleteLoad(1)
    assert counts(mbs) == (2, 4, 6, 1, 2)
    mbs.DeleteSensor(0)
    mbs.DeleteMarker(4, suppressWarnings=True)
    mbs.DeleteNode(0, suppressWarnings=True)
    assert counts(mbs) == (1, 4, 5, 1, 1)
    assert int(mbs.GetSensor(0)["bodyNumber"]) == 2


def test_what_is_left_moves_as_a_system_built_that_way():
    mbs = chain()
    mbs.Assemble()
    mbs.DeleteLoad(2)
    other = chain()
    other.SetLoadParameter(2, "loadVector", [0, 0, 0])
    mbs.SolveDynamic()
    other.SolveDynamic()
    left = mbs.systemData.GetODE2Coordinates()
    assert left.tolist() == other.systemData.GetODE2Coordinates().tolist()
    assert mbs.GetSensorValues(1).tolist() == other.GetSensorValues(1).tolist()


def test_what_does_not_exist_is_refused():
    mbs = chain()
    with pytest.raises(exu.ParameterError, match="object 5 does not exist; there are 5"):
        mbs.DeleteObject(5)
    with pytest.raises(exu.ParameterError, match="no load named 'x'"):
        mbs.DeleteLoad("x")
