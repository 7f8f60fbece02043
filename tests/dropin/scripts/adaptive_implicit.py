# steps that Newton's method cannot take: reduction and recovery of the step size
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
n = mbs.AddNode(Node1D(initialCoordinates=[0.], initialVelocities=[2.]))
mbs.AddObject(Mass1D(physicsMass=1, nodeNumber=n))
m = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))


def UFwall(mbs, t, itemNumber, u, v, k, d, offset):
    f = 20*u
    if u > 0.3:
        f += 1e3*(np.exp(60*(u-0.3))-1)
    return f


mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, m], stiffness=20, springForceUserFunction=UFwall))
s = mbs.AddSensor(SensorNode(nodeNumber=n, storeInternal=True, outputVariableType=exu.OutputVariableType.Coordinates))
mbs.variables['times'] = []


def Pre(mbs, t):
    mbs.variables['times'] += [t]
    return True


mbs.SetPreStepUserFunction(Pre)
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 20
settings.timeIntegration.endTime = 0.4
settings.timeIntegration.newton.maxIterations = 4
settings.timeIntegration.adaptiveStepRecoverySteps = 3
settings.timeIntegration.adaptiveStepIncrease = 1.5
settings.timeIntegration.adaptiveStepDecrease = 0.4
settings.timeIntegration.minimumStepSize = 1e-6
settings.solutionSettings.writeSolutionToFile = False
settings.solutionSettings.sensorsWritePeriod = 0
results = []
for newmark in [False, True]:
    mbs.variables['times'] = []
    settings.timeIntegration.generalizedAlpha.useNewmark = newmark
    mbs.SolveDynamic(settings)
    d = mbs.GetSensorStoredData(s)
    h = np.diff(d[:, 0])
    print('steps:', len(h), ', smallest:', min(h), ', calls of the pre-step function:', len(mbs.variables['times']))
    results += [len(h), min(h), max(h), float(d[-1, 1]), len(mbs.variables['times'])] + [float(x) for x in h]
exudynTestGlobals.testResult = results
