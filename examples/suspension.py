"""Double wishbone suspension
==========================

The front right wheel of a car passes a bump. Two wishbones hold the upright by ball joints, a tie
rod holds its steering angle, and a spring with a damper stands on the lower wishbone. The wheel
turns on the upright, and the tire is a stiff spring to a road that moves up and down. The car body
moves up and down only. Both wishbones turn about axes along x, so that seen from the front they
are a four-bar linkage: the camber of the wheel follows from its travel by plane geometry, and the
run must give the same.
"""

import math

import numpy as np

import linkwork as exu
from linkwork import graphics
from linkwork.utilities import *

g = 9.81
quarter, upright_mass, wheel_mass = 350.0, 12.0, 18.0  # kg
radius, tire = 0.31, 200e3  # m, N/m
# Positions at the start [m]: x forward, y to the left (so that the right wheel has y < 0), z up.
lower_in, lower_out = np.array([0, -0.38, 0.20]), np.array([0, -0.72, 0.18])
upper_in, upper_out = np.array([0, -0.45, 0.45]), np.array([0, -0.69, 0.47])
rod_in, rod_out = np.array([-0.12, -0.40, 0.24]), np.array([-0.12, -0.72, 0.23])
strut_top, strut_foot = np.array([0, -0.50, 0.75]), np.array([0, -0.62, 0.19])
hub = np.array([0, -0.78, radius])


def road(mbs, t, itemNumber, offsetUserFunctionParameters):
    """A bump of 60 mm between 0.3 and 0.5 s."""
    s = (t - 0.3) / 0.2
    return [0, 0, 0.03 * (1 - math.cos(2 * math.pi * s)) if 0 < s < 1 else 0, 0, 0, 0]


def tube(p, q, wide=0.012, color=None):
    """A drawn tube between two points."""
    return graphics.Cylinder(p, np.subtract(q, p), wide, color=color or graphics.color.default)


mbs = exu.SystemContainer().AddSystem()
gravity = [0, 0, -g]
ground = mbs.CreateGround()
steel, paint = graphics.color.lightgrey, [0.62, 0.65, 0.70, 1]
chassis = mbs.CreateRigidBody(
    name="car body", gravity=gravity,
    inertia=InertiaSphere(mass=quarter, radius=0.3).Translated([0, -0.3, 0.36]),
    graphicsDataList=[
        graphics.Brick([0, -0.30, 0.36], [0.7, 0.16, 0.36], color=paint),
        tube([0, -0.36, 0.72], strut_top, 0.03, paint),
        tube([0, -0.36, 0.5], [0, -0.36, 0.74], 0.03, paint),
    ],
)  # fmt: skip


def wishbone(name, inside, outside, mass):
    """An A-shaped arm between two hinges on the car body and a ball joint."""
    feet = [inside + [x, 0, 0] for x in (-0.15, 0.15)]
    body = mbs.CreateRigidBody(
        name=name, referencePosition=inside, gravity=gravity,
        inertia=InertiaSphere(mass=mass, radius=0.1).Translated((outside - inside) / 2),
        graphicsDataList=[tube(foot - inside, outside - inside) for foot in feet],
    )  # fmt: skip
    mbs.CreateRevoluteJoint(
        bodyNumbers=[chassis, body], position=inside, axis=[1, 0, 0], axisRadius=0.018,
        axisLength=0.36,
    )  # fmt: skip
    return body


lower = wishbone("lower wishbone", lower_in, lower_out, 5)
upper = wishbone("upper wishbone", upper_in, upper_out, 3)
upright = mbs.CreateRigidBody(
    name="upright", referencePosition=hub, gravity=gravity,
    inertia=InertiaSphere(mass=upright_mass, radius=0.1),
    graphicsDataList=[
        tube(lower_out - hub, upper_out - hub, 0.02), tube([0, 0.08, 0], [0, 0, 0], 0.03),
        tube([0, 0.07, 0], rod_out - hub, 0.014),
    ],
)  # fmt: skip
wheel = mbs.CreateRigidBody(
    name="wheel", referencePosition=hub, initialAngularVelocity=[0, 40, 0], gravity=gravity,
    inertia=RigidBodyInertia(wheel_mass, wheel_mass * np.diag([0.04, 0.06, 0.04])),
    nodeType="RotationRotationVector",
    graphicsDataList=[
        graphics.Cylinder([0, -0.09, 0], [0, 0.18, 0], radius, color=[0.25, 0.27, 0.30, 0.3]),
        graphics.Cylinder([0, -0.06, 0], [0, 0.04, 0], 0.13, color=steel),
        graphics.Brick([0.06, -0.062, 0], [0.1, 0.006, 0.02], color=graphics.color.orange),
    ],
)  # fmt: skip
plate = mbs.CreateRigidBody(
    name="road", inertia=InertiaSphere(mass=1, radius=0.1),
    graphicsDataList=[graphics.Brick([0, -0.78, -0.02], [0.6, 0.4, 0.04], color=paint)],
)  # fmt: skip
mbs.CreatePrismaticJoint(
    bodyNumbers=[ground, chassis], position=[0, 0, 0.4], axis=[0, 0, 1], show=False
)
mbs.CreateGenericJoint(
    bodyNumbers=[ground, plate], position=[0, 0, 0], offsetUserFunction=road, show=False
)
for arm, place in ((lower, lower_out), (upper, upper_out)):
    mbs.CreateSphericalJoint(bodyNumbers=[arm, upright], position=place, jointRadius=0.024)
mbs.CreateDistanceConstraint(
    name="tie rod", bodyNumbers=[chassis, upright], localPosition0=rod_in,
    localPosition1=rod_out - hub, drawSize=0.018,
)  # fmt: skip
mbs.CreateRevoluteJoint(bodyNumbers=[upright, wheel], position=hub, axis=[0, 1, 0], show=False)
strut = float(np.linalg.norm(strut_top - strut_foot))
mbs.CreateSpringDamper(
    name="strut", bodyNumbers=[chassis, lower], localPosition0=strut_top,
    localPosition1=strut_foot - lower_in, referenceLength=strut + 0.13056, stiffness=40e3,
    damping=5000, drawSize=0.1,
)  # fmt: skip
mbs.CreateCartesianSpringDamper(
    name="tire", bodyNumbers=[plate, upright], localPosition0=[0, -0.78, 0],
    stiffness=[0, 0, tire], damping=[0, 0, 200], offset=[0, 0, radius + 0.0190], show=False,
)  # fmt: skip
Out = exu.OutputVariableType
for name, body, variable, place in (
    ("hub", upright, Out.Position, [0, 0, 0]),
    ("lower ball", lower, Out.Position, lower_out - lower_in),
    ("upright", upright, Out.RotationMatrix, [0, 0, 0]),
    ("car body", chassis, Out.Position, [0, 0, 0]),
):
    mbs.AddSensor(
        SensorBody(bodyNumber=body, localPosition=place, outputVariableType=variable, name=name)
    )
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 2.5
settings.timeIntegration.numberOfSteps = 2500
settings.solutionSettings.solutionWritePeriod = 0.01
settings.solutionSettings.sensorsWritePeriod = 0.005
solution = mbs.SolveDynamic(settings)

times = solution.sensors["hub"][:, 0]
up = solution.sensors["car body"][:, 1:]
A = solution.sensors["upright"][:, 1:].reshape(-1, 3, 3)
camber = np.arctan2(A[:, 2, 1], A[:, 2, 2])
travel = solution.sensors["hub"][:, 3] - up[:, 2] - radius


def four_bar(ball):
    """Angle of the upright for a position of the lower ball joint, by two circles in a plane."""
    d = ball - upper_in[1:]
    arm, bar = (np.linalg.norm(p[1:]) for p in (upper_out - upper_in, upper_out - lower_out))
    c = d @ d
    along = (arm**2 - bar**2 + c) / (2 * c)
    across = math.sqrt(arm**2 / c - along**2)
    y, z = upper_in[1:] + along * d - across * np.array([-d[1], d[0]]) - ball
    y0, z0 = (upper_out - lower_out)[1:]
    return math.atan2(z, y) - math.atan2(z0, y0)


ball = (solution.sensors["lower ball"][:, 1:] - up)[:, 1:]
error = np.abs(camber - [four_bar(place) for place in ball]).max()
before, after = travel[times < 0.3], travel[-1]
print(f"the bump lifts the wheel by {1e3 * np.ptp(travel):.1f} mm in the wheel house, the car body "
      f"by {1e3 * np.ptp(up[:, 2]):.1f} mm")  # fmt: skip
print(f"camber from {np.degrees(camber.min()):.3f} to {np.degrees(camber.max()):.3f} degrees, "
      f"{error:.1e} rad off the four-bar linkage")  # fmt: skip
print(f"after the bump the wheel is {1e3 * abs(after - before[-1]):.3f} mm from where it was")
assert np.ptp(travel) > 0.02
assert error < 1e-6
assert np.abs(before).max() < 3e-4 and abs(after - before[-1]) < 3e-4
