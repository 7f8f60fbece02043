"""Get...Parameter and Set...Parameter: values, aliases, refusals, and when a change acts."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import (
    Configuration,
    Output,
    Solver,
    make_settings,
    mass_on_spring,
    new_system,
    pendulum,
    same,
)

STIFF = dict(objectNumber="spring", variableType=Output.ForceLocal)


def get(mbs, family, number, name):
    return getattr(mbs, f"Get{family}Parameter")(number, name)


def put(mbs, family, number, name, value):
    getattr(mbs, f"Set{family}Parameter")(number, name, value)


# ------------------------------------------------------------------------------- values


@looped(
    ("family", "item", "name", "value", "stored"),
    [
        ("Node", "node", "referenceCoordinates", [4, 5, 6], [4.0, 5.0, 6.0]),
        ("Node", "node", "initialCoordinates", (1, 2, 3), [1.0, 2.0, 3.0]),
        ("Node", "node", "initialVelocities", np.array([1, 2, 3]), [1.0, 2.0, 3.0]),
        ("Object", "ground", "referencePosition", [1, 1, 1], [1.0, 1.0, 1.0]),
        ("Object", "mass", "physicsMass", 7, 7.0),
        ("Object", "spring", "stiffness", 7, 7.0),
        ("Object", "spring", "damping", np.float32(0.5), 0.5),
        ("Object", "spring", "referenceLength", np.int64(3), 3.0),
        ("Object", "spring", "force", -7, -7.0),
        ("Object", "spring", "velocityOffset", 1, 1.0),
        ("Object", "spring", "activeConnector", False, False),
        ("Object", "spring", "activeConnector", 0, False),
        ("Object", "spring", "markerNumbers", [1, 0], [1, 0]),
        ("Marker", "end", "localPosition", [1, 2, 3], [1.0, 2.0, 3.0]),
        ("Load", "load", "loadVector", [1, 2, 3], [1.0, 2.0, 3.0]),
        ("Load", "load", "bodyFixed", True, True),
        ("Sensor", "sensor", "outputVariableType", Output.Velocity, Output.Velocity),
        ("Sensor", "sensor", "storeInternal", False, False),
        ("Sensor", "sensor", "fileName", "values.txt", "values.txt"),
        ("Sensor", "sensor", "writeToFile", False, False),
    ],
)
def test_value_that_was_set_is_returned(family, item, name, value, stored):
    s = mass_on_spring()
    put(s.mbs, family, getattr(s, item), name, value)
    found = get(s.mbs, family, getattr(s, item), name)
    assert same(found, stored)
    if not isinstance(stored, list):
        assert type(found) is type(stored)
    assert same(getattr(s.mbs, f"Get{family}")(item)[name], stored)


def test_every_parameter_can_be_read_and_set_to_itself():
    s = mass_on_spring()
    for family, count in (("Node", 1), ("Object", 3), ("Marker", 2), ("Load", 1), ("Sensor", 1)):
        for number in range(count):
            form = getattr(s.mbs, f"Get{family}")(number)
            for name, value in form.items():
                if name == f"{family.lower()}Type":
                    continue
                assert same(get(s.mbs, family, number, name), value)
                put(s.mbs, family, number, name, value)
            again = getattr(s.mbs, f"Get{family}")(number)
            assert all(same(form[name], again[name]) for name in form)
    s.mbs.Assemble()
    expected = mass_on_spring().mbs.SolveDynamic(make_settings()).coordinates
    assert np.array_equal(s.mbs.SolveDynamic(make_settings()).coordinates, expected)


def test_mass_and_physics_mass_are_one_parameter():
    s = mass_on_spring()
    assert s.mbs.GetObjectParameter(s.mass, "mass") == 2.0
    s.mbs.SetObjectParameter(s.mass, "mass", 5)
    assert s.mbs.GetObjectParameter(s.mass, "physicsMass") == 5.0
    assert "mass" not in s.mbs.GetObject(s.mass)


def test_returned_arrays_are_copies():
    s = mass_on_spring()
    s.mbs.GetNodeParameter(s.node, "referenceCoordinates")[:] = 9
    s.mbs.GetObjectParameter(s.spring, "markerNumbers")[:] = [1, 1]
    assert list(s.mbs.GetNodeParameter(s.node, "referenceCoordinates")) == [1, 0, 0]
    assert s.mbs.GetObjectParameter(s.spring, "markerNumbers") == [0, 1]


def test_given_arrays_are_copied():
    s = mass_on_spring()
    load = np.array([1.0, 2.0, 3.0])
    s.mbs.SetLoadParameter(s.load, "loadVector", load)
    load[:] = 9
    assert list(s.mbs.GetLoadParameter(s.load, "loadVector")) == [1, 2, 3]
    assert list(s.mbs.GetLoadValues(s.load)) == [1, 2, 3]


def test_visualization_keys():
    s = mass_on_spring()
    s.mbs.SetObjectParameter(s.spring, "Vshow", False)
    s.mbs.SetObjectParameter(s.spring, "VdrawSize", 3)
    s.mbs.SetObjectParameter(s.spring, "Vcolor", [1, 0, 0, 1])
    assert s.mbs.GetObjectParameter(s.spring, "Vshow") is False
    assert s.mbs.GetObjectParameter(s.spring, "VdrawSize") == 3.0
    assert s.mbs.GetObjectParameter(s.spring, "Vcolor") == [1, 0, 0, 1]
    assert s.mbs.GetObjectParameter(s.mass, "Vshow") is True
    with pytest.raises(exu.SysError, match=r"spring.*color"):
        s.mbs.SetObjectParameter(s.spring, "Vcolor", [1, 0])
    assert s.mbs.GetObjectParameter(s.spring, "Vcolor") == [1, 0, 0, 1]
    assert s.mbs.systemData.GetTime() == 0.0, "drawing does not need a new Assemble"


def test_visualization_of_two_items_is_not_shared():
    mbs = new_system()
    drawing = VNodePoint(drawSize=1)
    mbs.AddNode(NodePoint(visualization=drawing))
    mbs.AddNode(NodePoint(visualization=drawing))
    mbs.SetNodeParameter(0, "VdrawSize", 5)
    assert mbs.GetNodeParameter(1, "VdrawSize") == 1.0 and drawing.drawSize == 1


# ------------------------------------------------------------------------------- refusals


@looped(
    ("family", "item", "name", "bad"),
    [
        ("Node", "node", "referenceCoordinates", [1, 2]),
        ("Node", "node", "initialVelocities", [np.nan, 0, 0]),
        ("Node", "node", "VdrawSize", "big"),
        ("Object", "mass", "physicsMass", -1),
        ("Object", "mass", "mass", None),
        ("Object", "mass", "nodeNumber", 9),
        ("Object", "mass", "nodeNumber", -1),
        ("Object", "mass", "nodeNumber", exu.ObjectIndex(0)),
        ("Object", "spring", "stiffness", -5),
        ("Object", "spring", "stiffness", "5"),
        ("Object", "spring", "stiffness", np.inf),
        ("Object", "spring", "stiffness", [1, 2]),
        ("Object", "spring", "activeConnector", "no"),
        ("Object", "spring", "markerNumbers", [0, 9]),
        ("Object", "spring", "markerNumbers", [0]),
        ("Object", "spring", "markerNumbers", [exu.NodeIndex(0), 1]),
        ("Object", "spring", "springForceUserFunction", "f"),
        ("Object", "spring", "name", "mass"),
        ("Object", "spring", "name", 3),
        ("Marker", "end", "bodyNumber", 9),
        ("Load", "load", "loadVector", [1, 2]),
        ("Load", "load", "markerNumber", 9),
        ("Sensor", "sensor", "nodeNumber", 9),
        ("Sensor", "sensor", "outputVariableType", "Position"),
    ],
)
def test_bad_value_is_refused_and_leaves_the_old_one(family, item, name, bad):
    s = mass_on_spring()
    before = get(s.mbs, family, item, name)
    with pytest.raises(exu.SysError) as error:
        put(s.mbs, family, item, name, bad)
    text = str(error.value)
    assert f"'{item}'" in text
    assert {"mass": "physicsMass", "VdrawSize": "drawSize"}.get(name, name) in text
    assert same(get(s.mbs, family, item, name), before)
    s.mbs.GetNodeOutput(s.node, Output.Position)
    assert s.mbs.SolveDynamic(make_settings(0.1, 10))


@looped(
    ("family", "item", "name", "prepare"),
    [
        ("Object", "mass", "nodeNumber", lambda mbs: mbs.AddNode(NodePoint2D())),
        ("Object", "spring", "markerNumbers",
         lambda mbs: [0, mbs.AddMarker(MarkerBodyMass(bodyNumber=1))]),
        ("Marker", "end", "bodyNumber", lambda mbs: exu.ObjectIndex(2)),
        ("Load", "load", "markerNumber", lambda mbs: mbs.AddMarker(MarkerBodyMass(bodyNumber=1))),
        ("Sensor", "sensor", "outputVariableType", lambda mbs: Output.Force),
    ],
)  # fmt: skip
def test_partner_of_the_wrong_kind_is_refused_and_leaves_the_old_one(family, item, name, prepare):
    s = mass_on_spring()
    bad = prepare(s.mbs)
    before = get(s.mbs, family, item, name)
    with pytest.raises(exu.SysError, match=f"'{item}'"):
        put(s.mbs, family, item, name, bad)
    assert same(get(s.mbs, family, item, name), before)
    s.mbs.Assemble()


@looped("family", ["Node", "Object", "Marker", "Load", "Sensor"])
def test_unknown_parameter_is_refused(family):
    s = mass_on_spring()
    with pytest.raises(exu.SysError, match="'nothing'"):
        get(s.mbs, family, 0, "nothing")
    with pytest.raises(exu.SysError, match="'nothing'"):
        put(s.mbs, family, 0, "nothing", 1)
    with pytest.raises(exu.SysError, match="'Vnothing'|'nothing'"):
        put(s.mbs, family, 0, "Vnothing", 1)
    for bad in (3, None):
        with pytest.raises(exu.SysError, match="parameter"):
            get(s.mbs, family, 0, bad)


def test_unknown_parameter_suggests_the_nearest():
    s = mass_on_spring()
    with pytest.raises(exu.SysError, match="'stiffness'"):
        s.mbs.SetObjectParameter(s.spring, "stifness", 1)
    with pytest.raises(exu.SysError, match="'drawSize'|'VdrawSize'"):
        s.mbs.SetObjectParameter(s.spring, "Vdrawsize", 1)


def test_type_of_an_item_cannot_be_changed():
    s = mass_on_spring()
    with pytest.raises(exu.SysError, match="objectType"):
        s.mbs.SetObjectParameter(s.spring, "objectType", "ConnectorDistance")


# ------------------------------------------------------------------------------- names


def test_rename():
    s = mass_on_spring()
    s.mbs.SetObjectParameter(s.spring, "name", "k")
    assert s.mbs.GetObjectNumber("k") == s.spring
    with pytest.raises(exu.SysError, match="'spring'"):
        s.mbs.GetObjectNumber("spring")
    s.mbs.SetObjectParameter("k", "name", "k")
    s.mbs.SetObjectParameter("k", "name", "")
    assert s.mbs.GetObjectParameter(s.spring, "name") == "object2"
    assert s.mbs.GetObjectNumber("object2") == s.spring
    assert s.mbs.AddObject(ObjectGround(name="spring")) == 3


def test_stored_data_stay_with_a_renamed_sensor():
    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    before = s.mbs.GetSensorStoredData(s.sensor)
    s.mbs.SetSensorParameter(s.sensor, "name", "other")
    assert np.array_equal(s.mbs.GetSensorStoredData("other"), before)


# ------------------------------------------------------------------------------- when changes act


@looped(
    ("name", "value", "force"),
    [
        ("stiffness", 10.0, 5.0),
        ("referenceLength", 0.9, 10.0),
        ("force", 3.0, 53.0),
        ("velocityOffset", 2.0, 48.0),
        ("activeConnector", False, 0.0),
    ],
)
def test_spring_parameters_act_at_once_in_outputs(name, value, force):
    s = mass_on_spring()
    assert s.mbs.GetObjectOutput(**STIFF) == 50.0
    s.mbs.SetObjectParameter(s.spring, name, value)
    assert s.mbs.GetObjectOutput(**STIFF) == pytest.approx(force, rel=1e-14)
    if name == "activeConnector":
        assert s.mbs.GetObjectOutput(s.spring, Output.Distance) == 1.0


@looped("solver", [Solver.GeneralizedAlpha, Solver.RK44])
@looped(
    ("family", "item", "name", "value", "start"),
    [
        ("Object", "mass", "physicsMass", 5.0, -10.0),
        ("Object", "mass", "mass", 4.0, -12.5),
        ("Object", "spring", "stiffness", 10.0, -2.5),
        ("Object", "spring", "referenceLength", 0.9, -5.0),
        ("Object", "spring", "activeConnector", False, 0.0),
        ("Load", "load", "loadVector", [8, 0, 0], -21.0),
        ("Load", "load", "loadVectorUserFunction", lambda mbs, t, load: [4.0 + t, 0, 0], -23.0),
        ("Object", "spring", "springForceUserFunction", lambda mbs, t, i, u, w, k, d, f: u, -0.25),
    ],
)
def test_changes_act_in_the_next_run(family, item, name, value, start, solver):
    s = mass_on_spring()
    settings = make_settings(0.1, 10)
    assert s.mbs.SolveDynamic(settings, solver).accelerations[0, 0] == -25.0
    put(s.mbs, family, item, name, value)
    changed = s.mbs.SolveDynamic(settings, solver)
    assert changed.accelerations[0, 0] == pytest.approx(start, abs=1e-14)
    fresh = mass_on_spring(assemble=False)
    put(fresh.mbs, family, item, name, value)
    assert np.array_equal(changed.coordinates, fresh.mbs.SolveDynamic(settings, solver).coordinates)


def test_mass_acts_in_mass_proportional_loads():
    s = pendulum()
    settings = make_settings(0.1, 10)
    first = s.mbs.SolveDynamic(settings)
    s.mbs.SetObjectParameter(s.mass, "physicsMass", 10.0)
    second = s.mbs.SolveDynamic(settings)
    assert second.coordinates == pytest.approx(first.coordinates, abs=1e-12)
    assert second.multipliers[-1] == pytest.approx(10 * first.multipliers[-1], rel=1e-9)


def test_active_constraint_can_be_switched_between_runs():
    s = pendulum()
    settings = make_settings(0.1, 10)
    with_rod = s.mbs.SolveDynamic(settings)
    s.mbs.SetObjectParameter(s.rod, "activeConnector", False)
    falling = s.mbs.SolveDynamic(settings)
    assert falling.accelerations == pytest.approx(np.tile([0, -9.81], (11, 1)), abs=1e-12)
    assert not falling.multipliers.any()
    assert s.mbs.GetObjectOutput(s.rod, Output.Force) == 0.0
    assert s.mbs.GetObjectOutput(s.rod, Output.ConstraintEquation) > 0.0
    s.mbs.SetObjectParameter(s.rod, "activeConnector", True)
    assert np.array_equal(s.mbs.SolveDynamic(settings).coordinates, with_rod.coordinates)


@pytest.mark.parametrize(
    ("family", "item", "name", "value", "position"),
    [
        ("Node", "node", "referenceCoordinates", [4, 5, 6], [4, 5, 6]),
        ("Node", "node", "initialCoordinates", [1, 1, 1], [2, 1, 1]),
        ("Marker", "end", "localPosition", [0, 0, 3], [1, 0, 3]),
    ],
)
def test_structural_changes_demand_a_new_assemble(family, item, name, value, position):
    s = mass_on_spring()
    put(s.mbs, family, item, name, value)
    with pytest.raises(exu.SysError, match=r"Assemble\(\)"):
        s.mbs.GetMarkerOutput(s.end, Output.Position)
    with pytest.raises(exu.SysError, match=r"Assemble\(\)"):
        s.mbs.SolveDynamic(autoAssemble=False)
    s.mbs.Assemble()
    assert list(s.mbs.GetMarkerOutput(s.end, Output.Position)) == position


def test_solve_assembles_after_a_structural_change():
    s = mass_on_spring(stiffness=0.0, damping=0.0)
    settings = make_settings(1.0, 10)
    s.mbs.SolveDynamic(settings)
    s.mbs.SetNodeParameter(s.node, "initialVelocities", [1, 2, 3])
    solution = s.mbs.SolveDynamic(settings)
    assert list(solution.velocities[0]) == [1, 2, 3]
    assert list(s.mbs.GetNodeOutput(s.node, Output.Velocity, Configuration.Initial)) == [1, 2, 3]


def test_markers_of_a_connector_can_be_changed():
    s = mass_on_spring()
    far = s.mbs.AddMarker(MarkerBodyPosition(bodyNumber=s.ground, localPosition=[-2, 0, 0]))
    s.mbs.SetObjectParameter(s.spring, "markerNumbers", [far, s.end])
    s.mbs.Assemble()
    assert s.mbs.GetObjectOutput(s.spring, Output.Distance) == 3.0


def test_sensor_can_be_turned_to_another_output():
    s = mass_on_spring(force=50.0)
    s.mbs.SetObjectParameter(s.spring, "referenceLength", 1.0)
    s.mbs.SetSensorParameter(s.sensor, "outputVariableType", Output.Acceleration)
    solution = s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert np.array_equal(solution.sensors["sensor"][:, 1:], solution.accelerations)
    last = s.mbs.GetSensorValues(s.sensor)
    assert np.array_equal(last, solution.accelerations[-1])
    s.mbs.SetSensorParameter(s.sensor, "outputVariableType", Output.Coordinates)
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert np.array_equal(s.mbs.GetSensorValues(s.sensor), solution.coordinates[-1])


def test_point_of_a_body_sensor_can_be_moved():
    s = mass_on_spring()
    sensor = s.mbs.AddSensor(SensorBody(bodyNumber=s.mass, outputVariableType=Output.Position))
    s.mbs.Assemble()
    s.mbs.SetSensorParameter(sensor, "localPosition", [0, 2, 0])
    solution = s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert s.mbs.GetSensorValues(sensor)[1] == 2.0
    assert (solution.sensors["sensor1"][:, 2] == 2.0).all()


# ------------------------------------------------------------------------------- user functions


def double(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return 2.0 * stiffness * deltaL


@pytest.mark.parametrize("none", [0, None])
def test_user_function_of_a_spring_can_be_set_and_removed(none):
    s = mass_on_spring()
    assert s.mbs.GetObjectParameter(s.spring, "springForceUserFunction") == 0
    s.mbs.SetObjectParameter(s.spring, "springForceUserFunction", double)
    assert s.mbs.GetObjectParameter(s.spring, "springForceUserFunction") is double
    assert s.mbs.GetObjectOutput(**STIFF) == 100.0
    first = s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert first.accelerations[0, 0] == -50.0
    s.mbs.SetObjectParameter(s.spring, "springForceUserFunction", none)
    assert s.mbs.GetObjectParameter(s.spring, "springForceUserFunction") == 0
    second = s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert second.accelerations[0, 0] == -25.0
    expected = mass_on_spring().mbs.SolveDynamic(make_settings(0.1, 10))
    assert np.array_equal(second.coordinates, expected.coordinates)


@pytest.mark.parametrize("none", [0, None])
def test_user_function_of_a_load_can_be_set_and_removed(none):
    s = mass_on_spring(force=10.0)
    s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", lambda mbs, t, load: 2 * load)
    assert list(s.mbs.GetLoadValues(s.load)) == [20, 0, 0]
    assert s.mbs.SolveDynamic(make_settings(0.1, 10)).accelerations[0, 0] == -15.0
    s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", none)
    assert list(s.mbs.GetLoadValues(s.load)) == [10, 0, 0]
    assert s.mbs.SolveDynamic(make_settings(0.1, 10)).accelerations[0, 0] == -20.0


def test_user_function_survives_runs_and_assemblies():
    s = mass_on_spring(springForceUserFunction=double)
    settings = make_settings(0.1, 10)
    first = s.mbs.SolveDynamic(settings)
    s.mbs.Assemble()
    second = s.mbs.SolveDynamic(settings)
    third = s.mbs.SolveDynamic(settings)
    assert np.array_equal(first.coordinates, second.coordinates)
    assert np.array_equal(first.coordinates, third.coordinates)
