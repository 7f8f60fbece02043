# unstable rotation about the middle axis in free flight, with all types of rotation nodes
import exudyn as exu
from exudyn.utilities import * #includes itemInterface and rigidBodyUtilities
import exudyn.graphics as graphics
import numpy as np
from modelUnitTests import exudynTestGlobals
useGraphics = False

results = []
for nodeType in [exu.NodeType.RotationEulerParameters, exu.NodeType.RotationRxyz, exu.NodeType.RotationRotationVector]:
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    inertia = InertiaCuboid(density=1000, sideLengths=[0.4, 0.2, 0.1])
    A = RotationMatrixY(0.2)
    body = mbs.CreateRigidBody(inertia=inertia, nodeType=nodeType,
                               referencePosition=[1, 2, 3], referenceRotationMatrix=A,
                               initialVelocity=[1, 0, 4], initialAngularVelocity=A @ [0.05, 3.5, 0.02],
                               gravity=[0, 0, -9.81],
                               graphicsDataList=[graphics.Brick(size=[0.4, 0.2, 0.1], color=graphics.color.red)])
    node = mbs.GetObject(body)['nodeNumber']
    outputs = [exu.OutputVariableType.Position, exu.OutputVariableType.AngularVelocityLocal,
               exu.OutputVariableType.AngularVelocity, exu.OutputVariableType.RotationMatrix]
    sensors = [mbs.AddSensor(SensorBody(bodyNumber=body, localPosition=[0.2, 0, 0], outputVariableType=o, storeInternal=True))
               for o in outputs]
    sNode = mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Coordinates_t,
                                     fileName='solution/free_' + str(int(nodeType)) + '.txt'))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 0.8
    settings.timeIntegration.numberOfSteps = 800
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.newton.relativeTolerance = 1e-12
    settings.timeIntegration.newton.absoluteTolerance = 1e-13
    settings.solutionSettings.sensorsWritePeriod = 0.1
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings)
    J = inertia.InertiaCOM() if hasattr(inertia, 'InertiaCOM') else inertia.Inertia()
    omega = mbs.GetSensorValues(sensors[1])
    R = mbs.GetSensorValues(sensors[3]).reshape((3, 3))
    momentum = R @ J @ omega - A @ J @ [0.05, 3.5, 0.02]
    print('node type', str(nodeType), 'error of angular momentum', np.linalg.norm(momentum))
    for s in sensors:
        results += list(mbs.GetSensorValues(s))
    data = np.loadtxt('solution/free_' + str(int(nodeType)) + '.txt', comments='#', delimiter=',')
    results += [data.shape[0], data.shape[1], np.sum(data[-1, :])]
    rotation = mbs.GetObjectOutputBody(body, exu.OutputVariableType.Rotation, [0, 0, 0])
    results += list(rotation) + list(momentum)
exudynTestGlobals.testResult = results
