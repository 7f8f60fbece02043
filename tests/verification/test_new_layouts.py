"""Items that search for partners between steps, and need another layout of the matrix."""

import numpy as np
import pytest
from scipy.linalg import expm

import linkwork as exu
from linkwork.extend import *
from linkwork.items import *

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType
K, GROUND, CHANGE = 300.0, 100.0, 0.25
"""Stiffness of the grip and of the springs to the ground [N/m]; time of the change [s]."""


class Grip(PairConnector):
    """A spring that releases m1 after `when`, and holds the marker after it instead."""

    type_name = "Grip"
    V = Visualization
    extra_columns = (*PairConnector.extra_columns, ("searches", i8))
    outputs = {}

    stiffness: float = parameter(K, Real, symbol="k", unit="N/m", doc="stiffness")
    when: float = parameter(CHANGE, Real, symbol="when", unit="s", doc="time of the change")
    leap: float = parameter(1.0, Real, symbol="leap", unit="1", doc="markers it goes on by")


def search(table, t, table_out):
    status = 0
    for i in range(table.size):
        e = table_out[i]
        e.searches += 1
        if t >= e.when - 1e-9:
            e.m1 += int(e.leap)
            e.when = 1e9
            status = NEW_LAYOUT
    return status


def residual(table, markers, marker_force_out):
    for i in range(table.size):
        e = table[i]
        for r in range(3):
            force = e.k * (markers[e.m1].p[r] - markers[e.m0].p[r])
            marker_force_out[e.m0, r] += force
            marker_force_out[e.m1, r] -= force


def jacobian(table, stiffness_out, damping_out):
    for i in range(table.size):
        for r in range(3):
            for c in range(3):
                stiffness_out[i, r, c] = table[i].k if r == c else 0.0
                damping_out[i, r, c] = 0.0


define(Grip, search, residual, jacobian)


def row_of_masses(count, leap):
    """Masses on springs, the first one moves; a grip couples it with another one."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    still = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    markers = []
    for k in range(count):
        node = mbs.AddNode(NodePoint(initialVelocities=[1.0 if k == 0 else 0.0, 0, 0]))
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0 + 0.1 * k))
        markers.append(mbs.AddMarker(MarkerNodePosition(nodeNumber=node)))
        mbs.AddObject(
            CartesianSpringDamper(markerNumbers=[still, markers[-1]], stiffness=[GROUND] * 3)
        )
    grip = mbs.AddObject(Grip(markerNumbers=[markers[0], markers[1]], leap=leap))
    return mbs, grip


def exact(count, leap, end):
    """x of all masses at the end, by the exponential of the matrix before and after the change."""
    mass = 1.0 + 0.1 * np.arange(count)
    state = np.zeros(2 * count)
    state[count] = 1.0
    for partner, duration in ((1, CHANGE), (1 + leap, end - CHANGE)):
        k = GROUND * np.eye(count)
        k[0, 0] += K
        k[partner, partner] += K
        k[0, partner] = k[partner, 0] = -K
        system = np.zeros((2 * count, 2 * count))
        system[:count, count:], system[count:, :count] = np.eye(count), -k / mass[:, None]
        state = expm(duration * system) @ state
    return state[:count]


def settings(end, steps, modified=True):
    made = exu.SimulationSettings()
    time = made.timeIntegration
    time.endTime, time.numberOfSteps, time.verboseMode = end, steps, 0
    time.newton.useModifiedNewton = modified
    time.absoluteTolerance = time.relativeTolerance = 1e-10
    made.solutionSettings.writeSolutionToFile = False
    return made


@pytest.mark.parametrize("modified", [False, True], ids=["full", "modified"])
@pytest.mark.parametrize(("count", "leap"), [(4, 2), (60, 57)], ids=["dense", "sparse"])
def test_a_matrix_gets_another_layout_on_the_way(count, leap, modified):
    """Errors fall with h^2: the old matrix had no place for what couples the new pair."""
    errors = []
    for steps in (1000, 2000):
        mbs, _ = row_of_masses(count, leap)
        mbs.Assemble()
        solution = mbs.SolveDynamic(settings(0.5, steps, modified))
        assert solution.statistics.steps == steps
        errors.append(np.abs(solution.coordinates[-1][::3] - exact(count, leap, 0.5)).max())
        assert mbs._data.equations.layout.n == 3 * count
    assert errors[1] < 1e-6
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.15)


def test_the_state_goes_on_without_a_new_start():
    """A grip that lets go of a mass at rest for another one at rest leaves no trace."""
    runs = []
    for leap in (0, 2):
        mbs, _ = row_of_masses(4, leap)
        for node in range(4):
            mbs.SetNodeParameter(node, "initialVelocities", [0.0, 0.0, 0.0])
        mbs.SetNodeParameter(3, "initialCoordinates", [0.0, 0.2, 0.0])
        mbs.SetObjectParameter(len(mbs._items["object"]) - 1, "stiffness", 0.0)
        mbs.Assemble()
        solution = mbs.SolveDynamic(settings(0.5, 500))
        runs.append((solution.coordinates.copy(), solution.statistics.newton_iterations))
    assert np.array_equal(runs[0][0], runs[1][0])
    assert runs[0][1] == runs[1][1]


@pytest.mark.parametrize(
    ("solver", "tolerance"),
    [(Solver.RK44, 1e-9), (Solver.DOPRI5, 1e-5), (Solver.VelocityVerlet, 1e-5)],
    ids=str,
)
def test_explicit_solvers_search_too(solver, tolerance):
    mbs, _ = row_of_masses(4, 2)
    mbs.Assemble()
    run = settings(0.5, 1000)
    if solver == Solver.DOPRI5:  # steps of the least size that are not cut any more
        run.timeIntegration.automaticStepSize = False
    solution = mbs.SolveDynamic(run, solver)
    assert solution.coordinates[-1][::3] == pytest.approx(exact(4, 2, 0.5), abs=tolerance)


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44, Solver.DOPRI5], ids=str)
def test_items_search_once_in_each_step(solver):
    """Not in trials of a step that are rejected, or repeated to meet an event."""
    mbs, grip = row_of_masses(4, 2)
    place = mbs.AddSensor(
        SensorNode(nodeNumber=0, outputVariableType=exu.OutputVariableType.Displacement)
    )
    mbs.AddSensor(SensorEvent(sensorNumber=place, actionUserFunction=lambda mbs, t, number: True))
    mbs.Assemble()
    solution = mbs.SolveDynamic(settings(0.5, 300), solver)
    assert len(solution.events) > 1
    table, row = mbs._model.place["object", int(grip)]
    assert table.rows["searches"][row] == solution.statistics.steps


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44], ids=str)
def test_a_resumed_run_has_the_partners_of_the_first(solver, tmp_path):
    """The grip lets go before the checkpoint, and cannot find that out after it."""

    def solve(**how):
        mbs, grip = row_of_masses(60, 57)
        mbs.Assemble()
        chosen = settings(0.5, 100)
        chosen.solutionSettings.writeRestartFile = True
        chosen.solutionSettings.restartFileName = str(tmp_path / "restart")
        chosen.solutionSettings.restartWritePeriod = 0.3
        chosen.solutionSettings.restartWallPeriod = 0.0
        if how:
            table, row = mbs._model.place["object", int(grip)]
            table.rows["when"][row] = 1e9  # what a search before the first step cannot find
        return mbs.SolveDynamic(chosen, solver, **how)

    whole = solve()
    again = solve(resumeFrom=tmp_path / "restart")
    assert np.array_equal(whole.coordinates, again.coordinates)
    assert np.array_equal(whole.velocities, again.velocities)


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44], ids=str)
def test_a_second_run_does_not_start_with_the_partners_of_the_first(solver):
    mbs, grip = row_of_masses(60, 57)
    mbs.Assemble()
    first = mbs.SolveDynamic(settings(0.5, 200), solver).coordinates.copy()
    assert np.array_equal(mbs.SolveDynamic(settings(0.5, 200), solver).coordinates, first)
    mbs.SetObjectParameter(grip, "when", 0.4)  # what a user changes in between stays
    later = mbs.SolveDynamic(settings(0.5, 200), solver).coordinates
    fresh, other = row_of_masses(60, 57)
    fresh.SetObjectParameter(other, "when", 0.4)
    fresh.Assemble()
    assert np.array_equal(fresh.SolveDynamic(settings(0.5, 200), solver).coordinates, later)
    assert np.abs(later[-1] - first[-1]).max() > 1e-3


def test_statics_search_before_each_load_step():
    """At rest the grip shares a force between both masses that it holds at last."""
    mbs, _ = row_of_masses(60, 57)
    mbs.AddLoad(Force(markerNumber=1, loadVector=[7.0, 0.0, 0.0]))
    mbs.Assemble()
    run = settings(1.0, 1)
    run.staticSolver.numberOfLoadSteps, run.staticSolver.verboseMode = 10, 0
    found = mbs.SolveStatic(run).coordinates[-1][::3]
    expected = np.zeros(60)
    pair = np.array([[GROUND + K, -K], [-K, GROUND + K]])
    expected[[0, 58]] = np.linalg.solve(pair, [7.0, 0.0])
    assert found == pytest.approx(expected, abs=1e-12)


def test_a_search_may_find_a_partner_before_the_start():
    mbs, grip = row_of_masses(60, 57)
    mbs.SetObjectParameter(grip, "when", 0.0)
    mbs.Assemble()
    mbs.SolveDynamic(settings(1e-3, 1))
    table, row = mbs._model.place["object", int(grip)]
    assert table.rows["m1"][row] - table.rows["m0"][row] == 58
