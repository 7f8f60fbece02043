"""Inverted pendulum with an LQR
=============================

A pole on a cart is held upright by a force on the cart. The gains are those of a linear quadratic
regulator, from the matrices of `ComputeLinearizedSystem` about the upright position. A Stepper runs
the closed loop: read the state, set the force, take a step.
"""

import numpy as np
from scipy.linalg import solve_continuous_are

import linkwork as exu
from linkwork.items import *

cart_mass, pole_mass, half, gravity = 1.0, 0.2, 0.5, 9.81  # SI units
tilt = 0.35  # rad, at the start
h = 0.005  # s between two changes of the force

SC = exu.SystemContainer()
mbs = SC.AddSystem()

rail = mbs.AddNode(Node1D(referenceCoordinates=[0]))
cart = mbs.AddObject(Mass1D(nodeNumber=rail, physicsMass=cart_mass))
center = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0, half, 0]))
inertia = pole_mass * (2 * half) ** 2 / 12
pole = mbs.AddObject(RigidBody2D(nodeNumber=center, physicsMass=pole_mass, physicsInertia=inertia))
top = mbs.AddMarker(MarkerBodyPosition(bodyNumber=cart))
foot = mbs.AddMarker(MarkerBodyPosition(bodyNumber=pole, localPosition=[0, -half, 0]))
mbs.AddObject(RevoluteJoint2D(markerNumbers=[top, foot]))
weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=pole))
mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -gravity, 0]))
pushed = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=rail, coordinate=0))
motor = mbs.AddLoad(LoadCoordinate(markerNumber=pushed, load=0))
mbs.Assemble()

# Coordinates are x of the cart, and x, y, angle of the pole. N has the two motions that the joint
# allows; T turns their amounts into x and angle.
M, K, D, _, N = mbs.ComputeLinearizedSystem(
    projectIntoConstraintNullspace=True, returnConstraintNullspace=True
)
T = N[:, [0, 3]].T
B = np.linalg.solve(M, N[:, 0])
A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), -np.linalg.solve(M, D)]])
both = np.kron(np.eye(2), T)
A = both @ A @ np.linalg.inv(both)
B = both @ np.concatenate([np.zeros(2), B])[:, None]

Q, R = np.diag([10.0, 10.0, 1.0, 1.0]), np.array([[0.1]])
P = solve_continuous_are(A, B, Q, R)
gains = np.linalg.solve(R, B.T @ P)[0]
poles = np.linalg.eigvals(A - B @ gains[None, :])
growth = np.linalg.eigvals(A).real.max()

settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 1000
settings.timeIntegration.endTime = 1000 * h
settings.solutionSettings.solutionWritePeriod = 4 * h

forces = []
with mbs.Stepper(settings) as run:
    # tilted about its foot
    run.reset(coordinates=[0, -half * np.sin(tilt), half * (np.cos(tilt) - 1), tilt])
    while run.time < 5:
        state = [*run.coordinates[[0, 3]], *run.velocities[[0, 3]]]
        forces.append(-gains @ state)
        run.set_parameter(motor, "load", forces[-1])
        run.step()
    x, angle = run.coordinates[[0, 3]]
solution = mbs.solution

alone = np.sqrt(
    (cart_mass + pole_mass) * gravity
    / (half * ((cart_mass + pole_mass) * 4 / 3 - pole_mass))
)  # fmt: skip
print(f"without control the tilt grows with {growth:.4f} 1/s, exact {alone:.4f} 1/s")
print(f"gains {gains.round(2)}, slowest pole {poles.real.max():.2f} 1/s")
print(f"after 5 s: x = {x * 1e3:.3f} mm, angle = {angle * 1e3:.3f} mrad")
print(f"largest force {np.abs(forces).max():.2f} N")
assert abs(growth - alone) < 1e-6
assert poles.real.max() < -0.5
assert abs(x) < 5e-3 and abs(angle) < 5e-3
assert np.abs(solution.coordinates[:, 3]).max() < 1.2 * tilt
