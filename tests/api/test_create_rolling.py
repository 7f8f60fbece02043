"""CreateRollingDisc and CreateRollingDiscPenalty: what they add, and where."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.utilities import *
from tests.api.test_create import counts, new_system
from tests.api.test_create_space import TURNED
from tests.cases import looped

pytestmark = pytest.mark.processors

WHEEL = InertiaCylinder(1000, 0.1, 0.3, axis=0)
DISC = {"axisPosition": [0.1, 0, 0], "axisVector": [2, 0, 0], "discRadius": 0.3}
PLANE = {"planePosition": [0, 0.2, 0.1], "planeNormal": [0, 0, 5]}


def bench():
    mbs = new_system()
    ground = mbs.CreateGround("g", referenceRotationMatrix=TURNED)
    wheel = mbs.CreateRigidBody("w", referencePosition=[0, 0, 0.3], inertia=WHEEL)
    return mbs, [ground, wheel]


@pytest.mark.parametrize("create", ["CreateRollingDisc", "CreateRollingDiscPenalty"])
def test_a_disc_has_markers_at_its_center_and_on_the_plane(create):
    mbs, bodies = bench()
    number = getattr(mbs, create)("disc", bodies, **DISC, **PLANE, color=[1, 0, 0, 1])
    form = mbs.GetObject(number)
    ends = [mbs.GetMarker(marker) for marker in form["markerNumbers"]]
    assert [end["name"] for end in ends] == ["Marker0:disc", "Marker1:disc"]
    assert [end["markerType"] for end in ends] == ["BodyRigid"] * 2
    assert [end["localPosition"].tolist() for end in ends] == [[0, 0.2, 0.1], [0.1, 0, 0]]
    assert form["discAxis"].tolist() == [1, 0, 0] and form["planeNormal"].tolist() == [0, 0, 1]
    assert form["discRadius"] == 0.3 and form["VdiscWidth"] == pytest.approx(0.1)


def test_a_penalty_has_a_node_with_three_data_coordinates():
    mbs, bodies = bench()
    values = {
        "contactStiffness": 1e4, "contactDamping": 20, "dryFriction": [0.3, 0.4],
        "dryFrictionAngle": 0.1, "dryFrictionProportionalZone": 1e-3, "viscousFriction": [0.1, 0.2],
        "useLinearProportionalZone": True, "activeConnector": False, "noAdhesion": True,
    }  # fmt: skip
    number = mbs.CreateRollingDiscPenalty(
        bodyNumbers=bodies, **DISC, **values, rollingViscousFriction=0.01
    )
    form = mbs.GetObject(number)
    assert mbs.GetNode(form["nodeNumber"])["numberOfDataCoordinates"] == 3
    assert all(np.all(form[key] == np.asarray(value)) for key, value in values.items())
    assert form["rollingFrictionViscous"] == 0.01


def test_markers_take_the_place_of_bodies():
    mbs, bodies = bench()
    center = mbs.AddMarker(MarkerBodyRigid(bodyNumber=bodies[1]))
    number = mbs.CreateRollingDisc(bodyNumbers=[bodies[0], center], discRadius=0.3)
    assert mbs.GetObject(number)["markerNumbers"] == [1, center]


REFUSED = [
    ({"axisPosition": []}, "axisPosition is missing"),
    ({"planePosition": [0, 0]}, "planePosition must be 3 finite"),
    ({"axisVector": [0, 0, 0]}, "axisVector must not be zero"),
    ({"planeNormal": [0, 0, 0]}, "planeNormal must not be zero"),
    ({"planeNormal": TURNED.T @ [3, 0, 0]}, "axisVector must not be parallel to planeNormal"),
    ({"discRadius": 0}, "discRadius"),
    ({"bodyNumbers": ["g", "m"]}, "body with an orientation"),
]


@looped("create", ["CreateRollingDisc", "CreateRollingDiscPenalty"])
@looped("values, text", REFUSED)
def test_a_refused_call_names_its_parameter_and_leaves_nothing_behind(create, values, text):
    mbs, bodies = bench()
    mbs.CreateMassPoint("m", physicsMass=1)
    before = counts(mbs)
    with pytest.raises(exu.ParameterError) as caught:
        getattr(mbs, create)(**({"bodyNumbers": bodies} | DISC | PLANE | values))
    assert text in str(caught.value) and str(caught.value).startswith(create)
    assert counts(mbs) == before
