"""Cables in space: equal to those in the plane in any plane, objective, and what they keep."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwork as exu
from linkwork.core.errors import ParameterError
from linkwork.utilities import *

from . import cable_models
from .cable_models import Variable, hold, material, run, settle

pytestmark = pytest.mark.processors

TURN = Rotation.from_rotvec([0.7, -1.1, 0.4]).as_matrix()
"""A rotation that mixes all axes."""


def bent(points, turn=TURN, velocity=None, gravity=None, **values):
    """A cable through (position, slope) of its nodes, turned as a whole."""
    mbs = exu.SystemContainer().AddSystem()
    nodes = []
    for r, slope in points:
        v = np.zeros((2, 3)) if velocity is None else np.array(velocity(np.array(r), slope), float)
        where = dict(referenceCoordinates=[*(turn @ r), *(turn @ slope)])
        nodes.append(mbs.AddNode(NodePointSlope1(**where, initialVelocities=(v @ turn.T).ravel())))
    elements = []
    for k in range(len(points) - 1):
        cable = Cable(nodeNumbers=nodes[k : k + 2], **values)
        elements.append(mbs.AddObject(cable))
        if gravity is not None:
            mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=elements[-1]))
            mbs.AddLoad(Gravity(markerNumber=mass, loadVector=turn @ gravity))
    return mbs, nodes, elements


def straight(n, length=1.0):
    return [([length * k / n, 0, 0], [1, 0, 0]) for k in range(n + 1)]


def arc(n, radius, angle):
    """An arc in the x-y plane."""
    angles = np.linspace(0.0, angle, n + 1)
    return [
        ([radius * math.sin(t), radius * (1 - math.cos(t)), 0], [math.cos(t), math.sin(t), 0])
        for t in angles
    ]


def energies(mbs, elements):
    kinds = Variable.KineticEnergy, Variable.PotentialEnergy
    return [sum(mbs.GetObjectOutput(e, k) for e in elements) for k in kinds]


def test_statics_in_any_plane_are_those_of_the_plane():
    for rule in range(3):
        values = material(1.0, 100.0, useReducedOrderIntegration=rule)
        mbs, nodes, elements = cable_models.line(4, [0, 0], [1, 0], **values)
        hold(mbs, nodes[0], range(4))
        cable_models.pull(mbs, nodes[-1], [0.5, -4.0, 0])
        settle(mbs, 4)
        flat = mbs.GetNodeOutput(nodes[-1], Variable.Position)
        inside = [
            mbs.GetObjectOutputBody(elements[1], v, [0.1, 0, 0])
            for v in (Variable.ForceLocal, Variable.TorqueLocal)
        ]
        mbs, nodes, elements = bent(straight(4), physicsLength=0.25, **values)
        hold(mbs, nodes[0], range(6))
        cable_models.pull(mbs, nodes[-1], TURN @ [0.5, -4.0, 0])
        settle(mbs, 4)
        assert mbs.GetNodeOutput(nodes[-1], Variable.Position) == pytest.approx(
            TURN @ flat, abs=2e-9
        )
        N = mbs.GetObjectOutputBody(elements[1], Variable.ForceLocal, [0.1, 0, 0])
        M = mbs.GetObjectOutputBody(elements[1], Variable.TorqueLocal, [0.1, 0, 0])
        assert pytest.approx(inside[0], abs=1e-6) == N
        assert pytest.approx(TURN @ [0, 0, inside[1]], abs=1e-7) == M


def test_motions_with_damping_in_any_plane_are_those_of_the_plane():
    values = material(0.5, 200.0, 2.0, physicsAxialDamping=0.3, physicsBendingDamping=0.05)
    gravity = [1.0, -9.81, 0]
    mbs, nodes, elements = cable_models.line(3, [0, 0], [1, 0], gravity=gravity, **values)
    hold(mbs, nodes[0], (0, 1))
    run(mbs, 0.2, 400)
    flat = mbs.GetNodeOutput(nodes[-1], Variable.Position)
    wanted = energies(mbs, elements)
    mbs, nodes, elements = bent(straight(3), physicsLength=1 / 3, gravity=gravity, **values)
    hold(mbs, nodes[0], range(3))
    run(mbs, 0.2, 400)
    assert mbs.GetNodeOutput(nodes[-1], Variable.Position) == pytest.approx(TURN @ flat, abs=1e-7)
    assert energies(mbs, elements) == pytest.approx(wanted, rel=1e-6)


def test_a_bent_reference_is_free_of_stress_in_every_direction():
    """Where strains are relative to it, turned by initial displacements about an oblique axis."""
    points = arc(3, 0.8, 1.5)
    values = material(2.0, 1e3, strainIsRelativeToReference=1.0, physicsBendingDamping=0.5)
    spin = np.array([1.0, -2.0, 0.5])

    def turning(r, slope):
        return np.cross(spin, r), np.cross(spin, slope)

    mbs, nodes, elements = bent(
        points, np.eye(3), physicsLength=0.4, velocity=turning, physicsAxialDamping=0.3, **values
    )
    for node in nodes:  # the same as a rigid motion from the reference
        c = np.array(mbs.GetNodeParameter(node, "referenceCoordinates")).reshape(2, 3)
        v = np.array(mbs.GetNodeParameter(node, "initialVelocities")).reshape(2, 3)
        mbs.SetNodeParameter(node, "initialCoordinates", (c @ TURN.T - c).ravel())
        mbs.SetNodeParameter(node, "initialVelocities", (v @ TURN.T).ravel())
    mbs.Assemble()
    for element in elements:
        for x in (0.0, 0.1, 0.4):
            N = mbs.GetObjectOutputBody(element, Variable.ForceLocal, [x, 0, 0])
            M = mbs.GetObjectOutputBody(element, Variable.TorqueLocal, [x, 0, 0])
            K = mbs.GetObjectOutputBody(element, Variable.CurvatureLocal, [x, 0, 0])
            assert abs(N) < 1e-11 and np.abs(M).max() < 1e-11 and np.linalg.norm(K) > 1.0
    assert abs(energies(mbs, elements)[1]) < 1e-20


def invariants(mbs, nodes, elements, L, rhoA):
    """Momentum, angular momentum about the origin, and energy."""
    mass = L * rhoA / 420.0 * np.array([
        [156, 22 * L, 54, -13 * L], [22 * L, 4 * L * L, 13 * L, -3 * L * L],
        [54, 13 * L, 156, -22 * L], [-13 * L, -3 * L * L, -22 * L, 4 * L * L],
    ])  # fmt: skip
    momentum, spin = np.zeros(3), np.zeros(3)
    for k in range(len(elements)):
        c, v = (
            np.concatenate([mbs.GetNodeOutput(n, out) for n in nodes[k : k + 2]]).reshape(4, 3)
            for out in (Variable.CoordinatesTotal, Variable.Coordinates_t)
        )
        momentum += np.array([1, 0, 1, 0]) @ mass @ v
        spin += np.cross(c, mass @ v).sum(axis=0)
    return [*momentum, *spin, sum(energies(mbs, elements))]


def thrown(r, slope):
    """Velocities of a motion that bends a cable out of its plane."""
    spin = np.array([3.0, -1.0, 2.0])
    more = np.array([0.3, 0.2, 4.0 * r[0] ** 2]), np.array([0.0, 0.0, 8.0 * r[0]])
    return np.cross(spin, r) + more[0], np.cross(spin, slope) + more[1]


def test_a_free_cable_keeps_its_invariants():
    for relative in (0.0, 1.0):
        values = material(1.0, 300.0, 2.0, strainIsRelativeToReference=relative)
        mbs, nodes, elements = bent(arc(3, 0.8, 1.5), physicsLength=0.4, velocity=thrown, **values)
        mbs.Assemble()
        before = invariants(mbs, nodes, elements, 0.4, 2.0)
        run(mbs, 1.0, 8000, "RK67")
        after = invariants(mbs, nodes, elements, 0.4, 2.0)
        assert after == pytest.approx(before, abs=2e-9)
        assert energies(mbs, elements)[1] > 1e-2


def test_a_turned_model_has_the_same_energies_and_the_turned_motion():
    found = []
    for turn in (np.eye(3), TURN):
        values = material(1.0, 300.0, 2.0, strainIsRelativeToReference=0.5,
                          physicsBendingDamping=0.05, physicsAxialDamping=0.5)  # fmt: skip
        mbs, nodes, elements = bent(
            arc(3, 0.8, 1.5), turn, physicsLength=0.4, velocity=thrown, gravity=[1, -2, 5], **values
        )
        run(mbs, 0.3, 300)
        place = mbs.GetObjectOutputBody(elements[-1], Variable.Position, [0.3, 0, 0])
        found.append([*(turn.T @ place), *energies(mbs, elements)])
    assert found[1] == pytest.approx(found[0], rel=1e-8)


def test_modes_of_a_cantilever_come_in_pairs_and_converge_with_order_four():
    """beta_k of 1 + cos(beta) cosh(beta) = 0; omega = beta^2 sqrt(EI/(rhoA L^4))."""
    beta = np.array([1.875104068711961, 4.694091132974174])
    errors = []
    for n in (5, 10):
        mbs, nodes, _ = bent(
            straight(n), np.eye(3), physicsLength=1.0 / n, **material(2.0, 1e7, 0.5)
        )
        hold(mbs, nodes[0], (0, 1, 2, 4, 5))
        mbs.Assemble()
        omega = 2 * np.pi * np.array(mbs.ComputeModes(numberOfModes=4).frequencies)
        assert omega[::2] == pytest.approx(omega[1::2], rel=1e-7)
        errors.append(np.abs(omega[::2] / (beta**2 * 2.0) - 1.0))
    assert (errors[0] / errors[1] > 15.0).all() and errors[1].max() < 1e-4


def test_a_straight_line_in_space():
    mbs = exu.SystemContainer().AddSystem()
    template = Cable(**material(1.0, 1e3, 2.0))
    made = GenerateStraightLineANCFCable(
        mbs, [0, 0, 1], [2, 1, 3], 2, template, [0, 0, -9.81], [1, 1, 1, 0, 0, 0]
    )
    assert [len(each) for each in made] == [3, 2, 2, 3, 3]
    assert made[3] == [[0, 0, 1], [1, 0.5, 2], [2, 1, 3]]
    middle = mbs.GetNode(made[0][1])["referenceCoordinates"]
    assert middle == pytest.approx([1, 0.5, 2, 2 / 3, 1 / 3, 2 / 3])
    assert mbs.GetObject(made[1][1])["physicsLength"] == pytest.approx(1.5)
    with pytest.raises(ParameterError, match="6 flags"):
        GenerateStraightLineANCFCable(mbs, [0, 0, 1], [2, 1, 3], 2, template, [0, 0, 0], [1, 1, 1])
    with pytest.raises(ParameterError, match="must be a Cable"):
        GenerateStraightLineANCFCable(mbs, [0, 0, 1], [2, 1, 3], 2, Cable2D())


def test_points_beyond_the_ends_are_refused():
    mbs, _, elements = bent(straight(1), physicsLength=1.0, **material(1.0, 1e3))
    with pytest.raises(ParameterError, match="x must be from 0"):
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=elements[0], localPosition=[1.1, 0, 0]))
        mbs.Assemble()
