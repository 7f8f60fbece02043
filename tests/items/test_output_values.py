"""Outputs tell the quantities of the law: nodes, markers, loads; test_connectors.py: connectors."""

import itertools

import numpy as np
import pytest

from linkwork.items import *
from linkwork.loads import kinds as loads
from linkwork.markers import kinds as markers
from linkwork.nodes import kinds as nodes
from tests.cases import Cases

from .kernels import Workshop
from .pairs import PLACES, Pair, each_constraint, free_ends
from .samples import Out, coordinate_load, load_law, variants_of

pytestmark = pytest.mark.processors


@each_constraint
def test_constraints_tell_their_equation(kind):
    with Cases(kind) as cases:
        for (name, changes), active in itertools.product(variants_of(kind).items(), (True, False)):
            with cases(name, "active" if active else "inactive"):
                pair = Pair(kind, free_ends(kind), PLACES, **changes | dict(activeConnector=active))
                pair.shake(np.random.default_rng(1))
                value = pair.mbs.GetObjectOutput(pair.number, Out.ConstraintEquation)
                pair.mbs.SetObjectParameter(pair.number, "activeConnector", True)
                levels = []
                for level in (0, 1):
                    pair.residual(level)
                    levels.append(pair.data["constraint"][pair.rows].copy())
                of_velocities, tied = pair.of_velocities[pair.rows], pair.tied[pair.rows]
                rows = np.where(of_velocities, levels[1], levels[0]) * tied  # 0 if it ties nothing
                found = np.atleast_1d(value)[: len(rows)]
                assert found == pytest.approx(rows, rel=1e-14, abs=1e-15)


@pytest.fixture(scope="module")
def shop():
    return Workshop()


def test_every_node_and_marker_kind_is_compared():
    for kind in (*nodes.KINDS, *markers.KINDS):
        assert Out.Position in kind.outputs or Out.Coordinates in kind.outputs


def test_points_of_nodes_bodies_and_markers_agree(shop):
    """A node, the mass on it and markers on both see the same motion."""
    mbs, first = shop.world.mbs, shop.world.first
    for node, body in ((NodePoint, MassPoint), (NodePoint2D, MassPoint2D)):
        at_node = mbs.AddMarker(MarkerNodePosition(nodeNumber=first(node)))
        at_body = mbs.AddMarker(MarkerBodyPosition(bodyNumber=first(body)))
        at_mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=first(body)))
        mbs.Assemble()
        data = mbs._data
        rng = np.random.default_rng(3)
        for name in ("q", "v", "a"):
            data[name][:] = rng.uniform(-1.0, 1.0, data[name].size)
        for variable in (Out.Position, Out.Displacement, Out.Velocity, Out.Acceleration):
            wanted = mbs.GetNodeOutput(first(node), variable)
            assert np.any(wanted)
            assert np.array_equal(mbs.GetObjectOutput(first(body), variable), wanted)
            for marker in (at_node, at_body, at_mass):
                assert np.array_equal(mbs.GetMarkerOutput(marker, variable), wanted)


@pytest.mark.parametrize("kind", [Node1D, NodePoint, NodePoint2D])
def test_markers_of_coordinates_tell_those_of_their_node(shop, kind):
    """Single ones without the reference value, the vector with it."""
    mbs, node = shop.world.mbs, shop.world.first(kind)
    vector = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))
    singles = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=k))
        for k in range(kind.coordinates)
    ]
    mbs.Assemble()
    data = mbs._data
    rng = np.random.default_rng(5)
    for name in ("q", "v", "a"):
        data[name][:] = rng.uniform(-1.0, 1.0, data[name].size)
    indices, reference = mbs._model.places.marker_coordinates(int(vector))
    assert np.array_equal(reference, mbs.GetNodeParameter(node, "referenceCoordinates"))
    for variable in (Out.Coordinates, Out.Coordinates_t, Out.Coordinates_tt):
        wanted = np.atleast_1d(mbs.GetNodeOutput(node, variable))
        assert np.all(wanted != 0.0)
        found = [mbs.GetMarkerOutput(marker, variable) for marker in singles]
        assert all(value.shape == (1,) for value in found)
        assert np.array_equal(np.concatenate(found), wanted)
        total = wanted + (reference if variable == Out.Coordinates else 0.0)
        assert np.array_equal(mbs.GetMarkerOutput(vector, variable), total)
    assert np.array_equal(
        data["q"][indices] + reference, mbs.GetMarkerOutput(vector, Out.Coordinates)
    )


def test_markers_of_coordinates_on_the_ground_are_zero_or_empty(shop):
    mbs, node = shop.world.mbs, shop.world.first(NodePointGround)
    vector = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))
    single = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=2))
    mbs.Assemble()
    assert [part.size for part in mbs._model.places.marker_coordinates(int(vector))] == [0, 0]
    for variable in (Out.Coordinates, Out.Coordinates_t, Out.Coordinates_tt):
        assert mbs.GetMarkerOutput(vector, variable).shape == (0,)
        assert np.array_equal(mbs.GetMarkerOutput(single, variable), [0.0])


@pytest.mark.parametrize("kind", [NodePoint, NodePoint2D])
def test_nodes_tell_their_coordinates(shop, kind):
    mbs, number = shop.world.mbs, shop.world.first(kind)
    mbs.Assemble()
    data = mbs._data
    for k, name in enumerate(("q", "v", "a")):
        data[name][:] = k + np.arange(data[name].size)
    n, first = kind.coordinates, mbs._model.numbering.node_first[number]
    part = slice(first, first + n)
    reference = mbs.GetNodeParameter(number, "referenceCoordinates")
    asked = {
        Out.Coordinates: data["q"][part],
        Out.Coordinates_t: data["v"][part],
        Out.Coordinates_tt: data["a"][part],
        Out.CoordinatesTotal: reference + data["q"][part],
    }
    for variable, wanted in asked.items():
        assert np.array_equal(mbs.GetNodeOutput(number, variable), wanted)
    spatial = mbs.GetNodeOutput(number, Out.Position)
    assert np.array_equal(spatial[:n], reference + data["q"][part])
    assert not np.any(spatial[n:])
    assert np.array_equal(mbs.GetNodeOutput(number, Out.RotationMatrix), np.eye(3).ravel())


STATELESS = [k for k in loads.KINDS if "loadStateUserFunction" not in k.fields]
"""Loads that do not depend on the state; the others: test_state_loads.py."""


@pytest.mark.parametrize("kind", STATELESS, ids=lambda kind: kind.__name__)
def test_loads_put_on_their_marker_what_they_tell(kind):
    shop = Workshop()
    model, data = shop.model, shop.data
    table = model.tables[kind]
    for row, number in enumerate(table.numbers):
        data["marker_force"][:] = data["marker_moment"][:] = 0.0
        data["rotations"]["angle"], data["rotations"]["R"] = 0.0, np.eye(3)
        single = table.rows[row : row + 1].copy()
        work = {name + "_out": own[row : row + 1] for name, own in table.own.items()}
        data.in_python(kind.kernels["residual"], single, **work, **table.pools)
        marker = table.rows["m0"][row]
        value = shop.world.mbs.GetLoadValues(number)
        given = shop.world.mbs.GetLoad(number)
        if kind is LoadCoordinate:
            law, load = given["loadUserFunction"], given["load"]
            assert law in (0, coordinate_load)
            assert value == (coordinate_load(None, 0.25, load) if law else load)
            assert np.array_equal(data["marker_force"][marker], [value, 0.0, 0.0])
            continue
        if kind is LoadCoordinateTable:
            law = np.interp(0.25, given["times"], given["values"])
            assert value == pytest.approx(given["factor"] * law, rel=1e-15)
            assert np.array_equal(data["marker_force"][marker], [value, 0.0, 0.0])
            continue
        function = given["loadVectorUserFunction"]
        vector = given["loadVector"]
        assert function in (0, load_law)
        assert np.array_equal(value, load_law(None, 0.25, vector) if function else vector)
        factor = 1.0
        if kind is LoadMassProportional:
            body = shop.world.mbs.GetMarker(marker)["bodyNumber"]
            factor = shop.world.mbs.GetObject(body)["physicsMass"]
            assert factor in (1.5, 2.0, 4.0, 10.0)
        if kind is LoadTorqueVector:
            assert np.array_equal(data["marker_moment"][marker], value)
            data["marker_moment"][marker] = 0.0
            value = np.zeros(3)
        assert np.array_equal(data["marker_force"][marker], factor * value)
        data["marker_force"][marker] = 0.0
        assert not np.any(data["marker_force"]) and not np.any(data["marker_moment"])
