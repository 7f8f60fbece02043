"""Items of users whose law depends on data coordinates, which a pre-step function sets."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.extend import CoordinateConnector, define
from linkwork.items import *

Solver = exu.DynamicSolverType


class DataSpring(CoordinateConnector):
    """f = d_0 (q_1 - q_0) with the first data coordinate d_0 of the system as stiffness."""

    type_name = "DataSpring"


def residual(table, markers, data_coordinates, marker_force_out):
    for i in range(table.size):
        e = table[i]
        f = data_coordinates[0] * (markers[e.m1].p[0] - markers[e.m0].p[0])
        marker_force_out[e.m0, 0] += f
        marker_force_out[e.m1, 0] -= f


def jacobian(table, data_coordinates, stiffness_out):
    for i in range(table.size):
        stiffness_out[i] = data_coordinates[0]


def potential(table, markers, data_coordinates, energy_out):
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.5 * data_coordinates[0] * (markers[e.m1].p[0] - markers[e.m0].p[0]) ** 2


define(DataSpring, residual, jacobian, potential)


@pytest.mark.parametrize(
    ("solver", "error"), [(Solver.RK44, 1e-9), (Solver.GeneralizedAlpha, 1e-4)]
)
@pytest.mark.parametrize("period", [0.0, 0.03])
def test_a_spring_that_is_made_stiffer(solver, error, period):
    """From 20 to 80 N/m in the step that begins at 0.3 s: 30 q^2 of work."""
    mbs = exu.SystemContainer().AddSystem()
    wall = mbs.AddNode(NodePointGround())
    node = mbs.AddNode(Node1D(initialCoordinates=[0.4], initialVelocities=[0.5]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=2.0))
    mbs.AddNode(NodeGenericData(initialCoordinates=[20.0], numberOfDataCoordinates=1))
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=each, coordinate=0)) for each in (wall, node)
    ]
    mbs.AddObject(DataSpring(markerNumbers=ends))
    moved = []

    def stiffen(mbs, t):
        if abs(t - 0.301) < 1e-9:
            mbs.systemData.SetDataCoordinates([80.0])
            moved.append(mbs.systemData.GetODE2Coordinates()[0])
        return True

    mbs.SetPreStepUserFunction(stiffen)
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, 1000
    settings.solutionSettings.solutionWritePeriod = period
    solution = mbs.SolveDynamic(settings, solver)
    found = solution.energy()
    assert len(solution.jumps) == 1 and found.error < error
    work = found.parts["work"]["pre-step function"]
    assert work[-1] == pytest.approx(30.0 * moved[0] ** 2, rel=1e-12)
    assert not np.any(work[solution.times < 0.3001])
