"""Tolerances of a slider-crank
============================

Ten thousand slider-cranks whose lengths scatter within their tolerances. Of each run, a function
keeps the stroke of the piston and the largest force in the connecting rod. The strokes are compared
with the closed form for the same lengths, and the scatter shows which tolerance matters.
"""

import sys

import numpy as np

import linkwork as exu
from linkwork.items import *

R, L, SPEED = 0.05, 0.15, 60.0  # crank and rod [m], angular velocity [rad/s]
MEMBERS = int(sys.argv[1]) if len(sys.argv) > 1 else 10000

mbs = exu.SystemContainer().AddSystem()
ground = mbs.CreateGround()
pin = mbs.CreateMassPoint(
    name="pin", referencePosition=[0, R, 0], initialVelocity=[-SPEED * R, 0, 0], physicsMass=20.0
)
piston = mbs.CreateMassPoint(
    name="piston", referencePosition=[np.sqrt(L**2 - R**2), 0, 0],
    initialVelocity=[-SPEED * R, 0, 0], physicsMass=0.2,
)  # fmt: skip
on_ground, on_pin, on_piston = (
    mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, pin, piston)
)
mbs.AddObject(DistanceConstraint(markerNumbers=[on_ground, on_pin], distance=R, name="crank"))
link = mbs.AddObject(DistanceConstraint(markerNumbers=[on_pin, on_piston], distance=L, name="rod"))

# The pin stays in the plane, the piston on its line, which may miss the crankshaft by an offset.
fixed = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
for body, axis, name in ((pin, 2, "plane"), (piston, 2, "guide z"), (piston, 1, "guide")):
    moving = MarkerNodeCoordinate(nodeNumber=mbs.GetObject(body)["nodeNumber"], coordinate=axis)
    mbs.AddObject(CoordinateConstraint(markerNumbers=[fixed, mbs.AddMarker(moving)], name=name))
mbs.AddSensor(
    SensorBody(name="piston", bodyNumber=piston, outputVariableType=exu.OutputVariableType.Position)
)
mbs.AddSensor(
    SensorObject(name="rod", objectNumber=link, outputVariableType=exu.OutputVariableType.Force)
)

settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 2 * np.pi / SPEED * 1.1
settings.timeIntegration.numberOfSteps = 200


def peak(values):
    """Largest value of a smooth curve: the top of the parabola through its three largest rows."""
    k = min(max(int(values.argmax()), 1), len(values) - 2)
    left, middle, right = values[k - 1 : k + 2]
    return middle + (right - left) ** 2 / (8 * (2 * middle - left - right))


def stroke_and_force(times, rows):
    x, force = rows[:, 0], np.linalg.norm(rows[:, 3:6], axis=1)
    return {"stroke": peak(x) + peak(-x), "force": peak(force)}


drawn = exu.Ensemble(mbs).sample(
    {
        "crank.distance": exu.truncated(exu.normal(R, 2e-5), R - 5e-5, R + 5e-5),
        "rod.distance": exu.truncated(exu.normal(L, 4e-5), L - 1e-4, L + 1e-4),
        "guide.offset": exu.uniform(-2e-3, 2e-3),
        "object:piston.physicsMass": exu.normal(0.2, 0.002),
    },
    members=MEMBERS,
    seed=1,
)
r, rod, e, m = drawn.values().T

# The start follows from the lengths, so all columns together are a table.
ensemble = exu.Ensemble(mbs).table(
    {
        "crank.distance": r,
        "rod.distance": rod,
        "guide.offset": e,
        "object:piston.physicsMass": m,
        "pin.initialDisplacement[1]": r - R,
        "pin.initialVelocity[0]": -SPEED * r,
        "piston.initialDisplacement[0]": np.sqrt(rod**2 - (r - e) ** 2) - np.sqrt(L**2 - R**2),
        "piston.initialDisplacement[1]": e,
        "piston.initialVelocity[0]": -SPEED * r,
    }
)
ensemble.record(["piston", "rod"], times=201, function=stroke_and_force)
print(ensemble)
result = ensemble.solve(settings)
print(result)

exact = np.sqrt((rod + r) ** 2 - e**2) - np.sqrt((rod - r) ** 2 - e**2)
stroke, force = result.values.T
print(f"stroke {stroke.mean() * 1e3:.4f} +- {stroke.std() * 1e3:.4f} mm, ", end="")
print(f"largest difference from the closed form {abs(stroke - exact).max() * 1e6:.3f} um")
print(f"force  {force.mean():.2f} +- {force.std():.2f} N")
for name, column in zip(result.parameters[:4], (r, rod, e, m), strict=True):
    print(f"  {name:26} correlation with stroke {np.corrcoef(column, stroke)[0, 1]:6.3f}, ", end="")
    print(f"with force {np.corrcoef(column, force)[0, 1]:6.3f}")
assert result and abs(stroke - exact).max() < 1e-7
solution = result.member(int(stroke.argmax()))  # the longest stroke
