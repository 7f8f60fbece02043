# items that are deleted, modified and asked for
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround(name='ground')
bodies = [mbs.CreateMassPoint(name='mass' + str(i), referencePosition=[i + 1, 0, 0], physicsMass=1 + i,
                              gravity=[0, -9.81, 0]) for i in range(3)]
springs = [mbs.CreateSpringDamper(bodyNumbers=[ground, b], stiffness=200 * (k + 1), damping=3)
           for k, b in enumerate(bodies)]
mbs.CreateForce(bodyNumber=bodies[2], loadVector=[5, 0, 0])
s0 = mbs.AddSensor(SensorBody(bodyNumber=bodies[1], storeInternal=True,
                              outputVariableType=exu.OutputVariableType.Position))
mbs.DeleteObject(springs[0])
mbs.DeleteLoad(0)
d = mbs.GetObject(mbs.GetObjectNumber('mass1'), addGraphicsData=True)
d['physicsMass'] = 7.5
mbs.ModifyObject(mbs.GetObjectNumber('mass1'), d)
mbs.SetNodeParameter(1, 'initialVelocities', [0, 0, 0.3])
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.numberOfSteps = 100
s.solutionSettings.coordinatesSolutionFileName = 'deleted.txt'
mbs.SolveDynamic(s)
q = mbs.systemData.GetODE2Coordinates()
exudynTestGlobals.testResult = [*[float(x) for x in q], mbs.systemData.NumberOfObjects(),
                                mbs.systemData.NumberOfMarkers(), mbs.systemData.NumberOfLoads(),
                                mbs.GetObjectParameter(2, 'physicsMass'),
                                *[float(x) for x in mbs.GetSensorValues(s0)]]
