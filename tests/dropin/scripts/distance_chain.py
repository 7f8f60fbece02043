# string of mass points on DistanceConstraint, index 2 and index 3, sensor of the joint distance
import exudyn as exu
from exudyn.utilities import *
useGraphics = False
try:
    from modelUnitTests import exudynTestGlobals
    useGraphics = exudynTestGlobals.useGraphics
except:
    pass

res = []
for solverType in [exu.DynamicSolverType.GeneralizedAlpha, exu.DynamicSolverType.TrapezoidalIndex2]:
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    oGround = mbs.CreateGround(graphicsDataList=[exu.graphics.CheckerBoard(size=4)])
    last = oGround
    constraints = []
    for i in range(5):
        mass = mbs.CreateMassPoint(referencePosition=[0.5*(i+1), 0, 0], initialVelocity=[0, 0.2*(i+1), 0],
                                   physicsMass=0.3, gravity=[0, -9.81, 0.],
                                   graphicsDataList=[exu.graphics.Sphere(radius=0.04, nTiles=8)])
        constraints += [mbs.CreateDistanceConstraint(bodyNumbers=[last, mass], distance=0.5)]
        last = mass
    mbs.CreateForce(bodyNumber=last, loadVector=[0, 0, 0.1])
    s = mbs.AddSensor(SensorObject(objectNumber=constraints[0], storeInternal=True,
                                   outputVariableType=exu.OutputVariableType.Force))
    s2 = mbs.AddSensor(SensorObject(objectNumber=constraints[-1], storeInternal=True,
                                    outputVariableType=exu.OutputVariableType.Distance))
    mbs.Assemble()
    simulationSettings = exu.SimulationSettings()
    simulationSettings.timeIntegration.numberOfSteps = 400
    simulationSettings.timeIntegration.endTime = 0.4
    simulationSettings.timeIntegration.verboseMode = 1
    simulationSettings.linearSolverType = exu.LinearSolverType.EigenSparse
    simulationSettings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(simulationSettings, solverType=solverType)
    res += list(mbs.GetObjectOutputBody(last, exu.OutputVariableType.Position))
    dof = mbs.ComputeSystemDegreeOfFreedom(verbose=False)
    print('dof =', dof)
    res += list(mbs.GetObjectOutputBody(last, exu.OutputVariableType.Position))
    res += [mbs.GetSensorStoredData(s2)[-1, 1], dof['degreeOfFreedom']]
    res += [float(np.linalg.norm(mbs.GetSensorStoredData(s)[-1, 1:]))]
if useGraphics:
    mbs.SolutionViewer()
exudynTestGlobals.testResult = [float(x) for x in res]
