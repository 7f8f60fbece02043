"""Rotation coordinates: the norm of Euler parameters, rotation vectors, relative rotations."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import *
from tests.cases import Cases

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
SPIN = np.array([0.3, 2.0, 0.4])
SOLVERS = ("GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "DOPRI5", "VelocityVerlet")


def settings(steps=400, end=1.0):
    chosen = exu.SimulationSettings()
    chosen.timeIntegration.endTime, chosen.timeIntegration.numberOfSteps = end, steps
    chosen.timeIntegration.newton.relativeTolerance = 1e-10
    chosen.timeIntegration.generalizedAlpha.constraintLevel = "position"  # parameters are added
    chosen.solutionSettings.solutionWritePeriod = end / 10
    return chosen


def spinning(own):
    """A body under gravity on Euler parameters, with the equation of the node or another one."""
    mbs = exu.SystemContainer().AddSystem()
    theta = np.array([0.5, 0.5, -0.5, 0.5])
    rates = 0.25 * EulerParameters2G(theta).T @ SPIN
    node = mbs.AddNode(
        NodeRigidBodyEP(
            referenceCoordinates=[1, 2, 3, *theta], initialVelocities=[0, 1, 0, *rates],
            addConstraintEquation=own,
        )
    )  # fmt: skip
    body = mbs.AddObject(
        RigidBody(
            mass=2, inertia=[0.5, 0.7, 0.9, 0, 0, 0.1], centerOfMass=[0.1, 0, 0.2], nodeNumber=node
        )
    )
    center = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=center, loadVector=[0, 0, -9.81]))
    if not own:
        ends = [
            mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround()))),
            mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node)),
        ]
        mbs.AddObject(
            CoordinateVectorConstraint(
                name="norm", markerNumbers=ends, offset=[1.0],
                quadraticTermMarker1=[[0, 0, 0, 1, 1, 1, 1]],
            )
        )  # fmt: skip
    mbs.Assemble()
    return mbs, body


def test_a_constraint_of_the_user_keeps_the_norm_of_euler_parameters():
    """The same motion as with the equation of the node; errors of both are told."""
    with Cases() as cases:
        for solver in SOLVERS:
            with cases(solver):
                found = []
                for own in (True, False):
                    mbs, body = spinning(own)
                    solution = mbs.SolveDynamic(settings(), solverType=solver)
                    errors = solution.constraint_errors()
                    owners = errors.of_nodes() if own else errors.of_objects()
                    ((position, velocity),) = owners.values()
                    left = 1e-9 if solver == "TrapezoidalIndex2" else 1e-12  # drift of a step
                    assert position < left and velocity < (1e-2 if "Alpha" in solver else 1e-11)
                    assert (errors.units, errors.missing) == (["1"], [])
                    theta = solution.coordinates[:, 3:] + [0.5, 0.5, -0.5, 0.5]
                    norms = (theta**2).sum(axis=1) - 1.0
                    assert np.abs(errors.position[:, 0] - norms).max() < 1e-15
                    assert np.abs(solution.velocities[:, 3:]).max() > 0.1
                    rate = 2.0 * (theta * solution.velocities[:, 3:]).sum(axis=1)
                    assert np.abs(errors.velocity[:, 0] - rate).max() < 1e-14
                    found.append(mbs.GetObjectOutputBody(body, Out.RotationMatrix))
                assert np.abs(found[0] - found[1]).max() < 1e-9


def test_errors_of_nodes_are_named_before_those_of_joints():
    mbs = exu.SystemContainer().AddSystem()
    mbs.AddNode(NodeGenericAE(numberOfAECoordinates=1, initialCoordinates=[3.0]))
    inertia = InertiaSphere(mass=1, radius=0.1)
    bodies = [mbs.CreateRigidBody(name=f"b{k}", inertia=inertia) for k in range(2)]
    mbs.CreateSphericalJoint(name="ball", bodyNumbers=bodies, position=[0, 0, 0])
    mbs.Assemble()
    errors = mbs.SolveDynamic(settings(4, 0.01)).constraint_errors()
    assert errors.nodes.tolist() == [1, 2, -1, -1, -1]
    assert errors.objects.tolist() == [-1, -1, 2, 2, 2]
    names = [name.split(" (")[0] for name in errors.equations]
    assert names[:3] == [
        "RigidEP 'Node:b0'",
        "RigidEP 'Node:b1'",
        "equation 0 of SphericalJoint 'ball'",
    ]
    assert errors.units == ["1", "1", "m", "m", "m"]


# ------------------------------------------------------------------------------- rotation vectors


def on_vectors(make, spin=SPIN, **given):
    """A body on a rotation vector, and an item between the ground and its node."""
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateRigidBody(
        inertia=InertiaCuboid(1000, [0.1, 0.2, 0.3]), initialAngularVelocity=spin,
        nodeType=exu.NodeType.RotationRotationVector,
    )  # fmt: skip
    ground = mbs.AddNode(NodePointGround())
    mbs.AddObject(make(mbs, ground, mbs.GetObject(body)["nodeNumber"], **given))
    mbs.Assemble()
    return mbs


def vector(mbs, ground, node, **given):
    ends = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n)) for n in (ground, node)]
    return CoordinateVectorConstraint(markerNumbers=ends, **given)


def single(mbs, ground, node, kind=CoordinateVectorConstraint, **given):
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=c)) for n, c in
            ((ground, 0), (node, 4))]  # fmt: skip
    return kind(markerNumbers=ends, **given)


def generic(mbs, ground, node):
    return ObjectGenericODE2(nodeNumbers=[node], massMatrix=np.eye(6), stiffnessMatrix=np.eye(6))


def equations(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [q[0]]


def slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [[1.0, 0, 0, 0, 0, 0]]


def test_vector_equations_of_rotation_vectors_are_refused():
    functions = dict(
        constraintUserFunction=equations, jacobianUserFunction=slopes,
        scalingMarker0=np.zeros((1, 1)),
    )  # fmt: skip
    about = r"coordinates \[3, 4, 5\] of MarkerNodeCoordinates .*rotation vector.*use a Coordinate"
    with Cases() as cases:
        for what, make, given, text in (
            ("scaling", vector, {"scalingMarker1": [[0, 0, 0, 0, 1, 0]]}, about),
            ("quadratic", vector, {"quadraticTermMarker1": [[1, 0, 0, 0, 0, 1]]}, about),
            ("functions", vector, functions, about),
            ("single", single, {"scalingMarker1": [[1]]}, "depends on several coordinates"),
            ("matrices", generic, {}, "node whose coordinates are added"),
        ):
            with cases(what), pytest.raises(exu.ParameterError, match=text):
                on_vectors(make, **given)


def test_displacements_and_single_coordinates_of_such_nodes_may_be_held():
    """x + 2 y = 0 by a vector; nu_1 = 0.2 by a CoordinateConstraint."""
    with Cases() as cases:
        for solver in SOLVERS:
            with cases(solver, "vector"):
                mbs = on_vectors(vector, scalingMarker1=[[1, 2, 0, 0, 0, 0]])
                load = mbs.AddMarker(MarkerNodePosition(nodeNumber=0))
                mbs.AddLoad(Force(markerNumber=load, loadVector=[3.0, 0, 0]))
                mbs.Assemble()
                mbs.SolveDynamic(settings(100), solverType=solver)
                x, y = mbs.GetNodeOutput(0, Out.Position)[:2]
                assert abs(x + 2 * y) < 1e-12 and x > 0.01
            with cases(solver, "single"):
                mbs = on_vectors(single, [0.3, 0, 0.4], kind=CoordinateConstraint, offset=0.0)
                solution = mbs.SolveDynamic(settings(100), solverType=solver)
                assert np.abs(solution.coordinates[:, 4]).max() < 1e-12
                assert np.abs(solution.coordinates[:, 3:]).max() > 0.1


# ------------------------------------------------------------------------------- relative rotations


def test_a_relative_rotation_with_an_offset_continues_from_its_node():
    """x = phi0 + omega t - offset + 2 pi k: at most pi from the node at first, then without jumps.

    The node holds x, and a spring on the marker feels it.
    """
    omega, end = 5.0, 2.0
    start = settings(200, end)
    with Cases() as cases:
        for phi0, offset, memory, x0 in (
            (3.0, 0.5, 0.0, 2.5),
            (3.0, -0.5, 0.0, 3.5 - 2 * np.pi),
            (-3.0, 3.0, 0.0, 2 * np.pi - 6.0),
            (3.0, 0.5, 6.0, 2.5 + 2 * np.pi),
            (1.0, 20.0, -13.0, 2 * np.pi - 19.0),
        ):
            with cases(f"{phi0}, {offset}, {memory}"):
                mbs = exu.SystemContainer().AddSystem()
                ground = mbs.CreateGround()
                body = mbs.CreateRigidBody(
                    inertia=InertiaSphere(mass=1, radius=0.1),
                    referenceRotationMatrix=RotationMatrixZ(phi0),
                    initialAngularVelocity=[0, 0, omega],
                )
                node = mbs.AddNode(
                    NodeGenericData(numberOfDataCoordinates=1, initialCoordinates=[memory])
                )
                angle = MarkerBodiesRelativeRotationCoordinate(
                    bodyNumbers=[ground, body], nodeNumber=node, axis0=[0, 0, 2], offset=offset
                )
                still = MarkerNodeCoordinate(
                    nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0
                )
                ends = [mbs.AddMarker(still), mbs.AddMarker(angle)]
                spring = mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, stiffness=0))
                mbs.Assemble()
                assert abs(mbs.GetObjectOutput(spring, Out.Displacement) - x0) < 1e-14
                mbs.SolveDynamic(start)
                assert abs(mbs.GetObjectOutput(spring, Out.Displacement) - x0 - omega * end) < 1e-3
                held = mbs.systemData.GetDataCoordinates()[0]
                assert abs(held - mbs.GetObjectOutput(spring, Out.Displacement)) < 1e-12
