"""Steppers: the steps are those of SolveDynamic, whatever is done between them."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.results.parts import ARRAYS
from tests.cases import looped

from .models import AVAILABLE, Output, Solver, make_settings, mass_on_spring, new_system, pendulum
from .restart_models import CASES, springs
from .results import assert_same_arrays, rich_system
from .stepping import AUTOMATIC, FIXED, made, solved, stepped, stepper

pytestmark = pytest.mark.processors

# ------------------------------------------------------------------ the steps of SolveDynamic


def assert_same_run(found, expected):
    """Rows, sensors, events and jumps are the same, bit for bit."""
    assert_same_arrays(found, expected)
    assert found.sensors.keys() == expected.sensors.keys()
    for name, values in expected.sensors.items():
        assert np.array_equal(found.sensors[name], values), name
    assert [event.time for event in found.events] == [event.time for event in expected.events]
    assert len(found.jumps) == len(expected.jumps)
    assert found.statistics["steps"] == expected.statistics["steps"]


@looped("name", FIXED)
def test_steps_are_those_of_a_run_bit_for_bit(name):
    expected, count = solved(name)
    assert_same_run(stepped(name, [1] * count), expected)


@looped("name", [*FIXED, *sorted(AUTOMATIC)])
def test_number_of_steps_per_call_does_not_matter(name):
    count = made(name)[1].timeIntegration.numberOfSteps
    expected = stepped(name, [1] * count)
    sizes = []
    while sum(sizes) < count:
        sizes.append(min(1 + (5 * len(sizes)) % 11, count - sum(sizes)))
    assert_same_run(stepped(name, sizes), expected)


@looped("solver", [s for s in AVAILABLE if s not in (Solver.DVERK6,)], ids=str)
@looped("make", [springs, rich_system])
def test_all_integrators_take_the_steps_of_a_run(make, solver):
    settings = make_settings(0.5, 50)
    expected = make().SolveDynamic(settings, solver)
    mbs = make()
    with mbs.Stepper(settings, solver) as run:
        for _ in range(50):
            run.step()
    if solver in (Solver.DOPRI5, Solver.ODE23):
        assert np.abs(mbs.solution.coordinates[-1] - expected.coordinates[-1]).max() < 1e-6
    else:
        assert_same_run(mbs.solution, expected)


@looped("name", sorted(AUTOMATIC))
def test_automatic_steps_reach_the_same_state(name):
    expected, count = solved(name)
    found = stepped(name, [1] * count)
    assert found.times[-1] == expected.times[-1]
    assert len(found.events) == len(expected.events)
    assert np.abs(found.coordinates[-1] - expected.coordinates[-1]).max() < 1e-5


def test_automatic_steps_end_at_times_of_the_grid():
    mbs, settings, solver = made("sensors of events, automatic")
    with stepper(mbs, settings, solver) as run:
        for k in range(1, 41):
            run.step()
            assert run.time == pytest.approx(0.02 * k, rel=1e-15)
    assert np.diff(mbs.solution.times).min() > 1e-6


def test_reduced_steps_advance_by_the_full_size():
    mbs, settings, solver = made("hard spring")
    with stepper(mbs, settings, solver) as run:
        for k in range(1, 21):
            run.step()
            assert run.time == pytest.approx(0.1 * k, rel=1e-12)
        assert run.steps > 20  # some of them in parts


def test_events_divide_steps_without_changing_their_number():
    mbs, settings, solver = made("unilateral, implicit")
    with stepper(mbs, settings, solver) as run:
        for k in range(1, 401):
            run.step()
            assert run.time == pytest.approx(0.005 * k, rel=1e-12)
        assert run.steps > 400


def test_end_time_is_no_limit():
    mbs, settings = springs(), make_settings(0.1, 10, record=0.02)
    with mbs.Stepper(settings) as run:
        run.step(35)
        assert run.time == pytest.approx(0.35)
    longer = springs().SolveDynamic(make_settings(0.35, 35, record=0.02))
    assert np.array_equal(mbs.solution.coordinates[-1], longer.coordinates[-1])
    assert len(mbs.solution.times) == 19  # every 0.02 s, and the end


# ------------------------------------------------------------------ until


def test_until_ends_at_the_time():
    mbs = springs()
    with mbs.Stepper(make_settings(1.0, 100)) as run:
        run.until(0.2)
        assert run.time == pytest.approx(0.2, rel=1e-15) and run.steps == 20
        run.until(0.2571)
        assert run.time == pytest.approx(0.2571, rel=1e-15) and run.steps == 26
        run.step()  # of full size again
        assert run.time == pytest.approx(0.2671, rel=1e-12) and run.steps == 27
        run.step(3)
        assert run.time == pytest.approx(0.2971, rel=1e-12) and run.steps == 30
        run.until(run.time)
        assert run.steps == 30
    exact = springs().SolveDynamic(make_settings(0.2971, 2971), Solver.RK67)
    assert np.abs(mbs.solution.coordinates[-1] - exact.coordinates[-1]).max() < 2e-3


def test_until_refuses_times_before_the_present():
    with springs().Stepper(make_settings(1.0, 100)) as run:
        run.step(10)
        for t in (0.05, float("nan"), float("inf")):
            with pytest.raises(exu.ParameterError, match=r"until: t must be a time from 0.1 s on"):
                run.until(t)
        assert run.steps == 10


@looped("n", [0, -1, 1.0, True, "2", None])
def test_numbers_of_steps_are_checked(n):
    with springs().Stepper(make_settings(1.0, 100)) as run:
        with pytest.raises(exu.ParameterError, match=r"n must be a whole number >= 1, got"):
            run.step(n)
        run.step(np.int64(2))
        assert run.steps == 2


# ------------------------------------------------------------------ results on the way


@looped("name", CASES)
def test_looking_at_results_changes_no_step(name):
    mbs, settings, solver = made(name)
    count = settings.timeIntegration.numberOfSteps
    expected = stepped(name, [1] * count)
    with stepper(mbs, settings, solver) as run:
        for k in range(count):
            if k % 7 == 3:
                seen = run.solution()
                assert seen and seen.times[-1] == run.time
                assert np.array_equal(seen.coordinates[-1], run.coordinates)
            run.step()
    assert_same_run(mbs.solution, expected)


def test_looking_at_energies_changes_no_integral():
    def system():
        s = mass_on_spring(force=0.5, assemble=False)
        s.mbs.AddSensor(SensorEnergy(name="lost", energyType="dissipated", storeInternal=True))
        return s.mbs

    settings = make_settings(1.0, 100, record=0.1)
    expected = system().SolveDynamic(settings).sensor("lost")
    mbs = system()
    with mbs.Stepper(settings) as run:
        for _ in range(100):
            run.step()
            run.solution()
    assert np.array_equal(mbs.solution.sensor("lost"), expected) and expected[-1, 1] > 1e-3


def test_solution_grows_with_the_run():
    mbs = rich_system()
    with mbs.Stepper(make_settings(0.5, 50, record=0.1)) as run:
        assert run.solution().times.tolist() == [0.0]
        run.step(15)
        first = run.solution()
        assert first.times.tolist() == pytest.approx([0.0, 0.1, 0.15])
        run.step(10)
        assert first.times.tolist() == pytest.approx([0.0, 0.1, 0.15])
        second = run.solution()
        assert second.times.tolist() == pytest.approx([0.0, 0.1, 0.2, 0.25])
        assert second.statistics["steps"] == 25 and second.sensor("place").shape == (4, 4)
    assert mbs.solution.times.tolist() == pytest.approx([0.0, 0.1, 0.2, 0.25])
    for name in ARRAYS:
        assert len(getattr(second, name)) == 4


def test_streamed_results_are_whole_after_the_run(tmp_path):
    settings = make_settings(0.5, 50)
    expected = rich_system().SolveDynamic(settings)
    settings.solutionSettings.streamFileName = str(tmp_path / "run.lw")
    mbs = rich_system()
    with mbs.Stepper(settings) as run:
        for _ in range(50):
            run.step()
            assert len(run.solution().times) in (run.steps, run.steps + 1)
        kept = run.snapshot()
        for again in (lambda: run.restore(kept), run.reset):
            with pytest.raises(exu.SysError, match="streamed to disk cannot be taken back"):
                again()
    assert_same_arrays(mbs.solution, expected)


# ------------------------------------------------------------------ live state


def test_views_show_the_present_state_and_cannot_be_written():
    s = mass_on_spring()
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        q, v, a = run.coordinates, run.velocities, run.accelerations
        before = q.copy()
        run.step()
        assert run.coordinates is q and not np.array_equal(q, before)
        data = s.mbs.systemData
        assert np.array_equal(q, data.GetODE2Coordinates())
        assert np.array_equal(v, data.GetODE2Coordinates_t())
        assert np.array_equal(a, data.GetODE2Coordinates_tt())
        for view in (q, v, a):
            with pytest.raises(ValueError, match="read-only"):
                view[0] = 1.0


def test_views_stay_readable_after_the_end():
    s = mass_on_spring()
    run = s.mbs.Stepper(make_settings(1.0, 100))
    run.step(10)
    view = run.coordinates
    run.close()
    kept, last = view.copy(), run.coordinates.copy()
    s.mbs.SolveDynamic(make_settings(0.5, 20))
    assert np.array_equal(run.coordinates, last) and np.array_equal(kept, last)
    s.mbs.AddNode(NodePoint())
    s.mbs.Assemble()
    del s.mbs
    assert np.isfinite(view).all() and np.array_equal(run.coordinates, last)


def test_system_holds_the_last_state_after_the_block():
    s = mass_on_spring()
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        run.step(30)
        q, v, t = run.coordinates.copy(), run.velocities.copy(), run.time
    data = s.mbs.systemData
    assert data.GetTime() == pytest.approx(t, rel=1e-15)
    assert np.array_equal(data.GetODE2Coordinates(), q)
    assert np.array_equal(data.GetODE2Coordinates_t(), v)
    assert s.mbs.solution.times[-1] == data.GetTime()
    assert not s.mbs.is_running


def test_outputs_are_those_of_the_present_state():
    s = mass_on_spring()
    position = s.mbs.output_handle(s.node, Output.Position)
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        for _ in range(5):
            run.step()
            expected = [1.0 + run.coordinates[0], 0.0, 0.0]
            assert position().tolist() == expected
            assert run.output(s.node, Output.Position).tolist() == expected
            assert run.output(s.sensor).tolist() == expected
            assert s.mbs.GetNodeOutput(s.node, Output.Position).tolist() == expected
        force = run.output(s.spring, Output.Force)
        stretch = 0.5 + run.coordinates[0]
        assert force[0] == pytest.approx(100.0 * stretch + run.velocities[0], rel=1e-12)


def test_outputs_of_items_with_equal_numbers_are_told_apart():
    s = mass_on_spring()
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        assert s.node == s.fixed == 0  # a node and a marker on the ground
        assert run.output(s.node, Output.Position)[0] == 1.0
        assert run.output(s.fixed, Output.Position)[0] == 0.0


def test_many_steppers_are_open_at_once_and_end_in_any_order():
    systems = [mass_on_spring(force=float(k)) for k in range(12)]
    runs = [s.mbs.Stepper(make_settings(1.0, 100)) for s in systems]
    for _ in range(20):
        for run in runs:
            run.step()
    for k in (3, 0, 11, *range(1, 3), *range(4, 11)):
        runs[k].close()
    for k, s in enumerate(systems):
        alone = mass_on_spring(force=float(k))
        alone.mbs.SolveDynamic(make_settings(0.2, 20))
        found = s.mbs.systemData.GetODE2Coordinates()
        assert np.array_equal(found, alone.mbs.systemData.GetODE2Coordinates())


def test_stepper_inside_the_function_of_a_stepped_system():
    inner = pendulum()
    outer = mass_on_spring()
    seen = []
    with inner.mbs.Stepper(make_settings(1.0, 100)) as run:

        def advance(mbs, t):
            run.step()
            seen.append(run.time)
            return True

        outer.mbs.SetPreStepUserFunction(advance)
        with outer.mbs.Stepper(make_settings(1.0, 100)) as other:
            other.step(5)
    assert seen == pytest.approx([0.01, 0.02, 0.03, 0.04, 0.05])


def test_empty_systems_can_be_stepped():
    mbs = new_system()
    mbs.SetPreStepUserFunction(lambda mbs, t: True)  # else a warning tells that it is empty
    with mbs.Stepper(make_settings(1.0, 10)) as run:
        run.step(3)
        assert run.time == pytest.approx(0.3) and run.coordinates.size == 0
