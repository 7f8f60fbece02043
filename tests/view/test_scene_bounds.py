"""What a scene makes room for, and what is drawn by default: arrows, paths, arms, rails, fans."""

import numpy as np
import pytest

import linkwork as exu
from linkwork import graphics
from linkwork.items import *
from linkwork.view.scene import scene_of
from linkwork.view.scene.sizes import Bounds

from .models import Output, pendulum, settings_for
from .scenes import array_of, items_of, positions


def tips(scene, arrow):
    """Where an arrow ends in every state, (F, 3)."""
    starts = positions(scene, arrow["point"])
    vector = arrow["vector"]
    values = np.array(vector) if isinstance(vector, list) else array_of(scene, vector)
    return starts + np.broadcast_to(values, starts.shape) * arrow["size"] / arrow["largest"]


def is_inside(form, points, slack=1e-6):
    low, high = np.array(form["bounds"])
    room = slack * form["size"]
    return bool(((points >= low - room) & (points <= high + room)).all())


def test_arrows_are_inside_in_all_states():
    """A force that grows and turns, on a mass that moves."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(initialVelocities=[1, 0, 0]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))

    def push(mbs, t, vector):
        return [0, 5 * np.cos(9 * t), 5 * np.sin(9 * t)]

    mbs.AddLoad(Force(markerNumber=marker, loadVectorUserFunction=push))
    mbs.Assemble()
    scene = scene_of(mbs.SolveDynamic(settings_for(1.0, 100)))
    (arrow,) = items_of(scene, kind="arrow")
    ends = tips(scene, arrow)
    assert is_inside(scene.form, ends)
    low, high = np.array(scene.form["bounds"])
    reached = np.vstack([ends, positions(scene, arrow["point"])])
    radius = max(item["size"] for item in items_of(scene, kind="sphere"))
    assert low == pytest.approx(reached.min(axis=0), abs=radius * 1.01), "and nothing more"
    assert high == pytest.approx(reached.max(axis=0), abs=radius * 1.01)


def test_a_body_fixed_force_is_inside_while_its_body_turns():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeRigidBody2D(initialVelocities=[0, 0, 7]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=1))
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[1, 0, 0]))
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[1, 0, 0], bodyFixed=True))
    mbs.Assemble()
    scene = scene_of(mbs.SolveDynamic(settings_for(1.0, 100)))
    (arrow,) = items_of(scene, kind="arrow")
    frame, x, y, z = arrow["point"]
    ends = positions(scene, [frame, x + arrow["size"], y, z])
    assert is_inside(scene.form, ends)
    assert np.ptp(ends, axis=0).min() == 0.0 and np.ptp(ends[:, :2], axis=0).min() > 2.0


def test_paths_are_inside_also_where_nothing_else_is():
    """A sensor of a point far from its body."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeRigidBody2D(initialVelocities=[0, 0, 5]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=1))
    mbs.AddSensor(
        SensorBody(bodyNumber=body, localPosition=[3, 0, 0], outputVariableType=Output.Position)
    )
    mbs.Assemble()
    scene = scene_of(mbs.SolveDynamic(settings_for(1.5, 150)))
    (path,) = items_of(scene, kind="trace")
    points = array_of(scene, path["points"])
    assert is_inside(scene.form, points)
    assert np.array(scene.form["bounds"])[:, :2] == pytest.approx(
        np.array([[-3, -3], [3, 3]]), abs=0.02
    )
    (rod,) = items_of(scene, kind="rod", family="body")
    assert rod["ends"][1][1:] == (3.0, 0.0, 0.0), "the body reaches to its sensor"


def test_paths_between_recorded_states_are_inside():
    """States at the ends of a full turn; the sensor has recorded the circle between them."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeRigidBody2D(initialVelocities=[0, 0, 2 * np.pi]))
    body = mbs.AddObject(RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=1))
    mbs.AddSensor(
        SensorBody(bodyNumber=body, localPosition=[3, 0, 0], outputVariableType=Output.Position)
    )
    mbs.Assemble()
    settings = settings_for(1.0, 100)
    settings.solutionSettings.solutionWritePeriod = 1.0
    scene = scene_of(mbs.SolveDynamic(settings))
    assert scene.form["times"]["shape"] == [2]
    assert np.array(scene.form["bounds"])[:, :2] == pytest.approx(
        np.array([[-3, -3], [3, 3]]), abs=0.02
    )


def test_the_outline_is_as_large_as_what_it_goes_around():
    """A ball of radius 2 at (1, 0, 0), and a ring of points: support in any direction to 1.5 %."""
    angle = np.linspace(0, 2 * np.pi, 400)
    ring = 3.0 * np.column_stack([np.cos(angle), np.sin(angle), 0 * angle])
    bounds = Bounds()
    bounds.include(np.array([[1.0, 0.0, 0.0]]), 2.0)
    bounds.include(ring)
    outline = np.array(bounds.outline())
    random = np.random.default_rng(1).normal(size=(200, 3))
    for way in random / np.linalg.norm(random, axis=1)[:, None]:
        exact = max((ring @ way).max(), way[0] + 2.0)
        found = (outline @ way).max()
        assert found <= exact + 1e-9
        assert found > exact - 0.015 * bounds.size


def test_the_outline_goes_around_a_plate_in_runs_of_any_length():
    """A disc about z of radius 1, at rest: all of its rim counts, however many states there are."""
    for steps in (1, 31, 64, 200):
        mbs = exu.SystemContainer().AddSystem()
        plate = graphics.Cylinder([0, 0, 0], [0, 0, 0.1], 1.0)
        mbs.AddObject(ObjectGround(visualization=VObjectGround(graphicsData=[plate])))
        node = mbs.AddNode(NodePoint())
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
        mbs.Assemble()
        outline = np.array(scene_of(mbs.SolveDynamic(settings_for(1, steps))).form["outline"])
        for angle in np.linspace(0, 6, 40):
            way = np.array([np.cos(angle), np.sin(angle), 0.0])
            assert 0.97 < (outline @ way).max() <= 1.0 + 1e-9


@pytest.mark.parametrize("shaped", [False, True])
def test_a_link_reaches_all_its_markers(shaped):
    mbs = exu.SystemContainer().AddSystem()
    shapes = [graphics.Brick(size=[0.4, 0.4, 0.4])] if shaped else []
    node = mbs.AddNode(NodeRigidBody2D(initialVelocities=[0, 0, 1]))
    body = mbs.AddObject(
        RigidBody2D(
            nodeNumber=node, physicsMass=1, physicsInertia=1,
            visualization=VRigidBody2D(graphicsData=shapes),
        )
    )  # fmt: skip
    for place in ([2, 0, 0], [-1, 1, 0], [0.1, 0.1, 0]):
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=place))
    mbs.Assemble()
    scene = scene_of(mbs.SolveDynamic(settings_for(0.1, 10)))
    ends = [item["ends"][1][1:] for item in items_of(scene, kind="rod", family="body")]
    expected = [(2.0, 0.0, 0.0), (-1.0, 1.0, 0.0), (0.1, 0.1, 0.0)]
    assert ends == expected[: 2 if shaped else 3], "markers inside of a shape need no rod"


def two_bodies(count=1):
    """Bodies in orbits about a fixed center."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    center = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    for k in range(count):
        r = 1.0 + 0.1 * k
        node = mbs.AddNode(
            NodePoint(
                name=f"moon {k}", referenceCoordinates=[r, 0, 0],
                initialVelocities=[0, r**-0.5, 0],
            )
        )  # fmt: skip
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
        marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        mbs.AddObject(
            ConnectorGravity(
                markerNumbers=[center, marker], mass0=1, mass1=1, gravitationalConstant=1
            )
        )
    mbs.Assemble()
    return mbs


def test_orbits_have_paths_without_sensors():
    scene = scene_of(two_bodies(2).SolveDynamic(settings_for(7.0, 700)))
    paths = items_of(scene, kind="trace")
    assert [path["name"] for path in paths] == ["path of moon 0", "path of moon 1"]
    points = array_of(scene, paths[0]["points"])
    assert np.linalg.norm(points, axis=1) == pytest.approx(np.ones(len(points)), abs=1e-3)
    bodies = items_of(scene, family="body")
    assert [body["name"] for body in bodies] == ["moon 0", "moon 1"], "bodies are named as nodes"
    assert [path["color"] for path in paths] == [body["color"] for body in bodies]


def test_a_swarm_has_no_paths_and_settings_switch_them_off():
    scene = scene_of(two_bodies(41).SolveDynamic(settings_for(0.5, 10)))
    assert items_of(scene, kind="trace") == []
    mbs = two_bodies()
    mbs.visualizationSettings.sensors.traces.showPositionTrace = False
    assert items_of(scene_of(mbs.SolveDynamic(settings_for(7.0, 100))), kind="trace") == []


def fan(count):
    """Masses in a row with springs between them and dampers to one point."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    last = center = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    for k in range(count):
        node = mbs.AddNode(NodePoint(referenceCoordinates=[1 + k, 0, 0]))
        mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
        marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        mbs.AddObject(
            CartesianSpringDamper(markerNumbers=[center, marker], damping=[0.1, 0.1, 0.1])
        )
        mbs.AddObject(SpringDamper(markerNumbers=[last, marker], stiffness=1e3, referenceLength=1))
        last = marker
    mbs.Assemble()
    return scene_of(mbs.SolveDynamic(settings_for(0.01, 2)))


def test_many_dampers_to_one_point_are_faint_lines():
    scene = fan(20)
    assert len(items_of(scene, kind="damper")) == 20 and not items_of(scene, kind="line")
    scene = fan(100)
    lines = items_of(scene, kind="line", faint=True)
    assert len(lines) == 100 and not items_of(scene, kind="damper")
    assert {line["size"] for line in lines} == {0.0}
    assert lines[0]["color"][3] == pytest.approx(0.1), "together as strong as ten lines"
    assert len(items_of(scene, kind="coil")) == 100, "the springs of the chain stay springs"


def test_a_mass_on_an_axis_has_its_rail():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D(referenceCoordinates=[0], initialVelocities=[2]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1, referencePosition=[0, 3, 0]))
    mbs.Assemble()
    scene = scene_of(mbs.SolveDynamic(settings_for(1.0, 10)))
    (rail,) = items_of(scene, kind="rod")
    (box,) = items_of(scene, kind="box")
    room = 1.5 * box["sizes"][0]
    assert rail["ends"] == [(-1, -room, 3.0, 0.0), (-1, pytest.approx(2.0 + room), 3.0, 0.0)]
    assert is_inside(scene.form, np.array([end[1:] for end in rail["ends"]]))


def test_a_pendulum_beside_a_fine_chain_keeps_its_size():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    for k in range(41):  # the last one is 2 m away
        x = 0.02 * (k + 1) if k < 40 else 3.0
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[x, 0]))
        mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=1))
        marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        top = MarkerBodyPosition(bodyNumber=ground, localPosition=[1.0, 0, 0])
        first = last if k < 40 else mbs.AddMarker(top)
        mbs.AddObject(SpringDamper(markerNumbers=[first, marker], stiffness=1))
        last = marker
    mbs.Assemble()
    scene = scene_of(mbs.SolveDynamic(settings_for(0.001, 2)))
    sizes = [item["size"] for item in items_of(scene, family="body", kind="sphere")]
    assert sizes[:40] == pytest.approx([0.005] * 40, rel=1e-3)
    assert sizes[40] == pytest.approx(0.022 * 3.0, rel=1e-2)


def test_details_tell_parameters_and_outputs_of_each_state():
    _, mbs, node = pendulum(name="bob")
    mbs.AddSensor(
        SensorObject(
            name="tension", objectNumber=mbs.GetObjectNumber("rod"),
            outputVariableType=Output.Force,
        )
    )  # fmt: skip
    solution = mbs.SolveDynamic(settings_for(1.0, 100))
    scene = scene_of(solution)
    details = {entry["type"]: entry for entry in scene.form["details"]}
    rod = details["DistanceConstraint"]
    values = {each["name"]: (each["value"], each["unit"]) for each in rod["parameters"]}
    assert values["distance"] == ("1", "m") and values["activeConnector"] == ("yes", "")
    (force,) = [each for each in rod["outputs"] if each["name"] == "Force"]
    assert force["unit"] == "N" and force["components"] == [""]
    told = array_of(scene, force["values"])[:, 0]
    assert told == pytest.approx(solution.sensor("tension")[:, 1:], abs=1e-4)
    body = details["MassPoint"]
    (speed,) = [each for each in body["outputs"] if each["name"] == "Velocity"]
    told = array_of(scene, speed["values"])[:, 0]
    assert told[:, : solution.velocities.shape[1]] == pytest.approx(solution.velocities, abs=1e-5)
    (energy,) = [each for each in body["outputs"] if each["name"] == "Kinetic energy"]
    mass = float({each["name"]: each for each in body["parameters"]}["physicsMass"]["value"])
    exact = 0.5 * mass * (solution.velocities**2).sum(axis=1)
    assert array_of(scene, energy["values"])[:, 0, 0] == pytest.approx(exact, abs=1e-4)


def test_items_with_user_functions_tell_parameters_only():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    ends = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground)),
        mbs.AddMarker(MarkerNodePosition(nodeNumber=node)),
    ]

    def law(mbs, t, number, u, v, k, d, offset):
        return k * u

    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=5, springForceUserFunction=law))
    mbs.Assemble()
    scene = scene_of(mbs.SolveDynamic(settings_for(0.1, 10)))
    (spring,) = [each for each in scene.form["details"] if each["type"] == "SpringDamper"]
    assert spring["outputs"] == []
    told = {each["name"]: each["value"] for each in spring["parameters"]}
    assert told["springForceUserFunction"] == "function law" and told["stiffness"] == "5"


def test_a_page_holds_a_limited_number_of_outputs(monkeypatch):
    from linkwork.view.scene import details

    scene = fan(6)
    whole = [len(out["numbers"]) for each in scene.form["details"] for out in each["outputs"]]
    assert min(whole) == 6
    monkeypatch.setattr(details, "MOST_OUTPUTS", 3 * 20)  # three states
    scene = fan(6)
    width = sum(
        out["values"]["shape"][1] * out["values"]["shape"][2]
        for each in scene.form["details"]
        for out in each["outputs"]
    )
    assert 0 < width <= 20
    monkeypatch.setattr(details, "MOST_OBJECTS", 5)
    assert all(not each["outputs"] for each in fan(6).form["details"])
