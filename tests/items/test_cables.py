"""The matrix of cables, their forces as slopes of the potential, and their damping."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError
from linkwork.extend.probe import Probe
from linkwork.items import *
from tests.cases import Cases

from .pairs import PLACES, Pair, assert_matrix_is_derivative
from .samples import World, variants_of
from .test_connectors import gradient_is_the_slope_of_the_equation


def cable(changes):
    w = World()
    number = w.add(ObjectANCFCable2D, **changes)
    functions = sum(callable(f) for f in changes.values())
    return w.mbs, number, Probe(w.mbs, [], functions)


def test_matrix_is_the_derivative_of_the_residual():
    """By q, v and a alone and together, for all rules and user functions."""
    rng = np.random.default_rng(3)
    with Cases() as cases:
        for name, changes in variants_of(ObjectANCFCable2D).items():
            _, _, probe = cable(changes)
            for factors in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 1.5, 2.0)):
                with cases(name, factors):
                    probe.shake(rng, 0.3)
                    probe.factors(*map(float, factors), 1.0)
                    wanted = probe.differences(0)
                    error = np.abs(probe.matrix(0) - wanted).max()
                    assert error <= (1e-6 if probe.functions else 1e-8) * np.abs(wanted).max()


def test_stiffness_without_damping_is_symmetric():
    _, _, probe = cable(variants_of(ObjectANCFCable2D)["elastic"])
    probe.shake(np.random.default_rng(4), 0.3)
    probe.factors(1.0, 0.0, 0.0, 1.0)
    matrix = probe.matrix(0)
    assert np.abs(matrix - matrix.T).max() <= 1e-13 * np.abs(matrix).max()


def test_forces_are_the_slope_of_the_potential():
    energy = exu.OutputVariableType.PotentialEnergy
    with Cases() as cases:
        for rule in range(3):
            with cases(rule):
                changes = dict(
                    physicsBendingDamping=0.0, physicsAxialDamping=0.0,
                    useReducedOrderIntegration=rule,
                )  # fmt: skip
                mbs, number, probe = cable(changes)
                probe.shake(np.random.default_rng(rule), 0.3)
                probe.data["a"][:] = 0.0
                force = probe.residual(0).copy()
                for k in range(8):
                    sides = []
                    for h in (1e-5, -1e-5):
                        with probe.moved(h * np.eye(8)[k]):
                            sides.append(mbs.GetObjectOutput(number, energy))
                    slope = (sides[0] - sides[1]) / 2e-5
                    assert slope == pytest.approx(force[k], rel=1e-7, abs=1e-7)


def test_a_slider_on_a_cable_has_the_matrix_of_its_equations():
    """PrismaticJoint2D needs rotations about z, but no angle that counts turns."""
    ends = [(MarkerBodyRigid, ObjectANCFCable2D), (MarkerNodeRigid, NodePoint2DSlope1)]
    rng = np.random.default_rng(6)
    for locked in (False, True):
        for pair in ((ends[0], ends[1]), (ends[1], (MarkerBodyRigid, ObjectRigidBody2D))):
            joined = Pair(PrismaticJoint2D, pair, PLACES, constrainRotation=locked)
            for level in (0, 1):
                joined.shake(rng, 0.3)
                joined.factors(1.0, 2.0, 0.5, 0.75)
                assert_matrix_is_derivative(joined, level)
                gradient_is_the_slope_of_the_equation(joined, rng)


def test_items_that_count_turns_refuse_the_frames_of_cables():
    ends = [(MarkerNodeRigid, NodePoint2DSlope1), (MarkerBodyRigid, ObjectRigidBody2D)]
    with pytest.raises(ParameterError, match="acts in the x-y plane"):
        Pair(PlanarSpringDamper, ends, PLACES)
