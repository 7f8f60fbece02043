"""What SolveDynamic refuses before a run starts, and what it warns of."""

import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import (
    Output,
    Solver,
    make_settings,
    mass_on_spring,
    new_system,
    pendulum,
)


def assert_nothing_ran(mbs, error, call):
    """The call raises; state, time and the last solution stay as they were."""
    solution = mbs.solution
    data = mbs.systemData
    before = [data.GetTime(), *data.GetSystemState()]
    with pytest.raises(exu.SysError, match=error):
        call()
    assert mbs.solution is solution
    for left, right in zip([data.GetTime(), *data.GetSystemState()], before, strict=True):
        assert np.array_equal(left, right)
    assert mbs.SolveDynamic(make_settings(0.1, 10))


@looped("bad", [3, "settings", {}, {"endTime": 1}, exu.SimulationSettings, Solver.RK44], ids=repr)
def test_settings_of_the_wrong_type_are_refused(bad):
    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert_nothing_ran(s.mbs, "SimulationSettings", lambda: s.mbs.SolveDynamic(bad))


def test_part_of_the_settings_is_refused():
    s = mass_on_spring()
    part = exu.SimulationSettings().timeIntegration
    assert_nothing_ran(s.mbs, "SimulationSettings", lambda: s.mbs.SolveDynamic(part))


@pytest.mark.parametrize(("start", "end"), [(0.0, 0.0), (0.0, -1.0), (2.0, 1.0)])
def test_end_before_start_is_refused(start, end):
    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    settings = make_settings(end, 10, startTime=start)
    text = f"endTime.*startTime.*{start:g}.*{end:g}"
    assert_nothing_ran(s.mbs, text, lambda: s.mbs.SolveDynamic(settings))


@looped("bad", [77, -1, "RK45", "", None, 1.5, Output.Position])
def test_unknown_solver_types_are_refused(bad):
    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert_nothing_ran(
        s.mbs, "solverType.*DynamicSolverType", lambda: s.mbs.SolveDynamic(solverType=bad)
    )


def test_node_without_mass_is_named():
    s = mass_on_spring(assemble=False)
    s.mbs.AddNode(NodePoint(name="empty"))
    for solver in (Solver.GeneralizedAlpha, Solver.RK44):
        with pytest.raises(exu.SysError, match=r"mass.*'empty' \(node 1\)"):
            s.mbs.SolveDynamic(make_settings(0.1, 10), solver)
    s.mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=1))
    assert s.mbs.SolveDynamic(make_settings(0.1, 10))


def test_mass_of_zero_is_named():
    s = mass_on_spring()
    s.mbs.SetObjectParameter(s.mass, "physicsMass", 0)
    for solver in (Solver.GeneralizedAlpha, Solver.RK44):
        with pytest.raises(exu.SysError, match=r"mass.*'node' \(node 0\)"):
            s.mbs.SolveDynamic(make_settings(0.1, 10), solver)
    s.mbs.SetObjectParameter(s.mass, "physicsMass", 2)
    assert s.mbs.SolveDynamic(make_settings(0.1, 10))


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44], ids=lambda s: s.name)
def test_solvers_warn_of_a_redundant_constraint_and_share_its_load(solver):
    s = pendulum()
    s.mbs.AddObject(DistanceConstraint(name="twin", markerNumbers=[s.fixed, s.end], distance=1.0))
    with pytest.warns(UserWarning, match=r"'twin' \(object 3\).*t = 0 s.*redundant") as caught:
        solution = s.mbs.SolveDynamic(make_settings(0.1, 10), solver)
    assert [warning.filename for warning in caught] == [__file__]
    assert solution.multipliers[:, 0] == pytest.approx(solution.multipliers[:, 1], abs=1e-12)
    s.mbs.SetObjectParameter("twin", "activeConnector", False)
    assert s.mbs.SolveDynamic(make_settings(0.1, 10), solver)


def test_explicit_solvers_refuse_conflicting_constraints():
    s = pendulum()
    s.mbs.AddObject(DistanceConstraint(name="other", markerNumbers=[s.fixed, s.end], distance=1.01))
    with (
        pytest.warns(UserWarning, match="redundant"),
        pytest.raises(exu.SysError, match=r"\(object [23]\): no positions satisfy.*0\.005"),
    ):
        s.mbs.SolveDynamic(make_settings(0.1, 10), Solver.RK44)


def test_conflicting_constraint_is_named():
    s = pendulum()
    s.mbs.AddObject(DistanceConstraint(name="other", markerNumbers=[s.fixed, s.end], distance=1.01))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(exu.SysError, match=r"'other' \(object 3\)"):
            s.mbs.SolveDynamic(make_settings(0.1, 10))


def test_constraint_between_fixed_points_is_named():
    s = pendulum()
    far = s.mbs.AddMarker(MarkerBodyPosition(bodyNumber=s.ground, localPosition=[2, 0, 0]))
    s.mbs.AddObject(DistanceConstraint(name="idle", markerNumbers=[s.fixed, far], distance=2.0))
    with pytest.raises(exu.SysError, match=r"'idle' \(object 3\)"):
        s.mbs.SolveDynamic(make_settings(0.1, 10))


def test_start_far_off_a_distance_is_refused_with_its_size():
    s = pendulum()
    s.mbs.SetObjectParameter(s.rod, "distance", 0.5)
    with pytest.raises(exu.SysError, match=r"'rod' \(object 2\).*0\.5 m.*5%"):
        s.mbs.SolveDynamic(make_settings(0.1, 10))


def test_start_slightly_off_a_distance_is_corrected_with_a_warning():
    s = pendulum()
    s.mbs.SetObjectParameter(s.rod, "distance", 0.99)
    with pytest.warns(UserWarning, match=r"'rod' \(object 2\).*0\.01 m"):
        solution = s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert np.linalg.norm(solution.coordinates[0] + [1, 0]) == pytest.approx(0.99, abs=1e-14)


def test_warnings_point_to_the_line_of_the_user():
    s = pendulum()
    s.mbs.SetObjectParameter(s.rod, "distance", 0.99)
    with pytest.warns(UserWarning) as caught:
        s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert [warning.filename for warning in caught] == [__file__]


def test_settings_without_effect_are_told_at_the_line_of_the_user():
    s = mass_on_spring()
    settings = make_settings(0.1, 10)
    settings.timeIntegration.computeLoadsJacobian = 1
    with pytest.warns(UserWarning, match=r"computeLoadsJacobian has no effect") as caught:
        s.mbs.SolveDynamic(settings)
    assert [warning.filename for warning in caught] == [__file__]


@pytest.mark.parametrize("count", [2, 8], ids=["own LU", "LAPACK"])
def test_node_without_mass_is_named_in_small_and_large_systems(count):
    mbs = new_system()
    for k in range(count):
        node = mbs.AddNode(NodePoint(name=f"n{k}"))
        if k != 1:
            mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
    with pytest.raises(
        exu.SysError, match=r"no mass acts on coordinate 0 of Point 'n1' \(node 1\)"
    ):
        mbs.SolveDynamic()


def test_steps_too_short_for_numbers_are_refused():
    s = mass_on_spring()
    text = "steps of 1e-301 s are too short .* startTime, endTime or numberOfSteps"
    assert_nothing_ran(s.mbs, text, lambda: s.mbs.SolveDynamic(make_settings(1e-300, 10)))
    assert s.mbs.SolveDynamic(make_settings(1e-130, 10)).times[-1] == 1e-130


def test_steps_too_short_for_late_times_are_refused():
    """At 1e15 s, times are multiples of 0.125 s: steps of 0.01 s would end anywhere."""
    s = mass_on_spring()
    settings = make_settings(1e15 + 10, 1000)
    settings.timeIntegration.startTime = 1e15
    text = "steps of 0.01 s are too short .*, the least is 125 s at these times; change startTime"
    assert_nothing_ran(s.mbs, text, lambda: s.mbs.SolveDynamic(settings))
    assert s.mbs.Check(settings).of("step-size")
    settings.timeIntegration.startTime, settings.timeIntegration.endTime = 1.7e9, 1.7e9 + 1
    assert s.mbs.SolveDynamic(settings).statistics.steps == 1000
    assert not s.mbs.Check(settings).of("step-size")
