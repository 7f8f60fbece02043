"""Robot arm that follows a path
=============================

The six joints of a UR5 move its tool along a circle that is tilted in space. Inverse kinematics
gives the joints' angles, a spline connects them, and inverse dynamics tells the torques. These
torques, written into tables, drive the arm in a run in time. Nothing corrects its motion: it
follows the circle because both directions of the dynamics are exact.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

H = np.pi / 2
grey, blue = "0.75 0.77 0.8 1", "0.25 0.45 0.75 1"
# origin and rpy of each joint, its axis; mass, center, Ixx = Iyy and Izz of the link behind it
joints = [
    ((0, 0, 0.089159), (0, 0, 0), (0, 0, 1), 3.7, (0, 0, 0), 0.010267, 0.00666),
    ((0, 0.13585, 0), (0, H, 0), (0, 1, 0), 8.393, (0, 0, 0.28), 0.22689, 0.0151074),
    ((0, -0.1197, 0.425), (0, 0, 0), (0, 1, 0), 2.275, (0, 0, 0.25), 0.049443, 0.004095),
    ((0, 0, 0.39225), (0, H, 0), (0, 1, 0), 1.219, (0, 0, 0), 0.111173, 0.21942),
    ((0, 0.093, 0), (0, 0, 0), (0, 0, 1), 1.219, (0, 0, 0), 0.111173, 0.21942),
    ((0, 0, 0.09465), (0, 0, 0), (0, 1, 0), 0.1879, (0, 0, 0), 0.017136, 0.033822),
]
# radius, length, center and rpy of a cylinder of each link
cylinders = [
    (0.055, 0.15, (0, 0.05, 0), (H, 0, 0)), (0.05, 0.425, (0, 0, 0.21), (0, 0, 0)),
    (0.04, 0.39, (0, 0, 0.2), (0, 0, 0)), (0.04, 0.1, (0, 0.05, 0), (H, 0, 0)),
    (0.04, 0.1, (0, 0, 0.05), (0, 0, 0)), (0.03, 0.08, (0, 0.04, 0), (H, 0, 0)),
]  # fmt: skip


def text(values):
    return " ".join(map(str, values))


parts = ['<robot name="ur5"><link name="base"/>']
for k, (xyz, rpy, axis, mass, center, Ixx, Izz) in enumerate(joints, 1):
    radius, length, middle, turn = cylinders[k - 1]
    parts.append(
        f'<link name="link{k}"><inertial><origin xyz="{text(center)}"/><mass value="{mass}"/>'
        f'<inertia ixx="{Ixx}" iyy="{Ixx}" izz="{Izz}" ixy="0" ixz="0" iyz="0"/></inertial>'
        f'<visual><origin xyz="{text(middle)}" rpy="{text(turn)}"/><geometry>'
        f'<cylinder radius="{radius}" length="{length}"/></geometry>'
        f'<material name="m{k}"><color rgba="{blue if k % 2 else grey}"/></material></visual>'
        f"</link>"
        f'<joint name="joint{k}" type="continuous">'
        f'<parent link="{"base" if k == 1 else f"link{k - 1}"}"/><child link="link{k}"/>'
        f'<origin xyz="{text(xyz)}" rpy="{text(rpy)}"/><axis xyz="{text(axis)}"/></joint>'
    )
robot = exu.robots.read("\n".join([*parts, "</robot>"]))
tool = (0.0, 0.0823, 0.0)

# %%
# The path: one turn of a tilted circle in two seconds, beginning and ending at rest.
end, count = 2.0, 101
phase = (
    2
    * np.pi
    * (np.linspace(0, 1, count) - np.sin(2 * np.pi * np.linspace(0, 1, count)) / (2 * np.pi))
)
center, radius = np.array([0.45, 0.15, 0.35]), 0.15
across, up = np.array([0.0, 1.0, 0.0]), np.array([0.6, 0.0, 0.8])
circle = center + radius * (np.cos(phase)[:, None] * across + np.sin(phase)[:, None] * up)

q = np.empty((count, 6))
q[0] = robot.inverse_kinematics("link6", circle[0], [0.1, -1.0, 1.2, -0.5, 0.2, 0.0], point=tool).q
for k in range(1, count):
    q[k] = robot.inverse_kinematics("link6", circle[k], q[k - 1], point=tool).q
path = exu.robots.spline(np.linspace(0, end, count), q)

# %%
# Torques of the motion, as tables of coordinate loads.
t, motion = path.sample(2001)
torques = robot.inverse_dynamics(motion.q, motion.v, motion.a)

SC = exu.SystemContainer()
mbs = SC.AddSystem()
tree = robot.add_to(mbs)
tree.set_initial({f"joint{k + 1}": value for k, value in enumerate(q[0])})
for k in range(6):
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=tree.node, coordinate=k))
    mbs.AddLoad(LoadCoordinateTable(markerNumber=marker, times=t, values=torques[:, k]))
mbs.AddSensor(
    SensorKinematicTree(
        objectNumber=tree.object, linkNumber=tree.link("link6"),
        localPosition=tree.local("link6", tool), name="tool",
        outputVariableType=exu.OutputVariableType.Position,
    )
)  # fmt: skip
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = end, 2000
solution = mbs.SolveDynamic(settings, exu.DynamicSolverType.RK44)

drawn = solution.sensor("tool")[:, 1:]
away = np.abs(np.linalg.norm(drawn - center, axis=1) - radius).max()
print(
    f"largest torque {np.abs(torques).max():.1f} Nm; distance from the circle {away * 1e3:.3f} mm"
)
assert away < 5e-4
