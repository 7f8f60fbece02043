#%%+++++++++++++++++++++++++++++++++++++++++
# heavy top on a spherical joint, built from node, body and markers by hand;
# regular precession has a closed form
import exudyn as exu
from exudyn.itemInterface import *
from exudyn.utilities import *
import numpy as np

useGraphics = True
try:  # only if called from the test suite
    from modelUnitTests import exudynTestGlobals
    useGraphics = exudynTestGlobals.useGraphics
except:
    class ExudynTestGlobals:
        pass
    exudynTestGlobals = ExudynTestGlobals()

SC = exu.SystemContainer()
mbs = SC.AddSystem()

m, l, J, J3 = 1.2, 0.25, 0.09, 0.03   # inertia about the fixed point
theta, Omega = 0.6, 1.9               # inclination and rate of precession
gz = 9.81
# regular precession: m g l = Omega (J3 w3 - J Omega cos(theta))
w3 = (m*gz*l/Omega + J*Omega*np.cos(theta))/J3
omegaLocal = [0, Omega*np.sin(theta), w3]
A0 = RotationMatrixX(theta)
omega0 = A0 @ omegaLocal
ep0 = RotationMatrix2EulerParameters(A0)
ep_t0 = AngularVelocity2EulerParameters_t(omega0, ep0)
pCOM = A0 @ [0, 0, l]
v0 = Skew(omega0) @ pCOM

Jcom = J - m*l**2
nTop = mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=list(pCOM) + list(ep0),
                                   initialVelocities=list(v0) + list(ep_t0)))
oTop = mbs.AddObject(ObjectRigidBody(physicsMass=m, physicsInertia=[Jcom, Jcom, J3, 0, 0, 0], nodeNumber=nTop,
                                     visualization=VObjectRigidBody(graphicsData=[GraphicsDataCylinder([0, 0, -0.02], [0, 0, 0.04], 0.15)])))
mMass = mbs.AddMarker(MarkerBodyMass(bodyNumber=oTop))
mbs.AddLoad(Gravity(markerNumber=mMass, loadVector=[0, 0, -gz]))
oGround = mbs.AddObject(ObjectGround())
mGround = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround))
mTop = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oTop, localPosition=[0, 0, -l]))
oJoint = mbs.AddObject(SphericalJoint(markerNumbers=[mGround, mTop], visualization=VSphericalJoint(jointRadius=0.01)))
sForce = mbs.AddSensor(SensorObject(objectNumber=oJoint, storeInternal=True, outputVariableType=exu.OutputVariableType.Force))
sPos = mbs.AddSensor(SensorNode(nodeNumber=nTop, storeInternal=True, outputVariableType=exu.OutputVariableType.Position))
mbs.Assemble()

simulationSettings = exu.SimulationSettings()
simulationSettings.timeIntegration.numberOfSteps = 2000
simulationSettings.timeIntegration.endTime = 1
simulationSettings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
simulationSettings.timeIntegration.verboseMode = 1
simulationSettings.timeIntegration.newton.relativeTolerance = 1e-11
simulationSettings.solutionSettings.writeSolutionToFile = False
simulationSettings.timeIntegration.newton.useModifiedNewton = True
if useGraphics:
    SC.renderer.Start()
mbs.SolveDynamic(simulationSettings)
if useGraphics:
    SC.renderer.Stop()

p = mbs.GetNodeOutput(nTop, exu.OutputVariableType.Position)
exact = RotationMatrixZ(Omega*1) @ pCOM
exu.Print("deviation from regular precession:", NormL2(p - exact))
height = mbs.GetSensorStoredData(sPos)[:, 3]
omega = mbs.GetNodeOutput(nTop, exu.OutputVariableType.AngularVelocityLocal)
exudynTestGlobals.testResult = list(p) + [NormL2(p - exact), height.max() - height.min()] + list(omega) \
    + list(mbs.GetSensorValues(sForce))
