# drive train: rotors (3D bodies about x), torsional springs with a data node over several turns
import exudyn as exu
from exudyn.utilities import *
from modelUnitTests import exudynTestGlobals

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
turn = RotationMatrixY(0.5*pi)   # local z of the joint along x of the shaft
inertia = InertiaCylinder(density=7850, length=0.1, outerRadius=0.15, axis=0)
class Drive:
    def __init__(self, torque):
        self.torque = torque
        self.count = 0
    def Load(self, mbs, t, loadVector):
        self.count += 1
        return [self.torque*SmoothStep(t, 0, 0.1, 0, 1), 0, 0]
    def Spring(self, mbs, t, itemNumber, rotation, angularVelocity, stiffness, damping, offset):
        return stiffness*(rotation-offset) + 50*rotation**3 + damping*angularVelocity

drive = Drive(400.)
bodies = []
for i in range(3):
    b = mbs.CreateRigidBody(referencePosition=[0.4*(i+1), 0, 0], inertia=inertia,
                            initialAngularVelocity=[2.*i, 0, 0],
                            nodeType=exu.NodeType.RotationRxyz)
    mbs.CreateGenericJoint(bodyNumbers=[ground, b], position=[0.4*(i+1), 0, 0],
                           constrainedAxes=[1, 1, 1, 0, 1, 1], useGlobalFrame=True)
    bodies.append(b)
m = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=b)) for b in bodies]
nData = [mbs.AddNode(NodeGenericData(initialCoordinates=[0], numberOfDataCoordinates=1)) for i in range(2)]
o0 = mbs.AddObject(TorsionalSpringDamper(markerNumbers=[m[0], m[1]], nodeNumber=nData[0], stiffness=800,
                                         damping=5, rotationMarker0=turn, rotationMarker1=turn,
                                         offset=0.02, torque=1))
o1 = mbs.AddObject(TorsionalSpringDamper(markerNumbers=[m[1], m[2]], nodeNumber=nData[1], stiffness=500,
                                         damping=4, rotationMarker0=turn, rotationMarker1=turn,
                                         springTorqueUserFunction=drive.Spring))
mbs.AddLoad(Torque(markerNumber=m[0], loadVectorUserFunction=drive.Load))
sensors = [mbs.AddSensor(SensorObject(objectNumber=o, storeInternal=True, outputVariableType=v))
           for o in [o0, o1] for v in [exu.OutputVariableType.Rotation,
                                       exu.OutputVariableType.AngularVelocityLocal,
                                       exu.OutputVariableType.TorqueLocal]]
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 500
settings.timeIntegration.endTime = 0.5
settings.solutionSettings.writeSolutionToFile = False
settings.timeIntegration.verboseMode = 1
mbs.SolveDynamic(settings)
print('load function called more than 500 times:', drive.count >= 500)
exudynTestGlobals.testResult = [float(np.ravel(mbs.GetSensorValues(s))[0]) for s in sensors] + [
    float(x) for b in bodies for x in mbs.GetObjectOutputBody(b, exu.OutputVariableType.AngularVelocity)]
