"""TabularSpringDamper: values of its law, frozen branches, changes of the curve, refusals."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.connectors.tabular_spring_damper import CLAMPED, OFF, ON
from linkwork.items import *

from .pairs import SPACE, Pair

CURVE = [[-0.5, -30.0], [-0.1, -2.0], [0.2, 1.0], [0.6, 25.0]]
FORCE = exu.OutputVariableType.ForceLocal


def stretched(u, rate=0.0, L0=2.0, **values):
    """A system with a spring from the ground to a mass, stretched by u; and the spring."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(
        NodePoint(referenceCoordinates=[L0 + u, 0, 0], initialVelocities=[rate, 0, 0])
    )
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.5))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    spring = mbs.AddObject(TabularSpringDamper(markerNumbers=ends, referenceLength=L0, **values))
    mbs.Assemble()
    return mbs, spring


def force(u, rate=0.0, **values):
    mbs, spring = stretched(u, rate, **values)
    return mbs.GetObjectOutput(spring, FORCE)


@pytest.mark.parametrize("u", [-0.9, -0.5, -0.3, -0.1, 0.0, 0.125, 0.2, 0.45, 0.6, 1.5])
def test_the_table_is_interpolated_and_its_ends_are_held(u):
    expected = np.interp(u, *np.transpose(CURVE))
    assert force(u, curve=CURVE) == pytest.approx(expected, rel=1e-13)
    assert force(u, -0.75, curve=CURVE, damping=4.0) == pytest.approx(expected - 3.0, rel=1e-13)


@pytest.mark.parametrize(("u", "expected"), [(-0.9, -58.0), (0.45, 16.0), (1.5, 79.0)])
def test_the_last_lines_of_a_table_go_on(u, expected):
    assert force(u, curve=CURVE, extrapolate="linear") == pytest.approx(expected, rel=1e-13)


LAW = dict(stiffness=50.0, damping=4.0)


@pytest.mark.parametrize(
    ("kind", "u", "rate", "free", "clamped"),
    [
        ("Tensile", 0.5, 1.0, 29.0, 29.0),
        ("Tensile", 0.5, -8.0, -7.0, 0.0),
        ("Tensile", -0.5, 1.0, 0.0, 0.0),
        ("Compressive", -0.5, -1.0, -29.0, -29.0),
        ("Compressive", -0.5, 8.0, 7.0, 0.0),
        ("Compressive", 0.5, -1.0, 0.0, 0.0),
        ("Compressive", 0.0, -1.0, -4.0, -4.0),
        ("Compressive", 0.0, 1.0, 0.0, 0.0),
        ("Compressive", 0.0, 0.0, 0.0, 0.0),
    ],
)
def test_gates(kind, u, rate, free, clamped):
    assert force(u, rate, springType=kind, **LAW) == pytest.approx(free, abs=1e-12)
    found = force(u, rate, springType=kind, noAdhesion=True, **LAW)
    assert found == pytest.approx(clamped, abs=1e-12)
    assert force(u, rate, springType="Linear", **LAW) == pytest.approx(50.0 * u + 4.0 * rate)


GATE = dict(springType="Compressive", stiffness=8.0)
TABLE = dict(springType="Tabular", curve=CURVE)
FROZEN = {
    "off, but compressed": (OFF, 0.4, GATE, lambda u, w: 0.0),
    "on, but stretched": (ON, -0.4, GATE, lambda u, w: 8.0 * u + 0.5 * w),
    "clamped": (CLAMPED, 0.4, dict(GATE, noAdhesion=True), lambda u, w: 0.0),
    "first line": (1, -0.2, TABLE, lambda u, w: -30.0 + 70.0 * (u + 0.5) + 0.5 * w),
    "last line": (3, 0.4, TABLE, lambda u, w: 25.0 + 60.0 * (u - 0.6) + 0.5 * w),
    "beyond the end": (4, 0.4, TABLE, lambda u, w: 25.0 + 0.5 * w),
}
"""Mode, how far the points are too close for the length at rest, parameters, f_SD(u, Ldot)."""


@pytest.mark.parametrize("case", FROZEN.values(), ids=FROZEN)
def test_a_frozen_branch_goes_on_beyond_its_boundary(case):
    """Its formula, and derivatives that are those of this formula."""
    branch, pressed, values, law = case
    pair = Pair(
        ObjectConnectorTabularSpringDamper, (SPACE, SPACE), (np.zeros(3), [0.6, 0.0, 0.8]),
        **values, damping=0.5, referenceLength=1.0 + pressed,
    )  # fmt: skip
    pair.shake(np.random.default_rng(5), 0.01)
    pair.data["branches"][:] = branch
    pair.data.scalars.frozen = 1
    first, _ = pair.forces()
    p0, p1, v0, v1 = pair.points()
    L = np.linalg.norm(p1 - p0)
    along = (p1 - p0) / L
    expected = law(L - 1.0 - pressed, along @ (v1 - v0)) * along
    assert first == pytest.approx(expected, abs=1e-12)
    assert pair.data["branches"].tolist() == [branch]
    pair.factors(0.3, 0.7, 1.0, 1.0)
    assert pair.matrix(0) == pytest.approx(pair.differences(0), abs=2e-7)


def test_branches_of_the_state_are_noted():
    pair = Pair(
        ObjectConnectorTabularSpringDamper, (SPACE, SPACE), (np.zeros(3), [0.0, 2.3, 0.0]),
        springType="Tabular", curve=CURVE, referenceLength=2.0,
    )  # fmt: skip
    pair.forces()
    assert pair.data["branches"].tolist() == [3]


def test_the_curve_changes_without_a_new_assembly_if_its_shape_stays():
    mbs, spring = stretched(0.3, curve=CURVE)
    steeper = np.array(CURVE) * [1.0, 2.0]
    mbs.SetObjectParameter(spring, "curve", steeper)
    assert mbs.GetObjectOutput(spring, FORCE) == pytest.approx(14.0)
    mbs.SetObjectParameter(spring, "curve", [[0.0, 0.0], [1.0, 20.0]])
    with pytest.raises(exu.SysError, match="Assemble"):
        mbs.GetObjectOutput(spring, FORCE)
    mbs.Assemble()
    assert mbs.GetObjectOutput(spring, FORCE) == pytest.approx(6.0)


def refusal(**values):
    with pytest.raises(exu.ParameterError) as caught:
        stretched(0.0, name="s", **values)
    return str(caught.value)


def test_refusals_name_the_spring_and_say_what_to_do():
    text = refusal()
    assert "TabularSpringDamper 's' (object 2)" in text and "give curve" in text
    for wrong in (np.eye(3), [[0.0, 1.0]]):
        assert "TabularSpringDamper 's' (object 2): curve must be n x 2" in refusal(curve=wrong)
    text = refusal(curve=[[0.0, 0.0], [1.0, 2.0], [1.0, 3.0]])
    assert "1 follows 1 in row 2; sort the rows" in text
    text = refusal(springType="Linear", noAdhesion=True)
    assert "noAdhesion needs springType 'Tensile' or 'Compressive', got 'Linear'" in text
    text = refusal(springType="tensile")
    assert "springType" in text and "'Linear', 'Tensile', 'Compressive', 'Tabular'" in text


def test_a_curve_that_is_none_is_refused_and_the_old_one_stays():
    mbs, spring = stretched(0.3, curve=CURVE)
    with pytest.raises(exu.ParameterError, match="strictly increases"):
        mbs.SetObjectParameter(spring, "curve", np.array(CURVE)[::-1])
    assert np.array_equal(mbs.GetObjectParameter(spring, "curve"), CURVE)
    assert mbs.GetObjectOutput(spring, FORCE) == pytest.approx(7.0)
