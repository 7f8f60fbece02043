# snap-through truss and hardening spring: geometric load steps, stabilizer, start and duration
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals

res = []


def Model(loadY, loadUserFunction=0):
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    g0 = mbs.AddObject(ObjectGround(referencePosition=[-1, 0, 0]))
    g1 = mbs.AddObject(ObjectGround(referencePosition=[1, 0, 0]))
    n = mbs.AddNode(NodePoint(referenceCoordinates=[0, 0.4, 0]))
    m = mbs.AddObject(MassPoint(physicsMass=2, nodeNumber=n))
    mm = mbs.AddMarker(MarkerBodyPosition(bodyNumber=m))
    L = np.sqrt(1+0.4**2)
    for g in (g0, g1):
        mg = mbs.AddMarker(MarkerBodyPosition(bodyNumber=g))
        mbs.AddObject(SpringDamper(markerNumbers=[mg, mm], referenceLength=L, stiffness=1e4))
    gz = mbs.AddNode(NodePointGround())
    mz = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=gz, coordinate=2))
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mz, mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=2))],
                                         stiffness=1e3))
    mbs.AddLoad(Force(markerNumber=mm, loadVector=[3, loadY, 1], loadVectorUserFunction=loadUserFunction))
    s = mbs.AddSensor(SensorNode(nodeNumber=n, storeInternal=True, outputVariableType=exu.OutputVariableType.Displacement))
    mbs.Assemble()
    return mbs, s


# plain
mbs, s = Model(-100.)
settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = False
settings.staticSolver.verboseMode = 0
settings.staticSolver.numberOfLoadSteps = 5
mbs.SolveStatic(settings)
res += [mbs.GetSensorStoredData(s).tolist()]
# geometric
settings.staticSolver.loadStepGeometric = True
settings.staticSolver.loadStepGeometricRange = 100
settings.staticSolver.numberOfLoadSteps = 6
mbs.SolveStatic(settings)
res += [mbs.GetSensorStoredData(s).tolist()]
# start and duration; a load function sees the time and no factor
settings.staticSolver.loadStepGeometric = False
settings.staticSolver.loadStepStart = 1
settings.staticSolver.loadStepDuration = 2
settings.staticSolver.numberOfLoadSteps = 4
mbs, s = Model(0, lambda mbs, t, load: [load[0]*t, -30.*t, load[2]])
mbs.SolveStatic(settings)
res += [mbs.GetSensorStoredData(s).tolist()]
# stabilizer
mbs, s = Model(-250.)
settings.staticSolver.loadStepStart = 0
settings.staticSolver.loadStepDuration = 1
settings.staticSolver.stabilizerODE2term = 40
settings.staticSolver.numberOfLoadSteps = 20
mbs.SolveStatic(settings)
res += [mbs.GetSensorStoredData(s)[::4].tolist()]
# without load factor
settings.staticSolver.stabilizerODE2term = 0
settings.staticSolver.useLoadFactor = False
settings.staticSolver.numberOfLoadSteps = 2
mbs, s = Model(-100.)
mbs.SolveStatic(settings)
res += [mbs.GetSensorStoredData(s).tolist()]
exudynTestGlobals.testResult = [float(x) for block in res for row in block for x in row]
