"""Functions that change the model: what they leave behind does not reach the next run."""

import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.ensemble.changing import alone, present, pushed
from tests.ensemble.oscillators import steps

pytestmark = pytest.mark.processors

UNTOUCHED = (0.5, 0.0, {"calls": 0, "log": []})
STIFFNESS = [50.0, 50.0, 80.0, 50.0]


@pytest.mark.parametrize("options", [{"scheduler": "serial"}, {"threads": 2}, {"threads": 3}])
def test_members_begin_with_the_model_of_the_user(options):
    settings = steps(100)
    mbs = pushed()
    ensemble = exu.Ensemble(mbs).vary("spring.stiffness", STIFFNESS).record(["tip"], times=101)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # functions are called back
        result = ensemble.solve(settings, **options)
    for member, stiffness in enumerate(STIFFNESS):
        wanted = alone(settings, stiffness=stiffness)[:, 1]
        assert np.array_equal(result.values[member, :, 0], wanted), member
        assert np.array_equal(result.rerun(member).sensor("tip")[:, 1], wanted), member
    assert present(mbs) == UNTOUCHED


def test_members_begin_with_varied_components_of_what_functions_change():
    def turns(mbs, t):
        if t > 0.5:
            mbs.SetLoadParameter("turned", "loadVector", [0, 0, 5])
        return True

    def made():
        mbs = exu.SystemContainer().AddSystem()
        ball = mbs.CreateMassPoint(name="ball", referencePosition=[0, 0, 0], physicsMass=1)
        mbs.CreateForce(name="turned", bodyNumber=ball, loadVector=[0, 1, 0])
        mbs.SetPreStepUserFunction(turns)
        return mbs

    ensemble = exu.Ensemble(made()).vary("turned.loadVector[0]", [3.0, 4.0, 3.0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = ensemble.record(coordinates=True, times=1).solve(steps(50), scheduler="serial")
    for member, x in enumerate([3.0, 4.0, 3.0]):
        mbs = made()
        mbs.SetLoadParameter("turned", "loadVector", [x, 1, 0])
        mbs.Assemble()
        found = mbs.SolveDynamic(steps(50))
        assert np.array_equal(result.values[member, 0, :3], found.coordinates[-1]), member


@pytest.mark.parametrize("apply", [True, False])
def test_fits_find_the_values_of_a_model_that_changes_itself(apply):
    settings = steps(100)
    measured = alone(settings, stiffness=110.0)
    mbs = pushed(stiffness=100.0)
    log = mbs.variables["log"]
    fit = exu.fit(mbs, {"tip": measured}, ["spring.stiffness"], settings, apply=apply)
    assert fit.values["spring.stiffness"] == pytest.approx(110.0, rel=1e-8)
    assert present(mbs) == UNTOUCHED and mbs.variables["log"] is log
    stiffness = mbs.GetObjectParameter("spring", "stiffness")
    assert stiffness == (fit.values["spring.stiffness"] if apply else 100.0)


def test_the_objective_of_equal_parameters_is_the_same_in_every_run():
    settings = steps(100)
    mbs = pushed(stiffness=100.0)
    wanted = np.abs(alone(settings, stiffness=100.0)[:, 1]).max()
    found = exu.optimize(
        mbs, ("tip", "peak"), {"spring.stiffness": (100.0, 99.999, 100.001)}, settings,
        method="Nelder-Mead", apply=False,
    )  # fmt: skip
    assert found.history[:, 1] == pytest.approx(wanted, rel=1e-4)
    assert present(mbs) == UNTOUCHED


def tree_of(masses):
    """Two links that turn, at rest; a PD controller turns the first one."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0, 0], initialCoordinates=[0, 0], initialCoordinates_t=[0, 0],
            numberOfODE2Coordinates=2,
        )
    )  # fmt: skip
    mbs.AddObject(
        ObjectKinematicTree(
            name="tree", nodeNumber=node, jointTypes=[exu.JointType.RevoluteZ] * 2,
            linkParents=[-1, 0], jointTransformations=[np.eye(3)] * 2,
            jointOffsets=[[0, 0, 0], [1, 0, 0]], linkMasses=masses,
            linkInertiasCOM=[np.eye(3)] * 2, linkCOMs=[[0.5, 0, 0]] * 2,
            jointPControlVector=[4.0, 0.0], jointDControlVector=[0.1, 0.0],
            jointPositionOffsetVector=[1.0, 0.0], jointVelocityOffsetVector=[0.0, 0.0],
        )
    )  # fmt: skip
    return mbs


def test_values_that_are_refused_late_do_not_reach_the_next_member():
    table = {"tree.jointPControlVector[0]": [4.0, 5.0, 6.0], "tree.linkMasses[1]": [1.0, -1.0, 2.0]}
    ensemble = exu.Ensemble(tree_of([1.0, 1.0])).table(table)
    result = ensemble.record(coordinates=True, times=1).solve(steps(20), scheduler="serial")
    (failure,) = result.failures
    assert failure.member == 1 and "linkMasses[1] must be >= 0, got -1.0" in failure.text
    for member, mass, control in ((0, 1.0, 4.0), (2, 2.0, 6.0)):
        mbs = tree_of([1.0, mass])
        mbs.SetObjectParameter("tree", "jointPControlVector", [control, 0.0])
        mbs.Assemble()
        found = mbs.SolveDynamic(steps(20))
        assert np.array_equal(result.values[member, 0, :2], found.coordinates[-1])
        assert np.abs(found.coordinates[-1]).max() > 0.1
