"""Stewart platform
================

Six legs carry a platform and move it in all six directions, as in flight simulators. Each leg is a
cylinder and a piston; a universal joint holds it on the base, a ball joint on the platform. The
pistons slide in prismatic joints, and the actuators are GenericJoints that constrain this last
direction. A function of time drives them: from the pose that the platform shall take, it computes
the length of its leg (inverse kinematics). Thirteen bodies and their joints leave no freedom, and
nothing is constrained twice, so the platform must be where it was sent.
"""

import math

import numpy as np

import linkwork as exu
from linkwork import graphics
from linkwork.utilities import *

base_radius, top_radius, height = 0.6, 0.4, 0.7  # m
speed = 2.0  # rad/s, of the commanded motion


def command(t):
    """Position and angles about x and y that the platform shall have; it starts after 0.1 s."""
    u = min(max(t - 0.1, 0.0), 1.0)
    s = u**3 * (10 - 15 * u + 6 * u**2)
    x, y = 0.10 * s * math.sin(speed * t), 0.05 * s * math.sin(2 * speed * t)
    z = height + 0.08 * s * math.sin(1.5 * speed * t)
    return x, y, z, 0.25 * s * math.sin(speed * t), 0.2 * s * math.cos(speed * t)


def length(t, bx, by, px, py):
    """Distance of a joint (bx, by, 0) of the base from a joint (px, py, 0) of the platform."""
    x, y, z, a, b = command(t)
    # x, y, z of the joint, turned by the angle b about y, then by a about x
    along, up = math.cos(b) * px, -math.sin(b) * px
    dx = x + along - bx
    dy = y + math.cos(a) * py - math.sin(a) * up - by
    dz = z + math.sin(a) * py + math.cos(a) * up
    return math.sqrt(dx * dx + dy * dy + dz * dz)


def actuator(mbs, t, itemNumber, leg):
    """Displacement of the piston along x; leg = [bx, by, px, py, start, 0]."""
    return [length(t, leg[0], leg[1], leg[2], leg[3]) - leg[4], 0, 0, 0, 0, 0]


mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround(
    graphicsDataList=[
        graphics.Cylinder([0, 0, -0.06], [0, 0, 0.02], 0.7, color=[0.7, 0.73, 0.78, 1])
    ]
)
disc = InertiaCylinder(density=2700, length=0.03, outerRadius=0.45, axis=2)
platform = mbs.CreateRigidBody(
    name="platform",
    referencePosition=[0, 0, height],
    inertia=disc,
    gravity=[0, 0, -9.81],
    graphicsDataList=[graphics.Cylinder([0, 0, 0.02], [0, 0, 0.03], 0.45)],
)
green, light = [0.24, 0.58, 0.53, 1], [0.82, 0.84, 0.87, 1]
for k in range(6):
    third = 2 * math.pi / 3 * (k // 2)
    side = 1 if k % 2 else -1
    bottom = base_radius * np.array([math.cos(third + 0.2 * side), math.sin(third + 0.2 * side), 0])
    turn = third + 0.85 * side
    joint = top_radius * np.array([math.cos(turn), math.sin(turn), 0])
    top = joint + [0, 0, height]
    start = float(np.linalg.norm(top - bottom))
    along = (top - bottom) / start
    across = np.cross([0, 0, 1], along) / np.hypot(*along[:2])
    A = np.column_stack([along, across, np.cross(along, across)])
    half = 0.62 * start
    rod = InertiaCylinder(density=2700, length=half, outerRadius=0.02, axis=0)
    parts = []
    for name, place, wide, color in (
        ("cylinder", bottom, 0.028, green), ("piston", top - half * along, 0.016, light),
    ):  # fmt: skip
        parts.append(
            mbs.CreateRigidBody(
                name=f"{name} {k}",
                referencePosition=place,
                referenceRotationMatrix=A,
                inertia=rod.Translated([half / 2, 0, 0]),
                gravity=[0, 0, -9.81],
                graphicsDataList=[graphics.Cylinder([0, 0, 0], [half, 0, 0], wide, color=color)],
            )  # fmt: skip
        )
    mbs.CreateUniversalJoint(
        name=f"foot {k}", bodyNumbers=[ground, parts[0]], position=bottom, axis0=across,
        axis1=A[:, 2],
    )  # fmt: skip
    mbs.CreatePrismaticJoint(bodyNumbers=parts, position=bottom, axis=along, show=False)
    drive = mbs.CreateGenericJoint(
        name=f"actuator {k}", bodyNumbers=parts, position=bottom, rotationMatrixAxes=A,
        constrainedAxes=[1, 0, 0, 0, 0, 0], offsetUserFunction=actuator, show=False,
    )  # fmt: skip
    leg = [*bottom[:2], *joint[:2], start, 0]
    mbs.SetObjectParameter(drive, "offsetUserFunctionParameters", leg)
    mbs.CreateSphericalJoint(
        name=f"head {k}", bodyNumbers=[parts[1], platform], position=top, jointRadius=0.03
    )
Out = exu.OutputVariableType
mbs.AddSensor(SensorBody(bodyNumber=platform, outputVariableType=Out.Position, name="platform"))
mbs.AddSensor(SensorBody(bodyNumber=platform, outputVariableType=Out.Rotation, name="tilt"))
mbs.Assemble()
facts = mbs.ComputeSystemDegreeOfFreedom()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 4
settings.timeIntegration.numberOfSteps = 250
settings.solutionSettings.solutionWritePeriod = 0.02
settings.solutionSettings.sensorsWritePeriod = 0.02
solution = mbs.SolveDynamic(settings)

sent = np.array([command(t) for t in solution.sensors["platform"][:, 0]])
place, tilt = solution.sensors["platform"][:, 1:], solution.sensors["tilt"][:, 1:]
off = np.abs(place - sent[:, :3]).max(), np.abs(tilt[:, :2] - sent[:, 3:]).max()
print(f"degrees of freedom {facts['degreeOfFreedom']}, redundant {facts['redundantConstraints']}")
print(
    f"the platform moves by {np.ptp(place, axis=0).round(3)} m, tilts by up to {tilt.max():.3f} rad"
)
print(f"it is {off[0]:.1e} m and {off[1]:.1e} rad off its command; turned about z by "
      f"{np.abs(tilt[:, 2]).max():.1e} rad")  # fmt: skip
assert facts["degreeOfFreedom"] == 0 and facts["redundantConstraints"] == 0
assert max(off) < 1e-9 and np.abs(tilt[:, 2]).max() < 1e-9
