"""Drawings that follow from ends of connectors: hydraulic cylinders, and ropes over sheaves."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.view.live.follow import Follower, Places
from linkwork.view.scene.writer import SceneWriter

Out = exu.OutputVariableType
Z = [0.0, 0.0, 1.0]


def drawn(mbs, kind):
    """Writer of the scene of a short run, and the parts of the connector of a kind."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.1, 20
    settings.solutionSettings.solutionWritePeriod = 0.01
    solution = mbs.SolveDynamic(settings)
    writer = SceneWriter(solution, solution.snapshot, "")
    writer.scene()
    return writer, [item for item in writer.items if item.get("type") == kind]


def rope_on_a_swinging_sheave():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(
        NodeRigidBodyRxyz(
            referenceCoordinates=[0.3, -1, 0, 0, 0, 0.4], initialVelocities=[0.5, 0, 0, 0, 0, 2]
        )
    )
    body = mbs.AddObject(
        RigidBody(nodeNumber=node, physicsMass=4, physicsInertia=[1, 1, 1, 0, 0, 0])
    )
    places = [[0.1, 0, 0], [0.5, 0, 0]]
    ends = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=place)) for place in places
    ]
    sheave = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    rope = mbs.AddObject(
        ReevingSystemSprings(
            markerNumbers=[ends[0], sheave, ends[1]], sheavesRadii=[0, 0.2, 0],
            sheavesAxes=[Z, Z, Z], stiffnessPerLength=1e3, referenceLength=2.6,
            visualization=VReevingSystemSprings(ropeRadius=0.01),
        )
    )  # fmt: skip
    mbs.Assemble()
    return mbs, rope


def test_a_rope_is_drawn_over_its_sheave():
    mbs, rope = rope_on_a_swinging_sheave()
    writer, parts = drawn(mbs, "ReevingSystemSprings")
    rods = [part for part in parts if part["kind"] == "rod"]
    assert all(part["size"] == pytest.approx(0.02) for part in rods)
    ways = [[writer.motion.positions(end) for end in part["ends"]] for part in rods]
    for before, after in zip(ways, ways[1:], strict=False):
        assert np.array_equal(before[1], after[0])  # one chain
    length = sum(np.linalg.norm(b - a, axis=1) for a, b in ways)
    assert length[-1] == pytest.approx(mbs.GetObjectOutput(rope, Out.Distance), rel=2e-3)
    wheels = [part for part in parts if part["kind"] == "wheel"]
    assert len(wheels) == 1 and wheels[0]["sizes"][0] == pytest.approx(0.38)
    center = writer.motion.positions(wheels[0]["point"])
    for points in ways[2:-1]:
        assert np.linalg.norm(points[0] - center, axis=1) == pytest.approx(0.2, rel=1e-6)


def test_ropes_follow_any_state_in_live_views():
    mbs, _ = rope_on_a_swinging_sheave()
    writer, parts = drawn(mbs, "ReevingSystemSprings")
    places = [end for part in parts if part["kind"] == "rod" for end in part["ends"]]
    follower = Follower(writer.motion)
    for row in (0, 5, -1):
        frames = follower.frames(writer.motion.q[row])
        wanted = [writer.motion.positions(place)[row] for place in places]
        assert Places(places).positions(frames) == pytest.approx(np.array(wanted), abs=1e-12)


def test_a_cylinder_has_a_rod_that_moves_out_of_it():
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1.2, 0, 0], initialVelocities=[1, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    oil = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2))
    mbs.AddObject(
        HydraulicActuatorSimple(
            markerNumbers=ends, nodeNumbers=[oil], offsetLength=1, strokeLength=0.5,
            chamberCrossSection0=1e-3, chamberCrossSection1=1e-3, hoseVolume0=1, hoseVolume1=1,
            oilBulkModulus=1e3, nominalFlow=1e-7,
            visualization=VHydraulicActuatorSimple(
                cylinderRadius=0.1, rodRadius=0.04, pistonRadius=0.09, baseMountLength=0.2,
                baseMountRadius=0.07,
            ),
        )
    )  # fmt: skip
    mbs.Assemble()
    writer, parts = drawn(mbs, "HydraulicActuatorSimple")
    rods = {round(part["size"], 6): part for part in parts if part["kind"] == "rod"}
    barrel = [writer.motion.positions(end)[:, 0] for end in rods[0.2]["ends"]]
    assert barrel[0] == pytest.approx(0.2, rel=1e-6) and np.ptp(barrel[1]) < 1e-6
    moving = [part for part in parts if part["kind"] == "rod" and part["ends"][1][0] >= 0]
    rod = next(part for part in moving if part["size"] == 0.08)
    start, end = (writer.motion.positions(place)[:, 0] for place in rod["ends"])
    assert end - start == pytest.approx(end[0] - start[0], rel=1e-6)  # it keeps its length
    assert end[-1] == pytest.approx(mbs.GetNodeOutput(node, Out.Position)[0], rel=1e-6)
    eyes = [part for part in parts if part["kind"] == "sphere"]
    assert len(eyes) == 1 and eyes[0]["size"] == pytest.approx(0.07)
