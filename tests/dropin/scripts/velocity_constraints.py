# constraints on velocity level in dynamics and statics, vector constraints, functions of time at index 2
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
n = [mbs.AddNode(Point(referenceCoordinates=[i, 0, 0], initialVelocities=[0.2, 0, 0])) for i in range(3)]
for i in range(3):
    mbs.AddObject(MassPoint(physicsMass=1+i, nodeNumber=n[i]))
c = [[mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=k, coordinate=j)) for j in range(3)] for k in n]
cv = [mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=k)) for k in n]


def UFspeed(mbs, t, itemNumber, lOffset):
    return lOffset + 0.5*np.sin(6*t)


def UFspeed_t(mbs, t, itemNumber, lOffset):
    return 3*np.cos(6*t)


a = mbs.AddObject(CoordinateConstraint(markerNumbers=[mG, c[0][0]], velocityLevel=True, offset=0.2, offsetUserFunction_t=UFspeed))
b = mbs.AddObject(CoordinateConstraint(markerNumbers=[c[0][0], c[1][0]], velocityLevel=True))
v = mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[cv[1], cv[2]], scalingMarker0=[[0, 1, 0], [0, 0, 1]],
                                             scalingMarker1=[[0, 1, 0], [0, 0, 1]], offset=[0, 0.1], velocityLevel=True))
for i in range(3):
    for j in range(3):
        mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, c[i][j]], stiffness=50+10*j, damping=0.5))
    mbs.AddLoad(LoadCoordinate(markerNumber=c[i][1], load=i+1.))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 200
settings.timeIntegration.endTime = 1
settings.solutionSettings.writeSolutionToFile = False
res = []
mbs.SolveDynamic(settings)
res += list(mbs.systemData.GetODE2Coordinates()) + list(mbs.systemData.GetODE2Coordinates_t())
mbs.SolveDynamic(settings, exu.DynamicSolverType.TrapezoidalIndex2)
res += list(mbs.systemData.GetODE2Coordinates()) + list(mbs.systemData.GetODE2Coordinates_t())
# position level from now on, constraint forces known
mbs.SetObjectParameter(a, 'velocityLevel', False)
mbs.SetObjectParameter(a, 'offset', 0.)
mbs.SetObjectParameter(a, 'offsetUserFunction_t', 0)
mbs.SetObjectParameter(b, 'velocityLevel', False)
mbs.SetObjectParameter(v, 'velocityLevel', False)
mbs.SetObjectParameter(v, 'offset', [0, 0.1])
for k in n:
    mbs.SetNodeParameter(k, 'initialVelocities', [0, 0, 0])
mbs.Assemble()
settings.staticSolver.verboseMode = 0
mbs.SolveStatic(settings)
res += list(mbs.systemData.GetODE2Coordinates()) + list(mbs.systemData.GetAECoordinates())
res += [mbs.GetObjectOutput(a, exu.OutputVariableType.Force)] + list(mbs.GetObjectOutput(v, exu.OutputVariableType.Force))
exudynTestGlobals.testResult = [float(x) for x in res]
