"""Laws do not depend on where the model stands or how it turns; test_connectors.py: balance."""

import inspect
import itertools
import sys

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from linkwork.items import *
from tests.cases import Cases

from .pairs import SPACE, Pair
from .samples import (
    MARKER_CONNECTORS,
    POSITION_CONNECTORS,
    loop_over,
    loop_position_connector,
    variants_of,
)

SEEDS = range(5)
each_invariant_connector = loop_over(kind for kind in POSITION_CONNECTORS if kind.rigid_invariance)
each_exception = loop_over(kind for kind in MARKER_CONNECTORS if not kind.rigid_invariance)


def spatial_pair(kind, **changes):
    """A connector between two free points."""
    return Pair(kind, (SPACE, SPACE), ([0.5, -0.25, 1.0], [-1.0, 0.75, -0.5]), **changes)


@each_invariant_connector
def test_central_forces_have_no_moment(kind):
    with Cases(kind) as cases:
        for name, changes in variants_of(kind).items():
            pair = spatial_pair(kind, **changes)
            for seed in SEEDS:
                with cases(name, f"seed {seed}"):
                    pair.shake(np.random.default_rng(seed))
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


def change_by_motion(pair, seed, spin):
    """What a rigid motion of the whole model changes, relative to the force itself."""
    rng = np.random.default_rng(seed)
    pair.shake(rng)
    force, rows = values(pair)
    rotation = Rotation.random(random_state=seed).as_matrix()
    moved(pair, rotation, rng.uniform(-2.0, 2.0, 3), rng.uniform(-2.0, 2.0, 3), spin)
    force_then, rows_then = values(pair)
    change = np.abs(force_then - rotation @ force).max() / max(np.abs(force).max(), 1.0)
    return change + np.abs(rows_then - rows).max(initial=0.0)


@each_invariant_connector
def test_rigid_motions_turn_the_force_and_change_nothing_else(kind):
    with Cases(kind) as cases:
        for name, changes in variants_of(kind).items():
            pair = spatial_pair(kind, **changes)
            for seed, spin in itertools.product(SEEDS, (np.zeros(3), np.array([0.5, -1.0, 0.25]))):
                with cases(name, f"seed {seed}", f"spin {spin}"):
                    assert change_by_motion(pair, seed, spin) <= 1e-12


@each_exception
def test_exceptions_from_invariance_are_real_and_justified(kind):
    if kind in POSITION_CONNECTORS:
        assert change_by_motion(spatial_pair(kind), 0, np.zeros(3)) > 1e-3
    law = inspect.cleandoc(sys.modules[kind.__module__].__doc__)
    assert "invariance" in law, f"{kind.__module__} must say why it has no rigid_invariance"


def test_invariance_is_the_rule():
    exceptions = [kind for kind in POSITION_CONNECTORS if not kind.rigid_invariance]
    assert exceptions == [CartesianSpringDamper]


@loop_position_connector
def test_every_connector_is_invariant_under_shifts(kind):
    with Cases(kind) as cases:
        for name, changes in variants_of(kind).items():
            pair = spatial_pair(kind, **changes)
            for seed in SEEDS:
                with cases(name, f"seed {seed}"):
                    rng = np.random.default_rng(seed)
                    pair.shake(rng)
                    force, rows = values(pair)
                    shift, drift = rng.uniform(-2, 2, (2, 3))
                    moved(pair, np.eye(3), shift, drift, np.zeros(3))
                    force_then, rows_then = values(pair)
                    assert force_then == pytest.approx(force, rel=1e-12, abs=1e-12)
                    assert rows_then == pytest.approx(rows, abs=1e-12)


@each_invariant_connector
def test_swapping_the_markers_of_a_pair_swaps_the_forces(kind):
    """A law of two equal partners has no preferred end."""
    with Cases(kind) as cases:
        for name, changes in variants_of(kind).items():
            with cases(name):
                there = spatial_pair(kind, **changes)
                back = spatial_pair(kind, **changes, markerNumbers=there.markers[::-1])
                for pair in (there, back):
                    pair.shake(np.random.default_rng(1))
                assert np.array_equal(there.forces(), back.forces())
