# markers of rotation coordinates: coordinate springs and constraints on angles of shafts
import exudyn as exu
from exudyn.itemInterface import *
from exudyn.rigidBodyUtilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
oGround = mbs.AddObject(ObjectGround())
nGround = mbs.AddNode(NodePointGround())
mGC = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
shafts = []
for i in range(2):
    [n, b] = AddRigidBody(mbs, InertiaCylinder(1000, 0.1, 0.1*(i+1), axis=2), nodeType=exu.NodeType.RotationRxyz, position=[0.4*i, 0, 0])
    mG = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround, localPosition=[0.4*i, 0, 0]))
    mB = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b))
    mbs.AddObject(RevoluteJointZ(markerNumbers=[mG, mB]))
    mR = mbs.AddMarker(MarkerNodeRotationCoordinate(nodeNumber=n, rotationCoordinate=2))
    shafts.append((n, b, mR, mB))
# gear pair with ratio -2 and a torsion spring to ground
oGear = mbs.AddObject(CoordinateConstraint(markerNumbers=[shafts[1][2], shafts[0][2]], factorValue1=-0.5, velocityLevel=True))
oSpring = mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mGC, shafts[1][2]], stiffness=40, damping=0.5, offset=0.2))
mbs.AddLoad(LoadTorqueVector(markerNumber=shafts[0][3], loadVector=[0, 0, 1.5]))
mCoord = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=shafts[1][0], coordinate=5))
lMotor = mbs.AddLoad(LoadCoordinate(markerNumber=mCoord, load=0.4, loadUserFunction=lambda mbs, t, load: load*np.cos(6*t)))
sAngle = mbs.AddSensor(SensorMarker(markerNumber=shafts[0][2], outputVariableType=exu.OutputVariableType.Coordinates, storeInternal=True))
sRate = mbs.AddSensor(SensorMarker(markerNumber=shafts[0][2], outputVariableType=exu.OutputVariableType.Coordinates_t, storeInternal=True))
sL = mbs.AddSensor(SensorLoad(loadNumber=lMotor, storeInternal=True))
mbs.Assemble()
simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.endTime = 0.6
simulationSettings.timeIntegration.numberOfSteps = 600
simulationSettings.timeIntegration.generalizedAlpha.useNewmark = True
simulationSettings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-12
simulationSettings.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(simulationSettings)
r = [float(mbs.GetSensorValues(s)) for s in [sAngle, sRate, sL]]
for n, b, mR, mB in shafts:
    r += list(mbs.GetNodeOutput(n, exu.OutputVariableType.Coordinates)) + list(mbs.GetNodeOutput(n, exu.OutputVariableType.AngularVelocity))
    r += list(mbs.GetNodeOutput(n, exu.OutputVariableType.AngularAcceleration))
r += [mbs.GetObjectOutput(oSpring, exu.OutputVariableType.Force), mbs.GetObjectOutput(oSpring, exu.OutputVariableType.Displacement),
      mbs.GetObjectOutput(oGear, exu.OutputVariableType.Force)]
exudynTestGlobals.testResult = r
