"""Tuning a damper
===============

A small mass on a spring and a damper calms a large mass that vibrates without damping of its own.
Which stiffness and damping are best? Den Hartog gave the answer for a periodic force: the two peaks
of the frequency response become equally high. For a blow the integral of the squared motion counts;
its best values are known as well. The optimizer knows neither formula and finds both.
"""

import numpy as np

import linkwork as exu
from linkwork.utilities import *

M, K, ratio = 100.0, 4.0e4, 0.05  # kg, N/m, mass of the damper over M
m, omega = ratio * M, np.sqrt(K / M)

mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround()
main = mbs.CreateMassPoint(name="main", referencePosition=[1, 0, 0], physicsMass=M)
small = mbs.CreateMassPoint(name="small", referencePosition=[2, 0, 0], physicsMass=m)
for name, ends, stiffness, damping in (
    ("support", [ground, main], K, 0.0),
    ("absorber", [main, small], ratio * K, 20.0),
):
    mbs.CreateCartesianSpringDamper(
        name=name, bodyNumbers=ends, offset=[1, 0, 0], stiffness=[stiffness, K, K],
        damping=[damping, 0, 0],
    )  # fmt: skip
mbs.AddSensor(SensorBody(bodyNumber=main, outputVariableType=exu.OutputVariableType.Displacement,
                         name="main"))  # fmt: skip
vary = {"absorber.stiffness[0]": (0.8 * ratio * K, 100, 5000), "absorber.damping[0]": (20, 1, 500)}

# A periodic force on the main mass: the largest amplitude over all frequencies, times K over force.
frequencies = omega * np.linspace(0.6, 1.4, 4001)


def largest_amplitude(linear):
    """From the matrices of the linearized system, for motions along x: coordinates 0 and 3."""
    M_x, D_x, K_x = (matrix.toarray()[::3, ::3] for matrix in (linear.M, linear.D, linear.K))
    w = frequencies[:, None, None]
    return K * np.abs(np.linalg.inv(K_x + 1j * w * D_x - w**2 * M_x)[:, 0, 0]).max()


den_hartog = {
    "absorber.stiffness[0]": m * (omega / (1 + ratio)) ** 2,
    "absorber.damping[0]": 2 * m * omega * np.sqrt(3 * ratio / (8 * (1 + ratio) ** 3)),
}
best = exu.optimize(
    mbs, largest_amplitude, vary, solve=lambda mbs: mbs.Linearize(), method="Nelder-Mead"
)
print(best)
for name, value in den_hartog.items():
    print(f"Den Hartog: {name} = {value:.6g}")
peak = np.sqrt(1 + 2 / ratio)
print(f"amplification {best.objective:.4f}, Den Hartog's {peak:.4f}\n")
assert abs(best.objective / peak - 1) < 5e-3
for name, value in den_hartog.items():
    assert abs(best.values[name] / value - 1) < 0.02

# A blow: the root mean square of the motion that follows.
mbs.SetNodeParameter(0, "initialVelocities", [1, 0, 0])
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 8
settings.timeIntegration.numberOfSteps = 4000
settings.solutionSettings.sensorsWritePeriod = settings.solutionSettings.solutionWritePeriod = 0.01
after_blow = exu.optimize(mbs, ("main", "x", "rms"), vary, settings, solverType="RK44")
print(after_blow)
solution = after_blow.solution

stiffness = m * omega**2 * (1 + ratio / 2) / (1 + ratio) ** 2
zeta = np.sqrt(ratio * (1 + 0.75 * ratio) / (4 * (1 + ratio) * (1 + 0.5 * ratio)))
damping = 2 * zeta * np.sqrt(stiffness * m)
print(f"closed form: {stiffness:.2f} N/m, {damping:.4f} N s/m")
assert abs(after_blow.values["absorber.stiffness[0]"] / stiffness - 1) < 2e-3
assert abs(after_blow.values["absorber.damping[0]"] / damping - 1) < 5e-3
