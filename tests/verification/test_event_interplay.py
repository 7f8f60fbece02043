"""Located events beside functions that set parameters, other events, and the ends of a run."""

from types import SimpleNamespace

import numpy as np
import pytest

import linkwork as exu
from linkwork.integrators.alpha.step_size import METHOD, change_step
from linkwork.items import *
from linkwork.run.run import Run
from tests.verification.event_models import BUMPER_START, CONTACT, Model, bumper

Solver = exu.DynamicSolverType


def at_half(mbs, t, itemNumber, q, q_t):
    return t - 0.512


def steps_off_at_the_end(mbs, t, itemNumber, q, q_t):
    return 1.0 if t < 1.0 else -1.0


def flying() -> Model:
    """A mass that moves with 1 m/s along x."""
    model = Model()
    model.marker = model.mass([1.0, 0.0, 0.0], [1.0, 0.0, 0.0])  # type: ignore[attr-defined]
    return model


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_functions_that_set_parameters_do_not_hold_up_a_step_with_an_event(solver):
    """The repeated steps that meet the event begin with what the first one has set."""
    model = flying()
    other = model.mbs.AddLoad(Force(markerNumber=model.marker, loadVector=[0.0, 0.0, 0.0]))
    calls = []

    def force(mbs, t, load):
        calls.append(t)
        assert len(calls) < 5000, "the run stands still"
        mbs.SetLoadParameter(other, "loadVector", [0.0, 0.0, t])
        return load

    load = Force(
        markerNumber=model.marker, loadVector=[0.0, 0.0, 0.0],
        loadVectorUserFunction=exu.called_back(force),
    )  # fmt: skip
    model.mbs.AddLoad(load)
    model.mbs.AddSensor(SensorEvent(name="half", eventUserFunction=at_half))
    solution = model.solve(1.0, solver, steps=10)
    assert solution.event_times("half") == pytest.approx([0.512], abs=1e-14)
    assert solution.coordinates[-1] == pytest.approx([1.0, 0.0, 1.0 / 6.0], abs=0.05)


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
@pytest.mark.parametrize("acting", [0, 1])
def test_an_action_does_not_hide_another_event_of_the_same_time(solver, acting):
    model = flying()

    def stop(mbs, t, itemNumber):
        mbs.systemData.SetODE2Coordinates_t([0.0, 0.0, 0.0])
        return True

    for k in range(2):
        action = dict(actionUserFunction=stop) if k == acting else {}
        model.mbs.AddSensor(SensorEvent(name=f"e{k}", eventUserFunction=at_half, **action))
    solution = model.solve(1.0, solver, steps=10)
    assert [event.sensor for event in solution.events] == ["e0", "e1"]
    assert solution.coordinates[-1, 0] == pytest.approx(0.512, abs=1e-12)


def test_events_of_first_order_coordinates_at_the_same_time():
    """y_t = 1: both functions of y cross zero together, one of them lets the mass stop."""
    model = flying()
    node = model.mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=1, referenceCoordinates=[0.0]))
    model.mbs.AddObject(
        ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[0.0]], rhsVector=[1.0])
    )
    y = model.mbs.AddSensor(
        SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Coordinates)
    )

    def stop(mbs, t, itemNumber):
        mbs.systemData.SetODE2Coordinates_t([0.0, 0.0, 0.0])
        return True

    model.mbs.AddSensor(
        SensorEvent(name="a", sensorNumber=y, threshold=0.512, actionUserFunction=stop)
    )
    model.mbs.AddSensor(SensorEvent(name="b", sensorNumber=y, threshold=0.512))
    solution = model.solve(1.0, Solver.RK44, steps=10)
    assert [event.sensor for event in solution.events] == ["a", "b"]
    assert solution.event_times("b") == pytest.approx([0.512], abs=1e-13)


def test_an_event_at_the_very_end_of_automatic_implicit_steps():
    model = flying()
    model.mbs.AddSensor(SensorEvent(name="end", eventUserFunction=steps_off_at_the_end))
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps, time.verboseMode = 1.0, 10, 0
    time.generalizedAlpha.automaticStepSize = True
    model.mbs.Assemble()
    solution = model.mbs.SolveDynamic(settings)
    assert list(solution.event_times("end")) == [1.0]
    assert solution.coordinates[-1, 0] == pytest.approx(1.0, abs=1e-13)


@pytest.mark.parametrize("solver", [Solver.VelocityVerlet, Solver.RK44, Solver.GeneralizedAlpha])
def test_a_recorded_time_next_to_an_event_is_not_left_out(solver):
    """The second event of a step is so close to its end that the rest of the step is left out."""
    model, h = flying(), 0.1
    bends = [0.45, 0.5 - 0.9e-6 * h]
    curve = [[-1.0, 0.0], [bends[0], 0.0], [bends[1], 1e-9], [2.0, 0.0]]
    model.spring(model.ground, model.marker, referenceLength=1.0, curve=curve)
    solution = model.solve(1.0, solver, steps=10, period=h)
    assert solution.statistics["events"] == 2
    assert solution.times == pytest.approx(np.arange(11) * h, abs=1e-6 * h)


@pytest.mark.parametrize("initial", [False, True])
def test_modes_of_the_start_are_those_of_its_state(initial):
    """A buffer that is pressed at the start, without accelerations of the start: one event."""
    model = bumper(0.0)
    q = [-0.6, 0.0, 0.0]  # 0.9 m of 1 m are left
    model.mbs.Assemble()
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps, time.verboseMode = 0.1, 1000, 0
    time.generalizedAlpha.computeInitialAccelerations = initial
    time.discontinuous.locateEvents = True
    model.mbs.systemData.SetODE2Coordinates(q, exu.ConfigurationType.Initial)
    model.mbs.systemData.SetODE2Coordinates_t([0.0, 0.0, 0.0], exu.ConfigurationType.Initial)
    solution = model.mbs.SolveDynamic(settings)
    assert solution.statistics["events"] == 1
    assert solution.velocities[-1, 0] == pytest.approx(5.0, rel=1e-3)  # sqrt(5000 / 2) * 0.1


@pytest.mark.parametrize("solver", [Solver.RK44, Solver.GeneralizedAlpha])
def test_accelerations_behind_an_event_are_recorded_beside_a_crossing_that_does_not_count(solver):
    """The damper of the buffer acts at once; the sensor waits for the other direction."""
    model = bumper(40.0)

    def length(mbs, t, itemNumber, q, q_t):
        return BUMPER_START - 1.0 + q[0]

    model.mbs.AddSensor(SensorEvent(name="back", eventUserFunction=length, direction=1))
    solution = model.solve(0.2, solver, steps=20)
    row = int(np.argmin(np.abs(solution.times - CONTACT)))
    assert solution.times[row] == pytest.approx(CONTACT, abs=1e-13)
    assert solution.accelerations[row, 0] == pytest.approx(40.0 * 3.0 / 2.0, rel=1e-9)
    assert not solution.events


def test_a_new_step_size_uses_only_differences_that_are_known():
    """One step after a restart there is a first difference alone: it is proportional to h."""
    frame = SimpleNamespace(h=0.1, h_wanted=0.05, index2=0)
    method = np.array([(0.0, 0.0, 0.25, 0.5, 1, 0)], METHOD)
    differences = np.full(4, 3.0)
    change_step(frame, np.zeros(1), method, np.zeros(1), differences)
    assert differences[0] == pytest.approx(1.5, rel=1e-14)
    assert frame.h == 0.05


def test_a_new_step_size_keeps_polynomials_of_order_four():
    frame = SimpleNamespace(h=0.1, h_wanted=0.07, index2=0)
    method = np.array([(0.0, 0.0, 0.25, 0.5, 4, 0)], METHOD)

    def differences(h):
        t = h * np.arange(-4, 1)
        value = 2.0 * t - t**2 + 0.7 * t**3 + 30.0 * t**4
        return np.array([np.diff(value, k)[-1] for k in range(1, 5)])

    given = differences(0.1)
    alpha = np.array([5.0])
    change_step(frame, np.array([4.0]), method, alpha, given)
    assert given == pytest.approx(differences(0.07), rel=1e-12)
    assert alpha == pytest.approx([4.7], rel=1e-14)


def test_steps_grow_again_from_the_whole_step_not_from_the_rest_after_an_event():
    taken = []
    context = SimpleNamespace(
        time=SimpleNamespace(adaptiveStepRecoveryIterations=7, adaptiveStepIncrease=2),
        end=1.0,
        data=SimpleNamespace(scalars=SimpleNamespace(t=0.5, h=1e-6, grid_h=0.01)),
        counts=SimpleNamespace(slowest=0),
    )
    balance = SimpleNamespace(go_on=taken.append)
    run = SimpleNamespace(context=context, balance=balance, full_step=0.1, _compatible=False)
    Run._recover(run)
    assert taken == [0.02]


def driven(solver, spring, event=False):
    """A mass on a rod whose length a pre-step function sets; a rope that becomes taut."""
    model = Model()
    mass = model.mass([1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    rod = model.mbs.AddObject(DistanceConstraint(markerNumbers=[model.ground, mass], distance=1.0))
    if spring:
        model.spring(
            model.point([0.0, -3.0, 0.0]), mass, referenceLength=3.7, stiffness=1e-6,
            springType="Tensile",
        )  # fmt: skip
    if event:
        model.mbs.AddSensor(
            SensorEvent(
                name="half", eventUserFunction=at_half,
                actionUserFunction=lambda mbs, t, itemNumber: True,
            )
        )  # fmt: skip

    def lengthen(mbs, t):
        mbs.SetObjectParameter(rod, "distance", 1.0 + 0.2 * (1.0 - np.cos(t)))
        return True

    model.mbs.SetPreStepUserFunction(lengthen)
    return model.solve(3.0, solver, steps=200)


@pytest.mark.parametrize(
    "solver",
    [Solver.GeneralizedAlpha, Solver.TrapezoidalIndex2, Solver.RK44, Solver.VelocityVerlet],
)
def test_rods_that_are_driven_step_by_step_do_not_jump_at_events(solver):
    """The rope pulls with next to nothing: the motion must be that without it."""
    free, taut = driven(solver, False), driven(solver, True)
    assert taut.coordinates[-1] == pytest.approx(free.coordinates[-1], abs=1e-5)
    assert taut.velocities[-1] == pytest.approx(free.velocities[-1], abs=1e-5)


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44, Solver.VelocityVerlet])
def test_events_are_located_again_when_a_rod_is_driven_no_more(solver):
    """Up to 0.05 s a rod is driven; later another mass meets its buffer."""
    model = bumper(40.0)
    mass = model.mass([0.0, 1.0, 0.0], [0.0, 0.0, 0.0])
    rod = model.mbs.AddObject(DistanceConstraint(markerNumbers=[model.ground, mass], distance=1.0))

    def lengthen(mbs, t):
        if t < 0.05:
            mbs.SetObjectParameter(rod, "distance", 1.0 + t**4)
        return True

    model.mbs.SetPreStepUserFunction(lengthen)
    solution = model.solve(0.5, solver, steps=500)
    assert solution.statistics["events"] == 2
    assert np.abs(solution.times - CONTACT).min() < 1e-13


def test_events_of_sensors_beside_driven_rods_are_told():
    with pytest.warns(UserWarning, match="DistanceConstraint .*: driven by the pre-step function"):
        driven(Solver.TrapezoidalIndex2, False, event=True)


@pytest.mark.parametrize("does", [{}, dict(actionUserFunction=lambda mbs, t, itemNumber: True)])
@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_a_run_that_is_to_stop_completes_a_step_with_an_event(solver, does):
    """The pre-step function ends the run after the step to 0.6 s; its event counts."""
    model = flying()
    model.mbs.AddSensor(SensorEvent(name="half", eventUserFunction=at_half, **does))
    model.mbs.SetPreStepUserFunction(lambda mbs, t: t < 0.55)
    solution = model.solve(1.0, solver, steps=10, period=0.1)
    assert solution.event_times("half") == pytest.approx([0.512], abs=1e-14)
    assert solution.times[-1] == pytest.approx(0.6, abs=1e-13)
    assert solution.coordinates[-1, 0] == pytest.approx(0.6, abs=1e-12)


@pytest.mark.parametrize("function", [False, True])
def test_a_run_may_start_on_a_zero_that_time_or_first_order_coordinates_leave(function):
    """The motion that follows decides which side of zero comes first: no event at the start."""
    model = flying()
    node = model.mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=1, referenceCoordinates=[0]))
    model.mbs.AddObject(
        ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[0.0]], rhsVector=[-1.0])
    )
    y = model.mbs.AddSensor(
        SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Coordinates)
    )
    watched = dict(eventUserFunction=lambda mbs, t, itemNumber, q, q_t: -t)
    watched = watched if function else dict(sensorNumber=y)
    model.mbs.AddSensor(SensorEvent(name="zero", **watched))
    assert not model.solve(1.0, Solver.RK44, steps=10).events


def test_each_run_counts_its_own_events():
    model = flying()
    model.mbs.AddSensor(SensorEvent(name="half", eventUserFunction=at_half))
    for _ in range(2):
        solution = model.solve(1.0, Solver.GeneralizedAlpha, steps=10)
        assert solution.sensor("half")[-1, 1] == 1.0
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.4, 4
    again = model.mbs.SolveDynamic(settings)  # the same assembled system
    assert again.sensor("half")[-1, 1] == 0.0
    assert not again.events


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.TrapezoidalIndex2, Solver.RK44])
def test_velocities_that_an_action_sets_are_brought_onto_the_constraints(solver):
    """A mass on a rod, at rest: of the velocity that it is given, the part across the rod stays."""
    model = Model()
    mass = model.mass([1.0, 0.0, 0.0], [0.0, 0.0, 0.0])
    model.mbs.AddObject(DistanceConstraint(markerNumbers=[model.ground, mass], distance=1.0))

    def push(mbs, t, itemNumber):
        mbs.systemData.SetODE2Coordinates_t([5.0, 1.0, 0.0])
        return True

    model.mbs.AddSensor(
        SensorEvent(name="push", eventUserFunction=at_half, actionUserFunction=push)
    )
    solution = model.solve(1.0, solver, steps=100)
    (row,) = np.flatnonzero(np.abs(solution.times - 0.512) < 1e-12)
    assert solution.velocities[row] == pytest.approx([0.0, 1.0, 0.0], abs=1e-12)
    angle = 1.0 - 0.512
    end = [np.cos(angle) - 1.0, np.sin(angle), 0.0]
    assert solution.coordinates[-1] == pytest.approx(end, abs=1e-3)


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_an_action_may_change_what_its_event_waits_for(solver):
    """Neither state nor parameters change: the function reads a variable that the action sets."""
    model = flying()
    model.mbs.variables["next"] = 0.23

    @exu.called_back
    def waiting(mbs, t, itemNumber, q, q_t):
        return t - mbs.variables["next"]

    def put_off(mbs, t, itemNumber):
        mbs.variables["next"] += 0.23
        return True

    model.mbs.AddSensor(
        SensorEvent(name="alarm", eventUserFunction=waiting, actionUserFunction=put_off)
    )
    solution = model.solve(1.0, solver, steps=10)
    assert solution.event_times("alarm") == pytest.approx([0.23, 0.46, 0.69, 0.92], abs=1e-13)
    assert {event.direction for event in solution.events} == {1}
