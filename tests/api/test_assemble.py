"""Assemble, containers, Reset, and how systems print."""

import subprocess
import sys

import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import (
    ITEM_KINDS,
    Configuration,
    Output,
    make_settings,
    mass_on_spring,
    new_system,
    pendulum,
    sizes,
)


def add(mbs, item):
    return getattr(mbs, f"Add{item.family.capitalize()}")(item)


# ------------------------------------------------------------------------------- Assemble


@looped(
    ("make", "words"),
    [
        (lambda s: SpringDamper(name="x"), ["SpringDamper 'x' (object 3)", "markerNumbers"]),
        (lambda s: MassPoint(name="x", physicsMass=1), ["MassPoint 'x' (object 3)", "nodeNumber"]),
        (lambda s: DistanceConstraint(name="x", markerNumbers=[0, 1]),
         ["DistanceConstraint 'x' (object 3)", "distance", "> 0"]),
        (lambda s: MarkerBodyPosition(name="x"), ["'x' (marker 2)", "bodyNumber"]),
        (lambda s: MarkerNodePosition(name="x"), ["'x' (marker 2)", "nodeNumber"]),
        (lambda s: MarkerBodyMass(name="x"), ["'x' (marker 2)", "bodyNumber"]),
        (lambda s: Force(name="x"), ["Force 'x' (load 1)", "markerNumber"]),
        (lambda s: Gravity(name="x"), ["Gravity 'x' (load 1)", "markerNumber"]),
        (lambda s: SensorNode(name="x"), ["SensorNode 'x' (sensor 1)", "nodeNumber"]),
        (lambda s: SensorNode(name="x", nodeNumber=0),
         ["SensorNode 'x' (sensor 1)", "outputVariableType", "Position"]),
        (lambda s: SensorLoad(name="x"), ["SensorLoad 'x' (sensor 1)", "loadNumber"]),
    ],
)  # fmt: skip
def test_assemble_refuses_defaults_that_cannot_be_used(make, words):
    s = mass_on_spring()
    add(s.mbs, make(s))
    for call in (s.mbs.Assemble, s.mbs.SolveDynamic):
        with pytest.raises(exu.SysError) as error:
            call()
        for word in words:
            assert word in str(error.value)


def test_incomplete_item_can_be_completed():
    s = mass_on_spring()
    x = s.mbs.AddObject(DistanceConstraint())
    with pytest.raises(exu.SysError):
        s.mbs.Assemble()
    s.mbs.SetObjectParameter(x, "markerNumbers", [s.fixed, s.end])
    with pytest.raises(exu.SysError, match="distance"):
        s.mbs.Assemble()
    s.mbs.SetObjectParameter(x, "distance", 1.0)
    s.mbs.Assemble()
    assert s.mbs.systemData.AEsize() == 1
    assert s.mbs.GetObjectOutput(x, Output.ConstraintEquation) == 0.0


def test_what_needs_an_assembled_system_says_so():
    s = mass_on_spring(assemble=False)
    data = s.mbs.systemData
    for call in (
        lambda: s.mbs.GetNodeOutput(s.node, Output.Position),
        lambda: s.mbs.GetObjectOutput(s.spring, Output.Distance),
        lambda: s.mbs.GetObjectOutputBody(s.mass, Output.Position),
        lambda: s.mbs.GetMarkerOutput(s.end, Output.Position),
        lambda: s.mbs.GetSensorValues(s.sensor),
        lambda: s.mbs.GetLoadValues(s.load),
        lambda: s.mbs.SolveDynamic(autoAssemble=False),
        data.GetTime,
        data.ODE2Size,
        data.SystemSize,
        data.GetODE2Coordinates,
        data.GetODE2Coordinates_t,
        data.GetODE2Coordinates_tt,
        data.GetAECoordinates,
        data.GetSystemState,
        lambda: data.GetODE2Coordinates(Configuration.Reference),
        lambda: data.SetODE2Coordinates([0, 0, 0]),
        lambda: data.SetODE2Coordinates([0, 0, 0], Configuration.Initial),
    ):
        with pytest.raises(exu.SysError, match=r"Assemble\(\)"):
            call()
    with pytest.raises(exu.SysError, match="solve the system first"):
        s.mbs.GetSensorStoredData(s.sensor)


def test_questions_that_need_no_assembly():
    s = mass_on_spring(assemble=False)
    assert sizes(s.mbs) == dict(Node=1, Object=3, Marker=2, Load=1, Sensor=1)
    assert s.mbs.GetNode(s.node)["name"] == "node"
    assert s.mbs.GetObjectParameter(s.spring, "stiffness") == 100.0


def test_assemble_again_after_adding_items():
    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings())
    node = s.mbs.AddNode(NodePoint2D(referenceCoordinates=[3, 4], initialVelocities=[1, 2]))
    s.mbs.AddObject(MassPoint2D(physicsMass=1, nodeNumber=node))
    with pytest.raises(exu.SysError, match=r"Assemble\(\)"):
        s.mbs.GetNodeOutput(s.node, Output.Position)
    s.mbs.Assemble()
    data = s.mbs.systemData
    assert data.ODE2Size() == 5
    assert list(data.GetODE2Coordinates_t()) == [0, 0, 0, 1, 2]
    assert list(s.mbs.GetNodeOutput(s.node, Output.Position)) == [1, 0, 0]
    assert list(s.mbs.GetNodeOutput(node, Output.Position)) == [3, 4, 0]
    assert s.mbs.SolveDynamic(make_settings())


def test_assemble_twice_resets_the_state():
    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings(), updateInitialValues=True)
    s.mbs.Assemble()
    for configuration in (Configuration.Current, Configuration.Initial):
        assert not s.mbs.systemData.GetODE2Coordinates(configuration).any()
    assert s.mbs.systemData.GetTime() == 0.0


def test_empty_system_can_be_assembled():
    mbs = new_system()
    mbs.Assemble()
    assert mbs.systemData.SystemSize() == 0
    assert mbs.systemData.GetODE2Coordinates().shape == (0,)


# ------------------------------------------------------------------------------- containers, Reset


def test_container_holds_its_systems():
    container = exu.SystemContainer()
    first, second = container.AddSystem(), container.AddSystem()
    assert container.NumberOfSystems() == 2
    assert container.GetSystem(0) is first and container.GetSystem(1) is second
    for bad in (2, -1):
        with pytest.raises(exu.SysError, match=f"{bad}.*2"):
            container.GetSystem(bad)
    container.Reset()
    assert container.NumberOfSystems() == 0


def test_systems_are_independent():
    container = exu.SystemContainer()
    first, second = container.AddSystem(), container.AddSystem()
    first.AddNode(NodePoint(name="a"))
    first.variables["x"] = 1
    assert second.AddNode(NodePoint(name="a")) == 0
    assert second.variables == {}


def test_variables_are_a_dictionary_of_the_user():
    mbs = new_system()
    assert mbs.variables == {}
    mbs.variables["list"] = [1, 2]
    mbs.variables["list"].append(3)
    assert mbs.variables == {"list": [1, 2, 3]}


def test_reset_makes_an_empty_system():
    s = pendulum()
    s.mbs.SetPreStepUserFunction(lambda mbs, t: True)
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    s.mbs.Reset()
    assert sizes(s.mbs) == dict.fromkeys(ITEM_KINDS, 0)
    assert s.mbs.GetPreStepUserFunction() == 0
    assert s.mbs.solution is None
    with pytest.raises(exu.SysError, match=r"Assemble\(\)"):
        s.mbs.systemData.GetTime()
    with pytest.raises(exu.SysError):
        s.mbs.GetNodeNumber("node0")
    assert s.mbs.AddNode(NodePoint(name="node0")) == 0


# ------------------------------------------------------------------------------- printing


def test_printing_a_system_tells_what_it_holds():
    s = pendulum(assemble=False)
    text = str(s.mbs)
    assert text == repr(s.mbs)
    for words in ("Point2D", "MassPoint2D", "ObjectGround", "DistanceConstraint", "Gravity"):
        assert words in text
    assert "2 MarkerBodyPosition" in text and "not assembled" in text
    assert "0x" not in text and max(map(len, text.splitlines())) <= 100
    s.mbs.Assemble()
    s.mbs.SolveDynamic(make_settings(0.5, 10))
    text = str(s.mbs)
    assert "2 coordinates" in text and "1 constraint" in text and "t = 0.5 s" in text


def test_printing_a_container_tells_its_systems():
    container = exu.SystemContainer()
    assert "0 system" in str(container)
    container.AddSystem().AddNode(NodePoint())
    text = str(container)
    assert text == repr(container)
    assert "1 system" in text and "system 0" in text and "Point" in text


def test_printing_a_system_with_thousands_of_items_stays_short():
    mbs = new_system()
    for _ in range(2000):
        mbs.AddNode(NodePoint())
    assert "2000" in str(mbs) and len(str(mbs)) < 500


def test_printing_an_item_shows_what_was_given():
    assert repr(NodePoint(name="a", referenceCoordinates=[1, 2, 3])) == (
        "NodePoint(name='a', referenceCoordinates=[1, 2, 3])"
    )


def test_public_names():
    assert issubclass(exu.SysError, RuntimeError)
    assert issubclass(exu.SolverError, exu.SysError)
    for name in exu.__all__:
        assert getattr(exu, name) is not None
    assert SpringDamper is ObjectConnectorSpringDamper and VSpringDamper.__name__.startswith("V")
    assert exu.__version__


def test_classes_of_results_are_at_hand_for_annotations():
    """They are those that methods give, and none is loaded before it is asked for."""
    mbs = exu.SystemContainer().AddSystem()
    assert type(mbs.Check()) is exu.Diagnosis
    mbs.AddNode(NodePoint())
    assert {type(each) for each in mbs.Check()} == {exu.Finding}
    assert exu.Event.__name__ == "Event" and exu.Event.__module__ == "linkwork.results.record.event"
    code = (
        "import sys, linkwork; linkwork.Solution; "
        "loaded = [m for m in sys.modules if m.startswith(('linkwork.diagnosis', "
        "'linkwork.modes', 'scipy'))]; "
        "assert not loaded, loaded; linkwork.Modes, linkwork.Linearization, linkwork.Diagnosis"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
