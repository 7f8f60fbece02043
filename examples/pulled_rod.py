"""Wave through two elastic rods
=============================

Two elastic rods, given by their matrices, are glued to one by a vector equation. Each rod is a
chain of finite elements with a sparse stiffness matrix and a diagonal mass matrix, as a finite
element program hands them over. The first rod is clamped, the end of the second one is pulled with
a sudden force F. A wave runs through the rods with the speed c = sqrt(E/rho); until it comes back,
at t = 2 L/c, the end moves with the speed F/(A sqrt(E rho)), and the glue carries nothing until the
wave is there, then F.
"""

import numpy as np
from scipy.sparse import diags

import linkwork as exu
from linkwork.items import *

E, rho, A, L, F = 2.1e11, 7800.0, 1e-4, 2.0, 1000.0  # N/m^2, kg/m^3, m^2, m of both rods, N
count = 300  # elements of each rod
size = L / (2 * count)
c = np.sqrt(E / rho)


def rod(mbs, clamped, force):
    """Node of a new rod; a clamped one has no coordinate at its start."""
    n = count if clamped else count + 1
    masses, stiffness = np.full(n, rho * A * size), np.full(n, 2 * E * A / size)
    for k in (n - 1,) if clamped else (0, n - 1):  # a free end belongs to one element
        masses[k] /= 2
        stiffness[k] /= 2
    node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=n))
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node],
            massMatrix=diags(masses),
            stiffnessMatrix=diags([-E * A / size, stiffness, -E * A / size], [-1, 0, 1], (n, n)),
            forceVector=[0.0] * (n - 1) + [force],
        )
    )
    return node


SC = exu.SystemContainer()
mbs = SC.AddSystem()
nodes = rod(mbs, True, 0.0), rod(mbs, False, F)
end, start = np.zeros((1, count)), np.zeros((1, count + 1))
end[0, -1] = start[0, 0] = 1.0  # start of the second rod = end of the first
glue = mbs.AddObject(
    CoordinateVectorConstraint(
        markerNumbers=[mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n)) for n in nodes],
        scalingMarker0=end,
        scalingMarker1=start,
    )
)
mbs.Assemble()

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 1.8 * L / c
settings.timeIntegration.numberOfSteps = 2000
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.6
settings.solutionSettings.solutionWritePeriod = 0  # every step
solution = mbs.SolveDynamic(settings)

times, q, force = solution.times, solution.coordinates, solution.multipliers[:, 0]
moved = F / (A * np.sqrt(E * rho)) * times
error = np.abs(q[:, -1] - moved).max() / moved[-1]
before, behind = times < 0.4 * L / c, (times > 0.7 * L / c) & (times < 1.4 * L / c)
print(f"{q.shape[1]} coordinates, the end moved by {1e3 * q[-1, -1]:.4f} mm, off by {error:.1e}")
print(f"force in the glue: {np.abs(force[before]).max():.1e} N, then {force[behind].mean():.1f} N")
assert error < 1e-3
assert np.abs(force[before]).max() < 1e-3 * F
assert abs(force[behind].mean() - F) < 0.01 * F
assert np.abs(q[:, count - 1] - q[:, count]).max() < 1e-12
