"""Coordinates that are composed and not added, in every integrator: tops against quaternions."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import linkwork as exu
from linkwork.items import *

from .spinning import Spin, Top

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType
J = np.array([1.0, 2.0, 2.6])
W = np.array([0.7, 2.0, -0.4])
"""A spin about the middle axis, which turns over."""


def product(p, q):
    v = p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])
    return np.array([p[0] * q[0] - p[1:] @ q[1:], *v])


def quaternion(nu):
    size = np.linalg.norm(nu)
    return np.array([np.cos(size / 2), *(0.5 * np.sinc(size / 2 / np.pi) * np.asarray(nu))])


def matrix(p):
    w, x, y, z = p
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def reference(nu, w, end, weight=0.0):
    """(A, w) at the end, by an explicit method of order 8 over a quaternion."""

    def rates(t, state):
        p, w = state[:4] / np.linalg.norm(state[:4]), state[4:]
        pull = -weight * np.cross([0, 0, 1], matrix(p)[2])
        turn = 0.5 * product(p, np.array([0.0, *w]))
        return np.concatenate([turn, (pull - np.cross(w, J * w)) / J])

    start = np.concatenate([quaternion(nu), w])
    found = solve_ivp(rates, (0, end), start, "DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    return matrix(found[:4] / np.linalg.norm(found[:4])), found[4:]


NU = np.array([0.3, -0.2, 0.5])


def top(weight=0.0, nu=NU, w=W, home=(0.0, 0.0, 0.0)):
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        Spin(
            referenceCoordinates=list(home),
            initialCoordinates=list(np.subtract(nu, home)),
            initialVelocities=list(w),
        )
    )
    mbs.AddObject(Top(nodeNumber=node, inertia=list(J), weight=weight))
    return mbs


def settings(end, steps, period=None):
    made = exu.SimulationSettings()
    time = made.timeIntegration
    time.endTime, time.numberOfSteps, time.verboseMode = end, steps, 0
    time.newton.relativeTolerance, time.newton.absoluteTolerance = 1e-12, 1e-14
    time.absoluteTolerance = time.relativeTolerance = 1e-11
    made.solutionSettings.writeSolutionToFile = False
    made.solutionSettings.solutionWritePeriod = end if period is None else period
    return made


def run(solver, end, steps, weight=0.0, **given):
    """(A, w) at the end."""
    mbs = top(weight, **given)
    solution = mbs.SolveDynamic(settings(end, steps), solver)
    home = np.array(given.get("home", np.zeros(3)))
    return matrix(quaternion(solution.coordinates[-1] + home)), solution.velocities[-1]


def error(found, exact):
    return max(np.abs(a - b).max() for a, b in zip(found, exact, strict=True))


ORDERS = [
    (Solver.RK44, 4, 100),
    (Solver.RK33, 3, 100),
    (Solver.ExplicitMidpoint, 2, 200),
    (Solver.RK67, 6, 25),
    (Solver.VelocityVerlet, 2, 200),
    (Solver.GeneralizedAlpha, 2, 200),
    (Solver.TrapezoidalIndex2, 2, 200),
]


@pytest.mark.parametrize("weight", [0.0, 4.0], ids=["free", "heavy"])
@pytest.mark.parametrize(("solver", "order", "steps"), ORDERS, ids=lambda each: str(each))
def test_orders(solver, order, steps, weight):
    """Without a weight the rotation follows the spin alone, with one they depend on each other."""
    exact = reference(NU, W, 2.0, weight)
    errors = [error(run(solver, 2.0, n, weight), exact) for n in (steps, 2 * steps, 4 * steps)]
    assert errors[-1] < 1e-3 and errors[-1] > 1e-12
    assert np.log2(errors[1] / errors[2]) == pytest.approx(order, abs=0.25)


@pytest.mark.parametrize(
    ("solver", "order", "steps"),
    [
        (Solver.RK44, 4, 50),
        (Solver.VelocityVerlet, 2, 200),
        (Solver.GeneralizedAlpha, 2, 200),
        (Solver.TrapezoidalIndex2, 2, 200),
    ],
    ids=str,
)
def test_orders_beside_constraints(solver, order, steps):
    """A pendulum in the same model: projections of the start and of steps move all coordinates."""
    exact, errors = reference(NU, W, 1.0, 4.0), []
    for count in (steps, 2 * steps):
        mbs = top(4.0)
        ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[1.0, 0.0]))
        mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=1.0))
        end = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        mbs.AddObject(DistanceConstraint(markerNumbers=[ground, end], distance=1.0))
        mbs.AddLoad(Force(markerNumber=end, loadVector=[0, -9.81, 0]))
        solution = mbs.SolveDynamic(settings(1.0, count), solver)
        place = solution.coordinates[-1][3:] + [1.0, 0.0]
        assert np.hypot(*place) == pytest.approx(1.0, abs=1e-9)
        found = matrix(quaternion(solution.coordinates[-1][:3])), solution.velocities[-1][:3]
        errors.append(error(found, exact))
    assert errors[1] > 1e-12
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.25)


@pytest.mark.parametrize("solver", [Solver.DOPRI5, Solver.ODE23], ids=str)
def test_steps_of_automatic_size(solver):
    exact = reference(NU, W, 2.0, 4.0)
    tolerance = 1e-9 if solver == Solver.DOPRI5 else 3e-8
    assert error(run(solver, 2.0, 20, 4.0), exact) < tolerance


def test_more_than_a_turn():
    """The rotation vector reverses at 2 pi, the rotation continues."""
    spin = np.array([0.0, 0.0, 5.0])
    for solver, steps in ((Solver.RK44, 390), (Solver.GeneralizedAlpha, 390)):
        solution = top(nu=np.zeros(3), w=spin).SolveDynamic(settings(1.3, steps, 0.1), solver)
        assert solution.coordinates[-2][2] == pytest.approx(6.0, abs=1e-12)
        assert solution.coordinates[-1][2] == pytest.approx(6.5 - 4 * np.pi, abs=1e-12)


def test_slow_spins_are_not_lost():
    """Turns of 1e-17 rad a step, far below the rounding of the quaternion."""
    w = np.array([0.0, 1e-14, 0.0])
    solution = top(nu=np.zeros(3), w=w).SolveDynamic(settings(1.0, 1000), Solver.GeneralizedAlpha)
    assert solution.coordinates[-1][1] == pytest.approx(1e-14, rel=1e-10)
    turned = top(nu=[0.0, 1.0, 0.0], w=w)
    turned.SolveDynamic(settings(1.0, 1000), Solver.GeneralizedAlpha)
    poses = turned._data["poses"]
    low = 0.5 * np.cos(0.5) * 1e-14 + np.sin(0.5) - (poses[2] + poses[6])
    assert abs(low) < 3e-16  # 1e-14 were summed up in 1000 parts


@pytest.mark.parametrize(
    ("solver", "energy", "momentum"),
    [
        (Solver.RK44, 1e-9, 1e-9),
        (Solver.VelocityVerlet, 1e-4, 1e-4),
        (Solver.GeneralizedAlpha, 1e-4, 1e-4),
    ],
    ids=str,
)
def test_energy_and_angular_momentum_of_a_free_top(solver, energy, momentum):
    solution = top().SolveDynamic(settings(10.0, 4000, 0.5), solver)
    w = solution.velocities
    kinetic = 0.5 * (J * w**2).sum(axis=1)
    assert kinetic == pytest.approx(np.full(len(w), kinetic[0]), rel=energy)
    turned = [
        matrix(quaternion(nu)) @ (J * each)
        for nu, each in zip(solution.coordinates, w, strict=True)
    ]
    assert np.abs(np.array(turned) - turned[0]).max() < momentum * np.abs(turned[0]).max()


@pytest.mark.parametrize(
    "solver", [Solver.GeneralizedAlpha, Solver.RK44, Solver.DOPRI5, Solver.VelocityVerlet], ids=str
)
def test_a_resumed_run_is_the_same_to_the_last_bit(solver, tmp_path):
    def solve(**how):
        mbs, chosen = top(4.0), settings(1.0, 200, 0.05)
        chosen.solutionSettings.writeRestartFile = True
        chosen.solutionSettings.restartFileName = str(tmp_path / "restart")
        chosen.solutionSettings.restartWritePeriod = 0.3
        chosen.solutionSettings.restartWallPeriod = 0.0
        solution = mbs.SolveDynamic(chosen, solver, **how)
        return solution.coordinates.copy(), solution.velocities.copy(), mbs._data["poses"].copy()

    whole = solve()
    again = solve(resumeFrom=tmp_path / "restart")
    for first, second in zip(whole, again, strict=True):
        assert np.array_equal(first, second)


def height(mbs, t, number, q, q_t):
    return matrix(quaternion(q))[2, 2] - 0.5


@pytest.mark.parametrize("acts", [False, True], ids=["seen", "ends steps"])
@pytest.mark.parametrize(
    ("solver", "tolerance"),
    [(Solver.RK44, 1e-8), (Solver.DOPRI5, 1e-8), (Solver.GeneralizedAlpha, 2e-4)],
    ids=str,
)
def test_events_are_located(solver, tolerance, acts):
    """The axis of the heavy top passes 60 degrees; a rotation that is only seen is interpolated."""
    found = solve_ivp(
        lambda t, s: np.concatenate(
            [
                0.5 * product(s[:4], np.array([0.0, *s[4:]])),
                (-4.0 * np.cross([0, 0, 1], matrix(s[:4])[2]) - np.cross(s[4:], J * s[4:])) / J,
            ]
        ),
        (0, 1), np.concatenate([quaternion(NU), W]), "DOP853", rtol=1e-13, atol=1e-13,
        events=lambda t, s: matrix(s[:4])[2, 2] - 0.5,
    )  # fmt: skip
    exact = found.t_events[0][0]
    mbs = top(4.0)
    action = dict(actionUserFunction=lambda mbs, t, number: True) if acts else {}
    mbs.AddSensor(SensorEvent(name="falls", eventUserFunction=height, **action))
    solution = mbs.SolveDynamic(settings(1.0, 100), solver)
    event = solution.events[0]
    assert event.time == pytest.approx(exact, abs=tolerance if acts else max(tolerance, 1e-6))
    assert abs(height(None, 0, 0, event.coordinates, None)) < 1e-9
    expected = reference(NU, W, exact, 4.0)[1]
    assert event.velocities == pytest.approx(expected, abs=20 * max(tolerance, 1e-7))


def test_coordinates_that_are_set_are_gone_on_from():
    mbs = top(w=np.zeros(3))
    mbs.Assemble()
    data = mbs.systemData
    data.SetODE2Coordinates(NU + 0.1, exu.ConfigurationType.Initial)
    data.SetODE2Coordinates_t(W, exu.ConfigurationType.Initial)
    solution = mbs.SolveDynamic(settings(1.0, 400), Solver.RK44)
    exact = reference(NU + 0.1, W, 1.0)
    found = matrix(quaternion(solution.coordinates[-1])), solution.velocities[-1]
    assert error(found, exact) < 1e-8


@pytest.mark.parametrize("solver", [Solver.RK44, Solver.GeneralizedAlpha], ids=str)
def test_coordinates_that_are_set_during_a_run(solver):
    """A pre-step function turns the free top at rest by a quarter: it stays there."""

    def turn(mbs, t):
        if 0.45 < t < 0.55:
            mbs.systemData.SetODE2Coordinates([0.0, np.pi / 2, 0.0])
        return True

    mbs = top(w=np.zeros(3))
    mbs.SetPreStepUserFunction(turn)
    solution = mbs.SolveDynamic(settings(1.0, 10), solver)
    assert solution.coordinates[-1] == pytest.approx([0.0, np.pi / 2, 0.0], abs=1e-14)


def test_reference_rotations_are_added():
    home = np.array([0.1, 0.4, -0.2])
    exact = reference(NU, W, 1.0, 4.0)
    assert error(run(Solver.RK44, 1.0, 200, 4.0, home=home), exact) < 1e-7


def test_a_top_hangs_down_at_rest():
    """Statics compose their steps, too: from 2 rad off the upright position to pi."""
    mbs = top(4.0, nu=np.array([2.0, 0.0, 0.0]), w=np.zeros(3))
    chosen = settings(1.0, 1)
    chosen.staticSolver.numberOfLoadSteps, chosen.staticSolver.verboseMode = 1, 0
    with pytest.warns(UserWarning, match="nothing holds"):  # it may spin about its axis
        solution = mbs.SolveStatic(chosen)
    assert matrix(quaternion(solution.coordinates[-1]))[2, 2] == pytest.approx(-1.0, abs=1e-12)
    assert solution.coordinates[-1][0] == pytest.approx(np.pi, abs=1e-6)


def test_states_between_rows():
    """Positions between rows have order 4, velocities order 3, also across a full turn of nu."""
    for home in np.zeros(3), np.array([2.6, -1.0, 1.2]):
        errors = []
        for period in (0.2, 0.1):
            mbs = top(4.0, home=home)
            solution = mbs.SolveDynamic(settings(3.0, 3000, period), Solver.RK67)
            times = solution.times[:-1] + 0.41 * period
            state, found = solution.interpolate(times), []
            for t, q, v in zip(times, state.coordinates, state.velocities, strict=True):
                A, w = reference(NU, W, t, 4.0)
                found.append([np.abs(matrix(quaternion(q + home)) - A).max(), np.abs(v - w).max()])
            errors.append(np.max(found, axis=0))
        assert errors[1][0] < 2e-5 and errors[1][1] < 2e-3
        assert np.log2(errors[0] / errors[1]) == pytest.approx([4, 3], abs=0.35)


def test_load_steps_of_statics_are_joined_by_rotations():
    """Between two rows the top turns about one axis, which is not that of a vector between."""
    mbs = top(4.0, nu=np.array([1.2, 0.3, 1.4]), w=np.zeros(3))
    chosen = settings(1.0, 1)
    chosen.staticSolver.numberOfLoadSteps, chosen.staticSolver.verboseMode = 1, 0
    with pytest.warns(UserWarning, match="nothing holds"):
        solution = mbs.SolveStatic(chosen)
    first, last = (Rotation.from_rotvec(solution.coordinates[k]) for k in (0, -1))
    turn = (first.inv() * last).as_rotvec()
    middle = solution.interpolate(0.7 * solution.times[0] + 0.3 * solution.times[-1]).coordinates
    exact = (first * Rotation.from_rotvec(0.3 * turn)).as_matrix()
    assert matrix(quaternion(middle)) == pytest.approx(exact, abs=1e-13)
    assert np.linalg.norm(turn) > 0.5
    straight = 0.7 * solution.coordinates[0] + 0.3 * solution.coordinates[-1]
    assert np.abs(matrix(quaternion(straight)) - exact).max() > 1e-3


def test_a_run_goes_on_where_the_last_one_ended():
    mbs = top(4.0)
    for _ in range(2):
        solution = mbs.SolveDynamic(settings(0.5, 200), Solver.RK67, updateInitialValues=True)
    exact = reference(NU, W, 1.0, 4.0)
    found = matrix(quaternion(solution.coordinates[-1])), solution.velocities[-1]
    assert error(found, exact) < 1e-11
