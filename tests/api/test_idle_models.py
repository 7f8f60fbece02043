"""Runs in which nothing happens say so, once and by name."""

import warnings

import pytest

import linkwork as exu
from linkwork.items import *

from .models import make_settings


def on_ground(count=1, node=False):
    """A mass that is free, and forces on the ground."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround(name="earth"))
    mass = mbs.AddObject(
        MassPoint(nodeNumber=mbs.AddNode(NodePoint(name="bob")), physicsMass=1, name="bob")
    )
    if node:
        held = mbs.AddNode(NodePointGround())
        fixed = mbs.AddMarker(MarkerNodePosition(nodeNumber=held, name="corner"))
    else:
        fixed = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, name="corner"))
    end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    mbs.AddLoad(Force(markerNumber=end, loadVector=[1, 0, 0], name="drive"))
    for k in range(count):
        mbs.AddLoad(Force(markerNumber=fixed, loadVector=[1, 0, 0], name=f"push{k}"))
    return mbs


@pytest.mark.parametrize("node", [False, True])
def test_a_force_on_the_ground_is_told_once(node):
    mbs = on_ground(node=node)
    told = "'push0' .load 1.: its marker .*'corner'.* does not move, so it has no effect; put it"
    with pytest.warns(UserWarning, match=told):
        mbs.SolveDynamic(make_settings(0.1, 2))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mbs.SolveDynamic(make_settings(0.1, 2))
        mbs.SolveDynamic(make_settings(0.1, 3), "RK44")


def test_several_forces_on_the_ground_are_one_warning():
    with pytest.warns(UserWarning) as told:
        on_ground(5).SolveDynamic(make_settings(0.1, 2))
    (text,) = [str(each.message) for each in told]
    assert "'push0'" in text and "'push2'" in text and "'push3'" not in text
    assert "and 2 others: their markers do not move, so they have no effect" in text


def test_statics_warn_too():
    mbs = on_ground()
    ends = [0, 1]
    mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[10, 10, 10]))
    settings = exu.SimulationSettings()
    settings.staticSolver.verboseMode = 0
    with pytest.warns(UserWarning, match="'push0'"):
        mbs.SolveStatic(settings)


def test_loads_on_what_moves_are_not_told():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        on_ground(0).SolveDynamic(make_settings(0.1, 2))


def test_an_empty_system_is_told_once():
    mbs = exu.SystemContainer().AddSystem()
    with pytest.warns(UserWarning, match="the system is empty.*add nodes and bodies"):
        solution = mbs.SolveDynamic(make_settings(0.1, 2))
    assert solution and solution.coordinates.shape[1] == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mbs.SolveDynamic(make_settings(0.1, 2))
        mbs.AddObject(ObjectGround())  # something to look at, and meant
        mbs.SolveDynamic(make_settings(0.1, 2))


def test_an_empty_system_with_a_function_of_the_user_is_meant():
    mbs, seen = exu.SystemContainer().AddSystem(), []
    mbs.SetPreStepUserFunction(lambda mbs, t: seen.append(t) is None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mbs.SolveDynamic(make_settings(0.1, 2))
    assert len(seen) == 2
