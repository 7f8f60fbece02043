"""The planar spring-damper against its law, written independently in 50 digits."""

import itertools

import mpmath as mp
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import linkwork as exu
from tests.cases import looped

from . import planar_reference as reference
from .planar_bench import CURVE, REST, TYPES, Bench, close, fixed

NEAR_KINK = 1e-3
RELEASED = [
    (list(axes), release)
    for axes in itertools.product((False, True), repeat=3)
    for release in ("project", "mask")
    if any(axes[:2]) or release == "project"
]


@pytest.fixture(autouse=True)
def many_digits():
    with mp.workdps(reference.DIGITS):
        yield


def numbers(low, high, count):
    return st.lists(st.floats(low, high, allow_subnormal=False), min_size=count, max_size=count)


@st.composite
def curves(draw):
    steps = draw(st.lists(st.floats(0.05, 1.0), min_size=1, max_size=5))
    places = draw(st.floats(-2.0, 0.5)) + np.cumsum([0.0, *steps])
    return [[float(s), draw(st.floats(-5.0, 5.0))] for s in places]


@st.composite
def springs(draw, **fixed):
    """Parameters of any spring-damper."""
    made = dict(
        stiffness=draw(st.floats(0.1, 10.0)), damping=draw(st.floats(0.0, 3.0)),
        preload=draw(st.floats(-0.5, 0.5)), referenceLength=draw(st.floats(0.0, 3.0)),
        referenceVector=draw(numbers(-1.0, 1.0, 2)), referenceAngle=draw(st.floats(-1.0, 1.0)),
        springType=draw(st.sampled_from(TYPES)), noAdhesion=draw(st.booleans()),
        extrapolate=draw(st.sampled_from(["hold", "linear"])), curve=draw(curves()),
        coupling=draw(numbers(-0.5, 0.5, 2)),
        formulation=draw(st.sampled_from(["axial", "axial", "bushing"])),
        dampingDirection=draw(st.sampled_from(["isotropic", "axial"])),
    )  # fmt: skip
    made["releasedAxes"], made["release"] = draw(st.sampled_from(RELEASED))
    made.update(fixed)
    if made["formulation"] == "bushing":
        made.update(springType="Linear", preload=0.0, noAdhesion=False)
    return made


states = st.tuples(numbers(-2.0, 2.0, 6), numbers(-2.0, 2.0, 6))
arms = st.tuples(numbers(-1.0, 1.0, 2), numbers(-1.0, 1.0, 2))
relaxed = settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)


def distance_to_kink(o, found):
    """How far a state is from where the law changes [m or N]."""
    near = [found.d]
    if o.formulation == "bushing":
        return min(*near, found.size)
    if o.springType in ("Tensile", "Compressive"):
        near.append(abs(found.s))
    if o.springType == "Tabular":
        near += [abs(found.s - mp.mpf(s)) for s, _ in o.curve]
    if o.noAdhesion:
        near += [abs(found.N), abs(found.F)]
    if any(o.coupling):
        near.append(abs(found.F))
    return min(near)


def is_smooth(o, z, z_t):
    found = reference.acting(o, reference.exact(z), reference.exact(z_t))
    gone = all(o.releasedAxes[:2]) and o.release == "project"
    return gone or distance_to_kink(o, found) > NEAR_KINK


def expected_force(o, z, z_t, locals_):
    z, z_t = reference.exact(z), reference.exact(z_t)
    return np.array([float(x) for x in reference.law(o, z, z_t, reference.arms_at(z, locals_))])


# ------------------------------------------------------------------------------- the law


@relaxed
@given(springs(), states, arms)
def test_forces_and_torques_follow_the_law(given_, state, locals_):
    o = reference.spring(**given_)
    assume(is_smooth(o, *state))
    bench = Bench(locals_, **given_).place(*state)
    assert close(bench.force(), expected_force(o, *state, locals_))


@relaxed
@given(springs(), states, arms)
def test_outputs_follow_the_law(given_, state, locals_):
    o = reference.spring(**given_)
    assume(is_smooth(o, *state))
    bench = Bench(locals_, **given_).place(*state)
    z, z_t = map(reference.exact, state)
    found = reference.acting(o, z, z_t)
    wanted = [float(x) for x in reference.at_nodes(o, z, z_t, reference.arms_at(z, locals_))]
    assert close(bench.output("ForceLocal"), wanted)
    assert close(bench.output("Force"), [*wanted[:2], 0.0])
    assert close(bench.output("Torque"), wanted[2:])
    assert close(bench.output("Distance"), float(found.d))
    assert close(bench.output("Velocity"), float(found.rate))
    if o.formulation == "axial":
        assert close(bench.output("Displacement"), float(found.s))
    else:
        assert close(o.stiffness * bench.output("Displacement"), float(found.size))


CHOICES = [
    dict(
        springType=kind,
        noAdhesion=sticks_not,
        dampingDirection=direction,
        releasedAxes=axes,
        release=release,
        extrapolate=ends,
    )
    for kind in TYPES
    for sticks_not in (False, True)
    for direction in ("isotropic", "axial")
    for axes, release in RELEASED
    for ends in (("hold", "linear") if kind == "Tabular" else ("hold",))
] + [
    dict(
        formulation="bushing",
        preload=0.0,
        dampingDirection=direction,
        releasedAxes=axes,
        release=release,
    )
    for direction in ("isotropic", "axial")
    for axes, release in RELEASED
]


def smooth_states(o, rng, count):
    """States away from kinks, of all stretches and rates."""
    while count:
        z, z_t = rng.uniform(-1.6, 1.6, 6), rng.uniform(-1.6, 1.6, 6)
        if is_smooth(o, z, z_t):
            count -= 1
            yield z, z_t


def test_blocks_are_the_exact_derivatives_in_every_branch():
    rng, seen = np.random.default_rng(5), set()
    locals_ = [[0.4, -0.3], [-0.2, 0.5]]
    for choice in CHOICES:
        o = reference.spring(**fixed(**choice))
        bench = Bench(locals_, **fixed(**choice))
        for z, z_t in smooth_states(o, rng, 3):
            bench.place(z, z_t)
            assert close(bench.force(), expected_force(o, z, z_t, locals_))
            wanted = reference.derivatives(o, *map(reference.exact, (z, z_t)), locals_)
            for found, block in zip(bench.blocks(), wanted, strict=True):
                assert close(found, block, 1e-11), (choice, z, z_t)
            seen.add(branch_seen(o, z, z_t))
    wanted = {("Linear", False, a, 0) for a in (True,)}
    wanted |= {(kind, False, acts, 0) for kind in ("Tensile", "Compressive") for acts in (0, 1)}
    wanted |= {("Tabular", False, 1, piece) for piece in range(len(CURVE) + 1)}
    wanted |= {(kind, True, acts, 0) for kind in TYPES[:3] for acts in (0, 1)}
    wanted |= {("Tabular", True, 1, piece) for piece in (0, 1, 4, 5)}
    assert wanted <= seen, wanted - seen


def branch_seen(o, z, z_t):
    found = reference.acting(o, *map(reference.exact, (z, z_t)))
    piece = sum(found.s > s for s, _ in CURVE) if o.springType == "Tabular" else 0
    return o.springType, o.noAdhesion, int(found.acts), piece


@pytest.mark.parametrize("d", [0.0, 1e-200])
def test_points_that_coincide_have_no_spring_force_and_no_axial_damping(d):
    z, z_t = [d, 0, 0.3, 0, 0, 0], [1.0, 2.0, 0.5, 0, 0, 0]
    for kind in TYPES[:2]:
        given_ = fixed(springType=kind, preload=1.5)
        drag = 0.7 * np.array([1.0, 2.0])
        bench = Bench(**given_).place(z, z_t)
        assert close(bench.force(), [*-drag, 0, *drag, 0])
        assert not np.any(bench.blocks()[0])
        assert np.allclose(bench.blocks()[1][3:5, 0:2], 0.7 * np.eye(2))
        bench = Bench(**given_, dampingDirection="axial").place(z, z_t)
        assert not np.any(bench.force()) and not np.any(bench.blocks())
        bench = Bench(**given_, noAdhesion=True).place(z, z_t)
        assert not np.any(bench.force()) and not np.any(bench.blocks())


def test_a_spring_without_free_length_is_smooth_where_the_points_coincide():
    bench = Bench(stiffness=3.0, damping=0.5, referenceLength=0.2, preload=0.2)
    bench.place(REST, REST)
    K = bench.blocks()[0]
    h = 1e-6
    for axis in range(2):
        z = np.eye(6)[axis] * h
        assert close(bench.place(z, REST).force() / h, K[:, axis])
    assert K[3, 0] == K[4, 1] == 3.0


def test_tables_are_continuous_and_pass_through_their_points():
    bench = Bench(referenceLength=2.0, springType="Tabular", curve=CURVE)
    for s, F in CURVE:
        for side in (-1e-9, 0.0, 1e-9):
            bench.place([2.0 + s + side, 0, 0, 0, 0, 0], REST)
            assert bench.force()[3] == pytest.approx(F, abs=1e-7)
    for s, F in ((-1.9, -3.0), (3.0, 2.5)):
        assert bench.place([2.0 + s, 0, 0, 0, 0, 0], REST).force()[3] == F


def test_ends_of_a_table_go_on_straight_if_wanted():
    bench = Bench(referenceLength=2.0, springType="Tabular", curve=CURVE, extrapolate="linear")
    for s, F in ((-1.4, -3.0 - 0.6 * 2.5 / 0.6), (1.9, 2.5 + 0.8 * 0.5 / 0.8)):
        assert bench.place([2.0 + s, 0, 0, 0, 0, 0], REST).force()[3] == pytest.approx(F, rel=1e-13)


def test_preload_is_tension_and_counted_once():
    bench = Bench(stiffness=100.0, referenceLength=2.0, preload=0.1).place([2, 0, 0, 0, 0, 0], REST)
    assert close(bench.force(), [-10.0, 0, 0, 10.0, 0, 0])
    bench.place([1.9, 0, 0, 0, 0, 0], REST)
    assert close(bench.force(), np.zeros(6))


def test_without_adhesion_a_leaving_damper_lets_go_of_everything():
    given_ = dict(stiffness=10.0, damping=4.0, referenceLength=1.0, coupling=[0.5, 0.1])
    z, away = [0.9, 0, 0.2, 0, 0, 0], [1.0, 3.0, 0.0, 0, 0, 0]
    sticky = Bench(springType="Compressive", **given_).place(z, away)
    assert close(sticky.force()[3:], [-1.0 + 4.0, 12.0, 0.1])
    free = Bench(springType="Compressive", noAdhesion=True, **given_).place(z, away)
    assert not np.any(free.force())
    slow = Bench(springType="Compressive", noAdhesion=True, **given_)
    slow.place(z, [0.1, 3.0, 0.0, 0, 0, 0])
    assert close(slow.force()[3:], [-1.0 + 0.4, 12.0, 0.1])


def test_an_inactive_one_does_nothing():
    bench = Bench(**fixed(activeConnector=False)).place([1, 2, 3, 4, 5, 6], [1, 0, 0, 0, 0, 1])
    assert not np.any(bench.force()) and not np.any(bench.blocks()) and bench.energy() == 0.0
    assert not np.any(bench.output("ForceLocal"))


# ------------------------------------------------------------------------------- invariants


@relaxed
@given(springs(), states, arms)
def test_forces_and_couplings_add_up_to_zero(given_, state, locals_):
    F = Bench(locals_, **given_).place(*state).force()
    assert F[0] == -F[3] and F[1] == -F[4]
    if not given_["releasedAxes"][2]:
        assert F[2] == -F[5]


@relaxed
@given(
    springs(formulation="axial", dampingDirection="axial", releasedAxes=[False] * 3),
    states,
    arms,
)
def test_moment_about_the_origin_is_zero(given_, state, locals_):
    z = state[0]
    F = Bench(locals_, **given_).place(*state).force()
    total = z[0] * F[1] - z[1] * F[0] + z[3] * F[4] - z[4] * F[3] + F[2] + F[5]
    assert abs(total) <= 1e-13 * max(1.0, np.abs(F).max())


@relaxed
@given(springs(), states, arms)
def test_parent_and_child_can_be_exchanged(given_, state, locals_):
    z, z_t = map(np.array, state)
    F = Bench(locals_, **given_).place(z, z_t).force()
    given_["referenceAngle"] *= -1.0
    given_["referenceVector"] = [-x for x in given_["referenceVector"]]
    swapped = Bench(locals_[::-1], **given_).place(np.roll(z, 3), np.roll(z_t, 3)).force()
    assert close(np.roll(swapped, 3), F, 1e-14)


CONSERVATIVE = dict(damping=0.0, coupling=[0.0, 0.0], release="project", noAdhesion=False)


@relaxed
@given(springs(**CONSERVATIVE), states)
def test_energy_is_the_integral_of_the_force(given_, state):
    o = reference.spring(**given_)
    bench = Bench(**given_).place(*state)
    z = reference.exact(state[0])
    assert close(bench.energy(), float(reference.energy(o, z)), 1e-12)
    assume(is_smooth(o, *state))
    # differences in 50 digits of the energy
    for k in (0, 1, 3, 4):
        sides = []
        for side in (reference.STEP, -reference.STEP):
            moved = list(z)
            moved[k] += side
            sides.append(reference.energy(o, moved))
        slope = float((sides[0] - sides[1]) / (2 * reference.STEP))
        assert close(bench.force()[k], -slope, 1e-11)


@pytest.mark.parametrize("extrapolate", ["hold", "linear"])
def test_energy_of_a_table_in_every_segment(extrapolate):
    given_ = dict(springType="Tabular", curve=CURVE, referenceLength=2.0, extrapolate=extrapolate)
    o, bench = reference.spring(**given_), Bench(**given_)
    for s in np.linspace(-1.9, 2.3, 43):
        z = [2.0 + s, 0, 0, 0, 0, 0]
        wanted = float(reference.energy(o, reference.exact(z)))
        assert bench.place(z, REST).energy() == pytest.approx(wanted, abs=1e-13)


@relaxed
@given(
    springs(release="project", coupling=[0.0, 0.3]),
    states,
)
def test_damper_and_rotational_damping_never_feed_energy(given_, state):
    still = Bench(**given_ | dict(coupling=[0.0, 0.0], damping=0.0, noAdhesion=False))
    moving = Bench(**given_)
    moving.place(*state)
    z, z_t = map(np.array, state)
    branch = reference.acting(reference.spring(**given_), *map(reference.exact, state))
    assume(branch.acts)
    power = (moving.force() - still.place(z, REST).force()) @ z_t
    if not given_["releasedAxes"][2]:
        assert power <= 1e-12


# ------------------------------------------------------------------------------- refusals


@looped(
    "given_, text",
    [
        (dict(springType="linear"), "springType spring must be one of 'Linear', 'Tensile'"),
        (dict(springType="Tabular"), "springType 'Tabular' needs a curve"),
        (dict(curve=[[0.0, 1.0]]), "curve must be n x 2"),
        (dict(curve=[[0.0, 1.0], [0.0, 2.0]]), "strictly increases"),
        (dict(curve=[[1.0, 1.0], [0.0, 2.0]]), "strictly increases"),
        (dict(curve=[[0.0, 1.0, 2.0], [1.0, 2.0, 3.0]]), "curve must be n x 2"),
        (dict(curve=[[0.0, 1.0], [np.nan, 2.0]]), "curve must be n x 2"),
        (dict(formulation="bushing", preload=0.1), "needs preload 0.0, got 0.1"),
        (dict(formulation="bushing", springType="Tensile"), "needs springType 'Linear'"),
        (dict(formulation="bushing", noAdhesion=True), "needs noAdhesion False, got True"),
        (dict(releasedAxes=[True, False]), "releasedAxes released must be 3 times True or False"),
        (dict(releasedAxes=[True, False, 2]), "releasedAxes released must be 3 times"),
        (dict(stiffness=-1.0), "stiffness k must be >= 0 N/m, got -1"),
        (dict(release="drop"), ": release must be one of 'project', 'mask', got 'drop'"),
    ],
)
def test_bad_input_is_refused_with_reason(given_, text):
    with pytest.raises(exu.ParameterError) as caught:
        Bench(**given_)
    assert text in str(caught.value)
    assert "PlanarSpringDamper" in str(caught.value)
