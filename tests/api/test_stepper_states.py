"""Steppers that go back: snapshots, resets, states and parameters that are set between steps."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.run.saved_states import Branches
from tests.cases import looped

from .models import Configuration, Output, Solver, make_settings, mass_on_spring, pendulum
from .restart_models import CASES, double_pendulum, springs, tossed
from .results import assert_same_arrays, rich_system
from .stepping import RETURNING, Variables, made, stepped, stepper
from .test_stepper import assert_same_run

pytestmark = pytest.mark.processors

# ------------------------------------------------------------------ going back


@looped("name", RETURNING)
def test_steps_after_a_snapshot_are_repeated_bit_for_bit(name):
    mbs, settings, solver = made(name)
    count = settings.timeIntegration.numberOfSteps
    expected = stepped(name, [1] * count)
    with stepper(mbs, settings, solver) as run:
        for _ in range(count // 3):
            run.step()
        kept, variables = run.snapshot(), Variables(mbs)
        assert kept.time == run.time
        for _ in range(2):
            for _ in range(count // 3, count):
                run.step()
            assert_same_run(run.solution(), expected)
            run.restore(kept)
            variables.restore()
            assert run.time == kept.time and not run.stopped
        for _ in range(count // 3, count):
            run.step()
    assert_same_run(mbs.solution, expected)


@looped("name", RETURNING)
@looped("given", [False, True], ids=["initial values", "given values"])
def test_reset_starts_the_same_run_again(name, given):
    mbs, settings, solver = made(name)
    count = settings.timeIntegration.numberOfSteps
    expected = stepped(name, [1] * count)
    with stepper(mbs, settings, solver) as run:
        data, variables = mbs.systemData, Variables(mbs)
        initial = (
            data.GetODE2Coordinates(Configuration.Initial),
            data.GetODE2Coordinates_t(Configuration.Initial),
        )
        for _ in range(2):
            for _ in range(count // 3):
                run.step()
            run.reset(*(initial if given else ()))
            variables.restore()
            assert run.time == settings.timeIntegration.startTime
        for _ in range(count):
            run.step()
    assert_same_run(mbs.solution, expected)


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44, Solver.VelocityVerlet])
def test_reset_values_give_the_run_that_begins_with_them(solver):
    settings, rng = make_settings(0.5, 50), np.random.default_rng(1)
    mbs = springs()
    with mbs.Stepper(settings, solver) as run:
        for _ in range(4):
            q, v = rng.normal(0.0, 0.1, 6), rng.normal(0.0, 1.0, 6)
            run.reset(coordinates=q, velocities=v)
            run.step(50)
            other = springs()
            other.Assemble()
            other.systemData.SetODE2Coordinates(q, Configuration.Initial)
            other.systemData.SetODE2Coordinates_t(v, Configuration.Initial)
            assert_same_arrays(run.solution(), other.SolveDynamic(settings, solver))


def test_reset_projects_onto_constraints():
    s = pendulum()
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        run.step(7)
        with (
            pytest.warns(UserWarning, match="start positions violate the constraint"),
            pytest.warns(UserWarning, match="start velocities violate the constraint"),
        ):
            run.reset(coordinates=[-1.0, 1.02], velocities=[1.0, 1.0])
        x, y = run.coordinates + [1.0, 0.0]
        assert math.hypot(x, y) == pytest.approx(1.0, abs=1e-12)
        assert run.velocities @ [x, y] == pytest.approx(0.0, abs=1e-12)
        assert run.velocities[0] == pytest.approx(1.0, abs=0.05)


def test_states_that_do_not_fit_are_refused():
    with springs().Stepper(make_settings(1.0, 100)) as run:
        run.step(5)
        kept = run.coordinates.copy()
        for name, said in (("coordinates", "ODE2Coordinates"), ("velocities", "ODE2Coordinates_t")):
            for bad in ([1.0, 2.0], "x", [math.nan] * 6):
                with pytest.raises(exu.ParameterError, match=f"Stepper.reset: {said} must be 6"):
                    run.reset(**{name: bad})
        assert run.time == pytest.approx(0.05) and np.array_equal(run.coordinates, kept)


def test_snapshots_of_others_are_refused():
    one, other = springs(), springs()
    settings = make_settings(1.0, 100)
    with one.Stepper(settings) as run, other.Stepper(settings) as another:
        for wrong in (another.snapshot(), None, 1.0):
            with pytest.raises(exu.ParameterError, match="takes a snapshot of the same Stepper"):
                run.restore(wrong)
        assert repr(run.snapshot()) == "<state of a Stepper at t = 0 s>"


def test_failed_reset_returns_to_the_start():
    s = pendulum()
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        first = run.coordinates.copy()
        run.step(5)
        expected = run.coordinates.copy()
        with pytest.raises(exu.SysError, match="rod"):
            run.reset(coordinates=[3.0, 0.0])
        assert run.time == 0.0 and np.array_equal(run.coordinates, first)
        run.step(5)
        assert np.array_equal(run.coordinates, expected)


# ------------------------------------------------------------------ rows of several ways


def test_rows_of_another_way_are_never_mixed():
    rng = np.random.default_rng(3)
    s = mass_on_spring()
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        kept = [(run.snapshot(), {0.0: run.coordinates.copy()})]
        past = dict(kept[0][1])
        for _ in range(300):
            if rng.random() < 0.3:
                snapshot, states = kept[rng.integers(len(kept))]
                run.restore(snapshot)
                past = dict(states)
            else:
                run.set_parameter(s.load, "loadVector", [rng.normal(), 0.0, 0.0])
                for _ in range(rng.integers(1, 5)):
                    run.step()
                    past[round(run.time, 9)] = run.coordinates.copy()
                if rng.random() < 0.4:
                    kept.append((run.snapshot(), dict(past)))
            seen = run.solution()
            assert (np.diff(seen.times) > 0.0).all() and seen.times[-1] == run.time
            for t, q in zip(seen.times, seen.coordinates, strict=True):
                assert np.array_equal(past[round(t, 9)], q)
            sensed = seen.sensor("sensor")
            assert np.array_equal(sensed[:, 1] - 1.0, 1.0 + seen.coordinates[:, 0] - 1.0)
            assert np.array_equal(sensed[:, 0], seen.times)


def test_moments_that_say_the_same_are_kept_once():
    branches = Branches()
    first = branches.note()
    for _ in range(1000):
        assert branches.go_back(first, (1, 1, 0, 0)) == (1, 1, 0, 0)
        later = branches.note()
    assert len(branches._notes) == 1
    assert branches.go_back(later, (9, 9, 2, 1)) == (9, 9, 2, 1)
    assert branches.go_back(first, (1, 1, 0, 0)) == (1, 1, 0, 0)
    assert branches.go_back(later, (9, 9, 2, 1)) == (1, 1, 0, 0)


def test_events_of_a_way_are_dropped_with_it():
    mbs = tossed()
    with mbs.Stepper(make_settings(2.0, 400), Solver.RK44) as run:
        run.step(100)
        kept, variables = run.snapshot(), Variables(mbs)
        count = len(run.solution().events)
        run.step(300)
        whole = [event.time for event in run.solution().events]
        assert len(whole) > count + 2 and len(run.solution().jumps) > 0
        run.restore(kept)
        variables.restore()
        assert [event.time for event in run.solution().events] == whole[:count]
        run.step(300)
        assert [event.time for event in run.solution().events] == whole


# ------------------------------------------------------------------ changes between steps


def steering(set_force):
    """A pre-step function that sets the force of the step's end."""

    def steer(mbs, t):
        set_force(round(100.0 * t))
        return True

    return steer


@looped(
    "solver",
    [Solver.GeneralizedAlpha, Solver.TrapezoidalIndex2, Solver.RK44, Solver.VelocityVerlet],
)
@looped("what", ["force", "stiffness", "mass", "length", "switch"])
def test_parameters_act_from_the_next_step_as_those_of_a_pre_step_function(what, solver):
    def model():
        s = pendulum(assemble=False)
        s.spring = s.mbs.AddObject(
            SpringDamper(markerNumbers=[s.fixed, s.end], stiffness=10.0, damping=0.3)
        )
        return s

    def change(s, put, k):
        if what == "force":
            put(s.load, "loadVector", [0.1 * (k // 10), -9.81, 0.0])
        elif what == "stiffness":
            put(s.spring, "stiffness", 10.0 + (k // 20))
        elif what == "mass":
            put(s.mass, "physicsMass", 1.0 + 0.1 * (k // 30))
        elif what == "length":
            put(s.rod, "distance", 1.0 + 1e-4 * k * k / 100.0)
        else:
            put(s.rod, "activeConnector", k % 40 != 17)

    settings = make_settings(1.0, 100)
    one, other = model(), model()
    sets = {"force": "Load"}.get(what, "Object")
    put = getattr(one.mbs, f"Set{sets}Parameter")
    one.mbs.SetPreStepUserFunction(steering(lambda k: change(one, put, k)))
    expected = one.mbs.SolveDynamic(settings, solver)
    with other.mbs.Stepper(settings, solver) as run:
        for k in range(1, 101):
            change(other, run.set_parameter, k)
            run.step()
    assert_same_arrays(other.mbs.solution, expected)


def test_only_items_have_parameters():
    s = mass_on_spring()
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        with pytest.raises(exu.ParameterError, match="set_parameter takes what AddNode"):
            run.set_parameter(5, "stiffness", 1.0)
        with pytest.raises(exu.ParameterError, match="stiffness"):
            run.set_parameter(s.spring, "stiffness", -1.0 * math.inf)
        with pytest.raises(exu.SysError):
            run.set_parameter(s.mass, "nodeNumber", 0)
        run.step()


def test_states_set_between_steps_are_where_the_next_one_begins():
    settings, q, v = make_settings(1.0, 100), [0.1, 0.2, 0.0], [1.0, 0.0, -1.0]
    one, other = mass_on_spring(), mass_on_spring()

    def put(mbs, t):
        if round(100.0 * t) == 31:
            mbs.systemData.SetODE2Coordinates(q)
            mbs.systemData.SetODE2Coordinates_t(v)
        return True

    one.mbs.SetPreStepUserFunction(put)
    expected = one.mbs.SolveDynamic(settings)
    with other.mbs.Stepper(settings) as run:
        run.step(30)
        other.mbs.systemData.SetODE2Coordinates(q)
        other.mbs.systemData.SetODE2Coordinates_t(v)
        assert np.array_equal(run.coordinates, q) and np.array_equal(run.velocities, v)
        run.step(70)
    assert_same_arrays(other.mbs.solution, expected)
    assert len(other.mbs.solution.jumps) == len(expected.jumps) == 1


def test_restored_states_obey_the_present_parameters():
    s = mass_on_spring(force=0.0)
    settings = make_settings(1.0, 100)
    with s.mbs.Stepper(settings) as run:
        run.step(20)
        kept = run.snapshot()
        q, v = run.coordinates.copy(), run.velocities.copy()
        run.set_parameter(s.load, "loadVector", [50.0, 0.0, 0.0])
        run.step(5)
        run.restore(kept)
        assert np.array_equal(run.coordinates, q)
        run.step(30)
        found = run.coordinates.copy()
    other = mass_on_spring(force=50.0)
    other.mbs.systemData.SetODE2Coordinates(q, Configuration.Initial)
    other.mbs.systemData.SetODE2Coordinates_t(v, Configuration.Initial)
    other.mbs.SolveDynamic(make_settings(0.3, 30))
    assert np.abs(found - other.mbs.systemData.GetODE2Coordinates()).max() < 1e-12


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44, Solver.VelocityVerlet])
def test_constraints_switched_before_going_back_act_after_it(solver):
    s = pendulum()
    with s.mbs.Stepper(make_settings(1.0, 100), solver) as run:
        run.step(10)
        run.set_parameter(s.rod, "activeConnector", False)
        run.step(2)  # free: it leaves the circle with a velocity along the rod
        free = run.snapshot()
        run.set_parameter(s.rod, "activeConnector", True)
        run.restore(free)
        run.step()
        x, y = run.coordinates + [1.0, 0.0]
        assert math.hypot(x, y) == pytest.approx(1.0, abs=1e-9)
        radial = (run.velocities @ [x, y]) / math.hypot(x, y)
        assert abs(radial) < 1e-3  # the impact of the activation has taken it


def test_kept_parameters_and_state_lead_back_to_the_same_motion():
    mbs = double_pendulum()
    spring = exu.ObjectIndex(5)
    settings = make_settings(1.0, 200)
    with mbs.Stepper(settings) as run:
        run.step(50)
        kept = run.snapshot()
        run.step(50)
        expected = run.coordinates.copy()
        for stiffness in (5.0, 500.0):
            run.restore(kept)
            run.set_parameter(spring, "stiffness", stiffness)
            run.step(50)
            assert np.abs(run.coordinates - expected).max() > 1e-3
        run.set_parameter(spring, "stiffness", 1.0)
        run.restore(kept)
        run.step(50)
        assert np.abs(run.coordinates - expected).max() < 1e-9


def test_called_back_functions_are_called_as_in_a_run():
    calls = []

    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        calls.append(t)
        return stiffness * deltaL + damping * deltaL_t

    settings = make_settings(0.2, 20)
    s = mass_on_spring(springForceUserFunction=exu.called_back(law))
    expected, whole = s.mbs.SolveDynamic(settings), list(calls)
    calls.clear()
    with s.mbs.Stepper(settings) as run:
        for _ in range(20):
            run.step()
    assert_same_arrays(s.mbs.solution, expected)
    assert calls == whole and len(calls) > 40


def test_rotations_in_space_are_restored_with_their_poses():
    mbs, settings, solver = made("driven, rotation vectors")
    with stepper(mbs, settings, solver) as run:
        run.step(40)
        kept = run.snapshot()
        turned = run.output(exu.NodeIndex(1), Output.RotationMatrix)
        run.step(40)
        end = run.output(exu.NodeIndex(1), Output.RotationMatrix)
        run.restore(kept)
        assert np.array_equal(run.output(exu.NodeIndex(1), Output.RotationMatrix), turned)
        run.step(40)
        assert np.array_equal(run.output(exu.NodeIndex(1), Output.RotationMatrix), end)
        assert np.abs(end - turned).max() > 1e-2


# ------------------------------------------------------------------ checkpoints


@pytest.mark.parametrize("name", ["rod", "RK44", "sensors of events, implicit", "called back"])
@pytest.mark.parametrize("back", [False, True], ids=["ahead", "back once"])
def test_checkpoints_of_a_stepper_are_resumed_by_a_run(name, back, tmp_path):
    def settings_of(path):
        _, chosen, solver = made(name, restarts=True)
        chosen.solutionSettings.restartFileName = str(path)
        return chosen, solver

    chosen, solver = settings_of(tmp_path / "whole.lwr")
    expected = CASES[name][0]().SolveDynamic(chosen, solver)
    count = chosen.timeIntegration.numberOfSteps
    mbs = CASES[name][0]()
    chosen, solver = settings_of(tmp_path / "stepped.lwr")
    with stepper(mbs, chosen, solver) as run:
        if back:
            kept, variables = run.snapshot(), Variables(mbs)
            for _ in range(2 * count // 3):
                run.step()
            run.restore(kept)
            variables.restore()
        for _ in range(2 * count // 3):
            run.step()
        partly = run.solution()
    assert (tmp_path / "stepped.lwr").exists()
    rows = len(partly.times) - 1
    assert np.array_equal(partly.coordinates[:rows], expected.coordinates[:rows])
    resumed = CASES[name][0]().SolveDynamic(chosen, solver, resumeFrom=tmp_path / "stepped.lwr")
    assert_same_arrays(resumed, expected)


def test_reset_between_checkpoints_begins_their_rows_again(tmp_path):
    _, settings, solver = made("rod", restarts=True)
    settings.solutionSettings.restartFileName = str(tmp_path / "restart.lwr")
    expected = rich_system().SolveDynamic(settings, solver)
    mbs = rich_system()
    with mbs.Stepper(settings, solver) as run:
        for start in ([math.cos(0.1) - 1.0, math.sin(0.1)], None):
            run.reset(coordinates=start)
            run.step(60)
    resumed = rich_system().SolveDynamic(settings, solver, resumeFrom=tmp_path / "restart.lwr")
    assert_same_arrays(resumed, expected)
