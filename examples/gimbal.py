"""Gyroscope in a gimbal
=====================

A rotor hangs in two rings, each of which can turn in the next one, and the outer ring in a frame:
Cardan's suspension. The frame rolls and pitches like a ship. Friction in the bearings tries to take
the rotor along. At rest it follows; when it spins fast, its angular momentum H = J w keeps its axis
where it was: torques M turn it only at a rate of about M/H. Here the frame is driven by a
GenericJoint whose angles are functions of time, and TorsionalSpringDampers are the friction.
"""

import itertools
import math

import numpy as np

import linkwork as exu
from linkwork import graphics
from linkwork.utilities import *

roll, pitch, friction = 0.5, 0.3, 0.002  # rad, rad, N m s
rotor_inertia = InertiaCylinder(density=7800, length=0.03, outerRadius=0.05, axis=2)


def ship(mbs, t, itemNumber, offsetUserFunctionParameters):
    """The frame is at rest for 0.1 s, then it rolls about x and pitches about y."""
    t = max(t - 0.1, 0.0)
    wave = min(t, 1.0) ** 2
    return [0, 0, 0, roll * wave * math.sin(3 * t), pitch * wave * math.sin(2 * t), 0]


def ring(radius, axis):
    """Inertia and drawing of a thin ring about an axis."""
    tube = RigidBodyInertia(0.15, 0.15 * radius**2 * np.diag([0.5, 0.5, 0.5]))
    tube.inertiaTensor[axis, axis] *= 2
    turn = np.linspace(0, 2 * np.pi, 49)
    around = np.zeros((49, 3))
    around[:, (axis + 1) % 3], around[:, (axis + 2) % 3] = np.cos(turn), np.sin(turn)
    pieces = [graphics.Cylinder(p, q - p, 0.005) for p, q in itertools.pairwise(radius * around)]
    return {"inertia": tube, "graphicsDataList": pieces}


def run(spin):
    """Largest tilt of the rotor's axis, and the solution."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    frame = mbs.CreateRigidBody(name="frame", **ring(0.12, 2))
    outer = mbs.CreateRigidBody(name="outer ring", **ring(0.10, 1))
    inner = mbs.CreateRigidBody(name="inner ring", **ring(0.08, 0))
    rotor = mbs.CreateRigidBody(
        name="rotor",
        inertia=rotor_inertia,
        initialAngularVelocity=[0, 0, spin],
        nodeType="RotationRotationVector",
        graphicsDataList=[
            graphics.Cylinder([0, 0, -0.015], [0, 0, 0.03], 0.05),
            graphics.Cylinder([0, 0, -0.08], [0, 0, 0.16], 0.004, color=graphics.color.grey),
            graphics.Brick([0.03, 0, 0.0155], [0.03, 0.008, 0.002], color=graphics.color.orange),
        ],
    )
    mbs.CreateGenericJoint(
        name="waves", bodyNumbers=[ground, frame], position=[0, 0, 0], offsetUserFunction=ship,
        axesRadius=0.001,
    )  # fmt: skip
    bearings = [(frame, outer, [1, 0, 0]), (outer, inner, [0, 1, 0]), (inner, rotor, [0, 0, 1])]
    for first, second, axis in bearings:
        bearing = {"bodyNumbers": [first, second], "position": [0, 0, 0], "axis": axis}
        mbs.CreateRevoluteJoint(**bearing, axisRadius=0.001, axisLength=0.02)
        if second != rotor:
            mbs.CreateTorsionalSpringDamper(**bearing, damping=friction, show=False)
    axis = mbs.AddSensor(
        SensorBody(
            bodyNumber=rotor, localPosition=[0, 0, 0.08], name="axis of the rotor",
            outputVariableType=exu.OutputVariableType.Position,
        )
    )  # fmt: skip
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 4
    settings.timeIntegration.numberOfSteps = 6000
    settings.solutionSettings.solutionWritePeriod = 0.02
    settings.solutionSettings.sensorsWritePeriod = 0.02
    solution = mbs.SolveDynamic(settings)
    place = solution.sensors["axis of the rotor"][:, 1:]
    return np.arccos(np.clip(place[:, 2] / 0.08, -1, 1)).max(), solution


tilt_at_rest, _ = run(0)
spin = 600.0  # rad/s
tilt, solution = run(spin)
H = rotor_inertia.Inertia()[2, 2] * spin
moments = friction * math.hypot(3 * roll, 2 * pitch)
print(f"the frame rolls by {math.degrees(roll):.1f} degrees")
print(f"rotor at rest: its axis tilts by up to {math.degrees(tilt_at_rest):.2f} degrees")
print(f"rotor at {spin:.0f} rad/s: up to {math.degrees(tilt):.3f} degrees")
assert tilt_at_rest > 0.2 * roll
assert tilt < 6 * moments / H  # torques of friction turn the axis at a rate of M/H at most
