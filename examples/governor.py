"""Flyball governor
================

Two balls on arms hang from a spindle, and links from the balls lift a sleeve. The faster the
spindle turns, the farther the balls swing out: James Watt's governor, with Porter's heavy sleeve.
A GenericJoint drives the spindle up to a constant speed w, and friction of the sleeve damps the
swinging. With balls of mass m on massless arms of length L, hinged at the distance e from the
axis, massless links of the same length, and a sleeve of mass M, the arms settle at the angle::

    m w^2 (e + L sin(theta)) = (m + M) g tan(theta)
"""

import math

import numpy as np
from scipy.optimize import brentq

import linkwork as exu
from linkwork import graphics
from linkwork.utilities import *

m, M, L, e, g = 0.5, 0.8, 0.20, 0.04, 9.81  # kg, kg, m, m, m/s^2
speed, ramp, start = 14.0, 2.0, 0.5  # rad/s, s until it is reached, rad


def motor(mbs, t, itemNumber, offsetUserFunctionParameters):
    """Displacements and angles of the spindle, which starts after 0.1 s."""
    t = max(t - 0.1, 0.0)
    s = min(t / ramp, 1.0)
    angle = speed * ramp * (s - math.sin(math.pi * s) / math.pi) / 2 + speed * max(t - ramp, 0.0)
    return [0, 0, 0, 0, 0, angle]


mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround()
steel = graphics.color.lightgrey
spindle = mbs.CreateRigidBody(
    name="spindle",
    inertia=InertiaCylinder(density=7800, length=0.5, outerRadius=0.008, axis=2),
    graphicsDataList=[
        graphics.Cylinder([0, 0, -0.45], [0, 0, 0.5], 0.008, color=steel),
        graphics.Brick([0, 0, 0], [2 * e, 0.016, 0.016], color=steel),
    ],
)
bottom = np.array([0, 0, -2 * L * math.cos(start)])
sleeve = mbs.CreateRigidBody(
    name="sleeve",
    referencePosition=bottom,
    inertia=RigidBodyInertia(M, M * 0.03**2 * np.eye(3)),
    gravity=[0, 0, -g],
    graphicsDataList=[
        graphics.Cylinder([0, 0, -0.03], [0, 0, 0.03], 0.035),
        graphics.Brick([0, 0, 0], [2 * e, 0.02, 0.012]),
    ],
)
mbs.CreateGenericJoint(
    name="motor", bodyNumbers=[ground, spindle], position=[0, 0, 0], offsetUserFunction=motor
)
mbs.CreatePrismaticJoint(
    name="guide", bodyNumbers=[spindle, sleeve], position=bottom, axis=[0, 0, 1], show=False
)
mbs.CreateLinearSpringDamper(
    bodyNumbers=[spindle, sleeve], position=bottom, axis=[0, 0, 1], damping=20, show=False
)
for side in (1, -1):
    hinge = np.array([side * e, 0, 0])
    down = np.array([side * math.sin(start), 0, -math.cos(start)])
    arm = mbs.CreateRigidBody(
        name=f"arm {side:+d}",
        referencePosition=hinge,
        referenceRotationMatrix=RotationMatrixY(-side * start),
        inertia=InertiaSphere(mass=m, radius=0.03).Translated([0, 0, -L]),
        gravity=[0, 0, -g],
        graphicsDataList=[
            graphics.Sphere([0, 0, -L], 0.03),
            graphics.Cylinder([0, 0, -L], [0, 0, L], 0.006),
        ],
    )
    mbs.CreateRevoluteJoint(bodyNumbers=[spindle, arm], position=hinge, axis=[0, 1, 0])
    mbs.CreateDistanceConstraint(
        name=f"link {side:+d}", bodyNumbers=[arm, sleeve],
        localPosition0=[0, 0, -L], localPosition1=hinge,
    )  # fmt: skip
Position = exu.OutputVariableType.Position
mbs.AddSensor(SensorBody(bodyNumber=sleeve, outputVariableType=Position, name="sleeve"))
mbs.AddSensor(
    SensorBody(bodyNumber=arm, localPosition=[0, 0, -L], outputVariableType=Position, name="ball")
)
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 5
settings.timeIntegration.numberOfSteps = 3000
settings.solutionSettings.solutionWritePeriod = 0.02
settings.solutionSettings.sensorsWritePeriod = 0.01
solution = mbs.SolveDynamic(settings)

x, y, z = solution.sensors["ball"][-1, 1:]
theta = math.acos(-z / L)
exact = brentq(lambda a: m * speed**2 * (e + L * math.sin(a)) - (m + M) * g * math.tan(a), 0.1, 1.5)
height = solution.sensors["sleeve"][-1, 3] - bottom[2]
print(f"at {speed:.0f} rad/s the arms stand at {theta:.6f} rad, by the formula {exact:.6f} rad")
print(f"balls at the radius {math.hypot(x, y):.4f} m, sleeve lifted by {1e3 * height:.2f} mm")
assert abs(theta - exact) < 1e-5
assert abs(math.hypot(x, y) - (e + L * math.sin(exact))) < 1e-5
