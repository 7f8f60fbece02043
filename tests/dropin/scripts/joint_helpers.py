# GetOtherMarker and GetJointArgs for joints of turned bodies; picture of the system as a graph
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
A1 = RotXYZ2RotationMatrix([0.3, 0.2, -0.5])
ground = mbs.AddObject(ObjectGround(referencePosition=[0, 0, 0.1], name='ground'))
bodies = []
for i in range(3):
    bodies.append(mbs.CreateRigidBody(name='arm'+str(i), inertia=InertiaCuboid(1000, [0.1, 0.1, 0.4]), referencePosition=[0.1*i, 0, -0.2-0.4*i],
                                      referenceRotationMatrix=A1 if i == 1 else np.eye(3), gravity=[0, -9.81, 0]))
results = []
last = ground
for i, b in enumerate(bodies):
    m0 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=last, localPosition=[0.05, 0, -0.1] if i == 0 else [0, 0, -0.2], name='out'+str(i)))
    m1 = GetOtherMarker(mbs, bodyNumber=b, existingMarker=m0, show=True)
    results += list(mbs.GetMarker(m1)['localPosition'])
    args = GetJointArgs(mbs, markerNumber0=m0, bodyNumber1=b, rotationMarker0=RotationMatrixX(0.5*pi) if i == 1 else np.eye(3))
    results += list(np.ravel(args['rotationMarker0'])) + list(np.ravel(args['rotationMarker1']))
    if i == 0:
        mbs.AddObject(GenericJoint(constrainedAxes=[1, 1, 1, 0, 1, 1], **args, visualization=VGenericJoint(axesRadius=0.01)))
    elif i == 1:
        mbs.AddObject(ObjectJointRevoluteZ(**args))
    else:
        mbs.AddObject(ObjectJointRevoluteZ(name='last', **args))
    last = b
mbs.AddSensor(SensorBody(name='tip', bodyNumber=last, outputVariableType=exu.OutputVariableType.Position, storeInternal=True))
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.endTime = 0.3
simulationSettings.timeIntegration.numberOfSteps = 300
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-12
simulationSettings.timeIntegration.verboseMode = 1
simulationSettings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(simulationSettings)
results += list(mbs.GetSensorValues(mbs.GetSensorNumber('tip')))
for b in bodies:
    results += list(mbs.GetObjectOutputBody(b, exu.OutputVariableType.Rotation))
try:
    mbs.DrawSystemGraph(showLoads=True, showSensors=True, useItemTypes=True, showGraph=False)
except ImportError:
    print('no networkx')
exudynTestGlobals.testResult = results + [mbs.systemData.NumberOfMarkers(), mbs.systemData.NumberOfLoads()]
