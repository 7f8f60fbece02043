# trajectories of joints
import exudyn as exu
from exudyn.utilities import *
from exudyn.robotics.motion import Trajectory, ProfileConstantAcceleration, ProfilePTP
from modelUnitTests import exudynTestGlobals

q0, q1, q2 = [0, 0, 0], [1, 2, -0.5], [0.5, -1, 0.2]
trajectory = Trajectory(initialCoordinates=q0, initialTime=0.25)
trajectory.Add(ProfileConstantAcceleration(q1, 0.5))
trajectory.Add(ProfileConstantAcceleration(q1, 0.1))
trajectory.Add(ProfilePTP(q2, syncAccTimes=False, maxVelocities=[1, 2, 1], maxAccelerations=[4, 5, 6]))
trajectory.Add(ProfileConstantAcceleration(q0, 0.3))
r = []
for t in [0, 0.25, 0.3, 0.5, 0.6, 0.75, 0.8, 0.9, 1.5, 2.2, 2.5, 9]:
    [u, v, a] = trajectory.Evaluate(t)
    r += [*u, *v, *a]
exudynTestGlobals.testResult = [float(x) for x in r]
