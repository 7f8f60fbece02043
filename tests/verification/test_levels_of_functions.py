"""Constraint functions without rates: models in space are solved at position level instead.

Explicit runs have no level, whatever the run before them had.
"""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import *


def settings():
    made = exu.SimulationSettings()
    made.timeIntegration.endTime, made.timeIntegration.numberOfSteps = 0.2, 40
    made.timeIntegration.verboseMode = 0
    made.timeIntegration.newton.relativeTolerance = 1e-12
    made.solutionSettings.writeSolutionToFile = False
    made.solutionSettings.solutionWritePeriod = 0.005
    return made


def driven(tells_rates):
    """A hinged body in space, and a mass that a function drives along x, which starts at rest."""

    def drive(mbs, t, itemNumber, q, q_t, velocityLevel):
        return [q[0] - 0.1 * (1.0 - math.cos(5.0 * t))]

    def drive_with_rates(mbs, t, itemNumber, q, q_t, velocityLevel):
        if velocityLevel:
            return [q_t[0] - 0.5 * math.sin(5.0 * t)]
        return [q[0] - 0.1 * (1.0 - math.cos(5.0 * t))]

    def slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
        return [[1.0, 0.0, 0.0]]

    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    body = mbs.CreateRigidBody(
        referencePosition=[0.3, 0, 0], inertia=InertiaCuboid(800.0, [0.5, 0.2, 0.1]),
        gravity=[0, -9.81, 0],
    )  # fmt: skip
    mbs.CreateRevoluteJoint(bodyNumbers=[ground, body], position=[0, 0, 0], axis=[0, 0, 1])
    nodes = mbs.AddNode(NodePoint()), mbs.AddNode(NodePointGround())
    mbs.AddObject(ObjectMassPoint(nodeNumber=nodes[0], physicsMass=2.0))
    mbs.AddObject(
        CoordinateVectorConstraint(
            markerNumbers=[mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n)) for n in nodes],
            scalingMarker0=np.zeros((1, 3)), jacobianUserFunction=slopes,
            constraintUserFunction=drive_with_rates if tells_rates else drive,
        )
    )  # fmt: skip
    mbs.Assemble()
    return mbs


FALLBACK = "this run solves all constraints at position level instead"


def test_runs_without_rates_change_to_position_level():
    with pytest.warns(UserWarning, match=FALLBACK):
        found = driven(False).SolveDynamic(settings())
    assert found.statistics.constraint_level == "position"
    chosen = settings()
    chosen.timeIntegration.generalizedAlpha.constraintLevel = "position"
    wanted = driven(False).SolveDynamic(chosen)
    assert found.coordinates[:, 7] == pytest.approx(wanted.coordinates[:, 7], abs=1e-12)
    assert found.multipliers[1:, -1] == pytest.approx(wanted.multipliers[1:, -1], abs=1e-6)
    assert driven(True).SolveDynamic(settings()).statistics.constraint_level == "velocity"


def test_a_stepper_that_is_reset_keeps_the_level():
    mbs = driven(False)
    data, initial = mbs.systemData, exu.ConfigurationType.Initial
    start = data.GetODE2Coordinates(initial), data.GetODE2Coordinates_t(initial)
    with pytest.warns(UserWarning, match=FALLBACK), mbs.Stepper(settings()) as stepper:
        stepper.step(20)
        velocities, multipliers = stepper.velocities.copy(), data.GetAECoordinates()
        assert abs(velocities[7]) > 0.2
        stepper.reset(*start)
        stepper.step(20)
        assert np.array_equal(stepper.velocities, velocities)
        assert np.array_equal(data.GetAECoordinates(), multipliers)
        assert stepper.solution().statistics.steps == 20


def test_the_level_of_a_run_ends_with_it():
    """Otherwise factors of the next one could be changed as those of a projection."""
    mbs = driven(True)
    mbs.SolveDynamic(settings())
    scalars = mbs._data.scalars
    assert scalars.index2 == 1 and scalars.project_drift == 1
    solution = mbs.SolveDynamic(settings(), exu.DynamicSolverType.RK44)
    assert scalars.index2 == 0 and scalars.project_drift == 0
    assert solution.statistics.constraint_level == ""
