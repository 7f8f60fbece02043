# one oscillator with all explicit solvers
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

results = []
for solver in [exu.DynamicSolverType.ExplicitEuler, exu.DynamicSolverType.ExplicitMidpoint,
               exu.DynamicSolverType.RK33, exu.DynamicSolverType.RK44, exu.DynamicSolverType.RK67,
               exu.DynamicSolverType.ODE23, exu.DynamicSolverType.DOPRI5,
               exu.DynamicSolverType.VelocityVerlet]:
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[1, 0], initialCoordinates=[0.1, 0],
                                   initialVelocities=[0, 0.7]))
    mbs.AddObject(MassPoint2D(physicsMass=1.5, nodeNumber=node))
    ground = mbs.AddObject(ObjectGround())
    m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    m1 = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    mbs.AddObject(SpringDamper(markerNumbers=[m0, m1], referenceLength=1, stiffness=80, damping=0.4))
    mbs.AddLoad(Force(markerNumber=m1, loadVector=[0, -3, 0]))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.solutionSettings.writeSolutionToFile = False
    settings.timeIntegration.numberOfSteps = 200
    settings.timeIntegration.endTime = 1
    settings.timeIntegration.absoluteTolerance = 1e-6
    settings.timeIntegration.relativeTolerance = 1e-6
    mbs.SolveDynamic(settings, solverType=solver)
    results += [float(x) for x in mbs.systemData.GetODE2Coordinates()]
exudynTestGlobals.testResult = results
