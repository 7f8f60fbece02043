"""Handles of outputs, and outputs that are read in compiled code: the same values as in Python."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.declare.indices import INDEX_TYPES
from linkwork.items import *
from linkwork.model import live_outputs
from linkwork.model.live_outputs import read_in_python
from tests.cases import Cases
from tests.items.samples import KINDS, outputs_of, world

Out = exu.OutputVariableType


def chain():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 2, 3], initialVelocities=[4, 5, 6]))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
    spring = mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=1, stiffness=10))
    load = mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[1, 0, 0]))
    sensor = mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=Out.Velocity))
    mbs.Assemble()
    return mbs, node, body, spring, load, sensor


def test_handles_return_new_values_at_each_state():
    mbs, node, _, spring, load, sensor = chain()
    position = mbs.output_handle(node, Out.Position)
    length = mbs.output_handle(spring, Out.Distance)
    first = position()
    assert first.tolist() == [1, 2, 3]
    assert type(length()) is float
    assert length() == pytest.approx(np.sqrt(14), rel=1e-15)
    assert mbs.output_handle(sensor)().tolist() == [4, 5, 6]
    assert mbs.output_handle(load, Out.Force)().tolist() == [1, 0, 0]
    mbs.systemData.SetODE2Coordinates([0.5, 0, 0])
    assert position().tolist() == [1.5, 2, 3]
    assert first.tolist() == [1, 2, 3], "results are copies"
    assert length() == pytest.approx(np.sqrt(1.5**2 + 13), rel=1e-15)


def test_handles_follow_parameters_and_a_new_assemble():
    mbs, node, _, spring, _, sensor = chain()
    force, measured = mbs.output_handle(spring, Out.Force), mbs.output_handle(sensor)
    before = force()
    mbs.SetObjectParameter(spring, "stiffness", 20.0)
    assert force() == pytest.approx(2 * before, rel=1e-15)
    mbs.SetSensorParameter(sensor, "outputVariableType", Out.Position)
    assert measured().tolist() == [1, 2, 3]
    mbs.AddNode(NodePoint(referenceCoordinates=[7, 8, 9]))
    mbs.AddObject(MassPoint(nodeNumber=1, physicsMass=1))
    with pytest.raises(exu.SysError, match="needs an assembled system"):
        force()
    mbs.Assemble()
    assert force() == pytest.approx(2 * before, rel=1e-15)


def test_handles_call_functions_of_users():
    mbs, node, _, spring, _, _ = chain()
    force = mbs.output_handle(spring, Out.ForceLocal)
    assert force() == pytest.approx(10 * (np.sqrt(14) - 1), rel=1e-14)

    def law(mbs, t, itemNumber, u, v, k, d, F0):
        return 3.5 * u

    mbs.SetObjectParameter(spring, "springForceUserFunction", law)
    assert force() == pytest.approx(3.5 * (np.sqrt(14) - 1), rel=1e-14)
    mbs.SetObjectParameter(spring, "springForceUserFunction", 0)
    assert force() == pytest.approx(10 * (np.sqrt(14) - 1), rel=1e-14)


def test_handles_at_a_place_of_a_body():
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateRigidBody2D(
        referencePosition=[1, 0], referenceRotation=np.pi / 2, mass=1, inertia=1
    )
    mbs.Assemble()
    tip = mbs.output_handle(body, Out.Position, localPosition=[2, 0, 0])
    center = mbs.output_handle(body, Out.Position)
    assert tip() == pytest.approx([1, 2, 0], abs=1e-15)
    assert center() == pytest.approx([1, 0, 0], abs=1e-15)
    assert tip() == pytest.approx([1, 2, 0], abs=1e-15)


def test_what_is_no_output_is_refused():
    mbs, node, body, spring, _, sensor = chain()
    with pytest.raises(exu.ParameterError, match=r"takes what AddNode.* has returned.* got 0"):
        mbs.output_handle(0, Out.Position)
    with pytest.raises(exu.ParameterError, match="has no output Torque; it has"):
        mbs.output_handle(node, Out.Torque)
    with pytest.raises(exu.ParameterError, match="needs a variableType, one of"):
        mbs.output_handle(spring)
    with pytest.raises(exu.ParameterError, match="has one output: omit variableType"):
        mbs.output_handle(sensor, Out.Position)
    with pytest.raises(exu.ParameterError, match="needs a body, got SpringDamper"):
        mbs.output_handle(spring, Out.Force, localPosition=[0, 0, 0])
    for wrong in (spring, 1.0, True, "spring"):
        for _ in range(10):  # also when handles are known
            mbs.GetNodeOutput(node, Out.Position)
            with pytest.raises(exu.ParameterError):
                mbs.GetNodeOutput(wrong, Out.Position)


def test_values_that_are_not_finite_are_told():
    mbs, node, _, spring, _, _ = chain()
    mbs.systemData.SetODE2Coordinates([1e200, 1e200, 0])
    with pytest.raises(exu.SysError, match="Distance is not finite"):
        mbs.output_handle(spring, Out.Distance)()


@pytest.fixture(scope="module")
def moved():
    """All kinds of items after a short run."""
    w = world()
    w.mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = 5, 5e-3
    settings.timeIntegration.verboseMode = 0
    w.mbs.SolveDynamic(settings)
    return w


def test_all_outputs_of_all_kinds_equal_those_in_python(moved):
    mbs = moved.mbs
    state = mbs.systemData.arrays_of(exu.ConfigurationType.Current)
    chosen = [kind for kind in KINDS if kind.outputs and kind.family != "sensor"]
    with Cases() as cases:
        for kind, variable in [(k, v) for k in chosen for v in outputs_of(k)]:
            with cases(kind, variable.name):
                number = moved.first(kind)
                key, code = (kind.family, number), int(variable)
                size = mbs._model.output_size(*key, variable)
                _, wanted = read_in_python(mbs._model, mbs._data, key, code, [0] * 3, size, state)
                found = mbs.output_handle(INDEX_TYPES[kind.family](number), variable)()
                assert np.ravel(found) == pytest.approx(wanted[:size], rel=1e-13, abs=1e-13)
    assert sum(cases.tried.values()) > 200


def test_a_few_readings_compile_nothing(monkeypatch):
    monkeypatch.setattr(live_outputs, "_counts", {})
    monkeypatch.setattr(live_outputs, "_judged", set())
    monkeypatch.setattr(live_outputs, "is_at_hand", lambda entry: False)
    mbs, node, *_ = chain()
    for _ in range(live_outputs.FEW + 5):
        assert mbs.GetNodeOutput(node, Out.Position).tolist() == [1, 2, 3]
    assert not mbs._handles
