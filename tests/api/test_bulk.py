"""Models whose items were added by columns behave as those that were built one by one."""

import pickle

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.declare.item import checked
from linkwork.core.declare.item_list import Block
from linkwork.items import *
from linkwork.model_file import text_of
from tests.cases import looped

MASSES = 20  # enough for checks by columns
OBJECTS = 1 + 2 * MASSES + MASSES // 4
Variable = exu.OutputVariableType


def drag(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL + 0.2 * deltaL_t


def places():
    return np.column_stack(
        [np.arange(1.0, MASSES + 1), np.sin(np.arange(MASSES)), -np.ones(MASSES)]
    )


def masses():
    return np.linspace(0.5, 2.0, MASSES)


def functions():
    return [drag if k % 3 == 0 else 0 for k in range(MASSES)]


def by_columns(sensors=True):
    """A chain under gravity, with a few distances, and with a sensor on each mass."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    hook = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    nodes = mbs.AddItems(NodePoint, referenceCoordinates=places(), name="n")
    bodies = mbs.AddItems(MassPoint, nodeNumber=nodes, mass=masses())
    ends = mbs.AddItems(MarkerBodyPosition, bodyNumber=bodies)
    weights = mbs.AddItems("MarkerBodyMass", bodyNumber=bodies)
    mbs.AddItems(LoadMassProportional, markerNumber=weights, loadVector=[0, 0, -9.81])
    pairs = np.column_stack([[hook, *ends[:-1]], ends])
    mbs.AddItems(
        SpringDamper, markerNumbers=pairs, stiffness=100.0, referenceLength=1.0,
        springForceUserFunction=functions(), visualization={"drawSize": 0.2},
    )  # fmt: skip
    mbs.AddItems(DistanceConstraint, markerNumbers=pairs[::4].tolist(), distance=lengths()[::4])
    if sensors:
        mbs.AddItems(
            SensorNode, nodeNumber=nodes, outputVariableType=Variable.Velocity, storeInternal=True
        )
    return mbs


def lengths():
    return np.linalg.norm(np.diff(np.vstack([np.zeros(3), places()]), axis=0), axis=1)


def one_by_one():
    """The same chain by ordinary calls."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    hook = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    nodes = [
        mbs.AddNode(NodePoint(referenceCoordinates=p, name=f"n{k}")) for k, p in enumerate(places())
    ]
    bodies = [
        mbs.AddObject(MassPoint(nodeNumber=node, mass=m))
        for node, m in zip(nodes, masses(), strict=True)
    ]
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in bodies]
    weights = [mbs.AddMarker(MarkerBodyMass(bodyNumber=body)) for body in bodies]
    for marker in weights:
        mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=[0, 0, -9.81]))
    pairs = list(zip([hook, *ends[:-1]], ends, strict=True))
    for pair, function in zip(pairs, functions(), strict=True):
        mbs.AddObject(
            SpringDamper(
                markerNumbers=pair, stiffness=100.0, referenceLength=1.0,
                springForceUserFunction=function, visualization={"drawSize": 0.2},
            )
        )  # fmt: skip
    for pair, length in zip(pairs[::4], lengths()[::4], strict=True):
        mbs.AddObject(DistanceConstraint(markerNumbers=pair, distance=length))
    for node in nodes:
        mbs.AddSensor(
            SensorNode(nodeNumber=node, outputVariableType=Variable.Velocity, storeInternal=True)
        )
    return mbs


def solved(mbs):
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = 20, 0.1
    return mbs.SolveDynamic(settings)


def same(one, other):
    """Whether two systems had the same run, bit for bit."""
    mine, theirs = one.solution, other.solution
    assert mine.coordinates.tobytes() == theirs.coordinates.tobytes()
    assert mine.velocities.tobytes() == theirs.velocities.tobytes()
    assert mine.multipliers.tobytes() == theirs.multipliers.tobytes()
    for k in range(MASSES):
        assert mine.sensor(f"sensor{k}").tobytes() == theirs.sensor(f"sensor{k}").tobytes()


def made(mbs):
    """How many items of blocks somebody has asked for, by family."""
    return {
        family: sum(len(block.made) for block in members._blocks)
        for family, members in mbs._items.items()
    }


def test_both_models_give_the_same_bits():
    one, other = by_columns(), one_by_one()
    assert solved(one) and solved(other)
    same(one, other)
    assert text_of(one._items) == text_of(other._items)
    assert repr(one) == repr(other)
    assert one.UserFunctionInfo() == other.UserFunctionInfo()
    assert str(one.Check()) == str(other.Check())
    assert one.solution.snapshot.to_json() == other.solution.snapshot.to_json()


def test_items_are_found_by_name_and_number():
    one, other = by_columns(), one_by_one()
    assert one.GetNodeNumber("n3") == other.GetNodeNumber("n3")
    assert one.GetObjectNumber("object5") == other.GetObjectNumber("object5")
    for k in range(one.systemData.NumberOfObjects()):
        assert repr(one.GetObject(k)) == repr(other.GetObject(k))
    assert one.GetObjectParameter(2, "physicsMass") == masses()[1]


def test_a_run_makes_only_the_items_that_somebody_asks_for():
    mbs = by_columns(sensors=False)
    assert solved(mbs)
    with_functions, distances = sum(map(callable, functions())), MASSES // 4
    found = made(mbs)  # few items of a kind are looked at one by one, with their partners
    assert found["object"] <= with_functions + distances + 3, found
    assert found["marker"] <= 2 * distances + 1, found
    assert max(found["node"], found["load"]) <= 1, found
    assert all(type(entry) is Block for entry in mbs._items["node"]._entries)


def test_an_item_of_a_block_can_be_changed():
    one, other = by_columns(), one_by_one()
    last = one.systemData.NumberOfObjects() - 1
    spring = 1 + MASSES + 2
    for mbs in (one, other):
        assert solved(mbs)
        before = mbs.solution
        mbs.SetObjectParameter(spring, "stiffness", 250.0)
        mbs.SetObjectParameter(2, "physicsMass", 3.0)
        mbs.SetNodeParameter("n6", "initialVelocities", [0.0, 1.0, 0.0])
        mbs.SetNodeParameter(5, "name", "fifth")
        mbs.SetObjectParameter(last, "activeConnector", False)
        mbs.SetObjectParameter(spring, "VdrawSize", 0.3)
        assert before.snapshot.items["object"][spring].stiffness == 100.0
        assert mbs.GetObjectParameter(spring, "stiffness") == 250.0
        assert mbs.GetNodeNumber("fifth") == 5
        assert solved(mbs)
    same(one, other)
    assert text_of(one._items) == text_of(other._items)
    with pytest.raises(exu.SysError):
        one.GetNodeNumber("n5")


def test_items_may_follow_and_precede_a_block():
    one, other = by_columns(), one_by_one()
    for mbs in (one, other):
        node = mbs.AddNode(NodePoint(referenceCoordinates=[0, 5, 0]))
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
        end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
        mbs.AddObject(SpringDamper(markerNumbers=[0, end], stiffness=30.0))
        mbs.AddItems(SpringDamper, markerNumbers=[[1, end], [2, end]], stiffness=[1.0, 2.0])
        mbs.CreateMassPoint(referencePosition=[1, 1, 1], physicsMass=1.0)
        assert solved(mbs)
    same(one, other)


def test_results_keep_the_items_of_a_block():
    mbs = by_columns()
    assert solved(mbs)
    kept = pickle.loads(pickle.dumps(mbs.solution))
    assert kept.snapshot.to_json() == mbs.solution.snapshot.to_json()
    assert mbs.solution.snapshot.live_model is mbs._model
    mbs.SetObjectParameter(2, "physicsMass", 3.0)
    assert mbs.solution.snapshot.live_model is None
    assert mbs.solution.snapshot.model.items["object"][2].physicsMass == masses()[1]


def test_a_saved_model_is_the_same(tmp_path):
    one, other = by_columns(), one_by_one()
    for name, mbs in (("one", one), ("other", other)):
        mbs.save(tmp_path / f"{name}.json")
    assert (tmp_path / "one.json").read_text() == (tmp_path / "other.json").read_text()


def test_a_parameter_is_set_after_its_item_was_replaced():
    """As a checkpoint does, with an item that was given nothing for the parameter."""
    mbs = by_columns()
    mbs.Assemble()
    spring = 1 + MASSES + 2
    for value in (5.0, 6.0):
        mbs.SetObjectParameter(spring, "force", value)
    mbs._store.replace(spring, checked(SpringDamper(markerNumbers=[0, 1], name="other"), spring))
    mbs.SetObjectParameter(spring, "force", 7.0)
    assert mbs.GetObjectParameter(spring, "force") == 7.0
    table, row = mbs._model.place["object", spring]
    assert table.rows["f_a"][row] == 7.0
    assert ("object", spring) in mbs._model.place
    assert ("object", 10**6) not in mbs._model.place


# ------------------------------------------------------------------ refusals


def counts(mbs):
    return {family: len(members) for family, members in mbs._items.items()}


@looped(
    ("kind", "columns", "told"),
    [
        (NodePoint, {}, "give count, the number of NodePoint items"),
        (NodePoint, {"count": -1}, "count must be a whole number >= 0, got -1"),
        (NodePoint, {"count": 2.0}, "count must be a whole number >= 0, got 2.0"),
        (NodePoint, {"count": 2, "name": ["a"]}, "name must have 2 values, as count says"),
        (
            MassPoint,
            {"nodeNumber": [0, 1], "physicsMass": [1.0]},
            "MassPoint: physicsMass must have 2 values, as nodeNumber says",
        ),
        (
            MassPoint,
            {"nodeNumber": [0, 1], "physicsMass": np.array([1.0, -2.0])},
            f"MassPoint (object {OBJECTS + 1}): physicsMass m must be >= 0 kg, got -2.0",
        ),
        (
            MassPoint,
            {"nodeNumber": np.array([0, 99]), "physicsMass": [1.0, -1.0]},
            f"MassPoint (object {OBJECTS + 1}): physicsMass m must be >= 0 kg, got -1.0",
        ),
        (
            MassPoint,
            {"nodeNumber": np.array([99, 0]), "physicsMass": [1.0, -1.0]},
            f"MassPoint 'object{OBJECTS}' (object {OBJECTS}): nodeNumber: node 99 does not exist; "
            f"there are {MASSES}",
        ),
        (
            SpringDamper,
            {"markerNumbers": np.array([[0, 1], [1, MASSES + 2]])},
            f"SpringDamper 'object{OBJECTS + 1}' (object {OBJECTS + 1}): markerNumbers must be a "
            "marker of type Position",
        ),
        (
            NodePoint,
            {"referenceCoordinates": np.array([[0, 0, 0], [0, np.inf, 0]])},
            f"Point (node {MASSES + 1}): referenceCoordinates c_ref must be 3 finite real numbers, "
            "got [0.0, inf, 0.0]",
        ),
        (NodePoint, {"name": ["a", "a"]}, f"the name 'a' is taken by node {MASSES}"),
        (NodePoint, {"name": ["x", "n3"]}, "the name 'n3' is taken by node 3"),
        (NodePoint, {"count": 2, "nme": 1}, "NodePoint has no parameter 'nme'"),
        (NodePoint, {"count": 2, "Vcolor": [2, 0, 0, 0]}, "color must be four numbers RGBA"),
        (
            MarkerNodeCoordinate,
            {"nodeNumber": [1, 2], "coordinate": [2, 3]},
            "coordinate k must be < 3, the number of coordinates of Point 'n2' (node 2), got 3",
        ),
        ("Nothing", {"count": 1}, "kind must be a class of items"),
        (3, {"count": 1}, "kind must be a class of items"),
    ],
)
def test_refusals_name_the_first_bad_item_and_leave_nothing(kind, columns, told):
    mbs = by_columns()
    before, names = counts(mbs), {k: dict(v) for k, v in mbs._store.names.items()}
    with pytest.raises(exu.ParameterError) as caught:
        mbs.AddItems(kind, **columns)
    assert told in str(caught.value)
    assert counts(mbs) == before
    assert {k: dict(v) for k, v in mbs._store.names.items()} == names
    assert solved(mbs)


def test_names_that_are_taken_give_way():
    mbs = exu.SystemContainer().AddSystem()
    mbs.AddNode(NodePoint(name="node2"))
    numbers = mbs.AddItems(NodePoint, 3)
    assert [mbs.GetNode(k)["name"] for k in numbers] == ["node1", "node2_", "node3"]


def test_no_items_are_no_error():
    mbs = exu.SystemContainer().AddSystem()
    assert mbs.AddItems(NodePoint, 0).tolist() == []
    assert mbs.AddItems(NodePoint, referenceCoordinates=np.zeros((0, 3))).tolist() == []
    mbs.Assemble()


def test_items_that_are_not_complete_are_refused_by_assemble():
    mbs = by_columns()
    mbs.AddItems(MassPoint, 2, physicsMass=1.0)
    with pytest.raises(exu.ParameterError, match=rf"object{OBJECTS}.*nodeNumber"):
        mbs.Assemble()


def test_given_arrays_are_copied():
    mbs, place = exu.SystemContainer().AddSystem(), np.ones((2, 3))
    mbs.AddItems(NodePoint, referenceCoordinates=place)
    place[:] = 7.0
    assert mbs.GetNode(1)["referenceCoordinates"].tolist() == [1.0, 1.0, 1.0]


def test_sensors_may_refer_to_earlier_ones_of_the_same_call_only():
    mbs = by_columns()
    values = dict(sensorUserFunction=lambda *given: [1.0], factors=[1.0])
    with pytest.raises(exu.ParameterError, match=f"sensor {MASSES + 1} does not exist"):
        mbs.AddItems(SensorUserFunction, sensorNumbers=[[0], [MASSES + 1]], **values)
    found = mbs.AddItems(SensorUserFunction, sensorNumbers=[[0], [MASSES]], **values)
    assert found.tolist() == [MASSES, MASSES + 1]


def test_a_list_that_contains_itself_is_refused():
    mbs, endless = exu.SystemContainer().AddSystem(), []
    endless.append(endless)
    with pytest.raises(exu.ParameterError, match="must be 3 finite real numbers"):
        mbs.AddItems(NodePoint, 2, referenceCoordinates=[endless, endless])
