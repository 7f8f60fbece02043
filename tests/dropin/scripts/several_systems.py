# several systems and containers, reset, dictionaries, copies of systems, and print functions
import exudyn as exu
from exudyn.utilities import *
import numpy as np
import copy, os
from modelUnitTests import exudynTestGlobals
exu.RequireVersion("1.2.61")
exu.config.printToConsole = True
exu.SetWriteToFile(filename='solution/log/output.txt', flagWriteToFile=True, flagAppend=False, flagFlushAlways=True)

def Build(mbs, m):
    ground = mbs.CreateGround()
    b = mbs.CreateRigidBody(name='body', inertia=InertiaSphere(m, 0.1), referencePosition=[1, 0, 0], gravity=[0, 0, -9.81])
    mbs.CreateDistanceConstraint(bodyNumbers=[ground, b], localPosition0=[0, 0, 0], localPosition1=[0, 0, 0.1])
    mbs.CreateSpringDamper(bodyNumbers=[ground, b], localPosition0=[0, 1, 0], stiffness=100, damping=1)
    mbs.AddSensor(SensorBody(name='s', bodyNumber=b, localPosition=[0, 0, 0.1], storeInternal=True, outputVariableType=exu.OutputVariableType.Position))
    mbs.variables['mass'] = m

def Solve(mbs):
    mbs.Assemble()
    s = exu.SimulationSettings()
    s.timeIntegration.endTime = 0.3
    s.timeIntegration.numberOfSteps = 300
    s.timeIntegration.newton.relativeTolerance = 1e-12
    s.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(s)
    return list(mbs.GetSensorValues(mbs.GetSensorNumber('s')))

SC = exu.SystemContainer()
systems = [SC.AddSystem() for i in range(2)]
SC2 = exu.SystemContainer()
other = SC2.AddSystem()
res = []
for mbs, m in zip(systems + [other], [1, 2, 5]):
    Build(mbs, m)
for mbs in systems + [other]:
    res += Solve(mbs) + [mbs.variables['mass']]
exu.Print('systems:', SC.NumberOfSystems(), SC2.NumberOfSystems(), sep=' ', end='\n')
res += [SC.NumberOfSystems(), SC.GetSystem(1).systemData.NumberOfObjects()]

d = systems[1].GetDictionary()
SC3 = exu.SystemContainer()
mbs3 = SC3.AddSystem()
mbs3.SetDictionary(d)
res += Solve(mbs3)
mbs4 = copy.copy(systems[0])
SC3.AppendSystem(mbs4)
mbs4.variables['more'] = 1
res += Solve(mbs4) + [mbs4.systemData.NumberOfLoads(), len(mbs4.variables)]

systems[0].Reset()
res += [systems[0].systemData.NumberOfObjects(), systems[0].systemIsConsistent]
Build(systems[0], 4)
res += Solve(systems[0])
number = systems[0].GetObjectNumber('body')
item = systems[0].GetObject(number)
systems[0].SetObjectParameter(number, 'physicsMass', 3)
res += [item['physicsMass'], item['nodeNumber'], systems[0].GetObjectParameter(number, 'physicsMass')]
SC.Reset()
res.append(SC.NumberOfSystems())
exu.SetWriteToFile(filename='', flagWriteToFile=False)
with open('solution/log/output.txt') as file:
    text = file.read()
res.append(float('systems: 2 1' in text))
exudynTestGlobals.testResult = [float(x) for x in res]
