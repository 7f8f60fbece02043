"""SolveStatic: load steps, their times and factors, and every setting of staticSolver."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError, SolverError, SysError
from linkwork.core.status import NEWTON_FAILED
from linkwork.items import *
from linkwork.statics.equilibrium import Equilibrium
from linkwork.statics.search import Search
from tests.cases import looped

from .models import new_system

pytestmark = pytest.mark.processors

Output = exu.OutputVariableType


def settings(**options):
    """Silent settings with options of staticSolver, or of its Newton method."""
    made = exu.SimulationSettings()
    made.staticSolver.verboseMode = 0
    made.solutionSettings.solutionWritePeriod = 0.0
    made.solutionSettings.sensorsWritePeriod = 0.0
    for name, value in options.items():
        group = made.staticSolver
        if name not in group.GetDictionary():
            group = group.newton
        setattr(group, name, value)
    return made


def held(stiffness=100.0, mass=2.0, force=10.0, **law):
    """A mass on an axis with a spring and a force; mbs."""
    mbs = new_system()
    node = mbs.AddNode(Node1D(name="slider"))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=mass))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    ground = mbs.AddNode(NodePointGround())
    fixed = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    mbs.AddObject(
        CoordinateSpringDamper(
            name="spring", markerNumbers=[fixed, marker], stiffness=stiffness, **law
        )
    )
    mbs.AddLoad(LoadCoordinate(name="load", markerNumber=marker, load=force))
    return mbs


def hardening(mbs, t, itemNumber, u, v, k, d, F0):
    return k * u + 1.0e4 * u**3


def limited(mbs, t, itemNumber, u, v, k, d, F0):
    """At most 5 N."""
    return k * u - 500.0 * u * abs(u)


# ------------------------------------------------------------------------------- load steps


def test_times_and_factors_of_load_steps():
    solution = held().SolveStatic(settings(numberOfLoadSteps=4))
    np.testing.assert_allclose(solution.times, [0, 0.25, 0.5, 0.75, 1.0])
    np.testing.assert_allclose(solution.coordinates[:, 0], 0.1 * solution.times, atol=1e-15)
    assert solution and solution.statistics.steps == 4 and solution.statistics.solver == "Static"


def test_start_and_duration():
    found = settings(numberOfLoadSteps=4, loadStepStart=2.0, loadStepDuration=8.0)
    mbs = held()
    solution = mbs.SolveStatic(found)
    np.testing.assert_allclose(solution.times, [2, 4, 6, 8, 10])
    np.testing.assert_allclose(solution.coordinates[:, 0], np.arange(5) * 0.025, atol=1e-15)
    assert mbs.systemData.GetTime() == 10.0


@pytest.mark.parametrize("count", [1, 2, 4])
def test_geometric_load_steps(count):
    """Times of the steps have a constant ratio, from the first to the last 1000."""
    solution = held().SolveStatic(settings(numberOfLoadSteps=count, loadStepGeometric=True))
    expected = [1.0] if count == 1 else 1000.0 ** (np.arange(1 - count, 1) / (count - 1))
    np.testing.assert_allclose(solution.times[1:], expected, rtol=1e-13)
    np.testing.assert_allclose(solution.coordinates[1:, 0], 0.1 * np.array(expected), rtol=1e-12)
    other = settings(numberOfLoadSteps=3, loadStepGeometric=True, loadStepGeometricRange=4.0)
    np.testing.assert_allclose(held().SolveStatic(other).times[1:], [0.25, 0.5, 1.0])


def test_write_periods_choose_rows():
    found = settings(numberOfLoadSteps=100)
    found.solutionSettings.solutionWritePeriod = 0.25
    np.testing.assert_allclose(held().SolveStatic(found).times, [0, 0.25, 0.5, 0.75, 1.0])
    found.solutionSettings.writeInitialValues = False
    np.testing.assert_allclose(held().SolveStatic(found).times, [0.25, 0.5, 0.75, 1.0])


def test_stabilizer_is_a_stiffness_per_mass_that_fades():
    """s m (1 - f^2) against the start of each step; numbers as the peer's."""
    solution = held().SolveStatic(settings(numberOfLoadSteps=4, stabilizerODE2term=100.0))
    expected, x = [0.0], 0.0
    for f in (0.25, 0.5, 0.75, 1.0):
        added = 100.0 * 2.0 * (1.0 - f * f)
        x += (10.0 * f - 100.0 * x) / (100.0 + added)
        expected.append(x)
    np.testing.assert_allclose(solution.coordinates[:, 0], expected, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(expected[1:3], [0.00869565217, 0.0252173913], rtol=1e-8)
    assert expected[-1] == pytest.approx(0.1, rel=1e-12)
    np.testing.assert_allclose(solution.accelerations, 0.0)


# ------------------------------------------------------------------------------- Newton's method


@pytest.mark.parametrize("modified", [False, True])
def test_newton_full_and_modified_agree(modified):
    mbs = held(springForceUserFunction=hardening)
    found = settings(useModifiedNewton=modified, modifiedNewtonContractivity=0.9)
    solution = mbs.SolveStatic(found)
    u = solution.coordinates[-1, 0]
    assert 100.0 * u + 1e4 * u**3 == pytest.approx(10.0, rel=1e-9)


def test_modified_newton_keeps_its_factors():
    counts = []
    for modified in (False, True):
        mbs = held(force=0.5, springForceUserFunction=hardening)
        made = settings(useModifiedNewton=modified, numberOfLoadSteps=20)
        counts.append(mbs.SolveStatic(made).statistics.factorizations)
    assert counts[1] < counts[0]


def test_one_linear_solution_instead_of_newton():
    """Each step takes the tangent of the one before: 10 f = F(u) + F'(u) du."""
    mbs = held(springForceUserFunction=hardening)
    solution = mbs.SolveStatic(settings(useNewtonSolver=False, numberOfLoadSteps=2))
    u = 5.0 / 100.0
    u += (10.0 - 100.0 * u - 1e4 * u**3) / (100.0 + 3e4 * u**2)
    np.testing.assert_allclose(solution.coordinates[1:, 0], [0.05, u], rtol=1e-6)


def test_tolerances_down_to_rounding():
    for options in ({"relativeTolerance": 0.0}, {"relativeTolerance": 0.0, "absoluteTolerance": 0}):
        mbs = held(springForceUserFunction=hardening, force=1e6)
        u = mbs.SolveStatic(settings(**options)).coordinates[-1, 0]
        assert 100.0 * u + 1e4 * u**3 == pytest.approx(1e6, rel=1e-12)


def test_largest_norm_is_a_failure():
    with pytest.raises(SolverError):
        held(force=1e9).SolveStatic(settings(maximumSolutionNorm=1e3, adaptiveStep=False))


# ------------------------------------------------------------------------------- adaptive steps


def test_load_beyond_the_limit_point_stops_close_to_it():
    """The spring carries at most 5 N: of 10 N half can be applied."""
    mbs = held(springForceUserFunction=limited)
    with pytest.raises(SolverError, match="no equilibrium.*minimumStepSize = 0.001 s") as told:
        mbs.SolveStatic(settings(numberOfLoadSteps=7, minimumStepSize=1e-3))
    solution = told.value.solution
    assert solution is mbs.solution and not solution and "load" in solution.message
    assert 0.49 < solution.times[-1] <= 0.5
    force = 10.0 * solution.times
    expected = 0.1 * (1.0 - np.sqrt(1.0 - force / 5.0))
    np.testing.assert_allclose(solution.coordinates[:, 0], expected, rtol=1e-4, atol=1e-12)
    assert solution.statistics.rejected > 0


def test_without_adaptive_steps_the_first_failure_is_the_end():
    mbs = held(springForceUserFunction=limited)
    with pytest.raises(SolverError) as told:
        mbs.SolveStatic(settings(numberOfLoadSteps=4, adaptiveStep=False))
    np.testing.assert_allclose(told.value.solution.times, [0, 0.25, 0.5])
    assert told.value.solution.statistics.rejected == 0


def test_smaller_steps_recover(monkeypatch):
    """Steps shrink by a quarter after a failure, and double after each good step."""
    solve = Equilibrium.solve

    def failing(sought, goal):
        s = sought.system.data.scalars
        return NEWTON_FAILED if s.t < 0.6 and s.h > 0.3 else solve(sought, goal)

    def long(sought, goal):
        assert sought.search is None
        sought.search = Search(sought.system, sought.settings.newton, sought.look_around)
        monkeypatch.setattr(Equilibrium, "solve", failing)
        return NEWTON_FAILED

    monkeypatch.setattr(Equilibrium, "solve", long)
    solution = held().SolveStatic(settings(numberOfLoadSteps=2, adaptiveStepRecoverySteps=1))
    np.testing.assert_allclose(solution.times, [0, 0.125, 0.375, 0.5, 1.0])
    np.testing.assert_allclose(solution.coordinates[:, 0], 0.1 * solution.times, atol=1e-14)
    assert solution.statistics.rejected == 1 and solution.statistics.steps == 4


def test_errors_of_functions_are_not_hidden_by_smaller_steps():
    refused = []

    def once(mbs, t, load):
        if t > 0.3 and not refused:
            refused.append(t)
            raise ValueError("not yet")
        return load

    mbs = held()
    mbs.SetLoadParameter(0, "loadUserFunction", once)
    made = settings(numberOfLoadSteps=2)
    made.compileUserFunctions = False
    with pytest.raises(SolverError, match="not yet"):
        mbs.SolveStatic(made)


# ------------------------------------------------------------------------------- further


def test_settings_without_effect_tell_a_reason():
    made = settings(computeLoadsJacobian=False)
    made.staticSolver.stepInformation = 1
    made.staticSolver.verboseModeFile = 2
    told = dict(made.changed_without_effect())
    assert set(told) == {
        "staticSolver.computeLoadsJacobian",
        "staticSolver.stepInformation",
        "staticSolver.verboseModeFile",
    }
    with pytest.warns(UserWarning, match="has no effect: ") as warnings:
        held().SolveStatic(made)
    assert len(warnings) == 3


@looped(
    ("name", "value"),
    [
        ("numberOfLoadSteps", 0),
        ("loadStepDuration", 0.0),
        ("loadStepGeometricRange", 1.0),
        ("adaptiveStepDecrease", 1.0),
        ("adaptiveStepIncrease", 1.0),
        ("minimumStepSize", 0.0),
        ("stabilizerODE2term", -1.0),
        ("loadStepStart", np.nan),
    ],
)
def test_values_that_make_no_sense_are_refused(name, value):
    with pytest.raises(ValueError, match=name):
        settings(**{name: value})


def test_verbose_mode_tells_of_load_steps(capsys):
    held().SolveStatic(settings(numberOfLoadSteps=2, verboseMode=2))
    out = capsys.readouterr().out
    assert "load step 1: t = 0.5 s" in out and "load step 2: t = 1 s" in out
    made = settings()
    made.displayStatistics = True
    held().SolveStatic(made)
    assert "Static: 1 step" in capsys.readouterr().out


def test_statistics_time_the_parts():
    made = settings()
    made.displayComputationTime = True
    statistics = held().SolveStatic(made).statistics
    assert statistics.seconds > 0.0 and statistics.factorizations >= 1
    assert statistics.newton_iterations == 1 and statistics.force_evaluations > 1


def test_arguments_are_checked():
    mbs = held()
    with pytest.raises(ParameterError, match="SolveStatic takes SimulationSettings, got 3"):
        mbs.SolveStatic(3)
    with pytest.raises(SysError, match="Assemble"):
        mbs.SolveStatic(autoAssemble=False)


@looped("solver", ["EXUdense", "EigenDense", "EigenSparse", "EigenSparseSymmetric"])
def test_linear_solvers_agree(solver):
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    markers = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))]
    for k in range(1, 9):
        node = mbs.AddNode(NodePoint(referenceCoordinates=[k, 0, 0]))
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
        markers.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
        mbs.AddLoad(Force(markerNumber=markers[-1], loadVector=[0, -10.0, 0]))
        if k % 2:
            mbs.AddObject(DistanceConstraint(markerNumbers=markers[-2:], distance=1.0))
        else:
            mbs.AddObject(
                SpringDamper(markerNumbers=markers[-2:], referenceLength=1.0, stiffness=1e3)
            )
    made = settings()
    made.linearSolverType = getattr(exu.LinearSolverType, solver)
    mbs.SolveStatic(made)
    below = 10.0 * np.arange(8, 0, -1)
    lengths = 1.0 + np.where(np.arange(8) % 2, below / 1e3, 0.0)
    found = mbs.systemData.GetODE2CoordinatesTotal().reshape(8, 3)
    np.testing.assert_allclose(found[:, 1], -np.cumsum(lengths), rtol=1e-10)
    np.testing.assert_allclose(found[:, [0, 2]], 0.0, atol=1e-8)


def test_many_load_steps_take_no_memory():
    """1e12 load steps, of which a pre-step function ends the run in the third."""
    mbs = held()
    called = []

    def stop(mbs, t):
        called.append(t)
        return len(called) < 3

    mbs.SetPreStepUserFunction(stop)
    many = settings(numberOfLoadSteps=1e12)
    many.solutionSettings.solutionWritePeriod = many.solutionSettings.sensorsWritePeriod = 0.1
    solution = mbs.SolveStatic(many)
    assert called == pytest.approx([1e-12, 2e-12, 3e-12], rel=1e-12)
    assert solution.times[-1] == called[-1]


@looped(
    "options",
    [
        dict(loadStepStart=1e300),
        dict(loadStepStart=1e308, loadStepDuration=1.5e308),
        dict(loadStepStart=-1e14, numberOfLoadSteps=100),
        dict(numberOfLoadSteps=1e15),
    ],
)
def test_load_steps_that_times_cannot_tell_apart(options):
    mbs = held()
    with pytest.raises(SysError, match="load steps of .* are too short .* change loadStepStart"):
        mbs.SolveStatic(settings(**options))
