"""Runs without `compatibility` are the same before and after runs with it, to the last bit."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .compatible import settings_of

EXPLICIT = ("RK44", "DOPRI5", "VelocityVerlet")


def tied_mass(active=True):
    """2 kg pulled along x and y, tied to the ground along x: (mbs, constraint)"""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[0, 1, 0]))
    body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0))
    ends = [(mbs.AddNode(NodePointGround()), 0), (node, 0)]
    marks = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=c)) for n, c in ends]
    tie = mbs.AddObject(CoordinateConstraint(markerNumbers=marks, activeConnector=active))
    place = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
    mbs.AddLoad(Force(markerNumber=place, loadVector=[3, 4, 0]))
    return mbs, tie


def usual(mbs, solver):
    """End of a run without compatibility."""
    return mbs.SolveDynamic(settings_of(10, 0.1, ""), solverType=solver).coordinates[-1]


@pytest.mark.parametrize("solver", EXPLICIT)
def test_a_run_that_cannot_be_made_leaves_constraints_on(solver, tmp_path):
    mbs, _ = tied_mass()
    file = tmp_path / "run.lwr"
    writing = dict(
        solutionSettings__writeRestartFile=True, solutionSettings__restartFileName=str(file)
    )
    mbs.SolveDynamic(settings_of(10, 0.1, "", **writing), solverType=solver)
    with pytest.raises(exu.SysError, match="compatibility is 'exudyn', it was ''"):
        mbs.SolveDynamic(settings_of(10, 0.1, **writing), solverType=solver, resumeFrom=file)
    found = usual(mbs, solver)
    assert found == pytest.approx([0.0, 0.11, 0.0], abs=1e-15)
    assert (found == usual(tied_mass()[0], solver)).all()


@pytest.mark.parametrize("solver", EXPLICIT)
def test_switches_of_a_run_with_held_coordinates_stay(solver):
    mbs, tie = tied_mass()

    def release(mbs, t):
        mbs.SetObjectParameter(tie, "activeConnector", False)
        return True

    mbs.SetPreStepUserFunction(release)
    mbs.SolveDynamic(settings_of(10, 0.1), solverType=solver)
    mbs.SetPreStepUserFunction(0)
    assert mbs.GetObjectParameter(tie, "activeConnector") is False
    found = usual(mbs, solver)
    assert found == pytest.approx([0.0075, 0.11, 0.0], rel=1e-12)
    assert np.array_equal(found, usual(tied_mass(active=False)[0], solver))


@pytest.mark.parametrize("solver", ("RK44", "DOPRI5", "ExplicitEuler", "VelocityVerlet"))
def test_held_coordinates_are_free_afterwards(solver):
    mbs, tie = tied_mass()
    mbs.SolveDynamic(settings_of(10, 0.1), solverType=solver)
    mbs.SetObjectParameter(tie, "activeConnector", False)
    solution = mbs.SolveDynamic(settings_of(10, 0.1, ""), solverType=solver)
    assert solution.accelerations == pytest.approx(np.tile([1.5, 2, 0], (11, 1)), rel=1e-12)
