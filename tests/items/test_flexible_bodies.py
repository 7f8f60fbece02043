"""Flexible bodies: matrix, law against a sum over all mesh nodes, markers, refusals."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.api.parameter_paths import parameter_path
from linkwork.core.errors import ParameterError
from linkwork.extend.probe import Probe
from linkwork.items import *
from tests.cases import Cases

from . import flexible_bodies
from .samples import World, values_of, variants_of

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
NODES = {
    "EP": NodeRigidBodyEP,
    "Rxyz": NodeRigidBodyRxyz,
    "rotation vector": NodeRigidBodyRotVecLG,
}


def flexible(node="EP", **changes):
    """A system with a flexible body on a node of this kind."""
    w = World()
    values = values_of(ObjectFFRFreducedOrder, w) | changes
    if node != "EP":
        values["nodeNumbers"] = [w.add(NODES[node]), values["nodeNumbers"][1]]
    number = w.mbs.AddObject(ObjectFFRFreducedOrder(**values))
    functions = sum(callable(value) for value in changes.values())
    return w.mbs, number, functions


def test_matrix_is_the_derivative_of_the_residual():
    """By q, v and a alone and together, on all nodes and with user functions."""
    rng = np.random.default_rng(3)
    tried = [(node, {}) for node in NODES]
    tried += [("EP", changes) for changes in variants_of(ObjectFFRFreducedOrder).values()]
    tried += [("EP", dict(computeFFRFterms=False))]
    with Cases() as cases:
        for node, changes in tried:
            mbs, _, functions = flexible(node, **changes)
            probe = Probe(mbs, [], functions)
            for factors in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 1.5, 2.0)):
                with cases(node, *changes, factors):
                    probe.shake(rng, 0.3)
                    probe.factors(*map(float, factors), 1.0)
                    wanted = probe.differences(0)
                    error = np.abs(probe.matrix(0) - wanted).max()
                    assert error <= (1e-6 if functions else 2e-8) * np.abs(wanted).max()


def test_law_is_that_of_the_mesh():
    """Forces of inertia are J^T M_f (J q_tt + J_t q_t), with the Jacobian J of all mesh nodes."""
    mbs, number, _ = flexible(stiffnessMatrixReduced=[], dampingMatrixReduced=[])
    markers = [
        mbs.AddMarker(
            MarkerSuperElementPosition(
                bodyNumber=number, meshNodeNumbers=[k], weightingFactors=[1.0]
            )
        )
        for k in range(5)
    ]
    probe = Probe(mbs, markers, 0)
    probe.shake(np.random.default_rng(5), 0.3)
    # the body turns with unit Euler parameters, and its velocities keep their norm
    theta = probe.data["q"][3:7] + probe.model.numbering.reference[3:7]
    theta /= np.linalg.norm(theta)
    probe.data["q"][3:7] = theta - probe.model.numbering.reference[3:7]
    v, a = probe.data["v"], probe.data["a"]
    v[3:7] -= theta * (theta @ v[3:7])
    a[3:7] -= theta * (theta @ a[3:7] + v[3:7] @ v[3:7])
    probe.data["multipliers"][:] = 0.0
    found = probe.residual(0)[:9].copy()
    probe.equations.run("jacobian_calls")
    coordinates = probe.model.markers.coordinates
    J = np.zeros((15, 9))
    for k in range(5):
        columns, indices = coordinates.columns_of(k), coordinates.of(k)
        J[3 * k : 3 * k + 3, indices] = probe.data["motion_jacobians"][columns, :3].T
    accelerations = np.concatenate([mbs.GetMarkerOutput(k, Out.Acceleration) for k in markers])
    wanted = J.T @ np.kron(flexible_bodies.MASSES, np.eye(3)) @ accelerations
    assert found == pytest.approx(wanted, rel=1e-12, abs=1e-12)


def test_rigid_markers_have_the_matrix_of_their_forces():
    """Springs, dampers and torques between two frames of flexible bodies on every kind of node."""
    law = dict(
        stiffness=np.diag([8.0, 6.0, 7.0, 3.0, 2.0, 4.0]),
        damping=np.diag([0.5, 0.25, 0.75, 0.5, 0.125, 0.25]),
    )
    rng = np.random.default_rng(7)
    with Cases() as cases:
        for node in NODES:
            for alternative in (True, False):
                mbs, number, _ = flexible(node)
                frames = [
                    mbs.AddMarker(
                        MarkerSuperElementRigid(
                            bodyNumber=number, meshNodeNumbers=chosen, offset=offset,
                            weightingFactors=[0.25, 0.375, 0.375],
                            useAlternativeApproach=alternative,
                        )
                    )
                    for chosen, offset in (([0, 1, 2], [0.25, -0.5, 0.125]), ([2, 3, 4], [0.0] * 3))
                ]  # fmt: skip
                ground = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
                for ends in (frames, [ground, frames[0]]):
                    mbs.AddObject(RigidBodySpringDamper(markerNumbers=ends, **law))
                probe = Probe(mbs, frames, 0)
                for factors in ((1, 0, 0), (0, 1, 0), (0.5, 1.5, 2.0)):
                    with cases(node, alternative, factors):
                        probe.shake(rng, 0.2)
                        probe.factors(*map(float, factors), 1.0)
                        wanted = probe.differences(0)
                        error = np.abs(probe.matrix(0) - wanted).max()
                        assert error <= 5e-8 * np.abs(wanted).max()


def test_mean_rotation_follows_small_rotations():
    """Nodes that turn by a small angle turn the marker by it, the simpler law by less."""
    turn = np.array([1e-4, -2e-4, 0.5e-4])
    x = flexible_bodies.PLACES
    with Cases() as cases:
        for alternative in (True, False):
            with cases(alternative):
                w = World()
                nodes = [w.mbs.AddNode(NodePoint(referenceCoordinates=place)) for place in x]
                for k, node in enumerate(nodes):
                    moved = np.cross(turn, x[k])
                    w.mbs.SetNodeParameter(node, "initialCoordinates", moved)
                body = w.mbs.AddObject(ObjectGenericODE2(nodeNumbers=nodes, massMatrix=np.eye(15)))
                marker = w.mbs.AddMarker(
                    MarkerSuperElementRigid(
                        bodyNumber=body, meshNodeNumbers=[0, 1, 2, 3, 4],
                        weightingFactors=[0.2] * 5, useAlternativeApproach=alternative,
                    )
                )  # fmt: skip
                mbs = w.mbs
                mbs.Assemble()
                found = mbs.GetMarkerOutput(marker, Out.Rotation)
                r = x - x.mean(axis=0)
                wanted = turn
                if not alternative:
                    parts = [np.cross(a, np.cross(turn, a)) for a in r]
                    wanted = np.sum(parts, axis=0) / np.sum(r * r)
                assert found == pytest.approx(wanted, abs=1e-7)
                place = mbs.GetMarkerOutput(marker, Out.Position)
                middle = x.mean(axis=0)
                assert place == pytest.approx(middle + np.cross(turn, middle), rel=1e-12)


def test_outputs_of_mesh_nodes():
    mbs, number, _ = flexible()
    body = values_of(ObjectFFRFreducedOrder, World())
    wanted = (Out.Position, Out.Velocity, Out.Acceleration, Out.Displacement)
    markers, sensors = [], []
    for k in range(5):
        markers.append(
            mbs.AddMarker(
                MarkerSuperElementPosition(
                    bodyNumber=number, meshNodeNumbers=[k], weightingFactors=[1]
                )
            )
        )
        for variable in (*wanted, Out.DisplacementLocal, Out.StressLocal):
            sensors.append(
                mbs.AddSensor(
                    SensorSuperElement(
                        bodyNumber=number, meshNodeNumber=k, outputVariableType=variable
                    )
                )
            )
    mbs.Assemble()
    zeta = np.array([0.25, -0.125])
    for k in range(5):
        own = sensors[6 * k : 6 * k + 6]
        for variable, sensor in zip(wanted, own, strict=False):
            told = mbs.GetMarkerOutput(markers[k], variable)
            assert mbs.GetSensorValues(sensor) == pytest.approx(told, rel=1e-14, abs=1e-15)
        deformed = body["modeBasis"].reshape(5, 3, 2)[k] @ zeta
        assert mbs.GetSensorValues(own[4]) == pytest.approx(deformed, rel=1e-14)
        stress = zeta @ body["outputVariableModeBasis"][k].reshape(2, 6)
        assert mbs.GetSensorValues(own[5]) == pytest.approx(stress, rel=1e-14)


def test_sensors_of_generic_systems_are_those_of_their_nodes():
    mbs = exu.SystemContainer().AddSystem()
    nodes = [
        mbs.AddNode(NodePoint(referenceCoordinates=[x, 0, 0], initialVelocities=[0, x, 0]))
        for x in (1.0, 2.0)
    ]
    body = mbs.AddObject(ObjectGenericODE2(nodeNumbers=nodes, massMatrix=np.eye(6)))
    sensor = mbs.AddSensor(
        SensorSuperElement(bodyNumber=body, meshNodeNumber=1, outputVariableType=Out.Velocity)
    )
    mbs.Assemble()
    assert mbs.GetSensorValues(sensor).tolist() == [0.0, 2.0, 0.0]


def _marker(w, kind=MarkerSuperElementRigid, **changes):
    w.mbs.AddMarker(kind(**(values_of(kind, w) | changes)))
    w.mbs.Assemble()


def _body(w, **changes):
    w.add(ObjectFFRFreducedOrder, **changes)
    w.mbs.Assemble()


def _sensor(w, **changes):
    w.mbs.AddSensor(SensorSuperElement(**(values_of(SensorSuperElement, w) | changes)))
    w.mbs.Assemble()


REFUSED = {
    "no modes": (_body, dict(massMatrixReduced=[]), "massMatrixReduced must be 2 x 2"),
    "wrong basis": (_body, dict(modeBasis=np.ones((6, 2))), "modeBasis must be 15 x 2"),
    "wrong recovery": (
        _body, dict(outputVariableModeBasis=np.ones((5, 6))), "must be 5 x 12"
    ),
    "positions": (_body, dict(referencePositions=np.ones(16)), "three numbers for each"),
    "masses with directions": (
        _body, dict(mPhitTPsiTilde=np.ones((3, 6))), "equally in all directions"
    ),
    "unsymmetric masses": (
        _body, dict(massMatrixReduced=[[1.0, 0.5], [0.0, 1.0]]), "must be symmetric"
    ),
    "no node": (_marker, dict(meshNodeNumbers=[], weightingFactors=[]), "at least one mesh node"),
    "unknown node": (_marker, dict(meshNodeNumbers=[0, 1, 2, 5]), "must be below 5"),
    "half a node": (_marker, dict(meshNodeNumbers=[0, 1, 2, 0.5]), "a list of whole numbers"),
    "weights": (_marker, dict(weightingFactors=[0.5] * 4), "sum of weightingFactors must be 1"),
    "few weights": (_marker, dict(weightingFactors=[1.0]), "one number for each of the 4"),
    "a line": (
        _marker, dict(meshNodeNumbers=[0, 1], weightingFactors=[0.5, 0.5]), "are on a line"
    ),
    "mesh node": (_sensor, dict(meshNodeNumber=5), "must be below 5"),
    "strains": (_sensor, dict(outputVariableType=Out.StrainLocal), "has no output StrainLocal"),
    "coordinates": (_sensor, dict(outputVariableType=Out.Coordinates), "output of mesh nodes"),
}  # fmt: skip


def test_numbers_of_mesh_nodes_are_whole_and_no_parameters_that_vary():
    w = World(MarkerSuperElementRigid)
    marker = w.first(MarkerSuperElementRigid)
    numbers = w.mbs.GetMarker(marker)["meshNodeNumbers"]
    assert numbers == [0, 1, 2, 4] and all(type(number) is int for number in numbers)
    numbers.append(3)
    assert w.mbs.GetMarkerParameter(marker, "meshNodeNumbers") == [0, 1, 2, 4]
    with pytest.raises(exu.ParameterError, match="not made of real numbers and cannot be varied"):
        parameter_path(w.mbs, "marker:marker0.meshNodeNumbers[0]")


def test_wrong_values_are_refused_by_name():
    with Cases() as cases:
        for name, (make, changes, told) in REFUSED.items():
            with cases(name), pytest.raises((ParameterError, exu.SysError), match=told):
                make(World(), **changes)


def test_nodes_in_the_wrong_order_are_refused():
    w = World()
    nodes = values_of(ObjectFFRFreducedOrder, w)["nodeNumbers"]
    with pytest.raises(ParameterError, match="and then a NodeGenericODE2, got NodeGenericODE2"):
        _body(w, nodeNumbers=nodes[::-1])
    rigid = w.mbs.AddObject(ObjectGround())
    with pytest.raises(ParameterError, match="body with mesh nodes"):
        w.mbs.AddMarker(MarkerSuperElementPosition(bodyNumber=rigid))
