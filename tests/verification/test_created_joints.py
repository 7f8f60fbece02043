"""Universal, cylindrical and planar joints made by Create... functions, against closed forms."""

import math

import numpy as np
import pytest

from linkwork.utilities import *
from tests.verification.spatial_models import DOWN, KINDS, Output, SpatialModel, X, Z
from tests.verification.test_spatial_cases import extrapolated, solved

pytestmark = pytest.mark.processors

ALONG = np.array([1.0, 2.0, 2.0]) / 3.0
PLACE = np.array([0.3, -0.2, 0.5])


def turned_about(axis, angle):
    return RotationVector2RotationMatrix(angle * np.asarray(axis))


def sliding(kind, create, **values):
    """A body on a slide or table, tilted against gravity, that spins with 3 rad/s."""
    model = SpatialModel(kind)
    body = model.body(
        2, [0.3, 0.2, 0.4], referencePosition=PLACE, gravity=DOWN, initialAngularVelocity=3 * ALONG,
        referenceRotationMatrix=RotationMatrixX(0.4) @ RotationMatrixY(0.3),
        initialVelocity=values.pop("velocity"),
    )  # fmt: skip
    getattr(model.mbs, create)(bodyNumbers=[model.ground, body], position=PLACE, **values)
    return model


SLIDES = {
    "CreateCylindricalJoint": ({"axis": ALONG, "velocity": 0.4 * ALONG}, np.outer(ALONG, ALONG)),
    "CreatePlanarJoint": (
        {"normal": ALONG, "velocity": [0.4, -0.2, 0.0]},
        np.eye(3) - np.outer(ALONG, ALONG),
    ),
}
"""Values of the joint, and the projection onto its free directions."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("create", SLIDES)
def test_a_body_slides_freely_and_keeps_spinning(create, kind):
    """The free part of gravity accelerates it; the spin about the free axis is constant."""
    values, free = SLIDES[create]
    names = ("position1", "velocity1", "rotationMatrix1", "angularVelocity1")
    steps = 8000 if kind == "Rxyz" else 1000  # only angles have an error, of order 2
    found = extrapolated(lambda: sliding(kind, create, **values), steps, 0.8, names)
    a, v = free @ DOWN, np.asarray(values["velocity"])
    assert found["position1"] == pytest.approx(PLACE + 0.8 * v + 0.32 * a, abs=1e-9)
    assert found["velocity1"] == pytest.approx(v + 0.8 * a, abs=1e-9)
    assert found["angularVelocity1"] == pytest.approx(3 * ALONG, abs=1e-9)
    A = turned_about(ALONG, 2.4) @ RotationMatrixX(0.4) @ RotationMatrixY(0.3)
    assert found["rotationMatrix1"] == pytest.approx(A.ravel(), abs=1e-9)


BEND, J0, J1, SPEED = 0.5, 0.3, 0.2, 4.0


def shafts(kind):
    """Two shafts at an angle of 0.5 rad, which a universal joint connects."""
    model = SpatialModel(kind)
    along = RotationMatrixZ(BEND)
    first = model.body(1, [J0, 0.5, 0.5], initialAngularVelocity=[SPEED, 0, 0])
    second = model.body(
        1, [J1, 0.6, 0.6], referenceRotationMatrix=along,
        initialAngularVelocity=SPEED * math.cos(BEND) * along @ X,
    )  # fmt: skip
    create = model.mbs.CreateGenericJoint
    model.mbs.CreateRevoluteJoint(bodyNumbers=[model.ground, first], position=[0, 0, 0], axis=X)
    model.mbs.CreateUniversalJoint(
        bodyNumbers=[first, second], position=[0, 0, 0], axis0=Z, axis1=along @ [0, 1, 0]
    )
    create(
        bodyNumbers=[model.ground, second], position=[0, 0, 0], rotationMatrixAxes=along,
        constrainedAxes=[0, 0, 0, 0, 1, 1],
    )  # fmt: skip
    return model


@pytest.mark.parametrize("kind", KINDS)
def test_shafts_of_a_universal_joint_turn_as_cardan_says(kind):
    """tan(phi_1) = cos(bend) tan(phi_0); the kinetic energy gives the speed."""
    names = ("rotationMatrix1", "rotationMatrix2", "angularVelocityLocal1", "angularVelocityLocal2")
    model = solved(shafts(kind), 1000, 0.3)
    first, second = angles_of_shafts({name: model.value(name) for name in names})
    assert math.tan(second) == pytest.approx(math.cos(BEND) * math.tan(first), abs=1e-12)
    found = extrapolated(lambda: shafts(kind), 2000, 1.0, names)
    first, second = angles_of_shafts(found)
    assert math.tan(second) == pytest.approx(math.cos(BEND) * math.tan(first), abs=1e-8)
    ratio = math.cos(BEND) / (1 - (math.sin(BEND) * math.sin(first)) ** 2)
    square = SPEED**2 * (J0 + J1 * math.cos(BEND) ** 2) / (J0 + J1 * ratio**2)
    assert found["angularVelocityLocal1"] == pytest.approx([math.sqrt(square), 0, 0], abs=1e-8)
    speed = math.sqrt(square) * ratio
    assert found["angularVelocityLocal2"] == pytest.approx([speed, 0, 0], abs=1e-8)


def angles_of_shafts(found):
    """Angles of both shafts about their axes [rad]."""
    A, B = (found[f"rotationMatrix{k}"].reshape(3, 3) for k in (1, 2))
    B = RotationMatrixZ(-BEND) @ B
    return math.atan2(A[2, 1], A[1, 1]), math.atan2(B[2, 1], B[1, 1])


@pytest.mark.parametrize("kind", KINDS)
def test_the_reaction_of_a_planar_joint_carries_the_weight(kind):
    model = sliding(kind, "CreatePlanarJoint", **SLIDES["CreatePlanarJoint"][0])
    solved(model, 200, 0.1)
    joint = len(model.mbs._items["object"]) - 1
    force = model.mbs.GetObjectOutput(joint, Output.ForceLocal)
    assert force == pytest.approx([0, 0, 2 * ALONG @ DOWN], abs=1e-8)
