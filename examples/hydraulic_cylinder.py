"""Hydraulic cylinder
==================

Pressures are first-order coordinates, the piston is a spring. Oil of bulk modulus E fills both
chambers of a cylinder that pushes a mass along x. With the stroke s, the volumes V0 = v0 + A0 s and
V1 = v1 - A1 s, and flows Q0, Q1 through a valve that opens at the start::

    p0' = E/V0 (Q0 - A0 s'),    p1' = E/V1 (Q1 + A1 s'),    force = p0 A0 - p1 A1 - friction s'

The pressures are the coordinates of an ObjectGenericODE1. Its function reads the stroke from the
spring, and the function of the spring reads the pressures: both use mbs, so both are called
back. Pressures are in bar, so that all numbers are of similar size.
"""

import math

import numpy as np
from scipy.integrate import solve_ivp

import linkwork as exu
from linkwork.items import *

bar = 1e5  # Pa
bulk_modulus = 1.2e9 / bar  # bar
areas = 8e-4, 5e-4  # m^2, at the piston and at the rod
dead = 4e-5, 3.2e-4  # m^3 of the chambers at stroke 0
supply, tank, valve = 100.0, 1.0, 6e-5  # bar, bar, m^3/s at a drop of 1 bar, fully open
mass, friction, load = 200.0, 300.0, 1500.0  # kg, N s/m, N against the motion
start = np.array([20.0, 32.0 * 0.6])  # bar


def flow(opening, pressure):
    """Flow through the valve for a pressure drop [m^3/s]."""
    return opening * valve * math.copysign(math.sqrt(abs(pressure)), pressure)


def opening(t):
    """The valve opens within 0.2 s."""
    return 0.02 * min(t / 0.2, 1.0)


def pressure_rates(t, pressures, stroke, speed):
    """Rates of both pressures [bar/s]."""
    flows = flow(opening(t), supply - pressures[0]), flow(opening(t), tank - pressures[1])
    volumes = dead[0] + areas[0] * stroke, dead[1] - areas[1] * stroke
    return [
        bulk_modulus / volumes[0] * (flows[0] - areas[0] * speed),
        bulk_modulus / volumes[1] * (flows[1] + areas[1] * speed),
    ]


def push(pressures, speed):
    """Force of the piston on the mass [N]."""
    return bar * (pressures[0] * areas[0] - pressures[1] * areas[1]) - friction * speed


SC = exu.SystemContainer()
mbs = SC.AddSystem()
Out = exu.OutputVariableType
length = 0.5  # m, of the cylinder at stroke 0
ground = mbs.AddObject(ObjectGround())
node = mbs.AddNode(NodePoint(referenceCoordinates=[length, 0, 0]))
body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[-load, 0, 0]))
oil = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2, initialCoordinates=start))


def piston(mbs, t, itemNumber, stroke, speed, k, d, F0):
    """The force of the spring, tension positive."""
    return -push(mbs.GetNodeOutput(oil, Out.Coordinates), speed)


def chambers(mbs, t, itemNumber, pressures):
    """The rates of the pressures."""
    stroke = mbs.GetObjectOutput(cylinder, Out.Distance) - length
    speed = mbs.GetObjectOutput(cylinder, Out.Velocity)[0]
    return pressure_rates(t, pressures, stroke, speed)


cylinder = mbs.AddObject(
    SpringDamper(markerNumbers=ends, referenceLength=length, springForceUserFunction=piston)
)
mbs.AddObject(ObjectGenericODE1(nodeNumbers=[oil], rhsUserFunction=chambers))
mbs.Assemble()

exact = solve_ivp(
    lambda t, z: [z[1], (push(z[2:], z[1]) - load) / mass, *pressure_rates(t, z[2:], *z[:2])],
    (0, 0.5), [0, 0, *start], rtol=1e-11, atol=1e-12, max_step=1e-3,
).y[:, -1]  # fmt: skip

for solver, steps, tolerance in (
    (exu.DynamicSolverType.GeneralizedAlpha, 1000, 2e-3),
    (exu.DynamicSolverType.RK44, 1000, 1e-5),
):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 0.5
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    solution = mbs.SolveDynamic(settings, solverType=solver)
    stroke = mbs.GetNodeOutput(node, Out.Displacement)[0]
    speed = mbs.GetNodeOutput(node, Out.Velocity)[0]
    pressures = mbs.GetNodeOutput(oil, Out.Coordinates)
    found = np.array([stroke, speed, *pressures])
    error = np.abs((found - exact) / exact).max()
    print(
        f"{solver.name}: stroke {1e3 * stroke:.4f} mm, pressures {pressures[0]:.4f} and "
        f"{pressures[1]:.4f} bar after 0.5 s, relative error {error:.1e}"
    )
    assert error < tolerance
