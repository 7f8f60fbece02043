"""Newton's method: how many updates a step takes, and where it stops."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import distance_pendulum, make_settings


@pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])
def test_full_newton_converges_quadratically_in_large_steps(index2):
    # Exact matrices: each update doubles the digits, so about two reach 1e-12 from the predicted
    # state (2.1 measured); without the term cq/cv dc'/dq of index 2 it takes 3.4.
    settings = make_settings(0.05, 2.0, rho=0.8, index2=index2)
    settings.timeIntegration.newton.relativeTolerance = 1e-12
    solution = distance_pendulum().mbs.SolveDynamic(settings)
    assert solution.statistics["rejected"] == 0
    assert solution.statistics["newton_iterations"] <= 2.5 * solution.statistics["steps"]


def stiff_pair(origin):
    """Two masses on a stiff spring, far from the origin: forces are rounded by 1e-4 N."""
    mbs = exu.SystemContainer().AddSystem()
    ends = []
    for place in ([origin, 0, 0], [origin + 1.0, 1e-3, 0]):
        node = mbs.AddNode(NodePoint(referenceCoordinates=place, initialVelocities=[0, 1, 0]))
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
        ends.append(mbs.AddMarker(MarkerNodePosition(nodeNumber=node)))
    mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=1.0, stiffness=1e9))
    return mbs


@pytest.mark.parametrize("modified", [False, True])
def test_newton_stops_where_rounding_leaves_no_more_digits(modified):
    settings = make_settings(1e-3, 0.5, modified=modified)
    settings.timeIntegration.newton.relativeTolerance = 1e-15
    solution = stiff_pair(1e6).SolveDynamic(settings)
    assert solution.statistics["rejected"] == 0
    assert solution.statistics["newton_iterations"] < 3 * solution.statistics["steps"]
    assert np.isfinite(solution.coordinates).all()


def line_of_masses(nonlinear):
    """Three masses between Cartesian springs, one tied to another; all linear unless asked."""
    mbs = exu.SystemContainer().AddSystem()
    nodes = [mbs.AddNode(NodePointGround())]
    for k in range(3):
        nodes.append(mbs.AddNode(NodePoint(initialVelocities=[k + 1.0, 0.5, 0.0])))
        mbs.AddObject(MassPoint(nodeNumber=nodes[-1], physicsMass=1.0 + k))
    ends = [mbs.AddMarker(MarkerNodePosition(nodeNumber=node)) for node in nodes]
    springs = [
        mbs.AddObject(
            CartesianSpringDamper(markerNumbers=pair, stiffness=[80.0] * 3, damping=[0.5] * 3)
        )
        for pair in zip(ends[:-1], ends[1:], strict=True)
    ]
    mbs.AddLoad(Force(markerNumber=ends[3], loadVectorUserFunction=push))
    tied = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[k], coordinate=2)) for k in (1, 2)]
    mbs.AddObject(CoordinateConstraint(markerNumbers=tied))
    if nonlinear:
        mbs.AddObject(SpringDamper(markerNumbers=[ends[0], ends[3]], activeConnector=False))

    def stiffen(mbs, t):
        if 0.4995 < t < 0.5005:
            mbs.SetObjectParameter(springs[1], "stiffness", [200.0] * 3)
        return True

    mbs.SetPreStepUserFunction(stiffen)
    mbs.Assemble()
    return mbs


def push(mbs, t, loadVector):
    return [np.sin(5.0 * t), 0.0, np.cos(5.0 * t)]


@pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])
@pytest.mark.parametrize("modified", [False, True], ids=["full", "modified"])
def test_linear_systems_take_one_evaluation_a_step(modified, index2):
    """Also if a stiffness changes in the run; with a nonlinear item the same model looks twice."""
    settings = make_settings(1e-3, 1.0, rho=0.9, modified=modified, index2=index2)
    settings.timeIntegration.newton.relativeTolerance = 1e-12
    linear, looking = (line_of_masses(flag).SolveDynamic(settings) for flag in (False, True))
    counts = linear.statistics
    assert counts.newton_iterations == counts.steps == 1000
    assert counts.jacobians == 2
    assert counts.force_evaluations < counts.steps + 20
    assert looking.statistics.force_evaluations > 1.5 * counts.steps
    assert np.abs(linear.coordinates - looking.coordinates).max() < 1e-12
    assert np.abs(linear.multipliers - looking.multipliers).max() < 1e-9
    assert np.abs(linear.coordinates[-1]).max() > 0.1
