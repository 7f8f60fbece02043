# planar bodies joined by rotation coordinates: gears, belts and a brake; linear spring with function
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
oG = mbs.AddObject(ObjectGround())
mGround = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oG))
nG = mbs.AddNode(NodePointGround())
mC = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nG, coordinate=0))
radii = [0.1, 0.25, 0.4]
nodes, bodies, rot = [], [], []
for i, r in enumerate(radii):
    n = mbs.AddNode(Rigid2D(referenceCoordinates=[i, 0, 0], initialVelocities=[0, 0, 10*radii[0]/r*(-1)**i]))
    b = mbs.AddObject(RigidBody2D(physicsMass=1, physicsInertia=0.5*r**2, nodeNumber=n))
    m = mbs.AddMarker(MarkerBodyPosition(bodyNumber=b))
    mG = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oG, localPosition=[i, 0, 0]))
    mbs.AddObject(RevoluteJoint2D(markerNumbers=[mG, m]))
    nodes += [n]
    bodies += [b]
    rot += [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=2))]
for i in range(2):
    mbs.AddObject(CoordinateConstraint(markerNumbers=[rot[i], rot[i+1]], factorValue1=-radii[i+1]/radii[i]))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mC, rot[2]], stiffness=0.5, damping=0.01))
mbs.AddLoad(Torque(markerNumber=mbs.AddMarker(MarkerBodyRigid(bodyNumber=bodies[0])), loadVector=[0, 0, 0.05]))
# slider with a spring function along a turned axis
A = RotationMatrixZ(0.5)
gT = mbs.AddObject(ObjectGround(referencePosition=[0, 2, 0], referenceRotation=A))
mT = mbs.AddMarker(MarkerBodyRigid(bodyNumber=gT))
nS = mbs.AddNode(Rigid2D(referenceCoordinates=[0, 2, 0.5], initialVelocities=[0.3, 0, 0]))
bS = mbs.AddObject(RigidBody2D(physicsMass=0.8, physicsInertia=0.02, nodeNumber=nS))
mS = mbs.AddMarker(MarkerBodyRigid(bodyNumber=bS))


def UFlinear(mbs, t, itemNumber, u, v, k, d, offset):
    return k*(u-offset)*(1+(u/0.1)**2) + d*v


o = mbs.AddObject(LinearSpringDamper(markerNumbers=[mT, mS], stiffness=40, damping=0.3, offset=0.02, axisMarker0=[1, 0, 0],
                                     springForceUserFunction=UFlinear))
mbs.AddObject(PrismaticJoint2D(markerNumbers=[mT, mS], axisMarker0=[1, 0, 0], normalMarker1=[0, 1, 0]))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 200
settings.timeIntegration.endTime = 1
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.6
mbs.SolveDynamic(settings)
res = []
for n in nodes + [nS]:
    res += list(mbs.GetNodeOutput(n, exu.OutputVariableType.Coordinates))
    res += [mbs.GetNodeOutput(n, exu.OutputVariableType.AngularVelocity)[2]]
res += [mbs.GetObjectOutput(o, exu.OutputVariableType.ForceLocal), mbs.GetObjectOutput(o, exu.OutputVariableType.VelocityLocal)]
exudynTestGlobals.testResult = [float(x) for x in res]
