"""Eigenvalues against closed forms."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import RigidBodyInertia

from .models import G, chain, generic, hanging_rods, sleigh, string_frequencies, system, ziegler

pytestmark = pytest.mark.processors

TWO_PI = 2.0 * np.pi


def omega(mbs, **given):
    return np.sqrt(mbs.ComputeODE2Eigenvalues(**given)[0])


@pytest.mark.parametrize("count", [1, 5, 12])
def test_string_of_masses(count):
    """Across, the tension is the stiffness (twice, along y and z); along, the springs are."""
    mass, stiffness, rest, length = 0.5, 200.0, 0.75, 1.25
    mbs = chain(count, mass, stiffness, rest, length)
    tension = stiffness * (length - rest)
    across = string_frequencies(count, mass, tension / length)
    along = string_frequencies(count, mass, stiffness)
    expected = np.sort(np.concatenate([across, across, along]))
    assert omega(mbs) == pytest.approx(expected, rel=1e-12)
    hertz, shapes = mbs.ComputeODE2Eigenvalues(convert2Frequencies=True)
    assert hertz == pytest.approx(expected / TWO_PI, rel=1e-12)
    assert mass * shapes.T @ shapes == pytest.approx(np.eye(3 * count), abs=1e-12)


def test_free_chain_has_motions_that_nothing_resists():
    """All 2 n across, and one along; the others are 2 sqrt(k/m) sin(j pi/(2 n))."""
    count = 9
    mbs = chain(count, 0.5, 200.0, rest=1.0, ends=False)
    values = mbs.ComputeODE2Eigenvalues()[0]
    assert not values[: 2 * count + 1].any()
    j = np.arange(1, count)
    exact = 4.0 * 200.0 / 0.5 * np.sin(0.5 * np.pi * j / count) ** 2
    assert values[2 * count + 1 :] == pytest.approx(exact, rel=1e-12)
    s = mbs.ComputeODE2Eigenvalues(computeComplexEigenvalues=True, useAbsoluteValues=False)[0]
    assert np.count_nonzero(s == 0.0) == 2 * (2 * count + 1)
    assert np.abs(s[s != 0.0]) == pytest.approx(np.repeat(np.sqrt(exact), 2), rel=1e-9)


def test_pendulum_swings_by_the_geometric_stiffness_of_its_rod():
    values, shapes = hanging_rods([2.0], [0.7]).ComputeODE2Eigenvalues()
    assert values == pytest.approx([G / 0.7] * 2, rel=1e-13)
    assert np.abs(shapes[1]).max() < 1e-15


def test_double_pendulum():
    """det [[(m1+m2) g - w (m1+m2) L1, -w m2 L2], ...] = 0 of angles, in closed form."""
    m1, m2, L1, L2 = 1.5, 0.75, 0.9, 0.6
    M = np.array([[(m1 + m2) * L1**2, m2 * L1 * L2], [m2 * L1 * L2, m2 * L2**2]])
    K = np.diag([(m1 + m2) * G * L1, m2 * G * L2])
    expected = np.sort(np.linalg.eigvals(np.linalg.solve(M, K)))
    found = hanging_rods([m1, m2], [L1, L2]).ComputeODE2Eigenvalues()[0]
    assert found == pytest.approx(np.repeat(expected, 2), rel=1e-12)
    equal = hanging_rods([1.0, 1.0], [1.0, 1.0]).ComputeODE2Eigenvalues()[0]
    exact = G * np.array([2.0 - 2**0.5] * 2 + [2.0 + 2**0.5] * 2)
    assert equal == pytest.approx(exact, rel=1e-13)


def test_pendulum_upside_down_is_unstable():
    mbs = hanging_rods([2.0], [0.7], gravity=-G)
    with pytest.warns(UserWarning, match="2 of 2 eigenvalues omega.2 are negative.*absolute"):
        assert mbs.ComputeODE2Eigenvalues()[0] == pytest.approx([G / 0.7] * 2)
    with pytest.warns(UserWarning, match="the lowest is -14.01"):
        values = mbs.ComputeODE2Eigenvalues(useAbsoluteValues=False)[0]
    assert values == pytest.approx([-G / 0.7] * 2, rel=1e-13)
    modes = mbs.ComputeModes()
    assert modes.growth == pytest.approx([(G / 0.7) ** 0.5] * 2)
    assert modes.unstable.tolist() == [0, 1]
    assert "unstable, grows with" in repr(modes)
    assert not modes.frequencies.any()


def test_compound_pendulum():
    """omega^2 = m g d/J of a body in the plane about its joint."""
    mass, inertia, d = 2.0, 0.9, 0.4
    mbs = system()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0, -d, 0.3]))
    body = mbs.AddObject(
        RigidBody2D(nodeNumber=node, physicsMass=mass, physicsInertia=inertia - mass * d**2)
    )
    sine, cosine = np.sin(0.3), np.cos(0.3)
    joint = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground)),
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[d * sine, d * cosine, 0.0])),
    ]
    mbs.AddObject(RevoluteJoint2D(markerNumbers=joint))
    heavy = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(LoadMassProportional(markerNumber=heavy, loadVector=[0, -G, 0]))
    mbs.Assemble()
    assert mbs.ComputeODE2Eigenvalues()[0] == pytest.approx([mass * G * d / inertia], rel=1e-12)


@pytest.mark.parametrize("spin", [0.5, 3.0, 12.0])
def test_mass_on_springs_seen_from_a_rotating_frame(spin):
    """Coriolis and centrifugal forces: s = +-i (omega0 +- spin), where omega0 = 10/s."""
    mass, stiffness = 0.5, 50.0
    turn = 2.0 * mass * spin

    def law(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):
        soft = stiffness[0] - 0.5 * spin**2
        return [
            soft * displacement[0] - turn * velocity[1],
            soft * displacement[1] + turn * velocity[0],
            stiffness[2] * displacement[2],
        ]

    by_function = system()
    ground = by_function.AddObject(ObjectGround())
    body = by_function.CreateMassPoint(physicsMass=mass)
    by_function.CreateCartesianSpringDamper(
        bodyNumbers=[ground, body], stiffness=[stiffness] * 3, springForceUserFunction=law
    )
    K = (stiffness - mass * spin**2) * np.eye(2)
    by_matrix = generic(mass * np.eye(2), K, turn * np.array([[0.0, -1.0], [1.0, 0.0]]))
    expected = [abs(10.0 - spin), 10.0 + spin]
    for mbs, exact in ((by_function, sorted([*expected, 10.0])), (by_matrix, expected)):
        s = mbs.ComputeODE2Eigenvalues(computeComplexEigenvalues=True, useAbsoluteValues=False)[0]
        assert np.abs(s.real).max() < 1e-8
        assert np.sort(s.imag[s.imag > 0.0]) == pytest.approx(exact, rel=1e-8)
        modes = mbs.ComputeModes(damped=True)
        assert modes.angular_frequencies == pytest.approx(exact, rel=1e-8)


def test_damped_oscillators():
    """Pairs below, and two real values above critical damping."""
    m, k = 2.0, 50.0
    mbs = generic(m * np.eye(3), k * np.eye(3), np.diag([2.0, 30.0, 100.0]))
    modes = mbs.ComputeModes(damped=True)
    delta = np.array([2.0, 30.0, 100.0]) / (2.0 * m)
    root = np.emath.sqrt(delta**2 - k / m)
    assert len(modes) == 5 and modes.is_damped
    for s in (*(-delta + root), *(-delta - root)[1:]):
        assert np.abs(modes.eigenvalues - s).min() < 1e-12
    light = np.abs(modes.eigenvalues - (-delta[0] + root[0])).argmin()
    assert modes.damping_ratios[light] == pytest.approx(0.1, rel=1e-12)
    assert modes.frequencies[light] == pytest.approx(5.0 * np.sqrt(0.99) / TWO_PI, rel=1e-12)
    values, shapes = mbs.ComputeODE2Eigenvalues(
        computeComplexEigenvalues=True, useAbsoluteValues=False
    )
    assert shapes.shape == (6, 6)
    assert shapes[3:] == pytest.approx(shapes[:3] * values, abs=1e-12)
    assert (np.diff(np.abs(values)) > -1e-6).all()
    absolute = mbs.ComputeODE2Eigenvalues(computeComplexEigenvalues=True)[0]
    assert absolute == pytest.approx(np.abs(values))


@pytest.mark.parametrize(("load", "stable"), [(1.9, True), (2.2, False), (4.7, False), (5.1, None)])
def test_column_under_a_follower_force_flutters(load, stable):
    """Ziegler's column: complex omega^2 for 7/2 - sqrt(2) < P l/k < 7/2 + sqrt(2)."""
    mass, length, stiffness = 1.5, 0.8, 3.0
    force = load * stiffness / length
    mbs = ziegler(force, mass, length, stiffness)
    M = mass * length**2 * np.array([[3.0, 1.0], [1.0, 1.0]])
    f = force * length
    K = np.array([[2.0 * stiffness - f, f - stiffness], [-stiffness, stiffness]])
    expected = np.linalg.eigvals(np.linalg.solve(M, K))
    found = mbs.ComputeModes().eigenvalues
    for value in expected:
        assert np.abs(found - value).min() < 1e-9 * abs(value)
    assert bool(np.abs(np.imag(found)).max() > 1e-3) is (stable is False)
    modes = mbs.ComputeModes(damped=True)
    assert bool(len(modes.unstable)) is not bool(stable)
    if stable:
        mbs.ComputeODE2Eigenvalues()
    else:
        with pytest.warns(UserWarning, match="the state is unstable"):
            mbs.ComputeODE2Eigenvalues()


def test_held_coordinates():
    """Holding y and z of a chain leaves the modes along it; holding every mass all but none."""
    mbs = chain(6)
    held = [k for k in range(18) if k % 3]
    along = string_frequencies(6, 0.5, 200.0)
    assert omega(mbs, constrainedCoordinates=held) == pytest.approx(along, rel=1e-12)
    _, shapes = mbs.ComputeODE2Eigenvalues(constrainedCoordinates=held)
    assert shapes.shape == (18, 6) and not shapes[held].any()
    modes = mbs.ComputeModes(3, constrainedCoordinates=held)
    assert modes.angular_frequencies == pytest.approx(along[:3], rel=1e-12)
    none = mbs.ComputeODE2Eigenvalues(constrainedCoordinates=range(18))
    assert none[0].shape == (0,) and none[1].shape == (18, 0)
    rods = hanging_rods([1.0, 1.0], [1.0, 1.0])
    swing = rods.ComputeODE2Eigenvalues(constrainedCoordinates=[2, 5])[0]
    assert swing == pytest.approx(G * np.array([2.0 - 2**0.5, 2.0 + 2**0.5]), rel=1e-12)
    free = rods.ComputeODE2Eigenvalues(constrainedCoordinates=[0], ignoreAlgebraicEquations=True)
    assert len(free[0]) == 5


def test_constraints_that_are_there_twice_change_nothing():
    once = hanging_rods([1.0, 2.0, 0.5], [1.0, 0.5, 0.75])
    twice = hanging_rods([1.0, 2.0, 0.5], [1.0, 0.5, 0.75], twice=(0, 2))
    expected = once.ComputeODE2Eigenvalues()[0]
    assert twice.ComputeODE2Eigenvalues()[0] == pytest.approx(expected, rel=1e-12)
    shared = twice.Linearize().multipliers
    assert shared == pytest.approx(G * np.array([1.75, 1.75, 2.5, 0.25, 0.25]), rel=1e-12)


def test_coordinates_without_mass_follow():
    """Springs in series: k/2 moves the one mass; a coordinate that nothing holds is named."""
    K = 100.0 * np.array([[2.0, -1.0], [-1.0, 1.0]])
    mbs = generic(np.diag([0.0, 3.0]), K)
    with pytest.warns(UserWarning, match="1 of 2 independent coordinates have no mass"):
        values, shapes = mbs.ComputeODE2Eigenvalues()
    assert values == pytest.approx([50.0 / 3.0], rel=1e-12)
    assert shapes[0, 0] / shapes[1, 0] == pytest.approx(0.5)
    with pytest.warns(UserWarning, match="no mass"):
        s = mbs.ComputeODE2Eigenvalues(computeComplexEigenvalues=True, useAbsoluteValues=False)[0]
    assert np.sort(s.imag) == pytest.approx([-((50 / 3) ** 0.5), (50 / 3) ** 0.5], rel=1e-9)
    loose = generic(np.diag([0.0, 3.0]), np.diag([0.0, 5.0]))
    with pytest.raises(exu.SysError, match="coordinate 0 of .* neither mass nor stiffness"):
        loose.ComputeODE2Eigenvalues()
    with pytest.raises(exu.SysError, match="has no mass"):
        generic(np.zeros((2, 2)), np.eye(2)).ComputeODE2Eigenvalues()


def test_numbers_of_the_documented_function():
    """Two masses of 2 and 3 kg on springs of 100, 200, 300 N/m: numbers that others find too."""
    mbs = system()
    ground = mbs.AddObject(ObjectGround())
    bodies = [
        mbs.CreateMassPoint(referencePosition=[x, 0, 0], physicsMass=m) for x, m in ((1, 2), (2, 3))
    ]
    law = dict(stiffness=[100, 200, 300], damping=[1, 2, 3])
    mbs.CreateCartesianSpringDamper(
        bodyNumbers=[ground, bodies[0]], localPosition0=[1, 0, 0], **law
    )
    mbs.CreateCartesianSpringDamper(bodyNumbers=bodies, offset=[1, 0, 0], **law)
    values = mbs.ComputeODE2Eigenvalues()[0]
    once = np.array([13.962039, 119.37129434])
    assert np.sort(values) == pytest.approx(np.sort(np.outer([1, 2, 3], once).ravel()), rel=1e-8)
    s = mbs.ComputeODE2Eigenvalues(computeComplexEigenvalues=True, useAbsoluteValues=False)[0]
    assert np.abs(s - (-0.06981019 + 3.73592901j)).min() < 1e-8
    assert np.abs(s - (-1.79056942 - 18.83899531j)).min() < 1e-8


def test_first_order_coordinates_in_damped_modes():
    """x'' = y, y' = -x - y by functions that read the state: s^3 + s^2 + 1 = 0."""

    def force(mbs, t, itemNumber, q, q_t):
        return [mbs.systemData.GetODE1Coordinates()[0]]

    def rate(mbs, t, itemNumber, q):
        return [-mbs.systemData.GetODE2Coordinates()[0] - q[0]]

    mbs = system()
    node = mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0.0], initialCoordinates=[0.0], initialCoordinates_t=[0.0],
            numberOfODE2Coordinates=1,
        )
    )  # fmt: skip
    mbs.AddObject(
        ObjectGenericODE2(nodeNumbers=[node], massMatrix=[[1.0]], forceUserFunction=force)
    )
    first = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[0.0], initialCoordinates=[0.0], numberOfODE1Coordinates=1
        )
    )
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[first], rhsUserFunction=rate))
    modes = mbs.ComputeModes(damped=True)
    expected = [s for s in np.roots([1.0, 1.0, 0.0, 1.0]) if s.imag >= 0.0]
    for s in expected:
        assert np.abs(modes.eigenvalues - s).min() < 1e-7
    assert len(modes) == 2
    with pytest.warns(UserWarning, match="first-order coordinates are left out"):
        assert mbs.ComputeODE2Eigenvalues()[0] == pytest.approx([0.0])


def test_first_order_system_by_itself():
    mbs = system()
    node = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[0.0] * 2, initialCoordinates=[0.0] * 2, numberOfODE1Coordinates=2
        )
    )
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[-1.0, 2.0], [-2.0, -1.0]]))
    body = mbs.CreateMassPoint(physicsMass=1.0)
    ground = mbs.AddObject(ObjectGround())
    mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, body], stiffness=[1.0, 25.0, 100.0])
    modes = mbs.ComputeModes(damped=True)
    assert modes.eigenvalues == pytest.approx([1j, -1 + 2j, 5j, 10j], abs=1e-12)
    assert np.abs(modes.first_order[:, 1]) == pytest.approx([0.5**0.5] * 2)
    assert not np.abs(modes.first_order[:, [0, 2, 3]]).max()


def test_equation_of_velocities_ties_shapes():
    """Two masses whose speeds are tied move as one: k/(2 m), with a motion that rests beside it."""
    mbs = generic(np.diag([2.0, 2.0]), np.diag([30.0, 50.0]))
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=0, coordinate=k)) for k in (0, 1)]
    mbs.AddObject(CoordinateConstraint(markerNumbers=ends, velocityLevel=True))
    mbs.Assemble()
    modes = mbs.ComputeModes()
    assert modes.eigenvalues == pytest.approx([20.0], rel=1e-12)
    assert "equations of velocities" in modes.notes[0]
    damped = mbs.ComputeModes(damped=True)
    assert np.sort(np.abs(damped.eigenvalues)) == pytest.approx([0.0, 20.0**0.5], abs=1e-9)


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_sleigh_on_a_blade(direction):
    """Chaplygin's sleigh: a turn decays with m a u/J if the mass is ahead of the blade, or grows.

    An equation of velocities that depends on the angle, at a state that moves.
    """
    mass, inertia, ahead, speed = 2.0, 1.7, 0.4, 3.0 * direction
    mbs = sleigh(mass, inertia, ahead, speed)
    mbs.Assemble()
    modes = mbs.ComputeModes(damped=True)
    assert len(modes) == 5 and not modes.eigenvalues[:4].any()
    assert modes.eigenvalues[4] == pytest.approx(-mass * ahead * speed / inertia, rel=1e-8)
    assert modes.unstable.tolist() == ([] if direction > 0.0 else [4])


@pytest.mark.parametrize("kind", ["RotationRxyz", "RotationRotationVector"])
def test_sleeping_top(kind):
    """s = i (C w +- sqrt(C^2 w^2 - 4 A m g l)) / (2 A) of an upright top that spins with w."""
    A, C, lever, spin = 0.12, 0.02, 0.3, 150.0
    mbs = system()
    top = RigidBodyInertia(1.0, np.diag([A, A, C]), [0.0, 0.0, lever])
    body = mbs.CreateRigidBody(
        inertia=top, initialAngularVelocity=[0, 0, spin], gravity=[0, 0, -9.81], nodeType=kind
    )
    ground = mbs.CreateGround()
    mbs.CreateSphericalJoint(bodyNumbers=[ground, body], position=[0, 0, 0])
    mbs.Assemble()
    modes = mbs.ComputeModes(damped=True)
    root = np.sqrt((C * spin) ** 2 - 4.0 * A * 9.81 * lever)
    expected = [0.0, 0.0, (C * spin - root) / (2.0 * A), (C * spin + root) / (2.0 * A)]
    assert modes.eigenvalues.imag == pytest.approx(expected, rel=1e-12, abs=1e-7)
    assert np.abs(modes.eigenvalues.real).max() < 1e-9
