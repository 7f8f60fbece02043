"""The same model in other units gives the same numbers: nothing depends on absolute sizes."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *


def solve(length, mass, time, modified, index2, origin=0.0):
    """Spring-damper and rod in one swinging model, in scaled units; scaled back results."""
    force = mass * length / time**2
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround(referencePosition=[origin, 0, 0]))
    fixed = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    last = fixed
    for place in ([1.0, 0.0, 0.0], [1.0, -1.1, 0.3]):
        reference = length * np.array(place) + [origin, 0, 0]
        node = mbs.AddNode(NodePoint(referenceCoordinates=reference))
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
        marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
        mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -9.81 * force, 0]))
        if last is fixed:
            mbs.AddObject(DistanceConstraint(markerNumbers=[last, marker], distance=length))
        else:
            mbs.AddObject(
                SpringDamper(
                    markerNumbers=[last, marker],
                    referenceLength=length,
                    stiffness=80 * force / length,
                    damping=force / length * time,
                )
            )
        last = marker
    settings = exu.SimulationSettings()
    integration = settings.timeIntegration
    integration.endTime, integration.numberOfSteps = time, 500
    integration.minimumStepSize = 1e-8 * time
    integration.newton.useModifiedNewton = modified
    integration.generalizedAlpha.useIndex2Constraints = index2
    settings.solutionSettings.solutionWritePeriod = time
    solution = mbs.SolveDynamic(settings)
    return solution.coordinates[-1] / length, solution.multipliers[-1] / force


@pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])
@pytest.mark.parametrize("modified", [False, True], ids=["full", "modified"])
@pytest.mark.parametrize(
    "units",
    [(1e-6, 1.0, 1.0), (1.0, 1e-9, 1.0), (1.0, 1e25, 1.0), (1e11, 1e25, 1e7), (1e-6, 1e-15, 1.0)],
)
def test_units_do_not_matter(units, modified, index2):
    expected = solve(1.0, 1.0, 1.0, modified, index2)
    found = solve(*units, modified, index2)
    # Newton's tolerance of 1e-8 is relative to the forces, whatever their size.
    np.testing.assert_allclose(found[0], expected[0], rtol=0, atol=1e-6)
    np.testing.assert_allclose(found[1], expected[1], rtol=1e-5)


def test_place_of_the_origin_does_not_matter():
    expected = solve(1.0, 1.0, 1.0, False, False)
    found = solve(1.0, 1.0, 1.0, False, False, origin=1e6)
    # Positions of 1e6 m are rounded by 1e-10 m.
    np.testing.assert_allclose(found[0], expected[0], rtol=0, atol=1e-8)
