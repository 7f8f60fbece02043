# embedded Runge-Kutta formulas: tolerances, first step, limits, records at their own steps
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
n = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[0, 2, 0.5]))
mbs.AddObject(MassPoint(physicsMass=0.5, nodeNumber=n))
ground = mbs.AddObject(ObjectGround())
mg = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 0, 0]))
mn = mbs.AddMarker(MarkerNodePosition(nodeNumber=n))
mbs.AddObject(CartesianSpringDamper(markerNumbers=[mg, mn], stiffness=[20, 30, 40], damping=[0.1, 0.1, 0.1]))
mbs.AddObject(SpringDamper(markerNumbers=[mg, mn], stiffness=500, damping=0.2, referenceLength=1, velocityOffset=0.01))
s = mbs.AddSensor(SensorNode(nodeNumber=n, storeInternal=True, outputVariableType=exu.OutputVariableType.Position))
mbs.Assemble()
res = []
for (solver, auto, rtol, atol, h0, inc, safety) in [
        (exu.DynamicSolverType.DOPRI5, True, 1e-7, 1e-9, 1e-4, 2, 0.9),
        (exu.DynamicSolverType.DOPRI5, True, 1e-3, 1e-4, 0, 1.5, 0.8),
        (exu.DynamicSolverType.DOPRI5, False, 1e-5, 3e-5, 0, 2, 0.9),
        (exu.DynamicSolverType.ODE23, True, 1e-4, 1e-5, 1e-3, 2, 0.95),
        (exu.DynamicSolverType.ODE23, True, 1e-6, 1e-8, 0, 5, 0.9)]:
    settings = exu.SimulationSettings()
    ti = settings.timeIntegration
    ti.numberOfSteps = 20
    ti.endTime = 1.3
    ti.automaticStepSize = auto
    ti.relativeTolerance = rtol
    ti.absoluteTolerance = atol
    ti.initialStepSize = h0
    ti.stepSizeMaxIncrease = inc
    ti.stepSizeSafety = safety
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = 0
    mbs.SolveDynamic(settings, solverType=solver)
    d = mbs.GetSensorStoredData(s)
    h = np.diff(d[:, 0])
    print(solver, 'steps:', len(h), 'max:', max(h), 'min:', min(h))
    res += [len(h), max(h), min(h), *d[-1], *d[len(h)//2]]
exudynTestGlobals.testResult = [float(x) for x in res]
