"""Helpers that read and change items of a system, its graph, and numbers over a socket."""

import socket
import struct
import threading

import numpy as np
import pytest

import linkwork.exudyn as exu
from linkwork.exudyn import _notices, _renderer, interactive
from linkwork.exudyn.itemInterface import (
    LoadCoordinate,
    MarkerBodyRigid,
    MarkerNodeCoordinate,
    NodeGenericODE2,
    ObjectGenericODE2,
    ObjectGround,
    SensorNode,
)
from linkwork.exudyn.utilities import (
    AddSensorRecorder,
    CloseTCPIPconnection,
    CreateTCPIPconnection,
    GetJointArgs,
    HighlightItem,
    InertiaCuboid,
    RotationMatrixX,
    RotationMatrixZ,
    ShowOnlyObjects,
    TCPIPsendReceive,
)
from tests.dropin.test_solution_files import falling

pytestmark = pytest.mark.processors

near = pytest.approx


@pytest.mark.parametrize(("period", "steps"), [(0.1, 10), (0.2, 20), (0.05, 10)])
def test_recorders_keep_rows_and_pass_on_values(period, steps):
    mbs, sensor = falling()
    recorder = AddSensorRecorder(mbs, sensor, 1, period, 3)
    record = mbs.variables["sensorRecord0"]
    assert record.shape == (round(1 / period) + 1, 4)
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 1
    settings.timeIntegration.numberOfSteps = steps
    settings.solutionSettings.sensorsWritePeriod = period
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings)
    every = max(1, round(1 / steps / period))  # steps are longer than the period: rows stay zero
    t = period * np.arange(0, len(record), every)
    rows = np.column_stack([t, 1 + 0.25 * t**2, 2 * t, -0.75 * t**2])
    assert record[::every] == near(rows, abs=1e-12)
    if every > 1:
        assert not record[1::every].any()
    assert mbs.GetSensorValues(recorder) == near([1.25, 2, -0.75])


def test_objects_are_shown_alone():
    mbs = exu.SystemContainer().AddSystem()
    for _ in range(3):
        mbs.AddObject(ObjectGround())

    def shown():
        return [mbs.GetObject(k)["Vshow"] for k in range(3)]

    ShowOnlyObjects(mbs, [1])
    assert shown() == [False, True, False]
    ShowOnlyObjects(mbs, [0, 2], True)
    assert shown() == [False, True, False]
    ShowOnlyObjects(mbs)
    assert shown() == [True, True, True]
    ShowOnlyObjects(mbs, 2)
    assert shown() == [False, False, True]


def test_highlights_are_told_once(capsys, monkeypatch):
    monkeypatch.delenv("LINKWORK_QUIET", raising=False)
    monkeypatch.setattr(_notices, "shown", set())
    for number in (0, -1):
        HighlightItem(None, None, number)
    assert capsys.readouterr().err.count("HighlightItem") == 1


def turned_bodies():
    """Two turned bodies and a marker on the first one."""
    mbs = exu.SystemContainer().AddSystem()
    bodies = [
        mbs.CreateRigidBody(
            referencePosition=[k, 0.5, 0],
            referenceRotationMatrix=RotationMatrixZ(0.3 * (k + 1)) @ RotationMatrixX(0.4 * k),
            inertia=InertiaCuboid(1000, [0.1, 0.2, 0.3]),
        )
        for k in range(2)
    ]
    marker = mbs.AddMarker(MarkerBodyRigid(bodyNumber=bodies[0], localPosition=[0.5, 0.1, 0.2]))
    return mbs, bodies, marker


def test_frames_of_joints_coincide():
    mbs, bodies, marker = turned_bodies()
    A = [RotationMatrixZ(0.3), RotationMatrixZ(0.6) @ RotationMatrixX(0.4)]
    own = RotationMatrixX(0.7)
    given = GetJointArgs(mbs, markerNumber0=marker, bodyNumber1=bodies[1], rotationMarker0=own)
    other = mbs.GetMarker(given["markerNumbers"][1])
    place = np.array([0, 0.5, 0]) + A[0] @ [0.5, 0.1, 0.2]
    assert np.array([1, 0.5, 0]) + A[1] @ other["localPosition"] == near(place)
    assert A[1] @ given["rotationMarker1"] == near(A[0] @ own)
    given = GetJointArgs(mbs, bodyNumber0=bodies[1], markerNumber1=marker, rotationMarker1=own)
    assert A[1] @ given["rotationMarker0"] == near(A[0] @ own)
    given = GetJointArgs(mbs, markerNumber0=marker, bodyNumber1=bodies[1])
    assert given["rotationMarker0"] == near(np.eye(3))
    assert A[1] @ given["rotationMarker1"] == near(A[0])
    given = GetJointArgs(mbs, bodyNumber0=bodies[1], markerNumber1=marker)
    assert given["rotationMarker1"] == near(np.eye(3))
    assert A[1] @ given["rotationMarker0"] == near(A[0])


def test_joints_need_two_sides():
    mbs, bodies, marker = turned_bodies()
    with pytest.raises(ValueError, match="either markerNumber or bodyNumber"):
        GetJointArgs(mbs, markerNumber0=marker)
    with pytest.raises(ValueError, match="at least one of markerNumber0"):
        GetJointArgs(mbs, bodyNumber0=bodies[0], bodyNumber1=bodies[1])


def graph_model():
    """A node and an object with the same name and type, a marker, a load and a sensor."""
    mbs = exu.SystemContainer().AddSystem()
    zero = [0.0, 0.0]
    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=2, referenceCoordinates=zero, initialCoordinates=zero,
            initialCoordinates_t=zero, name="same",
        )
    )  # fmt: skip
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=[node], massMatrix=np.eye(2), name="same"))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=1))
    kind = exu.OutputVariableType.Coordinates
    mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=kind, writeToFile=False))
    return mbs


def test_graphs_have_all_items_and_references():
    mbs = graph_model()
    _, graph, items = mbs.DrawSystemGraph(showGraph=False, addItemTypeNames=False)
    assert graph == {"n0": [], "o0": ["n0"], "m0": ["n0"], "l0": ["m0"], "s0": ["n0"]}
    assert items["l0"]["load"] == 1 and items["o0"]["name"] == "same"
    few = mbs.DrawSystemGraph(
        showGraph=False, showLoads=False, showSensors=False, useItemTypes=True
    )[1]
    assert few == {
        "GenericODE20": [],
        "object GenericODE20": ["GenericODE20"],
        "NodeCoordinate0": ["GenericODE20"],
    }
    named = mbs.DrawSystemGraph(showGraph=False, useItemNames=True, multiLine=False)[1]
    assert list(named)[:2] == ["same: GenericODE2", "object same: GenericODE2"]


def test_graphs_are_drawn_with_items_apart():
    import matplotlib.pyplot as plt

    mbs = graph_model()
    mbs.DrawSystemGraph()
    texts = plt.gca().texts
    places = np.array([text.get_position() for text in texts])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 9 * np.eye(len(places))
    assert len(texts) == 5 and apart.min() > 0.3
    assert len(plt.gca().lines) == 4
    assert [text.get_text() for text in plt.gca().get_legend().texts] == [
        "node", "object", "marker", "load", "sensor"
    ]  # fmt: skip
    plt.close("all")


@pytest.mark.parametrize("big", [False, True])
def test_numbers_are_exchanged_over_a_socket(big):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    order, got = ">" if big else "<", []

    def partner():
        while True:
            try:
                link = socket.create_connection(("127.0.0.1", port), timeout=600)
                break
            except ConnectionRefusedError:
                threading.Event().wait(0.01)
        with link:
            for k in range(2):
                got.append(struct.unpack(f"{order}3d", link.recv(24, socket.MSG_WAITALL)))
                answer = struct.pack(f"{order}2d", 1.5 + k, 2.5)
                link.sendall(answer[:5])  # numbers may arrive in pieces
                link.sendall(answer[5:])

    thread = threading.Thread(target=partner)
    thread.start()
    connection = CreateTCPIPconnection(3, 2, port=port, bigEndian=big)
    try:
        assert (connection.sendSize, connection.receiveSize) == (3, 2)
        assert TCPIPsendReceive(connection, [1, 2, 3]) == (1.5, 2.5)
        assert TCPIPsendReceive(connection, np.array([4.0, 5, 6])) == (2.5, 2.5)
        with pytest.raises(ValueError, match="sendSize is 3, got 2"):
            TCPIPsendReceive(connection, [1, 2])
        thread.join()
        with pytest.raises(ConnectionError):
            TCPIPsendReceive(connection, [7, 8, 9])
    finally:
        CloseTCPIPconnection(connection)
    assert got == [(1, 2, 3), (4, 5, 6)]


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A page that is wished for."""
    monkeypatch.setitem(_renderer.wishes, "html", str(tmp_path / "modes.html"))
    return tmp_path / "modes.html"


def oscillator():
    """Two masses and a spring."""
    mbs = exu.SystemContainer().AddSystem()
    masses = [mbs.CreateMassPoint(referencePosition=[k, 0, 0], physicsMass=2) for k in (1, 2)]
    mbs.CreateSpringDamper(bodyNumbers=masses, stiffness=100)
    mbs.Assemble()
    return mbs


def test_modes_are_written_to_the_page_that_is_wished_for(page):
    mbs = oscillator()
    interactive.AnimateModes(None, mbs, 0, title="first mass")
    assert "first mass" in page.read_text("utf-8")
    page.unlink()
    vectors = mbs.ComputeODE2Eigenvalues()[1]
    interactive.AnimateModes(None, mbs, None, systemEigenVectors=vectors)
    assert page.stat().st_size > 10000
    page.unlink()
    interactive.AnimateModes(None, mbs, None, systemEigenVectors=[list(vectors[:, 5])])
    assert page.is_file()
    with pytest.raises(ValueError, match="nodeNumber or systemEigenVectors"):
        interactive.AnimateModes(None, mbs, None)
    with pytest.raises(ValueError, match="need 6 ODE2 coordinates"):
        interactive.AnimateModes(None, mbs, None, systemEigenVectors=np.eye(3))


def test_modes_follow_each_other_with_one_period_each():
    from linkwork.exudyn._mode_periods import periods_of

    solution = periods_of(oscillator(), np.eye(6)[:, :2], 0.05, 40, 2.0)
    assert solution.times == near(0.05 * np.arange(81))
    t = 0.05 * np.arange(81)
    wave = 0.2 * np.sin(np.pi * t)  # a tenth of the size, which is 1 m, times two
    first = t <= 2
    assert solution.coordinates[first, 0] == near(wave[first], abs=1e-9)
    assert solution.coordinates[~first, 1] == near(wave[~first], abs=1e-9)
    assert not solution.coordinates[~first, 0].any() and not solution.coordinates[first, 1].any()
