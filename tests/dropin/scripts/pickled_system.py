# systems and containers through pickle, files and dictionaries; functions of the script survive
import exudyn as exu
from exudyn.utilities import *
import pickle, copy, os
import numpy as np
from modelUnitTests import exudynTestGlobals

def UFload(mbs, t, loadVector):
    return [loadVector[0]*np.cos(10*t), 0, loadVector[2]]

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
body = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.3, 0.1, 0.2]), referencePosition=[0.3, 0, 0], gravity=[0, -9.81, 0])
mbs.CreateSphericalJoint(bodyNumbers=[ground, body], position=[0, 0, 0])
mbs.CreateForce(bodyNumber=body, loadVector=[5, 0, 10], localPosition=[0.15, 0, 0], loadVectorUserFunction=UFload)
mbs.AddSensor(SensorBody(name='pos', bodyNumber=body, outputVariableType=exu.OutputVariableType.Position, storeInternal=True))
mbs.variables['text'] = 'hello'

def Run(mbs):
    mbs.Assemble()
    s = exu.SimulationSettings()
    s.timeIntegration.endTime = 0.2
    s.timeIntegration.numberOfSteps = 100
    s.timeIntegration.newton.relativeTolerance = 1e-12
    s.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(s)
    return list(mbs.GetSensorValues(mbs.GetSensorNumber('pos')))

os.makedirs('solution', exist_ok=True)
with open('solution/system.pkl', 'wb') as file:
    pickle.dump(mbs, file)
with open('solution/system.pkl', 'rb') as file:
    mbs2 = pickle.load(file)
d = copy.deepcopy(mbs.GetDictionary())
dAll = SC.GetDictionary()
res = Run(mbs)
SC2 = exu.SystemContainer()
SC2.AppendSystem(mbs2)
res += Run(mbs2) + [len(mbs2.variables['text'])]
SC3 = exu.SystemContainer()
mbs3 = SC3.AddSystem()
mbs3.SetDictionary(d)
mbs3.SetObjectParameter(mbs3.GetObjectNumber(mbs.GetObject(body)['name']), 'physicsMass', 12)
res += Run(mbs3)
SC4 = exu.SystemContainer()
SC4.SetDictionary(dAll)
res += Run(SC4.GetSystem(0)) + [SC4.NumberOfSystems()]
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 17
settings2 = pickle.loads(pickle.dumps(settings))
dictSettings = settings.GetDictionary()
settings3 = exu.SimulationSettings()
settings3.SetDictionary(dictSettings)
settings4 = copy.copy(settings)
settings4.timeIntegration.numberOfSteps = 18
res += [x.timeIntegration.numberOfSteps for x in [settings, settings2, settings3, settings4]]
exudynTestGlobals.testResult = [float(x) for x in res]
