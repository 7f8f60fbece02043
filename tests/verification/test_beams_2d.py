"""Beams with shear in the plane: closed forms, an integration of their own, invariants."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.errors import ParameterError
from linkwork.utilities import *
from tests.cases import Cases

from .cable_models import Variable, elastica, hold, pull, run, settle, tip, twist

pytestmark = pytest.mark.processors

CLAMPED = [1, 1, 1]


def beam(n, count, start, end, EI=10.0, EA=1e4, GA=4e3, rhoA=1.0, rhoJ=0.0, **values):
    """A straight beam of n elements with `count` nodes each."""
    mbs = exu.SystemContainer().AddSystem()
    ends = {name: values.pop(name, None) for name in ("gravity", "held")}
    template = Beam2D(
        nodeNumbers=[0, 1, 2][:count], physicsBendingStiffness=EI, physicsAxialStiffness=EA,
        physicsShearStiffness=GA, physicsMassPerLength=rhoA, physicsCrossSectionInertia=rhoJ,
        **values,
    )  # fmt: skip
    nodes, elements, *_ = GenerateStraightBeam(
        mbs, [*start, 0], [*end, 0], n, template, ends["gravity"] or [0, 0, 0], ends["held"]
    )
    return mbs, nodes, elements


def rolled(n, count, turns, steps):
    mbs, nodes, _ = beam(n, count, [0, 0], [2, 0], held=CLAMPED)
    twist(mbs, nodes[-1], 2.0 * math.pi * turns * 10.0 / 2.0)
    settle(mbs, steps)
    return tip(mbs, nodes[-1])


def test_an_end_moment_bends_a_cantilever_to_a_half_circle():
    """Nodes turn by M L/(n EI) each, and elements lie at the mean angle: a closed form."""
    assert rolled(8, 2, 0.5, 10) == pytest.approx([0.0, 1.28145772387, math.pi], abs=5e-12)


def test_a_cantilever_rolls_up_to_a_circle():
    """By the moment 2 pi EI/L its tip returns to the clamp: at once with two nodes, where equal
    elements form a polygon; with the fourth order with three, whose middle nodes are outside."""
    x, y, angle = rolled(10, 2, 1.0, 10)
    assert [x, y, angle] == pytest.approx([0.0, 0.0, 2.0 * math.pi], abs=1e-11)
    heights = [rolled(n, 3, 0.5, 10)[1] - 4.0 / math.pi for n in (4, 8, 16)]
    assert heights[0] / heights[1] == pytest.approx(16.0, rel=0.05)
    assert heights[1] / heights[2] == pytest.approx(16.0, rel=0.05) and abs(heights[2]) < 1e-6


def reissner(force, EI, EA, GA):
    """Tip of a cantilever of length 1 with shear under a downward force, by shooting."""
    from scipy.integrate import solve_ivp
    from scipy.optimize import brentq

    def rates(_, z):
        c, s = math.cos(z[2]), math.sin(z[2])
        along, across = 1.0 - force * s / EA, -force * c / GA
        x, y = along * c - across * s, along * s + across * c
        return [x, y, z[3] / EI, force * x]

    def shot(moment):
        ends = (0.0, 1.0), [0.0, 0.0, 0.0, moment]
        return solve_ivp(rates, *ends, method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]

    moment = brentq(lambda m: shot(m)[3], -1.5 * force, 0.0, xtol=1e-14, rtol=1e-14)
    return shot(moment)[:3]


def test_a_force_at_the_tip_converges_to_the_beam_with_shear():
    """Order two with two nodes, four with three; without shear the beam is the elastica."""
    assert reissner(4.0, 1.0, 1e30, 1e30) == pytest.approx(elastica(4.0, 1.0, 1e30), abs=1e-9)
    exact = reissner(4.0, 1.0, 100.0, 20.0)
    for count, order, last in ((2, 2, 3e-3), (3, 4, 5e-6)):
        errors = []
        for n in (8, 16, 32):
            mbs, nodes, _ = beam(n, count, [0, 0], [1, 0], 1.0, 100.0, 20.0, held=CLAMPED)
            pull(mbs, nodes[-1], [0, -4.0, 0])
            settle(mbs, 4)
            errors.append(np.abs(np.array(tip(mbs, nodes[-1])) - exact).max())
        assert errors[1] / errors[2] == pytest.approx(2**order, rel=0.1)
        assert errors[2] < last


def test_modes_of_a_pinned_beam_are_those_of_timoshenko():
    """sin(kx), cos(kx) solve the equations: a quadratic equation in omega^2 for each k = m pi/l."""
    EI, GA, rhoA, rhoJ, length = 10.0, 300.0, 3.0, 0.1, 2.0

    def exact(m):
        k = m * math.pi / length
        K = np.array([[GA * k * k, -GA * k], [-GA * k, EI * k * k + GA]])
        return math.sqrt(np.linalg.eigvals(np.diag([1 / rhoA, 1 / rhoJ]) @ K).min())

    errors = []
    for n in (8, 16):
        mbs, nodes, _ = beam(n, 3, [0, 0], [length, 0], EI, 1e6, GA, rhoA, rhoJ)
        hold(mbs, nodes[0], (0, 1))
        hold(mbs, nodes[-1], (1,))
        mbs.Assemble()
        omega = 2 * np.pi * np.array(mbs.ComputeModes(numberOfModes=3).frequencies)
        errors.append([omega[m - 1] / exact(m) - 1.0 for m in (1, 2, 3)])
    assert np.array(errors[0]) / errors[1] == pytest.approx([16.0] * 3, rel=0.1)
    assert max(errors[1]) < 1e-3


def test_slender_beams_do_not_lock():
    """Cantilever frequencies of Euler and Bernoulli, with a slenderness of 1000."""
    beta = 1.875104068711961
    thin = dict(EI=1.0, EA=1.2e7, GA=4e6, rhoA=1.0)
    for count, limit in ((2, 5e-3), (3, 2e-5)):
        mbs, _, _ = beam(10, count, [0, 0], [1, 0], held=CLAMPED, **thin)
        mbs.Assemble()
        omega = 2 * np.pi * mbs.ComputeModes(numberOfModes=1).frequencies[0]
        assert omega == pytest.approx(beta**2, rel=limit)


def test_rigid_motions_leave_no_strain():
    """Whatever the reference angles are, if these do not count."""
    with Cases() as cases:
        for angle in np.linspace(0.0, 6.0, 5):
            for include, offset in ((True, 0.0), (False, 0.4)):
                with cases(angle, include):
                    mbs = exu.SystemContainer().AddSystem()
                    c, s = math.cos(angle), math.sin(angle)
                    ends = [[5, 3, angle + offset], [5 + 2 * c, 3 + 2 * s, angle + 2 * offset]]
                    nodes = [mbs.AddNode(NodeRigidBody2D(referenceCoordinates=e)) for e in ends]
                    number = mbs.AddObject(
                        Beam2D(physicsLength=2.0, nodeNumbers=nodes, physicsMassPerLength=1.0,
                               includeReferenceRotations=include)
                    )  # fmt: skip
                    mbs.Assemble()
                    for variable in (Variable.StrainLocal, Variable.CurvatureLocal):
                        found = mbs.GetObjectOutputBody(number, variable, [0.3, 0.1, 0])
                        assert np.abs(found).max() < 1e-14
                    place = mbs.GetObjectOutputBody(number, Variable.Position, [-1, 0.5, 0])
                    assert place == pytest.approx([5 - 0.5 * s, 3 + 0.5 * c, 0], abs=1e-14)


def invariants(mbs, nodes, elements, count, L):
    """Momentum, angular momentum about the origin, and energy; rhoA = 2, rhoJ = 0.1"""
    kinds = Variable.KineticEnergy, Variable.PotentialEnergy
    energy = sum(mbs.GetObjectOutput(e, k) for e in elements for k in kinds)
    mass = np.array([[2, 1], [1, 2]]) / 6
    if count == 3:
        mass = np.array([[4, 2, -1], [2, 16, 2], [-1, 2, 4]]) / 30
    momentum, spin = np.zeros(2), 0.0
    for k in range(len(elements)):
        there = nodes[k * (count - 1) : (k + 1) * (count - 1) + 1]
        c, v = (
            np.array([mbs.GetNodeOutput(n, out) for n in there])
            for out in (Variable.CoordinatesTotal, Variable.Coordinates_t)
        )
        momentum += 2.0 * L * mass.sum(axis=0) @ v[:, :2]
        spin += 2.0 * L * (c[:, 0] @ mass @ v[:, 1] - c[:, 1] @ mass @ v[:, 0])
        spin += 0.1 * L * mass.sum(axis=0) @ v[:, 2]
    return [*momentum, spin, energy]


def test_a_free_beam_keeps_its_invariants():
    for count in (2, 3):
        mbs = exu.SystemContainer().AddSystem()
        n, L = 4, 0.25
        places = np.linspace(-0.5, 0.5, n * (count - 1) + 1)
        nodes = [
            mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[x, 0.2, 0],
                                        initialVelocities=[0.7, 3.0 * x + x * x, 3.0]))
            for x in places
        ]  # fmt: skip
        material = dict(
            physicsLength=L, physicsMassPerLength=2.0, physicsCrossSectionInertia=0.1,
            physicsBendingStiffness=1.0, physicsAxialStiffness=500.0, physicsShearStiffness=200.0,
        )  # fmt: skip
        elements = [
            mbs.AddObject(Beam2D(nodeNumbers=nodes[k * (count - 1) : (k + 1) * (count - 1) + 1],
                                 **material))
            for k in range(n)
        ]  # fmt: skip
        mbs.Assemble()
        before = invariants(mbs, nodes, elements, count, L)
        run(mbs, 1.0, 8000, "RK67")
        after = invariants(mbs, nodes, elements, count, L)
        assert after == pytest.approx(before, abs=1e-10)
        potential = sum(mbs.GetObjectOutput(e, Variable.PotentialEnergy) for e in elements)
        assert potential > 1e-4


def test_a_turned_model_has_the_same_energies_and_the_turned_motion():
    angle = 2.2
    R = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    found = []
    for turn in (np.eye(2), R):
        g = turn @ [3.0, -9.81]
        values = dict(rhoJ=0.02, physicsReferenceCurvature=0.5, physicsShearDamping=1.0)
        mbs, nodes, elements = beam(
            4, 3, turn @ [0.3, 0.1], turn @ [1.5, 0.7], held=CLAMPED, gravity=[*g, 0], **values
        )
        run(mbs, 0.1, 200)
        energies = [
            sum(mbs.GetObjectOutput(e, k) for e in elements)
            for k in (Variable.KineticEnergy, Variable.PotentialEnergy)
        ]
        place = mbs.GetObjectOutputBody(elements[-1], Variable.Position, [0.1, 0.05, 0])
        found.append([*(turn.T @ place[:2]), *energies])
    assert found[1] == pytest.approx(found[0], rel=1e-9) and found[0][2] > 0.1


def test_forces_of_a_beam_with_gravity_and_a_pull_balance_at_the_clamp():
    mbs, nodes, elements = beam(32, 3, [0, 0], [1, 0], 2.0, 200.0, 100.0, 3.0, held=CLAMPED,
                                gravity=[0, -1.5, 0])  # fmt: skip
    pull(mbs, nodes[-1], [2.0, 1.0, 0])
    settle(mbs, 2)
    at = [-0.5 / 32, 0, 0]
    N, Q, _ = mbs.GetObjectOutputBody(elements[0], Variable.ForceLocal, at)
    assert [N, Q] == pytest.approx([2.0, -3.5], abs=0.03)
    mean = -4.5 * np.mean([mbs.GetObjectOutputBody(e, Variable.Position, [0, 0, 0])[0]
                           for e in elements])  # fmt: skip
    x, y, _ = tip(mbs, nodes[-1])
    M = mbs.GetObjectOutputBody(elements[0], Variable.TorqueLocal, at)[2]
    assert M == pytest.approx(x * 1.0 - y * 2.0 + mean, rel=5e-3)


def test_elements_along_a_line_are_named():
    mbs = exu.SystemContainer().AddSystem()
    made = GenerateBeamElementsAlongLine(
        mbs, [0, 0, 0], [2, 1, 0], 2, Beam2D(physicsMassPerLength=1.0), [0, -9.81, 0], CLAMPED,
        EI=3.0, EA=4.0, GA=5.0,
    )  # fmt: skip
    assert list(made) == ["nodes", "elements", "loads", "nodePositions", "constraintObjects"]
    assert [len(each) for each in made.values()] == [3, 2, 2, 3, 3]
    first = mbs.GetObject(made["elements"][0])
    assert first["physicsBendingStiffness"] == 3.0 and first["physicsShearStiffness"] == 5.0
    assert mbs.GetNode(made["nodes"][1])["referenceCoordinates"] == pytest.approx(
        [1, 0.5, math.atan2(1, 2)]
    )


REFUSED = {
    "length": (dict(physicsLength=0.0), "physicsLength"),
    "one node": (dict(nodeNumbers=[0]), "two nodes"),
    "the same node": (dict(nodeNumbers=[0, 0]), "different nodes"),
    "no direction": (dict(nodeNumbers=[0, 2]), "no direction"),
}


def test_impossible_beams_are_refused():
    with Cases() as cases:
        for name, (changes, told) in REFUSED.items():
            with cases(name):
                mbs = exu.SystemContainer().AddSystem()
                for x in (0.0, 1.0, 0.0):
                    mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[x, 0, 0]))
                given = dict(physicsLength=1.0, nodeNumbers=[0, 1], physicsMassPerLength=1.0)
                with pytest.raises(ParameterError, match=told):
                    mbs.AddObject(Beam2D(**given | changes))
                    mbs.Assemble()
    mbs = exu.SystemContainer().AddSystem()
    with pytest.raises(ParameterError, match="3 flags"):
        GenerateStraightBeam(mbs, [0, 0, 0], [1, 0, 0], 1, Beam2D(), fixedConstraintsNode0=[1, 1])
    with pytest.raises(ParameterError, match="beamTemplate must be one of"):
        GenerateStraightBeam(mbs, [0, 0, 0], [1, 0, 0], 1, None)
    with pytest.raises(ParameterError, match="outside of it"):
        mbs, _, elements = beam(1, 2, [0, 0], [1, 0])
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=elements[0], localPosition=[0.6, 0, 0]))
        mbs.Assemble()
