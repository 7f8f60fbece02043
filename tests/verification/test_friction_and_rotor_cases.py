"""Cases with digits: bristle friction, rotors with a gear, a Laval rotor, a disc that slides."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

pytestmark = pytest.mark.processors

Out = exu.OutputVariableType
Solver = exu.DynamicSolverType


def chosen(end, steps, radius=1.0):
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps = end, steps
    time.generalizedAlpha.spectralRadius = radius
    time.newton.relativeTolerance = time.newton.absoluteTolerance = 1e-11
    return settings


def limit(run, steps):
    """Values for a step size of zero, of a method of order two."""
    coarse, fine = (np.asarray(run(count)) for count in (steps, 2 * steps))
    return (4.0 * fine - coarse) / 3.0


def bristle(velocity, data, load, end, steps, solver=Solver.RK67):
    """Position and velocity of a mass of 2 kg with 5 N of friction."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D(initialVelocities=[velocity]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=2.0))
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=number, coordinate=0))
        for number in (mbs.AddNode(NodePointGround()), node)
    ]
    kept = mbs.AddNode(NodeGenericData(initialCoordinates=data, numberOfDataCoordinates=3))
    mbs.AddObject(
        CoordinateSpringDamperExt(
            markerNumbers=ends, nodeNumber=kept, fDynamicFriction=5.0, stickingStiffness=1e4,
            stickingDamping=50.0,
        )
    )  # fmt: skip
    mbs.AddLoad(LoadCoordinate(markerNumber=ends[1], load=load))
    mbs.Assemble()
    mbs.SolveDynamic(chosen(end, steps, 0.9), solverType=solver)
    return [mbs.GetNodeOutput(node, each) for each in (Out.Coordinates, Out.Coordinates_t)]


def test_ext_bristle_friction():
    sliding = dict(velocity=1.0, data=[5.0, 0.0, 0.0], load=0.0)
    assert bristle(**sliding, end=0.3, steps=300) == pytest.approx([0.1875, 0.25], rel=1e-10)
    for steps in (2000, 3000):  # the place of rest does not depend on the step
        assert bristle(**sliding, end=2.0, steps=steps)[0] == pytest.approx(0.1995, rel=1e-6)
    still = dict(velocity=0.0, data=[0.0, 0.0, 0.0])
    rest = bristle(**still, load=2.0, end=2.0, steps=2000)
    assert rest == pytest.approx([0.0002, 0.0], rel=1e-10, abs=1e-12)
    torn = bristle(**still, load=7.0, end=0.5, steps=4000)
    assert torn == pytest.approx([0.135409173377, 0.52103826075], rel=1e-10)


def gear(steps):
    """Angles of three rotors at t = 1."""
    mbs = exu.SystemContainer().AddSystem()
    nodes = [mbs.AddNode(Node1D(initialVelocities=[rate])) for rate in (1.0, 0.0, 0.0)]
    for node, J in zip(nodes, (0.2, 0.3, 0.5), strict=True):
        mbs.AddObject(Rotor1D(nodeNumber=node, physicsInertia=J))
    m = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0)) for node in nodes]
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=m[:2], stiffness=40.0))
    mbs.AddObject(CoordinateConstraint(markerNumbers=[m[2], m[1]], factorValue1=2.0))
    mbs.Assemble()
    settings = chosen(1.0, steps)
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    mbs.SolveDynamic(settings)
    return [mbs.GetNodeOutput(node, Out.Coordinates) for node in nodes]


def test_rotor_gear():
    """omega^2 = 40 (1/0.2 + 1/(0.3 + 4 0.5))"""
    expected = [0.131249920088, 0.0755434852097, 0.151086970419]
    assert math.sqrt(40 * (1 / 0.2 + 1 / 2.3)) == pytest.approx(14.7441956155, rel=1e-11)
    assert limit(gear, 4000) == pytest.approx(expected, rel=3e-11)


def laval(steps):
    """Place of a driven rotor with an eccentric mass at t = 1."""
    mbs = exu.SystemContainer().AddSystem()
    A = 0.012857142857142857
    node = mbs.AddNode(
        NodeRigidBody2D(initialCoordinates=[A, 0, 0], initialVelocities=[0, 15 * A, 15])
    )
    body = mbs.AddObject(
        RigidBody2D(
            nodeNumber=node, physicsMass=2.0, physicsInertia=0.1002,
            physicsCenterOfMass=[0.01, 0.0],
        )
    )  # fmt: skip
    ends = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=each))
        for each in (mbs.AddObject(ObjectGround()), body)
    ]
    mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[800, 800, 0]))
    fixed = mbs.AddNode(NodePointGround())
    angle = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=number, coordinate=k))
        for number, k in ((fixed, 0), (node, 2))
    ]
    mbs.AddObject(
        CoordinateConstraint(
            markerNumbers=angle, offsetUserFunction=lambda mbs, t, itemNumber, lOffset: 15.0 * t
        )
    )
    mbs.Assemble()
    settings = chosen(1.0, steps)
    settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
    mbs.SolveDynamic(settings)
    return mbs.GetNodeOutput(node, Out.Position)[:2]


def test_rotor_laval():
    """e W^2/(w^2 - W^2) at the angle W t"""
    expected = [-0.00976741602247, 0.00836084365916]
    assert limit(laval, 4000) == pytest.approx(expected, rel=1e-10)


def test_rolling_disc_penalty():
    """A disc of inertia m r^2/2 that is pushed without spin rolls with two thirds of its speed."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    height = 0.1 - 19.62 / 1e5
    node = mbs.AddNode(
        NodeRigidBodyEP(
            referenceCoordinates=[0, 0, height, 1, 0, 0, 0], initialVelocities=[0, 1, 0, 0, 0, 0, 0]
        )
    )
    body = mbs.AddObject(
        RigidBody(nodeNumber=node, physicsMass=2, physicsInertia=[0.01, 0.005, 0.005, 0, 0, 0])
    )
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, 0, -9.81]))
    ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=each)) for each in (ground, body)]
    data = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=3))
    mbs.AddObject(
        ObjectConnectorRollingDiscPenalty(
            markerNumbers=ends, nodeNumber=data, discRadius=0.1, discAxis=[1, 0, 0],
            contactStiffness=1e5, contactDamping=200, dryFriction=[0.2, 0.2],
            dryFrictionProportionalZone=1e-2, useLinearProportionalZone=True,
        )
    )  # fmt: skip
    mbs.Assemble()
    mbs.SolveDynamic(chosen(1.0, 4000, 0.6))
    velocity = mbs.GetNodeOutput(node, Out.Velocity)[1]
    turning = mbs.GetNodeOutput(node, Out.AngularVelocity)[0]
    assert velocity == pytest.approx(2 / 3, rel=1e-7)
    assert turning == pytest.approx(-20 / 3, rel=1e-7)
    assert mbs.GetNodeOutput(node, Out.Position)[1] == pytest.approx(0.69498525, rel=1e-6)
