"""Sobol' indices
==============

Which of three uncertain numbers causes the scatter of a result, alone and together with others?
SALib chooses the points and evaluates the indices; an Ensemble runs the model at these points. The
displacement of a spring under a load is F/k, whose indices are known.

SALib is not a part of Linkwork: `pip install SALib`.
"""

import numpy as np

import linkwork as exu
from linkwork.items import *

mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround()
block = mbs.CreateMassPoint(name="block", referencePosition=[1, 0, 0], physicsMass=1)
mbs.CreateSpringDamper(name="spring", bodyNumbers=[ground, block], stiffness=400, damping=40)
mbs.CreateForce(name="push", bodyNumber=block, loadVector=[20, 0, 0])
mbs.AddSensor(
    SensorBody(name="block", bodyNumber=block,
               outputVariableType=exu.OutputVariableType.Displacement)
)  # fmt: skip
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 1.5
settings.timeIntegration.numberOfSteps = 150
solution = mbs.SolveDynamic(settings)

try:
    from SALib.analyze import sobol
    from SALib.sample import sobol as points
except ImportError:
    print("SALib is not installed: pip install SALib")
    raise SystemExit from None

problem = {
    "num_vars": 3,
    "names": ["push.loadVector[0]", "spring.stiffness", "block.physicsMass"],
    "bounds": [[10, 30], [300, 500], [0.9, 1.1]],
}
values = points.sample(problem, 1024, calc_second_order=False, seed=3)
ensemble = exu.Ensemble(mbs).table(dict(zip(problem["names"], values.T, strict=True)))
result = ensemble.record(["block"], times=1).solve(settings)
found = sobol.analyze(problem, result.values[:, -1, 0], calc_second_order=False, seed=3)

(a, b), (c, d) = problem["bounds"][:2]
mean_force, var_force = (a + b) / 2, (b - a) ** 2 / 12
mean_soft = np.log(d / c) / (d - c)  # of 1/k
var_soft = 1 / (c * d) - mean_soft**2
total = mean_force**2 * var_soft + mean_soft**2 * var_force + var_force * var_soft
exact = np.array([mean_soft**2 * var_force, mean_force**2 * var_soft, 0.0]) / total
print(f"{len(result)} members")
rows = zip(problem["names"], found["S1"], found["ST"], exact, strict=True)
for name, first, whole, wanted in rows:
    print(f"{name:20} first {first:6.3f} (exact {wanted:.3f}), total {whole:.3f}")
assert np.abs(found["S1"] - exact).max() < 0.02
