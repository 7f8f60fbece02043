"""Pendulum and chain, with their time per step
============================================

Linkwork's demonstration: a pendulum compared with its exact motion, and a falling spring chain. It
prints a short table. With file names as arguments it also writes a plot (``demo.png``) and a page
that plays both models side by side (``demo.html``).
"""

import sys
import time

import numpy as np

import linkwork as exu
from linkwork.items import *

GRAVITY = 9.81
EXACT = {  # pendulum of 1 m released at (-1, 0): IFToMM benchmark A01, elliptic functions
    1.0: (0.98629175113187532, -0.16501085312554117),
    5.0: (-0.94230543504375734, -0.33475433841400058),
    10.0: (-0.27508746257611686, -0.96141920509912506),
}


def add_pendulum(mbs, pivot=(0, 0)):
    """A mass on a rigid rod, to the left of its pivot; returns the node of the mass."""
    x, y = pivot
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint2D(name="bob", referenceCoordinates=[x - 1, y]))
    mass = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=1))
    top = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[x, y, 0]))
    bob = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    mbs.AddObject(DistanceConstraint(name="rod", markerNumbers=[top, bob], distance=1))
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
    mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -GRAVITY, 0]))
    return node


def add_chain(mbs, count=20, start=(0, 0)):
    """Masses on springs in a straight horizontal line, hung at one end; returns the last node."""
    x, y = start
    ground = mbs.AddObject(ObjectGround())
    last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[x, y, 0]))
    length = 1.0 / count
    for k in range(count):
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[x + length * (k + 1), y]))
        mass = mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=1.0 / count))
        marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        mbs.AddObject(
            SpringDamper(
                markerNumbers=[last, marker], referenceLength=length, stiffness=4e3, damping=0.5
            )
        )
        weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
        mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -GRAVITY, 0]))
        last = marker
    return node


def pendulum(step=1e-3, end=10.0):
    """The pendulum alone, released from the horizontal, and its distance from the exact motion."""
    mbs = exu.SystemContainer().AddSystem()
    add_pendulum(mbs)
    mbs.Assemble()
    solution, seconds = solve(mbs, step, end)
    positions = solution.coordinates + np.array([-1.0, 0.0])
    error = max(
        np.abs(positions[np.argmin(np.abs(solution.times - t))] - exact).max()
        for t, exact in EXACT.items()
    )
    return solution.times, positions, solution.multipliers[:, 0], solution, seconds, error


def spring_chain(count=20, step=1e-3, end=4.0):
    """The chain alone."""
    mbs = exu.SystemContainer().AddSystem()
    add_chain(mbs, count)
    mbs.Assemble()
    solution, seconds = solve(mbs, step, end)
    place = np.arange(1, count + 1) / count
    shapes = solution.coordinates.reshape(len(solution.times), count, 2)
    shapes = shapes + np.column_stack([place, np.zeros(count)])
    return solution.times, shapes, solution, seconds


def side_by_side(step=1e-3, end=4.0):
    """Both models in one system, with sensors at their ends, for the page."""
    mbs = exu.SystemContainer().AddSystem()
    ends = add_pendulum(mbs, (-1.3, 0)), add_chain(mbs, start=(1.3, 0))
    for name, node in zip(("pendulum", "end of the chain"), ends, strict=True):
        place = exu.OutputVariableType.Position
        mbs.AddSensor(SensorNode(name=name, nodeNumber=node, outputVariableType=place))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = round(end / step)
    settings.timeIntegration.newton.useModifiedNewton = True
    return mbs.SolveDynamic(settings)


def solve(mbs, step, end):
    """Solve twice: the first run may have to compile, the second is timed."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = round(end / step)
    settings.timeIntegration.newton.useModifiedNewton = True
    mbs.SolveDynamic(settings)
    start = time.perf_counter()
    solution = mbs.SolveDynamic(settings)
    return solution, time.perf_counter() - start


def plot(path, pendulum_result, chain_result):
    """Draw both results into a file; needs Matplotlib."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    times, positions, tension = pendulum_result
    chain_times, shapes = chain_result
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(14, 4.2), layout="constrained")
    left.plot(times, positions[:, 0], label="x")
    left.plot(times, positions[:, 1], label="y")
    left.set(title="Pendulum: position", xlabel="time [s]", ylabel="position [m]")
    left.set(xlim=(0, 10), ylim=(-1.1, 1.45))
    left.legend(loc="upper center", ncols=2, frameon=False)
    middle.plot(times, tension, color="tab:red")
    middle.set(title="Pendulum: force in the rod", xlabel="time [s]", ylabel="force [N]")
    middle.set(xlim=(0, 10), ylim=(0, 32))
    colors = plt.get_cmap("viridis")
    for k, t in enumerate((0.0, 0.2, 0.4, 0.5, 0.6, 0.8)):
        shape = shapes[np.argmin(np.abs(chain_times - t))]
        line = np.vstack([[0.0, 0.0], shape])
        right.plot(line[:, 0], line[:, 1], "o-", ms=3, color=colors(k / 5.5), label=f"t = {t:g} s")
    right.plot(0, 0, "k^", ms=9)
    right.set(title="Falling chain of 20 springs", xlabel="x [m]", ylabel="y [m]", aspect="equal")
    right.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    figure.savefig(path, dpi=120)


def main():
    print("Linkwork", exu.__version__)
    times, positions, tension, swing, swing_seconds, error = pendulum()
    chain_times, shapes, chain, chain_seconds = spring_chain()
    print(f"{'model':28s} {'steps':>7s} {'us/step':>8s}  result")
    for name, solution, seconds, result in (
        ("pendulum, rigid rod", swing, swing_seconds, f"largest error {error:.1e} m in 10 s"),
        (
            "chain of 20 springs",
            chain,
            chain_seconds,
            f"its end swings down to y = {shapes[:, -1, 1].min():.3f} m",
        ),
    ):
        steps = solution.statistics["steps"]
        print(f"{name:28s} {steps:7d} {seconds / steps * 1e6:8.2f}  {result}")
    both = side_by_side()
    for picture in sys.argv[1:]:
        if picture.endswith(".html"):
            both.export_html(picture, title="Pendulum and falling chain")
        else:
            plot(picture, (times, positions, tension), (chain_times, shapes))
        print(f"picture: {picture}")
    assert error < 2e-3, "the pendulum must follow its exact motion"
    assert shapes[:, -1, 1].min() < -0.9, "the chain must swing down"
    swung = both.sensor("pendulum")[:, 1:3] + [1.3, 0]
    assert np.abs(swung[-1] - positions[np.argmin(np.abs(times - 4.0))]).max() < 1e-3
    return both


if __name__ == "__main__":
    solution = main()
