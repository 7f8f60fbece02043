"""Robot arm with a cable
======================

Two links with controlled joints swing to another position and stop. From the end of the second link
hangs a cable with a load: a kinematic tree, finite elements and a point mass in one system. The arm
stops, the load swings on.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
length, mass, g = 1.0, 4.0, 9.81
start, goal = np.array([0.6, -0.9]), np.array([1.5, -1.3])
bar = [exu.graphics.Brick([length / 2, 0, 0], [length, 0.1, 0.1], [0.9, 0.55, 0.15, 1])]

node = mbs.AddNode(
    NodeGenericODE2(
        referenceCoordinates=[0, 0], initialCoordinates=start, initialCoordinates_t=[0, 0],
        numberOfODE2Coordinates=2,
    )
)  # fmt: skip
arm = mbs.AddObject(
    ObjectKinematicTree(
        nodeNumber=node, gravity=[0, -g, 0], jointTypes=[exu.JointType.RevoluteZ] * 2,
        linkParents=[-1, 0], jointTransformations=[np.eye(3)] * 2,
        jointOffsets=[[0, 1, 0], [length, 0, 0]], linkMasses=[mass, mass],
        linkCOMs=[[length / 2, 0, 0]] * 2,
        linkInertiasCOM=[np.diag([0.01, mass * length**2 / 12, mass * length**2 / 12])] * 2,
        jointPControlVector=[4000, 2000], jointPositionOffsetVector=goal,
        jointDControlVector=[400, 150], jointVelocityOffsetVector=[0, 0], name="arm",
        visualization=VObjectKinematicTree(graphicsDataList=[bar, bar]),
    )
)  # fmt: skip
hand = mbs.AddMarker(
    MarkerKinematicTreeRigid(objectNumber=arm, linkNumber=1, localPosition=[length, 0, 0])
)

# %%
# The cable hangs from the hand, with a load of 2 kg at its lower end.
first, second = start[0], start.sum()
top = np.array([0, 1.0]) + length * np.array(
    [np.cos(first) + np.cos(second), np.sin(first) + np.sin(second)]
)
count, hanging = 8, 1.2
nodes = [
    mbs.AddNode(
        NodePoint2DSlope1(referenceCoordinates=[top[0], top[1] - hanging * k / count, 0, -1])
    )
    for k in range(count + 1)
]
for ends in zip(nodes, nodes[1:], strict=False):
    cable = mbs.AddObject(
        Cable2D(
            nodeNumbers=ends, physicsLength=hanging / count, physicsMassPerLength=0.3,
            physicsBendingStiffness=0.05, physicsAxialStiffness=5e4, physicsAxialDamping=20.0,
            physicsBendingDamping=1e-3,
        )
    )  # fmt: skip
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=cable))
    mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -g, 0]))
upper = mbs.AddMarker(MarkerNodePosition(nodeNumber=nodes[0]))
mbs.AddObject(SphericalJoint(markerNumbers=[hand, upper], constrainedAxes=[1, 1, 0]))
load = mbs.AddObject(
    MassPoint2D(
        nodeNumber=mbs.AddNode(NodePoint2D(referenceCoordinates=[top[0], top[1] - hanging])),
        physicsMass=2.0, name="load",
        visualization=VMassPoint2D(graphicsData=[exu.graphics.Sphere([0, 0, 0], 0.09)]),
    )
)  # fmt: skip
mbs.AddLoad(
    Gravity(markerNumber=mbs.AddMarker(MarkerBodyMass(bodyNumber=load)), loadVector=[0, -g, 0])
)
held = mbs.AddMarker(MarkerBodyPosition(bodyNumber=load))
end = mbs.AddMarker(MarkerNodePosition(nodeNumber=nodes[-1]))
mbs.AddObject(SphericalJoint(markerNumbers=[end, held], constrainedAxes=[1, 1, 0]))
Out = exu.OutputVariableType
mbs.AddSensor(SensorBody(bodyNumber=load, outputVariableType=Out.Position, name="load"))
mbs.AddSensor(SensorObject(objectNumber=arm, outputVariableType=Out.Coordinates, name="angles"))
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 4.0, 4000
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
solution = mbs.SolveDynamic(settings)

angles = solution.sensor("angles")[-1, 1:]
swing = np.ptp(solution.sensor("load")[len(solution) // 2 :, 1])
print(f"angles at the end: {angles.round(4)}, wanted {goal}; the load swings by {swing:.3f} m")
assert np.abs(angles - goal).max() < 0.1  # gravity bends the control
assert swing > 0.1
