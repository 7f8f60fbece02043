"""Results of runs whose state jumps, and of equilibria, between recorded times."""

import json

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.results import jumps
from linkwork.results.files.archive import arrays_in, description_of, solution_of
from tests.cases import looped

from .models import Output, Solver, make_settings, mass_on_spring, new_system

SOLVERS = [Solver.RK44, Solver.DOPRI5, Solver.GeneralizedAlpha, Solver.VelocityVerlet]
G, HEIGHT, KEPT = 10.0, 1.25, 0.8
LANDING = np.sqrt(2.0 * HEIGHT / G)
"""First time at the floor [s]."""


def falling(velocity=0.0):
    """A mass under gravity, 1.25 m above the floor, beside a tank that fills at 2 per second."""
    mbs = new_system()
    node = mbs.AddNode(
        NodePoint2D(referenceCoordinates=[0.0, HEIGHT], initialVelocities=[0.3, velocity])
    )
    mass = mbs.AddObject(MassPoint2D(physicsMass=2.0, nodeNumber=node))
    end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    mbs.AddLoad(Force(markerNumber=end, loadVector=[0.0, -2.0 * G, 0.0]))
    tank = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[0.0], initialCoordinates=[0.0], numberOfODE1Coordinates=1
        )
    )
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[tank], rhsVector=[2.0]))
    return mbs, node


def bouncing():
    """It keeps 0.8 of its speed at the floor, where the tank is emptied."""
    mbs, node = falling()
    place = mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=Output.Position))

    def bounce(mbs, t, itemNumber):
        vx, vy = mbs.systemData.GetODE2Coordinates_t()
        mbs.systemData.SetODE2Coordinates_t([vx, -KEPT * vy])
        mbs.systemData.SetODE1Coordinates([0.0])
        return True

    mbs.AddSensor(
        SensorEvent(sensorNumber=place, component=1, direction=-1, actionUserFunction=bounce)
    )
    mbs.Assemble()
    return mbs


def bounced(t):
    """Displacement, velocity along y and the tank of the bouncing mass up to its second landing."""
    since = t - LANDING
    up = KEPT * G * LANDING
    first = -0.5 * G * t**2, -G * t, 2.0 * t
    second = -HEIGHT + up * since - 0.5 * G * since**2, up - G * since, 2.0 * since
    return tuple(np.where(t < LANDING, *both) for both in zip(first, second, strict=True))


TIMES = np.linspace(0.0, 1.2, 97)


@looped("period", [None, 0.1, 0.37, 1.2])
@looped("solver", SOLVERS)
def test_a_bounce_between_two_rows(solver, period):
    """Parabolas, which the polynomials meet exactly on both sides of the bounce."""
    settings = make_settings(1.2, 120, period)
    solution = bouncing().SolveDynamic(settings, solver)
    assert len(solution.events) == len(solution.jumps) == 1
    found, (y, v, tank) = solution.interpolate(TIMES), bounced(TIMES)
    assert found.coordinates[:, 1] == pytest.approx(y, abs=1e-9)
    assert found.velocities[:, 1] == pytest.approx(v, abs=1e-9)
    assert found.velocities[:, 0] == pytest.approx(0.3, abs=1e-9)
    assert found.ode1_coordinates[:, 0] == pytest.approx(tank, abs=1e-9)
    assert solution.interpolate(LANDING - 1e-9).velocities[1] == pytest.approx(-5.0, abs=1e-6)
    behind = solution.interpolate(solution.events[0].time).velocities[1]
    assert behind == pytest.approx(4.0, abs=1e-6)
    recorded = solution.interpolate(solution.times)
    assert np.array_equal(recorded.velocities, solution.velocities)


def stopping():
    """A pre-step function stops the fall in the step that begins at 0.2 s."""
    mbs, _ = falling()

    def stop(mbs, t):
        if abs(t - 0.21) < 1e-9:
            data = mbs.systemData
            data.SetODE2Coordinates_t([0.3, 0.0])
            data.SetODE1Coordinates(data.GetODE1Coordinates() + 5.0)
        return True

    mbs.SetPreStepUserFunction(stop)
    mbs.Assemble()
    return mbs


@looped("period", [None, 0.04, 0.05, 0.4])
@looped("solver", [s for s in SOLVERS if s is not Solver.DOPRI5])
def test_a_state_that_a_pre_step_function_has_set(solver, period):
    solution = stopping().SolveDynamic(make_settings(0.4, 40, period), solver)
    assert [jump.cause for jump in solution.jumps] == ["pre-step function"]
    assert solution.jumps[0].time == pytest.approx(0.2, abs=1e-12)
    t = np.linspace(0.0, 0.4, 77)
    t = t[np.abs(t - 0.2) > 1e-6]
    since = np.where(t > 0.2, t - 0.2, t)
    fallen = np.where(t > 0.2, -0.2, 0.0) - 5.0 * since**2
    found = solution.interpolate(t)
    assert found.coordinates[:, 1] == pytest.approx(fallen, abs=1e-9)
    assert found.velocities[:, 1] == pytest.approx(-G * since, abs=1e-9)
    assert found.ode1_coordinates[:, 0] == pytest.approx(2.0 * t + 5.0 * (t > 0.2), abs=1e-9)
    # a row at the time of the jump is the state before it, and stays
    row = int(np.argmin(np.abs(solution.times - 0.2)))
    there, wanted = (solution.times[row], -2.0) if period != 0.4 else (solution.jumps[0].time, 0.0)
    assert solution.interpolate(there).velocities[1] == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("ending", ["npz", "h5"])
def test_files_hold_jumps(ending, tmp_path):
    solution = bouncing().SolveDynamic(make_settings(1.2, 120, 0.37))
    solution.save(tmp_path / f"run.{ending}")
    loaded = exu.Solution.load(tmp_path / f"run.{ending}")
    assert loaded.jumps == solution.jumps and len(loaded.jumps) == 1
    assert np.array_equal(loaded.interpolate(TIMES).velocities, solution.interpolate(TIMES)[1])
    assert loaded.jumps[0] != loaded.jumps[0].to_row()
    assert hash(loaded.jumps[0]) == hash(solution.jumps[0])


def test_streamed_results_hold_jumps(tmp_path):
    """Rows are streamed during the run; their numbers continue."""
    settings = make_settings(1.2, 12000)
    plain = bouncing().SolveDynamic(settings)
    settings.solutionSettings.streamFileName = str(tmp_path / "run.lw")
    streamed = bouncing().SolveDynamic(settings)
    assert streamed.jumps == plain.jumps and streamed.jumps[0].row > 1000
    assert exu.Solution.load(tmp_path / "run.lw").jumps == plain.jumps


def test_a_switched_constraint_stops_a_mass():
    """The impact is a jump: the velocity is zero after it."""
    mbs, node = falling()
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=1)),
        mbs.AddMarker(
            MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
        ),
    ]
    latch = mbs.AddObject(
        CoordinateConstraint(markerNumbers=ends, offset=0.2, activeConnector=False)
    )

    def close(mbs, t):
        if abs(t - 0.21) < 1e-9:
            mbs.SetObjectParameter(latch, "activeConnector", True)
        return True

    mbs.SetPreStepUserFunction(close)
    mbs.Assemble()
    solution = mbs.SolveDynamic(make_settings(0.4, 40, 0.4), Solver.RK44)
    found = solution.interpolate([0.1, 0.3])
    assert found.velocities[:, 1] == pytest.approx([-1.0, 0.0], abs=1e-9)
    assert found.coordinates[:, 1] == pytest.approx([-0.05, -0.2], abs=1e-9)


@looped("given", [0.0, [[]], [[0, 1]], [[2, 1, *[0.0] * 20]], ["jump"]])
def test_jumps_in_files_that_make_no_sense(given, tmp_path):
    solution = bouncing().SolveDynamic(make_settings(1.2, 120, 0.37))
    description = json.loads(description_of(solution)) | {"jumps": given}
    with pytest.raises(ValueError, match="its jumps are"):
        solution_of(description, arrays_in(solution), tmp_path)


def test_states_at_jumps_are_kept_up_to_a_limit(monkeypatch):
    """Beyond it the account says so."""
    mbs, _ = falling()

    def slow_down(mbs, t):
        mbs.systemData.SetODE2Coordinates_t(0.9 * mbs.systemData.GetODE2Coordinates_t())
        return True

    mbs.SetPreStepUserFunction(slow_down)
    mbs.Assemble()
    solution = mbs.SolveDynamic(make_settings(0.4, 40), Solver.RK44)
    assert len(solution.jumps) == 40 and solution.energy().error < 1e-9
    monkeypatch.setattr(jumps, "LIMIT", 16.0 * 9 * 10)
    solution = mbs.SolveDynamic(make_settings(0.4, 40), Solver.RK44)
    assert len(solution.jumps) == 11 and not solution.jumps[-1].is_known
    (told,) = solution.energy().missing
    assert told == (
        "pre-step function: the states on both sides of its change at t = 0.1 s are not known"
    )


@pytest.mark.parametrize("geometric", [False, True])
def test_equilibria_between_load_steps(geometric):
    """A linear spring follows the load factor; nothing moves."""
    s = mass_on_spring(force=30.0, position=(0.5, 0.0, 0.0))
    settings = exu.SimulationSettings()
    settings.staticSolver.numberOfLoadSteps = 4
    settings.staticSolver.loadStepGeometric = geometric
    settings.staticSolver.newton.relativeTolerance = 1e-12
    solution = s.mbs.SolveStatic(settings)
    t = np.linspace(0.0, 1.0, 41)
    found = solution.interpolate(t)
    assert len(solution.times) == (4 if geometric else 5)
    assert found.coordinates[:, 0] == pytest.approx(0.3 * t, abs=1e-9)
    assert not found.velocities.any()
    recorded = solution.interpolate(solution.times).coordinates
    assert np.array_equal(recorded, solution.coordinates)
