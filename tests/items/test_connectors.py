"""What every connector keeps, in all its variants, on every pair of carriers it can have.

Every pair of carriers has the sample and another variant, such that every variant meets every kind
of motion at either end: a law sees the motions of its markers, and each end adds its own terms to
forces and matrix. One model is built for each pair of carriers and variant, and all contracts are
checked on it. A contract is a function of that model and of random numbers; it begins with a random
state of its own, and puts back what it changes besides the state.
"""

from collections import Counter, defaultdict

import numpy as np
import pytest

from linkwork.connectors.connector import FrameConnector
from linkwork.items import *
from tests.cases import Cases

from .pairs import (
    CONSTRAINTS,
    MOTIONS,
    PLACES,
    Pair,
    assert_matrix_is_derivative,
    conservative_pairs,
    ends_named,
    pairs_of,
)
from .power import assert_power, conservative, forces_on_coordinates, potential
from .samples import POSITION_CONNECTORS, Out, each_connector, variants_of, without_losses

SHIFTED = {CartesianSpringDamper: "offset"}
"""Connectors whose Displacement is measured from an offset."""


def told(pair, variable):
    return pair.mbs.GetObjectOutput(pair.number, variable)


def without_factors(pair):
    """A connector whose factors of its markers, if it has some, are 1."""
    names = {"factorValue1", "factor0", "factor1"} & set(pair.kind.fields)
    return pair.changed(**dict.fromkeys(names, 1.0))


def action_is_reaction(pair, rng):
    """Of connectors with factors for their markers: where these factors are 1."""
    kind = pair.kind
    with without_factors(pair):
        pair.shake(rng)
        first, second = pair.forces()
        torques = pair.data["marker_moment"][pair.markers].copy()
    assert np.array_equal(first, -second)
    acts = pair.active and (not kind.has_equations or pair.tied[pair.rows].any())
    assert (np.any(first) or np.any(torques)) == acts
    if issubclass(kind, FrameConnector) and kind.rigid_invariance:
        p0, p1, _, _ = pair.points()
        moment = np.cross(p0, first) + np.cross(p1, second) + torques.sum(axis=0)
        felt = [k for k in range(3) if 3 + k in kind.blocks.directions]
        assert np.abs(moment[felt]).max() <= 1e-14 * max(np.abs(torques).max(), 1.0)


def matrix_is_the_derivative_of_the_residual(pair, rng):
    for level in (0, 1):
        pair.shake(rng)
        pair.factors(*rng.uniform(0.5, 2.0, 4))
        # friction of a disc turns fast with a small slip
        sliding = pair.kind is ObjectConnectorRollingDiscPenalty
        assert_matrix_is_derivative(pair, level, 2e-7 if sliding else 1e-8)


def force_is_the_slope_of_the_potential(pair, rng):
    with pair.changed(**without_losses(pair.kind)):
        pair.shake(rng)
        pair.data["v"][:] = pair.data["multipliers"][:] = 0.0
        force = forces_on_coordinates(pair)
        for k, unit in enumerate(np.eye(force.size)):
            slope, h = 0.0, 1e-4
            for place, weight in ((-2, 1.0), (-1, -8.0), (1, 8.0), (2, -1.0)):
                with pair.moved(place * h * unit):
                    slope += weight * potential(pair) / (12.0 * h)
            assert -slope == pytest.approx(force[k], rel=1e-8, abs=1e-8)


def the_account_finds_power_and_losses(pair, rng):
    pair.shake(rng)
    assert_power(pair)


def constraint_forces_do_no_work(pair, rng):
    """On velocities that satisfy the constraint at velocity level."""
    pair.shake(rng)
    pair.factors(1.0, 0.0, 0.0, 1.0)
    pair.matrix(0)
    gradients = pair.equations.rows.gradients().toarray()
    v = pair.data["v"]
    for _ in range(2):  # again for what is rounded
        v -= np.linalg.pinv(gradients) @ (gradients @ v)
    assert np.any(np.abs(v) > 1e-3)
    pair.residual(1)
    terms = np.abs(gradients) @ np.abs(v)
    rounding = 4e-15 * max(1.0, terms.max())
    assert np.abs(pair.data["constraint"][pair.tied]).max() <= rounding
    assert abs(pair.power()) <= rounding


def gradient_is_the_slope_of_the_equation(pair, rng):
    pair.shake(rng)
    pair.matrix(0)
    gradients = pair.equations.rows.gradients().toarray()
    pair.factors(1.0, 0.0, 0.0, 1.0)
    pair.data["row_mass"][:] = 1.0
    n = pair.model.n_ode2
    wrong = np.abs(gradients - pair.differences(0)[n:, :n])[~pair.of_velocities]
    assert wrong.max(initial=0.0) <= 1e-9


def levels_are_time_derivatives(pair, rng):
    """c' by differences of c along v and t, c'' without accelerations by differences of c'."""
    pair.shake(rng)
    pair.factors(0.0, 0.0, 1.0, 1.0)
    v, step = pair.data["v"].copy(), 1e-4
    for level in (0, 1):
        rows = pair.tied & ~pair.of_velocities if level == 0 else pair.tied
        sides = []
        for h in (step, -step, 2.0 * step, -2.0 * step):
            pair.data.scalars.t = 0.5 + h
            with pair.moved(h * v):
                pair.residual(level)
            sides.append(pair.data["constraint"].copy())
        pair.data.scalars.t = 0.5
        pair.residual(level + 1)
        slope = (8.0 * (sides[0] - sides[1]) - (sides[2] - sides[3])) / (12.0 * step)
        limit = 1e-6 if pair.functions else 1e-9  # differences of differences
        wrong = np.abs(pair.data["constraint"] - slope)[rows]
        assert wrong.max(initial=0.0) <= limit


def equations_of_velocities_have_no_positions_to_correct(pair, rng):
    """Outside a step their value at level 0 is zero, and their row the gradient."""
    pair.shake(rng)
    pair.factors(0.0, 0.0, 1.0, 1.0)
    n = pair.model.n_ode2
    assert not np.any(pair.residual(0)[n:][pair.of_velocities & pair.tied])
    pair.data.scalars.row_cq = 1.0
    rows = pair.matrix(0)[n:, :n]
    gradients = pair.equations.rows.gradients().toarray()
    expected = pair.data["row_mass"][:, None] * gradients
    assert rows == pytest.approx(expected, rel=4e-16, abs=4e-16)


def tells_its_geometry(pair, rng):
    pair.shake(rng)
    p0, p1, v0, v1 = pair.points()
    offset = 0.0
    if pair.kind in SHIFTED:
        offset = pair.mbs.GetObjectParameter(pair.number, SHIFTED[pair.kind])
    assert np.array_equal(told(pair, Out.Displacement), p1 - p0 - offset)
    assert np.array_equal(told(pair, Out.Velocity), v1 - v0)
    assert told(pair, Out.Distance) == pytest.approx(np.linalg.norm(p1 - p0), rel=1e-15)


def tells_the_force_on_its_first_marker(pair, rng):
    pair.shake(rng)
    force, _ = pair.forces()
    p0, p1, _, _ = pair.points()
    direction = (p1 - p0) / np.linalg.norm(p1 - p0)
    if pair.kind.outputs[Out.Force].size == 0:
        scalar = told(pair, Out.Force)
        assert scalar == (pair.data["multipliers"][pair.rows][0] if np.any(force) else 0.0)
        assert force == pytest.approx(scalar * direction, rel=1e-14, abs=1e-15)
    else:
        assert np.array_equal(told(pair, Out.Force), force)
    if Out.ForceLocal in pair.kind.outputs:
        local = told(pair, Out.ForceLocal) * direction
        assert local == pytest.approx(force, rel=1e-14, abs=1e-15)


def tells_the_differences_of_its_coordinates(pair, rng):
    with without_factors(pair):
        pair.shake(rng)
        p0, p1, v0, v1 = pair.points()
        assert told(pair, Out.Displacement) == p1[0] - p0[0]
        assert told(pair, Out.Velocity) == v1[0] - v0[0]
        force = pair.forces()[0]
        assert told(pair, Out.Force) == force[0]
        assert not np.any(force[1:])


def contracts_of(kind):
    """Contract -> names of the variants of a kind that keep it."""
    variants = list(variants_of(kind))
    found = {
        action_is_reaction: variants,
        matrix_is_the_derivative_of_the_residual: variants,
        the_account_finds_power_and_losses: ["sample"],
    }
    if "potential" in kind.kernels:
        found[force_is_the_slope_of_the_potential] = list(conservative(kind))
    if kind in CONSTRAINTS:
        changes = variants_of(kind)
        of_velocities = [
            name
            for name in variants
            if changes[name].get("velocityLevel", kind is ObjectJointRollingDisc)
        ]
        at_rest = "one point" if kind is ObjectConnectorCoordinateMotion else "sample"
        found[constraint_forces_do_no_work] = [at_rest]
        found[gradient_is_the_slope_of_the_equation] = ["sample"]
        found[levels_are_time_derivatives] = [
            name for name in variants if changes[name].get("activeConnector", True)
        ]
        if of_velocities:
            found[equations_of_velocities_have_no_positions_to_correct] = of_velocities
    if kind in POSITION_CONNECTORS:
        found[tells_its_geometry] = found[tells_the_force_on_its_first_marker] = variants
    if kind.marker_types == ("Coordinate",):
        found[tells_the_differences_of_its_coordinates] = variants
    return found


def carriers_of(contract, kind):
    """Pairs of carriers on which a kind keeps a contract."""
    conserves = contract is force_is_the_slope_of_the_potential
    return conservative_pairs(kind) if conserves else pairs_of(kind)


def variants_on(kind):
    """Pair of carriers -> names of the variants of a kind that are built on it.

    Each pair takes the variant that its two motions have met least, and then what a contract needs
    that none of its variants keeps. What is missing after all pairs, of motions in fewer pairs than
    there are variants, is added.
    """
    others = [name for name in variants_of(kind) if name != "sample"]
    found = {ends: ["sample"] for ends in pairs_of(kind)}
    met = defaultdict(Counter)

    def motions(ends):
        return [met[place, MOTIONS[end].kind] for place, end in enumerate(ends)]

    def add(ends, name):
        found[ends].append(name)
        for names in motions(ends):
            names[name] += 1

    for k, ends in enumerate(found):
        turns = others[k % len(others) :] + others[: k % len(others)]
        add(ends, min(turns, key=lambda name: sum(names[name] for names in motions(ends))))
    for contract, variants in contracts_of(kind).items():
        for k, ends in enumerate(carriers_of(contract, kind)):
            if not {*found[ends]} & {*variants}:
                add(ends, variants[k % len(variants)])
    for ends in found:
        for name in others:
            if not all(names[name] for names in motions(ends)):
                add(ends, name)
    assert all(names.keys() == {*others} for names in met.values())
    return found


@each_connector
def test_contracts_are_kept_on_every_pair_of_carriers(kind):
    contracts, changes = contracts_of(kind), variants_of(kind)
    built_on = variants_on(kind)
    kept_on = {contract: carriers_of(contract, kind) for contract in contracts}
    with Cases(kind) as cases:
        for seed, (ends, names) in enumerate(built_on.items()):
            random = {contract: np.random.default_rng(seed) for contract in contracts}
            for name in names:
                pair = None
                with cases(ends_named(ends), name, "is built"):
                    pair = Pair(kind, ends, PLACES, **changes[name])
                for contract, variants in contracts.items():
                    if pair is not None and name in variants and ends in kept_on[contract]:
                        with cases(ends_named(ends), name, contract):
                            contract(pair, random[contract])
    for contract, variants in contracts.items():
        tried = [len({*built_on[ends]} & {*variants}) for ends in kept_on[contract]]
        assert cases.tried[contract.__name__] == sum(tried) > 0 and min(tried) > 0
