"""Derivatives by places of markers that do not move: they are written once."""

import pytest

import linkwork as exu
from linkwork.items import (
    CartesianSpringDamper,
    Force,
    MarkerBodyRigid,
    NodePlanar,
    ObjectGround,
    RevoluteJoint2D,
    RigidBody2D,
    SensorObject,
)
from tests.sensitivity.models import derived, disagreement, settings_of

pytestmark = pytest.mark.processors

ANCHOR = ["ground.referencePosition[0]", "anchor.localPosition[1]", "ground.referencePosition[1]"]
SOLVERS = ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "VelocityVerlet"]


def anchored(joint):
    """A planar body at an anchor on ground, by a spring or a joint."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround(referencePosition=[0.25, -0.5, 0.0], name="ground"))
    node = mbs.AddNode(
        NodePlanar(referenceCoordinates=[1.0, 0.3, 0.2], initialVelocities=[0.0, 0.0, 0.4])
    )
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1.5, physicsInertia=0.7))
    anchor = mbs.AddMarker(
        MarkerBodyRigid(bodyNumber=ground, localPosition=[0.75, 0.8, 0.0], name="anchor")
    )
    end = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    tip = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.4, 0.1, 0.0]))
    if joint:
        mbs.AddObject(RevoluteJoint2D(markerNumbers=[anchor, end]))
    else:
        mbs.AddObject(CartesianSpringDamper(markerNumbers=[anchor, end], stiffness=[9.0, 8.0, 0.0]))
    spring = mbs.AddObject(
        CartesianSpringDamper(markerNumbers=[anchor, tip], stiffness=[20.0, 30.0, 0.0])
    )
    mbs.AddLoad(Force(markerNumber=tip, loadVector=[1.0, 2.0, 0.0]))
    mbs.AddSensor(
        SensorObject(
            objectNumber=spring, outputVariableType=exu.OutputVariableType.Force, name="force"
        )
    )
    mbs.Assemble()
    return mbs


@pytest.mark.parametrize("joint", [False, True])
def test_anchors_on_ground(joint, monkeypatch):
    # the spring alone does not hold the joint closed at other places: the start moves the body
    monkeypatch.setattr("linkwork.run.consistent_start.LARGEST", float("inf"))
    mbs = anchored(joint)
    for solver in SOLVERS:

        def solve(system, solver=solver, **further):
            return system.SolveDynamic(settings_of(0.2, 20, tight=True), solver, **further)

        solution = solve(mbs, sensitivities=ANCHOR)
        for name in ANCHOR:
            found = derived(solution.sensitivity(name))
            assert disagreement(found, mbs, name, solve) < 1e-7, (solver, name)


def test_anchors_of_equilibria_and_gradients():
    mbs = anchored(False)
    static = mbs.SolveStatic(sensitivities=ANCHOR)
    assert abs(static.sensitivity(ANCHOR[0]).coordinates[-1, 0] - 1.0) < 1e-9

    plain = mbs.SolveDynamic(settings_of(0.2, 20))
    slopes = mbs.SolveDynamic(settings_of(0.2, 20), sensitivities=ANCHOR)
    found = plain.gradient(lambda solution: solution.coordinates[-1, 0], ANCHOR)
    for name, value in zip(ANCHOR, list(getattr(found, "values", lambda: found)()), strict=True):
        assert abs(value - slopes.sensitivity(name).coordinates[-1, 0]) < 1e-9
