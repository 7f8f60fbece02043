# unilateral spring with a switch in a data node, set by a post-Newton function of the system
import exudyn as exu
from exudyn.itemInterface import *
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
k = 5000.
nData = mbs.AddNode(NodeGenericData(initialCoordinates=[0, 0], numberOfDataCoordinates=2))
nMass = mbs.AddNode(Point2D(referenceCoordinates=[0, 0.1]))
mass = mbs.AddObject(MassPoint2D(physicsMass=1, nodeNumber=nMass))
nGround = mbs.AddNode(NodePointGround())
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=1))
mY = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nMass, coordinate=1))
mM = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
mbs.AddLoad(Gravity(markerNumber=mM, loadVector=[0, -9.81, 0]))
calls = []


def UFspring(mbs, t, itemNumber, u, v, k, d, offset):
    data = mbs.systemData.GetDataCoordinates()
    if data[0] == 1:
        return k*(u+0.1) + d*v
    return 0.


def UFpostNewton(mbs, t):
    u = mbs.systemData.GetODE2Coordinates()[1]
    data = mbs.systemData.GetDataCoordinates()
    gap = u + 0.1
    old = data[0]
    data[0] = 1. if gap < 0 else 0.
    data[1] += 1
    mbs.systemData.SetDataCoordinates(data)
    error = 0
    if old != data[0]:
        error = abs(gap*k)
    calls.append(error)
    return [error, -1]


mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, mY], stiffness=k, damping=5,
                                     springForceUserFunction=UFspring))
mbs.SetPostNewtonUserFunction(UFpostNewton)
sens = mbs.AddSensor(SensorNode(nodeNumber=nMass, storeInternal=True,
                                outputVariableType=exu.OutputVariableType.Displacement))
mbs.Assemble()
print(mbs)
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 500
simulationSettings.timeIntegration.endTime = 0.5
simulationSettings.timeIntegration.newton.useModifiedNewton = False
simulationSettings.timeIntegration.discontinuous.maxIterations = 4
simulationSettings.timeIntegration.discontinuous.iterationTolerance = 1e-3
simulationSettings.solutionSettings.writeSolutionToFile = False
simulationSettings.solutionSettings.sensorsWritePeriod = 1e-3
mbs.SolveDynamic(simulationSettings)
d = mbs.GetSensorStoredData(sens)
exu.Print('calls of post newton function:', len(calls), ', errors:', sum(1 for c in calls if c > 0))
exudynTestGlobals.testResult = [float(d[i, 2]) for i in range(50, 500, 50)] + [
    float(mbs.systemData.GetDataCoordinates()[0]), float(np.min(d[:, 2]))]
