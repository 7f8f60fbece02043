"""Action equals reaction, and laws do not depend on where the model stands or how it turns."""

import inspect
import sys

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from linkwork.connectors.connector import FrameConnector
from linkwork.items import *

from .pairs import SPACE, Pair, each_pairing, seed_of
from .samples import POSITION_CONNECTORS, each_connector, each_position_connector, variants_of

PLACES = ([0.5, -0.25, 0.0], [-1.0, 0.75, 0.0])
SEEDS = range(5)


def spatial_pair(kind, rng, **changes):
    """A connector between two free points of a random state."""
    pair = Pair(kind, (SPACE, SPACE), ([0.5, -0.25, 1.0], [-1.0, 0.75, -0.5]), **changes)
    pair.shake(rng)
    return pair


@each_pairing
def test_action_is_reaction(kind, ends):
    """Of constraints with a factor for one marker: where this factor is 1."""
    rng = np.random.default_rng(seed_of(kind, ends))
    plain = {"factorValue1": 1.0} if "factorValue1" in kind.fields else {}
    for changes in variants_of(kind).values():
        pair = Pair(kind, ends, PLACES, **changes | plain)
        pair.shake(rng)
        first, second = pair.forces()
        torques = pair.data["marker_moment"][pair.markers].copy()
        assert np.array_equal(first, -second)
        assert (np.any(first) or np.any(torques)) == changes.get("activeConnector", True)
        if issubclass(kind, FrameConnector) and kind.rigid_invariance:
            p0, p1, _, _ = pair.points()
            moment = np.cross(p0, first) + np.cross(p1, second) + torques.sum(axis=0)
            assert abs(moment[2]) <= 1e-14 * max(np.abs(torques).max(), 1.0)


@each_position_connector
def test_central_forces_have_no_moment(kind):
    if not kind.rigid_invariance:
        return
    for seed in SEEDS:
        for changes in variants_of(kind).values():
            pair = spatial_pair(kind, np.random.default_rng(seed), **changes)
            first, second = pair.forces()
            p0, p1, _, _ = pair.points()
            moment = np.cross(p0, first) + np.cross(p1, second)
            assert np.abs(moment).max() <= 1e-14 * max(np.abs(first).max(), 1.0)


def moved(pair, rotation, shift, drift, spin):
    """Turn and shift positions and velocities as a rigid body would move them."""
    nodes = range(pair.model.n_ode2 // 3)
    reference = pair.model.numbering.reference.reshape(-1, 3)
    q, v = pair.data["q"].reshape(-1, 3), pair.data["v"].reshape(-1, 3)
    for k in nodes:
        place = rotation @ (reference[k] + q[k]) + shift
        q[k] = place - reference[k]
        v[k] = rotation @ v[k] + drift + np.cross(spin, place)


def values(pair):
    """Force on m0, values of the constraints at both levels."""
    force = pair.forces()[0]
    levels = []
    for level in (0, 1):
        pair.residual(level)
        levels.append(pair.data["constraint"].copy())
    return force, np.array(levels)


def change_by_motion(kind, seed, changes, spin):
    """What a rigid motion of the whole model changes, relative to the force itself."""
    rng = np.random.default_rng(seed)
    pair = spatial_pair(kind, rng, **changes)
    force, rows = values(pair)
    rotation = Rotation.random(random_state=seed).as_matrix()
    moved(pair, rotation, rng.uniform(-2.0, 2.0, 3), rng.uniform(-2.0, 2.0, 3), spin)
    force_then, rows_then = values(pair)
    change = np.abs(force_then - rotation @ force).max() / max(np.abs(force).max(), 1.0)
    return change + np.abs(rows_then - rows).max(initial=0.0)


@each_position_connector
def test_rigid_motions_turn_the_force_and_change_nothing_else(kind):
    if not kind.rigid_invariance:
        return
    for seed in SEEDS:
        for changes in variants_of(kind).values():
            for spin in (np.zeros(3), np.array([0.5, -1.0, 0.25])):
                assert change_by_motion(kind, seed, changes, spin) <= 1e-12


@each_connector
def test_exceptions_from_invariance_are_real_and_justified(kind):
    if kind.rigid_invariance:
        return
    if kind in POSITION_CONNECTORS:
        assert change_by_motion(kind, 0, {}, np.zeros(3)) > 1e-3
    law = inspect.cleandoc(sys.modules[kind.__module__].__doc__)
    assert "invariance" in law, f"{kind.__module__} must say why it has no rigid_invariance"


def test_invariance_is_the_rule():
    exceptions = [kind for kind in POSITION_CONNECTORS if not kind.rigid_invariance]
    assert exceptions == [CartesianSpringDamper]


@each_position_connector
def test_every_connector_is_invariant_under_shifts(kind):
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        for changes in variants_of(kind).values():
            pair = spatial_pair(kind, rng, **changes)
            force, rows = values(pair)
            moved(pair, np.eye(3), rng.uniform(-2, 2, 3), rng.uniform(-2, 2, 3), np.zeros(3))
            force_then, rows_then = values(pair)
            assert force_then == pytest.approx(force, rel=1e-12, abs=1e-12)
            assert rows_then == pytest.approx(rows, abs=1e-12)


@each_position_connector
def test_swapping_the_markers_of_a_pair_swaps_the_forces(kind):
    """A law of two equal partners has no preferred end."""
    if not kind.rigid_invariance:
        return
    for changes in variants_of(kind).values():
        there = spatial_pair(kind, np.random.default_rng(1), **changes)
        back = spatial_pair(
            kind, np.random.default_rng(1), **changes, markerNumbers=there.markers[::-1]
        )
        assert np.array_equal(there.forces(), back.forces())
