"""First steps: a mass on a spring
===============================

A mass hangs on a spring with a damper and is released next to its support: it swings, and the
spring bounces. Each line of the model adds an object with all the items it needs. The motion is
compared with a solution of the same equations by SciPy, and the energy loss with the work of the
damper.
"""

import numpy as np
from scipy.integrate import solve_ivp

import linkwork as exu

mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround()
mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1, gravity=[0, -9.81, 0])
mbs.CreateSpringDamper(bodyNumbers=[ground, mass], stiffness=100, damping=0.5)

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 5
settings.timeIntegration.numberOfSteps = 5000
solution = mbs.SolveDynamic(settings)

# The equations by hand: 1 kg at p, a spring of 1 m from the origin, and the work of its damper.


def motion(t, state):
    p, v = state[:2], state[2:4]
    length = np.hypot(*p)
    direction = p / length
    rate = direction @ v
    force = 100 * (length - 1) + 0.5 * rate
    return [*v, *(-force * direction + [0, -9.81]), 0.5 * rate**2]


exact = solve_ivp(motion, (0, 5), [1, 0, 0, 0, 0], rtol=1e-11, atol=1e-12).y[:, -1]
position = mbs.GetObjectOutputBody(mass, exu.OutputVariableType.Position)[:2]
velocity = mbs.GetObjectOutputBody(mass, exu.OutputVariableType.Velocity)[:2]
error = np.abs(position - exact[:2]).max()
energy = 0.5 * velocity @ velocity + 9.81 * position[1] + 50 * (np.hypot(*position) - 1) ** 2

print(f"position after 5 s: {position} m, off by {error:.1e} m")
print(f"energy lost: {-energy:.6f} J, work of the damper: {exact[4]:.6f} J")
assert error < 5e-5
assert abs(-energy - exact[4]) < 1e-4
