"""Compiling ahead covers what runs need."""

import subprocess
import sys

from tests.api.models import python_environment

SCRIPT = """
import linkwork as exu
from linkwork.core.kernels import compile
from linkwork.items import *
from linkwork.warmup import entries

Solver, Linear = exu.DynamicSolverType, exu.LinearSolverType


def net(wide, tall, stiff):
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    markers = {}
    for i in range(wide):
        for j in range(tall):
            node = mbs.AddNode(NodePoint(referenceCoordinates=[i, j, 0]))
            mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
            markers[i, j] = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    anchor = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[-1, 0, 0]))
    markers[-1, 0] = anchor
    for i, j in list(markers):
        for other in ((i + 1, j), (i, j + 1)):
            if other in markers:
                pair = [markers[i, j], markers[other]]
                if stiff and j == 0 and other[1] == 0:
                    mbs.AddObject(DistanceConstraint(markerNumbers=pair, distance=1.0))
                else:
                    mbs.AddObject(SpringDamper(markerNumbers=pair, stiffness=1.0))
    mbs.AddLoad(Force(markerNumber=markers[0, 0], loadVector=[0, 0, 1]))
    return mbs


for wide, tall in ((3, 1), (6, 1), (30, 1), (9, 9)):
    for stiff in (False, True):
        for linear in (None, Linear.EXUdense, Linear.EigenSparse, Linear.EigenSparseSymmetric):
            mbs = net(wide, tall, stiff)
            mbs.Assemble()
            settings = exu.SimulationSettings()
            settings.timeIntegration.numberOfSteps = 2
            settings.timeIntegration.endTime = 1e-3
            settings.timeIntegration.verboseMode = 0
            settings.solutionSettings.writeSolutionToFile = False
            if linear is not None:
                settings.linearSolverType = linear
            for solver in (Solver.GeneralizedAlpha, Solver.RK44, Solver.VelocityVerlet):
                mbs.SolveDynamic(settings, solver)
known = {entry for entry, _ in entries()}
asked = {f for f in compile._by_function if f.__module__.startswith("linkwork.")}
assert len(asked) > 40, len(asked)
for f in asked - known:
    print(getattr(f, "name", f))
"""


def test_runs_ask_for_no_kernel_that_is_not_compiled_ahead():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=python_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
