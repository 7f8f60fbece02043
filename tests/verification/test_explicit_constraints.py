"""Explicit solvers with constraints: the rod pendulum, chains, redundant rods, the N-four-bar."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import DistanceConstraint, Force, MarkerBodyPosition

from .closed_forms import pendulum, pendulum_tension
from .four_bars import PUBLISHED
from .models import (
    FORCE,
    add_mass,
    assert_close,
    distance_pendulum,
    make_settings,
    new_model,
)
from .problems import pendulum as pendulum_problem

pytestmark = pytest.mark.processors

EXPLICIT = ["ExplicitEuler", "ExplicitMidpoint", "RK33", "RK44", "RK67"]
EXPLICIT += ["ODE23", "DOPRI5", "DVERK6", "VelocityVerlet"]
END = pendulum_problem.PUBLISHED[5.0]


def exact_tension(solution):
    angle, rate = pendulum(np.asarray(solution.times))
    return pendulum_tension(angle, rate)


def length_of(solution):
    return np.hypot(*(solution.coordinates + [-1, 0]).T)


def test_pendulum_with_rk44_agrees_with_elliptic_functions():
    model = distance_pendulum()
    solution = model.solve(1e-3, 5.0, "RK44", record=0.01)
    # 3e-11 of position and 1e-9 of 29 N: fourth order; the projection leaves rounding.
    assert_close(model.position()[:2], END, atol=1e-10)
    assert_close(length_of(solution), 1.0, atol=1e-15)
    assert_close(solution.multipliers[:, 0], exact_tension(solution), atol=1e-8)


def test_pendulum_with_dopri5_at_tolerance_1e_10_agrees_to_1e_9():
    model = distance_pendulum()
    solution = model.solve(0.1, 5.0, "DOPRI5", record=0.1, tolerance=1e-10)
    assert_close(model.position()[:2], END, atol=1e-9)
    assert_close(length_of(solution), 1.0, atol=1e-15)
    assert_close(solution.multipliers[:, 0], exact_tension(solution), atol=5e-8)
    assert 300 < solution.statistics["steps"] < 1000


@pytest.mark.parametrize("solver", EXPLICIT)
def test_constraints_hold_to_rounding_at_both_levels(solver):
    solution = distance_pendulum().solve(0.01, 3.0, solver, record=0.01)
    position = solution.coordinates + [-1, 0]
    assert_close(length_of(solution), 1.0, atol=1e-15)
    assert_close(np.sum(position * solution.velocities, axis=1), 0.0, atol=1e-14)


def assert_balance(solution):
    """lambda and a are those of the recorded state itself, whatever its error is."""
    p, v = solution.coordinates + [-1, 0], solution.velocities
    tension = np.sum(v * v, axis=1) - 9.81 * p[:, 1]
    assert_close(solution.multipliers[:, 0], tension, atol=1e-12)
    assert_close(solution.accelerations, -tension[:, None] * p - [0, 9.81], atol=1e-12)


@pytest.mark.parametrize(
    ("solver", "tolerance"), [("RK44", None), ("DVERK6", None), ("DOPRI5", 1e-4)]
)
def test_recorded_accelerations_and_multipliers_belong_to_the_recorded_time(solver, tolerance):
    assert_balance(distance_pendulum().solve(0.01, 1.0, solver, record=0.05, tolerance=tolerance))


@pytest.mark.parametrize(("solver", "tolerance"), [("RK44", None), ("DOPRI5", 1e-6)])
def test_last_row_of_a_failed_run_is_a_state_with_its_multiplier(solver, tolerance):
    model = distance_pendulum()

    def fail(mbs, t, load):
        if t > 0.105:
            raise ValueError("enough")
        return load

    model.mbs.SetLoadParameter(model.load, "loadVectorUserFunction", fail)
    with pytest.raises(exu.SolverError, match="enough") as caught:
        model.solve(0.01, 1.0, solver, tolerance=tolerance)
    solution = caught.value.solution
    assert 0.05 < solution.times[-1] < 0.11
    assert_balance(solution)


def test_factors_are_renewed_where_those_of_the_last_stage_do_not_lead_back():
    # Euler's step ends at (3, -1): no move along the old rod direction reaches the circle.
    model = distance_pendulum(start=(0.0, -1.0), velocity=(3.0, 0.0), gravity=0.0)
    model.solve(1.0, 1.0, "ExplicitEuler")
    assert_close(np.linalg.norm(model.position()), 1.0, atol=1e-15)


def test_explicit_runs_leave_no_low_parts_behind():
    model = distance_pendulum()
    turned = [1 - np.sqrt(0.5), np.sqrt(0.5)]
    model.mbs.systemData.SetODE2Coordinates(turned, exu.ConfigurationType.Initial)
    model.solve(0.01, 0.1)
    assert np.any(model.mbs._data["q_low"] != 0.0)  # an implicit run does
    model.solve(0.01, 0.1, "RK44")
    np.testing.assert_array_equal(model.mbs._data["q_low"], 0.0)


def test_projection_does_not_depend_on_what_is_recorded():
    models = [distance_pendulum() for _ in range(2)]
    for model, record in zip(models, (1e-3, 10.0), strict=True):
        model.solve(1e-3, 0.5, "RK44", record=record)
    np.testing.assert_array_equal(models[0].position(), models[1].position())


def chain(count):
    """Point masses hung one below the other on rods of 0.1 m, the first one beside the support."""
    model, marker = new_model()
    for k in range(count):
        end = add_mass(model, [0.1, -0.1 * k], mass=0.5)
        model.mbs.AddObject(DistanceConstraint(markerNumbers=[marker, end], distance=0.1))
        model.mbs.AddLoad(Force(markerNumber=end, loadVector=[0, -9.81 * 0.5, 0]))
        marker = end
    model.mbs.Assemble()
    return model


def test_chain_with_lapack_agrees_with_the_implicit_solver():
    # 30 unknowns; two second-order runs are extrapolated to 2e-9.
    explicit = chain(10)
    explicit.solve(1e-3, 0.3, "RK67")
    ends = []
    for h in (2e-4, 1e-4):
        implicit = chain(10)
        implicit.solve(h, 0.3, rho=0.9)
        ends.append(implicit.position())
    assert_close(explicit.position(), (4 * ends[1] - ends[0]) / 3, atol=1e-7)


@pytest.mark.parametrize("solver", EXPLICIT)
def test_inactive_constraint_lets_the_mass_fall(solver):
    model = distance_pendulum(activeConnector=False)
    solution = model.solve(0.01, 1.0, solver, record=0.1)
    np.testing.assert_array_equal(solution.multipliers, 0.0)
    drop = 9.81 / 2 * (0.99 if solver == "ExplicitEuler" else 1.0)
    assert_close(model.position(), [-1, -drop, 0], atol=1e-12)


@pytest.mark.parametrize("solver", ["RK44", "DOPRI5", "VelocityVerlet"])
def test_constraint_switched_on_in_a_run_takes_the_speed_along_the_rod(solver):
    # Free flight from (0, -1) along +x, caught at (0.2, ...) by a rod of the present length.
    model = distance_pendulum(
        start=(0.0, -1.0), velocity=(1.0, 0.0), gravity=0.0, activeConnector=False
    )

    def catch(mbs, t):
        if t > 0.2 - 1e-9 and not mbs.GetObjectParameter(model.connector, "activeConnector"):
            mbs.SetObjectParameter(model.connector, "distance", float(np.hypot(0.19, 1.0)))
            mbs.SetObjectParameter(model.connector, "activeConnector", True)
        return True

    model.mbs.SetPreStepUserFunction(catch)
    solution = model.solve(0.01, 1.0, solver, record=0.01)
    reach = np.hypot(0.19, 1.0)
    speed = 1.0 / reach  # what is across the rod at (0.19, -1)
    assert_close(np.linalg.norm(solution.velocities[-1]), speed, atol=1e-12)
    # VelocityVerlet evaluates forces at a predicted velocity, right to order h^2.
    digits = 1e-4 if solver == "VelocityVerlet" else 1e-11
    assert_close(solution.multipliers[-1, 0], speed**2 / reach, atol=digits)
    np.testing.assert_array_equal(solution.multipliers[:19], 0.0)


@pytest.mark.parametrize("solver", ["RK44", "DOPRI5", "VelocityVerlet"])
def test_rod_follows_its_prescribed_length(solver):
    model = distance_pendulum(start=(0.0, -1.0))

    def let_down(mbs, t):
        mbs.SetObjectParameter(model.connector, "distance", 1.0 + 0.1 * t)
        return True

    model.mbs.SetPreStepUserFunction(let_down)
    model.solve(1e-2, 1.0, solver)
    assert_close(model.position(), [0, -1.1, 0], atol=1e-14)
    assert_close(model.velocity(), [0, -0.1, 0], atol=1e-12)


def twin_rods():
    model, ground = new_model()
    marker = add_mass(model, [-1.0, 0.0])
    for k in range(2):
        model.connector = model.mbs.AddObject(
            DistanceConstraint(name=f"rod{k}", markerNumbers=[ground, marker], distance=1.0)
        )
    model.mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -9.81, 0]))
    model.mbs.Assemble()
    return model


@pytest.mark.parametrize("solver", ["RK44", "DOPRI5", "VelocityVerlet"])
def test_identical_rods_share_the_load_equally(solver):
    model, single = twin_rods(), distance_pendulum()
    with pytest.warns(UserWarning, match=r"'rod1' \(object 3\) cannot be satisfied independently"):
        solution = model.solve(1e-3, 1.0, solver, record=0.05)
    other = single.solve(1e-3, 1.0, solver, record=0.05)
    assert_close(model.position(), single.position(), atol=1e-12)
    assert_close(solution.multipliers, 0.5 * other.multipliers[:, [0, 0]], atol=1e-11)
    assert model.connector_output(FORCE) == solution.multipliers[-1, 1]


def test_next_run_after_minimum_norm_factorizes_again():
    model = twin_rods()
    with pytest.warns(UserWarning, match="rod1"):
        model.solve(1e-3, 0.1, "RK44")
    model.mbs.SetObjectParameter("rod1", "activeConnector", False)
    solution = model.solve(1e-3, 5.0, "RK44")
    assert_close(model.position()[:2], END, atol=1e-10)
    assert solution.multipliers[-1, 1] == 0.0


def four_bars(loops, angle, speed, gravity=9.81):
    """IFToMM A02 on its parallelogram branch: verticals at an angle from upright, speed of tips.

    A bar that is pinned to the ground acts like a third of its mass at its tip; bars between tips
    only translate on this branch, so half of their mass at each tip is exact too.
    """
    model, _ = new_model()
    tips = []
    for k in range(loops + 1):
        bars = (k > 0) + (k < loops)
        position = [k + np.sin(angle), np.cos(angle)]
        velocity = [speed * np.cos(angle), -speed * np.sin(angle)]
        tip = add_mass(model, position, velocity, 1 / 3 + bars / 2)
        weight = gravity * (1 / 2 + bars / 2)
        model.mbs.AddLoad(Force(markerNumber=tip, loadVector=[0, -weight, 0]))
        foot = model.mbs.AddMarker(MarkerBodyPosition(bodyNumber=0, localPosition=[k, 0, 0]))
        rods = [[foot, tip], *([[tips[-1], tip]] if tips else [])]
        for ends in rods:
            model.mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1.0))
        tips.append(tip)
    model.node = 0
    model.mbs.Assemble()
    return model


@pytest.mark.parametrize(
    ("solver", "step", "tolerance", "digits"),
    [("RK44", 1e-3, None, 5e-9), ("RK67", 1e-3, None, 1e-12), ("DOPRI5", 1e-2, 1e-10, 2e-7)],
)
def test_four_bars_pass_their_singular_positions(solver, step, tolerance, digits):
    model = four_bars(2, 0.0, 1.0)
    solution = model.solve(step, 10.0, solver, record=1.0, tolerance=tolerance)
    first = solution.coordinates[1, :2] + [0, 1]
    assert_close(first, PUBLISHED[1.0][:2], atol=digits)
    assert_close(model.position()[:2], PUBLISHED[10.0][:2], atol=digits)
    assert_close(model.velocity()[:2], PUBLISHED[10.0][2:], atol=3 * digits)


def test_four_bars_can_start_in_a_singular_position():
    # All bars on one line: nothing determines there how the tips share their loads. They move on
    # circles with the energy of a pendulum of inertia 3 and moment 3.5 g. The one step that
    # leaves the singular position has an error of order h^2, 5e-8 here.
    model = four_bars(2, np.pi / 2, 2.0)
    text = "cannot be satisfied independently of the others at t = 0 s"
    with pytest.warns(UserWarning, match=text):
        solution = model.solve(1e-3, 0.3, "RK44", record=0.1)
    x, y = solution.coordinates[-1, :2] + [1, 0]
    speed = np.sqrt(4.0 - 2 * 3.5 / 3 * 9.81 * y)
    assert_close(np.hypot(x, y), 1.0, atol=1e-14)
    assert_close(np.linalg.norm(solution.velocities[-1].reshape(3, 2), axis=1), speed, atol=1e-7)
    assert y < -0.5


@pytest.mark.parametrize("miss", [0.0, 1e-8])
def test_a_run_that_meets_a_singular_position_goes_on_from_there(miss):
    # Without gravity the tips turn at constant speed; step 100 of 200 ends with all bars in line,
    # or so nearly that the smallest pivot, 1e-16, is no number to divide by.
    model = four_bars(2, 0.0, 1.0, gravity=0.0)
    end = np.pi * (1 + miss)
    text = "cannot be satisfied independently of the others at t = 1.5"
    with pytest.warns(UserWarning, match=text):
        solution = model.solve(end / 200, end, "RK67", record=end / 200)
    turned = np.asarray(solution.times)
    exact = np.column_stack([np.sin(turned), np.cos(turned) - 1.0])
    assert_close(solution.coordinates[:, :2], exact, atol=1e-9)
    assert_close(solution.coordinates[:, 4:], exact, atol=1e-9)


def test_settings_of_pairs_reach_constrained_runs():
    model = distance_pendulum()
    settings = make_settings(0.1, 1.0, tolerance=1e-6, record=1.0)
    loose = model.mbs.SolveDynamic(settings, exu.DynamicSolverType.DOPRI5).statistics["steps"]
    settings.timeIntegration.absoluteTolerance = settings.timeIntegration.relativeTolerance = 1e-11
    tight = model.mbs.SolveDynamic(settings, exu.DynamicSolverType.DOPRI5).statistics["steps"]
    assert 6 < tight / loose < 14  # 10 for a fifth root of 1e5
