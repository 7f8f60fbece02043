#+++++++++++++++++++++++++++++++++++++++++++++++++++++++++++
# slider crank in the plane, driven by a torque with a speed controller
#+++++++++++++++++++++++++++++++++++++++++++++++++++++++++++
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as graphics
from modelUnitTests import exudynTestGlobals
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
L1, L2 = 0.1, 0.3
phi = 0.6
psi = np.arcsin(L1*np.sin(phi)/L2)
P1 = np.array([L1*np.cos(phi), L1*np.sin(phi)])
P2 = P1 + L2*np.array([np.cos(psi), -np.sin(psi)])
omega = 5.
psi_t = L1*np.cos(phi)*omega/(L2*np.cos(psi))
v1 = omega*np.array([-P1[1], P1[0]])
v2 = v1 + L2*psi_t*np.array([-np.sin(psi), -np.cos(psi)])
gLink = graphics.RigidLink(p0=[-0.05, 0, 0], p1=[0.05, 0, 0], axis0=[0, 0, 1], axis1=[0, 0, 1],
                           radius=[0.02, 0.02], thickness=0.01, width=[0.02, 0.02], color=graphics.color.steelblue)

ground = mbs.AddObject(ObjectGround())
nCrank = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.5*P1[0], 0.5*P1[1], phi], initialVelocities=[*(0.5*v1), omega]))
crank = mbs.AddObject(RigidBody2D(physicsMass=0.4, physicsInertia=4e-4, nodeNumber=nCrank,
                                  visualization=VObjectRigidBody2D(graphicsData=[gLink])))
nRod = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[*(0.5*(P1+P2)), -psi], initialVelocities=[*(0.5*(v1+v2)), -psi_t]))
rod = mbs.AddObject(RigidBody2D(physicsMass=0.6, physicsInertia=5e-3, nodeNumber=nRod))
nSlider = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[*P2, 0], initialVelocities=[*v2, 0]))
slider = mbs.AddObject(RigidBody2D(physicsMass=0.5, physicsInertia=1e-3, nodeNumber=nSlider))
mGround = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
mC0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=crank, localPosition=[-L1/2, 0, 0]))
mC1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=crank, localPosition=[L1/2, 0, 0]))
mR0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=rod, localPosition=[-L2/2, 0, 0]))
mR1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=rod, localPosition=[L2/2, 0, 0]))
mS = mbs.AddMarker(MarkerBodyRigid(bodyNumber=slider))
j0 = mbs.AddObject(RevoluteJoint2D(markerNumbers=[mGround, mC0]))
j1 = mbs.AddObject(RevoluteJoint2D(markerNumbers=[mC1, mR0]))
j2 = mbs.AddObject(RevoluteJoint2D(markerNumbers=[mR1, mS]))
j3 = mbs.AddObject(PrismaticJoint2D(markerNumbers=[mGround, mS], axisMarker0=[1, 0, 0], normalMarker1=[0, 1, 0]))
mTorque = mbs.AddMarker(MarkerBodyRigid(bodyNumber=crank))


def UFtorque(mbs, t, loadVector):
    w = mbs.GetNodeOutput(nCrank, exu.OutputVariableType.AngularVelocity)[2]
    return [0, 0, 0.02*(20-w)]


mbs.AddLoad(LoadTorqueVector(markerNumber=mTorque, loadVectorUserFunction=UFtorque))
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerBodyRigid(bodyNumber=rod, localPosition=[0.05, 0.01, 0])),
                            loadVector=[0, -0.5, 0], bodyFixed=True))
sens = [mbs.AddSensor(SensorNode(nodeNumber=n, storeInternal=True, outputVariableType=v)) for n, v in
        [(nCrank, exu.OutputVariableType.Rotation), (nCrank, exu.OutputVariableType.AngularVelocity),
         (nSlider, exu.OutputVariableType.Position), (nSlider, exu.OutputVariableType.Velocity)]]
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 500
settings.timeIntegration.endTime = 0.5
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.7
settings.timeIntegration.newton.relativeTolerance = 1e-10
settings.timeIntegration.newton.absoluteTolerance = 1e-12
settings.solutionSettings.writeSolutionToFile = False
SC.visualizationSettings.nodes.defaultSize = 0.01
SC.visualizationSettings.openGL.multiSampling = 4
SC.visualizationSettings.window.renderWindowSize = [1200, 800]
mbs.SolveDynamic(settings)
mbs.PlotSensor(sens[0:2], components=[0, 2], closeAll=True, fileName='solution/crank.png')
exudynTestGlobals.testResult = [float(x) for s in sens for x in np.ravel(mbs.GetSensorValues(s))]
