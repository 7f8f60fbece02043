"""Panda that follows a path under control
=======================================

The seven joints of a Panda (Franka Emika) move a pen along a flower on a tilted plane, and keep the
pen upright to this plane. Every millisecond, a controller computes torques from the measured
angles and rates: the inverse dynamics of the accelerations of the path and of corrections of the
errors. The controller knows neither the friction of the joints nor the pen of half a kilogram.

Geometry and limits are those of the manufacturer; masses and inertias are the ones that C. Gaz et
al. identified (Dynamic identification of the Franka Emika Panda, IEEE RA-L 4(4), 2019).
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

H = np.pi / 2
white, dark, orange = "0.93 0.94 0.95 1", "0.28 0.3 0.34 1", "0.95 0.55 0.15 1"
# origin and angle about x of each joint; mass, center and inertia (xx, yy, zz, yz, xz, xy)
joints = [
    ((0, 0, 0.333), 0, 4.970684, (0.003875, 0.002081, -0.04762),
     (0.70337, 0.70661, 0.009117, 0.0192169, 0.006772, -0.000139)),
    ((0, 0, 0), -H, 0.646926, (-0.003141, -0.02872, 0.003495),
     (0.007962, 0.02811, 0.025995, 0.000704, 0.010254, -0.003925)),
    ((0, -0.316, 0), H, 3.228604, (0.027518, 0.039252, -0.066502),
     (0.037242, 0.036155, 0.01083, -0.012805, -0.011396, -0.004761)),
    ((0.0825, 0, 0), H, 3.587895, (-0.05317, 0.104419, 0.027454),
     (0.025853, 0.019552, 0.028323, 0.008641, -0.001332, 0.007796)),
    ((-0.0825, 0.384, 0), -H, 1.225946, (-0.011953, 0.041065, -0.038437),
     (0.035549, 0.029474, 0.008627, 0.000229, -0.004037, -0.002117)),
    ((0, 0, 0), H, 1.666555, (0.060149, -0.014117, -0.010517),
     (0.001964, 0.004354, 0.005433, 0.000341, -0.001158, 0.000109)),
    ((0.088, 0, 0), H, 0.735522, (0.010517, -0.004252, 0.061597),
     (0.012516, 0.010027, 0.004815, -0.000741, -0.001196, -0.000428)),
]  # fmt: skip
limits = [
    *((-2.8973, 2.8973), (-1.7628, 1.7628), (-2.8973, 2.8973), (-3.0718, -0.0698)),
    *((-2.8973, 2.8973), (-0.0175, 3.7525), (-2.8973, 2.8973)),
]
# cylinders of each link: begin and end along an axis, radius, color
cylinders = [
    [((0, 0, -0.333), (0, 0, -0.313), 0.12, dark), ((0, 0, -0.313), (0, 0, -0.19), 0.075, white)],
    [((0, 0, -0.185), (0, 0, 0), 0.06, white), ((0, -0.09, 0), (0, 0.09, 0), 0.058, white)],
    [((0, 0, 0), (0, -0.19, 0), 0.056, white), ((0, 0, -0.094), (0, 0, 0.094), 0.045, dark)],
    [((0, 0, -0.12), (0, 0, 0), 0.056, white), ((0, 0, 0), (0.0825, 0, 0), 0.05, white),
     ((0.0825, -0.075, 0), (0.0825, 0.075, 0), 0.055, dark)],
    [((-0.0825, 0, 0), (-0.0825, 0.12, 0), 0.055, white),
     ((0, 0, 0), (-0.0825, 0, 0), 0.05, white)],
    [((0, 0, -0.26), (0, 0, 0), 0.05, white), ((0, -0.07, 0), (0, 0.07, 0), 0.05, dark)],
    [((0, 0, 0), (0.088, 0, 0), 0.045, white), ((0.088, 0.05, 0), (0.088, -0.05, 0), 0.05, white)],
    [((0, 0, 0.05), (0, 0, 0.107), 0.045, dark), ((0, 0, 0.107), (0, 0, 0.19), 0.022, orange),
     ((0, 0, 0.19), (0, 0, 0.25), 0.008, dark)],
]  # fmt: skip
pen = (0.0, 0.0, 0.25)


def text(values):
    return " ".join(f"{value:.9g}" for value in values)


def visual(begin, end, radius, color):
    begin, end = np.array(begin), np.array(end)
    turn = {0: (0, H, 0), 1: (H, 0, 0), 2: (0, 0, 0)}[int(np.argmax(np.abs(end - begin)))]
    return (
        f'<visual><origin xyz="{text((begin + end) / 2)}" rpy="{text(turn)}"/><geometry>'
        f'<cylinder radius="{radius}" length="{np.abs(end - begin).max():.9g}"/></geometry>'
        f'<material name="m{color}"><color rgba="{color}"/></material></visual>'
    )


def link(k, mass, center, inertia):
    xx, yy, zz, yz, xz, xy = inertia
    return (
        f'<link name="link{k}"><inertial><origin xyz="{text(center)}"/><mass value="{mass}"/>'
        f'<inertia ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="{xy}" ixz="{xz}" iyz="{yz}"/></inertial>'
        + "".join(visual(*each) for each in cylinders[k])
        + "</link>"
    )


base = "".join(visual(np.add(b, (0, 0, 0.333)), np.add(e, (0, 0, 0.333)), *rest)
               for b, e, *rest in cylinders[0])  # fmt: skip
parts = [f'<robot name="panda"><link name="link0">{base}</link>']
for k, (xyz, roll, *body) in enumerate(joints, 1):
    lower, upper = limits[k - 1]
    parts.append(
        f'{link(k, *body)}<joint name="joint{k}" type="revolute"><parent link="link{k - 1}"/>'
        f'<child link="link{k}"/><origin xyz="{text(xyz)}" rpy="{roll} 0 0"/><axis xyz="0 0 1"/>'
        f'<limit lower="{lower}" upper="{upper}" effort="87" velocity="2.5"/></joint>'
    )
known = exu.robots.read("\n".join([*parts, "</robot>"]))

# %%
# The path: a flower with five leaves on a tilted plane, drawn in four seconds from rest to rest.
# The pen points into the plane.
end, count = 4.0, 161
part = np.linspace(0, 1, count)
angle = 2 * np.pi * (part - np.sin(2 * np.pi * part) / (2 * np.pi))
normal = np.array([-0.3, 0.0, 1.0]) / np.hypot(0.3, 1.0)
along = np.array([normal[2], 0.0, -normal[0]])
across = np.cross(normal, along)
center, reach = np.array([0.5, 0.0, 0.3]), 0.12 + 0.05 * np.cos(5 * angle)
flower = center + reach[:, None] * (
    np.outer(np.cos(angle), along) + np.outer(np.sin(angle), across)
)
target = np.tile(np.eye(4), (count, 1, 1))
target[:, :3, :3] = np.column_stack([along, -across, -normal])
target[:, :3, 3] = flower

q = np.empty((count, 7))
guess = [0.0, 0.2, 0.0, -2.0, 0.0, 2.2, 0.8]
for k in range(count):
    found = known.inverse_kinematics("link7", target[k], guess, point=pen)
    assert found.success
    q[k] = guess = found.q
path = exu.robots.spline(np.linspace(0, end, count), q)

# %%
# The real robot: friction in the joints, and the mass of the pen.
real = exu.robots.read("\n".join([*parts, "</robot>"]))
for joint in real.joints.values():
    joint.damping, joint.friction, joint.frictionZone = 0.3, 0.4, 0.05
real.links["link7"].mass += 0.5
SC = exu.SystemContainer()
mbs = SC.AddSystem()
tree = real.add_to(mbs)
tree.set_initial({f"joint{k + 1}": value for k, value in enumerate(q[0])})
stiffness, damping = 2500.0, 100.0
torques = np.zeros(7)


def control(mbs, t):
    """Torques for the next millisecond."""
    angles, rates = tree.state()
    wanted = path(t)
    correction = stiffness * (wanted.q - angles) + damping * (wanted.v - rates)
    torques[:] = known.inverse_dynamics(angles, rates, wanted.a + correction)
    mbs.SetObjectParameter(tree.object, "jointForceVector", torques)
    return True


mbs.SetPreStepUserFunction(control)
mbs.AddSensor(
    SensorKinematicTree(
        objectNumber=tree.object, linkNumber=tree.link("link7"), name="pen",
        localPosition=tree.local("link7", pen), outputVariableType=exu.OutputVariableType.Position,
    )
)  # fmt: skip
mbs.AddSensor(
    SensorUserFunction(
        sensorUserFunction=lambda mbs, t, sensors, factors, configuration: torques,
        name="torques [Nm]",
    )
)  # fmt: skip
mbs.AddSensor(
    SensorObject(
        objectNumber=tree.object, outputVariableType=exu.OutputVariableType.KineticEnergy,
        name="energy",
    )
)  # fmt: skip
mbs.Assemble()
control(mbs, 0.0)
settings = exu.SimulationSettings()
settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = end, 4000
solution = mbs.SolveDynamic(settings, exu.DynamicSolverType.RK44)

drawn = solution.sensor("pen")
wanted = np.array([known.pose("link7", path(t).q, pen)[:3, 3] for t in drawn[::100, 0]])
away = np.linalg.norm(drawn[::100, 1:] - wanted, axis=1).max()
largest = np.abs(solution.sensor("torques [Nm]")[:, 1:]).max()
print(f"largest torque {largest:.1f} Nm; the pen leaves the path by {away * 1e3:.2f} mm at most")
assert away < 5e-3
assert largest < 87.0
