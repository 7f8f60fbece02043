"""Solver objects in steps: accelerations after InitializeSolver, episodes that continue or begin anew."""

import exudyn as exu
import numpy as np
from exudyn.utilities import *

try:
    from modelUnitTests import exudynTestGlobals
except ImportError:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()

INITIAL = exu.ConfigurationType.Initial
results = []


def Load(mbs, t, load):
    return [mbs.variables.get('action', 0.0), load[1], 0]


def Model():
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    nodes = [mbs.AddNode(NodePoint2D(referenceCoordinates=[1 + i, 0], initialVelocities=[0, 0.7 - 0.7 * i]))
             for i in range(2)]
    bodies = [mbs.AddObject(MassPoint2D(physicsMass=2 - i, nodeNumber=nodes[i])) for i in range(2)]
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, *bodies)]
    mbs.AddObject(SpringDamper(markerNumbers=ends[:2], referenceLength=0.4, stiffness=30, damping=0.3))
    mbs.AddObject(DistanceConstraint(markerNumbers=ends[1:], distance=1))
    mbs.AddLoad(Force(markerNumber=ends[2], loadVector=[0, -9.81, 0], loadVectorUserFunction=Load))
    sensor = mbs.AddSensor(SensorNode(nodeNumber=nodes[1], storeInternal=True, writeToFile=False,
                                      outputVariableType=exu.OutputVariableType.Position))
    mbs.Assemble()
    return mbs, sensor


def Note(mbs, solver):
    data = mbs.systemData
    results.extend([data.GetTime(), *data.GetODE2Coordinates(), *data.GetODE2Coordinates_t(),
                    *data.GetODE2Coordinates_tt(), *data.GetAECoordinates(), solver.it.currentTime,
                    solver.it.currentStepIndex, solver.it.currentStepSize, solver.it.discontinuousIterationsCount])


def Settings(start=0.0, end=0.1, steps=10):
    settings = exu.SimulationSettings()
    settings.solutionSettings.writeSolutionToFile = False
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.startTime = start
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.timeIntegration.newton.relativeTolerance = 1e-11
    return settings


# a run that is continued, as environments of reinforcement learning do
mbs, sensor = Model()
solver = exu.MainSolverImplicitSecondOrder()
settings = Settings()
solver.InitializeSolver(mbs, settings)
Note(mbs, solver)
solver.SolveSteps(mbs, settings)
Note(mbs, solver)
for i in range(3):
    mbs.variables['action'] = float(i)
    settings = Settings(0.1 + 0.05 * i, 0.15 + 0.05 * i, 5)
    mbs.systemData.SetSystemState(mbs.systemData.GetSystemState(), INITIAL)
    mbs.systemData.SetODE2Coordinates_tt(mbs.systemData.GetODE2Coordinates_tt(), INITIAL)
    solver.InitializeSolverInitialConditions(mbs, settings)
    Note(mbs, solver)
    solver.SolveSteps(mbs, settings)
    Note(mbs, solver)
solver.FinalizeSolver(mbs, settings)
Note(mbs, solver)
results.extend(np.ravel(mbs.GetSensorStoredData(sensor)))

# solvers that begin anew, without initial accelerations
mbs, sensor = Model()
settings = Settings()
settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
for i in range(3):
    solver = exu.MainSolverImplicitSecondOrder()
    solver.InitializeSolver(mbs, settings)
    Note(mbs, solver)
    solver.SolveSteps(mbs, settings)
    solver.FinalizeSolver(mbs, settings)
    Note(mbs, solver)
    mbs.systemData.SetSystemState(mbs.systemData.GetSystemState(), INITIAL)

# episodes from other initial values
mbs, sensor = Model()
settings = Settings()
solver = exu.MainSolverImplicitSecondOrder()
solver.InitializeSolver(mbs, settings)
for i in range(3):
    mbs.systemData.SetODE2Coordinates(np.array([0.1, 0.05, 0.1, 0.05]) * i, INITIAL)
    mbs.systemData.SetODE2Coordinates_t([0, 0.1 * i, 0, 0.1 * i], INITIAL)
    solver.InitializeSolverInitialConditions(mbs, settings)
    Note(mbs, solver)
    solver.SolveSteps(mbs, settings)
    Note(mbs, solver)
exudynTestGlobals.testResult = np.array(results)
