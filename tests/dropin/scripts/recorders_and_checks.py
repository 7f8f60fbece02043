# sensor recorder, solver records, messages and exceptions of a small space model
import exudyn as exu
from exudyn.utilities import *
import numpy as np
import time
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
b = mbs.CreateRigidBody(inertia=InertiaSphere(2, 0.2), referencePosition=[0, 1, 0], gravity=[0, -9.81, 0], initialVelocity=[1, 0, 0.5])
mbs.CreateDistanceConstraint(bodyNumbers=[ground, b], localPosition1=[0, 0, 0])
sPos = mbs.AddSensor(SensorBody(bodyNumber=b, outputVariableType=exu.OutputVariableType.Position, storeInternal=True))
endTime, steps = 0.5, 100
AddSensorRecorder(mbs, sPos, endTime, sensorsWritePeriod=endTime/steps, sensorOutputSize=3)
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = endTime
s.timeIntegration.numberOfSteps = steps
s.timeIntegration.newton.relativeTolerance = 1e-11
s.solutionSettings.sensorsWritePeriod = endTime/steps
s.solutionSettings.writeSolutionToFile = False
start = time.time()
success = mbs.SolveDynamic(s, storeSolver=True)
record = mbs.variables['sensorRecord'+str(sPos)]
solver = mbs.sys['dynamicSolver']
exu.Print('steps:', solver.it.currentStepIndex, 'total time < 60 s:', time.time()-start < 60, 'success:', bool(success))
res = [record.shape[0], record.shape[1]] + list(record[50]) + [solver.it.currentStepIndex, solver.it.currentTime,
       solver.it.endTime, float(solver.output.finishedSuccessfully)]
for bad in [lambda: mbs.AddObject(ObjectRigidBody(wrongName=3)), lambda: mbs.AddNode({'nodeType': 'NoSuchNode'}),
            lambda: setattr(s.timeIntegration, 'noSuchSetting', 3), lambda: setattr(s.timeIntegration, 'numberOfSteps', 'text'),
            lambda: mbs.GetObject(99), lambda: exu.OutputVariableType.NoSuchType]:
    try:
        bad()
        res.append(0)
    except Exception as error:
        res.append(1)
s.timeIntegration.numberOfSteps = 1
s.timeIntegration.endTime = 1e3
s.timeIntegration.adaptiveStep = False
s.timeIntegration.newton.maxIterations = 4
try:
    mbs.SolveDynamic(s)
    res.append(0)
except ValueError:
    res.append(2)
exudynTestGlobals.testResult = [float(x) for x in res]
