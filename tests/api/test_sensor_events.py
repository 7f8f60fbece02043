"""SensorEvent: user-defined events, located in every solver."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

Solver = exu.DynamicSolverType
FALL = math.sqrt(2.0 / 9.81)
EXACT = [solver for solver in Solver if solver.name != "ExplicitEuler"]
"""Solvers that are exact for a parabola."""

each_solver = looped("solver", EXACT, ids=lambda solver: solver.name)


def height(mbs, t, itemNumber, q, q_t):
    return 1.0 + q[1]


def falling(**event):
    """A mass that falls from a height of 1 m; its event sensor is named "ground"."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[0, 1, 0], initialVelocities=[1, 0, 0]))
    mbs.AddObject(MassPoint(physicsMass=2.0, nodeNumber=node))
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0.0, -2.0 * 9.81, 0.0]))
    mbs.AddSensor(
        SensorNode(
            name="place", nodeNumber=node, outputVariableType=exu.OutputVariableType.Position
        )
    )
    if event:
        mbs.AddSensor(SensorEvent(name="ground", **event))
    return mbs


def solve(mbs, solver=Solver.GeneralizedAlpha, end=1.0, steps=20, **changes):
    mbs.Assemble()
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps = end, steps
    settings.solutionSettings.solutionWritePeriod = end / steps
    for path, value in changes.items():
        *groups, name = path.split("__")
        owner = settings
        for group in groups:
            owner = getattr(owner, group)
        setattr(owner, name, value)
    return mbs.SolveDynamic(settings, solverType=solver)


@each_solver
@looped(
    "event",
    [dict(eventUserFunction=height), dict(sensorNumber=0, component=1, threshold=0.0)],
    ids=["function", "sensor"],
)
def test_events_are_located(solver, event):
    mbs = falling(**event)
    solution = solve(mbs, solver)
    (found,) = solution.events
    assert found.time == pytest.approx(FALL, abs=1e-15)
    assert (found.sensor, found.direction) == ("ground", -1)
    assert found.coordinates == pytest.approx([FALL, -1.0, 0.0], abs=1e-14)
    assert found.velocities == pytest.approx([1.0, -9.81 * FALL, 0.0], abs=1e-13)
    assert solution.event_times("ground") == pytest.approx([FALL], abs=1e-15)
    assert solution.times == pytest.approx(np.linspace(0.0, 1.0, 21), abs=1e-13)
    assert solution.coordinates[-1] == pytest.approx([1.0, -0.5 * 9.81, 0.0], abs=1e-12)
    counted = solution.sensor("ground")
    assert np.array_equal(counted[:, 1], counted[:, 0] >= FALL)
    assert mbs.GetSensorValues("ground") == [1.0]


@each_solver
def test_a_terminal_event_ends_the_run(solver):
    solution = solve(falling(eventUserFunction=height, terminal=True), solver)
    assert solution.success
    assert solution.times[-1] == pytest.approx(FALL, abs=1e-15)
    assert solution.coordinates[-1, 1] == pytest.approx(-1.0, abs=1e-14)
    assert len(solution.events) == 1


def bounce(mbs, t, itemNumber):
    velocities = mbs.systemData.GetODE2Coordinates_t()
    velocities[1] *= -0.8
    mbs.systemData.SetODE2Coordinates_t(velocities)
    return True


@each_solver
@looped("direction", [0, -1])
def test_an_action_changes_the_state(solver, direction):
    """A ball that keeps 80 % of its speed at each impact."""
    mbs = falling(eventUserFunction=height, direction=direction, actionUserFunction=bounce)
    solution = solve(mbs, solver, end=2.2, steps=44)
    impacts = FALL * np.cumsum([1.0, 2.0 * 0.8, 2.0 * 0.64])
    assert solution.event_times("ground") == pytest.approx(impacts, abs=1e-14)
    after = 2.2 - impacts[-1]
    expected = 9.81 * FALL * 0.8**3 * after - 0.5 * 9.81 * after**2
    assert 1.0 + solution.coordinates[-1, 1] == pytest.approx(expected, abs=1e-12)
    assert all(event.direction == -1 for event in solution.events)


def test_an_action_may_end_the_run():
    mbs = falling(eventUserFunction=height, actionUserFunction=lambda mbs, t, itemNumber: False)
    solution = solve(mbs)
    assert solution.success and solution.times[-1] == pytest.approx(FALL, abs=1e-15)


@looped("direction", [-1, 0, 1])
@looped("solver", [Solver.GeneralizedAlpha, Solver.RK44, Solver.DOPRI5])
def test_only_crossings_in_the_wanted_direction_are_events(solver, direction):
    """A harmonic oscillator: zeros of cos(10 t) fall at odd quarters, and rise in turn."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0.0],
            initialCoordinates=[1.0],
            initialCoordinates_t=[0.0],
            numberOfODE2Coordinates=1,
        )
    )
    mbs.AddObject(
        ObjectGenericODE2(nodeNumbers=[node], massMatrix=[[1.0]], stiffnessMatrix=[[100.0]])
    )
    mbs.AddSensor(
        SensorEvent(
            name="zero", direction=direction, eventUserFunction=lambda mbs, t, i, q, q_t: q[0]
        )
    )
    solution = solve(mbs, solver, end=2.0, steps=4000)
    quarters = math.pi / 20.0 * np.arange(1, 13, 2)
    signs = [-1, 1, -1, 1, -1, 1]
    wanted = [t for t, sign in zip(quarters, signs, strict=True) if direction in (0, sign)]
    assert solution.event_times("zero") == pytest.approx(wanted, abs=2e-5)
    assert mbs.GetSensorValues(0) == [len(wanted)]


def test_events_of_small_functions_are_located_as_well():
    """The scale of an event function does not matter."""
    for scale in (1e-12, 1.0, 1e12):
        mbs = falling(eventUserFunction=lambda mbs, t, i, q, q_t, s=scale: s * (1.0 + q[1]))
        (found,) = solve(mbs, Solver.RK44).events
        assert found.time == pytest.approx(FALL, abs=1e-14)


def test_an_event_of_time_alone_and_one_that_starts_at_zero():
    mbs = falling(eventUserFunction=lambda mbs, t, i, q, q_t: t - 0.3)
    mbs.AddSensor(SensorEvent(name="start", eventUserFunction=lambda mbs, t, i, q, q_t: q[1]))
    solution = solve(mbs)
    assert [(event.sensor, event.direction) for event in solution.events] == [("ground", 1)]
    assert solution.events[0].time == pytest.approx(0.3, abs=1e-15)


def test_two_events_at_the_same_time():
    mbs = falling(eventUserFunction=height)
    mbs.AddSensor(SensorEvent(name="twice", eventUserFunction=lambda mbs, t, i, q, v: -1 - q[1]))
    solution = solve(mbs)
    assert [(event.sensor, event.direction) for event in solution.events] == [
        ("ground", -1), ("twice", 1),
    ]  # fmt: skip


def test_a_parameter_is_switched_at_an_event():
    """A brake: from a speed of 5 m/s on the load is off."""

    def release(mbs, t, itemNumber):
        mbs.SetLoadParameter(0, "loadVector", [0.0, 0.0, 0.0])
        return True

    reached = 5.0 / 9.81
    for solver in (Solver.GeneralizedAlpha, Solver.RK44, Solver.DOPRI5, Solver.VelocityVerlet):
        mbs = falling(
            eventUserFunction=lambda mbs, t, i, q, q_t: q_t[1] + 5.0, actionUserFunction=release
        )
        solution = solve(mbs, solver)
        assert solution.event_times("ground") == pytest.approx([reached], abs=1e-14)
        assert solution.velocities[-1, 1] == pytest.approx(-5.0, abs=1e-12)
        fallen = -0.5 * 9.81 * reached**2 - 5.0 * (1.0 - reached)
        assert solution.coordinates[-1, 1] == pytest.approx(fallen, abs=1e-12)


def rod_pendulum():
    """A rod of 1 m with a mass, released from the horizontal."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
    node = mbs.AddNode(NodePoint(referenceCoordinates=[-1.0, 0.0, 0.0]))
    mbs.AddObject(MassPoint(physicsMass=1.0, nodeNumber=node))
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0.0, -9.81, 0.0]))
    mbs.AddObject(DistanceConstraint(markerNumbers=[ground, marker], distance=1.0))
    return mbs


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.TrapezoidalIndex2, Solver.RK44])
def test_events_with_a_constraint(solver):
    """A pendulum from the horizontal passes its lowest point after a quarter of the period."""
    mbs = rod_pendulum()
    mbs.AddSensor(SensorEvent(name="low", eventUserFunction=lambda mbs, t, i, q, q_t: q[0] - 1.0))
    solution = solve(mbs, solver, end=2.0, steps=4000)
    quarter = 2.36784194757623745 / 4.0
    assert solution.event_times("low") == pytest.approx([quarter, 3.0 * quarter], abs=5e-6)
    tension = -solution.multipliers[:, 0]
    assert np.abs(np.diff(np.abs(tension))).max() < 0.1  # no spike at the restart


@looped("before", [1e-4, 1e-6, 1e-8, 2e-9, 5e-10, 1e-13])
def test_an_event_just_before_the_end_of_a_step_makes_no_spike(before):
    """The rest of the step is short; forces of constraints stay as smooth as they are."""
    tensions = []
    for moment in (9.0, 0.5 - before):
        mbs = rod_pendulum()
        mbs.AddSensor(SensorEvent(eventUserFunction=lambda mbs, t, i, q, q_t, m=moment: t - m))
        solution = solve(mbs, Solver.GeneralizedAlpha, end=1.0, steps=1000)
        assert solution.times == pytest.approx(np.linspace(0.0, 1.0, 1001), abs=1.1e-9)
        tensions.append(solution.multipliers[:, 0])
    assert tensions[1] == pytest.approx(tensions[0], abs=1e-12)


def test_many_events_in_a_step():
    """Fifty zeros in one step of constant speed."""
    mbs = falling()
    for k in range(50):
        mbs.AddSensor(
            SensorEvent(name=f"x{k}", sensorNumber=0, component=0, threshold=0.5 + 1e-3 * k)
        )
    solution = solve(mbs, steps=2)
    found = [event.time for event in solution.events]
    assert found == pytest.approx([0.5 + 1e-3 * k for k in range(50)], abs=1e-13)


def test_events_are_kept_in_files(tmp_path):
    solution = solve(falling(eventUserFunction=height))
    for name in ("run.npz", "run.h5"):
        solution.save(tmp_path / name)
        loaded = exu.Solution.load(tmp_path / name)
        assert len(loaded.events) == 1
        for field in ("time", "sensor", "direction"):
            assert getattr(loaded.events[0], field) == getattr(solution.events[0], field)
        assert np.array_equal(loaded.events[0].coordinates, solution.events[0].coordinates)


def test_a_model_file_keeps_the_event(tmp_path):
    falling(eventUserFunction=height, direction=-1, terminal=True).save(tmp_path / "model.json")
    mbs = exu.load(tmp_path / "model.json", import_functions=True)
    assert solve(mbs).times[-1] == pytest.approx(FALL, abs=1e-15)


# ------------------------------------------------------------------------------- mistakes


def refused(match, **event):
    with pytest.raises(exu.SysError, match=match):
        solve(falling(**event))


def test_what_is_watched_must_be_told_once():
    refused(
        "SensorEvent 'ground' .sensor 1.: the sensor needs either eventUserFunction", direction=1
    )
    refused("got both", eventUserFunction=height, sensorNumber=0)


def test_a_component_that_does_not_exist():
    refused(r"component must be < 3.*SensorNode 'place'.*got 3", sensorNumber=0, component=3)


def test_a_sensor_event_watches_no_other():
    mbs = falling(eventUserFunction=height)
    with pytest.raises(exu.ParameterError, match="sensorNumber must be a sensor that is not"):
        mbs.AddSensor(SensorEvent(sensorNumber=1))


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (lambda mbs, t, i, q, q_t: None, "must return a number, got None"),
        (lambda mbs, t, i, q, q_t: q, "must return a number"),
        (lambda mbs, t, i, q, q_t: math.nan, "returned nan"),
        (lambda mbs, t, i, q, q_t: 1.0 / q[0] if t > 0.5 else 1.0 / t, "division"),
    ],
)
def test_functions_that_fail_are_named(function, text):
    refused(rf"SensorEvent 'ground' .sensor 1.: eventUserFunction.*{text}",
            eventUserFunction=function)  # fmt: skip


def test_an_action_that_fails_is_named_and_nothing_is_lost():
    def broken(mbs, t, itemNumber):
        raise KeyError("lost")

    mbs = falling(eventUserFunction=height, actionUserFunction=broken)
    with pytest.raises(exu.SolverError, match="actionUserFunction.*at the event at t = 0.4515"):
        solve(mbs)
    assert len(mbs.solution.events) == 1 and len(mbs.solution) > 5
    mbs = falling(eventUserFunction=height, actionUserFunction=lambda mbs, t, itemNumber: None)
    with pytest.raises(exu.SolverError, match="must return True to go on or False to stop"):
        solve(mbs)


def test_an_unknown_event_gets_a_hint():
    solution = solve(falling(eventUserFunction=height))
    with pytest.raises(exu.SysError, match="ground"):
        solution.event_times("grund")


def test_thresholds_belong_to_sensors():
    """A threshold beside a function would be without effect: the event is at its zero."""
    for name, value in (("threshold", 3.0), ("component", 1)):
        text = f"'ground' .*: {name} applies to sensorNumber .*got {value}; let the function"
        with pytest.raises(exu.ParameterError, match=text):
            falling(eventUserFunction=height, **{name: value}).Assemble()


def test_a_wrong_direction_is_told_once():
    with pytest.raises(exu.ParameterError, match=": direction must be -1, 0 or 1, got 2"):
        falling(eventUserFunction=height, direction=2)


def test_events_can_be_compared(tmp_path):
    """Arrays in them have no truth value."""
    solution = solve(falling(eventUserFunction=height))
    solution.save(tmp_path / "run.npz")
    assert exu.Solution.load(tmp_path / "run.npz").events == solution.events
    later = solve(falling(eventUserFunction=height), Solver.ExplicitEuler).events
    assert solution.events != later and solution.events[0] != 0
    assert len({*solution.events, *later}) == 2
    energy = solution.energy()
    assert energy == energy and energy != solution.energy()


# ------------------------------------------------------------------------------- forces


def pendulum(limit):
    """A rod pendulum of 1 m and 1 kg, released from the horizontal; its rod breaks at a force."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    bob = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1.0, gravity=[0, -9.81, 0])
    rod = mbs.CreateDistanceConstraint(bodyNumbers=[ground, bob])
    output = exu.OutputVariableType.Force
    force = mbs.AddSensor(SensorObject(objectNumber=rod, outputVariableType=output))
    mbs.AddSensor(SensorEvent(name="breaks", sensorNumber=force, threshold=limit, terminal=True))
    return mbs


@looped(
    ("solver", "options", "error"),
    [
        (Solver.RK44, {}, 2e-8),
        (Solver.DOPRI5, {}, 1e-9),
        (Solver.VelocityVerlet, {}, 1e-4),
        (Solver.GeneralizedAlpha, dict(useIndex2Constraints=True), 3e-4),
        (Solver.GeneralizedAlpha, dict(automaticStepSize=True), 2e-6),
        (Solver.TrapezoidalIndex2, {}, 3e-4),
    ],
)
def test_forces_of_constraints_are_located(solver, options, error):
    """The rod carries 3 m g sin(angle), the angle counted from the horizontal."""
    changes = {f"timeIntegration__generalizedAlpha__{k}": value for k, value in options.items()}
    solution = solve(pendulum(20.0), solver, steps=100, **changes)
    assert solution.multipliers[-1] == pytest.approx([20.0], rel=1e-10)
    x, y = solution.events[0].coordinates[:2]
    assert math.atan2(-y, 1.0 + x) == pytest.approx(math.asin(20.0 / (3 * 9.81)), abs=error)


def test_forces_at_position_level_are_told():
    """At index 3 multipliers depend on the step size: the step is right, the place in it not."""
    text = "'breaks' .*watches a constraint force .*constraintLevel = 'velocity'"
    with pytest.warns(UserWarning, match=text):
        solution = solve(pendulum(20.0), steps=100)
    assert solution.event_times("breaks")[0] == pytest.approx(0.394016, abs=0.01)


@pytest.mark.parametrize("solver", [Solver.RK44, Solver.DOPRI5, Solver.GeneralizedAlpha])
def test_accelerations_are_located(solver):
    """x = cos(10 t): the acceleration is -50 m/s^2 at t = pi/30."""
    mbs = exu.SystemContainer().AddSystem()
    ground, mass = (
        mbs.CreateGround(),
        mbs.CreateMassPoint(physicsMass=1.0, initialDisplacement=[1, 0, 0]),
    )
    mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, mass], stiffness=[100.0] * 3)
    output = exu.OutputVariableType.Acceleration
    seen = mbs.AddSensor(SensorBody(bodyNumber=mass, outputVariableType=output))
    mbs.AddSensor(SensorEvent(name="half", sensorNumber=seen, threshold=-50.0, terminal=True))
    solution = solve(mbs, solver, end=0.2, steps=50)
    assert solution.accelerations[-1, 0] == pytest.approx(-50.0, rel=1e-9)
    assert solution.event_times("half") == pytest.approx([math.pi / 30], abs=1e-4)
