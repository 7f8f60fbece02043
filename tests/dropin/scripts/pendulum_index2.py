# a pendulum as mass point with a distance constraint, trapezoidal rule at velocity level
import exudyn as exu
from exudyn.itemInterface import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
L, mass, g = 1.0, 3.0, 9.81
ground = mbs.AddObject(ObjectGround())
n = mbs.AddNode(NodePoint2D(referenceCoordinates=[L, 0], initialVelocities=[0, -0.5]))
m = mbs.AddObject(MassPoint2D(physicsMass=mass, nodeNumber=n))
mg = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
mn = mbs.AddMarker(MarkerNodePosition(nodeNumber=n))
rod = mbs.AddObject(DistanceConstraint(markerNumbers=[mg, mn], distance=L))
mbs.AddLoad(Force(markerNumber=mn, loadVector=[0, -mass * g, 0]))
sForce = mbs.AddSensor(SensorObject(objectNumber=rod, storeInternal=True, writeToFile=False,
                                    outputVariableType=exu.OutputVariableType.Force))
mbs.Assemble()
s = exu.SimulationSettings()
s.solutionSettings.writeSolutionToFile = False
s.solutionSettings.sensorsWritePeriod = 0.01
s.timeIntegration.endTime = 2
s.timeIntegration.numberOfSteps = 500
s.timeIntegration.newton.useModifiedNewton = True
mbs.SolveDynamic(s, solverType=exu.DynamicSolverType.TrapezoidalIndex2)
q = mbs.systemData.GetODE2Coordinates()
f = mbs.GetSensorStoredData(sForce)
exudynTestGlobals.testResult = [q[0], q[1], float(f[-1, 1]), len(f)]
