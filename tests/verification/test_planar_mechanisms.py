"""Planar mechanisms against an integration in other coordinates (`mechanisms.py`): motion, joint
forces and orders of all solvers; sliders in all ways; energy and momentum of random mechanisms."""

import functools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as exu
from linkwork.items import (
    CoordinateConstraint,
    LoadMassProportional,
    MarkerBodyMass,
    MarkerBodyPosition,
    MarkerNodeCoordinate,
    MarkerNodePosition,
    Mass1D,
    MassPoint2D,
    Node1D,
    NodePoint2D,
    RevoluteJoint2D,
)

from .mechanisms import (
    GRAVITY,
    GROUND,
    ROD_END,
    TILT,
    Bar,
    Joint,
    Mechanism,
    attached,
    bare,
    block,
    build,
    double_pendulum,
    energy,
    momentum,
    pendulum,
    reference,
    slider_crank,
    tip,
    turn,
)

pytestmark = pytest.mark.processors

END = 0.5
SWINGING = {"pendulum": pendulum(), "double pendulum": double_pendulum()}
CRANKS = {
    "block, ground": slider_crank(block("block-ground")),
    "ground, block": slider_crank(block("ground-block")),
    "end of the rod": slider_crank(bare),
}
MODELS = SWINGING | CRANKS


@functools.cache
def found_motion(name):
    """Independent solution of a model, integrated when a test first asks for it."""
    return reference(MODELS[name], END)


SOLVERS = [
    pytest.param("GeneralizedAlpha", {}, 2, 400, id="index3"),
    pytest.param("GeneralizedAlpha", {"index2": True}, 2, 400, id="index2"),
    pytest.param("GeneralizedAlpha", {"rho": 0.5, "modified": True}, 2, 400, id="modified"),
    pytest.param("TrapezoidalIndex2", {}, 2, 400, id="trapezoidal"),
    pytest.param("VelocityVerlet", {}, 2, 400, id="rattle"),
    pytest.param("RK44", {}, 4, 200, id="rk44"),
]


def errors(made, found):
    """Largest errors of positions, velocities, accelerations and multipliers."""
    kept = *made.state(), made.multipliers()
    return np.array([np.abs(a - b).max() for a, b in zip(kept, found, strict=True)])


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(("solver", "options", "order", "steps"), SOLVERS)
def test_motion_and_joint_forces_converge_with_the_order_of_the_solver(
    name, solver, options, order, steps
):
    made, seen = build(MODELS[name]), []
    for count in (steps, 2 * steps):
        made.solve(count, END, solver, **options)
        seen.append(errors(made, found_motion(name)))
    assert np.all(seen[1] < [1e-4, 1e-3, 2e-2, 2e-2])
    assert np.log2(seen[0] / seen[1]) == pytest.approx(order, abs=0.3)


@pytest.mark.parametrize("name", MODELS)
def test_embedded_pairs_meet_their_tolerance(name):
    made = build(MODELS[name])
    made.solve(5, END, "DOPRI5", tolerance=1e-11)
    assert np.all(errors(made, found_motion(name)) < [1e-9, 1e-8, 1e-7, 1e-6])


def test_a_pendulum_follows_its_closed_form_to_the_turning_point():
    """Released at rest, it comes to rest at the mirrored angle after half a period.

    With J about the pin and the center of mass at distance l, T = 4 K(sin(a/2)) sqrt(J/(m g l)).
    """
    from scipy.special import ellipk

    m, J, com, amplitude = 2.0, 0.3, np.array([0.6, -0.2]), 1.1
    length, lean = np.hypot(*com), np.arctan2(com[1], com[0])
    half = 2 * ellipk(np.sin(amplitude / 2) ** 2)
    half *= np.sqrt((J + m * length**2) / (m * GRAVITY * length))
    bar = Bar(m, J, tuple(com), pose=(0, 0, amplitude - np.pi / 2 - lean))
    made = build(Mechanism([bar], [Joint(GROUND, (0, 0), 0, (0, 0))]))
    made.solve(1, half, "DOPRI5", tolerance=1e-11)
    q, v, _ = made.state()
    assert q[2] == pytest.approx(-amplitude - np.pi / 2 - lean, abs=1e-9)
    assert v[2] == pytest.approx(0.0, abs=1e-8)
    weight = m * GRAVITY
    along, across = weight * np.cos(amplitude), weight * np.sin(amplitude)
    across *= J / (J + m * length**2)
    upward = along * np.cos(amplitude) + across * np.sin(amplitude)
    sideways = along * np.sin(amplitude) - across * np.cos(amplitude)
    assert made.multipliers() == pytest.approx([-sideways, -upward], abs=1e-7)


PEER = {
    "block, ground": [20.42534757, -31.77538247, 10.20198, -8.3741057, -1.10199744, 6.77421456,
                      12.53927774, 0.17717284],
    "ground, block": [20.42534714, -31.77538034, 10.20197657, -8.37410683, -1.10199832, 6.77421291,
                      -12.53927622, 10.62681905],
    "end of the rod": [25.47612802, -39.49648588, 11.94297721, -11.43605144, 7.88296242],
}  # fmt: skip
"""Multipliers that Exudyn 1.13.6 gives for the same items: GeneralizedAlpha with spectral radius
0.9, index 3, h = 1e-4 s, after 0.5 s. Without constrainRotation it has one more, which is 0."""


@pytest.mark.parametrize("name", CRANKS)
def test_joint_forces_have_the_signs_of_the_peer(name):
    made = build(CRANKS[name])
    made.solve(5000, END)
    assert made.multipliers() == pytest.approx(PEER[name], abs=1e-5)


def point_slider(made, where, speed, m):
    """A MassPoint2D on a PrismaticJoint2D that lets it turn, as it cannot."""
    node = made.mbs.AddNode(NodePoint2D(referenceCoordinates=where, initialVelocities=speed))
    body = made.mbs.AddObject(MassPoint2D(physicsMass=m, nodeNumber=node))
    marker = made.mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    coordinates = [
        made.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k)) for k in (0, 1)
    ]
    # sin(TILT) x - cos(TILT) y = 0 of displacements: along the line
    made.mbs.AddObject(
        CoordinateConstraint(markerNumbers=coordinates, factorValue1=1 / np.tan(TILT))
    )
    return body, marker


def axis_slider(made, where, speed, m):
    """A Mass1D on the tilted axis."""
    along = turn(TILT, (1.0, 0.0))
    node = made.mbs.AddNode(
        Node1D(referenceCoordinates=[where @ along], initialVelocities=[speed @ along])
    )
    c, s = np.cos(TILT), np.sin(TILT)
    body = made.mbs.AddObject(
        Mass1D(physicsMass=m, nodeNumber=node, referenceRotation=[[c, -s, 0], [s, c, 0], [0, 0, 1]])
    )
    return body, made.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))


@pytest.mark.parametrize("slider", [point_slider, axis_slider])
@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "DOPRI5"])
def test_points_and_masses_on_an_axis_are_sliders_too(slider, solver):
    """The same as a slider with mass whose pin is in its center of mass."""
    mass, ends = 0.6, {}

    def heavy(where, speed):
        ends["where"], ends["speed"] = np.asarray(where), np.asarray(speed)
        bars, joints = block("block-ground", (0.0, 0.0))(where, speed)
        bars[0].com = (0.0, 0.0)
        return bars, joints

    whole = slider_crank(heavy)
    found = reference(whole, END)
    made = build(Mechanism(whole.bars[:2], whole.joints[:2]), assemble=False)
    body, marker = slider(made, **ends, m=mass)
    weight = made.mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    made.mbs.AddLoad(LoadMassProportional(markerNumber=weight, loadVector=[0, -GRAVITY, 0]))
    rod = made.marker(1, ROD_END)
    made.mbs.AddObject(RevoluteJoint2D(markerNumbers=[rod, marker]))
    made.mbs.Assemble()
    made.solve(1000, END, solver, **({"tolerance": 1e-11} if solver == "DOPRI5" else {}))
    limit = 1e-8 if solver == "DOPRI5" else 1e-4
    q, v, _ = made.state()
    assert q == pytest.approx(found[0][:6], abs=limit)
    assert v == pytest.approx(found[1][:6], abs=20 * limit)
    pins = np.concatenate([made.multipliers()[:4], made.multipliers()[-2:]])
    assert pins == pytest.approx(found[3][:6], abs=300 * limit)


def chain(seed, count, closed):
    """Random bars, each pinned to one before it or free; a loop if closed."""
    random = np.random.default_rng(seed)
    bars, joints = [], []
    for k in range(count):
        m, J = random.uniform(0.5, 2.0), random.uniform(0.02, 0.2)
        com, at, there = random.uniform(-0.3, 0.3, (3, 2))
        phi, omega = random.uniform(-3, 3), random.uniform(-2, 2)
        if k == 0:
            bars.append(Bar(m, J, tuple(com), (0.2, -0.1, phi), (0.3, 0.4, omega)))
            continue
        parent = k - 1 if closed else int(random.integers(k))
        where, speed = tip(bars[parent], there)
        omega = bars[parent].velocity[2] if closed else omega
        bars.append(attached(m, J, tuple(com), tuple(at), where, phi, omega, speed))
        joints.append(Joint(parent, tuple(there), k, tuple(at)))
    if closed:  # all turn alike, so every point of the last is at rest in the frame of the first
        ends = random.uniform(-0.3, 0.3, 2)
        where = tip(bars[-1], ends)[0]
        first = turn(-bars[0].pose[2], where - np.array(bars[0].pose[:2]))
        joints.append(Joint(count - 1, tuple(ends), 0, tuple(first)))
    return Mechanism(bars, joints, gravity=0.0)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.integers(2, 5), st.booleans())
def test_energy_and_momentum_of_free_mechanisms_are_kept(seed, count, closed):
    mechanism = chain(seed, count + 2 * closed, closed)
    made = build(mechanism)
    q, v, _ = made.state()
    kept = np.array([*momentum(mechanism, q, v), energy(mechanism, q, v)])
    made.solve(10, 0.5, "DOPRI5", tolerance=1e-11)
    q, v, _ = made.state()
    seen = np.array([*momentum(mechanism, q, v), energy(mechanism, q, v)])
    assert seen == pytest.approx(kept, abs=2e-8)
    made.solve(100, 0.5)
    for joint in made.joints:
        gap = made.mbs.GetObjectOutput(joint, exu.OutputVariableType.ConstraintEquation)
        assert np.abs(gap).max() < 1e-11


@pytest.mark.parametrize("seed", range(4))
def test_random_loops_follow_the_reference(seed):
    mechanism = chain(seed, 4, True)
    found = reference(mechanism, 0.4)
    made = build(mechanism)
    made.solve(10, 0.4, "DOPRI5", tolerance=1e-12)
    assert np.all(errors(made, found) < [1e-8, 1e-7, 1e-6, 1e-6])


@pytest.mark.parametrize("kind", ["pin", "slider"])
def test_joint_forces_stay_smooth_at_small_steps(kind):
    """h = 1e-5 s: equations are divided by h^2; rounding of sines alone would give 3e-4 N."""
    if kind == "pin":
        bar = attached(1.0, 0.1, (0.0, 0.0), (-1.0, 0.0), (0.0, 0.0), -0.8, 0.0)
        mechanism = Mechanism([bar], [Joint(GROUND, (0, 0), 0, (-1.0, 0.0))])
    else:
        mechanism = slider_crank(block("ground-block"))
    forces = build(mechanism).solve(2000, 0.02, record=1e-5).multipliers[500:]
    rough = np.diff(forces, 4, axis=0) / np.sqrt(70)  # of noise: its size
    assert np.abs(rough).max() < 1e-6
