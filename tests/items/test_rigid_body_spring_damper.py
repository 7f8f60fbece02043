"""The bushing: its law against matrix logarithms, its derivatives at special rotations."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwork as exu
from linkwork.items import *
from tests.cases import Cases

from .bushing_law import wrenches
from .pairs import PLACES, Pair, assert_matrix_is_derivative, free_ends, pairs_of
from .samples import BUSHING, Out

pytestmark = pytest.mark.processors

KIND = ObjectConnectorRigidBodySpringDamper
ANGLES = (0.0, 1e-12, 1e-6, 1e-3, 0.1, 0.49999, 0.50001, 1.0, 2.0, 3.0, np.pi - 1e-3)
"""Relative rotations [rad]: exactly none, around the end of series, and nearly pi."""


def turned_by(angle, axis=(2.0, -1.0, 2.0)):
    return Rotation.from_rotvec(angle * np.array(axis) / np.linalg.norm(axis)).as_matrix()


def state_of(pair, end):
    marker, turn = (pair.data[name][pair.markers[end]] for name in ("markers", "rotations"))
    M = np.array(pair.mbs.GetObjectParameter(pair.number, f"rotationMarker{end}"))
    return turn["R"] @ M, marker["p"].copy(), marker["v"].copy(), turn["omega"].copy()


def law_of(pair):
    K, D, off = (
        np.array(pair.mbs.GetObjectParameter(pair.number, name))
        for name in ("stiffness", "damping", "offset")
    )
    return lambda u, rates: K @ (u - off) + D @ rates


@pytest.mark.parametrize("intrinsic", [False, True], ids=["angles", "intrinsic"])
def test_forces_and_moments_are_those_of_the_law(intrinsic):
    """On all carriers, against logarithms of 4 x 4 matrices and angles of SciPy."""
    with Cases(KIND) as cases:
        for seed, ends in enumerate(pairs_of(KIND)):
            pair = Pair(KIND, ends, PLACES, intrinsicFormulation=intrinsic)
            with cases(str(seed)):
                pair.shake(np.random.default_rng(seed))
                force, against = pair.forces()
                moments = pair.data["marker_moment"][pair.markers]
                f, n0, n1 = wrenches(state_of(pair, 0), state_of(pair, 1), law_of(pair), intrinsic)
                assert np.array_equal(force, -against)
                assert force == pytest.approx(f, rel=1e-11, abs=1e-11)
                assert moments[0] == pytest.approx(n0, rel=1e-11, abs=1e-11)
                assert moments[1] == pytest.approx(n1, rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("intrinsic", [False, True], ids=["angles", "intrinsic"])
def test_derivatives_are_exact_at_every_rotation(intrinsic):
    """Also without any rotation, where series begin and end, and near pi."""
    with Cases(KIND) as cases:
        for angle in ANGLES:
            pair = Pair(
                KIND, free_ends(KIND), PLACES, intrinsicFormulation=intrinsic,
                rotationMarker0=np.eye(3), rotationMarker1=turned_by(angle),
            )  # fmt: skip
            with cases(f"{angle} rad"):
                pair.shake(np.random.default_rng(3), size=0.0)
                pair.factors(1.5, 0.75, 0.5, 1.0)
                assert_matrix_is_derivative(pair, 0)


def test_small_rotations_keep_their_digits():
    """The logarithm and the middle frame are exact to rounding down to the smallest angles."""
    for angle in (1e-3, 1e-6, 1e-9, 1e-12):
        pair = Pair(
            KIND, free_ends(KIND), PLACES, intrinsicFormulation=True, offset=[0.0] * 6,
            rotationMarker0=np.eye(3), rotationMarker1=turned_by(angle),
        )  # fmt: skip
        pair.shake(np.random.default_rng(3), size=0.0)
        r = pair.mbs.GetObjectOutput(pair.number, Out.Rotation)
        assert np.linalg.norm(r) == pytest.approx(angle, abs=4e-16)


def two_bodies(**values):
    """Outputs of a bushing between two bodies that are turned and move."""
    mbs = exu.SystemContainer().AddSystem()
    ends, states = [], []
    for k, angles in enumerate(([0.3, -0.2, 0.5], [-0.4, 0.7, 0.1])):
        place, speed = [0.5 * k, 0.25 - k, 0.125], [1.0, 2.0 * k, -0.5]
        node = mbs.AddNode(
            NodeRigidBodyRxyz(
                referenceCoordinates=[*place, *angles], initialVelocities=[*speed, 0.5, k, -0.25]
            )
        )
        mbs.AddObject(
            ObjectRigidBody(physicsMass=1, physicsInertia=[1, 1, 1, 0, 0, 0], nodeNumber=node)
        )
        ends.append(mbs.AddMarker(MarkerNodeRigid(nodeNumber=node)))
        states.append((node, np.array(place), np.array(speed)))
    spring = mbs.AddObject(RigidBodySpringDamper(markerNumbers=ends, **values))
    mbs.Assemble()
    full = []
    for node, place, speed in states:
        J = np.reshape(mbs.GetNodeOutput(node, Out.RotationMatrix), (3, 3))
        full.append((J, place, speed, np.array(mbs.GetNodeOutput(node, Out.AngularVelocity))))
    return mbs, spring, full


def test_outputs_are_measured_along_the_axes_of_the_law():
    K = np.array(BUSHING)
    values = dict(stiffness=K, damping=0.1 * K, offset=[0.1, 0.2, 0.3, -0.1, 0.2, 0.1])
    for intrinsic in (False, True):
        mbs, spring, (first, second) = two_bodies(intrinsicFormulation=intrinsic, **values)
        told = {name: mbs.GetObjectOutput(spring, Out[name]) for name in (
            "DisplacementLocal", "Rotation", "VelocityLocal", "AngularVelocityLocal", "ForceLocal",
            "TorqueLocal",
        )}  # fmt: skip
        seen = []

        def law(u, rates, seen=seen):
            F = K @ (u - values["offset"]) + 0.1 * K @ rates
            seen[:] = [*u, *rates, *F]
            return F

        wrenches(first, second, law, intrinsic)
        assert np.concatenate(list(told.values())) == pytest.approx(seen, rel=1e-12, abs=1e-12)


def test_a_user_function_gets_the_rotations_of_the_markers():
    """rotJ0 and rotJ1 are the parameters; the offset is not subtracted."""
    M0, M1, calls = turned_by(0.4), turned_by(-0.7, (1, 1, 0)), []

    def law(mbs, t, itemNumber, d, r, v, w, K, D, rotJ0, rotJ1, offset):
        calls.append((itemNumber, d, r, v, w, K, D, rotJ0, rotJ1, offset))
        return [1, 2, 3, 4, 5, 6]

    given = dict(stiffness=BUSHING, damping=2 * np.array(BUSHING), offset=[1, 2, 3, 4, 5, 6])
    mbs, spring, _ = two_bodies(
        rotationMarker0=M0, rotationMarker1=M1, springForceTorqueUserFunction=law, **given
    )
    force = mbs.GetObjectOutput(spring, Out.ForceLocal)
    torque = mbs.GetObjectOutput(spring, Out.TorqueLocal)
    assert [*force, *torque] == [1, 2, 3, 4, 5, 6]
    number, d, r, v, w, K, D, rotJ0, rotJ1, offset = calls[-1]
    assert number == spring
    for array, name in ((d, "DisplacementLocal"), (r, "Rotation"), (v, "VelocityLocal")):
        assert np.array_equal(array, mbs.GetObjectOutput(spring, Out[name]))
    assert np.array_equal(w, mbs.GetObjectOutput(spring, Out.AngularVelocityLocal))
    for array, wanted in ((K, BUSHING), (D, given["damping"]), (rotJ0, M0), (rotJ1, M1)):
        assert np.array_equal(array, wanted)
    assert np.array_equal(offset, given["offset"])


def test_a_post_newton_function_is_kept_and_checked():
    def after(mbs, t, itemIndex, data, d, r, v, w, K, D, rotJ0, rotJ1, offset):
        return [0.0, -1.0, *data]

    mbs, spring, _ = two_bodies(postNewtonStepUserFunction=after)
    assert mbs.GetObject(spring)["postNewtonStepUserFunction"] is after
    with pytest.raises(exu.ParameterError, match="a function of the arguments"):
        mbs.SetObjectParameter(spring, "postNewtonStepUserFunction", lambda mbs, t: 0)


def test_a_law_of_its_own_replaces_the_springs():
    """The same law as a user function: forces, and matrices by differences of order 1e-10."""
    pairs = [
        Pair(KIND, free_ends(KIND), PLACES, springForceTorqueUserFunction=function)
        for function in (0, _given)
    ]
    for pair in pairs:
        pair.shake(np.random.default_rng(1))
        pair.factors(1.0, 0.5, 0.25, 1.0)
    for value in (lambda pair: pair.residual(0), lambda pair: pair.matrix(0)):
        first, second = map(value, pairs)
        assert np.abs(first - second).max() <= 1e-8 * np.abs(first).max()


def _given(mbs, t, itemNumber, d, r, v, w, K, D, rotJ0, rotJ1, offset):
    u = np.concatenate((d, r)) - offset
    return K @ u + D @ np.concatenate((v, w))
