# mass between two stops and stick-slip with a data node (bristle): discontinuous iterations
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nGround = mbs.AddNode(NodePointGround())
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
nM = mbs.AddNode(Point(initialVelocities=[0.473, 0, 0]))
mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=nM))
mX = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nM, coordinate=0))
mY = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nM, coordinate=1))
nData = mbs.AddNode(NodeGenericData(initialCoordinates=[0, 0, 0], numberOfDataCoordinates=3))
oStop = mbs.AddObject(CoordinateSpringDamperExt(markerNumbers=[mG, mX], nodeNumber=nData,
                                                stiffness=0, damping=0, useLimitStops=True,
                                                limitStopsUpper=0.1, limitStopsLower=-0.05,
                                                limitStopsStiffness=2e3, limitStopsDamping=2))
nData2 = mbs.AddNode(NodeGenericData(initialCoordinates=[0, 0, 0], numberOfDataCoordinates=3))
oFriction = mbs.AddObject(CoordinateSpringDamperExt(markerNumbers=[mG, mY], nodeNumber=nData2,
                                                    stiffness=0, damping=0, stickingStiffness=1e4,
                                                    stickingDamping=20, fDynamicFriction=1,
                                                    fStaticFrictionOffset=0.2,
                                                    exponentialDecayStatic=1e-2))
mbs.AddLoad(LoadCoordinate(markerNumber=mY, load=3,
                           loadUserFunction=lambda mbs, t, load: load*np.sin(12*t)))
sX = mbs.AddSensor(SensorNode(nodeNumber=nM, storeInternal=True,
                              outputVariableType=exu.OutputVariableType.Displacement))
sD = mbs.AddSensor(SensorNode(nodeNumber=nData2, storeInternal=True,
                              outputVariableType=exu.OutputVariableType.Coordinates))
sF = mbs.AddSensor(SensorObject(objectNumber=oStop, storeInternal=True,
                                outputVariableType=exu.OutputVariableType.Force))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 1000
settings.timeIntegration.endTime = 1
settings.solutionSettings.sensorsWritePeriod = 1e-3
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.discontinuous.maxIterations = 3
settings.timeIntegration.discontinuous.iterationTolerance = 1e-3
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.6
mbs.SolveDynamic(settings)
x = mbs.GetSensorStoredData(sX)
d = mbs.GetSensorStoredData(sD)
f = mbs.GetSensorStoredData(sF)
exudynTestGlobals.testResult = [float(v) for k in (100, 250, 400, -1) for v in x[k, 1:3]] + [
    float(v) for v in d[-1, 1:]] + [float(np.max(f[:, 1])), float(np.sum(f[:, 1]))]
