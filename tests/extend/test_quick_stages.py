"""Stages of explicit solvers with composed rotations: who reads rotation vectors gets them."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from . import kinds

pytestmark = pytest.mark.processors

Solver, Variable = exu.DynamicSolverType, exu.OutputVariableType


def body(function=None, item=None):
    """A body that tumbles; a function of its rotation vector may push it, an item may hold it."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeRigidBodyRotVecLG(
            referenceCoordinates=[0, 0, 0, 0.1, 0.2, 0.3],
            initialVelocities=[0, 0, 0, 0.5, 2.0, 0.3],
        )
    )
    part = mbs.AddObject(
        ObjectRigidBody(physicsMass=1, physicsInertia=[0.1, 0.2, 0.3, 0, 0, 0], nodeNumber=node)
    )
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=part, localPosition=[0.3, 0, 0]))
    if function is not None:
        mbs.AddLoad(Force(markerNumber=marker, loadVectorUserFunction=function))
    if item is not None:
        item(mbs, marker)
    mbs.Assemble()
    return mbs


def push(mbs, t, load):
    vector = mbs.GetNodeOutput(0, Variable.Coordinates)
    return [3.0 * float(vector[5]), 0.0, float(vector[4])]


def ends(solver, steps, function=None):
    mbs = body(function)
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = 1.0
    mbs.SolveDynamic(settings, solverType=solver)
    return mbs.GetNodeOutput(0, Variable.Coordinates), bool(mbs._data.scalars.quick_stages)


def test_functions_read_the_rotation_vectors_of_stages():
    exact, _ = ends(Solver.RK67, 400, push)
    errors = []
    for steps in (50, 100):
        found, quick = ends(Solver.RK44, steps, push)
        assert not quick
        errors.append(np.abs(found - exact).max())
    assert errors[1] < 1e-7
    assert 12.0 < errors[0] / errors[1] < 20.0  # order 4


def test_others_leave_them_out_and_end_in_the_same_state():
    exact, _ = ends(Solver.RK67, 400)
    found, quick = ends(Solver.RK44, 200)
    assert quick
    assert found == pytest.approx(exact, abs=1e-8)


def test_items_of_users_may_read_them():
    def hold(mbs, marker):
        ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
        mbs.AddObject(kinds.Cord(markerNumbers=[ground, marker], linear=1.0))

    mbs = body(item=hold)
    settings = exu.SimulationSettings()
    mbs.SolveDynamic(settings, solverType=Solver.RK44)
    assert not mbs._data.scalars.quick_stages
