# one body on ground per set of constrained axes of a generic joint
import exudyn as exu
from exudyn.utilities import *
import numpy as np
try:
    from modelUnitTests import exudynTestGlobals
except:
    exudynTestGlobals = lambda: 0

SC = exu.SystemContainer()
mbs = SC.AddSystem()
oGround = mbs.AddObject(ObjectGround(referencePosition=[0, 0, 0]))
axesList = [[1,1,1,1,1,0], [1,1,1,1,0,1], [1,1,1,0,1,1], [1,1,1,0,0,1], [1,1,1,1,0,0], [0,1,1,1,1,1],
            [1,0,1,1,1,1], [1,1,0,1,1,1], [0,1,1,0,1,1], [1,1,1,0,0,0], [0,0,1,1,1,0], [1,0,0,0,0,0]]
inertia = RigidBodyInertia(2., np.diag([0.02, 0.03, 0.04]))
sensors = []
for i, axes in enumerate(axesList):
    p0 = [1.5*i, 0, 0]
    A = RotationMatrixX(0.3) @ RotationMatrixZ(0.1*i)
    [n, b] = AddRigidBody(mbs, inertia, nodeType=exu.NodeType.RotationEulerParameters,
                          position=p0, rotationMatrix=A, gravity=[1., -9.81, 2.], graphicsDataList=[])
    mG = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround, localPosition=VAdd(p0, A @ [-0.2, 0.05, 0.01])))
    mB = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localPosition=[-0.2, 0.05, 0.01]))
    R0 = RotationMatrixZ(0.4)
    oJ = mbs.AddObject(GenericJoint(markerNumbers=[mG, mB], constrainedAxes=axes,
                                    rotationMarker0=A @ R0, rotationMarker1=R0,
                                    visualization=VObjectJointGeneric(axesRadius=0.02, axesLength=0.1)))
    mbs.AddLoad(Torque(markerNumber=mB, loadVector=[0.1, 0.2, 0.3]))
    for o in [exu.OutputVariableType.ForceLocal, exu.OutputVariableType.DisplacementLocal, exu.OutputVariableType.Rotation,
              exu.OutputVariableType.AngularVelocityLocal]:
        sensors.append(mbs.AddSensor(SensorObject(objectNumber=oJ, outputVariableType=o, storeInternal=True)))
    sensors.append(mbs.AddSensor(SensorBody(bodyNumber=b, outputVariableType=exu.OutputVariableType.Position, storeInternal=True)))
mbs.Assemble()
sims = exu.SimulationSettings()
sims.timeIntegration.endTime = 0.25
sims.timeIntegration.newton.absoluteTolerance = 1e-13
sims.timeIntegration.numberOfSteps = 50
sims.timeIntegration.newton.relativeTolerance = 1e-13
sims.timeIntegration.generalizedAlpha.spectralRadius = 0.6
sims.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(sims, solverType=exu.DynamicSolverType.GeneralizedAlpha)
exudynTestGlobals.testResult = np.hstack([mbs.GetSensorValues(s) for s in sensors])
