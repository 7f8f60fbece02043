"""The system matrix is the derivative of the residual; test_connectors.py: on every carrier."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.status import GRAVITY_SINGULAR, ZERO_DISTANCE, ZERO_LENGTH, decode
from linkwork.extend.probe import Probe
from linkwork.items import *
from linkwork.nodes import kinds as nodes
from tests.cases import Cases

from .pairs import (
    COORDINATES,
    ENDS,
    MASS,
    MESH_POINTS,
    PAIRS,
    PLACES,
    PLANE_FRAMES,
    POINTS,
    SPACE,
    SPACE_FRAMES,
    TURNING_POINTS,
    Pair,
    assert_matrix_is_derivative,
    ends_named,
    free_ends,
    loop_with_potential,
    meeting,
)
from .power import conservative
from .samples import (
    MARKER_CONNECTORS,
    POINT_BODIES,
    each,
    each_position_connector,
    loop_connector,
    spring_law,
    variants_of,
)

pytestmark = pytest.mark.processors


def test_every_marker_is_tried_on_everything():
    """Carriers are found, of every sort."""
    sorts = POINTS, TURNING_POINTS, MESH_POINTS, COORDINATES, PLANE_FRAMES, SPACE_FRAMES
    assert all(sorts) and {end for sort in sorts for end in sort} == set(ENDS)
    on = {carrier for _, carrier in ENDS}
    assert on >= {*POINT_BODIES, *(kind for kind in nodes.KINDS if kind.part == "ode2")}


@loop_connector
def test_matrix_is_the_derivative_by_each_of_q_v_a_alone(kind):
    rng = np.random.default_rng(7)
    with Cases(kind) as cases:
        for name, changes in variants_of(kind).items():
            pair = Pair(kind, free_ends(kind), PLACES, **changes)
            for factors in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
                for level in (0, 1):
                    outside = pair.of_velocities.any() and level == 0 and factors[1] == 0.0
                    if outside:
                        continue  # of a step: the value is 0, the row the gradient
                    with cases(name, factors, level):
                        pair.shake(rng)
                        pair.factors(*factors, 0.75)
                        assert_matrix_is_derivative(pair, level)


@each_position_connector
def test_matrix_where_both_markers_stand_on_one_mass(kind):
    """All parts of the connector act on the same coordinates, where its stiffness cancels."""

    def beside(w, place):
        return w.mbs.AddMarker(MarkerBodyPosition(bodyNumber=0, localPosition=place))

    pair = Pair(kind, (MASS, beside), PLACES)
    pair.shake(np.random.default_rng(11))
    pair.factors(1.0, 2.0, 0.0, 0.5)
    for level in (0, 1):
        assert_matrix_is_derivative(pair, level)
        moved = pair.model.n_ode2 + pair.model.n_ae
        assert not np.any(pair.matrix(level)[:moved, :moved])


@each(kind for kind in MARKER_CONNECTORS if kind.function_parameters())
def test_matrix_of_compiled_user_functions(kind):
    rng = np.random.default_rng(13)
    with Cases(kind) as cases:
        for name, changes in variants_of(kind).items():
            if "user function" in name:
                with cases(name):
                    pair = Pair(kind, free_ends(kind), PLACES, **changes)
                    pair.model.functions.bind_for_run(others_run=False)
                    assert all(bound.compiled for bound in pair.model.functions.bound.values())
                    pair.shake(rng)
                    pair.factors(1.0, 2.0, 3.0, 0.5)
                    assert_matrix_is_derivative(pair, 0)


@loop_connector
def test_matrix_far_from_the_origin_and_at_other_scales(kind):
    rng = np.random.default_rng(17)
    for size in (1e-2, 1e2):
        places = [size * np.array(place) + 8.0 for place in PLACES]
        pair = Pair(kind, free_ends(kind), places)
        pair.shake(rng, 0.1 * size)
        pair.factors(size, 1.0, 1.0, 1.0)
        assert_matrix_is_derivative(pair, 0, 1e-6)
        assert_matrix_is_derivative(pair, 1, 1e-6)


def test_zero_length_spring_at_rest_has_stiffness_k_in_all_directions():
    place = [0.5, -0.25, 0.0]
    values = dict(referenceLength=0.0, velocityOffset=0.0, force=0.0)
    with Cases(SpringDamper) as cases:
        for ends in PAIRS["Position"]:
            with cases(ends_named(ends)):
                pair = meeting(SpringDamper, ends, place, **values)
                pair.factors(1.5, 0.0, 0.5, 1.0)
                assert np.linalg.norm(np.subtract(*pair.points()[:2])) == 0.0
                assert_matrix_is_derivative(pair, 0)
                assert not np.any(pair.forces())


@pytest.mark.parametrize("function", [0, spring_law])
def test_zero_length_spring_under_load_has_no_direction(function):
    place = [0.5, -0.25, 0.0]
    pair = Pair(
        SpringDamper, (SPACE, SPACE), (place, place), springForceUserFunction=function,
        referenceLength=0.5,
    )  # fmt: skip
    assert decode(pair.equations.forces(0)) == (ZERO_LENGTH, pair.number)


def test_gravity_inside_its_regularization_down_to_zero():
    for length in (1.0, 0.3, 0.01):
        pair = Pair(
            ConnectorGravity, (SPACE, SPACE), ([0, 0, 0], [length, 0, 0]),
            minDistanceRegularization=1.5,
        )  # fmt: skip
        pair.factors(0.5, 1.0, 1.0, 1.0)
        assert_matrix_is_derivative(pair, 0, 1e-6)
    together = Pair(
        ConnectorGravity, (SPACE, SPACE), ([0, 0, 0], [0, 0, 0]), minDistanceRegularization=1.5
    )
    assert not np.any(together.forces())
    together.factors(1.0, 0.0, 0.0, 1.0)
    assert not np.any(together.matrix(0))


def test_gravity_of_points_that_coincide_is_singular():
    where = ([0, 0, 0], [0, 0, 0])
    pair = Pair(ConnectorGravity, (SPACE, SPACE), where, minDistanceRegularization=0.0)
    assert decode(pair.equations.forces(0)) == (GRAVITY_SINGULAR, pair.number)
    for change in (dict(activeConnector=False), dict(mass0=0.0)):
        idle = Pair(
            ConnectorGravity, (SPACE, SPACE), where, **dict(minDistanceRegularization=0.0) | change
        )
        assert not np.any(idle.forces())


def test_distance_of_points_that_coincide_is_an_error():
    pair = Pair(DistanceConstraint, (SPACE, SPACE), ([0, 0, 0], [0, 0, 0]))
    assert decode(pair.equations.forces(0)) == (ZERO_DISTANCE, pair.number)
    idle = Pair(DistanceConstraint, (SPACE, SPACE), ([0, 0, 0], [0, 0, 0]), activeConnector=False)
    assert not np.any(idle.forces())


@loop_connector
def test_inactive_connectors_do_nothing(kind):
    pair = Pair(kind, free_ends(kind), PLACES, activeConnector=False)
    pair.shake(np.random.default_rng(3))
    pair.factors(1.0, 1.0, 1.0, 1.0)
    n, own = pair.model.n_ode2, pair.rows
    pair.data["multipliers"][: own.start] = 0.0  # equations of nodes go on
    for level in (0, 1):
        matrix = pair.matrix(level)
        assert not np.any(matrix[:n, :n])
        assert not np.any(matrix[:n, n:][:, own])
        assert not np.any(matrix[n:, :n][own])
        assert not np.any(pair.residual(level)[:n])
        assert np.array_equal(pair.data["constraint"][own], pair.data["multipliers"][own])


@loop_with_potential
def test_stiffness_of_a_potential_is_symmetric(kind):
    with Cases(kind) as cases:
        for name, changes in conservative(kind).items():
            with cases(name):
                pair = Pair(kind, free_ends(kind), PLACES, **changes)
                pair.shake(np.random.default_rng(5))
                pair.factors(1.0, 0.0, 0.0, 1.0)
                matrix = pair.matrix(0)
                assert np.abs(matrix - matrix.T).max() <= 1e-13 * np.abs(matrix).max()


def test_loads_that_turn_with_their_marker_have_their_stiffness():
    """Force and torque fixed to a body, at a point off its reference point."""
    for kind in (Force, Torque):
        mbs = exu.SystemContainer().AddSystem()
        node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.5, -0.25, 0.7]))
        body = mbs.AddObject(
            RigidBody2D(
                nodeNumber=node, physicsMass=2, physicsInertia=3, physicsCenterOfMass=[0, 0]
            )
        )
        marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.3, 0.4, 0]))
        mbs.AddLoad(kind(markerNumber=marker, loadVector=[5, -3, 2], bodyFixed=True))
        probe = Probe(mbs, [marker, marker], 0)
        rng = np.random.default_rng(3)
        for _ in range(5):
            probe.shake(rng)
            probe.factors(*rng.uniform(0.5, 2.0, 4))
            wanted = probe.differences(0)
            assert np.abs(probe.matrix(0) - wanted).max() < 1e-8 * np.abs(wanted).max(), kind
