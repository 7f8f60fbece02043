"""Derivatives by integrals over a mesh, which belong together, and formulas that must agree."""

import copy

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError
from linkwork.fem import ObjectFFRFreducedOrderInterface
from linkwork.items import *
from linkwork.sensitivity.formulas import Part, differentiated
from tests.items import flexible_bodies

from .models import derived, disagreement, settings_of

pytestmark = pytest.mark.processors


def flexible(bent):
    """A body that falls and turns, with one mode: a translation, but for a part that is bent."""
    fem = flexible_bodies.model()
    x, y, z = flexible_bodies.PLACES.T
    fem.modeBasis["matrix"] = np.column_stack([0.0 * x, 0.0 * y, 1.0 + bent * x * y]).reshape(-1, 1)
    mbs = exu.SystemContainer().AddSystem()
    reduced = ObjectFFRFreducedOrderInterface(fem, exu.NodeType.RotationRxyz)
    reduced.recovered = {}
    body = reduced.AddObjectFFRFreducedOrder(
        mbs, gravity=[0.0, 0.5, -9.81], initialAngularVelocity=[1.0, 2.0, -1.5], name="body"
    )["oFFRFreducedOrder"]
    tip = mbs.AddMarker(
        MarkerSuperElementPosition(bodyNumber=body, meshNodeNumbers=[2], weightingFactors=[1.0])
    )
    mbs.AddLoad(Force(markerNumber=tip, loadVector=[3.0, 2.0, 4.0]))
    mbs.Assemble()
    return mbs


def test_shapes_of_markers_that_follow_from_parameters():
    """Those of the center of mass are divided by the mass; those of mesh nodes are its modes."""
    mbs, settings = flexible(8.0), settings_of(0.1, 20, tight=True)
    for name in ("body.physicsMass", "body.modeBasis[8][0]", "body.referencePositions[6]"):
        found = derived(mbs.SolveDynamic(settings, sensitivities=[name]).sensitivity(name))
        assert np.abs(found).max() > 1e-3
        error = disagreement(found, mbs, name, lambda twin: twin.SolveDynamic(settings), 1e-8)
        assert error < 1e-7, name


def test_mass_matrices_that_are_indefinite_close_to_the_value():
    """Differences of the usual size would cross the pole of the accelerations."""
    mbs, settings = flexible(0.5), settings_of(0.1, 20, tight=True)
    for name in ("body.physicsMass", "body.massMatrixReduced[0][0]"):
        found = derived(mbs.SolveDynamic(settings, sensitivities=[name]).sensitivity(name))
        error = disagreement(
            found, mbs, name, lambda twin: twin.SolveDynamic(settings), 1e-7, (1e-5, 1e-6)
        )
        assert error < 2e-6, name
    mbs = flexible(0.002)
    with pytest.raises(ParameterError, match="body.physicsMass' cannot be differentiated"):
        mbs.SolveDynamic(settings, sensitivities=["body.physicsMass"])


def test_bodies_with_an_indefinite_mass_matrix_are_refused():
    mbs = flexible(0.5)
    whole = mbs.GetObject("body")["physicsMass"]
    mbs.SetObjectParameter("body", "physicsMass", 0.9 * whole)
    with pytest.raises(ParameterError, match=r"'body'.*mass matrix is indefinite.*density"):
        mbs.Assemble()
    mbs.SetObjectParameter("body", "physicsMass", whole)
    mbs.Assemble()


def slope_of(function, value=2.0):
    """The derivative of a function of one number."""

    def combine(weights, step, found):
        points = {0: function(value), **found}
        total = sum(weight * points[k] for k, weight in weights.items()) / step
        return [Part(np.array([total]), abs(points[0]))]

    return differentiated("x", value, lambda by: function(value + by), combine)[0].slopes[0]


def upward(x):
    """A square root at the lower limit of its numbers."""
    if x < 2.0:
        raise ParameterError("too small")
    return x**3


def test_two_formulas_must_agree():
    assert abs(slope_of(np.exp) / np.exp(2.0) - 1.0) < 1e-11
    assert abs(slope_of(upward) / 12.0 - 1.0) < 1e-9
    for distance in (1e-2, 1e-4):  # of a pole, in steps of 4e-3
        found = slope_of(lambda x, at=2.0 + distance: 1.0 / (x - at))
        assert abs(found * distance**2 + 1.0) < 1e-6
    with pytest.raises(ParameterError, match="'x' cannot be differentiated: .* disagree by 0.25"):
        slope_of(lambda x: x + 0.5 * abs(x - 2.0))
    noise = np.random.default_rng(0)
    found = slope_of(lambda x: x + 1e-7 * noise.uniform(-1.0, 1.0))
    assert abs(found - 1.0) < 1e-4
    with pytest.raises(ParameterError, match="disagree"):
        slope_of(lambda x: x + 1e-4 * noise.uniform(-1.0, 1.0))


def test_parameters_beside_one_that_moves_a_marker():
    """Laws read the markers of the present state, whatever was differentiated before."""
    mbs = exu.SystemContainer().AddSystem()
    ground, body = mbs.CreateGround(), mbs.CreateRigidBody2D(
        physicsMass=2.0, physicsInertia=0.3, initialAngularVelocity=1.0, name="body"
    )  # fmt: skip
    hook = mbs.AddMarker(
        MarkerBodyPosition(bodyNumber=body, localPosition=[0.5, 0.2, 0.0], name="hook")
    )
    base = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0.3, 1.0, 0.0]))
    mbs.AddObject(
        SpringDamper(
            markerNumbers=[base, hook], stiffness=90.0, damping=1.0, referenceLength=0.5,
            name="spring",
        )
    )  # fmt: skip
    mbs.Assemble()
    names, settings = ["hook.localPosition[0]", "spring.stiffness"], settings_of(0.1, 20)
    together = mbs.SolveDynamic(settings, sensitivities=names)
    alone = copy.copy(mbs).SolveDynamic(settings, sensitivities=names[1:])
    found, expected = (derived(run.sensitivity(names[1])) for run in (together, alone))
    assert np.abs(found - expected).max() < 1e-11 * np.abs(expected).max()
