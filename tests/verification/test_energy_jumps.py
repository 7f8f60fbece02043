"""Jumps of the state by actions of events, in the energy account."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

Solver = exu.DynamicSolverType


def bouncing(write_period, solver):
    """A mass that falls against a damper and loses half of its speed on the floor."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[0, 1, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    above = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 3, 0]))
    ends = [above, mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))]
    mbs.AddObject(SpringDamper(markerNumbers=ends, damping=0.3))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, -20, 0]))
    place = mbs.AddSensor(
        SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Position)
    )

    def bounce(mbs, t, itemNumber):
        mbs.systemData.SetODE2Coordinates_t(-0.5 * mbs.systemData.GetODE2Coordinates_t())
        return True

    mbs.AddSensor(
        SensorEvent(sensorNumber=place, component=1, direction=-1, actionUserFunction=bounce)
    )
    mbs.AddSensor(SensorEnergy(energyType="dissipated", name="dissipated"))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.2, 240
    settings.solutionSettings.solutionWritePeriod = write_period
    settings.solutionSettings.sensorsWritePeriod = write_period
    return mbs.SolveDynamic(settings, solver)


@pytest.mark.parametrize("solver", [Solver.RK44, Solver.DOPRI5, Solver.GeneralizedAlpha])
def test_actions_of_events_that_let_the_state_jump(solver):
    solution = bouncing(0.0, solver)
    found = solution.energy()
    assert len(solution.events) >= 2 and len(found.times) == len(solution.times)
    lost = sum(0.75 * np.sum(event.velocities**2) for event in solution.events)
    assert found.work[-1] == pytest.approx(-lost, rel=1e-12)
    exact = solver is not Solver.GeneralizedAlpha
    assert found.error <= (1e-9 if exact else 1e-3)
    # the integral of the damper ends before the jump and begins behind it
    v, t = solution.velocities[:, 1], solution.times
    rough = np.sum(0.3 * np.diff(t) * (v[1:] ** 2 + v[1:] * v[:-1] + v[:-1] ** 2) / 3)
    assert found.dissipated[-1] == pytest.approx(rough, rel=2e-2)
    assert np.allclose(solution.sensors["dissipated"][:, 1], found.dissipated, atol=1e-9)


def test_a_jump_that_was_not_recorded_is_named():
    found = bouncing(0.1, Solver.RK44).energy()
    assert "SensorEvent" in found.missing[0] and "solutionWritePeriod = 0" in found.missing[0]
    assert np.isnan(found.error)


def test_the_sensor_integrates_up_to_a_jump_between_its_times():
    coarse, fine = bouncing(0.05, Solver.RK44), bouncing(0.0, Solver.RK44)
    wanted = fine.sensors["dissipated"][-1, 1]
    assert coarse.sensors["dissipated"][-1, 1] == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize(("period", "error"), [(1e-3, 1e-4), (5e-4, 1.5e-5), (2.5e-4, 4e-6)])
def test_a_buffer_is_switched_between_two_recorded_times(period, error):
    """Its damper starts with 360 W: without cuts the account would be off by 0.06 J at 1 ms."""
    mbs = exu.SystemContainer().AddSystem()
    wall = mbs.CreateGround(referencePosition=[1, 0, 0])
    cart = mbs.CreateMassPoint(physicsMass=2.0, initialVelocity=[3, 0, 0])
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (wall, cart)]
    mbs.AddObject(
        TabularSpringDamper(
            markerNumbers=ends, stiffness=5000.0, damping=40.0, referenceLength=0.5,
            springType="Compressive", noAdhesion=True,
        )
    )  # fmt: skip
    mbs.AddSensor(SensorEnergy(name="balance", energyType="balance", storeInternal=True))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.5, 500
    settings.solutionSettings.solutionWritePeriod = period
    settings.solutionSettings.sensorsWritePeriod = period
    solution = mbs.SolveDynamic(settings, exu.DynamicSolverType.DOPRI5)
    energy = solution.energy()
    assert energy.error < error
    assert energy.kinetic[-1] + energy.dissipated[-1] == pytest.approx(9.0, abs=error)
    assert np.abs(solution.sensors["balance"][:, 1]).max() < error
