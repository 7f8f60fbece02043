# car with four penalty rolling discs, driven by torques, steered by turned wheels
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as graphics
import numpy as np
useGraphics = False
try:
    from modelUnitTests import exudynTestGlobals
except ImportError:
    pass
SC = exu.SystemContainer()
mbs = SC.AddSystem()
g = [0, 0, -9.81]
rWheel, wWheel = 0.25, 0.1
ground = mbs.AddObject(ObjectGround(visualization=VObjectGround(graphicsData=[graphics.CheckerBoard(size=10)])))
mGround = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
v0 = [0, 3., 0]
car = mbs.CreateRigidBody(referencePosition=[0, 0, rWheel-0.001], inertia=InertiaCuboid(100, [1, 2, 0.2]), initialVelocity=v0, gravity=g)
wheels, contacts = [], []
for x in [-0.6, 0.6]:
    for y in [-0.8, 0.8]:
        steer = RotationMatrixZ(0.05) if y > 0 else np.eye(3)
        w = mbs.CreateRigidBody(referencePosition=[x, y, rWheel-0.001], referenceRotationMatrix=steer, inertia=InertiaCylinder(500, wWheel, rWheel, axis=0),
                                initialVelocity=v0, initialAngularVelocity=steer @ [-3/rWheel, 0, 0], gravity=g)
        mW = mbs.AddMarker(MarkerBodyRigid(bodyNumber=w))
        mC = mbs.AddMarker(MarkerBodyRigid(bodyNumber=car, localPosition=[x, y, 0]))
        mbs.AddObject(GenericJoint(markerNumbers=[mC, mW], constrainedAxes=[1, 1, 1, 0, 1, 1], rotationMarker0=steer))
        nData = mbs.AddNode(NodeGenericData(initialCoordinates=[0.001, 0.001, -0.001], numberOfDataCoordinates=3))
        contacts.append(mbs.AddObject(RollingDiscPenalty(markerNumbers=[mGround, mW], nodeNumber=nData, discRadius=rWheel, discAxis=[1, 0, 0],
                                                         planeNormal=[0, 0, 1], contactStiffness=5e4, contactDamping=500, dryFriction=[0.6, 0.6],
                                                         dryFrictionProportionalZone=0.2, viscousFriction=[0, 0], rollingFrictionViscous=0.01,
                                                         visualization=VRollingDiscPenalty(discWidth=wWheel))))
        wheels.append(w)
        if y < 0:
            mbs.AddLoad(LoadTorqueVector(markerNumber=mW, loadVector=[-20., 0, 0], bodyFixed=True))
sPos = mbs.AddSensor(SensorBody(bodyNumber=car, outputVariableType=exu.OutputVariableType.Position, storeInternal=True))
sForces = [mbs.AddSensor(SensorObject(objectNumber=c, outputVariableType=exu.OutputVariableType.ForceLocal, storeInternal=True)) for c in contacts]
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 0.5
s.timeIntegration.numberOfSteps = 1000
s.timeIntegration.generalizedAlpha.spectralRadius = 0.5
s.timeIntegration.generalizedAlpha.computeInitialAccelerations = False
s.timeIntegration.newton.relativeTolerance = 1e-11
s.timeIntegration.discontinuous.maxIterations = 3
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
res = list(mbs.GetSensorValues(sPos)) + list(mbs.GetObjectOutputBody(car, exu.OutputVariableType.Rotation))
for k in range(4):
    res += list(mbs.GetObjectOutputBody(wheels[k], exu.OutputVariableType.AngularVelocity)) + [mbs.GetSensorValues(sForces[k])[2]]
exudynTestGlobals.testResult = res
