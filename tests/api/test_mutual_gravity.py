"""CreateMutualGravity: gravity between all pairs of masses."""

import itertools

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import (
    ConnectorGravity,
    MarkerBodyMass,
    MarkerBodyPosition,
    MarkerNodePosition,
    MassPoint,
    NodePoint,
    ObjectGround,
    SpringDamper,
)
from tests.cases import looped

PLACES = np.array([[0.0, 0.0, 0.0], [3.0, 0.0, 1.0], [0.0, 4.0, -2.0], [-5.0, 1.0, 2.0]])
MASSES = [2.0, 0.5, 3.0, 1.5]
G = 0.7


def system_of_masses():
    mbs = exu.SystemContainer().AddSystem()
    nodes = [mbs.AddNode(NodePoint(referenceCoordinates=list(p))) for p in PLACES]
    bodies = [
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
        for node, mass in zip(nodes, MASSES, strict=True)
    ]
    return mbs, nodes, bodies


def accelerations(mbs, nodes, **settings):
    """Initial accelerations, from a run of one tiny step."""
    mbs.Assemble()
    setup = exu.SimulationSettings()
    setup.timeIntegration.endTime = 1e-12
    setup.timeIntegration.numberOfSteps = 1
    setup.timeIntegration.verboseMode = 0
    mbs.SolveDynamic(setup, solverType=exu.DynamicSolverType.RK44)
    return np.array([mbs.GetNodeOutput(n, exu.OutputVariableType.Acceleration) for n in nodes])


def newton(masses, d_min=0.0, without=()):
    """Accelerations by the law, pair by pair."""
    a = np.zeros((len(PLACES), 3))
    for i, j in itertools.combinations(range(len(PLACES)), 2):
        if (i, j) in without:
            continue
        d = PLACES[j] - PLACES[i]
        L = np.sqrt(d @ d)
        phi = 1 / L**2 if L >= d_min else 1 / (L**2 + (L - d_min) ** 2)
        f = G * masses[i] * masses[j] * phi * d / L
        a[i] += f / MASSES[i]
        a[j] -= f / MASSES[j]
    return a


def counts(mbs):
    return {family: len(members) for family, members in mbs._items.items()}


def test_every_pair_gets_a_connector_with_the_masses_of_its_bodies():
    mbs, _, bodies = system_of_masses()
    made = mbs.CreateMutualGravity(bodyNumbers=bodies, gravitationalConstant=G)
    assert [type(number) for number in made] == [exu.ObjectIndex] * 6
    found = []
    for number in made:
        form = mbs.GetObject(number)
        assert form["objectType"] == "ConnectorGravity"
        assert form["gravitationalConstant"] == G
        assert form["minDistanceRegularization"] == 0.0
        assert form["Vshow"] is False
        ends = [mbs.GetMarker(m)["bodyNumber"] for m in form["markerNumbers"]]
        found.append((*ends, form["mass0"], form["mass1"]))
    assert found == [
        (bodies[i], bodies[j], MASSES[i], MASSES[j]) for i, j in itertools.combinations(range(4), 2)
    ]
    assert counts(mbs)["marker"] == 4


def test_forces_follow_the_law():
    mbs, nodes, bodies = system_of_masses()
    mbs.CreateMutualGravity(bodyNumbers=bodies, gravitationalConstant=G)
    assert accelerations(mbs, nodes) == pytest.approx(newton(MASSES), rel=1e-13)


def test_forces_below_the_regularization_distance_are_softened():
    mbs, nodes, bodies = system_of_masses()
    mbs.CreateMutualGravity(
        bodyNumbers=bodies, gravitationalConstant=G, minDistanceRegularization=5.0
    )
    exact = newton(MASSES, d_min=5.0)
    assert np.abs(exact - newton(MASSES)).max() > 1e-3
    assert accelerations(mbs, nodes) == pytest.approx(exact, rel=1e-13)


def test_given_masses_attract_instead_of_those_of_the_bodies():
    mbs, nodes, bodies = system_of_masses()
    heavy = [10.0, 0.0, 1.0, 7.0]
    mbs.CreateMutualGravity(bodyNumbers=bodies, gravitationalConstant=G, masses=heavy)
    assert accelerations(mbs, nodes) == pytest.approx(newton(heavy), rel=1e-13)


def test_markers_can_be_given_instead_of_bodies():
    mbs, nodes, bodies = system_of_masses()
    markers = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in bodies]
    made = mbs.CreateMutualGravity(markerNumbers=markers, gravitationalConstant=G)
    assert counts(mbs)["marker"] == 4
    assert mbs.GetObject(made[0])["markerNumbers"] == [markers[0], markers[1]]
    assert accelerations(mbs, nodes) == pytest.approx(newton(MASSES), rel=1e-13)


def test_one_pair_can_be_switched_and_changed_alone():
    mbs, nodes, bodies = system_of_masses()
    made = mbs.CreateMutualGravity(bodyNumbers=bodies, gravitationalConstant=G)
    mbs.SetObjectParameter(made[1], "activeConnector", False)
    without = newton(MASSES, without=[(0, 2)])
    assert accelerations(mbs, nodes) == pytest.approx(without, rel=1e-13)
    assert mbs.GetObjectOutput(made[1], exu.OutputVariableType.Force) == pytest.approx([0, 0, 0])
    mbs.SetObjectParameter(made[1], "activeConnector", True)
    mbs.SetObjectParameter(made[1], "gravitationalConstant", 2 * G)
    doubled = 2 * newton(MASSES) - without
    assert accelerations(mbs, nodes) == pytest.approx(doubled, rel=1e-13)


def test_a_pair_switched_during_a_run_stops_acting_then():
    mbs, nodes, bodies = system_of_masses()
    made = mbs.CreateMutualGravity(bodyNumbers=bodies, gravitationalConstant=G)

    def switch(mbs, t):
        for number in made:
            mbs.SetObjectParameter(number, "activeConnector", False)
        return True

    mbs.SetPreStepUserFunction(switch)
    assert np.array_equal(accelerations(mbs, nodes), np.zeros((4, 3)))


def test_names_are_made_from_the_places_in_the_list():
    mbs, _, bodies = system_of_masses()
    made = mbs.CreateMutualGravity("sky", bodies[:3], gravitationalConstant=G, show=True)
    assert [mbs.GetObject(n)["name"] for n in made] == ["sky_0_1", "sky_0_2", "sky_1_2"]
    assert mbs.GetMarkerNumber("sky_2") == mbs.GetObject(made[2])["markerNumbers"][1]
    assert mbs.GetObject(made[0])["Vshow"] is True
    mbs.CreateMutualGravity(bodyNumbers=["object0", bodies[3]])


def spring_between(mbs, bodies):
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in bodies[:2]]
    return mbs.AddObject(SpringDamper(markerNumbers=ends))


BAD = {
    "neither": (lambda mbs, nodes, bodies: {}, "either bodyNumbers or markerNumbers"),
    "both": (
        lambda mbs, nodes, bodies: {"bodyNumbers": bodies, "markerNumbers": [0, 1]},
        "either bodyNumbers or markerNumbers",
    ),
    "no list": (lambda mbs, nodes, bodies: {"bodyNumbers": 3}, "bodyNumbers must be a list, got 3"),
    "text": (lambda mbs, nodes, bodies: {"bodyNumbers": "ab"}, "must be a list, got 'ab'"),
    "one": (lambda mbs, nodes, bodies: {"bodyNumbers": bodies[:1]}, "two or more different"),
    "twice": (lambda mbs, nodes, bodies: {"bodyNumbers": [0, 1, 0]}, r"different entries, got \[0"),
    "missing": (
        lambda mbs, nodes, bodies: {"bodyNumbers": [0, 9]},
        "bodyNumbers: object 9 does not exist; there are 4",
    ),
    "connector": (
        lambda mbs, nodes, bodies: {"bodyNumbers": [0, spring_between(mbs, bodies)]},
        "must be bodies, got SpringDamper",
    ),
    "marker kind": (
        lambda mbs, nodes, bodies: {
            "markerNumbers": [mbs.AddMarker(MarkerBodyMass(bodyNumber=b)) for b in bodies]
        },
        "must be markers of type Position, got MarkerBodyMass",
    ),
    "ground": (
        lambda mbs, nodes, bodies: {"bodyNumbers": [0, mbs.AddObject(ObjectGround())]},
        r"has no mass; give masses=\[",
    ),
    "node marker": (
        lambda mbs, nodes, bodies: {
            "markerNumbers": [mbs.AddMarker(MarkerNodePosition(nodeNumber=n)) for n in nodes]
        },
        r"has no mass; give masses=\[",
    ),
    "count of masses": (
        lambda mbs, nodes, bodies: {"bodyNumbers": bodies, "masses": [1.0, 2.0]},
        "masses must have 4 numbers, one each, got 2",
    ),
    "negative mass": (
        lambda mbs, nodes, bodies: {"bodyNumbers": bodies, "masses": [1, 2, 3, -4.0]},
        "masses.*got -4",
    ),
    "constant": (
        lambda mbs, nodes, bodies: {"bodyNumbers": bodies, "gravitationalConstant": "big"},
        "CreateMutualGravity: gravitationalConstant G .*got 'big'",
    ),
    "distance": (
        lambda mbs, nodes, bodies: {"bodyNumbers": bodies, "minDistanceRegularization": -1},
        "minDistanceRegularization d_min .*got -1",
    ),
    "taken": (
        lambda mbs, nodes, bodies: {
            "bodyNumbers": bodies,
            "name": mbs.SetObjectParameter(bodies[3], "name", "sky_2_3") or "sky",
        },
        "the name 'sky_2_3' is taken by object 3",
    ),
}


@looped("case", BAD, ids=lambda case: case.replace(" ", "-"))
def test_wrong_input_is_refused_and_adds_nothing(case):
    mbs, nodes, bodies = system_of_masses()
    make, text = BAD[case]
    given = make(mbs, nodes, bodies)
    before = counts(mbs)
    with pytest.raises(exu.ParameterError, match=text):
        mbs.CreateMutualGravity(**given)
    assert counts(mbs) == before


def test_equals_connectors_added_one_by_one():
    mbs, nodes, bodies = system_of_masses()
    markers = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in bodies]
    for i, j in itertools.combinations(range(4), 2):
        mbs.AddObject(
            ConnectorGravity(
                markerNumbers=[markers[i], markers[j]],
                gravitationalConstant=G,
                mass0=MASSES[i],
                mass1=MASSES[j],
            )
        )
    other, other_nodes, other_bodies = system_of_masses()
    other.CreateMutualGravity(bodyNumbers=other_bodies, gravitationalConstant=G)
    assert np.array_equal(accelerations(mbs, nodes), accelerations(other, other_nodes))
