"""Hinges that do not fit: rejected by name, held, or rounding."""

import re
import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import MarkerBodyRigid, RevoluteJoint2D
from tests.verification.hinged import Out, X, Y, Z, system
from tests.verification.hinged_bodies import HEIGHT, WIDTH, leaf, revolute
from tests.verification.hinged_runs import MISSING, settings, solved


def second_hinge(gap=0.0, tilt=0.0, away=X):
    """A kind of hinges for `leaf`, of which the second one does not fit."""
    made = []

    def hinge(mbs, pair, place, axis):
        made.append(place)
        if len(made) == 1:
            return revolute(mbs, pair, place, axis)
        own = [-WIDTH / 2, 0.0, place[2] - HEIGHT / 2]
        ends = [
            mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=at))
            for body, at in zip(pair, (place + gap * away, own), strict=True)
        ]
        return revolute(mbs, ends, [], axis + tilt * X)

    return hinge


EVERY = ["GeneralizedAlpha", "TrapezoidalIndex2", "VelocityVerlet", "RK44", "DOPRI5"]


@pytest.mark.parametrize("away", [X, Y, Z])
@pytest.mark.parametrize("solver", EVERY)
def test_hinges_that_do_not_meet_are_rejected_by_name(solver, away):
    model = leaf(speed=5.0, kinds=(second_hinge(gap=1e-3, away=away),))
    text = r"RevoluteJointZ 'object[23]'.*satisfy this constraint .* (0\.001|0\.0005) m remain"
    with pytest.raises(exu.SysError, match=text):
        model.mbs.Assemble()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            kind = getattr(exu.DynamicSolverType, solver)
            model.mbs.SolveDynamic(settings(1.0, 100), solverType=kind)


@pytest.mark.parametrize("tilt, shift", [(1e-3, 0.0), (0.0, 1e-3)])
@pytest.mark.parametrize("solver", EVERY)
def test_hinges_about_different_axes_hold_a_door(solver, tilt, shift):
    """They fit in this position only: a warning names the hinge that the velocities violate."""
    model = leaf(speed=5.0, kinds=(second_hinge(tilt=tilt),), shifts=())
    if shift:
        model = leaf(speed=5.0, shifts=(0.0, shift))
    model.mbs.Assemble()
    kind = getattr(exu.DynamicSolverType, solver)
    with pytest.warns(UserWarning) as told:
        model.mbs.SolveDynamic(settings(1.0, 100), solverType=kind)
    text = r"RevoluteJointZ 'object3' \(object 3\): the start velocities violate the constraint"
    assert any(re.search(text, str(each.message)) for each in told)
    spin = model.mbs.GetObjectOutputBody(model.bodies[0], Out.AngularVelocity)
    assert np.abs(spin).max() < 1e-15


@pytest.mark.parametrize("solver", EVERY)
@pytest.mark.parametrize("gap, tilt", [(1e-12, 0.0), (0.0, 1e-12)])
def test_rounding_of_places_and_axes_is_no_contradiction(solver, gap, tilt):
    model = solved(leaf(speed=5.0, kinds=(second_hinge(gap, tilt),)), settings(0.1, 100), solver)
    other = solved(leaf(False, speed=5.0), settings(0.1, 100, tight=True), solver, False)
    assert np.abs(model.state() - other.state()).max() < 1e-7


def test_planar_pins_that_do_not_meet_are_rejected_by_name():
    mbs, ground = system()
    body = mbs.CreateRigidBody2D(mass=1.0, inertia=0.1, initialAngularVelocity=1.0)
    for gap in (0.0, 1e-3):
        ends = [
            mbs.AddMarker(MarkerBodyRigid(bodyNumber=number, localPosition=[shift, 0.0, 0.0]))
            for number, shift in ((ground, gap), (body, 0.0))
        ]
        mbs.AddObject(RevoluteJoint2D(markerNumbers=ends))
    mbs.Assemble()
    rejected = pytest.raises(exu.SysError, match=r"RevoluteJoint2D 'object3'.*0\.001 m remain")
    with pytest.warns(UserWarning, match=MISSING), rejected:
        mbs.SolveDynamic(settings(1.0, 100))
