"""Cables in the plane: statics and modes against closed forms, the elastica and another code."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError
from linkwork.extend.probe import Probe
from linkwork.items import *
from tests.cases import Cases

from .cable_models import (
    CLAMPED,
    PINNED,
    Variable,
    elastica,
    hold,
    line,
    material,
    pull,
    settle,
    tip,
    twist,
)

pytestmark = pytest.mark.processors

TWELVE = 2e-12


def cantilever(n, length, **values):
    mbs, nodes, elements = line(n, [0, 0], [length, 0], **values)
    hold(mbs, nodes[0], CLAMPED)
    return mbs, nodes, elements


def rolled(n, turns, steps):
    mbs, nodes, _ = cantilever(n, 2.0, **material(10.0, 1e4))
    twist(mbs, nodes[-1], 2.0 * math.pi * turns * 10.0 / 2.0)
    settle(mbs, steps)
    return tip(mbs, nodes[-1])


def test_an_end_moment_bends_a_cantilever_to_a_half_circle():
    """Digits of another element code."""
    n4 = [0.00317553123827, 1.27587956038, 3.13661487233]
    n8 = [0.000192489426148, 1.27340250631, 3.1412903306]
    assert rolled(4, 0.5, 10) == pytest.approx(n4, abs=5e-12)
    assert rolled(8, 0.5, 10) == pytest.approx(n8, abs=5e-11)


def test_a_cantilever_rolls_up_to_a_circle_with_order_four():
    """By the moment 2 pi EI/L its tip returns to the clamp, and the axis closes a circle."""
    errors = []
    for n in (8, 16, 32):
        x, y, angle = rolled(n, 1.0, 20)
        errors.append(math.hypot(x, y))
        assert abs(angle) < 0.1
    assert errors[2] < 2e-5
    assert errors[0] / errors[1] > 15.0 and errors[1] / errors[2] > 15.0


RULES = {
    0: [0.672647092715, -0.668086833283, -1.12043519999],
    1: [0.672903493813, -0.667677629532, -1.12026137289],
    2: [0.671551617515, -0.669617272861, -1.12105302012],
}
MIDDLE = {
    0: [-1.43166796504, 4.06123235865, 4.71714104291, 4.62219086417],
    2: [1.22743217882, 2.72129902006, 3.36383065415, 3.58635579529],
}
CLAMP = {0: -2.58827104473, 2: -2.67683315236}


def pulled_down(n, rule, EA=1e4):
    values = material(1.0, EA, useReducedOrderIntegration=rule)
    mbs, nodes, elements = cantilever(n, 1.0, **values)
    pull(mbs, nodes[-1], [0, -4.0, 0])
    settle(mbs, 4)
    return mbs, nodes, elements


def test_rules_of_integration_under_a_force_at_the_tip():
    """Digits of another element code: tip, normal forces, and the moment at the clamp."""
    for rule, wanted in RULES.items():
        mbs, nodes, elements = pulled_down(4, rule)
        assert tip(mbs, nodes[-1]) == pytest.approx(wanted, abs=TWELVE)
        if rule in MIDDLE:
            at = [0.125, 0.0, 0.0]
            N = [mbs.GetObjectOutputBody(e, Variable.ForceLocal, at) for e in elements]
            assert N == pytest.approx(MIDDLE[rule], abs=2e-8)
            M = mbs.GetObjectOutputBody(elements[0], Variable.TorqueLocal, [0, 0, 0])
            assert M == pytest.approx(CLAMP[rule], abs=2e-11)


def test_a_force_at_the_tip_converges_to_the_elastica_with_order_four():
    """Extensible elastica by shooting; without extension it agrees with elliptic integrals."""
    from scipy.optimize import brentq
    from scipy.special import ellipk, ellipkinc

    def wrong(k):  # sqrt(P L^2/EI) = K(k) - F(arcsin(1/(k sqrt 2)), k)
        return ellipk(k * k) - ellipkinc(math.asin(1.0 / (k * math.sqrt(2.0))), k * k) - 2.0

    k = brentq(wrong, math.sqrt(0.5) + 1e-12, 1.0 - 1e-12, xtol=1e-15)
    angle = math.asin(2.0 * k * k - 1.0)
    assert elastica(4.0, 1.0, 1e30)[2] == pytest.approx(-angle, abs=1e-9)

    exact = elastica(4.0, 1.0, 100.0)
    errors = []
    for n in (8, 16, 32, 64):
        mbs, nodes, _ = pulled_down(n, 0, EA=100.0)
        errors.append(np.abs(np.array(tip(mbs, nodes[-1])) - exact).max())
    assert errors[-1] < 1e-8
    assert all(a / b > 14.0 for a, b in zip(errors, errors[1:], strict=False))


def test_a_cantilever_bends_under_its_weight():
    values = material(833.3333333333333, 1e6, 78.0)
    mbs, nodes, _ = cantilever(32, 2.0, gravity=[0, -9.81, 0], **values)
    settle(mbs)
    u, angle = mbs.GetNodeOutput(nodes[-1], Variable.Displacement), tip(mbs, nodes[-1])[2]
    wanted = [-0.501305814031, -1.23251000349, -0.896124181516]
    assert [u[0], u[1], angle] == pytest.approx(wanted, abs=2e-11)


def test_a_reference_strain_is_free_of_force():
    values = material(1.0, 100.0, physicsReferenceAxialStrain=0.02)
    mbs, nodes, elements = cantilever(2, 1.0, **values)
    pull(mbs, nodes[-1], [10.0, 0, 0])
    settle(mbs)
    assert tip(mbs, nodes[-1])[0] == pytest.approx(1.12, abs=TWELVE)
    at = [0.1, 0.0, 0.0]
    strain = mbs.GetObjectOutputBody(elements[0], Variable.StrainLocal, at)
    force = mbs.GetObjectOutputBody(elements[0], Variable.ForceLocal, at)
    assert [strain, force] == pytest.approx([0.12, 10.0], abs=1e-10)


def test_a_reference_curvature_bends_without_load():
    values = material(1.0, 1e3, physicsReferenceCurvature=math.pi / 2)
    mbs, nodes, _ = cantilever(4, 1.0, **values)
    settle(mbs)
    wanted = [0.636700602378, 0.636605409504, 1.57064680598]
    assert tip(mbs, nodes[-1]) == pytest.approx(wanted, abs=2e-10)


def test_a_bent_reference_is_free_of_stress_where_strains_are_relative_to_it():
    for part, wanted in ((1.0, True), (0.0, False)):
        mbs = exu.SystemContainer().AddSystem()
        angle = 1.0
        ends = [[0, 0, 1, 0], [math.sin(angle), 1 - math.cos(angle), math.cos(angle),
                               math.sin(angle)]]  # fmt: skip
        nodes = [mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=c)) for c in ends]
        cable = mbs.AddObject(
            Cable2D(
                physicsLength=1.0,
                nodeNumbers=nodes,
                strainIsRelativeToReference=part,
                **material(1.0, 1e3),
            )  # fmt: skip
        )
        hold(mbs, nodes[0], CLAMPED)
        settle(mbs)
        moved = np.abs(mbs.GetNodeOutput(nodes[1], Variable.Displacement)).max()
        assert bool(moved < 1e-13) is wanted
        outputs = (Variable.ForceLocal, Variable.TorqueLocal)
        found = [mbs.GetObjectOutputBody(cable, v, [0.3, 0, 0]) for v in outputs]
        assert np.abs(found).max() < 1e-10


def test_modes_of_a_pinned_cable():
    """Digits of another element code, and closed forms of bending and axial modes."""
    mbs, nodes, _ = line(8, [0, 0], [2, 0], **material(10.0, 1e4, 3.0))
    hold(mbs, nodes[0], PINNED)
    hold(mbs, nodes[-1], PINNED)
    mbs.Assemble()
    omega = 2 * np.pi * np.array(mbs.ComputeModes(numberOfModes=6).frequencies)
    wanted = [
        4.50491154089, 18.0240288253, 40.5956995893, 72.3618815877, 90.6899734266, 113.665033907,
    ]  # fmt: skip
    assert omega == pytest.approx(wanted, rel=1e-9)
    assert omega[0] == pytest.approx((np.pi / 2) ** 2 * np.sqrt(10.0 / 3.0), rel=2e-5)
    assert omega[4] == pytest.approx(np.pi / 2 * np.sqrt(1e4 / 3.0), rel=1e-7)


def test_modes_of_a_cantilever_converge_with_order_four():
    """beta_k of 1 + cos(beta) cosh(beta) = 0; omega = beta^2 sqrt(EI/(rhoA L^4))."""
    beta = np.array([1.875104068711961, 4.694091132974174, 7.854757438237613])
    errors = []
    for n in (5, 10, 20):
        mbs, _, _ = cantilever(n, 1.0, **material(2.0, 1e7, 0.5))
        mbs.Assemble()
        omega = 2 * np.pi * np.array(mbs.ComputeModes(numberOfModes=3).frequencies)
        errors.append(np.abs(omega / (beta**2 * 2.0) - 1.0))
    assert (errors[1] / errors[2] > 15.0).all() and errors[2].max() < 2e-5
    assert errors[2][0] < 1e-7


def test_gravity_acts_on_positions_and_slopes():
    """rhoA g (L/2, L^2/12, L/2, -L^2/12)"""
    mbs, _, elements = line(1, [0, 0], [3, 0], gravity=[2.0, -10.0, 0], **material(1, 1, 0.5))
    mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=elements[0]))
    probe = Probe(mbs, [mass], 0)
    weights = np.array([1.5, 0.75, 1.5, -0.75])
    assert -probe.residual(0) == pytest.approx(0.5 * np.kron(weights, [2.0, -10.0]))


def test_a_mirrored_model_bends_to_the_mirrored_shape():
    found = []
    for side in (1.0, -1.0):
        mbs, nodes, _ = cantilever(3, 1.0, **material(1.0, 50.0, physicsReferenceCurvature=side))
        pull(mbs, nodes[-1], [1.5, -2.0 * side, 0])
        settle(mbs, 3)
        found.append(tip(mbs, nodes[-1]))
    assert np.array(found[0]) * [1, -1, -1] == pytest.approx(found[1], abs=1e-13)
    assert abs(found[0][1]) > 0.1


def test_rigid_motions_leave_no_strain():
    """Turned by any angle and shifted, forces are those of rounding."""
    for angle in np.linspace(0.0, 6.0, 7):
        c, s = math.cos(angle), math.sin(angle)
        mbs, _, elements = line(1, [5, 3], [5 + 2 * c, 3 + 2 * s], **material(10.0, 1e4))
        mbs.Assemble()
        for x in (0.0, 0.7, 2.0):
            for variable in (Variable.StrainLocal, Variable.CurvatureLocal):
                value = mbs.GetObjectOutputBody(elements[0], variable, [x, 0.1, 0])
                assert abs(value) < 1e-14


def test_a_moment_and_an_off_axis_spring_are_in_equilibrium_with_the_clamp():
    """A torque at the tip, and a spring at a height over the axis, which turns with it."""
    mbs, nodes, elements = cantilever(16, 1.0, **material(1.0, 1e3))
    local = [0.04, 0.2, 0.0]
    off = mbs.AddMarker(MarkerBodyPosition(bodyNumber=elements[10], localPosition=local))
    ground = mbs.AddMarker(
        MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround(referencePosition=[1, 1, 0])))
    )
    mbs.AddObject(CartesianSpringDamper(markerNumbers=[ground, off], stiffness=[5, 8, 0]))
    twist(mbs, nodes[-1], 0.5)
    solution = settle(mbs)
    assert solution.success
    place = mbs.GetMarkerOutput(off, Variable.Position)
    at = mbs.GetObjectOutputBody(elements[10], Variable.Position, local)
    assert place == pytest.approx(at, abs=1e-14)
    # equilibrium: the moment at the clamp carries torque and spring force
    force = np.array([5, 8, 0]) * (np.array([1.0, 1.0, 0.0]) - place)
    moment = mbs.GetObjectOutputBody(elements[0], Variable.TorqueLocal, [0, 0, 0])
    assert moment == pytest.approx(0.5 + place[0] * force[1] - place[1] * force[0], rel=2e-3)


def law_of_force(
    mbs, t, itemNumber, axialPositionNormalized, axialStrain, axialStrain_t, axialStrainRef,
    physicsAxialStiffness, physicsAxialDamping, curvature, curvature_t, curvatureRef,
):  # fmt: skip
    strain = axialStrain - axialStrainRef
    return physicsAxialStiffness * strain + physicsAxialDamping * axialStrain_t


def law_of_moment(
    mbs, t, itemNumber, axialPositionNormalized, curvature, curvature_t, curvatureRef,
    physicsBendingStiffness, physicsBendingDamping, axialStrain, axialStrain_t, axialStrainRef,
):  # fmt: skip
    bend = curvature - curvatureRef
    return physicsBendingStiffness * bend + physicsBendingDamping * curvature_t


def test_each_user_function_replaces_its_own_law():
    """With the same laws nothing changes; with a softer one, only that part is softer."""
    base = dict(
        material(1.0, 50.0), physicsAxialDamping=0.3, physicsBendingDamping=0.1,
        physicsReferenceAxialStrain=0.01, physicsReferenceCurvature=0.2,
    )  # fmt: skip
    functions = {
        "force": dict(axialForceUserFunction=law_of_force),
        "moment": dict(bendingMomentUserFunction=law_of_moment),
        "both": dict(axialForceUserFunction=law_of_force, bendingMomentUserFunction=law_of_moment),
    }

    def swung(**values):
        mbs, nodes, elements = cantilever(2, 1.0, gravity=[0, -9.81, 0], **base | values)
        settings = exu.SimulationSettings()
        settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.2, 50
        mbs.Assemble()
        mbs.SolveDynamic(settings)
        at = [0.2, 0, 0]
        outputs = Variable.ForceLocal, Variable.TorqueLocal
        forces = [mbs.GetObjectOutputBody(elements[0], v, at) for v in outputs]
        return [*tip(mbs, nodes[-1]), *forces]

    plain = swung()
    with Cases() as cases:
        for name, given in functions.items():
            with cases(name):
                assert swung(**given) == pytest.approx(plain, rel=1e-8)
    soft = swung(axialForceUserFunction=lambda mbs, t, i, s, eps, *others: 5.0 * eps)
    assert soft[3] == pytest.approx(plain[3], rel=10.0) and abs(soft[0] - plain[0]) > 1e-3


REFUSED = {
    "length": (dict(physicsLength=0.0), "physicsLength"),
    "negative length": (dict(physicsLength=-1.0), "physicsLength"),
    "rule": (dict(useReducedOrderIntegration=3), "useReducedOrderIntegration"),
    "one node": (dict(nodeNumbers=[0, 0]), "two different nodes"),
    "node kind": (dict(nodeNumbers=[0, 2]), "NodePoint2DSlope1"),
    "stiffness": (dict(physicsAxialStiffness=-1.0), "physicsAxialStiffness"),
}


def test_cables_that_make_no_sense_are_refused():
    with Cases() as cases:
        for name, (values, text) in REFUSED.items():
            with cases(name):
                mbs = exu.SystemContainer().AddSystem()
                for x in (0.0, 1.0):
                    mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[x, 0, 1, 0]))
                mbs.AddNode(NodePoint2D())
                given = dict(physicsLength=1.0, nodeNumbers=[0, 1]) | values
                with pytest.raises(ParameterError, match=text):
                    mbs.AddObject(Cable2D(**given))
                    mbs.Assemble()


def test_a_slope_without_direction_is_refused():
    mbs = exu.SystemContainer().AddSystem()
    mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[0, 0, 0, 0]))
    with pytest.raises(ParameterError, match="slope in referenceCoordinates must not be zero"):
        mbs.Assemble()


def test_points_beyond_the_ends_are_refused():
    """Markers, sensors and outputs name the place and the length."""
    for x in (-1e-8, 0.5 + 1e-8):
        mbs, _, elements = line(2, [0, 0], [1, 0], **material(1.0, 1.0))
        mbs.Assemble()
        with pytest.raises(ParameterError, match="from 0 to physicsLength = 0.5 m"):
            mbs.GetObjectOutputBody(elements[1], Variable.Position, [x, 0, 0])
        sensor = SensorBody(
            bodyNumber=elements[0], localPosition=[x, 0, 0], outputVariableType=Variable.Position
        )
        mbs.AddSensor(sensor)
        with pytest.raises(ParameterError, match="SensorBody.*outside of Cable2D"):
            mbs.Assemble()
        mbs, _, elements = line(2, [0, 0], [1, 0], **material(1.0, 1.0))
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=elements[0], localPosition=[x, 0, 0]))
        with pytest.raises(ParameterError, match="MarkerBodyRigid.*Cable2D.*outside of it"):
            mbs.Assemble()
