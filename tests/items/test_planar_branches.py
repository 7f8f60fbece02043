"""Modes of the planar spring-damper: boundaries, what lies behind them, laws held beyond them."""

import itertools

import numpy as np
import pytest

from .planar_bench import CURVE, REST, TYPES, Bench, close, fixed

DEAD_BAND = [[-0.6, -1.0], [-0.2, 0.0], [0.3, 0.0], [0.7, 2.0], [0.9, -0.5]]
PIECEWISE = [
    (kind, noAdhesion, curve)
    for kind in TYPES
    for noAdhesion in (False, True)
    for curve in ((CURVE, DEAD_BAND) if kind == "Tabular" else (CURVE,))
    if noAdhesion or kind != "Linear"
]


def along(path, time):
    """State on a path with constant accelerations."""
    z, z_t, z_tt = path
    return z + time * z_t + time**2 / 2 * z_tt, z_t + time * z_tt


def crossing(bench, path, before, after):
    """(time just behind the first boundary that is crossed, its number), by bisection."""
    for _ in range(60):
        middle = (before + after) / 2
        if bench.place(*along(path, middle)).distances().min() < 0.0:
            after = middle
        else:
            before = middle
    return after, int(np.argmin(bench.place(*along(path, after)).distances()))


@pytest.mark.parametrize("kind, noAdhesion, curve", PIECEWISE)
def test_branches_followed_over_their_boundaries_are_those_of_the_state(kind, noAdhesion, curve):
    rng, crossed, branches = np.random.default_rng(2), set(), set()
    given_ = fixed(springType=kind, noAdhesion=noAdhesion, curve=curve, extrapolate="linear")
    bench, free = Bench(**given_), Bench(**given_)
    for _ in range(12):
        path = rng.uniform([[-1.6]] * 3, [[1.6]] * 3, (3, 6))
        bench.frozen = 0
        bench.place(*along(path, 0.0)).force()
        bench.frozen, now = 1, 0.0
        for time in np.linspace(0.04, 2.0, 50):
            while bench.place(*along(path, time)).distances().min() < 0.0:
                now, boundary = crossing(bench, path, now, time)
                crossed.add(boundary)
                bench.cross(boundary)
                free.place(*along(path, now + 1e-9)).force()
                assert bench.branches[0] == free.branches[0]
            free.place(*along(path, time))
            assert close(bench.place(*along(path, time)).force(), free.force(), 1e-13)
            if not (noAdhesion and kind == "Tabular"):  # at F = 0 branches may differ, not forces
                assert bench.branches[0] == free.branches[0]
            branches.add(int(free.branches[0]))
            now = time
    wanted = {"Tabular": {0, 1}, "Linear": {3}}.get(kind, {0}) | ({2} if noAdhesion else set())
    assert wanted <= crossed
    assert len(branches) >= {"Tabular": 5, "Linear": 4}.get(kind, 3 if noAdhesion else 2)


def test_leaving_a_dead_band_the_damper_acts_with_the_spring():
    """Without adhesion, and from where there is no force at all; both ways."""
    given_ = dict(springType="Tabular", curve=DEAD_BAND, damping=0.5, noAdhesion=True)
    for end, boundary, rate, branch in ((-0.2, 0, -2.0, 4), (0.3, 1, 2.0, 12 + 2)):
        bench = Bench(**given_, referenceLength=2.0)
        z_t = [rate, 0, 0, 0, 0, 0]
        assert bench.place([2.05, 0, 0, 0, 0, 0], z_t).force()[3] == 0.0
        assert bench.branches[0] == 8 + 1
        bench.frozen = 1
        bench.cross(boundary).place([2.0 + end, 0, 0, 0, 0, 0], z_t)
        assert bench.branches[0] == branch
        assert bench.force()[3] == pytest.approx(0.5 * rate)


def test_a_force_that_vanishes_at_the_end_of_a_segment_has_one_boundary_there():
    given_ = dict(springType="Tabular", curve=DEAD_BAND, damping=0.5, noAdhesion=True)
    bench = Bench(**given_, referenceLength=2.0)
    for s, turns in ((-0.4, False), (0.1, False), (0.5, False), (0.8, True)):
        bench.place([2.0 + s, 0, 0, 0, 0, 0], [1.0, 0, 0, 0, 0, 0]).force()
        assert np.isfinite(bench.distances()).tolist() == [True, True, s != 0.1, turns]


@pytest.mark.parametrize("kind, noAdhesion, curve", PIECEWISE)
def test_a_frozen_law_goes_on_smoothly(kind, noAdhesion, curve):
    """Its blocks are derivatives of its forces, far outside of the branch's own states."""
    rng = np.random.default_rng(3)
    given_ = fixed(springType=kind, noAdhesion=noAdhesion, curve=curve, coupling=[0.0, 0.2])
    bench = Bench([[0.4, -0.3], [-0.2, 0.5]], **given_)
    for _ in range(6):
        bench.frozen = 0
        bench.place(rng.uniform(-1.6, 1.6, 6), rng.uniform(-1.6, 1.6, 6)).force()
        bench.frozen, branch = 1, bench.branches[0]
        state = rng.uniform(-1.6, 1.6, (2, 6))
        blocks = bench.place(*state).blocks()
        for which, k in itertools.product(range(2), range(6)):
            step = np.zeros((2, 6))
            step[which, k] = 1e-5
            change = bench.place(*(state + step)).force() - bench.place(*(state - step)).force()
            assert close(change / 2e-5, blocks[which][:, k], 1e-8)
        assert bench.branches[0] == branch


def test_a_frozen_gate_stays_open_or_closed():
    given_ = dict(stiffness=3.0, damping=0.5, referenceLength=1.0)
    tensile, linear = Bench(springType="Tensile", **given_), Bench(**given_)
    short, long = [0.6, 0.2, 0, 0, 0, 0], [1.6, 0.2, 0, 0, 0, 0]
    z_t = [0.3, -0.4, 0, 0, 0, 0]
    tensile.place(long, z_t).force()
    tensile.frozen = 1
    assert np.array_equal(tensile.place(short, z_t).force(), linear.place(short, z_t).force())
    d = np.hypot(0.6, 0.2)
    assert tensile.distances()[0] == pytest.approx((d - 1.0) / (d + 1.0 + 0.6 + 0.2))
    tensile.cross(0)
    assert not np.any(tensile.place(long, z_t).force())
    assert tensile.distances()[0] < 0.0


def test_on_a_boundary_the_velocity_decides():
    z, inwards, outwards = [1.0, 0, 0, 0, 0, 0], [-2.0, 0, 0, 0, 0, 0], [2.0, 0, 0, 0, 0, 0]
    given_ = dict(stiffness=3.0, damping=0.5, referenceLength=1.0, curve=[[-1, -1], [0, 0], [1, 4]])
    for kind, direction in (("Tensile", outwards), ("Compressive", inwards)):
        bench = Bench(springType=kind, **given_)
        for z_t in (inwards, outwards):
            drag = 0.5 * z_t[0] if z_t is direction else 0.0
            assert close(bench.place(z, z_t).force(), [-drag, 0, 0, drag, 0, 0])
        assert not np.any(bench.place(z, REST).force())
    bench = Bench(springType="Tabular", **given_)
    for z_t, branch, slope in ((inwards, 4, 1.0), (REST, 8, 4.0), (outwards, 8, 4.0)):
        bench.place(z, z_t).force()
        assert bench.branches[0] == branch
        assert bench.blocks()[0][3, 0] == pytest.approx(slope)


@pytest.mark.parametrize("d", [1.0, 1.0 + 2e-15, 1.0 - 2e-15])
def test_where_the_spring_force_vanishes_its_sign_follows_the_velocity(d):
    """Positions are known up to rounding; the damper acts with the force that comes."""
    curve = [[-1.0, 2.0], [1.0, -2.0]]
    given_ = dict(stiffness=3.0, damping=0.5, referenceLength=1.0, noAdhesion=True, curve=curve)
    for rate in (-2.0, 2.0):
        state = [d, 0, 0, 0, 0, 0], [rate, 0, 0, 0, 0, 0]
        assert Bench(**given_).place(*state).force()[3] == pytest.approx(0.5 * rate)
        falling = Bench(springType="Tabular", **given_).place(*state)
        assert falling.force()[3] == 0.0 and falling.branches[0] == 4 + (3 if rate < 0.0 else 1)


def test_distances_to_boundaries_have_no_dimension():
    small = fixed(springType="Tabular", noAdhesion=True, preload=0.0)
    lengths, forces = 1e6, 1e-3
    large = small | dict(
        referenceLength=1.2 * lengths, curve=np.array(CURVE) * [lengths, forces],
        damping=0.7 * forces / lengths,
    )  # fmt: skip
    rng = np.random.default_rng(8)
    for _ in range(10):
        z, z_t = rng.uniform(-1.6, 1.6, (2, 6))
        found = []
        for values, scale in ((small, 1.0), (large, lengths)):
            bench = Bench(**values).place(z * scale, z_t * scale)
            bench.force()
            found.append(bench.distances())
        assert np.abs(found[0][np.isfinite(found[0])]).max() <= 1.0
        assert np.allclose(*found, rtol=1e-9, atol=1e-12)


def test_laws_in_one_piece_have_no_boundaries():
    for given_, smooth in (
        (fixed(), True),
        (fixed(formulation="bushing", preload=0.0), True),
        (fixed(noAdhesion=True, damping=0.0), True),
        (fixed(noAdhesion=True), False),
        (fixed(springType="Tensile"), False),
        (fixed(springType="Tabular"), False),
        (fixed(springType="Tabular", activeConnector=False), True),
    ):
        bench = Bench(**given_).place([1, 0.5, 0, 0, 0, 0], [1, 0.5, 0, 0, 0, 0])
        bench.branches[0] = 0
        bench.force()
        assert np.isinf(bench.distances()).all() == smooth
        if bench.item.activeConnector:
            assert bench.table.kind.has_events(bench.table) != smooth
