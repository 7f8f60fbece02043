"""Contacts of cables with circles: their matrix, momentum, power and refusals."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError
from linkwork.extend.probe import Probe
from linkwork.items import *
from linkwork.utilities import InertiaSphere, RotationMatrixX, RotationMatrixY, RotationMatrixZ
from tests.cases import Cases, looped
from tests.verification.circle_models import add_contact

pytestmark = pytest.mark.processors

Variable = exu.OutputVariableType
CONTACT = dict(contactStiffness=40.0, contactDamping=3.0, circleRadius=1.0)
STICKING = dict(frictionVelocityPenalty=2.0, frictionStiffness=15.0)
VARIANTS = {
    "no friction": dict(offset=0.05),
    "stick": dict(frictionCoefficient=50.0, **STICKING),
    "stick of velocities": dict(frictionCoefficient=50.0, frictionVelocityPenalty=2.0),
    "slip": dict(frictionCoefficient=0.3, frictionVelocityPenalty=1e5),
    "slip with bristles": dict(frictionCoefficient=0.3, frictionStiffness=1e5),
    "no coefficients": dict(frictionCoefficient=0.3),
    "radial": dict(frictionCoefficient=50.0, useSegmentNormals=False, **STICKING),
    "radial slip": dict(
        frictionCoefficient=0.3, frictionVelocityPenalty=1e5, useSegmentNormals=False
    ),
    "lever": dict(frictionCoefficient=50.0, exactLever=True, **STICKING),
    "lever of slip": dict(frictionCoefficient=0.3, frictionVelocityPenalty=1e5, exactLever=True),
    "per length": dict(frictionCoefficient=50.0, stiffnessPerLength=True, **STICKING),
}
CABLES = (0.0, False), (0.07, False), (0.0, True)
"""Heights of the points, and whether material moves along the cable."""


class Touching(Probe):
    """A curved cable of three segments that is pressed into a circle which turns.

    ale -- whether the material moves along the cable, with the last of the coordinates
    """

    def __init__(
        self, seed=0, height=0.0, eccentric=(0.0, 0.0, 0.0), data=0.0, ale=False, **values
    ):
        mbs = exu.SystemContainer().AddSystem()
        ends = [[-0.9, 0.45, 0.9, 0.5], [0.8, 0.5, 0.8, -0.6]]
        nodes = [mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=end)) for end in ends]
        node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.05, -0.05, 0.3]))
        body = mbs.AddObject(RigidBody2D(nodeNumber=node))
        if ale:
            way = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1))
            cable = mbs.AddObject(ALECable2D(physicsLength=1.8, nodeNumbers=[*nodes, way]))
        else:
            cable = mbs.AddObject(Cable2D(physicsLength=1.8, nodeNumbers=nodes))
        circle = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=list(eccentric)))
        start = [-0.1] * 3 + ([0.0] * 3 + [data] * 3) * ("frictionCoefficient" in values)
        self.contact, _ = add_contact(
            mbs, circle, cable, 3, start, height=height, **(CONTACT | values)
        )
        self.circle = circle
        super().__init__(mbs, [circle], 0)
        self.shake(np.random.default_rng(seed), 0.05)
        if ale:
            self.data["v"][-1] = 0.8
        self.data["a"][:] = 0.0

    def touching(self):
        """Number of segments in contact."""
        f = self.mbs.GetObjectOutput(self.contact, Variable.ForceLocal)
        return int((f[1::2] != 0.0).sum())


def test_matrix_is_the_derivative_of_the_residual():
    with Cases() as cases:
        for name, changes in VARIANTS.items():
            for height, ale in CABLES:
                for factors in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.5, 1.5, 2.0)):
                    with cases(name, height, ale, factors):
                        probe = Touching(7, height, (0.08, -0.05, 0.0), ale=ale, **changes)
                        probe.factors(*factors, 1.0)
                        wanted = probe.differences(0, 1e-6)
                        assert probe.touching() >= 2
                        error = np.abs(probe.matrix(0) - wanted).max()
                        assert error <= 2e-8 * np.abs(wanted).max()


def forces_of(probe):
    """Forces on the cable and on the circle, and the moments about the origin of both."""
    applied = -probe.residual(0)
    data, model = probe.data, probe.model
    q = data["q"] + model.numbering.reference
    pairs, forces = q[:8].reshape(4, 2), applied[:8].reshape(4, 2)
    moment = (pairs[:, 0] * forces[:, 1] - pairs[:, 1] * forces[:, 0]).sum()
    cable = forces[0] + forces[2], moment
    x, y = q[8:10]
    circle = applied[8:10], applied[10] + x * applied[9] - y * applied[8]
    return cable, circle


def test_momentum_is_kept():
    """Force on the cable and on the circle are opposite; with exactLever also their moments."""
    with Cases() as cases:
        for name, changes in VARIANTS.items():
            for height, ale in CABLES:
                with cases(name, height, ale):
                    probe = Touching(3, height, (0.08, -0.05, 0.0), ale=ale, **changes)
                    (f, moment), (g, other) = forces_of(probe)
                    assert probe.touching() >= 2
                    total = probe.mbs.GetObjectOutput(probe.contact, Variable.Force)
                    assert total == pytest.approx([*f, 0.0], rel=1e-12)
                    assert f + g == pytest.approx([0.0, 0.0], abs=1e-12 * np.abs(f).max())
                    if name.startswith(("lever", "no ")):
                        assert moment + other == pytest.approx(0.0, abs=1e-12 * abs(moment))


def test_documented_lever_leaves_a_moment():
    """(|p - c| - r) f_t of each segment has no reaction."""
    probe = Touching(3, **VARIANTS["stick"])
    (_, moment), (_, other) = forces_of(probe)
    f = probe.mbs.GetObjectOutput(probe.contact, Variable.ForceLocal)
    g = probe.mbs.GetObjectOutput(probe.contact, Variable.Coordinates)
    assert moment + other == pytest.approx(-(f[::2] * g[1::2]).sum(), rel=1e-9)


def test_force_without_friction_is_the_slope_of_the_potential():
    probe = Touching(5, 0.07, (0.08, -0.05, 0.0), offset=0.05, contactDamping=0.0)
    force = probe.residual(0)
    for k in range(len(force)):
        sides = []
        for h in (1e-6, -1e-6):
            with probe.moved(h * np.eye(len(force))[k]):
                sides.append(probe.mbs.GetObjectOutput(probe.contact, Variable.PotentialEnergy))
        assert (sides[0] - sides[1]) / 2e-6 == pytest.approx(force[k], abs=1e-7)


def test_normal_velocity_is_the_rate_of_the_gap():
    """The motion of the closest point along the segment drops out, and that of the material too."""
    with Cases() as cases:
        for height, ale in CABLES:
            with cases(height, ale):
                probe = Touching(2, height, (0.08, -0.05, 0.0), ale=ale, **VARIANTS["stick"])
                rates = probe.mbs.GetObjectOutput(probe.contact, Variable.Coordinates_t)
                sides = []
                for h in (1e-6, -1e-6):
                    with probe.moved(h * probe.data["v"]):
                        sides.append(probe.mbs.GetObjectOutput(probe.contact, Variable.Coordinates))
                change = (sides[0] - sides[1]) / 2e-6
                assert probe.touching() >= 2
                assert rates[1::2] == pytest.approx(change[1::2], abs=1e-8)


def test_power_is_that_of_both_forces_in_their_velocities():
    """Also where material moves along the cable: friction acts on it, normal forces do not."""
    with Cases() as cases:
        for name, changes in VARIANTS.items():
            if name.startswith(("radial", "no f")):  # other directions; no velocities to ask for
                continue
            for height, ale in CABLES:
                with cases(name, height, ale):
                    probe = Touching(5, height, (0.08, -0.05, 0.0), ale=ale, **changes)
                    power = probe.residual(0) @ probe.data["v"]
                    f = probe.mbs.GetObjectOutput(probe.contact, Variable.ForceLocal)
                    v = probe.mbs.GetObjectOutput(probe.contact, Variable.Coordinates_t)
                    assert probe.touching() >= 2
                    assert power == pytest.approx(f @ v, rel=1e-12)


def test_stick_is_stretched_by_the_slip():
    """The measure of stick changes with the slip, up to the strain and the gap of the segment."""
    probe = Touching(2, ale=True, **VARIANTS["stick"])
    still = probe.mbs.GetObjectOutput(probe.contact, Variable.Coordinates)[::2]
    slip = probe.mbs.GetObjectOutput(probe.contact, Variable.Coordinates_t)[::2]
    probe.data["v"][-1] = 0.0
    change = slip - probe.mbs.GetObjectOutput(probe.contact, Variable.Coordinates_t)[::2]
    step = np.zeros(probe.data["q"].size)
    step[-1] = 1e-3
    with probe.moved(step):
        moved = probe.mbs.GetObjectOutput(probe.contact, Variable.Coordinates)[::2] - still
    assert np.abs(moved) == pytest.approx(np.full(3, 1e-3), rel=1e-9)
    assert change / 0.8 == pytest.approx(moved / 1e-3, rel=0.2)


def sticking(axes, angle):
    """x - X of a segment on a circle whose axes are turned by an angle about z."""
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateRigidBody(
        referencePosition=[0.1, -0.95, 0.0],
        referenceRotationMatrix=RotationMatrixZ(angle) @ axes,
        inertia=InertiaSphere(1.0, 1.0),
    )
    nodes = [
        mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[x, 0.0, 1.0, 0.0])) for x in (-0.5, 0.5)
    ]
    cable = mbs.AddObject(Cable2D(physicsLength=1.0, nodeNumbers=nodes))
    circle = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    contact, _ = add_contact(
        mbs, circle, cable, 1, [-0.1, 0.0, 0.0], **CONTACT, **VARIANTS["stick"]
    )
    mbs.Assemble()
    return mbs.GetObjectOutput(contact, Variable.Coordinates)[0]


@looped(
    "axes",
    [
        np.eye(3),
        RotationMatrixX(math.pi),
        RotationMatrixY(math.pi),
        RotationMatrixX(0.5 * math.pi),
        RotationMatrixY(-0.5 * math.pi),
        RotationMatrixY(0.4) @ RotationMatrixX(2.5),
    ],
)
def test_stick_is_stretched_by_turns_about_z_whatever_the_axes(axes):
    """A circle that points up, down or to the side: the rim moves by r times the angle."""
    still = sticking(axes, 0.0)
    for angle in (0.2, -0.3):
        change = sticking(axes, angle) - still
        turn = 2.0 * math.pi
        assert (change + angle + math.pi) % turn - math.pi == pytest.approx(0.0, abs=1e-12)


def model(segments=3, of_marker=3, count=9, friction=True, swap=False, radius=0.5):
    mbs = exu.SystemContainer().AddSystem()
    nodes = [
        mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[x, 0.0, 1.0, 0.0])) for x in (0, 1)
    ]
    cable = mbs.AddObject(Cable2D(physicsLength=1.0, nodeNumbers=nodes))
    ground = mbs.AddObject(ObjectGround())
    circle = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
    shape = mbs.AddMarker(MarkerBodyCable2DShape(bodyNumber=cable, numberOfSegments=of_marker))
    data = mbs.AddNode(
        NodeGenericData(numberOfDataCoordinates=count, initialCoordinates=[0.1] * count)
    )
    kind = ObjectContactFrictionCircleCable2D if friction else ObjectContactCircleCable2D
    ends = [shape, circle] if swap else [circle, shape]
    mbs.AddObject(
        kind(
            markerNumbers=ends, nodeNumber=data, numberOfContactSegments=segments,
            circleRadius=radius,
        )
    )  # fmt: skip
    return mbs


@looped(
    "changes, text",
    [
        (dict(of_marker=4), r"numberOfContactSegments n_s must be that of .*numberOfSegments = 4"),
        (dict(count=8), "9 data coordinates.*with 8"),
        (dict(count=10), "9 data coordinates.*with 10"),
        (dict(friction=False), "3 data coordinates.*with 9"),
        (dict(swap=True), "the first one is the circle"),
        (dict(radius=0.0), "circleRadius"),
    ],
)
def test_what_does_not_fit_is_refused(changes, text):
    with pytest.raises(ParameterError, match=text):
        model(**changes).Assemble()
