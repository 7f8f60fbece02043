"""Steps that a Python function takes, and the equations of the present state that it needs."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.assembly.present import PresentEquations, present_equations
from linkwork.integrators.called import FunctionSteps
from linkwork.items import *
from tests.api.models import make_settings

MASS, STIFFNESS, DAMPING, LENGTH = 2.0, 300.0, 4.0, 1.0


def model():
    """A pendulum with a spring to a free mass, and a first-order system."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    nodes = [mbs.AddNode(NodePoint(referenceCoordinates=[x, 0, 0])) for x in (LENGTH, 2.2)]
    bodies = [mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=MASS)) for node in nodes]
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, *bodies)]
    mbs.AddObject(DistanceConstraint(markerNumbers=ends[:2], distance=LENGTH))
    mbs.AddObject(DistanceConstraint(markerNumbers=ends[:2], distance=9.0, activeConnector=False))
    mbs.AddObject(
        SpringDamper(
            markerNumbers=ends[1:], stiffness=STIFFNESS, damping=DAMPING, referenceLength=1.0
        )
    )
    mbs.AddLoad(Force(markerNumber=ends[2], loadVector=[0, -30, 0]))
    first = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[0.0], initialCoordinates=[1.0], numberOfODE1Coordinates=1
        )
    )
    matrix = np.array([[-3.0]])
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[first], systemMatrix=matrix, rhsVector=[0.5]))
    mbs.Assemble()
    return mbs


def forces(q, v):
    """Forces of the spring, the damper and the load, by hand."""
    at = np.array([LENGTH, 0, 0, 2.2, 0, 0]) + q
    between, speed = at[3:] - at[:3], v[3:] - v[:3]
    length = np.linalg.norm(between)
    n = between / length
    f = (STIFFNESS * (length - 1.0) + DAMPING * speed @ n) * n
    return np.concatenate([f, -f + np.array([0, -30, 0])])


def slopes(function, x, step=1e-6):
    columns = [
        (function(x + step * e) - function(x - step * e)) / (2 * step) for e in np.eye(len(x))
    ]
    return np.array(columns).T


def test_the_equations_of_the_present_state():
    mbs = model()
    q, v = np.array([0.1, 0.2, 0.05, 0.3, -0.1, 0.02]), np.arange(1.0, 7.0)
    data = mbs.systemData
    data.SetODE2Coordinates(q)
    data.SetODE2Coordinates_t(v)
    data.SetAECoordinates([7.0, 8.0])
    data.SetODE1Coordinates([2.5])
    with present_equations(mbs._model, mbs._data, make_settings(1.0, 10)) as present:
        found, rates = present.forces()
        assert found == pytest.approx(forces(q, v), rel=1e-13)
        assert rates == pytest.approx([-3 * 2.5 + 0.5])
        assert np.array_equal(present.masses(), MASS * np.eye(6))
        K, D = slopes(lambda x: -forces(x, v), q), slopes(lambda x: -forces(q, x), v)
        assert present.matrix(1.0, 0.0) == pytest.approx(K, rel=1e-7, abs=1e-6)
        assert present.matrix(0.0, 1.0) == pytest.approx(D, rel=1e-7, abs=1e-6)
        assert present.matrix(2.0, 3.0, 4.0) == pytest.approx(
            2 * K + 3 * D + 4 * MASS * np.eye(6), rel=1e-7, abs=1e-5
        )
        place = np.array([LENGTH, 0, 0]) + q[:3]
        gradient, units = present.gradients()
        assert gradient[0, :3] == pytest.approx(place / np.linalg.norm(place))
        assert not gradient[0, 3:].any() and not gradient[1].any()
        assert units[0] == 0.0 and units[1] != 0.0
        assert present.violations()[0] == pytest.approx(np.linalg.norm(place) - LENGTH)
        assert present.violations(1)[0] == pytest.approx(gradient[0, :3] @ v[:3])
        assert present.rate_matrix() == pytest.approx(np.array([[-3.0]]))
    assert data.GetAECoordinates() == pytest.approx([7.0, 8.0])
    assert data.GetODE2Coordinates().tolist() == q.tolist()


def free_mass():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(initialVelocities=[1.0, 0, 0]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=MASS))
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -30, 0]))
    mbs.Assemble()
    return mbs


def test_a_function_takes_the_steps():
    """The explicit method of Euler, with pre-step function and records."""
    mbs, before = free_mass(), []
    mbs.SetPreStepUserFunction(lambda mbs, t: before.append(t) or True)
    data = mbs.systemData
    start = exu.ConfigurationType.StartOfStep

    def step(t):
        q, v = data.GetODE2Coordinates(), data.GetODE2Coordinates_t()
        assert np.array_equal(data.GetODE2Coordinates(start), q)
        assert data.GetTime() == t
        h = mbs._data.scalars.h
        force, _ = PresentEquations(mbs._model, mbs._data, mbs._data.equations).forces()
        data.SetODE2Coordinates(q + h * v)
        data.SetODE2Coordinates_t(v + h * force / MASS)
        return True

    with FunctionSteps(step) as steps:
        found = mbs.SolveDynamic(make_settings(0.5, 50), steps)
    k = np.arange(51)
    assert found.times == pytest.approx(0.01 * k)
    assert found.velocities[:, 1] == pytest.approx(-15 * 0.01 * k)
    assert found.coordinates[:, 1] == pytest.approx(-15 * 1e-4 * k * (k - 1) / 2, abs=1e-14)
    assert found.coordinates[:, 0] == pytest.approx(0.01 * k)
    assert before == pytest.approx(0.01 * k[1:])
    assert found.statistics.steps == 50


def test_steps_that_fail_are_repeated_with_half_the_size():
    mbs, times = free_mass(), []

    def step(t):
        times.append(t)
        mbs.systemData.SetODE2Coordinates([t, 0, 0])
        return mbs._data.scalars.h < 0.06

    with FunctionSteps(step) as steps:
        found = mbs.SolveDynamic(make_settings(0.1, 1), steps)
    assert times == pytest.approx([0.1, 0.05, 0.1])
    assert found.coordinates[-1, 0] == pytest.approx(0.1)
    assert found.statistics.rejected == 1


def test_exceptions_of_the_function_end_the_run():
    mbs = free_mass()

    def step(t):
        raise ValueError("not today")

    with FunctionSteps(step) as steps, pytest.raises(ValueError, match="not today"):
        mbs.SolveDynamic(make_settings(0.1, 1), steps)
    assert not mbs.is_running
    with pytest.raises(exu.SysError, match="only within its context"):
        mbs.SolveDynamic(make_settings(0.1, 1), steps)
