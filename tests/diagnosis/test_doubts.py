"""What kinds find doubtful: bushings without balance, torsional springs on other axes."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped
from tests.verification.space_bodies import SpaceModel

from .models import only, settings

pytestmark = pytest.mark.processors

TILTED = np.array([[1.0, 0.0, 0.0], [0.0, 0.96, -0.28], [0.0, 0.28, 0.96]])


def pair(ends=(0, 1), **values):
    """Two bodies in space, one of them on a spring, with a bushing named link between them."""
    m = SpaceModel("EP")
    m.body(1.0, [1, 1, 1])
    m.body(1.0, [1, 1, 1], position=[1, 0, 0])
    bodies = [*m.bodies, m.ground]
    for body in m.bodies:
        m.mbs.AddObject(
            CartesianSpringDamper(markerNumbers=m.ends(m.ground, body), stiffness=[1, 1, 1])
        )
    given = dict(name="link", markerNumbers=m.ends(*(bodies[k] for k in ends))) | values
    m.mbs.AddObject(RigidBodySpringDamper(**given))
    return m.mbs


def test_a_bushing_between_two_bodies_changes_their_angular_momentum():
    finding = only(pair(stiffness=np.eye(6)).Check(settings()), "angular-momentum")
    assert finding.severity == "warning" and "'link'" in finding.item
    assert "intrinsicFormulation" in finding.advice


@looped(
    "values",
    [
        dict(intrinsicFormulation=True),
        dict(ends=(0, 2)),
        dict(ends=(2, 1)),
        dict(activeConnector=False),
        dict(stiffness=np.diag([0, 0, 0, 1, 1, 1])),
    ],
    ids=["intrinsic", "on the ground", "from the ground", "inactive", "only moments"],
)
def test_bushings_that_are_balanced_are_not_told(values):
    mbs = pair(**dict(stiffness=np.eye(6)) | values)
    assert not mbs.Check(settings()).of("angular-momentum")


def test_forces_of_a_function_or_a_damper_count():
    def law(mbs, t, itemNumber, d, r, v, w, K, D, rotJ0, rotJ1, offset):
        return [d[0], d[1], d[2], 0.0, 0.0, 0.0]

    for values in (dict(damping=np.eye(6)), dict(springForceTorqueUserFunction=law)):
        assert only(pair(**values).Check(settings()), "angular-momentum")


def rotor(**values):
    m = SpaceModel("EP")
    m.body(1.0, [1, 1, 1])
    ends = m.ends(m.ground, m.bodies[0])
    m.mbs.AddObject(ObjectJointSpherical(markerNumbers=ends))
    given = dict(name="twist", markerNumbers=ends, stiffness=1.0) | values
    m.mbs.AddObject(TorsionalSpringDamper(**given))
    return m.mbs


def test_axes_of_a_torsional_spring_that_are_not_aligned_are_told():
    finding = only(rotor(rotationMarker1=TILTED).Check(settings()), "axes-not-aligned")
    assert finding.severity == "warning" and "'twist'" in finding.item
    assert "16.3 degrees" in finding.text and "revolute" in finding.advice
    assert not rotor().Check(settings()).of("axes-not-aligned")
    both = rotor(rotationMarker0=TILTED, rotationMarker1=TILTED)
    assert not both.Check(settings()).of("axes-not-aligned")
    idle = rotor(rotationMarker1=TILTED, activeConnector=False)
    assert not idle.Check(settings()).of("axes-not-aligned")


def test_a_stroke_outside_of_the_cylinder_is_told():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    oil = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2))
    values = dict(
        markerNumbers=ends, nodeNumbers=[oil], chamberCrossSection0=1, chamberCrossSection1=1,
        hoseVolume0=1, hoseVolume1=1, oilBulkModulus=1, nominalFlow=1, strokeLength=0.5,
    )  # fmt: skip
    actuator = mbs.AddObject(HydraulicActuatorSimple(offsetLength=0.25, name="lift", **values))
    finding = only(mbs.Check(settings()), "stroke")
    assert finding.severity == "warning" and "'lift'" in finding.item and "0.75 m" in finding.text
    mbs.SetObjectParameter(actuator, "offsetLength", 0.75)
    assert not mbs.Check(settings()).of("stroke")
