"""First-order coordinates against closed forms and SciPy's solvers, in every solver."""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.sparse import diags

import linkwork as exu
from linkwork.items import *

from .first_order_models import (
    FIXED,
    IMPLICIT,
    PAIRS,
    START,
    A,
    F,
    S,
    add_linear,
    add_pendulum,
    closed,
    linear,
    solve,
    system,
)

pytestmark = pytest.mark.processors

ORDERS = {
    S.GeneralizedAlpha: (2, 40), S.TrapezoidalIndex2: (2, 40), S.ExplicitEuler: (1, 200),
    S.ExplicitMidpoint: (2, 80), S.RK33: (3, 40), S.RK44: (4, 25), S.RK67: (6, 10),
    S.VelocityVerlet: (2, 80),
}  # fmt: skip
"""Solver -> order and a number of steps where it shows."""

each_fixed = pytest.mark.parametrize("solver", ORDERS, ids=lambda s: s.name)
each_pair = pytest.mark.parametrize("solver", PAIRS, ids=lambda s: s.name)
each_solver = pytest.mark.parametrize("solver", [*IMPLICIT, *FIXED, *PAIRS], ids=lambda s: s.name)


def test_all_solvers_are_tried():
    assert {*ORDERS, *PAIRS} == set(S)


def beside(mbs, what):
    """The linear system, alone or beside what else a model may have."""
    if what == "pendulum":
        add_pendulum(mbs)
    if what == "algebraic":
        mbs.AddNode(NodeGenericAE(initialCoordinates=[4.0, -5.0], numberOfAECoordinates=2))
    if what == "function":
        return add_linear(mbs, rhsUserFunction=linear)
    return add_linear(mbs)


@each_fixed
@pytest.mark.parametrize("what", ["alone", "pendulum", "algebraic", "function"])
def test_orders(solver, what):
    mbs = system()
    beside(mbs, what)
    order, steps = ORDERS[solver]
    errors = []
    for count in (steps, 2 * steps):
        solution = solve(mbs, solver, count)
        errors.append(np.abs(solution.ode1_coordinates[-1] - closed(1.0)).max())
        if what == "algebraic":
            assert np.allclose(solution.multipliers, [4.0, -5.0], rtol=1e-14)
    assert math.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.25)
    assert errors[0] < 0.02


@each_pair
@pytest.mark.parametrize("what", ["alone", "pendulum"])
def test_embedded_pairs_keep_their_tolerance(solver, what):
    mbs = system()
    beside(mbs, what)
    for tolerance in (1e-4, 1e-7):
        solution = solve(mbs, solver, 1, absoluteTolerance=tolerance, relativeTolerance=tolerance)
        error = np.abs(solution.ode1_coordinates[-1] - closed(1.0)).max()
        assert 1e-4 * tolerance < error < 10.0 * tolerance
        assert solution.statistics.steps > 3


@each_solver
def test_rates_belong_to_the_recorded_coordinates(solver):
    """VelocityVerlet records those of its prediction, which are right to order h^2."""
    mbs = system()
    add_linear(mbs)
    solution = solve(mbs, solver, 50)
    wanted = solution.ode1_coordinates @ A.T + F
    limit = 2e-2 if solver == S.VelocityVerlet else 1e-10
    assert np.abs(solution.ode1_velocities - wanted).max() < limit
    assert solution.ode1_velocities[0] == pytest.approx(A @ START + F, rel=1e-14)


@pytest.mark.parametrize("solver", IMPLICIT, ids=lambda s: s.name)
def test_implicit_steps_are_the_trapezoidal_rule_from_the_first_one_on(solver):
    mbs = system()
    add_linear(mbs)
    steps, h = 4, 0.25
    y = START
    for k in range(steps):
        y = np.linalg.solve(np.eye(3) - h / 2 * A, y + h / 2 * (A @ y + 2.0 * F))
        solution = solve(mbs, solver, k + 1, h * (k + 1))
        assert solution.ode1_coordinates[-1] == pytest.approx(y, rel=1e-12)


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9, 1.0])
def test_the_spectral_radius_is_no_matter_of_first_order_coordinates(rho):
    mbs = system()
    add_linear(mbs)
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 20
    settings.timeIntegration.generalizedAlpha.spectralRadius = rho
    solution = mbs.SolveDynamic(settings)
    trapezoidal = solve(mbs, S.TrapezoidalIndex2, 20)
    assert solution.ode1_coordinates[-1] == pytest.approx(
        trapezoidal.ode1_coordinates[-1], rel=1e-12
    )


def test_initial_accelerations_switched_off_leave_the_true_rates():
    mbs = system()
    add_linear(mbs)
    settings = exu.SimulationSettings()
    settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
    settings.timeIntegration.numberOfSteps = 20
    solution = mbs.SolveDynamic(settings)
    assert solution.ode1_velocities[0] == pytest.approx(A @ START + F, rel=1e-14)


def lotka(mbs, t, itemNumber, q):
    """Two populations with a season."""
    return [1.5 * q[0] - q[0] * q[1] + 0.1 * np.cos(t), -3.0 * q[1] + q[0] * q[1]]


def called_back(mbs, t, itemNumber, q):
    """The same, not compilable."""
    return list(map(float, lotka(mbs, float(str(t)), itemNumber, q)))


@pytest.mark.parametrize("law", [lotka, called_back], ids=["compiled", "called back"])
@pytest.mark.parametrize(
    "solver, steps, limit",
    [(S.GeneralizedAlpha, 2000, 2e-4), (S.RK44, 500, 1e-6), (S.DOPRI5, 1, 1e-6)],
    ids=["GeneralizedAlpha", "RK44", "DOPRI5"],
)
def test_nonlinear_user_functions(law, solver, steps, limit):
    mbs = system()
    node = mbs.AddNode(NodeGenericODE1(initialCoordinates=[10.0, 5.0], numberOfODE1Coordinates=2))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], rhsUserFunction=law))
    solution = solve(mbs, solver, steps, 2.0, absoluteTolerance=1e-9, relativeTolerance=1e-9)
    wanted = solve_ivp(
        lambda t, y: lotka(None, t, 0, y), (0.0, 2.0), [10.0, 5.0], rtol=1e-11, atol=1e-11
    ).y[:, -1]
    assert np.abs(solution.ode1_coordinates[-1] - wanted).max() < limit


def test_newton_converges_quadratically_with_a_user_function():
    """Large steps of a law that is far from linear, from a poor prediction."""

    def cubic(mbs, t, itemNumber, q):
        return [-10.0 * q[0] ** 3 + q[1], -(q[1] ** 3) - q[0]]

    mbs = system()
    node = mbs.AddNode(NodeGenericODE1(initialCoordinates=[2.0, 1.0], numberOfODE1Coordinates=2))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], rhsUserFunction=cubic))
    solution = solve(mbs, S.GeneralizedAlpha, 1, 0.1)
    y, rate = solution.ode1_coordinates[-1], solution.ode1_velocities
    assert y == pytest.approx([2.0, 1.0] + 0.05 * (rate[0] + rate[1]), rel=1e-13)
    assert rate[1] == pytest.approx(cubic(None, 0.1, 0, y), rel=1e-7)
    assert solution.statistics.newton_iterations <= 7


def test_matrix_vector_function_and_loads_add_up():
    def extra(mbs, t, itemNumber, q):
        return [0.1, 0.2, 0.3]

    mbs = system()
    add_linear(mbs, systemMatrix=A, rhsVector=F, rhsUserFunction=extra)
    marker = mbs.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=0, coordinate=1))
    mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=50.0))
    solution = solve(mbs, S.GeneralizedAlpha, 1, 1e-3)
    wanted = A @ START + F + [0.1, 0.2, 0.3] + [0.0, 50.0, 0.0]
    assert solution.ode1_velocities[0] == pytest.approx(wanted, rel=1e-14)


def add_random(mbs, n, filled, order, seed):
    """A random system on two nodes and its exact rates; `filled` is the share of entries of A."""
    random = np.random.default_rng(seed)
    matrix = random.normal(size=(n, n)) * (random.uniform(size=(n, n)) < filled)
    constant, y = random.normal(size=(2, n))
    parts = [y[: n // 2], y[n // 2 :]]
    nodes = {}
    for k in sorted(order):
        nodes[k] = mbs.AddNode(
            NodeGenericODE1(
                initialCoordinates=parts[order.index(k)],
                numberOfODE1Coordinates=len(parts[order.index(k)]),
            )
        )
    numbers = [nodes[k] for k in order]
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=numbers, systemMatrix=matrix, rhsVector=constant))
    rates = np.split(matrix @ y + constant, [n // 2])
    return [rates[order.index(k)] for k in sorted(order)]


@pytest.mark.parametrize("solver", [S.RK44, S.GeneralizedAlpha], ids=lambda s: s.name)
@pytest.mark.parametrize("order", [[0, 1], [1, 0]], ids=["in order", "exchanged"])
@pytest.mark.parametrize("filled", [1.0, 0.7, 0.2, 0.0])
def test_full_and_sparse_matrices_of_all_sizes(filled, order, solver):
    mbs, wanted = system(), []
    for n in (2, 3, 4, 5, 6, 7, 8, 13):
        wanted += add_random(mbs, n, filled, order, seed=n)
    solution = solve(mbs, solver, 1, 1e-4)
    assert solution.ode1_velocities[0] == pytest.approx(
        np.concatenate(wanted), rel=1e-13, abs=1e-14
    )


@each_solver
def test_loads_of_time_act_on_coordinates_that_nothing_else_moves(solver):
    mbs = system()
    node = mbs.AddNode(NodeGenericODE1(initialCoordinates=[1.0, 7.0], numberOfODE1Coordinates=2))
    marker = mbs.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=node, coordinate=0))
    mbs.AddLoad(
        LoadCoordinate(
            markerNumber=marker, load=2.0, loadUserFunction=lambda mbs, t, load: load * t
        )
    )
    solution = solve(mbs, solver, 1000)
    error = 1.01e-3 if solver == S.ExplicitEuler else 1e-12
    assert solution.ode1_coordinates[-1, 0] == pytest.approx(2.0, abs=error)
    assert np.all(solution.ode1_coordinates[:, 1] == 7.0)


def test_a_stiff_system_takes_large_steps():
    """Rates of 1 and 1e6: the slow part is right, the fast one stays bounded."""
    stiff = np.array([[-1.0, 0.0], [1e6, -1e6]])
    mbs = system()
    node = mbs.AddNode(NodeGenericODE1(initialCoordinates=[1.0, 1.0], numberOfODE1Coordinates=2))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=stiff))
    solution = solve(mbs, S.GeneralizedAlpha, 100)
    assert solution.ode1_coordinates[-1, 0] == pytest.approx(math.exp(-1.0), rel=1e-5)
    assert solution.ode1_coordinates[-1, 1] == pytest.approx(math.exp(-1.0), rel=1e-2)
    assert solution.statistics.rejected == 0


@pytest.mark.parametrize("wanted", ["_None", "EXUdense", "EigenSparse"])
@pytest.mark.parametrize("pendulum", [False, True])
def test_a_long_rod_of_heat(wanted, pendulum):
    """200 coordinates with a sparse matrix: the first eigenmode decays alone."""
    n = 200
    matrix = 400.0 * diags([np.ones(n - 1), np.full(n, -2.0), np.ones(n - 1)], [-1, 0, 1])
    mode = np.sin(np.pi * np.arange(1, n + 1) / (n + 1))
    rate = -1600.0 * math.sin(math.pi / (2 * (n + 1))) ** 2
    mbs = system()
    if pendulum:
        add_pendulum(mbs)
    nodes = [
        mbs.AddNode(NodeGenericODE1(initialCoordinates=part, numberOfODE1Coordinates=len(part)))
        for part in np.split(mode, [50, 51, 120])
    ]
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=nodes, systemMatrix=matrix))
    settings = exu.SimulationSettings()
    settings.linearSolverType = getattr(exu.LinearSolverType, wanted)
    settings.timeIntegration.numberOfSteps = 25
    settings.timeIntegration.endTime = 0.25
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    solution = mbs.SolveDynamic(settings)
    growth = ((1.0 + 0.005 * rate) / (1.0 - 0.005 * rate)) ** 25
    assert solution.ode1_coordinates[-1] == pytest.approx(growth * mode, rel=1e-9)
    assert solution.statistics.fallbacks == 0


@each_solver
def test_other_coordinates_do_not_notice(solver):
    """A pendulum moves the same with and without a system of first order beside it."""
    alone, together = system(), system()
    for mbs in (alone, together):
        add_pendulum(mbs)
    add_linear(together)
    limits = dict(absoluteTolerance=1e-10, relativeTolerance=1e-10)
    found = [solve(mbs, solver, 100, 0.2, **limits) for mbs in (alone, together)]
    error = np.abs(found[0].coordinates[-1] - found[1].coordinates[-1]).max()
    assert error < (1e-8 if solver in PAIRS else 1e-12)


def servo(mbs, t, itemNumber, q):
    """A pressure that follows the way of the mass; it reads the state of the system."""
    position = mbs.systemData.GetODE2Coordinates()[0]
    return [100.0 * position - 10.0 * q[0]]


def push(mbs, t, itemNumber, u, v, k, d, offset):
    """A spring whose force has a part from the pressure."""
    return k * u + d * v + mbs.systemData.GetODE1Coordinates()[0]


@pytest.mark.parametrize(
    "solver, steps, limit",
    [(S.GeneralizedAlpha, 1000, 5e-5), (S.RK44, 200, 1e-8), (S.VelocityVerlet, 1000, 5e-5)],
    ids=["GeneralizedAlpha", "RK44", "VelocityVerlet"],
)
def test_both_orders_coupled_by_user_functions(solver, steps, limit):
    mbs = system()
    node = mbs.AddNode(Node1D(initialCoordinates=[0.5]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=2.0))
    ground = mbs.AddNode(NodePointGround())
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=number, coordinate=0))
        for number in (ground, node)
    ]
    mbs.AddObject(
        CoordinateSpringDamper(
            markerNumbers=ends, stiffness=50.0, damping=1.0, springForceUserFunction=push
        )
    )
    pressure = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=1))
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[pressure], rhsUserFunction=servo))
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    solution = mbs.SolveDynamic(settings, solverType=solver)

    def rates(t, z):
        x, v, p = z
        return [v, -(50.0 * x + v + p) / 2.0, 100.0 * x - 10.0 * p]

    x, _, p = solve_ivp(rates, (0.0, 1.0), [0.5, 0.0, 0.0], rtol=1e-11, atol=1e-12).y[:, -1]
    assert solution.coordinates[-1, 0] == pytest.approx(x, abs=limit)
    assert solution.ode1_coordinates[-1, 0] == pytest.approx(p, abs=20.0 * limit)
