# explicit solvers with coordinates tied to ground; VelocityVerlet with damping
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

res = []
D = exu.DynamicSolverType
for solverType in [D.ExplicitEuler, D.ExplicitMidpoint, D.RK33, D.RK44, D.RK67, D.VelocityVerlet]:
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    nG = mbs.AddNode(NodePointGround())
    mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nG, coordinate=0))
    ground = mbs.AddObject(ObjectGround())
    mLast = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    for i in range(3):
        n = mbs.AddNode(NodePoint(referenceCoordinates=[0.5*(i+1), 0, 0], initialVelocities=[0, 0.1, 0]))
        b = mbs.AddObject(MassPoint(physicsMass=0.2, nodeNumber=n))
        mb = mbs.AddMarker(MarkerBodyPosition(bodyNumber=b))
        mbs.AddObject(SpringDamper(markerNumbers=[mLast, mb], referenceLength=0.5, stiffness=2000, damping=1))
        mbs.AddLoad(Gravity(markerNumber=mbs.AddMarker(MarkerBodyMass(bodyNumber=b)), loadVector=[0, -9.81, 0]))
        mz = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=2))
        mbs.AddObject(CoordinateConstraint(markerNumbers=[mG, mz]))
        mLast = mb
    s = mbs.AddSensor(SensorBody(bodyNumber=b, storeInternal=True, outputVariableType=exu.OutputVariableType.Acceleration))
    mbs.AddLoad(Force(markerNumber=mb, loadVector=[0.1, 0, 1]))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 1000
    settings.timeIntegration.endTime = 0.25
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = 0.05
    settings.timeIntegration.explicitIntegration.computeEndOfStepAccelerations = True
    if solverType == D.RK33:
        settings.timeIntegration.explicitIntegration.eliminateConstraints = False
    mbs.SolveDynamic(settings, solverType)
    res += list(mbs.GetObjectOutputBody(b, exu.OutputVariableType.Position))
    res += list(mbs.GetObjectOutputBody(b, exu.OutputVariableType.Velocity))
    a = mbs.GetSensorStoredData(s)
    res += list(a[0]) + list(a[2]) + list(a[-1])
exudynTestGlobals.testResult = [float(x) for x in res]
