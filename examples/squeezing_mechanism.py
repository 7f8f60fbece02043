"""Andrews' squeezing mechanism
============================

Seven planar bodies, ten revolute joints, a spring and a torque. A motor turns body 1; through three
loops it squeezes body 3 against a spring. This is problem A03 of the IFToMM library of benchmark
problems, and of the IVP test set, with its data and published result. Positions are in m, in the
axes of a body, relative to its center of mass.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

masses = [0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498]  # kg
inertias = [2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5]  # kg m^2
stiffness, length, torque = 4530.0, 0.07785, 0.033  # N/m, m, N m
A, B, C = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)

beta, theta, gamma, phi, delta, omega, epsilon = (
    -0.0617138900142764496, 0.0, 0.455279819163070380, 0.222668390165885885,
    0.487364979543842550, -0.222668390165885885, 1.23054744454982119,
)  # fmt: skip
angles = [beta, beta + theta, gamma, phi + delta, delta, omega + epsilon, epsilon]
expected = [
    15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
    0.5244099658805304, 0.5347301163226948, 1.048080741042263,
]  # fmt: skip

# Joints of pairs of bodies, as (body, x, y); body 0 is the ground. A body's first joint places it.
joints = [
    ((0, 0, 0), (1, -0.00092, 0)),
    ((1, 0.007 - 0.00092, 0), (2, 0.0115, 0)),
    ((0, *B), (3, -0.01043, 0.01874)),
    ((0, *A), (5, -0.02308, -0.00916)),
    ((5, 0.04 - 0.02308, -0.00916), (4, 0, 0.02 - 0.01421)),
    ((0, *A), (7, 0.00449, 0.01228)),
    ((7, 0.00449, 0.01228 - 0.04), (6, 0.01421 - 0.02, 0)),
    ((2, 0.0115 - 0.028, 0), (3, -0.01043, 0.01874 - 0.035)),
    ((2, 0.0115 - 0.028, 0), (4, 0, -0.01421)),
    ((2, 0.0115 - 0.028, 0), (6, 0.01421, 0)),
]
spring_ends = (0, *C), (3, 0.02 - 0.01043, 0.01874 - 0.018)


def turned(body, x, y):
    """A vector of a body in global axes."""
    c, s = np.cos(angles[body - 1]), np.sin(angles[body - 1])
    return np.array([x, y]) if body == 0 else np.array([c * x - s * y, s * x + c * y])


centers = {0: np.zeros(2)}
for (held, *place), (body, *joint) in joints[:7]:
    centers[body] = centers[held] + turned(held, *place) - turned(body, *joint)

SC = exu.SystemContainer()
mbs = SC.AddSystem()
bodies, nodes = [mbs.AddObject(ObjectGround())], []
for k in range(7):
    nodes.append(mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[*centers[k + 1], angles[k]])))
    bodies.append(
        mbs.AddObject(
            RigidBody2D(nodeNumber=nodes[k], physicsMass=masses[k], physicsInertia=inertias[k])
        )
    )


def point(body, x, y):
    """Marker of a point of a body."""
    return mbs.AddMarker(MarkerBodyPosition(bodyNumber=bodies[body], localPosition=[x, y, 0]))


for pair in joints:
    mbs.AddObject(RevoluteJoint2D(markerNumbers=[point(*end) for end in pair]))
mbs.AddObject(
    SpringDamper(
        markerNumbers=[point(*end) for end in spring_ends],
        stiffness=stiffness,
        referenceLength=length,
    )
)
mbs.AddSensor(
    SensorBody(
        bodyNumber=bodies[3],
        localPosition=[-0.01043, 0.01874 - 0.035, 0],
        outputVariableType=exu.OutputVariableType.Position,
        name="knee",
    )
)
shaft = mbs.AddMarker(MarkerBodyRigid(bodyNumber=bodies[1]))
mbs.AddLoad(Torque(markerNumber=shaft, loadVector=[0, 0, torque]))
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 0.03
settings.timeIntegration.numberOfSteps = 100  # largest step; tolerances determine the others
settings.timeIntegration.absoluteTolerance = 1e-10
settings.timeIntegration.relativeTolerance = 1e-10
settings.solutionSettings.solutionWritePeriod = 2e-4
settings.solutionSettings.sensorsWritePeriod = 2e-4
solution = mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.DOPRI5)

turns = [mbs.GetNodeOutput(node, exu.OutputVariableType.CoordinatesTotal)[2] for node in nodes]
found = np.array([
    turns[0], turns[1] - turns[0], turns[2], turns[3] - turns[4],
    turns[4], turns[5] - turns[6], turns[6],
])  # fmt: skip
digits = -np.log10(np.abs(found / expected - 1).max())
counts = solution.statistics
print(f"{counts.steps} steps, {counts.force_evaluations} force evaluations")
print(f"angles after 0.03 s: {found.round(9)} rad; {digits:.1f} digits")
assert digits > 8
