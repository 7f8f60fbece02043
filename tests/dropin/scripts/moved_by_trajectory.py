# trajectories drive a Cartesian handling device through coordinate constraints with offset functions and springs
import exudyn as exu
from exudyn.utilities import *
from exudyn.robotics.motion import Trajectory, ProfileConstantAcceleration, ProfilePTP
import numpy as np
from modelUnitTests import exudynTestGlobals
SC = exu.SystemContainer()
mbs = SC.AddSystem()
q0, q1, q2 = [0, 0, 0], [0.5, -0.2, 0.4], [0.1, 0.3, -pi/2]
trajectory = Trajectory(initialCoordinates=q0, initialTime=0)
trajectory.Add(ProfileConstantAcceleration(q1, 0.4))
trajectory.Add(ProfileConstantAcceleration(q1, 0.1))
trajectory.Add(ProfilePTP(q2, syncAccTimes=False, maxVelocities=[2, 2, 8], maxAccelerations=[10, 20, 60]))
print(trajectory)
mbs.variables['trajectory'] = trajectory
n = mbs.AddNode(NodeRigidBodyRxyz(referenceCoordinates=[0]*6))
inertia = InertiaCuboid(200, [0.3, 0.2, 0.1])
b = mbs.AddObject(ObjectRigidBody(physicsMass=inertia.Mass(), physicsInertia=inertia.GetInertia6D(), nodeNumber=n))
nG = mbs.AddNode(NodePointGround())
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nG, coordinate=0))
def UFoffset(mbs, t, itemNumber, lOffset):
    [u, v, a] = mbs.variables['trajectory'].Evaluate(t)
    return u[0]
def UFpd(mbs, t, itemNumber, u, v, k, d, offset):
    [ud, vd, ad] = mbs.variables['trajectory'].EvaluateCoordinate(t, 1)
    return k*(u-ud) + d*(v-vd)
def UFtorque(mbs, t, load):
    [phi, phi_t, phi_tt] = mbs.variables['trajectory'].Evaluate(t)
    q = mbs.GetNodeOutput(0, exu.OutputVariableType.CoordinatesTotal)[5]
    q_t = mbs.GetNodeOutput(0, exu.OutputVariableType.Coordinates_t)[5]
    return 20*(phi[2]-q) + 1*(phi_t[2]-q_t) + 0.01*phi_tt[2]
m = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=i)) for i in range(6)]
mbs.AddObject(CoordinateConstraint(markerNumbers=[mG, m[0]], offsetUserFunction=UFoffset))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, m[1]], stiffness=4000, damping=60, springForceUserFunction=UFpd))
for i in [2, 3, 4]:
    mbs.AddObject(CoordinateConstraint(markerNumbers=[mG, m[i]]))
mbs.AddLoad(LoadCoordinate(markerNumber=m[5], loadUserFunction=UFtorque))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 1.2
s.timeIntegration.numberOfSteps = 480
s.timeIntegration.newton.relativeTolerance = 1e-11
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
values = [trajectory.Evaluate(t)[k][j] for t in [0, 0.13, 0.4, 0.45, 0.61, 0.7, 2] for k in range(3) for j in range(3)]
exudynTestGlobals.testResult = list(mbs.GetNodeOutput(n, exu.OutputVariableType.Coordinates)) + values \
    + list(mbs.GetNodeOutput(n, exu.OutputVariableType.Velocity)) + list(trajectory.GetTimes())
