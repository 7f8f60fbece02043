# all kinds of systemData: sizes, local to global lists, states in several configurations
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
C = exu.ConfigurationType
oGround = mbs.AddObject(ObjectGround())
nG = mbs.AddNode(NodePointGround())
nP = mbs.AddNode(NodePoint(referenceCoordinates=[1, 2, 3], initialCoordinates=[0.1, 0, 0], initialVelocities=[0, 0, 1]))
nD = mbs.AddNode(NodeGenericData(initialCoordinates=[4, 5], numberOfDataCoordinates=2))
nR = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0, 1, 0.5], initialCoordinates=[0, 0, 0.2],
                               initialVelocities=[0.1, 0, 0]))
n1 = mbs.AddNode(NodeGenericODE1(referenceCoordinates=[0.5, 0], initialCoordinates=[1, 1], numberOfODE1Coordinates=2))
oP = mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=nP))
oR = mbs.AddObject(RigidBody2D(physicsMass=2, physicsInertia=0.5, nodeNumber=nR))
o1 = mbs.AddObject(ObjectGenericODE1(nodeNumbers=[n1], systemMatrix=[[-1, 0.5], [0, -2]], rhsVector=[0.1, 0]))
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nG, coordinate=0))
mP = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nP, coordinate=0))
mR = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nR, coordinate=2))
oC = mbs.AddObject(CoordinateConstraint(markerNumbers=[mP, mR], factorValue1=0.5))
oS = mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, mP], stiffness=100, damping=1))
mbs.AddLoad(LoadCoordinate(markerNumber=mR, load=3.))
before = mbs.systemIsConsistent
mbs.Assemble()
sd = mbs.systemData
res = [before, mbs.systemIsConsistent, sd.ODE2Size(), sd.ODE1Size(), sd.AEsize(), sd.DataSize(), sd.SystemSize()]
res += [sd.NumberOfNodes(), sd.NumberOfObjects(), sd.NumberOfMarkers(), sd.NumberOfLoads(), sd.NumberOfSensors()]
for o in (oGround, oP, oR, o1, oC, oS):
    for ltg in (sd.GetObjectLTGODE2(o), sd.GetObjectLTGODE1(o), sd.GetObjectLTGAE(o), sd.GetObjectLTGData(o)):
        res += [len(ltg)] + list(ltg)
for n in (nP, nR):
    res += list(sd.GetNodeLTGODE2(n))
res += list(sd.GetNodeLTGData(nD)) + list(sd.GetNodeLTGODE1(n1))
res += [mbs.GetNodeODE2Index(nR), mbs.GetNodeODE1Index(n1)]
sd.InfoLTG()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 50
settings.timeIntegration.endTime = 0.5
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.6
settings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(settings)
for c in (C.Current, C.Initial, C.Reference):
    res += list(sd.GetODE2Coordinates(c)) + list(sd.GetODE1Coordinates(c))
for c in (C.Current, C.Initial):
    res += list(sd.GetODE2CoordinatesTotal(c)) + list(sd.GetODE2Coordinates_t(c)) + list(sd.GetODE2Coordinates_tt(c))
    res += list(sd.GetDataCoordinates(c)) + list(sd.GetAECoordinates(c)) + list(sd.GetODE1Coordinates_t(c))
res += [sd.GetTime(), sd.GetTime(C.Initial)]
state = sd.GetSystemState(C.Current)
res += [len(state)] + [len(x) for x in state]
d = sd.GetSystemStateDict(C.Current)
print('keys:', list(d))
# change the state, run again from there
q = sd.GetODE2Coordinates(C.Initial)
q[1] += 0.3
sd.SetODE2Coordinates(q, C.Initial)
sd.SetODE2Coordinates_t(-sd.GetODE2Coordinates_t(C.Initial), C.Initial)
sd.SetODE1Coordinates([2., 0.], configuration=C.Initial)
sd.SetDataCoordinates([7., 8.], C.Initial)
mbs.SolveDynamic(settings)
res += list(sd.GetODE2Coordinates()) + list(sd.GetODE1Coordinates()) + list(sd.GetDataCoordinates())
sd.SetSystemState(state, C.Current)
res += list(mbs.GetNodeOutput(nR, exu.OutputVariableType.Position)) + list(mbs.GetNodeOutput(nP, exu.OutputVariableType.Velocity))
sd.SetODE2Coordinates_tt([1, 2, 3, 4, 5, 6], C.Current)
res += list(mbs.GetNodeOutput(nP, exu.OutputVariableType.Acceleration))
exudynTestGlobals.testResult = [float(x) for x in res]
