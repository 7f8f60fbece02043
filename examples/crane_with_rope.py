"""Crane with a reeved rope
========================

A rope runs from a drum over the head of a boom to a hook block and back to the head: two parts of
rope carry the load, so each has half of its weight. The drum is a coordinate that winds the rope.
The winch lifts the load by a motor torque that is controlled by its speed, and stops; the hook
block swings, because the boom slews at the same time.
"""

import math

import numpy as np

import linkwork as exu
from linkwork.items import *

g, boom, height, drop = 9.81, 8.0, 10.0, 6.0  # m/s^2, m, m, m
r_head, r_hook, r_drum = 0.35, 0.3, 0.4  # m
load, stiffness, damping = 800.0, 4e6, 2e4  # kg, N, N s
AXIS = [0.0, 1.0, 0.0]  # of the sheaves, in their bodies

SC = exu.SystemContainer()
mbs = SC.AddSystem()
Out = exu.OutputVariableType

ground = mbs.AddObject(ObjectGround(referencePosition=[0, 0, 0]))

# boom: turns about the vertical axis z
steel = exu.graphics.Brick([0.5 * boom, 0, 0], [boom, 0.4, 0.4], [0.95, 0.7, 0.15, 1])
mast = exu.graphics.Brick([0, 0, -0.5 * height], [0.6, 0.6, height], [0.5, 0.5, 0.55, 1])
winding = exu.graphics.Cylinder([0.5, -0.3, 0.6], [0, 0.6, 0], r_drum, [0.4, 0.4, 0.45, 1])
node = mbs.AddNode(NodeRigidBodyRxyz(referenceCoordinates=[0, 0, height, 0, 0, 0]))
arm = mbs.AddObject(
    RigidBody(
        nodeNumber=node, physicsMass=2e3, physicsInertia=[2e3, 6e4, 6e4, 0, 0, 0],
        visualization=VRigidBody(graphicsData=[steel, mast, winding]), name="boom",
    )
)  # fmt: skip
zero = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
for k in range(5):
    own = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k))
    mbs.AddObject(CoordinateConstraint(markerNumbers=[zero, own]))
slewing = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=5))
mbs.AddObject(
    CoordinateMotion(markerNumbers=[zero, slewing], times=[0, 2, 6, 10], values=[0, 0, 0.8, 0.8])
)

# hook block with the load
crate = exu.graphics.Brick([0, 0, -0.2], [1.0, 1.0, 1.0], [0.2, 0.45, 0.75, 1])
block = exu.graphics.Brick([0, 0, 0.6], [0.15, 0.15, 0.9], [0.3, 0.3, 0.3, 1])
hook_node = mbs.AddNode(
    NodeRigidBodyRxyz(
        referenceCoordinates=[boom + r_head - r_hook, 0, height - drop - 0.9, 0, 0, 0]
    )
)
hook = mbs.AddObject(
    RigidBody(
        nodeNumber=hook_node, physicsMass=load, physicsInertia=[150, 150, 120, 0, 0, 0],
        visualization=VRigidBody(graphicsData=[crate, block]), name="load",
    )
)  # fmt: skip
for body in (arm, hook):
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, 0, -g]))

# winch: a rotor whose angle pays out rope
winch = mbs.AddNode(Node1D())
mbs.AddObject(Rotor1D(nodeNumber=winch, physicsInertia=60.0, visualization=dict(show=False)))
drum = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=winch, coordinate=0))

# drum - head - hook block - end of the rope at the boom
head = mbs.AddMarker(MarkerBodyRigid(bodyNumber=arm, localPosition=[boom, 0, 0]))
sheave = mbs.AddMarker(MarkerBodyRigid(bodyNumber=hook, localPosition=[0, 0, 0.9]))
start = mbs.AddMarker(MarkerBodyRigid(bodyNumber=arm, localPosition=[0.5, 0, 0.6 + r_drum]))
end = mbs.AddMarker(
    MarkerBodyRigid(bodyNumber=arm, localPosition=[boom + r_head - 2 * r_hook, 0, -0.2])
)
rope = mbs.AddObject(
    ReevingSystemSprings(
        markerNumbers=[start, head, sheave, end, drum, zero], hasCoordinateMarkers=True,
        coordinateFactors=[r_drum, 0], stiffnessPerLength=stiffness, dampingPerLength=damping,
        dampingShear=2e3, dampingTorsional=500, regularizationForce=10,
        sheavesAxes=[AXIS] * 4, sheavesRadii=[0, r_head, r_hook, 0], referenceLength=1,
        visualization=VReevingSystemSprings(ropeRadius=0.04, color=[0.15, 0.15, 0.15, 1]),
        name="rope",
    )
)  # fmt: skip
mbs.Assemble()
# the rope is as long as it is drawn; the load then stretches it
mbs.SetObjectParameter(rope, "referenceLength", mbs.GetObjectOutput(rope, Out.Distance))

speed_wanted = 0.8  # m/s of rope


def motor(mbs, t, load, coordinate, velocity):
    """Torque that holds the load, and follows the wanted speed of the rope."""
    lifting = min(max(t - 1.0, 0.0), 1.0) if t < 6.0 else max(7.0 - t, 0.0)
    return load + 4e3 * (-speed_wanted / 0.4 * lifting - velocity)


mbs.AddLoad(
    LoadStateCoordinate(
        markerNumber=drum, load=-0.5 * load * g * r_drum, loadStateUserFunction=motor
    )
)
force = mbs.AddSensor(
    SensorObject(objectNumber=rope, outputVariableType=Out.ForceLocal, storeInternal=True)
)
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 10.0
settings.timeIntegration.numberOfSteps = 4000
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
settings.solutionSettings.solutionWritePeriod = 0.02
solution = mbs.SolveDynamic(settings)

tension = mbs.GetSensorStoredData(force)
lifted = mbs.GetNodeOutput(hook_node, Out.Position)[2] - (height - drop - 0.9)
print(f"the load was lifted by {lifted:.3f} m; rope force at the end {tension[-1, 1]:.0f} N")
assert abs(lifted - 0.5 * 5.0 * speed_wanted) < 0.15
assert abs(np.mean(tension[-100:, 1]) / (0.5 * load * g) - 1) < 0.05
assert math.hypot(*mbs.GetNodeOutput(hook_node, Out.Velocity)) < 2.0
