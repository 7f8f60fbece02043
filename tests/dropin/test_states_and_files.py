"""States that are drawn, times of configurations, files that scripts read back, and viewers."""

import numpy as np
import pytest

import linkwork.exudyn as exu
from linkwork.core.enums import ConfigurationType as C
from linkwork.core.enums import OutputVariableType as V
from linkwork.exudyn import _notices, _renderer, _viewer, interactive, itemInterface
from linkwork.exudyn._solution_files import AnimateSolution, LoadSolutionFile, SetSolutionState
from linkwork.exudyn.itemInterface import LoadForceVector as Force
from linkwork.exudyn.itemInterface import (
    MarkerNodePosition,
    MassPoint,
    NodePoint,
    SensorLoad,
    SensorNode,
    SensorUserFunction,
)
from linkwork.exudyn.plot import ParseOutputFileHeader
from linkwork.exudyn.rigidBodyUtilities import InertiaSphere
from linkwork.results.solution import Solution


def moving_mass():
    """A mass with the velocity 1 m/s, and its system."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(initialVelocities=[1, 0, 0]))
    mbs.AddObject(MassPoint(physicsMass=2, nodeNumber=node))
    return mbs, node


def run(mbs, **chosen):
    """Four steps in one second."""
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 4
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    for name, value in chosen.items():
        setattr(settings.solutionSettings, name, value)
    mbs.SolveDynamic(settings)


def test_the_drawn_state_is_the_current_one_until_it_is_set():
    mbs, node = moving_mass()
    run(mbs)
    assert mbs.GetNodeOutput(node, V.Position, C.Visualization)[0] == pytest.approx(1)
    mbs.systemData.SetODE2Coordinates([5, 0, 0], C.Visualization)
    assert mbs.GetNodeOutput(node, V.Position, C.Visualization)[0] == 5
    assert mbs.GetNodeOutput(node, V.Position)[0] == pytest.approx(1)
    assert mbs.systemData.GetODE2Coordinates(C.Visualization)[0] == 5
    run(mbs)
    assert mbs.GetNodeOutput(node, V.Position, C.Visualization)[0] == pytest.approx(1)


def test_configurations_have_times_of_their_own():
    mbs, _ = moving_mass()
    run(mbs)
    data = mbs.systemData
    configurations = C.Current, C.StartOfStep, C.Initial, C.Visualization
    assert [data.GetTime(c) for c in configurations] == [1.0, 0.75, 0.0, 1.0]
    for k, configuration in enumerate(configurations):
        data.SetTime(k + 2, configuration)
    assert [data.GetTime(c) for c in configurations] == [2, 3, 4, 5]
    run(mbs)
    assert [data.GetTime(c) for c in configurations] == [1.0, 0.75, 0.0, 1.0]


def test_rows_of_a_solution_become_states_without_the_current_time(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mbs, node = moving_mass()
    run(mbs, writeSolutionToFile=True)
    solution = LoadSolutionFile("coordinatesSolution.txt", verbose=False)
    SetSolutionState(mbs, solution, 1)
    assert mbs.GetNodeOutput(node, V.Position)[0] == 0.25
    assert mbs.systemData.GetTime() == 1.0
    SetSolutionState(mbs, solution, 2, C.Visualization)
    assert mbs.GetNodeOutput(node, V.Position, C.Visualization)[0] == 0.5
    assert mbs.systemData.GetTime(C.Visualization) == 0.5
    AnimateSolution(mbs, solution, timeout=0)
    assert mbs.GetNodeOutput(node, V.Position)[0] == 0.25
    assert mbs.GetNodeOutput(node, V.Position, C.Visualization)[0] == 1.0
    lines = (tmp_path / "coordinatesSolution.txt").read_text().splitlines()
    assert lines[8] == "#" and lines[4].endswith("[3,3,3,0,0,0,0]") and lines[9][0] != "#"


def test_headers_of_sensor_files_are_understood(tmp_path):
    mbs, node = moving_mass()
    load = mbs.AddLoad(Force(markerNumber=mbs.AddMarker(MarkerNodePosition(nodeNumber=node))))
    files = [str(tmp_path / name) for name in ("node.txt", "load.txt", "user.txt")]
    mbs.AddSensor(SensorNode(nodeNumber=node, fileName=files[0], outputVariableType=V.Velocity))
    mbs.AddSensor(SensorLoad(loadNumber=load, fileName=files[1]))
    mbs.AddSensor(
        SensorUserFunction(fileName=files[2], sensorUserFunction=lambda mbs, t, s, f, c: [2 * t])
    )
    run(mbs)
    texts = [(tmp_path / name).read_text().splitlines() for name in files]
    found = [ParseOutputFileHeader(lines) for lines in texts]
    assert [entry["type"] for entry in found] == ["sensor"] * 3
    assert [entry["sensorType"] for entry in found] == ["Node", "Load", "UserFunction"]
    assert [entry["outputVariableType"] for entry in found] == ["Velocity", "Force", "_None"]
    assert [entry["numberOfSensors"] for entry in found] == [3, 3, 1]
    assert [entry["itemNumber"] for entry in found] == [0, 0, -1]
    # Exudyn reads a number behind the last = of this line.
    assert [lines[1] for lines in texts] == [
        "#measure Node number = 0", "#measure Load number = 0", "#measure UserFunction"
    ]  # fmt: skip
    assert found[0]["columns"] == ["time", "Velocity0", "Velocity1", "Velocity2"]
    assert [sum(line[0] == "#" for line in lines) for lines in texts] == [8, 8, 8]
    assert np.loadtxt(files[2], delimiter=",")[-1].tolist() == [1, 2]


def test_linearizing_returns_to_the_initial_state():
    mbs, _ = moving_mass()
    for compute in (
        mbs.ComputeODE2Eigenvalues, mbs.ComputeLinearizedSystem, mbs.ComputeSystemDegreeOfFreedom,
    ):  # fmt: skip
        run(mbs)
        assert mbs.systemData.GetODE2Coordinates()[0] == pytest.approx(1)
        compute()
        assert mbs.systemData.GetODE2Coordinates().tolist() == [0, 0, 0]
        assert mbs.systemData.GetTime() == 0


def test_both_viewers_write_the_page_that_is_wished_for(tmp_path, monkeypatch, capsys):
    mbs, _ = moving_mass()
    run(mbs)
    monkeypatch.setenv("LINKWORK_QUIET", "0")
    monkeypatch.setattr(_notices, "shown", set())
    monkeypatch.setitem(_renderer.wishes, "html", None)
    interactive.SolutionViewer(mbs)
    mbs.SolutionViewer()
    assert capsys.readouterr().err.count("SolutionViewer") == 1
    page = tmp_path / "page.html"
    monkeypatch.setitem(_renderer.wishes, "html", str(page))
    interactive.SolutionViewer(mbs)
    assert page.stat().st_size > 10_000
    assert capsys.readouterr().err == ""


def test_the_viewer_shows_the_solution_that_was_loaded(tmp_path, monkeypatch):
    mbs, node = moving_mass()
    name = str(tmp_path / "run.txt")
    wanted = dict(writeSolutionToFile=True, coordinatesSolutionFileName=name)
    run(mbs, **wanted, exportAccelerations=False)
    loaded = LoadSolutionFile(name, verbose=False)
    mbs.SetNodeParameter(node, "initialVelocities", [7, 0, 0])
    run(mbs)
    shown = []
    monkeypatch.setattr(_viewer, "has_screen", lambda: True)
    monkeypatch.setattr(Solution, "show", lambda solution: shown.append(solution))
    monkeypatch.setitem(_renderer.wishes, "html", None)
    mbs.SolutionViewer(loaded)
    interactive.SolutionViewer(mbs, loaded, rowIncrement=2)
    mbs.SolutionViewer()
    rows = [solution.coordinates[:, 0].tolist() for solution in shown]
    assert rows[:2] == [[0, 0.25, 0.5, 0.75, 1], [0, 0.5, 1]]
    assert rows[2][-1] == pytest.approx(7)
    assert shown[0].accelerations.shape == (5, 3) and shown[0].velocities[-1, 0] == 1
    with pytest.raises(ValueError, match="6 coordinates, and the system has 3"):
        mbs.SolutionViewer({"data": np.zeros((2, 7)), "columnsExported": [6, 0, 0, 0, 0, 0, 0]})


def test_parameters_have_their_later_names_too():
    spring = itemInterface.CoordinateSpringDamperExt(dynamicFrictionForce=3.0)
    assert spring.fDynamicFriction == 3.0
    assert itemInterface.CoordinateConstraint(factor1=2.0).factorValue1 == 2.0
    assert not itemInterface.RigidBodySpringDamper(
        useIntrinsicFormulation=False
    ).intrinsicFormulation
    mbs = exu.SystemContainer().AddSystem()
    ends = [mbs.CreateGround(), mbs.CreateMassPoint(referencePosition=[1, 0, 0], mass=2)]
    for create in (mbs.CreateSpringDamper, mbs.CreateCartesianSpringDamper):
        number = create(itemNumbers=ends)
        markers = mbs.GetObject(number)["markerNumbers"]
        assert [int(mbs.GetMarker(m)["bodyNumber"]) for m in markers] == [0, 1]


def test_outputs_before_a_run_follow_the_laws_of_the_run():
    mbs = exu.SystemContainer().AddSystem()
    ends = []
    for place, spin in (([0, 0, 0], [0, 0, 2]), ([1, 1, 0], [0, 0, 0])):
        body = mbs.CreateRigidBody(
            referencePosition=place, initialAngularVelocity=spin,
            inertia=InertiaSphere(1, 0.1),
        )  # fmt: skip
        ends.append(mbs.AddMarker(itemInterface.MarkerBodyRigid(bodyNumber=body)))
    spring = mbs.AddObject(
        itemInterface.LinearSpringDamper(markerNumbers=ends, stiffness=1, axisMarker0=[1, 0, 0])
    )
    mbs.Assemble()
    before = mbs.GetObjectOutput(spring, V.VelocityLocal)
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 1
    settings.timeIntegration.endTime = 1e-9
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings)
    assert before == 0
    assert mbs.GetObjectOutput(spring, V.VelocityLocal) == pytest.approx(0, abs=1e-6)


def test_forms_of_outputs_of_markers_and_of_references():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        itemInterface.NodeRigidBody2D(
            referenceCoordinates=[0, 0, 0.5], initialCoordinates=[0, 0, 0.2]
        )
    )
    body = mbs.AddObject(
        itemInterface.RigidBody2D(nodeNumber=node, physicsMass=1, physicsInertia=1)
    )
    marker = mbs.AddMarker(itemInterface.MarkerNodeCoordinate(nodeNumber=node, coordinate=2))
    mbs.Assemble()
    rotations = [
        mbs.GetObjectOutputBody(body, V.Rotation, [0, 0, 0], c) for c in (C.Current, C.Reference)
    ]
    assert rotations == pytest.approx([0.2, 0.5])
    assert mbs.GetMarkerOutput(marker, V.Coordinates).tolist() == pytest.approx([0.2])
