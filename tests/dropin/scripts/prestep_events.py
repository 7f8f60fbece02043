# pre-step function: switches connectors, changes stiffness and load, ends the run
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
mass = mbs.CreateMassPoint(referencePosition=[0, 0, 0], physicsMass=1, initialVelocity=[1, 0, 0], drawSize=0.1)
spring = mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, mass], stiffness=[100, 100, 100], damping=[1, 1, 1])
load = mbs.CreateForce(bodyNumber=mass, loadVector=[0, 0, 0])
node = mbs.GetObjectParameter(mass, 'nodeNumber')
mCoord = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=1))
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=1))
lock = mbs.AddObject(CoordinateConstraint(markerNumbers=[mG, mCoord], activeConnector=False))
sens = mbs.AddSensor(SensorBody(bodyNumber=mass, storeInternal=True, outputVariableType=exu.OutputVariableType.Displacement))
mbs.variables['phase'] = 0
mbs.variables['log'] = []


def PreStep(mbs, t):
    x = mbs.GetSensorValues(sens)
    phase = mbs.variables['phase']
    if phase == 0 and x[0] > 0.05:
        mbs.SetObjectParameter(objectNumber=spring, parameterName='stiffness', value=[200, 50, 100])
        mbs.SetLoadParameter(load, 'loadVector', [0, 3, 0])
        mbs.variables['phase'] = 1
        mbs.variables['log'] += [t]
    elif phase == 1 and t > 0.2005:
        mbs.SetObjectParameter(spring, 'activeConnector', False)
        mbs.variables['phase'] = 2
    elif phase == 2 and t > 0.3005:
        mbs.SetObjectParameter(spring, 'activeConnector', True)
        mbs.SetObjectParameter(spring, 'damping', np.array([2., 2, 2]))
        mbs.variables['phase'] = 3
    if t > 0.5505:
        return False
    return True


mbs.SetPreStepUserFunction(PreStep)
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 1000
settings.timeIntegration.endTime = 1
settings.solutionSettings.writeSolutionToFile = False
settings.solutionSettings.sensorsWritePeriod = 0.01
mbs.SolveDynamic(settings)
d = mbs.GetSensorStoredData(sens)
print('stopped at', mbs.systemData.GetTime(), mbs.variables)
res = [mbs.systemData.GetTime(), d.shape[0], *d[-1], *d[12], *d[25], mbs.variables['phase']] + mbs.variables['log']
# second run from the initial state again, with the parameters of the first
mbs.variables['phase'] = 3
mbs.SetPreStepUserFunction(0)
settings.timeIntegration.endTime = 0.3
mbs.SolveDynamic(settings)
res += list(mbs.GetSensorValues(sens)) + list(mbs.GetObjectParameter(spring, 'stiffness'))
exudynTestGlobals.testResult = [float(x) for x in res]
