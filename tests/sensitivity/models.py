"""Models whose derivatives are known or compared with differences of runs."""

import copy
import warnings

import numpy as np

import linkwork as exu
from linkwork.api.parameter_paths import parameter_path
from linkwork.items import *

WEIGHTS = {1: 8.0 / 12.0, -1: -8.0 / 12.0, 2: -1.0 / 12.0, -2: 1.0 / 12.0}


def rod_pendulum(mass=1.2, gravity=9.81, length=0.8, damping=0.05):
    """A point mass on a massless rod in the plane, with viscous friction of the point."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[length, 0.0], name="point"))
    body = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=mass, name="mass"))
    ground = mbs.AddObject(ObjectGround(name="ground"))
    tip = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
    origin = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    mbs.AddObject(DistanceConstraint(markerNumbers=[origin, tip], distance=length, name="rod"))
    mbs.AddObject(
        CartesianSpringDamper(
            markerNumbers=[origin, tip], damping=[damping, damping, 0.0], name="air"
        )
    )
    mbs.AddLoad(Force(markerNumber=tip, loadVector=[0.0, -mass * gravity, 0.0], name="weight"))
    position = exu.OutputVariableType.Position
    mbs.AddSensor(SensorBody(bodyNumber=body, outputVariableType=position, name="tip"))
    mbs.Assemble()
    return mbs


def lever():
    """A body on a hinge, held by a spring and loaded."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    body = mbs.CreateRigidBody2D(physicsMass=2.0, physicsInertia=0.3, name="body")
    pin = mbs.AddMarker(
        MarkerBodyRigid(bodyNumber=body, localPosition=[-0.5, 0.0, 0.0], name="pin")
    )
    base = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[-0.5, 0.0, 0.0]))
    mbs.AddObject(RevoluteJoint2D(markerNumbers=[base, pin], name="joint"))
    end = mbs.AddMarker(
        MarkerBodyPosition(bodyNumber=body, localPosition=[0.5, 0.0, 0.0], name="end")
    )
    hook = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0.3, 1.0, 0.0]))
    spring = mbs.AddObject(
        SpringDamper(
            markerNumbers=[hook, end],
            stiffness=50.0,
            damping=1.0,
            referenceLength=0.9,
            name="spring",
        )  # fmt: skip
    )
    mbs.AddLoad(Force(markerNumber=end, loadVector=[0.0, -5.0, 0.0], name="load"))
    Out = exu.OutputVariableType
    mbs.AddSensor(SensorMarker(markerNumber=end, outputVariableType=Out.Position, name="tip"))
    mbs.AddSensor(SensorObject(objectNumber=spring, outputVariableType=Out.Force, name="force"))
    mbs.Assemble()
    return mbs


def settings_of(end=0.2, steps=100, tight=False):
    """Settings of a short run; tight -- Newton's method converges to rounding."""
    made = exu.SimulationSettings()
    time = made.timeIntegration
    time.endTime, time.numberOfSteps, time.verboseMode = end, steps, 0
    time.generalizedAlpha.spectralRadius = 0.8
    made.staticSolver.verboseMode = 0
    made.solutionSettings.solutionWritePeriod = made.solutionSettings.sensorsWritePeriod = end / 2.0
    if tight:
        for newton in (time.newton, made.staticSolver.newton):
            newton.relativeTolerance, newton.absoluteTolerance = 1e-13, 1e-14
    return made


def recorded(solution, k=-1):
    """The last row of a Solution: states and sensors."""
    states = [solution.coordinates, solution.velocities, solution.ode1_coordinates]
    return np.concatenate(
        [part[k] for part in states] + [s[k, 1:] for s in solution.sensors.values()]
    )


def derived(sensitivity, k=-1):
    """The same of derivatives."""
    states = [sensitivity.coordinates, sensitivity.velocities, sensitivity.ode1_coordinates]
    return np.concatenate(
        [part[k] for part in states] + [s[k] for s in sensitivity.sensors.values()]
    )


def differences(mbs, name, solve, step=3e-3):
    """Extrapolated central differences of the last row that `solve(mbs)` leads to."""
    path = parameter_path(mbs, name)
    value, total = path.value(mbs), 0.0
    size = step * (abs(value) or 1.0)
    twin = copy.deepcopy(mbs)
    for k, weight in WEIGHTS.items():
        path.set(twin, value + k * size)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            twin.Assemble()
            total = total + weight / size * recorded(solve(twin))
    return total


def error_of(found, expected):
    """Largest difference, relative to the largest number."""
    return np.abs(found - expected).max() / max(np.abs(expected).max(), 1e-300)


def disagreement(found, mbs, name, solve, enough=1e-7, steps=(3e-3, 5e-2, 0.3, 3e-4)):
    """Smallest error against differences of several sizes: one of them is best."""
    least = np.inf
    for step in steps:
        try:
            expected = differences(mbs, name, solve, step)
        except exu.SysError:
            continue
        least = min(least, error_of(found, expected))
        if least < enough:
            break
    return least


def rope():
    """A mass that stretches a rope and flies back: forces jump at both events, by its damper."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    body = mbs.CreateMassPoint(
        physicsMass=1.3, referencePosition=[0.9, 0, 0], initialVelocity=[0.7, 0.05, 0], name="mass"
    )
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=each)) for each in (ground, body)]
    mbs.AddObject(
        TabularSpringDamper(
            markerNumbers=ends,
            springType="Tensile",
            stiffness=300.0,
            damping=6.0,
            referenceLength=1.0,
            name="rope",
        )  # fmt: skip
    )
    mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[3.0] * 3, name="soft"))
    mbs.Assemble()
    return mbs
