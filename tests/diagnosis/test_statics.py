"""Checks of runs at rest: what SolveStatic does not need is not asked for."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import codes, ground, only, system

pytestmark = pytest.mark.processors


def hanging(rods=1, load=(0, -9.81, 0), **values):
    """A point without mass on rods."""
    mbs = system()
    node = mbs.AddNode(NodePoint(name="end", referenceCoordinates=[1, 0, 0], **values))
    ends = [ground(mbs), mbs.AddMarker(MarkerNodePosition(nodeNumber=node))]
    for k in range(rods):
        mbs.AddObject(DistanceConstraint(name=f"rod{k}", markerNumbers=ends, distance=1.0))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=list(load)))
    mbs.Assemble()
    return mbs


def place(mbs):
    return mbs.GetNodeOutput("end", exu.OutputVariableType.Position)


def test_masses_velocities_and_steps_are_not_asked_for():
    mbs = hanging(initialVelocities=[3, 0, 0])
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = -1.0
    assert {"no-mass", "violated-velocities", "end-time"} <= set(codes(mbs.Check(settings)))
    assert codes(mbs.Check(settings, static=True)) == []
    mbs.SolveStatic()
    np.testing.assert_allclose(place(mbs), [0, -1, 0], atol=1e-9)


def test_positions_may_be_off_their_constraints():
    mbs = hanging(initialCoordinates=[0.3, 0, 0])
    assert "violated-positions" in codes(mbs.Check())
    assert codes(mbs.Check(static=True)) == []
    mbs.SolveStatic()
    np.testing.assert_allclose(place(mbs), [0, -1, 0], atol=1e-9)


def test_redundant_constraints_share_their_forces():
    mbs = hanging(rods=2)
    finding = only(mbs.Check(static=True), "redundant")
    assert finding.severity == "warning" and "the smallest ones are used" in finding.text
    assert "'rod1' (object 2)" in finding.item
    with pytest.warns(UserWarning, match="the smallest ones that balance"):
        mbs.SolveStatic()
    np.testing.assert_allclose(place(mbs), [0, -1, 0], atol=1e-9)


def test_what_no_equilibrium_has_is_told():
    mbs = hanging()
    mbs.AddObject(DistanceConstraint(name="other", markerNumbers=[0, 1], distance=1.5))
    found = mbs.Check(static=True)
    assert set(codes(found)) == {"conflict"} and found.errors


def test_settings_without_effect_are_told():
    settings = exu.SimulationSettings()
    settings.staticSolver.verboseModeFile = 1
    finding = only(hanging().Check(settings, static=True), "no-effect-setting")
    assert finding.item == "staticSolver.verboseModeFile"


def test_static_and_a_solver_type_are_two_checks():
    mbs, solver = hanging(), exu.DynamicSolverType.RK44
    both = mbs.Check(solverType=solver, static=True)
    assert {*both} == {*mbs.Check(static=True), *mbs.Check(solverType=solver)}
