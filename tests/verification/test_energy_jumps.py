"""Jumps of the state by actions of events, in the energy account."""

import json

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
    # the integral of the damper ends before the jump and begins after it
    v, t = solution.velocities[:, 1], solution.times
    rough = np.sum(0.3 * np.diff(t) * (v[1:] ** 2 + v[1:] * v[:-1] + v[:-1] ** 2) / 3)
    assert found.dissipated[-1] == pytest.approx(rough, rel=2e-2)
    assert np.allclose(solution.sensors["dissipated"][:, 1], found.dissipated, atol=1e-9)


@pytest.mark.parametrize(
    ("solver", "error"), [(Solver.RK44, 1e-9), (Solver.GeneralizedAlpha, 1e-3)]
)
def test_a_jump_between_recorded_times_counts(solver, error):
    """The states on both sides are known, so rows ten times as far apart give the same account."""
    coarse, fine = (bouncing(period, solver).energy() for period in (0.05, 0.0))
    assert coarse.missing == [] and coarse.error <= error
    for form in ("dissipated", "work"):
        found, wanted = getattr(coarse, form)[-1], getattr(fine, form)[-1]
        assert found == pytest.approx(wanted, rel=1e-8)


def without_jumps(solution, path):
    """The result as a file that was written before jumps were noted."""
    solution.save(path)
    arrays = dict(np.load(path))
    (name,) = (name for name, array in arrays.items() if array.dtype == np.uint8)
    description = json.loads(arrays[name].tobytes())
    del description["jumps"]
    arrays[name] = np.frombuffer(json.dumps(description).encode(), np.uint8)
    np.savez(path, **arrays)
    return exu.Solution.load(path)


def test_a_jump_that_was_not_recorded_is_named(tmp_path):
    found = without_jumps(bouncing(0.1, Solver.RK44), tmp_path / "old.npz").energy()
    assert found.missing[0].startswith("SensorEvent: the states on both sides of its change at t =")
    assert np.isnan(found.error)


def test_jumps_of_older_files_follow_from_their_events(tmp_path):
    solution = bouncing(0.0, Solver.RK44)
    wanted, found = solution.energy(), without_jumps(solution, tmp_path / "old.npz").energy()
    assert found.missing == [] and found.error < 1e-9
    assert found.work == pytest.approx(wanted.work, rel=1e-12)


def test_the_sensor_integrates_up_to_a_jump_between_its_times():
    coarse, fine = bouncing(0.05, Solver.RK44), bouncing(0.0, Solver.RK44)
    wanted = fine.sensors["dissipated"][-1, 1]
    assert coarse.sensors["dissipated"][-1, 1] == pytest.approx(wanted, rel=1e-6)


def heavier(mbs, t, itemNumber, q, q_t):
    return np.array([[1.0 + 0.5 * q[0] ** 2]])


def clock(mbs, t, itemNumber, q, q_t):
    return t - 0.5


def late_clock(mbs, t, itemNumber, q, q_t):
    return t - 0.5017


def jumping(kind, action, time, solver):
    """A mass on a driven spring, or one that changes with its place, whose state jumps once."""
    mbs = exu.SystemContainer().AddSystem()
    if kind == "drive":
        ground = mbs.AddObject(ObjectGround())
        node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[1, 0, 0]))
        mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
        ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
        mbs.AddObject(
            SpringDamper(
                markerNumbers=ends, stiffness=20, damping=0.5, velocityOffset=0.3, referenceLength=1
            )
        )
    else:
        node = mbs.AddNode(
            NodeGenericODE2(
                numberOfODE2Coordinates=1, referenceCoordinates=[0], initialCoordinates=[0.1],
                initialCoordinates_t=[1.0],
            )
        )  # fmt: skip
        mbs.AddObject(
            ObjectGenericODE2(
                nodeNumbers=[node], massMatrix=[[1.0]], stiffnessMatrix=[[20.0]],
                dampingMatrix=[[0.2]], massMatrixUserFunction=heavier,
            )
        )  # fmt: skip

    def act(mbs, t, itemNumber):
        data = mbs.systemData
        q, v = data.GetODE2Coordinates(), data.GetODE2Coordinates_t()
        if action == "shift":
            q[0] += 0.1
            data.SetODE2Coordinates(q)
        else:
            data.SetODE2Coordinates_t(-0.5 * v)
        return True

    mbs.AddSensor(SensorEvent(eventUserFunction=time, actionUserFunction=act))
    for form in ("total", "dissipated", "work", "balance"):
        mbs.AddSensor(SensorEnergy(name=form, energyType=form, storeInternal=True))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, 200
    settings.timeIntegration.absoluteTolerance = settings.timeIntegration.relativeTolerance = 1e-9
    settings.solutionSettings.solutionWritePeriod = 0.0
    settings.solutionSettings.sensorsWritePeriod = 0.0
    return mbs.SolveDynamic(settings, solver)


@pytest.mark.parametrize("solver", [Solver.RK44, Solver.DOPRI5, Solver.GeneralizedAlpha])
@pytest.mark.parametrize("time", [clock, late_clock])
@pytest.mark.parametrize("action", ["shift", "back"])
@pytest.mark.parametrize("kind", ["drive", "inertia"])
def test_a_jump_is_no_work_of_an_item(kind, action, time, solver):
    """On the end of a step, which is recorded already, and in a step."""
    solution = jumping(kind, action, time, solver)
    (event,) = solution.events
    row = int(np.argmin(np.abs(solution.times - event.time)))
    behind = solution.coordinates[row, 0], solution.velocities[row, 0]
    before = event.coordinates[0], event.velocities[0]
    moved = (0.1, 1.0) if action == "shift" else (0.0, -0.5)
    assert solution.times[row] == event.time and (np.diff(solution.times) > 0.0).all()
    assert behind[0] == pytest.approx(before[0] + moved[0], rel=1e-12)
    assert behind[1] == pytest.approx(before[1] * moved[1], rel=1e-12)

    def stored(q, v):
        varies = 0.5 * q**2 if kind == "inertia" else 0.0
        return 0.5 * (1.0 + varies) * v**2 + 10.0 * q**2

    jump = stored(*behind) - stored(*before)
    exact = 2e-3 if solver is Solver.GeneralizedAlpha else 1e-7
    found = solution.energy()
    assert found.missing == [] and found.error < exact
    assert found.parts["work"]["SensorEvent"][-1] == pytest.approx(jump, rel=1e-12)
    (own,) = (name for name in found.parts["work"] if name != "SensorEvent")
    work = solution.sensors["work"][:, 1]
    assert work == pytest.approx(found.parts["work"][own], abs=1e-6)
    assert np.abs(np.diff(work)).max() < 0.05 < abs(jump)
    assert solution.sensors["balance"][-1, 1] == pytest.approx(jump, abs=exact)


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


def pushed(what, solver, period, kind="losses"):
    """A mass on a spring and damper whose state a pre-step function changes twice."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(
        NodePoint(
            referenceCoordinates=[1, 0, 0], initialCoordinates=[0.3, 0, 0],
            initialVelocities=[1, 0, 0],
        )
    )  # fmt: skip
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    values = dict(stiffness=50.0, damping=3.0, referenceLength=1.0)
    if kind == "drive":
        values["velocityOffset"] = 0.2
    mbs.AddObject(SpringDamper(markerNumbers=ends, **values))
    mbs.AddNode(NodeGenericData(initialCoordinates=[0.0], numberOfDataCoordinates=1))
    energies = []

    def push(mbs, t):
        data = mbs.systemData
        data.SetDataCoordinates([t])  # no item reads it: no jump
        for at in (0.4, 0.7):
            if at - 1e-9 < data.GetTime() - 1e-3 <= at + 1e-9:
                q, v = data.GetODE2Coordinates()[0], data.GetODE2Coordinates_t()[0]
                if what == "place":
                    data.SetODE2Coordinates([q + 0.2, 0, 0])
                elif what == "both":
                    data.SetSystemState([[-q, 0, 0], [0.5 * v + 0.3, 0, 0], [], [], [1.0]])
                else:
                    data.SetODE2Coordinates_t([v - 0.7, 0, 0])
                behind = data.GetODE2Coordinates()[0], data.GetODE2Coordinates_t()[0]
                stored = [25.0 * q**2 + v**2 for q, v in ((q, v), behind)]
                energies.append(stored[1] - stored[0])
        return True

    mbs.SetPreStepUserFunction(push)
    for form in ("total", "dissipated", "work", "balance"):
        mbs.AddSensor(SensorEnergy(name=form, energyType=form, storeInternal=True))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, 1000
    settings.solutionSettings.solutionWritePeriod = period
    settings.solutionSettings.sensorsWritePeriod = period
    return mbs.SolveDynamic(settings, solver), energies


@pytest.mark.parametrize("period", [0.0, 0.013])
@pytest.mark.parametrize("what", ["place", "speed", "both"])
@pytest.mark.parametrize(
    ("solver", "error"), [(Solver.RK44, 1e-8), (Solver.VelocityVerlet, 1e-4),
                          (Solver.GeneralizedAlpha, 1e-4)],
)  # fmt: skip
def test_states_set_by_a_pre_step_function_are_work(solver, error, what, period):
    solution, jumps = pushed(what, solver, period)
    assert len(jumps) == len(solution.jumps) == 2 and min(np.abs(jumps)) > 0.02
    found = solution.energy()
    assert found.missing == [] and found.error < error
    work = found.parts["work"]["pre-step function"]
    assert work[-1] == pytest.approx(sum(jumps), rel=1e-12)
    first = (solution.times > 0.4 + 1e-9) & (solution.times <= 0.7 + 1e-9)
    assert work[first] == pytest.approx(jumps[0], rel=1e-12)
    assert not work[solution.times <= 0.4 + 1e-9].any()
    # sensors count the same, over all steps, but for the jumps, which are work of no item
    assert solution.sensors["dissipated"][:, 1] == pytest.approx(found.dissipated, abs=1e-7)
    assert solution.sensors["balance"][-1, 1] == pytest.approx(sum(jumps), abs=error)


@pytest.mark.parametrize("solver", [Solver.RK44, Solver.GeneralizedAlpha])
def test_a_state_set_before_a_step_is_no_work_of_a_drive(solver):
    solution, jumps = pushed("place", solver, 0.0, "drive")
    found = solution.energy()
    assert found.error < (1e-7 if solver is Solver.RK44 else 1e-4)
    assert found.parts["work"]["pre-step function"][-1] == pytest.approx(sum(jumps), rel=1e-12)
    own = found.parts["work"]["SpringDamper"]
    assert np.abs(np.diff(own)).max() < 0.01 < abs(jumps[0])
    assert solution.sensors["work"][:, 1] == pytest.approx(own, abs=1e-9)
