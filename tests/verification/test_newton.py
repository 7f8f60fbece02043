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
