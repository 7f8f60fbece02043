"""Arm that presses on a wall
==========================

An arm with four joints wipes a wall. Its controller knows nothing of the wall: it makes the tool
behave like a mass on a spring and a damper (impedance control). The desired path runs 3 cm behind
the wall, so the spring of the controller presses the tool onto it with a force that follows from
both stiffnesses. A stiff position control would break the tool or the wall.
"""

import numpy as np

import linkwork as exu
from linkwork import graphics
from linkwork.items import *

lengths, masses = (0.3, 0.4, 0.35, 0.15), (4.0, 3.0, 2.0, 0.8)  # m, kg
colors = ("0.28 0.3 0.34 1", "0.95 0.55 0.15 1", "0.93 0.94 0.95 1", "0.28 0.3 0.34 1")
axes = ("0 0 1", "0 1 0", "0 1 0", "0 1 0")
parts = ['<robot name="arm"><link name="link0"/>']
for k in range(4):
    L, m = lengths[k], masses[k]
    inertia = m * L**2 / 12
    parts.append(
        f'<link name="link{k + 1}"><inertial><origin xyz="0 0 {L / 2}"/><mass value="{m}"/>'
        f'<inertia ixx="{inertia}" iyy="{inertia}" izz="0.004" ixy="0" ixz="0" iyz="0"/></inertial>'
        f'<visual><origin xyz="0 0 {L / 2}"/><geometry><cylinder radius="{0.05 - 0.009 * k}" '
        f'length="{L}"/></geometry><material name="m{k}"><color rgba="{colors[k]}"/></material>'
        f'</visual></link><joint name="joint{k + 1}" type="continuous">'
        f'<parent link="link{k}"/><child link="link{k + 1}"/>'
        f'<origin xyz="0 0 {lengths[k - 1] if k else 0}"/><axis xyz="{axes[k]}"/></joint>'
    )
robot = exu.robots.read("\n".join([*parts, "</robot>"]))
tool = (0.0, 0.0, lengths[3])

# %%
# The wall is stiff, and the tool slides along it without friction.
wall, hard, depth, end = 0.55, 2.0e4, 0.03, 4.0  # m, N/m, m, s
stiffness, damping = np.array([400.0, 900.0, 900.0]), np.array([60.0, 90.0, 90.0])


def desired(t):
    """Place of the spring's other end: first to the wall, then a loop along it, at rest at last."""
    s = min(t / end, 1.0)
    turn = 2 * np.pi * (s - np.sin(2 * np.pi * s) / (2 * np.pi))
    return np.array([wall + depth, 0.15 * np.sin(2 * turn), 0.55 + 0.12 * np.sin(turn)])


SC = exu.SystemContainer()
mbs = SC.AddSystem()
tree = robot.add_to(mbs)
start = robot.inverse_kinematics("link4", [0.5, 0.0, 0.55], [0.0, -0.6, 1.9, 0.3], point=tool).q
tree.set_initial({f"joint{k + 1}": value for k, value in enumerate(start)})
plate = graphics.Brick([0.02, 0.0, 0.0], [0.04, 0.7, 0.6], [0.6, 0.66, 0.74, 0.45])
ground = mbs.AddObject(
    ObjectGround(referencePosition=[wall, 0, 0.55], visualization={"graphicsData": [plate]})
)


def contact(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):
    """Force of a wall that only pushes."""
    return [stiffness[0] * max(displacement[0], 0.0), 0.0, 0.0]


pushed = mbs.AddObject(
    CartesianSpringDamper(
        markerNumbers=[
            mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground)), tree.marker("link4", tool),
        ],
        stiffness=[hard, 0, 0], springForceUserFunction=contact,
        visualization={"show": False},
    )
)  # fmt: skip

# %%
# The controller: a spring and a damper at the tool, the torques of gravity and of the motion
# itself, and a little damping of the joints, because four joints have one motion more than the
# tool has directions.


def control(mbs, t):
    """Torques for the next millisecond."""
    q, v = tree.state()
    J = robot.jacobian("link4", q, tool)[:3]
    place = robot.pose("link4", q, tool)[:3, 3]
    force = stiffness * (desired(t) - place) - damping * (J @ v)
    torques = J.T @ force + robot.bias(q, v) - 1.5 * v
    mbs.SetObjectParameter(tree.object, "jointForceVector", torques)
    return True


mbs.SetPreStepUserFunction(control)
for item, variable, name in (
    (pushed, exu.OutputVariableType.Force, "force of the wall [N]"),
    (tree.object, exu.OutputVariableType.KineticEnergy, "energy of the arm [J]"),
):
    mbs.AddSensor(SensorObject(objectNumber=item, outputVariableType=variable, name=name))
mbs.AddSensor(
    SensorKinematicTree(
        objectNumber=tree.object, linkNumber=tree.link("link4"), name="tool",
        localPosition=tree.local("link4", tool), outputVariableType=exu.OutputVariableType.Position,
    )
)  # fmt: skip
mbs.Assemble()
control(mbs, 0.0)
settings = exu.SimulationSettings()
settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = end + 1.0, 5000
settings.solutionSettings.sensorsWritePeriod = 1e-3
solution = mbs.SolveDynamic(settings, exu.DynamicSolverType.RK44)

# %%
# At rest, the springs of controller and wall act one behind the other.
force = solution.sensor("force of the wall [N]")[-1, 1]
expected = depth / (1.0 / stiffness[0] + 1.0 / hard)
print(f"the tool presses with {force:.3f} N, expected {expected:.3f} N")
assert abs(force - expected) < 1e-3 * expected
