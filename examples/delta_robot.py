"""Delta robot with closed loops
=============================

Three motors move a small platform, which never tilts: each arm ends in a parallelogram of two rods.
The arms and rods are one tree of fifteen joints. Six spherical joints between the rods and the
platform close its loops exactly, so that three degrees of freedom remain. The motors are driven
along the closed-form inverse kinematics of a pick-and-place path, and the multipliers of these
constraints are their torques.
"""

import numpy as np

import linkwork as exu
from linkwork import graphics
from linkwork.items import *
from linkwork.utilities import *

base, arm, rod, platform, half = 0.2, 0.3, 0.7, 0.06, 0.05  # m; half: half width of the rods' pair
period, lift, way = 0.6, 0.08, 0.22  # s, m, m
phases = [0.0, 2 * np.pi / 3, -2 * np.pi / 3]
steel, orange, blue = [0.45, 0.48, 0.53, 1], [0.95, 0.55, 0.15, 1], [0.25, 0.45, 0.75, 1]


def place(t):
    """Center of the platform: to and fro along a bow, at rest at both ends."""
    s = 0.5 - 0.5 * np.cos(2 * np.pi * t / period)
    s = s * s * (3.0 - 2.0 * s)
    x = way * (2.0 * s - 1.0)
    return x, 0.3 * x, -0.62 + lift * (4.0 * s * (1.0 - s)) ** 2


def elbow_angle(t, phase):
    """Angle of an arm below the horizontal: rods of constant length reach the platform."""
    px, py, z = place(t)
    x = np.cos(phase) * px + np.sin(phase) * py + platform - base
    y = np.cos(phase) * py - np.sin(phase) * px
    c = (x * x + y * y + z * z + arm * arm - rod * rod) / (2.0 * arm)
    return np.arctan2(-z, x) - np.arccos(c / np.sqrt(x * x + z * z))


# %%
# The tree: per arm the driven link, and two rods behind universal joints, which are two revolute
# joints each.
upper = InertiaRodX(0.4, arm).Translated([arm / 2, 0, 0]) + InertiaSphere(0.15, 0.03)
hanging = RigidBodyInertia(0.08, np.diag([0.08 * rod**2 / 12, 0.08 * rod**2 / 12, 1e-6]))
hanging = hanging.Translated([0, 0, -rod / 2])
nothing = RigidBodyInertia(0.0, np.zeros((3, 3)))
drawn_arm = [
    graphics.Cylinder([0, -0.04, 0], [0, 0.08, 0], 0.035, blue),
    graphics.Cylinder([0, 0, 0], [arm, 0, 0], 0.016, orange),
    graphics.Cylinder([arm, -half, 0], [0, 2 * half, 0], 0.012, steel),
]
drawn_rod = [
    graphics.Cylinder([0, 0, 0], [0, 0, -rod], 0.008, steel),
    graphics.Sphere(radius=0.014),
]
unseen = [graphics.Sphere(radius=0.012, color=steel)]
links, start, rods = [], [], []
for phase in phases:
    parent = len(links)
    frame = HTrotateZ(phase) @ HTtranslate([base, 0, 0])
    links.append(TreeLink(upper, exu.JointType.RevoluteY, frame, -1, graphicsDataList=drawn_arm))
    theta = elbow_angle(0.0, phase)
    px, py, pz = RotationMatrixZ(-phase) @ place(0.0) + [platform - base, 0, 0]
    u = np.array([px - arm * np.cos(theta), py, pz + arm * np.sin(theta)]) / rod
    start.append(theta)
    for side in (-half, half):
        hinge = HTtranslate([arm, side, 0])
        links.append(
            TreeLink(nothing, exu.JointType.RevoluteY, hinge, parent, graphicsDataList=unseen)
        )
        links.append(
            TreeLink(
                hanging, exu.JointType.RevoluteX, HT0(), len(links) - 1, graphicsDataList=drawn_rod
            )
        )
        rods.append((len(links) - 1, RotationMatrixZ(phase) @ [platform, side, 0]))
        start += [np.arctan2(-u[0], -u[2]) - theta, np.arcsin(u[1])]

SC = exu.SystemContainer()
mbs = SC.AddSystem()
plate = [graphics.Cylinder([0, 0, 0.03], [0, 0, 0.02], base, [0.8, 0.82, 0.85, 1])]
tree = mbs.CreateKinematicTree(
    name="arms", listOfTreeLinks=links, referenceCoordinates=start, gravity=[0, 0, -9.81],
    baseGraphicsDataList=plate,
)  # fmt: skip
disc = [
    graphics.Cylinder([0, 0, -0.01], [0, 0, 0.02], platform + 0.02, blue),
    graphics.Cylinder([0, 0, -0.06], [0, 0, 0.05], 0.02, orange),
]
hand = mbs.CreateRigidBody(
    name="platform", referencePosition=place(0.0), gravity=[0, 0, -9.81],
    inertia=InertiaCylinder(2000, 0.02, platform, 2), graphicsDataList=disc,
    nodeType=exu.NodeType.RotationRotationVector,
)  # fmt: skip
for number, corner in rods:
    end = MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=number, localPosition=[0, 0, -rod])
    ball = MarkerBodyRigid(bodyNumber=hand, localPosition=corner)
    mbs.AddObject(
        SphericalJoint(
            markerNumbers=[mbs.AddMarker(end), mbs.AddMarker(ball)],
            visualization={"jointRadius": 0.014},
        )
    )

# %%
# The motors: constraints of the first coordinate of each arm, whose multipliers are torques.
node = mbs.GetObject(tree)["nodeNumber"]
ground = mbs.AddNode(NodePointGround(visualization={"show": False}))
fixed = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))


def drive(phase, start):
    """Function of the angle of an arm from its start."""

    def angle(mbs, t, itemNumber, offset):
        return elbow_angle(t, phase) - start

    return angle


for k, phase in enumerate(phases):
    joint = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=5 * k))
    angle = drive(phase, elbow_angle(0.0, phase))
    motor = mbs.AddObject(
        CoordinateConstraint(markerNumbers=[fixed, joint], offsetUserFunction=angle)
    )
    mbs.AddSensor(
        SensorObject(
            objectNumber=motor, name=f"motor {k + 1} [Nm]",
            outputVariableType=exu.OutputVariableType.Force,
        )
    )  # fmt: skip
mbs.AddSensor(
    SensorBody(bodyNumber=hand, outputVariableType=exu.OutputVariableType.Position, name="platform")
)
for name in ("KineticEnergy", "PotentialEnergy"):
    variable = getattr(exu.OutputVariableType, name)
    mbs.AddSensor(
        SensorObject(objectNumber=tree, outputVariableType=variable, name=f"arms: {name} [J]")
    )
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 2 * period, 1200
settings.solutionSettings.sensorsWritePeriod = 1e-3
settings.solutionSettings.solutionWritePeriod = 1e-3
solution = mbs.SolveDynamic(settings)

path = solution.sensor("platform")
times = path[:, 0]
away = np.abs(path[:, 1:] - np.array([place(t) for t in times])).max()
tilt = np.abs(solution.coordinates[:, 18:]).max()
torques = np.array([solution.sensor(f"motor {k} [Nm]")[:, 1] for k in (1, 2, 3)])
print(f"the platform leaves its path by {away:.1e} m and tilts by {tilt:.1e} rad")
print(f"largest torque: {np.abs(torques).max():.2f} Nm")
assert away < 1e-9
assert tilt < 1e-9

# %%
# The work of the motors is the change of all energy. They turn the arms against the force of their
# constraints.
h = 1e-6
rates = np.array(
    [(elbow_angle(times + h, a) - elbow_angle(times - h, a)) / (2 * h) for a in phases]
)
power = -(torques * rates).sum(axis=0)
work = np.r_[0, np.cumsum(0.5 * (power[1:] + power[:-1]) * np.diff(times))]
energy = solution.energy()
change = energy.kinetic + energy.potential - energy.kinetic[0] - energy.potential[0]
print(f"work and energy differ by {np.abs(work - change).max():.1e} of {np.ptp(change):.3f} J")
assert np.abs(work - change).max() < 2e-3 * np.ptp(change)
