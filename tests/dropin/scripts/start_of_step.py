"""Configurations and times that functions of a step see, and the Distance of a spring with offset."""

import exudyn as exu
import numpy as np
from exudyn.utilities import *

try:
    from modelUnitTests import exudynTestGlobals
except ImportError:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()

SC = exu.SystemContainer()
mbs = SC.AddSystem()
node = mbs.AddNode(NodePoint(initialVelocities=[1, 0, 0]))
body = mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=node))
ground = mbs.AddObject(ObjectGround())
ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
spring = mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[10, 20, 30], damping=[1, 0, 0],
                                             offset=[0.1, 0.2, 0.3]))
sensor = mbs.AddSensor(SensorObject(objectNumber=spring, outputVariableType=exu.OutputVariableType.Distance,
                                    storeInternal=True, writeToFile=False))
START = exu.ConfigurationType.StartOfStep
seen = []


def Look(mbs, t):
    data = mbs.systemData
    seen.append([t, data.GetTime(), data.GetTime(START), *data.GetODE2Coordinates(),
                 *data.GetODE2Coordinates(START), *data.GetODE2Coordinates_t(START),
                 *mbs.GetNodeOutput(node, exu.OutputVariableType.Position, START)])


def PreStep(mbs, t):
    Look(mbs, t)
    if 0.35 < t < 0.45:  # StartOfStep stays
        mbs.systemData.SetODE2Coordinates_t(0.5 * mbs.systemData.GetODE2Coordinates_t())
        Look(mbs, t)
    return True


def PostStep(mbs, t):
    if t < 0.35:
        Look(mbs, t)
    return True


def PostNewton(mbs, t):
    if t < 0.35:
        Look(mbs, t)
    return [0, -1]


mbs.SetPreStepUserFunction(PreStep)
mbs.SetPostStepUserFunction(PostStep)
mbs.SetPostNewtonUserFunction(PostNewton)
mbs.Assemble()
before = mbs.GetObjectOutput(spring, exu.OutputVariableType.Distance)
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 4
settings.timeIntegration.endTime = 0.4
settings.timeIntegration.verboseMode = 0
settings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(settings)
distances = mbs.GetSensorStoredData(sensor)[:, 1]
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
mbs.SetPostStepUserFunction(0)
mbs.SetPostNewtonUserFunction(0)
settings.staticSolver.numberOfLoadSteps = 2
mbs.SolveStatic(settings)
exudynTestGlobals.testResult = np.concatenate([np.ravel(seen), distances, [before]])
