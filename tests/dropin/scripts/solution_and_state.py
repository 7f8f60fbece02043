# solution file of a chain of bodies: load, set states, animate, continue from the end
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
L = 0.4
last = mbs.CreateGround()
for i in range(4):
    body = mbs.CreateRigidBody(name='link'+str(i), inertia=InertiaCuboid(500, [0.05, 0.05, L]), referencePosition=[0, 0, -L*(i+0.5)],
                               initialVelocity=[0.3*(i+0.5)*L, 0, 0], initialAngularVelocity=[0, -0.3, 0], gravity=[0.5, 1, -9.81])
    mbs.CreateSphericalJoint(bodyNumbers=[last, body], position=[0, 0, -L*i], jointRadius=0.02)
    last = body
sTip = mbs.AddSensor(SensorBody(bodyNumber=last, localPosition=[0, 0, -L/2], fileName='solution/tip.txt', writeToFile=True,
                                outputVariableType=exu.OutputVariableType.Position, storeInternal=True))
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.endTime = 0.4
simulationSettings.timeIntegration.numberOfSteps = 400
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-11
simulationSettings.solutionSettings.coordinatesSolutionFileName = 'solution/chain/coordinatesSolution.txt'
simulationSettings.solutionSettings.solutionInformation = 'chain of four links\nsecond line'
simulationSettings.solutionSettings.solutionWritePeriod = 0.05
simulationSettings.solutionSettings.sensorsWritePeriod = 0.1
simulationSettings.solutionSettings.exportAlgebraicCoordinates = True
simulationSettings.solutionSettings.exportAccelerations = False
mbs.SolveDynamic(simulationSettings)
res = list(mbs.GetSensorValues(sTip))

solution = LoadSolutionFile('solution/chain/coordinatesSolution.txt', safeMode=True, verbose=False)
for key in ['nRows', 'nColumns', 'nODE2', 'nVel2', 'nAcc2', 'nODE1', 'nVel1', 'nAlgebraic', 'nData']:
    if key in solution:
        res.append(solution[key])
res += [solution['columnsExported'][i] for i in range(7)]
for row in [0, 3, solution['nRows']-1]:
    SetSolutionState(mbs, solution, row, exu.ConfigurationType.Current)
    res += list(mbs.GetSensorValues(sTip)) + [mbs.systemData.GetTime()]
    res += list(mbs.GetObjectOutputBody(mbs.GetObjectNumber('link3'), exu.OutputVariableType.Velocity))
    SetSolutionState(mbs, solution, row, exu.ConfigurationType.Visualization)
if exudynTestGlobals.useGraphics:
    AnimateSolution(mbs, solution, rowIncrement=1, timeout=0.01)
    mbs.SolutionViewer(solution)
with open('solution/chain/coordinatesSolution.txt') as file:
    res.append(len([line for line in file.readlines() if line.strip() == '#']))
raw = np.loadtxt('solution/chain/coordinatesSolution.txt', comments='#', delimiter=',')
res += [raw.shape[0], raw.shape[1], raw[-1, 1:4].sum()]
# continue
mbs.systemData.SetSystemState(mbs.systemData.GetSystemState(exu.ConfigurationType.Current), exu.ConfigurationType.Initial)
simulationSettings.timeIntegration.startTime = 0.4
simulationSettings.timeIntegration.endTime = 0.6
simulationSettings.timeIntegration.numberOfSteps = 200
simulationSettings.solutionSettings.appendToFile = True
simulationSettings.solutionSettings.sensorsAppendToFile = True
mbs.SolveDynamic(simulationSettings)
res += list(mbs.GetSensorValues(sTip))
tip = np.loadtxt('solution/tip.txt', comments='#', delimiter=',')
print('rows of sensor file', tip.shape)
res += [tip.shape[0], tip[-1, 0], mbs.systemData.GetTime()]
exudynTestGlobals.testResult = [float(x) for x in res]
