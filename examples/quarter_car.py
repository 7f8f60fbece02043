"""Quarter car on a bump
=====================

A wheel and a quarter of a car on springs and dampers drive over a bump. The road is a point that
moves by a table, without mass: the tire sees its height and its speed. The same equations are
integrated by SciPy, and both must agree. The energy account shows what the road puts into the car
and where it goes. Heights count from the equilibrium, so weights do not appear.
"""

import numpy as np

import linkwork as exu
from linkwork.utilities import *

body_mass, wheel_mass = 350.0, 40.0  # kg
spring, damper = 20e3, 1500.0  # N/m, N s/m
tire, tire_damper = 200e3, 100.0
speed, length, height = 6.0, 1.0, 0.03  # m/s, m, m

# The bump as it was measured: height over the way, every 50 mm.
way = np.linspace(0, length, 21)
bump = 0.5 * height * (1 - np.cos(2 * np.pi * way / length))
times, heights = 0.1 + way / speed, bump

mbs = exu.SystemContainer().AddSystem()
road = mbs.CreateMovingPoint(name="road", axis=[0, 0, 1], times=times, values=heights)
wheel = mbs.CreateMassPoint(name="wheel", referencePosition=[0, 0, 0.3], physicsMass=wheel_mass)
body = mbs.CreateMassPoint(name="body", referencePosition=[0, 0, 0.9], physicsMass=body_mass)
for name, ends, gap, stiffness, damping in (
    ("tire", [road, wheel], 0.3, tire, tire_damper),
    ("suspension", [wheel, body], 0.6, spring, damper),
):
    mbs.CreateCartesianSpringDamper(
        name=name, bodyNumbers=ends, stiffness=[1e3, 1e3, stiffness], damping=[0, 0, damping],
        offset=[0, 0, gap],
    )  # fmt: skip
drive = mbs.GetObjectNumber("road:z")
Out = exu.OutputVariableType
mbs.AddSensor(SensorObject(objectNumber=drive, outputVariableType=Out.Force, name="force of road"))
mbs.AddSensor(SensorObject(objectNumber=drive, outputVariableType=Out.Power, name="power of road"))
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 2
settings.timeIntegration.numberOfSteps = 4000
settings.solutionSettings.solutionWritePeriod = 0.0005
settings.solutionSettings.sensorsWritePeriod = 0.0005
fine = mbs.SolveDynamic(settings, solverType="RK44")
solution = mbs.SolveDynamic(settings)
energy = solution.energy()


def independent(t):
    """Heights of wheel and body by SciPy, over the same spline."""
    from scipy.integrate import solve_ivp
    from scipy.interpolate import CubicSpline

    spline = CubicSpline(times, heights, bc_type="clamped")

    def rates(t, x):
        z_w, z_b, v_w, v_b = x
        inside = times[0] <= t <= times[-1]
        z, v = (float(spline(t)), float(spline(t, 1))) if inside else (0.0, 0.0)
        below = tire * (z_w - z) + tire_damper * (v_w - v)
        above = spring * (z_b - z_w) + damper * (v_b - v_w)
        return [v_w, v_b, (above - below) / wheel_mass, -above / body_mass]

    pieces, state, start = [], np.zeros(4), 0.0
    for end in (times[0], times[-1], t[-1]):  # accelerations have kinks there
        own = t[(t > start) & (t <= end)] if start else t[t <= end]
        run = solve_ivp(rates, (start, end), state, t_eval=own, rtol=1e-10, atol=1e-13)
        pieces.append(run.y[:2])
        whole = solve_ivp(rates, (start, end), state, rtol=1e-10, atol=1e-13)
        state, start = whole.y[:, -1], end
    return np.concatenate(pieces, axis=1)


t = solution.times
z, wanted = solution.coordinates[:, [5, 8]].T, independent(t)
error = np.abs(z - wanted).max()
lifted = 1e3 * z.max(axis=1)
work, lost = energy.work[-1], energy.dissipated[-1]
weight = 9.81 * (body_mass + wheel_mass)
push = weight - solution.sensors["force of road"][:, 1]
print(f"a bump of {1e3 * height:.0f} mm lifts the wheel by {lifted[0]:.2f} mm and the body by "
      f"{lifted[1]:.2f} mm, {error:.1e} m off SciPy")  # fmt: skip
print(f"the road puts {work:.2f} J into the car, dampers take {lost:.2f} J; "
      f"balance within {energy.error:.1e} J")  # fmt: skip
print(f"the road carries {push.min():.0f} to {push.max():.0f} N: the tire stays on it")
assert error < 3e-6 and np.abs(fine.coordinates[:, [5, 8]].T - wanted).max() < 5e-8
assert push.min() > 0
assert energy.error < 2e-3 * work and abs(work - lost) < 0.05 * work
