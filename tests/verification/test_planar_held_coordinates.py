"""NodePlanar: held coordinates against the same model with constraints, and what else counts them:
coordinate markers, vectors, loads, matrices, outputs, names in errors."""

import itertools

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError, SysError
from linkwork.extend.probe import Probe
from linkwork.items import (
    CoordinateConstraint,
    CoordinateSpringDamper,
    CoordinateVectorConstraint,
    Force,
    Gravity,
    LoadCoordinate,
    MarkerBodyMass,
    MarkerBodyPosition,
    MarkerBodyRigid,
    MarkerNodeCoordinate,
    MarkerNodeCoordinates,
    MarkerNodePosition,
    MarkerNodeRigid,
    MarkerObjectODE2Coordinates,
    NodePlanar,
    NodePointGround,
    NodeRigidBody2D,
    ObjectGenericODE2,
    ObjectGround,
    RevoluteJoint2D,
    RigidBody2D,
    SpringDamper,
    TorsionalSpringDamper,
)

from .models import make_settings

Variable = exu.OutputVariableType
REFERENCE, INITIAL = (0.4, -0.2, 0.3), (0.1, 0.2, 0.25)
SOME = [held for held in itertools.product([False, True], repeat=3) if any(held)]


def solve(mbs, steps=400, end=0.5, solver="GeneralizedAlpha", **options):
    settings = make_settings(end / steps, end, **options)
    return mbs.SolveDynamic(settings, solverType=getattr(exu.DynamicSolverType, solver))


def one_body(held, node_kind=NodePlanar, **options):
    """(mbs, ground, node, body)"""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    given = dict(referenceCoordinates=REFERENCE, initialCoordinates=INITIAL) | options
    if node_kind is NodePlanar:
        given["heldCoordinates"] = held
    node = mbs.AddNode(node_kind(**given))
    body = mbs.AddObject(
        RigidBody2D(
            physicsMass=2, physicsInertia=0.9, physicsCenterOfMass=[0.3, -0.4], nodeNumber=node
        )
    )
    return mbs, ground, node, body


def loaded(held, node_kind):
    """Springs, a pin to a second body, loads of all kinds: (mbs, nodes, markers, joint)."""
    mbs, ground, node, body = one_body(held, node_kind)
    at = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=p))
          for p in ([0.5, 0.1, 0], [-0.2, 0.3, 0])]  # fmt: skip
    fixed = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[1.5, 1, 0]))
    point = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[0, 0.6, 0]))
    plain = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    frame = mbs.AddMarker(MarkerNodeRigid(nodeNumber=node))
    springs = [(at[0], fixed, 60.0), (point, fixed, 40.0), (plain, fixed, 20.0)]
    for first, second, stiffness in springs:
        mbs.AddObject(
            SpringDamper(
                markerNumbers=[first, second],
                stiffness=stiffness,
                damping=1.5,
                referenceLength=0.7,
            )
        )
    mbs.AddObject(TorsionalSpringDamper(markerNumbers=[fixed, frame], stiffness=5, damping=0.2))
    mbs.AddLoad(Force(markerNumber=at[0], loadVector=[1, 2, 0], bodyFixed=True))
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -9.81, 0]))
    for k in range(3):
        coordinate = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k))
        mbs.AddLoad(LoadCoordinate(markerNumber=coordinate, load=0.3 * (k + 1)))
    place = mbs_place(mbs, body, [-0.2, 0.3, 0])
    other = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[*place, -0.5]))
    second = mbs.AddObject(RigidBody2D(physicsMass=1, physicsInertia=0.2, nodeNumber=other))
    pin = mbs.AddMarker(MarkerBodyRigid(bodyNumber=second))
    hung = mbs.AddMarker(MarkerBodyMass(bodyNumber=second))
    mbs.AddLoad(Gravity(markerNumber=hung, loadVector=[3, -9.81, 0]))
    joint = mbs.AddObject(RevoluteJoint2D(markerNumbers=[at[1], pin]))
    return mbs, [node, other], [*at, point, plain, frame], joint


def mbs_place(mbs, body, local):
    """Start position of a point of the body."""
    x, y, phi = np.add(REFERENCE, INITIAL)
    c, s = np.cos(phi), np.sin(phi)
    return x + c * local[0] - s * local[1], y + s * local[0] + c * local[1]


@pytest.mark.parametrize("held", SOME)
@pytest.mark.parametrize(
    ("solver", "options"),
    [("GeneralizedAlpha", {}), ("GeneralizedAlpha", {"index2": True}), ("RK44", {}),
     ("VelocityVerlet", {})],
)  # fmt: skip
def test_holding_a_coordinate_is_a_constraint(held, solver, options):
    held_mbs, nodes, markers, joint = loaded(list(held), NodePlanar)
    held_mbs.Assemble()
    free_mbs, *_ = loaded(list(held), NodeRigidBody2D)
    ground = free_mbs.AddNode(NodePointGround())
    still = free_mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    for k in np.flatnonzero(held):
        marker = free_mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=int(k)))
        free_mbs.AddObject(CoordinateConstraint(markerNumbers=[still, marker], offset=INITIAL[k]))
    free_mbs.Assemble()
    assert held_mbs.systemData.ODE2Size() == 6 - sum(held)
    for mbs in (held_mbs, free_mbs):
        solve(mbs, solver=solver, **options)
    limit = 2e-6 if solver == "VelocityVerlet" else 1e-9  # RATTLE sees other predicted velocities
    for node in nodes:
        for variable in (Variable.CoordinatesTotal, Variable.Coordinates, Variable.Coordinates_t):
            seen = [mbs.GetNodeOutput(node, variable) for mbs in (held_mbs, free_mbs)]
            assert seen[0] == pytest.approx(seen[1], abs=limit)
    for marker in markers:
        for variable in (Variable.Position, Variable.Displacement, Variable.Velocity):
            seen = [mbs.GetMarkerOutput(marker, variable) for mbs in (held_mbs, free_mbs)]
            assert seen[0] == pytest.approx(seen[1], abs=limit)
        seen = [mbs.GetMarkerOutput(marker, Variable.Acceleration) for mbs in (held_mbs, free_mbs)]
        assert seen[0] == pytest.approx(seen[1], abs=1e3 * limit)
    seen = [mbs.GetObjectOutput(joint, Variable.Force) for mbs in (held_mbs, free_mbs)]
    assert seen[0] == pytest.approx(seen[1], abs=1e3 * limit)


@pytest.mark.parametrize("held", [(False, False, False), *SOME])
def test_the_matrix_is_the_derivative_of_the_residual(held):
    """Of all items together, forces that turn with the body among them."""
    mbs, *_ = loaded(list(held), NodePlanar)
    probe = Probe(mbs, [], 0)
    probe.shake(np.random.default_rng(7))
    probe.factors(0.7, 1.3, 0.4, 1.7)
    for level in (0, 1):
        exact, close = probe.matrix(level), probe.differences(level)
        assert np.abs(exact - close).max() < 1e-7 * np.abs(exact).max()


@pytest.mark.parametrize("held", [[True] * 3, [True, False, True], [False, True, False]])
def test_markers_tell_the_displacement_of_what_is_held_elsewhere(held):
    mbs, _, node, body = one_body(held)
    local = [0.5, 0.2, 0.1]
    at_body = [
        mbs.AddMarker(kind(bodyNumber=body, localPosition=local))
        for kind in (MarkerBodyRigid, MarkerBodyPosition)
    ]
    at_node = [
        mbs.AddMarker(kind(nodeNumber=node)) for kind in (MarkerNodeRigid, MarkerNodePosition)
    ]
    mbs.Assemble()
    for variable in (Variable.Position, Variable.Displacement):
        expected = mbs.GetObjectOutputBody(body, variable, local)
        for marker in at_body:
            assert mbs.GetMarkerOutput(marker, variable) == pytest.approx(expected, abs=1e-15)
        for marker in at_node:
            expected = mbs.GetNodeOutput(node, variable)
            assert mbs.GetMarkerOutput(marker, variable) == pytest.approx(expected, abs=1e-15)
    moved = mbs.GetMarkerOutput(at_node[0], Variable.Displacement)
    assert moved == pytest.approx([*INITIAL[:2], 0])


def test_a_marker_of_a_held_coordinate_has_its_displacement():
    """The spring between held angle (0.25 rad) and free x pulls x to 0.25."""
    mbs, _, node, _ = one_body([False, True, True])
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k)) for k in (2, 0)]
    spring = mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, stiffness=8.0))
    mbs.Assemble()
    assert mbs.GetMarkerOutput(ends[0], Variable.Coordinates) == pytest.approx(INITIAL[2])
    difference = INITIAL[0] - INITIAL[2]
    assert mbs.GetObjectOutput(spring, Variable.Displacement) == pytest.approx(difference)
    solve(mbs, end=1.0, steps=2000)
    x = mbs.GetNodeOutput(node, Variable.Coordinates)[0]
    assert x == pytest.approx(INITIAL[2] + difference * np.cos(2.0), abs=1e-6)


def test_vectors_of_coordinates_hold_the_free_ones():
    mbs, _, node, body = one_body([True, False, False], initialVelocities=[0, 1.0, 0])
    vectors = [
        mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node)),
        mbs.AddMarker(MarkerObjectODE2Coordinates(objectNumber=body)),
    ]
    ground = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
    total = np.add(REFERENCE, INITIAL)
    mbs.AddObject(
        CoordinateVectorConstraint(
            markerNumbers=[ground, vectors[0]],
            scalingMarker1=[[1.0, -0.5]],
            offset=[total[1] - 0.5 * total[2]],
        )
    )
    mbs.Assemble()
    assert mbs.systemData.GetNodeLTGODE2(node) == [0, 1]
    assert mbs.systemData.GetObjectLTGODE2(body) == [0, 1]
    for vector in vectors:
        assert mbs.GetMarkerOutput(vector, Variable.Coordinates) == pytest.approx(total[1:])
    with pytest.warns(UserWarning, match="start velocities"):
        solve(mbs)
    now = mbs.GetNodeOutput(node, Variable.CoordinatesTotal)
    assert now[0] == total[0]
    assert now[1] - 0.5 * now[2] == pytest.approx(total[1] - 0.5 * total[2], abs=1e-12)
    assert abs(now[1] - total[1]) > 0.1


def test_matrices_on_a_node_are_of_its_free_coordinates():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodePlanar(heldCoordinates=[False, True, False], initialCoordinates=[1, 2, 3])
    )
    masses, stiffness = np.diag([2.0, 0.5]), np.diag([8.0, 4.5])
    mbs.AddObject(
        ObjectGenericODE2(nodeNumbers=[node], massMatrix=masses, stiffnessMatrix=stiffness)
    )
    mbs.Assemble()
    solve(mbs, end=1.0, steps=4000)
    expected = [np.cos(2.0), 2.0, 3 * np.cos(3.0)]
    assert mbs.GetNodeOutput(node, Variable.Coordinates) == pytest.approx(expected, abs=1e-5)
    with pytest.raises(ParameterError, match="massMatrix M must be 2 x 2"):
        mbs.AddObject(ObjectGenericODE2(nodeNumbers=[node], massMatrix=np.eye(3)))


def test_errors_count_held_coordinates():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePlanar(heldCoordinates=[True, False, False]))
    mbs.AddObject(RigidBody2D(physicsMass=1, physicsInertia=0, nodeNumber=node))
    mbs.Assemble()
    with pytest.raises(SysError, match="no mass acts on coordinate 2 of NodePlanar"):
        solve(mbs)


def test_a_body_that_is_held_altogether_is_ground():
    mbs, _, node, body = one_body([True] * 3)
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[1, 0, 0]))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[1, 2, 3], bodyFixed=True))
    mbs.Assemble()
    assert mbs.systemData.ODE2Size() == 0
    for solver in ("GeneralizedAlpha", "RK44", "DOPRI5"):
        solve(mbs, solver=solver)
    assert mbs.GetNodeOutput(node, Variable.Coordinates) == pytest.approx(INITIAL)
