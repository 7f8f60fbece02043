"""Derivatives through user functions, and of bodies that turn in space."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import InertiaCuboid

from .models import derived, disagreement, error_of, settings_of

pytestmark = pytest.mark.processors


def compiled_law(mbs, t, itemNumber, u, v, k, d, f):
    return k * u + 40.0 * u**3 + d * v * (1.0 + u * u) + f * np.sin(3.0 * t)


def called_law(mbs, t, itemNumber, u, v, k, d, f):
    assert mbs.variables is not None  # nothing that a compiler knows
    return compiled_law(mbs, t, itemNumber, u, v, k, d, f)


def load(mbs, t, loadVector):
    return [loadVector[0] * np.cos(t), loadVector[1] * t, 0.0]


def with_functions(law):
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    body = mbs.CreateMassPoint(
        referencePosition=[1.0, 0.0, 0.0], initialVelocity=[0.3, 0.5, 0.0], physicsMass=2.0
    )
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=each)) for each in (ground, body)]
    mbs.AddObject(
        SpringDamper(
            markerNumbers=ends,
            stiffness=80.0,
            damping=0.4,
            referenceLength=0.9,
            force=2.0,
            springForceUserFunction=law,
            name="spring",
        )  # fmt: skip
    )
    mbs.AddLoad(
        Force(
            markerNumber=ends[1],
            loadVector=[1.0, 2.0, 0.0],
            loadVectorUserFunction=load,
            name="load",
        )  # fmt: skip
    )
    mbs.Assemble()
    return mbs


def test_parameters_that_user_functions_receive():
    names = ["spring.stiffness", "spring.damping", "spring.referenceLength", "load.loadVector[1]"]
    settings = settings_of(0.2, 20, tight=True)
    for law in (compiled_law, called_law):
        mbs = with_functions(law)
        for solver in ("GeneralizedAlpha", "RK44"):
            solution = mbs.SolveDynamic(settings, solver, sensitivities=names)

            def solve(twin, solver=solver):
                return twin.SolveDynamic(settings, solver)

            for name in names:
                found = derived(solution.sensitivity(name))
                assert disagreement(found, mbs, name, solve) < 1e-8, (law, solver, name)
    plain = mbs.SolveDynamic(settings)
    forwards = mbs.SolveDynamic(settings, sensitivities=names)
    expected = np.array([forwards.sensitivity(name).coordinates[-1, 0] for name in names])
    found = plain.gradient(lambda solution: solution.coordinates[-1, 0], names)
    assert error_of(found, expected) < 1e-10


def spinning(node):
    """A block on a spring, which turns about all axes."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    body = mbs.CreateRigidBody(
        inertia=InertiaCuboid(1000.0, [0.2, 0.1, 0.3]), referencePosition=[0.3, 0.0, 0.0],
        initialAngularVelocity=[2.0, 5.0, -3.0], nodeType=node, gravity=[0.0, 0.0, -9.81],
        name="body",
    )  # fmt: skip
    local = [-0.1, 0.05, 0.1]
    hook = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=local, name="hook"))
    base = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    mbs.AddObject(
        SpringDamper(
            markerNumbers=[base, hook],
            stiffness=800.0,
            damping=4.0,
            referenceLength=0.2,
            name="spring",
        )  # fmt: skip
    )
    position = exu.OutputVariableType.Position
    mbs.AddSensor(
        SensorBody(
            bodyNumber=body, localPosition=[0.1] * 3, outputVariableType=position, name="tip"
        )
    )
    mbs.Assemble()
    return mbs


def test_rotations_in_space():
    names = ["spring.stiffness", "hook.localPosition[1]", "body.physicsInertia[1]"]
    settings = settings_of(0.2, 50, tight=True)
    kinds = exu.NodeType
    for node in (
        kinds.RotationEulerParameters, kinds.RotationRotationVector, kinds.RotationRxyz,
    ):  # fmt: skip
        mbs = spinning(node)
        for solver in ("GeneralizedAlpha", "RK44"):
            solution = mbs.SolveDynamic(settings, solver, sensitivities=names)

            def solve(twin, solver=solver):
                return twin.SolveDynamic(settings, solver)

            for name in names:
                found = derived(solution.sensitivity(name))
                assert disagreement(found, mbs, name, solve) < 1e-7, (node, solver, name)


def product(mbs, t, sensorNumbers, factors, configuration):
    x, y, _ = mbs.GetSensorValues(sensorNumbers[0], configuration)
    return [factors[0] * x * y + t]


def test_sensors_with_user_functions():
    mbs = with_functions(compiled_law)
    body, position = mbs.GetObjectNumber("object1"), exu.OutputVariableType.Position
    tip = mbs.AddSensor(SensorBody(bodyNumber=body, outputVariableType=position, name="tip"))
    mbs.AddSensor(
        SensorUserFunction(
            sensorNumbers=[tip], factors=[3.0], sensorUserFunction=product, name="product"
        )
    )
    mbs.Assemble()
    solution = mbs.SolveDynamic(settings_of(0.2, 20), sensitivities=["spring.stiffness"])
    s, (x, y) = solution.sensitivity("spring.stiffness"), solution.sensors["tip"][-1, 1:3]
    expected = 3.0 * (s.sensors["tip"][-1, 0] * y + x * s.sensors["tip"][-1, 1])
    assert np.isclose(s.sensors["product"][-1, 0], expected, rtol=1e-9) and expected != 0.0
    found = solution.gradient(lambda run: run.sensors["product"][-1, 1], ["spring.stiffness"])
    assert np.isclose(found[0], expected, rtol=1e-8)


def nearly_zero(value):
    """A mass on a spring, whose offset, load and initial velocity across have a value."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    mass = mbs.CreateMassPoint(
        referencePosition=[1.0, 0.0, 0.0], initialVelocity=[0.2, value, 0.0], physicsMass=2.0,
        name="mass",
    )  # fmt: skip
    mbs.CreateCartesianSpringDamper(
        bodyNumbers=[ground, mass], stiffness=[80.0, 60.0, 5.0], offset=[value, 0.0, 0.0],
        damping=[3.0, 2.0, 1.0], name="spring",
    )  # fmt: skip
    mbs.CreateForce(bodyNumber=mass, loadVector=[30.0, value, 0.0], name="load")
    mbs.Assemble()
    return mbs


def test_numbers_that_are_almost_zero_count_as_zero():
    names = ["spring.offset[0]", "load.loadVector[1]", "mass.initialVelocity[1]"]
    settings = settings_of(0.2, 40)
    for solver in ("GeneralizedAlpha", "RK44", "VelocityVerlet"):
        at_zero, beside = (
            nearly_zero(value).SolveDynamic(settings, solver, sensitivities=names)
            for value in (0.0, 1e-17)
        )
        for name in names:
            expected, found = (each.sensitivity(name).coordinates[-1] for each in (at_zero, beside))
            assert np.abs(found - expected).max() < 3e-6 * np.abs(expected).max(), (solver, name)


def test_a_rope_that_goes_slack():
    """At the start its force is linear in the damping, later it is bounded."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    body = mbs.CreateMassPoint(referencePosition=[1.0, 0.0, 0.0], physicsMass=2.0)
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=each)) for each in (ground, body)]
    mbs.AddObject(
        ReevingSystemSprings(
            markerNumbers=ends, sheavesAxes=[[0, 0, 1]] * 2, sheavesRadii=[0.0, 0.0],
            stiffnessPerLength=300.0, dampingPerLength=2.0, referenceLength=0.9, name="rope",
        )
    )  # fmt: skip
    mbs.Assemble()
    settings = settings_of(0.3, 60, tight=True)
    names = ["rope.dampingPerLength", "rope.stiffnessPerLength"]
    solution = mbs.SolveDynamic(settings, sensitivities=names)
    for name in names:
        found = derived(solution.sensitivity(name))
        assert disagreement(found, mbs, name, lambda twin: twin.SolveDynamic(settings)) < 1e-6
