"""The matrices of beams and of cables in space, and their forces as slopes of the potential."""

import itertools

import numpy as np
import pytest

import linkwork as exu
from linkwork.extend.probe import Probe
from linkwork.items import *
from tests.cases import Cases

from .samples import World, variants_of

pytestmark = pytest.mark.processors

Variable = exu.OutputVariableType


def three_nodes(w):
    """Nodes of a beam in the plane with a node in its middle."""
    first, last = w.sample(ObjectBeamGeometricallyExact2D).nodeNumbers
    middle = NodeRigidBody2D(referenceCoordinates=[-0.25, -0.125, 0.5])
    return dict(nodeNumbers=[first, w.mbs.AddNode(middle), last])


def beams():
    """(name, system, number of the beam, its state) of all kinds of beams and their variants."""
    for name, changes in variants_of(ObjectBeamGeometricallyExact2D).items():
        for count in (2, 3):
            w = World()
            more = three_nodes(w) if count == 3 else {}
            number = w.add(ObjectBeamGeometricallyExact2D, **changes, **more)
            yield f"plane, {count} nodes, {name}", w.mbs, number

    for name, changes in variants_of(ObjectANCFCable).items():
        w = World()
        number = w.add(ObjectANCFCable, **changes)
        yield f"cable in space, {name}", w.mbs, number

    for name, changes in variants_of(ObjectANCFBeam).items():
        w = World()
        number = w.add(ObjectANCFBeam, **changes)
        yield f"slopes of the section, {name}", w.mbs, number
    nodes = (NodeRigidBodyRotVecLG, NodeRigidBodyEP, NodeRigidBodyRxyz)
    for name, changes in variants_of(ObjectBeamGeometricallyExact).items():
        for first, last in itertools.product(nodes, nodes):
            w = World()
            other = w.mbs.AddNode(turned_node(last))
            number = w.add(
                ObjectBeamGeometricallyExact, nodeNumbers=[w.first(first), other], **changes
            )
            yield f"space, {first.type_name} and {last.type_name}, {name}", w.mbs, number


def turned_node(kind):
    """A node at the other end of a beam, which is not turned much against the samples."""
    place = {
        NodeRigidBodyRotVecLG: [1.5, 0.25, 0.75, 0.75, 0.25, 0.5],
        NodeRigidBodyEP: [1.5, 0.25, 0.75, 0.8, 0.36, 0.48, 0.0],
        NodeRigidBodyRxyz: [1.5, 0.25, 0.75, 0.5, -0.25, 0.75],
    }
    return kind(referenceCoordinates=place[kind])


def test_matrix_is_the_derivative_of_the_residual():
    """By q, v and a alone and together."""
    rng = np.random.default_rng(3)
    with Cases() as cases:
        for name, mbs, _ in beams():
            probe = Probe(mbs, [], 0)
            for factors in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 1.5, 2.0)):
                with cases(name, factors):
                    probe.shake(rng, 0.3)
                    probe.factors(*map(float, factors), 1.0)
                    wanted = probe.differences(0)
                    error = np.abs(probe.matrix(0) - wanted).max()
                    assert error <= 1e-8 * max(np.abs(wanted).max(), 1.0)


def test_forces_are_the_slope_of_the_potential():
    with Cases() as cases:
        for name, mbs, number in beams():
            if "elastic" not in name:
                continue
            with cases(name):
                probe = Probe(mbs, [], 0)
                probe.shake(np.random.default_rng(1), 0.3)
                for part in ("a", "v", "multipliers"):
                    probe.data[part][:] = 0.0
                force = probe.residual(0).copy()
                count = len(probe.data["q"])
                for k in range(count):
                    sides = []
                    for h in (1e-5, -1e-5):
                        with probe.moved(h * np.eye(count)[k]):
                            sides.append(mbs.GetObjectOutput(number, Variable.PotentialEnergy))
                    slope = (sides[0] - sides[1]) / 2e-5
                    assert slope == pytest.approx(force[k], rel=1e-7, abs=1e-7)


def test_stiffness_without_damping_is_symmetric():
    with Cases() as cases:
        for name, mbs, _ in beams():
            if "elastic" in name and "space, " not in name:  # rotations do not commute
                with cases(name):
                    probe = Probe(mbs, [], 0)
                    probe.shake(np.random.default_rng(4), 0.3)
                    probe.factors(1.0, 0.0, 0.0, 1.0)
                    matrix = probe.matrix(0)
                    assert np.abs(matrix - matrix.T).max() <= 1e-13 * np.abs(matrix).max()
