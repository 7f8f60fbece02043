"""Humanoid that falls
===================

A humanoid of eleven links and ten joints falls; no part of it is held. Meanwhile torques swing its
arms, and the body turns against them. The center of mass follows a parabola, and the angular
momentum about it stays zero whatever the joints do.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

skin, shirt, trousers = "0.9 0.75 0.62 1", "0.2 0.45 0.7 1", "0.25 0.27 0.33 1"


def text(values):
    return " ".join(map(str, values))


def link(name, mass, length, radius, color, down=True):
    """A capsule that hangs from its joint, or stands on it."""
    middle = (0, 0, -length / 2 if down else length / 2)
    across, along = mass * length**2 / 12 + mass * radius**2 / 4, mass * radius**2 / 2
    return (
        f'<link name="{name}"><inertial><origin xyz="{text(middle)}"/><mass value="{mass}"/>'
        f'<inertia ixx="{across}" iyy="{across}" izz="{along}" ixy="0" ixz="0" iyz="0"/>'
        f'</inertial><visual><origin xyz="{text(middle)}"/><geometry>'
        f'<cylinder radius="{radius}" length="{length}"/></geometry>'
        f'<material name="{name}"><color rgba="{color}"/></material></visual></link>'
    )


def joint(name, parent, child, place, axis, lower=-2.5, upper=2.5):
    return (
        f'<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{text(place)}"/><axis xyz="{text(axis)}"/><dynamics damping="0.5"/>'
        f'<limit lower="{lower}" upper="{upper}"/></joint>'
    )


y, z = (0, 1, 0), (0, 0, 1)
parts = ['<robot name="humanoid">', link("pelvis", 11, 0.2, 0.14, trousers, down=False)]
parts += [
    link("chest", 22, 0.4, 0.15, shirt, down=False),
    joint("waist", "pelvis", "chest", (0, 0, 0.22), z),
    link("head", 5, 0.25, 0.09, skin, down=False),
    joint("neck", "chest", "head", (0, 0, 0.45), y, -0.6, 0.6),
]
for side, s in (("left", 1), ("right", -1)):
    parts += [
        link(f"{side} arm", 2.3, 0.3, 0.045, shirt), link(f"{side} forearm", 1.5, 0.27, 0.04, skin),
        joint(f"{side} shoulder", "chest", f"{side} arm", (0, 0.2 * s, 0.38), y),
        joint(f"{side} elbow", f"{side} arm", f"{side} forearm", (0, 0, -0.3), y, -2.4, 0.0),
        link(f"{side} thigh", 8, 0.42, 0.075, trousers),
        link(f"{side} shin", 4, 0.42, 0.055, trousers),
        joint(f"{side} hip", "pelvis", f"{side} thigh", (0, 0.1 * s, 0.0), y),
        joint(f"{side} knee", f"{side} thigh", f"{side} shin", (0, 0, -0.42), y, 0.0, 2.4),
    ]  # fmt: skip
robot = exu.robots.read("\n".join([*parts, "</robot>"]), base="free")
print(robot)

# %%
# The run begins at the top of a jump, with bent knees and elbows.
SC = exu.SystemContainer()
mbs = SC.AddSystem()
tree = robot.add_to(mbs)
bent = {"left knee": 0.4, "right knee": 0.4, "left elbow": -0.5, "right elbow": -0.5}
tree.set_initial(bent)
start = robot.coordinates(bent)
for side in ("left", "right"):
    coordinate = tree.coordinate(f"{side} shoulder")
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=tree.node, coordinate=coordinate))
    times = np.linspace(0, 0.8, 41)
    swing = 25 * np.sin(2 * np.pi * times / 0.8)
    mbs.AddLoad(LoadCoordinateTable(markerNumber=marker, times=times, values=swing))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.8, 3200
solution = mbs.SolveDynamic(settings, exu.DynamicSolverType.RK44)

# %%
# Center of mass and angular momentum at the end against those at the start.
q, v = tree.state()
momentum = robot.momentum(q, v)
fallen = robot.center_of_mass(start) - robot.center_of_mass(q)
print(f"the center of mass fell by {fallen[2]:.6f} m in 0.8 s")
print(f"the pelvis turned by {np.degrees(2 * np.arccos(abs(q[3]))):.1f} degrees")
assert np.allclose(fallen, [0, 0, 0.5 * 9.81 * 0.8**2], atol=1e-7)
assert np.abs(momentum.angular).max() < 1e-6
