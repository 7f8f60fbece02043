"""The Create... functions: bodies, springs, constraints, joints and loads with what they need."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

FAMILIES = "node", "object", "marker", "load", "sensor"


def new_system():
    return exu.SystemContainer().AddSystem()


def counts(mbs):
    return tuple(len(mbs._items[family]) for family in FAMILIES)


def solved(mbs, end=0.5, steps=200):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    return mbs.SolveDynamic(settings)


def forms(mbs):
    """All items as dictionaries without their drawing."""
    return {
        family: [
            {k: np.asarray(v).tolist() for k, v in item.to_dict().items() if k[0] != "V"}
            for item in mbs._items[family]
        ]
        for family in FAMILIES
    }


def rotation(angle):
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def force_of_spring(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL + damping * deltaL_t + force + 3 * deltaL**3


def growing(mbs, t, loadVector):
    return [t * loadVector[0], loadVector[1], loadVector[2]]


# ---------------------------------------------------------------------- the same as from items


def test_a_mass_on_a_spring_is_the_same_model_as_from_items():
    mbs = new_system()
    ground = mbs.CreateGround(name="base", referencePosition=[0.1, 0, 0.2])
    mass = mbs.CreateMassPoint(
        "ball", [1, 0, 0], [0.1, 0, 0], [0, 0.3, 0.2], 1.5, gravity=[0, -9.81, 0]
    )
    spring = mbs.CreateSpringDamper(
        name="s", bodyNumbers=[ground, mass], localPosition0=[0, 0.2, 0],
        localPosition1=[0, 0, 0.1], referenceLength=0.7, stiffness=100, damping=0.5, force=2,
        velocityOffset=0.1, springForceUserFunction=force_of_spring,
    )  # fmt: skip
    load = mbs.CreateForce(
        bodyNumber=mass, loadVector=[1, 0, 2], loadVectorUserFunction=growing, name="pull"
    )
    kinds = [type(number) for number in (ground, mass, spring, load)]
    assert kinds == [exu.ObjectIndex] * 3 + [exu.LoadIndex]

    other = new_system()
    other.AddObject(ObjectGround(name="base", referencePosition=[0.1, 0, 0.2]))
    node = other.AddNode(
        NodePoint(
            name="Node:ball", referenceCoordinates=[1, 0, 0], initialCoordinates=[0.1, 0, 0],
            initialVelocities=[0, 0.3, 0.2],
        )
    )  # fmt: skip
    other.AddObject(MassPoint(name="ball", nodeNumber=node, physicsMass=1.5))
    marker = other.AddMarker(MarkerBodyMass(bodyNumber=1))
    other.AddLoad(Gravity(markerNumber=marker, loadVector=[0, -9.81, 0]))
    ends = [
        other.AddMarker(MarkerBodyPosition(name=f"Marker{k}:s", bodyNumber=k, localPosition=place))
        for k, place in enumerate([[0, 0.2, 0], [0, 0, 0.1]])
    ]
    other.AddObject(
        SpringDamper(
            name="s", markerNumbers=ends, referenceLength=0.7, stiffness=100, damping=0.5, force=2,
            velocityOffset=0.1, springForceUserFunction=force_of_spring,
        )
    )  # fmt: skip
    tip = other.AddMarker(MarkerBodyPosition(bodyNumber=1))
    other.AddLoad(
        Force(name="pull", markerNumber=tip, loadVector=[1, 0, 2], loadVectorUserFunction=growing)
    )
    assert forms(mbs) == forms(other)
    first, second = solved(mbs), solved(other)
    assert np.array_equal(first.coordinates, second.coordinates)
    assert np.array_equal(first.velocities, second.velocities)
    assert np.abs(first.coordinates[-1]).min() > 1e-2


def test_a_planar_body_is_the_same_model_as_from_items():
    mbs = new_system()
    ground = mbs.CreateGround()
    body = mbs.CreateRigidBody2D(
        "bar", [1, 2], 0.3, [0.1, 0, 0], 0.2, [0.5, 0], 0.7, mass=2, inertia=0.4,
        centerOfMass=[0.5, 0.1, 0], gravity=[0, -9.81, 0],
    )  # fmt: skip
    mbs.CreateCartesianSpringDamper(
        bodyNumbers=["object0", "bar"], localPosition1=[1, 0.5, 0], stiffness=[10, 20, 0],
        damping=[0.1, 0.2, 0], offset=[0.1, 0.2, 0],
    )  # fmt: skip
    mbs.CreateTorque(bodyNumber=body, loadVector=[0, 0, 0.8])
    mbs.CreateForce(
        bodyNumber=body, loadVector=[3, 0, 0], localPosition=[0, 0.5, 0], bodyFixed=True
    )
    other = new_system()
    other.AddObject(ObjectGround())
    node = other.AddNode(
        Rigid2D(
            name="Node:bar", referenceCoordinates=[1, 2, 0.3], initialCoordinates=[0.1, 0, 0.2],
            initialVelocities=[0.5, 0, 0.7],
        )
    )  # fmt: skip
    other.AddObject(
        RigidBody2D(
            name="bar", nodeNumber=node, physicsMass=2, physicsInertia=0.4 + 2 * 0.26,
            physicsCenterOfMass=[0.5, 0.1],
        )
    )  # fmt: skip
    other.AddLoad(
        Gravity(
            markerNumber=other.AddMarker(MarkerBodyMass(bodyNumber=1)), loadVector=[0, -9.81, 0]
        )
    )
    ends = [
        other.AddMarker(MarkerBodyPosition(bodyNumber=ground)),
        other.AddMarker(MarkerBodyPosition(bodyNumber=1, localPosition=[1, 0.5, 0])),
    ]
    other.AddObject(
        CartesianSpringDamper(
            markerNumbers=ends, stiffness=[10, 20, 0], damping=[0.1, 0.2, 0], offset=[0.1, 0.2, 0]
        )
    )
    frame = other.AddMarker(MarkerBodyRigid(bodyNumber=1))
    other.AddLoad(Torque(markerNumber=frame, loadVector=[0, 0, 0.8]))
    frame = other.AddMarker(MarkerBodyRigid(bodyNumber=1, localPosition=[0, 0.5, 0]))
    other.AddLoad(Force(markerNumber=frame, loadVector=[3, 0, 0], bodyFixed=True))
    assert forms(mbs) == forms(other)
    first, second = solved(mbs), solved(other)
    assert np.array_equal(first.coordinates, second.coordinates)
    assert np.abs(first.coordinates[-1]).min() > 1e-2


def test_a_mass_in_the_plane_stands_on_a_planar_node():
    mbs = new_system()
    made = mbs.CreateMassPoint(
        referencePosition=[1, 2, 0], initialVelocity=[3, 1, 0], mass=2, gravity=[0, -2, 0],
        create2D=True, returnDict=True,
    )  # fmt: skip
    assert made == {"nodeNumber": 0, "bodyNumber": 0, "markerBodyMass": 0, "loadNumber": 0}
    assert [type(n) for n in made.values()] == [
        exu.NodeIndex, exu.ObjectIndex, exu.MarkerIndex, exu.LoadIndex
    ]  # fmt: skip
    assert mbs.GetNode(0)["nodeType"] == "Point2D"
    assert mbs.GetObject(0)["objectType"] == "MassPoint2D"
    solved(mbs, end=1)
    place = mbs.GetNodeOutput(0, exu.OutputVariableType.Position)
    assert place == pytest.approx([1 + 3, 2 + 1 - 1, 0], abs=1e-11)


def test_without_gravity_there_is_no_load():
    mbs = new_system()
    made = mbs.CreateMassPoint(physicsMass=1, returnDict=True)
    assert made == {"nodeNumber": 0, "bodyNumber": 0}
    assert counts(mbs) == (1, 1, 0, 0, 0)


def test_a_free_body_falls_with_its_center_of_mass_and_keeps_turning():
    mbs = new_system()
    mbs.CreateRigidBody2D(
        initialAngularVelocity=2, mass=3, inertia=0.5, centerOfMass=[0.4, 0], gravity=[0, -9.81, 0]
    )
    solved(mbs, end=1, steps=2000)
    x, y, angle = mbs.systemData.GetODE2Coordinates()
    assert angle == pytest.approx(2, abs=1e-9)  # no torque about the center of mass
    center = [x + 0.4 * math.cos(angle), y + 0.4 * math.sin(angle)]
    assert center == pytest.approx([0.4, 0.4 * 2 - 9.81 / 2], abs=1e-6)


def test_the_ground_is_turned():
    mbs = new_system()
    ground = mbs.CreateGround(referencePosition=[1, 2, 3], referenceRotationMatrix=rotation(0.5))
    mbs.Assemble()
    place = mbs.GetObjectOutputBody(ground, exu.OutputVariableType.Position, [1, 0, 0])
    assert place == pytest.approx([1 + math.cos(0.5), 2 + math.sin(0.5), 3], abs=1e-15)


# ---------------------------------------------------------------------- lengths at the reference


def two_turned_bodies(mbs):
    ground = mbs.CreateGround(referencePosition=[0.5, 0, 1], referenceRotationMatrix=rotation(0.4))
    body = mbs.CreateRigidBody2D(
        "bar", [2, 1], 0.7, [0.3, -0.2], 0.5, mass=1, inertia=1, gravity=[0, -9.81, 0]
    )
    first = np.array([0.5, 0, 1]) + rotation(0.4) @ [0.2, 0.3, 0.1]
    second = np.array([2, 1, 0]) + rotation(0.7) @ [-0.6, 0.4, 0.2]
    places = {"localPosition0": [0.2, 0.3, 0.1], "localPosition1": [-0.6, 0.4, 0.2]}
    return ground, body, places, np.linalg.norm(second - first)


@pytest.mark.parametrize("swapped", [False, True])
def test_lengths_are_those_of_eccentric_points_at_the_reference(swapped):
    mbs = new_system()
    ground, body, places, length = two_turned_bodies(mbs)
    pair = [ground, body]
    if swapped:
        pair.reverse()
        places = dict(zip(places, list(places.values())[::-1], strict=True))
    spring = mbs.CreateSpringDamper(bodyNumbers=pair, stiffness=5, **places)
    rod = mbs.CreateDistanceConstraint(bodyNumbers=pair, **places)
    assert mbs.GetObject(spring)["referenceLength"] == pytest.approx(length, rel=1e-15)
    assert mbs.GetObject(rod)["distance"] == pytest.approx(length, rel=1e-15)
    mbs.Assemble()
    reference = exu.ConfigurationType.Reference
    shown = mbs.GetObjectOutput(spring, exu.OutputVariableType.Distance, reference)
    assert shown == pytest.approx(length, rel=1e-15)
    initial = mbs.GetObjectOutput(
        spring, exu.OutputVariableType.Distance, exu.ConfigurationType.Initial
    )
    assert abs(initial - length) > 0.1


def test_lengths_between_markers_and_nodes():
    mbs = new_system()
    ground, body, places, length = two_turned_bodies(mbs)
    ends = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localPosition=p))
        for b, p in zip((ground, body), places.values(), strict=True)
    ]
    spring = mbs.CreateSpringDamper(bodyNumbers=ends)
    assert mbs.GetObject(spring)["markerNumbers"] == ends
    assert mbs.GetObject(spring)["referenceLength"] == pytest.approx(length, rel=1e-15)
    node = mbs.CreateMassPoint(referencePosition=[3, 4, 0], physicsMass=1, returnDict=True)
    rod = mbs.CreateDistanceConstraint(bodyNumbers=[node["nodeNumber"], body])
    assert mbs.GetObject(rod)["distance"] == pytest.approx(math.hypot(1, 3), rel=1e-15)
    marker = mbs.GetMarker(mbs.GetObject(rod)["markerNumbers"][0])
    assert (marker["markerType"], marker["nodeNumber"]) == ("NodePosition", 1)


def test_a_given_length_is_taken():
    mbs = new_system()
    pair = [mbs.CreateGround(), mbs.CreateMassPoint(referencePosition=[2, 0, 0], physicsMass=1)]
    spring = mbs.CreateSpringDamper(bodyNumbers=pair, referenceLength=0.0)
    rod = mbs.CreateDistanceConstraint(bodyNumbers=pair, distance=0.4)
    assert mbs.GetObject(spring)["referenceLength"] == 0.0
    assert mbs.GetObject(rod)["distance"] == 0.4


# ---------------------------------------------------------------------- coordinates and joints


def test_a_coordinate_is_tied_to_the_ground_and_to_another_one():
    mbs = new_system()
    first = mbs.CreateMassPoint(
        physicsMass=1, initialDisplacement=[0, 0.1, 0], gravity=[0, -9.81, 2]
    )
    second = mbs.CreateMassPoint(physicsMass=1, create2D=True)
    mbs.CreateCoordinateConstraint(bodyNumbers=[None, first], coordinates=[None, 1], offset=0.1)
    mbs.CreateCoordinateConstraint(
        "gear", bodyNumbers=[first, exu.NodeIndex(1)], coordinates=[2, 0], factor1=2
    )
    assert mbs.GetMarker("Marker1:gear")["coordinate"] == 0
    assert mbs.GetObject("gear")["factorValue1"] == 2
    solved(mbs, end=1)
    q = mbs.systemData.GetODE2Coordinates()
    assert q[1] == pytest.approx(0.1, abs=1e-9)
    assert second == 1 and 2 * q[3] == pytest.approx(q[2], abs=1e-9)
    # z moves 1 kg, and 1 kg at half the way: a = 2/(1 + 1/4), half of it in 1 s
    assert q[2] == pytest.approx(0.8, abs=1e-9)


def test_a_pin_holds_a_turned_body_where_it_is():
    mbs = new_system()
    ground = mbs.CreateGround(referencePosition=[0.3, 0, 0], referenceRotationMatrix=rotation(1.1))
    body = mbs.CreateRigidBody2D(
        referencePosition=[1, 1], referenceRotation=0.6, mass=2, inertia=0.3, gravity=[0, -9.81, 0]
    )
    joint = mbs.CreateRevoluteJoint2D(bodyNumbers=[ground, body], position=[0.2, 0.5])
    ends = [mbs.GetMarker(m) for m in mbs.GetObject(joint)["markerNumbers"]]
    assert ends[1]["localPosition"] == pytest.approx(rotation(-0.6) @ [-0.8, -0.5, 0], abs=1e-15)
    mbs.Assemble()
    for number in mbs.GetObject(joint)["markerNumbers"]:
        place = mbs.GetMarkerOutput(number, exu.OutputVariableType.Position)
        assert place == pytest.approx([0.2, 0.5, 0], abs=1e-15)
    solved(mbs, end=0.02, steps=20)
    a = mbs.GetObjectOutput(body, exu.OutputVariableType.AngularAcceleration)[2]
    arm = rotation(mbs.systemData.GetODE2Coordinates()[2]) @ [0.8, 0.5, 0]
    assert a == pytest.approx(-2 * 9.81 * arm[0] / (0.3 + 2 * (0.8**2 + 0.5**2)), rel=1e-4)
    local = mbs.CreateRevoluteJoint2D(
        bodyNumbers=[body, ground], position=[0.1, 0.2], useGlobalFrame=False
    )
    ends = [mbs.GetMarker(m) for m in mbs.GetObject(local)["markerNumbers"]]
    assert ends[0]["localPosition"] == pytest.approx([0.1, 0.2, 0], abs=1e-15)
    place = [1, 1, 0] + rotation(0.6) @ [0.1, 0.2, 0]
    assert ends[1]["localPosition"] == pytest.approx(
        rotation(-1.1) @ (place - [0.3, 0, 0]), abs=1e-15
    )


@pytest.mark.parametrize("frame", ["space", "body"])
def test_a_slider_moves_along_its_axis(frame):
    mbs = new_system()
    ground = mbs.CreateGround(referenceRotationMatrix=rotation(-0.4))
    body = mbs.CreateRigidBody2D(
        referencePosition=[1, 0.5], referenceRotation=0.9, mass=2, inertia=0.3, gravity=[0, -8, 0]
    )
    slope = math.pi / 6
    turn = 0.9 if frame == "body" else 0.0
    mbs.CreatePrismaticJoint2D(
        bodyNumbers=[body, ground],
        position=[1, 0.5] if frame == "space" else [0, 0],
        axis=[3 * math.cos(slope - turn), 3 * math.sin(slope - turn), 0],
        useGlobalFrame=frame == "space",
    )
    solved(mbs, end=1)
    q = mbs.systemData.GetODE2Coordinates()
    way = -0.5 * 8 * math.sin(slope)
    assert q == pytest.approx([way * math.cos(slope), way * math.sin(slope), 0], abs=1e-9)


# ---------------------------------------------------------------------- drawing


def test_what_is_drawn():
    mbs = new_system()
    box = {"type": "Line", "data": [[0, 0, 0], [1, 0, 0]]}
    for given in (
        {}, {"drawSize": 0.3}, {"color": [1, 0, 0, 1]}, {"graphicsDataList": [box], "drawSize": 1},
        {"show": False},
    ):  # fmt: skip
        mbs.CreateMassPoint(physicsMass=1, gravity=[1, 0, 0], **given)
    nodes, bodies = map(mbs.GetNode, range(5)), map(mbs.GetObject, range(5))
    assert [node["Vshow"] for node in nodes] == [False, True, True, False, False]
    assert [body["Vshow"] for body in bodies] == [True, False, False, True, False]
    assert [load["Vshow"] for load in map(mbs.GetLoad, range(5))] == [True] * 4 + [False]
    assert (mbs.GetNode(1)["VdrawSize"], mbs.GetNode(2)["Vcolor"]) == (0.3, [1, 0, 0, 1])
    assert mbs.GetObject(3)["VgraphicsData"] == [{"type": "Line", "data": [[0, 0, 0], [1, 0, 0]]}]
    spring = mbs.CreateSpringDamper(
        bodyNumbers=[0, 1], drawSize=0.2, color=[0, 1, 0, 1], show=False
    )
    form = mbs.GetObject(spring)
    assert (form["Vshow"], form["VdrawSize"], form["Vcolor"]) == (False, 0.2, [0, 1, 0, 1])
    assert not mbs.GetMarker(form["markerNumbers"][0])["Vshow"]


@pytest.mark.parametrize("center", [[0, 0], [0.3, -0.4]])
def test_the_inertia_of_a_planar_body_may_be_given_as_in_its_item(center):
    """J about the reference point is J about the center of mass + m |b|^2."""
    found = []
    for about in (dict(inertia=0.5), dict(physicsInertia=0.5 + 2.0 * np.dot(center, center))):
        mbs = exu.SystemContainer().AddSystem()
        body = mbs.CreateRigidBody2D(mass=2.0, centerOfMass=center, **about)
        found.append(mbs.GetObjectParameter(body, "physicsInertia"))
    assert found[0] == pytest.approx(found[1], rel=1e-15)


def test_two_inertias_of_a_planar_body_are_refused():
    mbs = exu.SystemContainer().AddSystem()
    with pytest.raises(exu.ParameterError, match="inertia and physicsInertia are given; give one"):
        mbs.CreateRigidBody2D(mass=1.0, inertia=1.0, physicsInertia=1.0)
    with pytest.raises(exu.ParameterError, match="physicsInertia"):
        mbs.CreateRigidBody2D(mass=1.0, physicsInertia=-1.0)
    assert mbs.systemData.NumberOfObjects() == 0
    mbs.CreateRigidBody2D(mass=1.0, centerOfMass=[1, 0], physicsInertia=0.5)
    with pytest.raises(exu.ParameterError, match="must be at least m |b_com|.2 = 1"):
        mbs.Assemble()
