# sensors of all kinds on planar bodies, values in several configurations, plots to files
import exudyn as exu
from exudyn.utilities import *
from exudyn.plot import PlotSensor, listMarkerStyles
import numpy as np
useGraphics = False
try:
    from modelUnitTests import exudynTestGlobals
except:
    pass

SC = exu.SystemContainer()
mbs = SC.AddSystem()
V = exu.OutputVariableType
oG = mbs.AddObject(ObjectGround(referencePosition=[0.1, 0.2, 0]))
n = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[1, 0.5, 0.3], initialVelocities=[0.5, 0, 2]))
b = mbs.AddObject(RigidBody2D(physicsMass=2, physicsInertia=0.3, nodeNumber=n))
mB = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localPosition=[0.3, -0.1, 0]))
mN = mbs.AddMarker(MarkerNodeRigid(nodeNumber=n))
mGr = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oG))
sd = mbs.AddObject(SpringDamper(markerNumbers=[mGr, mB], referenceLength=1, stiffness=60, damping=2))
cs = mbs.AddObject(CartesianSpringDamper(markerNumbers=[mGr, mB], stiffness=[5, 6, 7], damping=[0.1, 0.2, 0.3], offset=[0.1, 0, 0]))
l0 = mbs.AddLoad(Force(markerNumber=mB, loadVector=[1, -2, 0], bodyFixed=True))
l1 = mbs.AddLoad(Torque(markerNumber=mN, loadVector=[0, 0, 0.4]))
sensors = {}
for v in [V.Position, V.Displacement, V.Velocity, V.Acceleration, V.Coordinates, V.Coordinates_t, V.Coordinates_tt,
          V.Rotation, V.RotationMatrix, V.AngularVelocity, V.AngularAcceleration, V.CoordinatesTotal]:
    sensors['node'+str(v).split('.')[-1]] = mbs.AddSensor(SensorNode(nodeNumber=n, outputVariableType=v, storeInternal=True))
for v in [V.Position, V.Displacement, V.Velocity, V.VelocityLocal, V.Acceleration, V.AngularVelocity,
          V.AngularVelocityLocal, V.RotationMatrix]:
    sensors['body'+str(v).split('.')[-1]] = mbs.AddSensor(SensorBody(bodyNumber=b, localPosition=[0.2, 0.1, 0],
                                                                     outputVariableType=v, storeInternal=True))
for v in [V.Position, V.Displacement, V.Velocity, V.Rotation, V.AngularVelocity]:
    sensors['marker'+str(v).split('.')[-1]] = mbs.AddSensor(SensorMarker(markerNumber=mB, outputVariableType=v, storeInternal=True))
for v in [V.Distance, V.Displacement, V.Velocity, V.Force, V.ForceLocal]:
    sensors['spring'+str(v).split('.')[-1]] = mbs.AddSensor(SensorObject(objectNumber=sd, outputVariableType=v, storeInternal=True))
for v in [V.Displacement, V.Velocity, V.Force]:
    sensors['cart'+str(v).split('.')[-1]] = mbs.AddSensor(SensorObject(objectNumber=cs, outputVariableType=v, storeInternal=True))
sensors['load0'] = mbs.AddSensor(SensorLoad(loadNumber=l0, storeInternal=True, fileName='solution/zooLoad.txt'))
sensors['load1'] = mbs.AddSensor(SensorLoad(loadNumber=l1, storeInternal=True))
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 100
simulationSettings.timeIntegration.endTime = 0.5
simulationSettings.solutionSettings.writeSolutionToFile = False
simulationSettings.solutionSettings.sensorsWritePeriod = 0.02
mbs.SolveDynamic(simulationSettings)
res = []
for name, s in sensors.items():
    d = mbs.GetSensorStoredData(s)
    row = list(np.ravel(mbs.GetSensorValues(s))) + list(d[3, 1:])
    if 'node' in name and not name.endswith('_tt') and 'cceleration' not in name:
        row += list(np.ravel(mbs.GetSensorValues(s, exu.ConfigurationType.Initial)))
    print(name, len(row))
    res += row
res += list(mbs.GetMarkerOutput(mB, V.Position)) + list(mbs.GetMarkerOutput(mB, V.Velocity, exu.ConfigurationType.Initial))
res += list(mbs.GetNodeOutput(n, V.Position, exu.ConfigurationType.Reference))
res += list(mbs.GetObjectOutputBody(b, V.Position, [1, 0, 0], exu.ConfigurationType.Reference))
res += list(mbs.GetObjectOutput(sd, V.Force)) + [mbs.GetObjectOutput(sd, V.Distance)]
mbs.PlotSensor([sensors['nodePosition']]*2, components=[0, 1], labels=['x', 'y'], markerStyles=['o ', 'x'], closeAll=True)
mbs.PlotSensor(sensors['bodyPosition'], components=[1], componentsX=[0], newFigure=False, xLabel='x', yLabel='y', title='path')
PlotSensor(mbs, ['solution/zooLoad.txt'], components=[1], colorCodeOffset=3, offsets=[1], factors=[2.], subPlot=[1, 2, 1])
exudynTestGlobals.testResult = [float(x) for x in res]
