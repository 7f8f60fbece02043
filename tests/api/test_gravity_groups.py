"""Complete groups of gravity connectors: found, summed, and given up when a pair changes."""

import itertools

import numpy as np
import pytest

import linkwork as exu
from linkwork.connectors.gravity import ObjectConnectorGravity, residual
from linkwork.connectors.laws import gravity_group
from linkwork.items import ConnectorGravity, MarkerBodyPosition, MassPoint, NodePoint
from tests.cases import looped

from .models import make_settings

pytestmark = pytest.mark.processors

COUNT = 8
G = 0.7
PAIRS = list(itertools.combinations(range(COUNT), 2))
PLACES = np.random.default_rng(3).uniform(-1.0, 1.0, (COUNT + 2, 3))
MASSES = np.random.default_rng(4).uniform(0.5, 2.0, COUNT + 2)


class Cluster:
    """Free masses with gravity between some pairs of them."""

    def __init__(self, places=PLACES):
        self.container = exu.SystemContainer()
        self.mbs = self.container.AddSystem()
        self.places = np.array(places)
        self.bodies, self.markers = [], []
        for place, mass in zip(self.places.tolist(), MASSES, strict=True):
            node = self.mbs.AddNode(NodePoint(referenceCoordinates=place))
            body = self.mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
            self.bodies.append(body)
            self.markers.append(self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
        self.pairs = []

    def add(self, pairs, **changes):
        for i, j in pairs:
            values = {"gravitationalConstant": G, "mass0": MASSES[i], "mass1": MASSES[j]} | changes
            ends = [self.markers[i], self.markers[j]]
            number = self.mbs.AddObject(ConnectorGravity(markerNumbers=ends, **values))
            self.pairs.append(((i, j), number))

    def number(self, i, j):
        """Connector of a pair."""
        return dict(self.pairs)[i, j]

    def accelerations(self):
        """At the end of one tiny step, from the compiled time loop."""
        settings = make_settings(1e-12, 1)
        self.mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
        variable = exu.OutputVariableType.Acceleration
        return np.array([self.mbs.GetNodeOutput(k, variable) for k in range(len(self.places))])

    def expected(self):
        """By the law of each connector as it is now."""
        a = np.zeros(self.places.shape)
        for (i, j), number in self.pairs:
            form = self.mbs.GetObject(number)
            d = self.places[j] - self.places[i]
            L, d_min = np.linalg.norm(d), form["minDistanceRegularization"]
            size = L**2 if L >= d_min else L**2 + (L - d_min) ** 2
            f = form["gravitationalConstant"] * form["mass0"] * form["mass1"] / size * d / L
            f = f * form["activeConnector"]
            a[i] += f / MASSES[i]
            a[j] -= f / MASSES[j]
        return a

    def check(self):
        exact = self.expected()
        np.testing.assert_allclose(
            self.accelerations(), exact, rtol=0, atol=1e-14 * np.abs(exact).max()
        )

    @property
    def rows(self):
        return self.mbs._model.tables[ObjectConnectorGravity].rows

    @property
    def stretches(self):
        return {int(k): int(self.rows["stretch"][k]) for k in np.flatnonzero(self.rows["stretch"])}


def test_all_pairs_are_one_group():
    cluster = Cluster()
    cluster.add(PAIRS)
    cluster.check()
    assert cluster.stretches == {0: COUNT}


def test_a_group_between_single_pairs():
    cluster = Cluster()
    cluster.add([(0, COUNT), (1, COUNT)])
    cluster.add(PAIRS)
    cluster.add([(2, COUNT), (3, COUNT + 1)])
    cluster.check()
    assert cluster.stretches == {0: -2, 2: COUNT}


def test_two_groups_with_two_bodies_in_common():
    cluster = Cluster()
    cluster.add(itertools.combinations(range(6), 2))
    cluster.add(itertools.combinations(range(4, 10), 2), gravitationalConstant=2 * G)
    cluster.check()
    assert cluster.stretches == {0: 6, 15: 6}
    cluster.mbs.SetObjectParameter(cluster.number(8, 9), "activeConnector", False)
    assert cluster.stretches == {0: 6, 15: -15}
    cluster.check()


@looped(
    ("parameter", "value"),
    [
        ("activeConnector", False),
        ("gravitationalConstant", 2.0),
        ("mass0", 5.0),
        ("mass1", 5.0),
        ("minDistanceRegularization", 10.0),
    ],
)
@looped("pair", [(0, 1), (2, 5), (COUNT - 2, COUNT - 1)])
def test_a_changed_pair_acts_by_its_own_parameters(pair, parameter, value):
    cluster = Cluster()
    cluster.add(PAIRS)
    cluster.check()
    before = cluster.accelerations()
    cluster.mbs.SetObjectParameter(cluster.number(*pair), parameter, value)
    assert cluster.stretches == {0: -len(PAIRS)}
    cluster.check()
    assert COUNT not in cluster.stretches.values()
    assert np.abs(cluster.accelerations() - before).max() > 1e-3


def test_a_pair_that_is_changed_back_makes_the_group_whole_again():
    cluster = Cluster()
    cluster.add(PAIRS)
    number = cluster.number(3, 4)
    for active in (False, True):
        cluster.mbs.SetObjectParameter(number, "activeConnector", active)
        cluster.check()
    assert cluster.stretches == {0: COUNT}


def test_a_pair_that_is_changed_during_a_run_acts_so_from_then_on():
    cluster = Cluster()
    cluster.add([(0, COUNT)])
    cluster.add(PAIRS)
    cluster.check()
    assert cluster.stretches == {0: -1, 1: COUNT}

    def strengthen(mbs, t):
        mbs.SetObjectParameter(cluster.number(2, 3), "gravitationalConstant", 30.0)
        return True

    cluster.mbs.SetPreStepUserFunction(strengthen)
    found = cluster.accelerations()
    assert cluster.stretches == {0: -1, 1: -len(PAIRS)}
    exact = cluster.expected()
    np.testing.assert_allclose(found, exact, rtol=0, atol=1e-14 * np.abs(exact).max())


def test_a_change_outside_a_group_leaves_it():
    cluster = Cluster()
    cluster.add([(0, COUNT)])
    cluster.add(PAIRS)
    cluster.add([(1, COUNT)])
    cluster.check()
    for pair in [(0, COUNT), (1, COUNT)]:
        cluster.mbs.SetObjectParameter(cluster.number(*pair), "mass1", 9.0)
        assert cluster.stretches == {0: -1, 1: COUNT}
    cluster.check()


@looped("order", ["backwards", "shuffled", "swapped", "missing", "twice"])
def test_other_orders_are_taken_row_by_row(order):
    pairs = {
        "backwards": PAIRS[::-1],
        "shuffled": [PAIRS[k] for k in np.random.default_rng(1).permutation(len(PAIRS))],
        "swapped": [(j, i) if (i, j) == (1, 2) else (i, j) for i, j in PAIRS],
        "missing": [pair for pair in PAIRS if pair != (2, 3)],
        "twice": [*PAIRS[:-1], PAIRS[-2]],
    }[order]
    cluster = Cluster()
    cluster.add(pairs)
    cluster.check()
    assert COUNT not in cluster.stretches.values()


def test_two_bodies_at_one_place_name_their_connector():
    places = PLACES.copy()
    places[5] = places[2]
    cluster = Cluster(places)
    cluster.add(PAIRS)
    cluster.mbs.SetObjectParameter(cluster.number(2, 5), "name", "too near")
    with pytest.raises(exu.SysError, match="'too near'"):
        cluster.accelerations()
    assert cluster.stretches == {0: COUNT}


def test_two_bodies_at_one_place_without_mass_do_not_matter():
    places = PLACES.copy()
    places[5] = places[2]
    cluster = Cluster(places)
    cluster.add(PAIRS)
    for (i, j), number in cluster.pairs:
        for side, body in (("mass0", i), ("mass1", j)):
            if body == 5:
                cluster.mbs.SetObjectParameter(number, side, 0.0)
    found = cluster.accelerations()
    assert cluster.stretches == {0: COUNT}
    cluster.pairs = [entry for entry in cluster.pairs if entry[0] != (2, 5)]
    exact = cluster.expected()
    np.testing.assert_allclose(found, exact, rtol=0, atol=1e-14 * np.abs(exact).max())


def test_plain_python_gives_the_same_forces():
    cluster = Cluster()
    cluster.add(PAIRS)
    cluster.check()
    data = cluster.mbs._data
    compiled = data["marker_force"].copy()
    data["marker_force"][:] = 0.0
    table = cluster.mbs._model.tables[ObjectConnectorGravity]
    assert data.in_python(residual, table) == 0
    size = np.abs(compiled).max()
    np.testing.assert_allclose(data["marker_force"], compiled, rtol=0, atol=1e-14 * size)


def test_small_numbers_of_bodies_make_no_group():
    cluster = Cluster()
    cluster.add(itertools.combinations(range(gravity_group.SMALLEST - 1), 2))
    cluster.check()
    assert cluster.stretches == {}


@pytest.mark.parametrize("pair", [(COUNT - 2, COUNT + 1), (COUNT + 1, COUNT - 1)])
def test_a_pair_with_another_body_breaks_the_group_though_all_parameters_agree(pair):
    cluster = Cluster()
    cluster.add([*PAIRS[:-1], pair], mass0=1.0, mass1=1.0)
    cluster.check()
    assert COUNT not in cluster.stretches.values()
