# functions of a system: pre-step, with sensors recorded in lists, time in different configurations
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np

class Recorder:
    def __init__(self, mbs, node):
        self.mbs = mbs
        self.node = node
        self.rows = []

    def PreStep(self, mbs, t):
        u = mbs.GetNodeOutput(self.node, exu.OutputVariableType.Displacement)
        self.rows.append([t, mbs.systemData.GetTime(), *u])
        mbs.variables['force'] = -50*u[1] + 2*np.sign(np.sin(20*t+0.1))
        return True

    def Load(self, mbs, t, loadVector):
        return [loadVector[0], mbs.variables['force'], 0]


SC = exu.SystemContainer()
mbs = SC.AddSystem()
mbs.variables['force'] = 0.
node = mbs.AddNode(NodePoint(referenceCoordinates=[0, 0, 0], initialVelocities=[0, 0.2, 0]))
body = mbs.AddObject(MassPoint(physicsMass=1.25, nodeNumber=node))
marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
mbs.AddObject(CartesianSpringDamper(markerNumbers=[ground, marker], stiffness=[80, 0, 10], damping=[0.2, 0.4, 0]))
rec = Recorder(mbs, node)
mbs.AddLoad(Force(markerNumber=marker, loadVector=[0.5, 0, 0], loadVectorUserFunction=rec.Load))
mbs.SetPreStepUserFunction(rec.PreStep)
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 128
settings.timeIntegration.endTime = 0.5
settings.solutionSettings.writeSolutionToFile = False
res = []
for solver in [exu.DynamicSolverType.GeneralizedAlpha, exu.DynamicSolverType.TrapezoidalIndex2, exu.DynamicSolverType.RK44,
               exu.DynamicSolverType.ExplicitEuler, exu.DynamicSolverType.VelocityVerlet]:
    rec.rows = []
    mbs.variables['force'] = 0.
    mbs.SolveDynamic(settings, solverType=solver)
    rows = np.array(rec.rows)
    print(solver, rows.shape, rows[0, 0:2], rows[-1, 0:2])
    res += [*rows.shape, *rows[0], *rows[1], *rows[64], *rows[-1]]
    res += list(mbs.GetNodeOutput(node, exu.OutputVariableType.Displacement))
exudynTestGlobals.testResult = [float(x) for x in res]
