"""Generalized-alpha with automatic step size: the error follows the tolerance."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .event_models import CONTACT, Model, bumper

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType
AT_10 = -0.27508746257611686, -0.96141920509912506
"""Position of the pendulum of 1 m from the horizontal at t = 10 s, by elliptic functions."""


def solve(mbs, tolerance, end, solver=Solver.GeneralizedAlpha, period=0.0, steps=10, **implicit):
    mbs.Assemble()
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps = end, steps
    time.absoluteTolerance = time.relativeTolerance = tolerance
    time.generalizedAlpha.automaticStepSize = True
    for name, value in implicit.items():
        setattr(time.generalizedAlpha, name, value)
    settings.solutionSettings.solutionWritePeriod = period
    return mbs.SolveDynamic(settings, solverType=solver)


def pendulum(relative=0.0):
    """A rod pendulum; relative -- change of gravity."""
    model = Model()
    gravity = [0.0, -9.81 * (1.0 + relative), 0.0]
    mass = model.mass([-1.0, 0.0, 0.0], [0.0, 0.0, 0.0], gravity=gravity)
    model.mbs.AddObject(DistanceConstraint(markerNumbers=[model.ground, mass], distance=1.0))
    return model.mbs


@pytest.mark.parametrize("rho", [1.0, 0.9, 0.5, 0.0])
def test_the_error_of_a_pendulum_follows_the_tolerance(rho):
    errors, steps = [], []
    for tolerance in (1e-4, 1e-6, 1e-8):
        solution = solve(pendulum(), tolerance, 10.0, spectralRadius=rho)
        end = solution.coordinates[-1, :2] + [-1.0, 0.0]
        errors.append(np.abs(end - AT_10).max())
        steps.append(solution.statistics["steps"])
        assert solution.times[-1] == 10.0
        length = np.linalg.norm(solution.coordinates + [-1.0, 0.0, 0.0], axis=1)
        # one correction a step leaves what drifts in it times the step size
        assert length == pytest.approx(1.0, abs=tolerance)
        tension = np.abs(solution.multipliers[1:, 0])
        assert tension.max() == pytest.approx(3.0 * 9.81, rel=5.0 * tolerance ** (1.0 / 3.0))
        assert solution.statistics["rejected"] < 0.08 * steps[-1]
    # rounding decides on the sizes of some steps, and these on a tenth of the last error
    finest = [
        solve(pendulum(relative), 1e-8, 10.0, spectralRadius=rho).coordinates[-1, :2]
        for relative in (-2e-14, -1e-14, 1e-14, 2e-14)
    ]
    others = [np.abs(end + [-1.0, 0.0] - AT_10).max() for end in finest]
    errors[2] = np.median([errors[2], *others])
    # order 2: a hundredth of the tolerance, 100^(2/3) = 21.5 times the accuracy; errors of
    # different sign may cancel in the coarsest run
    assert errors[0] < 2e-2
    assert 8.0 < errors[1] / errors[2] < 40.0
    for few, many in zip(steps, steps[1:], strict=False):
        assert 3.9 < many / few < 5.1  # 100^(1/3) = 4.6
    assert errors[-1] < 1e-4


def test_the_step_size_follows_the_motion():
    """A Kepler orbit of e = 0.9: short steps at the sun, long ones far away."""
    model = Model()
    mass = model.mass([0.1, 0.0, 0.0], [0.0, math.sqrt(19.0), 0.0])
    model.mbs.AddObject(
        ObjectConnectorGravity(
            markerNumbers=[model.ground, mass], mass0=1.0, mass1=1.0, gravitationalConstant=1.0
        )
    )
    solution = solve(model.mbs, 1e-7, 2.0 * math.pi, spectralRadius=1.0)
    steps = np.diff(solution.times)
    assert steps.max() > 30.0 * steps.min()
    radius = np.linalg.norm(solution.coordinates + [0.1, 0.0, 0.0], axis=1)
    assert radius.max() == pytest.approx(1.9, abs=2e-3)
    assert solution.coordinates[-1] == pytest.approx([0.0, 0.0, 0.0], abs=3e-2)
    speed = 0.5 * (solution.velocities**2).sum(axis=1)
    assert speed - 1.0 / radius == pytest.approx(-0.5, abs=1e-3)


def test_a_stiff_system_takes_long_steps_once_it_is_calm():
    """A fast mode of 1e5 rad/s dies out, a slow one of 1 rad/s remains."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0.0, 0.0],
            initialCoordinates=[1.0, 1e-4],
            initialCoordinates_t=[0.0, 0.0],
            numberOfODE2Coordinates=2,
        )
    )
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrix=np.eye(2), stiffnessMatrix=np.diag([1.0, 1e10]),
            dampingMatrix=np.diag([0.0, 2e5]),
        )
    )  # fmt: skip
    solution = solve(mbs, 1e-6, 10.0, spectralRadius=0.5)
    assert solution.statistics["steps"] < 4000
    assert solution.coordinates[-1] == pytest.approx([math.cos(10.0), 0.0], abs=2e-3)
    assert np.diff(solution.times).max() > 1e-2


def test_first_order_coordinates_count():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE1(
            numberOfODE1Coordinates=1, referenceCoordinates=[0.0], initialCoordinates=[2.0]
        )
    )
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[-3.0]]))
    errors = []
    for tolerance in (1e-5, 1e-8):
        solution = solve(mbs, tolerance, 1.0, steps=1)
        errors.append(abs(solution.ode1_coordinates[-1, 0] - 2.0 * math.exp(-3.0)))
    assert errors[0] < 1e-3 and errors[1] < 1e-5
    assert errors[0] / errors[1] > 50.0


def test_recorded_times_stay_on_the_grid():
    solution = solve(pendulum(), 1e-6, 10.0, period=0.1)
    assert solution.times == pytest.approx(np.linspace(0.0, 10.0, 101), abs=1e-13)


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.TrapezoidalIndex2])
def test_events_end_steps_of_automatic_size(solver):
    errors = []
    for tolerance in (1e-6, 1e-9):
        solution = solve(bumper(40.0).mbs, tolerance, 0.5, solver)
        errors.append(abs(solution.velocities[-1, 0] - 1.579861797990909))
        assert np.abs(solution.times - CONTACT).min() < 1e-12
        assert solution.statistics["events"] == 2
    assert errors[0] < 2e-3 and errors[1] < 2e-5 and errors[0] / errors[1] > 30.0


def test_a_limit_that_cannot_be_met_is_told():
    with pytest.raises(exu.SolverError, match="minimumStepSize = 1e-08"):
        solve(pendulum(), 1e-30, 10.0)
