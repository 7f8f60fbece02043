"""SolveStatic against closed forms and independent computations."""

import warnings

import mpmath
import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import SolverError
from linkwork.items import CartesianSpringDamper, Force, MarkerBodyPosition

from .static_models import GRAVITY, Builder, cable, chain, hanging, net, static_settings

pytestmark = pytest.mark.processors

Variable = exu.OutputVariableType


@pytest.mark.parametrize(
    "place", [(0, -1, 0), (0.3, -0.9, 0), (1, 0, 0), (0, 0, 1), (0.6, 0.8, 0), (0, 1, 0)]
)
@pytest.mark.parametrize("steps", [1, 4])
def test_mass_on_a_rod_hangs_below(place, steps):
    length = float(np.linalg.norm(place))
    made = hanging(place, length)
    solution = made.solve(numberOfLoadSteps=steps)
    np.testing.assert_allclose(made.positions()[0], [0, -length, 0], atol=1e-12)
    np.testing.assert_allclose(solution.multipliers[-1], [2.0 * GRAVITY], rtol=1e-12)
    assert not solution.velocities.any() and not solution.accelerations.any()


def test_multipliers_follow_the_load_factor():
    solution = hanging((0, -1.5, 0), 1.5).solve(numberOfLoadSteps=4)
    np.testing.assert_allclose(
        solution.multipliers[:, 0], 2.0 * GRAVITY * np.arange(5) / 4, rtol=1e-12, atol=1e-12
    )
    np.testing.assert_allclose(solution.times, np.arange(5) / 4)


def test_rod_of_wrong_length_at_the_start_is_moved_to():
    made = hanging((0.5, -1, 0), 3.0)
    solution = made.solve()
    np.testing.assert_allclose(made.positions()[0], [0, -3, 0], atol=1e-11)
    np.testing.assert_allclose(solution.multipliers[-1], [2.0 * GRAVITY], rtol=1e-10)


# ------------------------------------------------------------------------------- chains


@pytest.mark.parametrize("direction", [(0, -1, 0), (1, 0, 0), (0.8, 0, 0.6), (0, 1, 0)])
def test_spring_chain_hangs_with_known_elongations(direction):
    count, stiffness, mass = 8, 5.0e3, 2.0
    places = np.outer(np.arange(1, count + 1), direction)
    made = chain(places, ((0, 0, 0), None), lambda b, i, j: b.spring(i, j, 1.0, stiffness), mass)
    made.solve()
    below = mass * GRAVITY * np.arange(count, 0, -1)  # weight that each spring carries
    expected = -np.cumsum(1.0 + below / stiffness)
    np.testing.assert_allclose(made.positions()[:, 1], expected, rtol=1e-10)
    np.testing.assert_allclose(made.positions()[:, [0, 2]], 0.0, atol=1e-8)


@pytest.mark.parametrize("direction", [(0, -1, 0), (1, 0, 0), (0, 1, 0)])
def test_chain_of_rods_hangs_down(direction):
    count = 12
    places = np.outer(np.arange(1, count + 1), direction)
    made = chain(places, ((0, 0, 0), None), lambda b, i, j: b.rod(i, j, 1.0))
    solution = made.solve()
    np.testing.assert_allclose(made.positions()[:, 1], -np.arange(1, count + 1), rtol=1e-10)
    expected = GRAVITY * np.arange(count, 0, -1)
    np.testing.assert_allclose(solution.multipliers[-1], expected, rtol=1e-9)


def test_cable_of_rods_is_the_independent_one():
    """From two straight halves; the links of the independent cable are almost rigid."""
    count, span = 19, 15.0
    expected, forces = cable(span, count, 1.0, 1e12, 1.0)
    s = np.arange(1, count + 1)
    depth = np.sqrt(10.0**2 - 7.5**2)
    x = s * 0.75
    y = -np.minimum(s, 20 - s) * depth / 10.0
    made = chain(
        np.column_stack([x, y, 0 * x]), ((0, 0, 0), (span, 0, 0)), lambda b, i, j: b.rod(i, j, 1.0)
    )
    solution = made.solve()
    np.testing.assert_allclose(made.positions()[:, :2], expected, atol=1e-8)
    np.testing.assert_allclose(solution.multipliers[-1][0], np.hypot(*forces), rtol=1e-8)


@pytest.mark.parametrize("span", [20.0, 18.0, 21.0])
def test_elastic_cable_is_the_independent_one(span):
    """Springs on a straight line: unstretched, slack by 2 m, stretched by 1 m."""
    count, stiffness = 19, 2.0e3
    expected, _ = cable(span, count, 1.0, stiffness, 1.0)
    x = np.arange(1, count + 1) * span / (count + 1)
    made = chain(
        np.column_stack([x, 0 * x, 0 * x]),
        ((0, 0, 0), (span, 0, 0)),
        lambda b, i, j: b.spring(i, j, 1.0, stiffness),
    )
    made.solve()
    np.testing.assert_allclose(made.positions()[:, :2], expected, atol=1e-8)


# ------------------------------------------------------------------------------- nets


@pytest.mark.parametrize("kind", ["rod", "spring"])
def test_net_on_one_edge_falls_from_the_plane(kind):
    count, pitch, mass, stiffness = 4, 0.25, 0.1, 400.0
    made = net(count, pitch, kind, lambda i, j: i == 0, mass, stiffness=stiffness)
    made.solve()
    places = made.positions().reshape(count, count + 1, 3)
    below = mass * GRAVITY * np.arange(count, 0, -1)
    lengths = pitch + (below / stiffness if kind == "spring" else 0.0 * below)
    expected = np.broadcast_to(-np.cumsum(lengths)[:, None], places.shape[:2])
    np.testing.assert_allclose(places[..., 2], expected, rtol=1e-9)
    np.testing.assert_allclose(places[..., 0], 0.0, atol=1e-7)


def test_flat_net_of_springs_sags_symmetrically_and_balances():
    """Without tension the net has no stiffness across its plane."""
    count, mass, stiffness = 8, 0.01, 1.0e3
    on_edge = lambda i, j: i in (0, count) or j in (0, count)  # noqa: E731
    made = net(count, 0.1, "spring", on_edge, mass, stiffness=stiffness)
    made.solve()
    depth = made.positions()[:, 2].reshape(count - 1, count - 1)
    np.testing.assert_allclose(depth, depth.T, atol=1e-10)
    np.testing.assert_allclose(depth, depth[::-1], atol=1e-10)
    assert depth[count // 2 - 1, count // 2 - 1] == depth.min() < -0.02
    full = np.zeros((count + 1, count + 1, 3))
    full[..., 0], full[..., 1] = np.meshgrid(*[0.1 * np.arange(count + 1)] * 2, indexing="ij")
    full[1:-1, 1:-1] = made.positions().reshape(count - 1, count - 1, 3)
    force = np.zeros_like(full)
    force[..., 2] = -mass * GRAVITY
    for axis in (0, 1):
        along = np.diff(full, axis=axis)
        length = np.linalg.norm(along, axis=-1, keepdims=True)
        pull = stiffness * (length - 0.1) * along / length
        first = [slice(None)] * 2
        second = [slice(None)] * 2
        first[axis], second[axis] = slice(None, -1), slice(1, None)
        force[tuple(first)] += pull
        force[tuple(second)] -= pull
    np.testing.assert_allclose(force[1:-1, 1:-1], 0.0, atol=1e-9)


# ------------------------------------------------------------------------------- bars


def test_prestressed_string_is_stiff_across():
    """Two springs with tension N0 and a force P across: 2 (N0 + k dl) sin = P, by mpmath."""
    half, stiffness, tension, load = 1.0, 200.0, 30.0, 12.0
    made = Builder()
    middle = made.mass((0, 0, 0), 1.0, (0, -load, 0))
    for side in (-half, half):
        made.spring(made.fixed((side, 0, 0)), middle, half - tension / stiffness, stiffness)
    made.solve(numberOfLoadSteps=3)

    def balance(depth):
        long = mpmath.sqrt(half**2 + depth**2)
        return 2 * (tension + stiffness * (long - half)) * depth / long - load

    expected = float(mpmath.findroot(balance, 0.2))
    np.testing.assert_allclose(made.positions()[0], [0, -expected, 0], atol=1e-12)


def shallow_bars(stiffness=1.0e4, half=1.0, height=0.2):
    """Two bars that meet at the top of a shallow roof."""
    made = Builder()
    top = made.mass((0, height, 0))
    for side in (-half, half):
        made.spring(made.fixed((side, 0, 0)), top, np.hypot(half, height), stiffness)
    hold = made.fixed((0, height, 0))
    made.mbs.AddObject(CartesianSpringDamper(markerNumbers=[hold, top], stiffness=[1e4, 0, 1e4]))
    return made, top


def roof_force(y, stiffness=1.0e4, half=1.0, height=0.2):
    """Force downwards that holds the top at height y."""
    return 2 * stiffness * (mpmath.sqrt(half**2 + height**2) / mpmath.sqrt(half**2 + y**2) - 1) * y


def test_shallow_roof_follows_its_branch_below_the_limit_point():
    made, top = shallow_bars()
    limit = max(float(roof_force(y)) for y in np.linspace(0.0, 0.2, 2001))
    made.mbs.AddLoad(Force(markerNumber=top, loadVector=[0, -0.95 * limit, 0]))
    solution = made.solve(numberOfLoadSteps=10)
    for time, row in zip(solution.times[1:], solution.coordinates[1:], strict=True):
        load = 0.95 * limit * time
        y = mpmath.findroot(lambda y, load=load: roof_force(y) - load, 0.2 - 0.03 * time)
        assert float(y) > 0.1
        np.testing.assert_allclose(row[1] + 0.2, float(y), rtol=1e-9)


def test_shallow_roof_snaps_to_the_stable_branch_beyond_the_limit_point():
    made, top = shallow_bars()
    limit = max(float(roof_force(y)) for y in np.linspace(0.0, 0.2, 2001))
    made.mbs.AddLoad(Force(markerNumber=top, loadVector=[0, -1.5 * limit, 0]))
    made.solve(numberOfLoadSteps=10)
    expected = float(mpmath.findroot(lambda y: roof_force(y) - 1.5 * limit, -0.25))
    np.testing.assert_allclose(made.positions()[0][1], expected, rtol=1e-9)


@pytest.mark.parametrize("share", [0.9, 1.1])
def test_compressed_column_stands_up_to_its_critical_load(share):
    """Two rods of length L, a spring c across at their joint: critical is c L / 2.

    Beyond it no bent shape carries the load either, and the column ends hanging.
    """
    length, stiffness = 1.0, 100.0
    load = share * stiffness * length / 2.0
    made = Builder()
    joint = made.mass((0, length, 0))
    top = made.mass((0, 2 * length, 0), 1.0, (0, -load, 0))
    made.rod(made.fixed((0, 0, 0)), joint, length)
    made.rod(joint, top, length)
    for place, marker, across in ((length, joint, stiffness), (2 * length, top, 1e6)):
        made.mbs.AddObject(
            CartesianSpringDamper(
                markerNumbers=[made.fixed((0, place, 0)), marker], stiffness=[across, 0, 1e6]
            )
        )
    solution = made.solve()
    side = 1.0 if share < 1.0 else -1.0
    expected = [[0, side * length, 0], [0, 2 * side * length, 0]]
    np.testing.assert_allclose(made.positions(), expected, atol=1e-9)
    np.testing.assert_allclose(solution.multipliers[-1], -side * load, rtol=1e-9)


def test_exact_unstable_equilibrium_is_left_and_a_stable_one_kept():
    made = hanging((0, 1, 0), 1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made.solve()
    np.testing.assert_allclose(made.positions()[0], [0, -1, 0], atol=1e-12)


def test_unstable_law_gives_its_only_equilibrium_with_a_warning():
    made = Builder()
    mass = made.mass((1, 0, 0), 1.0, (0, -1.0, 0))
    made.mbs.AddObject(
        CartesianSpringDamper(
            markerNumbers=[made.fixed((1, 0, 0)), mass], stiffness=[-100.0, -100.0, -100.0]
        )
    )
    with pytest.warns(UserWarning, match="unstable"):
        made.solve()
    np.testing.assert_allclose(made.positions()[0], [1, 0.01, 0], atol=1e-12)


# ------------------------------------------------------------------------------- what nothing holds


def test_free_mass_without_force_stays_with_a_warning():
    made = Builder()
    made.mass((1, 2, 3))
    with pytest.warns(UserWarning, match="nothing holds coordinate 0 of Point 'node0'"):
        solution = made.solve()
    assert solution and not solution.coordinates.any()


def test_free_mass_with_a_force_is_named():
    made = Builder()
    made.mass((1, 2, 3), 1.0, (0, 0, -4.5))
    with pytest.raises(SolverError, match="nothing holds coordinate 2 of .*force of -4.5") as told:
        made.solve()
    assert len(told.value.solution) == 1 and made.mbs.solution is told.value.solution


def test_one_free_direction_does_not_disturb_the_others():
    made = Builder()
    marker = made.mass((1, 0, 0), 1.0, (0, -9.81, 0))
    spring = CartesianSpringDamper(
        markerNumbers=[made.fixed((1, 0, 0)), marker], stiffness=[100, 100, 0]
    )
    made.mbs.AddObject(spring)
    with pytest.warns(UserWarning, match="nothing holds coordinate 2 of Point 'node0'"):
        solution = made.solve()
    np.testing.assert_allclose(solution.coordinates[-1], [0, -0.0981, 0], atol=1e-13)


def test_redundant_rods_share_their_force():
    made = hanging((0.5, -1, 0), np.hypot(0.5, 1))
    second = made.mbs.AddMarker(MarkerBodyPosition(bodyNumber=1))
    made.rod(made.fixed((0, 0, 0)), second, np.hypot(0.5, 1))
    with pytest.warns(UserWarning, match="the smallest ones that balance"):
        solution = made.solve()
    np.testing.assert_allclose(solution.multipliers[-1], [GRAVITY, GRAVITY], rtol=1e-6)


@pytest.mark.parametrize("unit", [1e-200, 1e-12, 1e12, 1e30])
def test_units_of_force_do_not_matter(unit):
    made = Builder()
    marker = made.mass((1, 0, 0), 1.0, (0, -5 * unit, 0))
    made.spring(made.fixed((0, 0, 0)), marker, 1.0, 250.0 * unit)
    made.solve()
    np.testing.assert_allclose(made.positions()[0], [0, -1.02, 0], atol=1e-9)


def test_load_across_taut_rods_has_no_equilibrium():
    """Their force would be infinite; a place that almost keeps the lengths is no answer."""
    made = Builder()
    middle = made.mass((1, 0, 0), 1.0, (0, -1, 0))
    for side in (0, 2):
        made.rod(made.fixed((side, 0, 0)), middle, 1.0)
    with pytest.raises(SolverError, match="DistanceConstraint.*cannot be satisfied"):
        made.solve(minimumStepSize=0.1)


def test_bodies_without_mass_are_fine():
    made = Builder()
    marker = made.mass((1, 0, 0), 0.0, (0, -5, 0))
    made.spring(made.fixed((0, 0, 0)), marker, 1.0, 250.0)
    made.solve()
    np.testing.assert_allclose(made.positions()[0], [0, -1.02, 0], atol=1e-12)


def test_equilibrium_is_the_start_of_a_dynamic_run():
    made = hanging((0.6, -0.8, 0), 1.0)
    made.mbs.SolveStatic(static_settings(), updateInitialValues=True)
    solution = made.mbs.SolveDynamic()
    np.testing.assert_allclose(solution.coordinates[:, 0], -0.6, atol=1e-12)
    np.testing.assert_allclose(solution.multipliers, 2.0 * GRAVITY, rtol=1e-9)
