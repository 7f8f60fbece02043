# user functions of springs, loads, constraints and sensors
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
mbs.variables['amplitude'] = 0.3


def springForce(mbs, t, itemNumber, u, v, k, d, offset):
    return k * (u - offset) + 0.02 * k * (u - offset)**3 + d * v


def cartesianForce(mbs, t, itemNumber, u, v, k, d, offset):
    u = np.array(u)
    return [k[0] * u[0] + d[0] * v[0], k[1] * u[1] + d[1] * v[1], k[2] * u[2] + d[2] * v[2]]


def linearForce(mbs, t, itemNumber, u, v, k, d, f0):
    return k * u + d * v + f0 * np.sin(20 * t)


def load(mbs, t, loadVector):
    return [loadVector[0] * np.cos(4 * t), mbs.variables['amplitude'], 0]


def scalarLoad(mbs, t, load):
    return load * SmoothStep(t, 0.1, 0.4, 0., 1.)


def offset(mbs, t, itemNumber, lOffset):
    return 0.05 * np.sin(3 * t)


def energy(mbs, t, sensorNumbers, factors, configuration):
    x = mbs.GetSensorValues(sensorNumbers[0])
    return [factors[0] * x[0]**2, t]


ground = mbs.AddObject(ObjectGround())
nGround = mbs.AddNode(NodePointGround())
mCoordGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
nodes = []
for i in range(3):
    n = mbs.AddNode(Point(referenceCoordinates=[i + 1, 0, 0]))
    mbs.AddObject(MassPoint(physicsMass=2 + i, nodeNumber=n))
    nodes.append(n)
mc = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in nodes]
mp = [mbs.AddMarker(MarkerNodePosition(nodeNumber=n)) for n in nodes]
mg = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[1, 0, 0]))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mCoordGround, mc[0]], stiffness=100, damping=1,
                                     offset=0.01, springForceUserFunction=springForce))
mbs.AddObject(CartesianSpringDamper(markerNumbers=[mg, mp[1]], stiffness=[50, 60, 70],
                                    damping=[1, 1, 1], springForceUserFunction=cartesianForce))
mbs.AddObject(SpringDamper(markerNumbers=[mp[0], mp[1]], referenceLength=1, stiffness=200,
                           damping=2, force=5, springForceUserFunction=linearForce))
mbs.AddObject(CoordinateConstraint(markerNumbers=[mCoordGround, mc[2]],
                                   offsetUserFunction=offset))
mbs.AddLoad(Force(markerNumber=mp[1], loadVector=[3, 0, 0], loadVectorUserFunction=load))
mbs.AddLoad(LoadCoordinate(markerNumber=mc[0], load=4, loadUserFunction=scalarLoad))
s0 = mbs.AddSensor(SensorNode(nodeNumber=nodes[0], storeInternal=True,
                              outputVariableType=exu.OutputVariableType.Displacement))
s1 = mbs.AddSensor(SensorUserFunction(sensorNumbers=[s0], factors=[50], storeInternal=True,
                                      sensorUserFunction=energy))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 400
settings.timeIntegration.endTime = 1
settings.solutionSettings.solutionWritePeriod = 0.1
settings.solutionSettings.coordinatesSolutionFileName = 'solution/userFunctions.txt'
settings.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
mbs.SolveDynamic(settings)
solution = LoadSolutionFile('solution/userFunctions.txt', verbose=False)
x = [mbs.GetNodeOutput(n, exu.OutputVariableType.Position) for n in nodes]
d = mbs.GetSensorStoredData(s1)
exudynTestGlobals.testResult = [float(v) for p in x for v in p] + [
    float(d[-1, 1]), float(d[-1, 2]), solution['nRows'], float(solution['data'][-1][1])]
