"""Events with actions in models with constraints: each happens once, with sound accelerations."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

Solver = exu.DynamicSolverType


def stir(mbs, t, itemNumber, offset):
    return offset * math.sin(2.0 * t) ** 2


def first(mbs, t, itemNumber, q, q_t):
    return t - 0.3


def shortly_after(mbs, t, itemNumber, q, q_t):
    return t - 0.3 - 2e-11


def solve(mbs, solver, steps=200, **implicit):
    mbs.Assemble()
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps = 1.0, steps
    time.absoluteTolerance = time.relativeTolerance = 1e-8
    for name, value in implicit.items():
        setattr(time.generalizedAlpha, name, value)
    settings.solutionSettings.solutionWritePeriod = 0.0
    settings.solutionSettings.sensorsWritePeriod = 0.0
    return mbs.SolveDynamic(settings, solverType=solver)


@pytest.mark.parametrize(
    "implicit",
    [dict(spectralRadius=0.8), dict(useIndex2Constraints=True), dict(automaticStepSize=True)],
)
def test_an_action_at_a_velocity_of_a_pendulum_is_called_once(implicit):
    """Velocities are projected at an event: that moves the function off zero again."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1.0, gravity=[0, -9.81, 0])
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1.0))
    speed = mbs.AddSensor(
        SensorBody(bodyNumber=mass, outputVariableType=exu.OutputVariableType.Velocity)
    )
    times = []

    def act(mbs, t, itemNumber):
        times.append(t)
        return True

    for level in (-0.5, -1.5, -2.5):
        mbs.AddSensor(
            SensorEvent(
                sensorNumber=speed, component=0, threshold=level, direction=-1,
                actionUserFunction=act,
            )
        )  # fmt: skip
    solution = solve(mbs, Solver.GeneralizedAlpha, **implicit)
    assert len(times) == len(solution.events) == 3
    fast = [event.velocities[0] for event in solution.events]
    assert fast == pytest.approx([-0.5, -1.5, -2.5], abs=1e-9)


@pytest.mark.parametrize("solver", [Solver.DOPRI5, Solver.DVERK6, Solver.RK44])
def test_accelerations_after_a_step_of_no_length_are_those_of_the_motion(solver):
    """A driven coordinate is differentiated in parts of the step that follows the event."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[0, 0, 0]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0))
    zero = mbs.AddNode(NodePointGround())
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (zero, node)]
    mbs.AddObject(CoordinateConstraint(markerNumbers=ends, offset=0.4, offsetUserFunction=stir))

    def act(mbs, t, itemNumber):
        return True

    for function in (first, shortly_after):
        mbs.AddSensor(SensorEvent(eventUserFunction=function, actionUserFunction=act))
    mbs.AddSensor(SensorEnergy(name="work", energyType="work", storeInternal=True))
    solution = solve(mbs, solver, steps=40 if solver is Solver.RK44 else 10)
    assert len(solution.events) == 2
    for event in solution.events:
        assert np.abs(solution.times - event.time).min() == 0.0
    right = 3.2 * np.cos(4.0 * solution.times)
    assert solution.accelerations[:, 0] == pytest.approx(right, abs=1e-2)
    speed = 0.8 * math.sin(4.0)
    assert solution.sensors["work"][-1, 1] == pytest.approx(speed**2, abs=1e-3)
