"""Dry friction as a user-defined item
====================================

A pendulum on a spring with dry friction. The friction damper is a user-defined connector, declared
in the file ``friction_damper.py``; the motion is compared with a solution by SciPy.
"""

import math

import numpy as np
from friction_damper import FrictionDamper
from scipy.integrate import solve_ivp

import linkwork as exu
from linkwork import extend
from linkwork.items import *

mass, gravity, stiffness, length = 1.5, 9.81, 400.0, 0.8  # kg, m/s^2, N/m, m
friction = dict(sliding=2.0, breakaway=3.5, stribeck=0.1, smoothing=0.02, damping=0.4)
start, end = [0.5, -0.6], 2.0  # m, s

error = extend.check(FrictionDamper, speed=0.1, **friction)
print(f"largest error of the Jacobian against differences: {error:.1e}")


def pendulum(solver, steps):
    """Position of the mass at the end, and the system."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=start))
    body = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=mass))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=number)) for number in (ground, body)]
    mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=length, stiffness=stiffness))
    damper = mbs.AddObject(FrictionDamper(markerNumbers=ends, **friction))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, -mass * gravity, 0]))
    force = exu.OutputVariableType.ForceLocal
    mbs.AddSensor(SensorObject(objectNumber=damper, outputVariableType=force, storeInternal=True))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = end
    settings.solutionSettings.sensorsWritePeriod = end / steps
    mbs.SolveDynamic(settings, solverType=solver)
    return mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[:2], mbs


def motion(t, y):
    """The equations of the same pendulum for SciPy."""
    place, velocity = y[:2], y[2:]
    L = math.hypot(*place)
    along = place / L
    w = along @ velocity
    bell = (friction["breakaway"] - friction["sliding"]) * math.exp(
        -((w / friction["stribeck"]) ** 2)
    )
    F = (friction["sliding"] + bell) * math.tanh(w / friction["smoothing"])
    F += friction["damping"] * w + stiffness * (L - length)
    return [*velocity, *(-F * along / mass - [0.0, gravity])]


wanted = solve_ivp(motion, (0, end), [*start, 0, 0], method="DOP853", rtol=1e-12, atol=1e-13)
wanted = wanted.y[:2, -1]
explicit, system = pendulum(exu.DynamicSolverType.RK67, 20000)
implicit, _ = pendulum(exu.DynamicSolverType.GeneralizedAlpha, 20000)
for name, found in (("RK67", explicit), ("generalized-alpha", implicit)):
    print(f"{name}: {found} m, error {np.abs(found - wanted).max():.1e} m")
assert np.abs(explicit - wanted).max() < 1e-11
assert np.abs(implicit - wanted).max() < 1e-7

solution = system.solution
forces = system.GetSensorStoredData(0)[:, 1]
print(f"friction force between {forces.min():.3f} and {forces.max():.3f} N")
assert abs(forces.max() - 3.178) < 1e-3 < 3.5 - forces.max()

text = extend.to_json(FrictionDamper(markerNumbers=[0, 1], **friction))
assert extend.from_json(text).breakaway == 3.5
