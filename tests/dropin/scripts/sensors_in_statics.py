# sensors, user sensors and loads that read sensors during static load steps; files without sensors
import os
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
masses = [mbs.CreateMassPoint(referencePosition=[i+1, 0, 0], physicsMass=1.) for i in range(3)]
last = ground
springs = []
for m in masses:
    springs += [mbs.CreateCartesianSpringDamper(bodyNumbers=[last, m], stiffness=[1000, 500, 200], offset=[1, 0, 0])]
    last = m
force = mbs.CreateForce(bodyNumber=last, loadVector=[10, -20, 5])
s = [mbs.AddSensor(SensorBody(bodyNumber=m, storeInternal=True, fileName='solution/statics%d.txt' % i,
                              outputVariableType=exu.OutputVariableType.Displacement)) for i, m in enumerate(masses)]


def UFmean(mbs, t, sensorNumbers, factors, configuration):
    total = 0*mbs.GetSensorValues(sensorNumbers[0])
    for number, factor in zip(sensorNumbers, factors):
        total = total + factor*mbs.GetSensorValues(number, configuration)
    return list(total) + [t]


sMean = mbs.AddSensor(SensorUserFunction(sensorNumbers=s, factors=[1/3]*3, storeInternal=True, fileName='solution/mean.txt',
                                         sensorUserFunction=UFmean))
sLoad = mbs.AddSensor(SensorLoad(loadNumber=force, storeInternal=True))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.staticSolver.numberOfLoadSteps = 8
settings.staticSolver.verboseMode = 0
settings.solutionSettings.solutionWritePeriod = 0.3
settings.solutionSettings.sensorsWritePeriod = 0.2
mbs.SolveStatic(settings)
sol = LoadSolutionFile('coordinatesSolution.txt', verbose=False)
res = [sol['nRows'], sol['nColumns'], *sol['data'][:, 0]]
mean = mbs.GetSensorStoredData(sMean)
res += [*mean.shape, *np.ravel(mean), *np.ravel(mbs.GetSensorStoredData(sLoad))]
fromFile = np.loadtxt('solution/mean.txt', comments='#', delimiter=',')
res += [*fromFile.shape, *fromFile[-1]]
res += list(mbs.GetSensorValues(sMean)) + list(mbs.GetLoadValues(force))
for f in os.listdir('solution'):
    os.remove('solution/'+f)
settings.solutionSettings.sensorsStoreAndWriteFiles = False
mbs.SolveStatic(settings)
res += [len(os.listdir('solution'))]
settings.solutionSettings.sensorsStoreAndWriteFiles = True
settings.timeIntegration.numberOfSteps = 10
mbs.SetSensorParameter(sMean, 'writeToFile', False)
mbs.SolveDynamic(settings)
res += [len(os.listdir('solution')), *mbs.GetSensorStoredData(sMean)[-1]]
exudynTestGlobals.testResult = [float(x) for x in res]
