# quadcopter: body-fixed rotor forces and torques with user functions, control in a pre-step function
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
mbs.variables.update({'thrust': [0.]*4, 'kTorque': 0.02})
inertia = RigidBodyInertia(mass=1.1, inertiaTensor=np.diag([0.01, 0.012, 0.02]))
n0 = mbs.AddNode(NodeRigidBodyEP(referenceCoordinates=[0, 0, 1]+list(eulerParameters0), name='drone'))
b0 = mbs.AddObject(ObjectRigidBody(physicsMass=inertia.Mass(), physicsInertia=inertia.GetInertia6D(), nodeNumber=n0))
def UFforce(mbs, t, load, i):
    return [0, 0, mbs.variables['thrust'][i]]
arms = [[0.2, 0, 0], [0, 0.2, 0], [-0.2, 0, 0], [0, -0.2, 0]]
loads = []
for i, arm in enumerate(arms):
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b0, localPosition=arm, name='rotor'+str(i)))
    def UFi(mbs, t, loadVector, number=i):
        return UFforce(mbs, t, loadVector, number)
    def UFtorque(mbs, t, loadVector, number=i):
        return [0, 0, (-1)**number*mbs.variables['kTorque']*mbs.variables['thrust'][number]]
    loads.append(mbs.AddLoad(LoadForceVector(markerNumber=marker, bodyFixed=True, loadVectorUserFunction=UFi)))
    mbs.AddLoad(LoadTorqueVector(markerNumber=marker, bodyFixed=True, loadVectorUserFunction=UFtorque))
mbs.AddLoad(LoadMassProportional(markerNumber=mbs.AddMarker(MarkerBodyMass(bodyNumber=b0)), loadVector=[0, 0, -9.81]))
mbs.AddLoad(LoadForceVector(markerNumber=mbs.AddMarker(MarkerNodePosition(nodeNumber=n0)), loadVector=[0.1, 0, 0]))  # wind
mbs.AddLoad(LoadTorqueVector(markerNumber=mbs.AddMarker(MarkerNodeRigid(nodeNumber=n0)), loadVector=[0, 0.002, 0], bodyFixed=False))

def PreStepUserFunction(mbs, t):
    node = mbs.GetNodeNumber('drone')
    p = mbs.GetNodeOutput(node, exu.OutputVariableType.Position)
    v = mbs.GetNodeOutput(node, exu.OutputVariableType.Velocity)
    rot = mbs.GetNodeOutput(node, exu.OutputVariableType.Rotation)
    w = mbs.GetNodeOutput(node, exu.OutputVariableType.AngularVelocityLocal)
    total = 1.1*9.81 + 6*(1.5-p[2]) - 3*v[2]
    roll = -2*(rot[0]-0.05) - 0.3*w[0]
    pitch = -2*rot[1] - 0.3*w[1]
    yaw = -0.5*(rot[2]-0.2) - 0.2*w[2]
    mbs.variables['thrust'] = [total/4 - 2*pitch + yaw, total/4 + 2*roll - yaw, total/4 + 2*pitch + yaw, total/4 - 2*roll - yaw]
    return True
mbs.SetPreStepUserFunction(PreStepUserFunction)
sLoads = [mbs.AddSensor(SensorLoad(loadNumber=l, storeInternal=True)) for l in loads]
mbs.Assemble()
sims = exu.SimulationSettings()
sims.timeIntegration.endTime = 1
sims.timeIntegration.numberOfSteps = 500
sims.timeIntegration.newton.relativeTolerance = 1e-11
sims.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(sims)
exudynTestGlobals.testResult = np.hstack([mbs.GetNodeOutput(n0, o) for o in
    [exu.OutputVariableType.Position, exu.OutputVariableType.Velocity, exu.OutputVariableType.Rotation, exu.OutputVariableType.Coordinates]]
    + [mbs.GetSensorValues(s) for s in sLoads])
