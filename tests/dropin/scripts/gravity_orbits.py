# three bodies under mutual attraction, compared between solvers; closed energy
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
G = 1.
masses = [10., 1., 0.01]
positions = [[0, 0, 0], [3, 0, 0], [3.4, 0, 0.1]]
velocities = [[0, -0.18, 0], [0, 1.75, 0], [0, 3.1, 0.2]]
bodies = []
for m, p, v in zip(masses, positions, velocities):
    n = mbs.AddNode({'nodeType': 'Point', 'referenceCoordinates': p, 'initialVelocities': v,
                     'initialCoordinates': [0, 0, 0]})
    b = mbs.AddObject({'objectType': 'MassPoint', 'physicsMass': m, 'nodeNumber': n})
    bodies += [b]
markers = [mbs.AddMarker({'markerType': 'BodyPosition', 'bodyNumber': b,
                          'localPosition': [0, 0, 0]}) for b in bodies]
for i in range(3):
    for j in range(i):
        mbs.AddObject(ObjectConnectorGravity(markerNumbers=[markers[i], markers[j]], mass0=masses[i],
                                             mass1=masses[j], gravitationalConstant=G,
                                             minDistanceRegularization=0.05 if j == 0 else 0))
sensors = [mbs.AddSensor(SensorMarker(markerNumber=m, storeInternal=True, writeToFile=False,
                                      outputVariableType=exu.OutputVariableType.Position))
           for m in markers]


def UFenergy(mbs, t, sensorNumbers, factors, configuration):
    E = 0
    for i, m in enumerate(masses):
        v = mbs.GetObjectOutputBody(bodies[i], exu.OutputVariableType.Velocity, [0, 0, 0], configuration)
        E += 0.5*m*(v[0]**2 + v[1]**2 + v[2]**2)
    return [E]


sE = mbs.AddSensor(SensorUserFunction(sensorNumbers=sensors, factors=[1]*3, storeInternal=True,
                                      sensorUserFunction=UFenergy))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.solutionSettings.writeSolutionToFile = False
settings.solutionSettings.sensorsWritePeriod = 0.1
settings.timeIntegration.numberOfSteps = 2000
settings.timeIntegration.endTime = 2
settings.timeIntegration.verboseMode = 0
res = []
for sType in (exu.DynamicSolverType.RK44, exu.DynamicSolverType.DOPRI5,
              exu.DynamicSolverType.GeneralizedAlpha, exu.DynamicSolverType.VelocityVerlet):
    mbs.SolveDynamic(settings, sType)
    for s in sensors:
        res += list(mbs.GetSensorValues(s))
    res += list(mbs.GetSensorStoredData(sE)[-1])
    print(sType, 'rows', mbs.GetSensorStoredData(sE).shape)
exudynTestGlobals.testResult = [float(r) for r in res]
