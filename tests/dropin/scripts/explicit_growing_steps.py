"""Embedded pairs without automaticStepSize: their steps grow by themselves."""

import exudyn as exu
import numpy as np
from exudyn.utilities import *

try:
    from modelUnitTests import exudynTestGlobals
except ImportError:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()

results = []


def Run(solver, numberOfSteps, **values):
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[1, 0], initialVelocities=[0, 0.7]))
    body = mbs.AddObject(MassPoint2D(physicsMass=1, nodeNumber=node))
    ground = mbs.AddObject(ObjectGround())
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
    mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=0.4, stiffness=30))
    times = []

    def PostStep(mbs, t):
        times.append(t)
        return True

    mbs.SetPostStepUserFunction(PostStep)
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.solutionSettings.writeSolutionToFile = False
    time = settings.timeIntegration
    time.verboseMode = 0
    time.numberOfSteps = numberOfSteps
    time.relativeTolerance = 1e-4
    time.absoluteTolerance = 1e-6
    time.automaticStepSize = False
    for name, value in values.items():
        setattr(time, name, value)
    mbs.SolveDynamic(settings, solverType=solver)
    results.extend([len(times), *times, *mbs.systemData.GetODE2Coordinates()])


for solver in (exu.DynamicSolverType.DOPRI5, exu.DynamicSolverType.ODE23):
    Run(solver, 10)
    Run(solver, 20, initialStepSize=1e-3)
    Run(solver, 20, adaptiveStepRecoverySteps=1)
    Run(solver, 20, adaptiveStepRecoverySteps=3, stepSizeMaxIncrease=1.1)
    Run(solver, 20, adaptiveStepRecoverySteps=3, adaptiveStepRecoveryIterations=0)
    Run(solver, 20, adaptiveStepRecoverySteps=2, automaticStepSize=True)
exudynTestGlobals.testResult = np.array(results)
