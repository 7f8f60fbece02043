# coordinate constraints: factor, offset functions, velocity level, vector constraint
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nG = mbs.AddNode(NodePointGround())
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nG, coordinate=0))
n = []
for i in range(4):
    n += [mbs.AddNode(NodePoint2D(referenceCoordinates=[i, 0], initialVelocities=[0, 0.]))]
    b = mbs.AddObject(MassPoint2D(physicsMass=1+i, nodeNumber=n[-1]))
mc = [[mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=i, coordinate=j)) for j in range(2)] for i in n]

omega = 2*pi
def UFoffset(mbs, t, itemNumber, lOffset):
    return lOffset*(1-np.cos(omega*t))

def UFoffset_t(mbs, t, itemNumber, lOffset):
    return lOffset*omega*np.sin(omega*t)

cc0 = mbs.AddObject(CoordinateConstraint(markerNumbers=[mG, mc[0][0]], offset=0.1,
                                         offsetUserFunction=UFoffset, offsetUserFunction_t=UFoffset_t))
cc1 = mbs.AddObject(CoordinateConstraint(markerNumbers=[mc[0][0], mc[1][0]], factorValue1=-2))
cc2 = mbs.AddObject(CoordinateConstraint(markerNumbers=[mG, mc[2][0]], velocityLevel=True, offset=0.3))
cc3 = mbs.AddObject(CoordinateConstraint(markerNumbers=[mc[1][1], mc[2][1]], velocityLevel=True,
                                         factorValue1=3))
for i in range(3):
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mc[i][1], mc[i+1][1]], stiffness=100+10*i, damping=1))
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mc[i][0], mc[i+1][0]], stiffness=200, damping=1))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, mc[0][1]], stiffness=500, damping=2))
mbs.AddLoad(LoadCoordinate(markerNumber=mc[3][1], load=5))
s = [mbs.AddSensor(SensorObject(objectNumber=c, storeInternal=True, outputVariableType=exu.OutputVariableType.Force))
     for c in (cc0, cc1, cc2, cc3)]
mbs.Assemble()
sims = exu.SimulationSettings()
sims.timeIntegration.numberOfSteps = 100
sims.timeIntegration.endTime = 0.8
sims.solutionSettings.writeSolutionToFile = False
res = []
for index2 in [False, True]:
    sims.timeIntegration.generalizedAlpha.useNewmark = index2
    sims.timeIntegration.generalizedAlpha.useIndex2Constraints = index2
    mbs.SolveDynamic(sims)
    res += list(mbs.systemData.GetODE2Coordinates()) + list(mbs.systemData.GetODE2Coordinates_t())
    res += [mbs.GetSensorValues(x) for x in s]
    res += list(mbs.systemData.GetAECoordinates())
print(res[0:4])
exudynTestGlobals.testResult = [float(r) for r in res]
