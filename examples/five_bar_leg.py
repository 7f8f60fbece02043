"""Leg with a closed loop
======================

Two motors at the hip of a walking robot, such as the quadruped Minitaur, move one foot: each drives
an upper link, and the lower links meet at the foot. The four links are a tree of two branches. A
joint between the ends of the lower links closes the loop, exactly, and not by a stiff spring. The
hip rides on a vertical guide, and springs at the motors carry it.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

upper, lower = 0.1, 0.2  # m
colors = {"upper": "0.9 0.55 0.2 1", "lower": "0.3 0.35 0.42 1"}


def link(name, mass, length):
    part = name.split()[0]
    inertia = mass * length**2 / 12
    return (
        f'<link name="{name}"><inertial><origin xyz="0 0 {-length / 2}"/><mass value="{mass}"/>'
        f'<inertia ixx="{inertia}" iyy="{inertia}" izz="1e-5" ixy="0" ixz="0" iyz="0"/></inertial>'
        f'<visual><origin xyz="0 0 {-length / 2}"/><geometry>'
        f'<box size="0.014 0.01 {length}"/></geometry>'
        f'<material name="{part}"><color rgba="{colors[part]}"/></material></visual></link>'
    )


def joint(name, parent, child, z, kind="continuous", axis="0 1 0"):
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="0 0 {z}"/><axis xyz="{axis}"/></joint>'
    )


hip = (
    '<link name="hip"><inertial><mass value="1.5"/>'
    '<inertia ixx="0.002" iyy="0.002" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial>'
    '<visual><geometry><box size="0.12 0.08 0.05"/></geometry>'
    '<material name="hip"><color rgba="0.25 0.45 0.75 1"/></material></visual></link>'
)
guide = joint("guide", "world", "hip", 0.3, "prismatic", "0 0 1")
guide = guide.replace("</joint>", '<limit lower="-1" upper="1" effort="0" velocity="0"/></joint>')
parts = ['<robot name="leg"><link name="world"/>', hip, guide]
for side in ("left", "right"):
    parts += [link(f"upper {side}", 0.12, upper), joint(f"motor {side}", "hip", f"upper {side}", 0)]
    parts += [link(f"lower {side}", 0.08, lower)]
    parts += [joint(f"knee {side}", f"upper {side}", f"lower {side}", -upper)]
robot = exu.robots.read("\n".join([*parts, "</robot>"]))
for side, rest in (("left", 1.2), ("right", -1.2)):
    motor = robot.joints[f"motor {side}"]
    motor.stiffness, motor.rest, motor.damping = 12.0, rest, 0.02

# %%
# A symmetric start: the lower links meet below the hip. Rotation about y by a positive angle moves
# the end of a hanging link to -x.
angle = 1.0
knee = np.arcsin(upper / lower * np.sin(angle)) + angle
SC = exu.SystemContainer()
mbs = SC.AddSystem()
tree = robot.add_to(mbs)
height = upper * np.cos(angle) + lower * np.cos(knee - angle)
tree.set_initial({
    "motor left": angle, "knee left": -knee, "motor right": -angle, "knee right": knee,
    "guide": height - 0.3,
})  # fmt: skip
ends = [tree.marker(f"lower {side}", [0, 0, -lower]) for side in ("left", "right")]
mbs.AddObject(GenericJoint(markerNumbers=ends, constrainedAxes=[1, 0, 1, 0, 0, 0], name="foot"))
ground = mbs.AddObject(ObjectGround())
floor = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
mbs.AddObject(GenericJoint(markerNumbers=[floor, ends[0]], constrainedAxes=[1, 0, 1, 0, 0, 0]))
mbs.AddSensor(
    SensorKinematicTree(
        objectNumber=tree.object, linkNumber=tree.link("hip"), name="hip",
        outputVariableType=exu.OutputVariableType.Position,
    )
)  # fmt: skip
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.5, 3000
solution = mbs.SolveDynamic(settings)

heights = solution.sensor("hip")[:, 3]
gap = np.abs(
    np.subtract(*[mbs.GetMarkerOutput(end, exu.OutputVariableType.Position) for end in ends])
)
energy = solution.energy()
lost = np.abs(energy.balance).max() / np.ptp(energy.potential)
print(f"the hip moves between {heights.min():.4f} m and {heights.max():.4f} m")
print(f"ends of the lower links apart: {gap.max():.1e} m; balance of energy: {lost:.1e}")
assert gap.max() < 1e-10
assert lost < 1e-3
