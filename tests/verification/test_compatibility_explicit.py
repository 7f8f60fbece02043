"""Explicit runs with `compatibility = "exudyn"`: tableaus, control, held coordinates, first rows.

References are written out here. The same models agree with Exudyn 1.11.0 to 1e-13 at the end of the
run; step sizes of embedded pairs agree to the rounding of their error estimates.
"""

import math
from contextlib import nullcontext

import numpy as np
import pytest

import linkwork as exu
from linkwork.integrators.explicit.dopri5 import TABLEAU as DOPRI5
from linkwork.integrators.explicit.rk67 import LOBATTO
from linkwork.items import *

from .compatible import mass_on_rod, rows_of, settings_of

START = np.array([1.0, 0, 0, 0, 1.2, 0.1])
LOOSE = dict(
    timeIntegration__absoluteTolerance=1e-4,
    timeIntegration__relativeTolerance=1e-3,
    timeIntegration__initialStepSize=0.01,
)


def mass_on_spring(tied=None, load=(0, 0, 0), **tie):
    """2 kg on a spring with a damper; tied -- a coordinate that is tied to the ground."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(referenceCoordinates=START[:3], initialVelocities=START[3:]))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0))
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=20, damping=0.5, referenceLength=0.8))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=load))
    if tied is not None:
        fixed = mbs.AddNode(NodePointGround())
        ties = [(fixed, 0), (node, tied)]
        marks = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=c)) for n, c in ties]
        mbs.AddObject(CoordinateConstraint(markerNumbers=marks, **tie))
    return mbs


def rates(state, load=(0, 0, 0)):
    """Derivative of position and velocity of this mass."""
    p, v = state[:3], state[3:]
    length = np.linalg.norm(p)
    pull = 20 * (length - 0.8) + 0.5 * (p @ v) / length
    return np.concatenate([v, (np.array(load) - pull * p / length) / 2.0])


def stages_of(tableau, state, h, load=(0, 0, 0)):
    """Derivatives in all stages of a step."""
    found = []
    for row in tableau.A:
        found.append(
            rates(
                state + h * sum((a * k for a, k in zip(row, found, strict=True)), np.zeros(6)), load
            )
        )
    return np.array(found)


def test_rk67_has_the_points_of_lobatto():
    state, known = START, [START]
    for _ in range(20):
        state = state + 0.1 * np.array(LOBATTO.b) @ stages_of(LOBATTO, state, 0.1)
        known.append(state)
    solution = mass_on_spring().SolveDynamic(settings_of(20, 2.0), solverType="RK67")
    found = np.hstack([solution.coordinates + START[:3], solution.velocities])
    assert found == pytest.approx(np.array(known), abs=1e-13)
    # the end in Exudyn 1.11.0
    end = [-0.818290550652371, 0.512738382604146, 0.04272819855034547]
    assert found[-1, :3] == pytest.approx(end, abs=1e-13)
    own = mass_on_spring().SolveDynamic(settings_of(20, 2.0, ""), solverType="RK67")
    assert np.abs(own.velocities - solution.velocities).max() > 1e-8


def controlled(
    tableau, p, end, h_max, h, atol, rtol, held=None, load=(0, 0, 0), doubled_after=math.inf
):
    """Times and states of an embedded pair with the other control."""
    t, good, state, found = 0.0, 0, START, [np.concatenate([[0.0], START])]
    moves = [i for i in range(6) if held is None or i % 3 != held]
    while t < end:
        h = min(h, end - t)
        stages = stages_of(tableau, state, h, load)
        new, second = (state + h * np.array(b) @ stages for b in (tableau.b, tableau.estimate))
        base = np.array([1.0, 0, 0, 0, 0, 0])  # coordinates do not have reference values
        scale = atol + rtol * np.maximum(second - base, state - base)
        error = np.sqrt((((second - new) / scale)[moves] ** 2).sum() / 6)
        best = h * error ** (-1 / p)
        good = good + 1 if best >= h else 0
        if best >= h:
            t, state = t + h, new
            if held is not None:
                state[[held, held + 3]] = base[[held, held + 3]]
            found.append(np.concatenate([[t], state]))
        h = min(h_max, 2 * h, max(1e-8, 0.9 * best))
        if good >= doubled_after:
            h, good = min(h_max, 2 * h), 0
    return np.array(found)


@pytest.mark.parametrize("automatic", [True, False])
def test_the_control_of_dopri5(automatic):
    first, doubled_after = (0.01, math.inf) if automatic else (2 / 3, 2)
    known = controlled(DOPRI5, 5, 2.0, 2 / 3, first, 1e-4, 1e-3, doubled_after=doubled_after)
    settings = settings_of(3, 2.0, timeIntegration__automaticStepSize=automatic, **LOOSE)
    settings.timeIntegration.adaptiveStepRecoverySteps = 2
    solution = mass_on_spring().SolveDynamic(settings, solverType="DOPRI5")
    assert solution.times == pytest.approx(known[:, 0], abs=1e-9)
    assert solution.coordinates + START[:3] == pytest.approx(known[:, 1:4], abs=1e-9)
    assert solution.velocities == pytest.approx(known[:, 4:], abs=1e-9)
    settings.compatibility = ""
    own = mass_on_spring().SolveDynamic(settings, solverType="DOPRI5")
    assert np.abs(own.velocities[-1] - solution.velocities[-1]).max() > 1e-6


def test_verlet_takes_forces_at_the_velocity_in_the_middle():
    p, v, h = START[:3], START[3:], 0.1
    known, a = [], rates(START)[3:]
    for _ in range(20):
        known.append(np.concatenate([p - START[:3], v, a]))
        middle = v + h / 2 * a
        p = p + h * middle
        a = rates(np.concatenate([p, middle]))[3:]
        v = middle + h / 2 * a
    solution = mass_on_spring().SolveDynamic(settings_of(20, 2.0), solverType="VelocityVerlet")
    assert rows_of(solution, False)[:20] == pytest.approx(np.array(known), abs=1e-13)
    own = mass_on_spring().SolveDynamic(settings_of(20, 2.0, ""), solverType="VelocityVerlet")
    assert np.abs(own.velocities - solution.velocities).max() > 1e-3


@pytest.mark.parametrize("active", [True, False])
def test_held_coordinates_are_zero_after_each_step(active):
    load, h, state, known = [0.3, 1.0, 0.2], 0.05, START, []
    for _ in range(20):
        k1 = rates(state, load)
        k2 = rates(state + h / 2 * k1, load)
        k3 = rates(state + h / 2 * k2, load)
        k4 = rates(state + h * k3, load)
        state = state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        state[[1, 4]] = 0.0
        end = rates(state, load)[3:]
        end[1] = 0.0
        known.append(np.concatenate([state - [1, 0, 0, 0, 0, 0], end]))
    mbs = mass_on_spring(1, load, offset=0.1, factorValue1=0.5, activeConnector=active)
    found = rows_of(mbs.SolveDynamic(settings_of(20, 1.0), solverType="RK44"), False)
    assert found[1:] == pytest.approx(np.array(known), abs=1e-13)
    assert found[0] == pytest.approx([0, 0, 0, 0, 1.2, 0.1, 0, 0, 0])
    assert mbs.GetObjectParameter(2, "stiffness") == 20
    assert mbs.GetObjectParameter(3, "activeConnector") is active
    own = mass_on_spring(1, load, activeConnector=active)
    with pytest.warns(UserWarning) if active else nullcontext():
        solution = own.SolveDynamic(settings_of(20, 1.0, ""), solverType="RK44")
    assert np.abs(rows_of(solution, False) - found).max() > 0.1


def test_held_coordinates_have_no_error():
    load = [0.3, 1.0, 0.2]
    known = controlled(DOPRI5, 5, 2.0, 2 / 3, 0.01, 1e-4, 1e-3, held=1, load=load)
    settings = settings_of(3, 2.0, **LOOSE)
    solution = mass_on_spring(1, load).SolveDynamic(settings, solverType="DOPRI5")
    assert solution.times == pytest.approx(known[:, 0], abs=1e-9)
    assert solution.coordinates + START[:3] == pytest.approx(known[:, 1:4], abs=1e-9)


def test_held_coordinates_of_verlet_are_zero_where_forces_are_evaluated():
    load, h = np.array([0.3, 1.0, 0.2]), 0.05
    p, v, a = START[:3], START[3:], rates(START, load)[3:]
    for _ in range(20):
        middle = v + h / 2 * a
        p = p + h * middle
        p[1] = middle[1] = 0.0
        a = rates(np.concatenate([p, middle]), load)[3:]
        v = middle + h / 2 * a
        a[1] = v[1] = 0.0
    mbs = mass_on_spring(1, load)
    found = rows_of(mbs.SolveDynamic(settings_of(20, 1.0), solverType="VelocityVerlet"), False)
    assert found[-1] == pytest.approx(np.concatenate([p - [1, 0, 0], v, a]), abs=1e-13)


@pytest.mark.parametrize("solver", ["RK44", "DOPRI5", "VelocityVerlet"])
def test_other_constraints_are_refused_or_ignored(solver):
    with pytest.raises(exu.SysError, match="explicit solvers take no constraints"):
        mass_on_rod()[0].SolveDynamic(settings_of(20), solverType=solver)
    ignored = settings_of(20, timeIntegration__explicitIntegration__eliminateConstraints=False)
    solution = mass_on_rod(velocity=(0, 0.5, 0.2))[0].SolveDynamic(ignored, solverType=solver)
    falls = [0, 0.25 - 0.5 * 9.81 * 0.25, 0.1]
    assert solution.coordinates[-1] == pytest.approx(falls, abs=1e-12)
    assert np.abs(solution.multipliers).max() == 0.0


def test_accelerations_at_the_start_are_recorded_as_zero():
    mbs = mass_on_spring()
    solution = mbs.SolveDynamic(settings_of(4), solverType="RK44", updateInitialValues=True)
    assert not solution.accelerations[0].any()
    again = mbs.SolveDynamic(settings_of(4), solverType="RK44")
    assert not again.accelerations[0].any() and again.accelerations[1].any()
    own = mass_on_spring().SolveDynamic(settings_of(4, compatibility=""), solverType="RK44")
    assert own.accelerations[0] == pytest.approx(rates(START)[3:])


def test_first_order_coordinates_of_verlet():
    matrix, right, h = np.array([[-1.0, 0.3], [0.2, -2.0]]), np.array([0.5, 1.0]), 0.1
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[0, 0], initialCoordinates=[1, 0.5], numberOfODE1Coordinates=2
        )
    )
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=matrix, rhsVector=right))
    y = np.array([1.0, 0.5])
    for _ in range(10):
        y = y + h * (matrix @ y + right)
    solution = mbs.SolveDynamic(settings_of(10, 1.0), solverType="VelocityVerlet")
    assert solution.ode1_coordinates[-1] == pytest.approx(y, abs=1e-14)
    assert not solution.ode1_velocities[0].any()
    own = mbs.SolveDynamic(settings_of(10, 1.0, ""), solverType="VelocityVerlet")
    assert np.abs(own.ode1_coordinates[-1] - y).max() > 1e-3


@pytest.mark.parametrize("solver", ["DOPRI5", "ODE23"])
@pytest.mark.parametrize("absolute", [1e-8, 0.5e-8])
def test_steps_where_the_tolerance_of_a_velocity_is_zero(solver, absolute):
    mbs = exu.SystemContainer().AddSystem()
    for v in (-1.0, -0.5):  # 1e-8 + 1e-8 v is zero for one of them
        node = mbs.AddNode(NodePoint(initialVelocities=[v, 0, 0]))
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
    chosen = dict(
        timeIntegration__absoluteTolerance=absolute, timeIntegration__relativeTolerance=1e-8
    )
    solution = mbs.SolveDynamic(settings_of(10, 1.0, **chosen), solverType=solver)
    assert solution.coordinates[-1] == pytest.approx([-1, 0, 0, -0.5, 0, 0], abs=1e-14)
    assert solution.statistics.steps < 60  # positions pass such a zero as well, near the end


@pytest.mark.parametrize("solver", ["DOPRI5", "ODE23"])
def test_steps_of_the_smallest_size_are_not_repeated(solver):
    chosen = dict(
        timeIntegration__absoluteTolerance=1e-30,
        timeIntegration__relativeTolerance=0.0,
        timeIntegration__minimumStepSize=0.03,  # three of them and a rest that is much smaller
        timeIntegration__initialStepSize=0.03,
    )
    solution = mass_on_spring().SolveDynamic(settings_of(1, 0.091, **chosen), solverType=solver)
    assert np.diff(solution.times) == pytest.approx([0.03, 0.03, 0.03, 0.001], abs=1e-12)
