"""Outputs of nodes, objects, bodies, markers, loads and sensors."""

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
)

ZERO = [0, 0, 0]


def moving():
    """The mass on a spring with displacement, velocity and acceleration of its own."""
    s = mass_on_spring(damping=2.0)
    data = s.mbs.systemData
    data.SetODE2Coordinates([1, 0, 0])
    data.SetODE2Coordinates_t([3, 4, 0])
    data.SetODE2Coordinates_tt([5, 6, 7])
    data.SetODE2Coordinates([0, 0, 1], Configuration.Initial)
    data.SetODE2Coordinates_t([8, 8, 8], Configuration.Initial)
    return s


def as_lists(value):
    return value.tolist() if isinstance(value, np.ndarray) else value


# ------------------------------------------------------------------------------- nodes


@looped(
    ("variable", "expected"),
    [
        (Output.Position, [2, 0, 0]),
        (Output.Displacement, [1, 0, 0]),
        (Output.Velocity, [3, 4, 0]),
        (Output.Acceleration, [5, 6, 7]),
        (Output.Coordinates, [1, 0, 0]),
        (Output.CoordinatesTotal, [2, 0, 0]),
        (Output.Coordinates_t, [3, 4, 0]),
        (Output.Coordinates_tt, [5, 6, 7]),
    ],
)
def test_node_outputs(variable, expected):
    s = moving()
    value = s.mbs.GetNodeOutput(s.node, variable)
    assert isinstance(value, np.ndarray) and value.dtype == float
    assert as_lists(value) == expected


def test_outputs_of_a_plane_node_are_in_space_and_its_coordinates_in_the_plane():
    s = pendulum()
    s.mbs.systemData.SetODE2Coordinates([0.5, 2])
    assert as_lists(s.mbs.GetNodeOutput(s.node, Output.Position)) == [1.5, 2, 0]
    assert as_lists(s.mbs.GetNodeOutput(s.node, Output.CoordinatesTotal)) == [1.5, 2]
    assert as_lists(s.mbs.GetNodeOutput(s.node, Output.Coordinates)) == [0.5, 2]


def test_outputs_of_a_ground_node():
    mbs = new_system()
    node = mbs.AddNode(NodePointGround(referenceCoordinates=[1, 2, 3]))
    mbs.Assemble()
    assert as_lists(mbs.GetNodeOutput(node, Output.Position)) == [1, 2, 3]
    assert as_lists(mbs.GetNodeOutput(node, Output.Displacement)) == ZERO
    assert as_lists(mbs.GetNodeOutput(node, Output.Velocity)) == ZERO


@pytest.mark.parametrize(
    ("configuration", "position", "velocity"),
    [
        (Configuration.Current, [2, 0, 0], [3, 4, 0]),
        (Configuration.Initial, [1, 0, 1], [8, 8, 8]),
        (Configuration.Reference, [1, 0, 0], ZERO),
    ],
)
def test_every_output_knows_configurations(configuration, position, velocity):
    s = moving()
    mbs = s.mbs
    for call in (
        lambda variable: mbs.GetNodeOutput(s.node, variable, configuration),
        lambda variable: mbs.GetObjectOutput(s.mass, variable, configuration),
        lambda variable: mbs.GetObjectOutputBody(s.mass, variable, ZERO, configuration),
        lambda variable: mbs.GetMarkerOutput(s.end, variable, configuration),
        lambda variable: mbs.GetNodeOutput(
            nodeNumber=s.node, variableType=variable, configuration=configuration
        ),
    ):
        assert as_lists(call(Output.Position)) == position
        assert as_lists(call(Output.Velocity)) == velocity
    assert as_lists(mbs.GetSensorValues(s.sensor, configuration)) == position
    assert mbs.GetObjectOutput(s.spring, Output.Distance, configuration) == pytest.approx(
        np.linalg.norm(position), rel=1e-15
    )
    assert as_lists(mbs.GetNodeOutput(s.node, Output.Position)) == [2, 0, 0], "state is kept"
    assert as_lists(mbs.GetMarkerOutput(s.end, Output.Position)) == [2, 0, 0]


def test_reference_coordinates_of_nodes():
    """The same as those of the system; both outputs return them, and so do sensors."""
    mbs = new_system()
    node = mbs.AddNode(
        NodeRigidBodyRxyz(referenceCoordinates=[1, 2, 3, 0.1, 0.2, 0.3], initialCoordinates=[1] * 6)
    )
    mbs.AddObject(RigidBody(mass=1, inertia=[1, 1, 1, 0, 0, 0], nodeNumber=node))
    sensor = mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=Output.Coordinates))
    data = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=1, initialCoordinates=[4]))
    mbs.Assemble()
    reference = Configuration.Reference
    expected = as_lists(mbs.systemData.GetODE2Coordinates(reference))
    assert expected == [1, 2, 3, 0.1, 0.2, 0.3]
    assert as_lists(mbs.GetNodeOutput(node, Output.Coordinates, reference)) == expected
    assert as_lists(mbs.GetNodeOutput(node, Output.CoordinatesTotal, reference)) == expected
    assert as_lists(mbs.GetSensorValues(sensor, reference)) == expected
    assert as_lists(mbs.GetNodeOutput(node, Output.Coordinates)) == [1] * 6
    assert as_lists(mbs.GetNodeOutput(data, Output.Coordinates, reference)) == [0]


def test_start_of_step_configuration():
    s = mass_on_spring()
    solution = s.mbs.SolveDynamic(make_settings(0.1, 10))
    start = Configuration.StartOfStep
    position = s.mbs.GetNodeOutput(s.node, Output.Coordinates, start)
    assert np.array_equal(position, solution.coordinates[-2])
    assert np.array_equal(
        s.mbs.GetMarkerOutput(s.end, Output.Velocity, start), solution.velocities[-2]
    )


@looped("bad", [Configuration._None, Configuration.Visualization, 77, "Current"])
def test_other_configurations_are_refused(bad):
    s = moving()
    for call in (
        lambda: s.mbs.GetNodeOutput(s.node, Output.Position, bad),
        lambda: s.mbs.GetObjectOutput(s.spring, Output.Distance, bad),
        lambda: s.mbs.GetObjectOutputBody(s.mass, Output.Position, ZERO, bad),
        lambda: s.mbs.GetMarkerOutput(s.end, Output.Position, bad),
        lambda: s.mbs.GetSensorValues(s.sensor, bad),
    ):
        with pytest.raises(exu.SysError, match=r"Current.*Initial"):
            call()


# ------------------------------------------------------------------------------- objects


@looped(
    ("variable", "expected"),
    [
        (Output.Distance, 2.0),
        (Output.Displacement, [2, 0, 0]),
        (Output.Velocity, [3, 4, 0]),
        (Output.ForceLocal, 156.0),
        (Output.Force, [156, 0, 0]),
    ],
)
def test_spring_outputs(variable, expected):
    s = moving()
    value = s.mbs.GetObjectOutput(s.spring, variable)
    assert type(value) is (float if isinstance(expected, float) else np.ndarray)
    assert as_lists(value) == expected


def test_cartesian_spring_outputs():
    s = moving()
    number = s.mbs.AddObject(
        CartesianSpringDamper(
            markerNumbers=[s.fixed, s.end], stiffness=[1, 2, 3], damping=[4, 5, 6], offset=[1, 1, 1]
        )
    )
    s.mbs.Assemble()
    s.mbs.systemData.SetODE2Coordinates([1, 0, 0])
    s.mbs.systemData.SetODE2Coordinates_t([3, 4, 0])
    assert as_lists(s.mbs.GetObjectOutput(number, Output.Displacement)) == [1, -1, -1]
    assert as_lists(s.mbs.GetObjectOutput(number, Output.Velocity)) == [3, 4, 0]
    assert s.mbs.GetObjectOutput(number, Output.Distance) == 2.0
    assert as_lists(s.mbs.GetObjectOutput(number, Output.Force)) == [13, 18, -3]


def test_gravity_outputs():
    s = moving()
    number = s.mbs.AddObject(
        ConnectorGravity(markerNumbers=[s.fixed, s.end], mass0=2, mass1=3, gravitationalConstant=4)
    )
    s.mbs.Assemble()
    assert as_lists(s.mbs.GetObjectOutput(number, Output.Force)) == [24, 0, 0]
    assert as_lists(s.mbs.GetObjectOutput(number, Output.Velocity)) == ZERO


def test_distance_outputs():
    s = pendulum()
    s.mbs.systemData.SetODE2Coordinates([0.5, 0])
    assert s.mbs.GetObjectOutput(s.rod, Output.ConstraintEquation) == 0.5
    assert s.mbs.GetObjectOutput(s.rod, Output.Distance) == 1.5
    assert type(s.mbs.GetObjectOutput(s.rod, Output.Force)) is float


def test_force_of_a_coincident_spring_is_an_error_that_names_it():
    s = mass_on_spring()
    s.mbs.systemData.SetODE2Coordinates([-1, 0, 0])
    assert s.mbs.GetObjectOutput(s.spring, Output.Distance) == 0.0
    assert s.mbs.GetObjectOutput(s.spring, Output.ForceLocal) == -50.0
    with pytest.raises(exu.SysError, match=r"'spring' \(object 2\).*coincide"):
        s.mbs.GetObjectOutput(s.spring, Output.Force)


# ------------------------------------------------------------------------------- bodies


def test_body_outputs_at_local_positions():
    s = moving()
    output = s.mbs.GetObjectOutputBody
    assert as_lists(output(s.mass, Output.Position)) == [2, 0, 0]
    assert as_lists(output(s.mass, Output.Position, [1, 2, 3])) == [3, 2, 3]
    assert as_lists(output(s.mass, Output.Position, localPosition=np.array([1, 2, 3]))) == [3, 2, 3]
    assert as_lists(output(s.mass, Output.Velocity, (1, 2, 3))) == [3, 4, 0]
    assert as_lists(output(s.mass, Output.Displacement, (1, 2, 3))) == [1, 0, 0]
    assert as_lists(output(s.mass, Output.Acceleration, (1, 2, 3))) == [5, 6, 7]


def test_ground_maps_local_positions_rigidly():
    mbs = new_system()
    turn = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    ground = mbs.AddObject(ObjectGround(referencePosition=[10, 0, 0], referenceRotation=turn))
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[1, 2, 3]))
    mbs.Assemble()
    assert as_lists(mbs.GetObjectOutputBody(ground, Output.Position, [1, 2, 3])) == [8, 1, 3]
    assert as_lists(mbs.GetMarkerOutput(marker, Output.Position)) == [8, 1, 3]
    assert as_lists(mbs.GetObjectOutputBody(ground, Output.RotationMatrix)) == sum(turn, [])
    assert as_lists(mbs.GetMarkerOutput(marker, Output.Displacement)) == ZERO
    assert as_lists(mbs.GetMarkerOutput(marker, Output.Acceleration)) == ZERO


@looped("bad", [[1, 2], 1.0, [np.nan, 0, 0], None, "abc", [[1, 2, 3]], ["a", "b", "c"]], ids=repr)
def test_wrong_local_positions_are_refused(bad):
    s = moving()
    with pytest.raises(exu.SysError, match=r"MassPoint 'mass' \(object 1\): localPosition"):
        s.mbs.GetObjectOutputBody(s.mass, Output.Position, bad)


def test_body_output_of_a_connector_is_refused():
    s = moving()
    with pytest.raises(exu.SysError, match=r"body.*SpringDamper 'spring' \(object 2\)"):
        s.mbs.GetObjectOutputBody(s.spring, Output.Position)


# ------------------------------------------------------------------------------- markers and loads


def test_marker_outputs():
    s = moving()
    off = s.mbs.AddMarker(MarkerBodyPosition(bodyNumber=s.mass, localPosition=[0, 1, 0]))
    center = s.mbs.AddMarker(MarkerBodyMass(bodyNumber=s.mass))
    at_node = s.mbs.AddMarker(MarkerNodePosition(nodeNumber=s.node))
    s.mbs.Assemble()
    s.mbs.systemData.SetODE2Coordinates([1, 0, 0])
    s.mbs.systemData.SetODE2Coordinates_t([3, 4, 0])
    assert as_lists(s.mbs.GetMarkerOutput(off, Output.Position)) == [2, 1, 0]
    for marker in (center, at_node):
        assert as_lists(s.mbs.GetMarkerOutput(marker, Output.Position)) == [2, 0, 0]
        assert as_lists(s.mbs.GetMarkerOutput(marker, Output.Displacement)) == [1, 0, 0]
        assert as_lists(s.mbs.GetMarkerOutput(marker, Output.Velocity)) == [3, 4, 0]
    assert as_lists(s.mbs.GetMarkerOutput(s.fixed, Output.Position)) == ZERO


def test_load_values():
    s = mass_on_spring(force=4.0)
    assert as_lists(s.mbs.GetLoadValues(s.load)) == [4, 0, 0]
    p = pendulum()
    assert as_lists(p.mbs.GetLoadValues(p.load)) == [0, -9.81, 0]


def test_load_values_with_a_function_of_time():
    s = mass_on_spring(force=4.0)
    s.mbs.SetLoadParameter(
        s.load, "loadVectorUserFunction", lambda mbs, t, load: [load[0], 10 * t, 0]
    )
    assert as_lists(s.mbs.GetLoadValues(s.load)) == [4, 0, 0]
    s.mbs.systemData.SetTime(0.5)
    assert as_lists(s.mbs.GetLoadValues(s.load)) == [4, 5, 0]
    s.mbs.SolveDynamic(make_settings(0.25, 10))
    assert as_lists(s.mbs.GetLoadValues(s.load)) == [4, 2.5, 0]


def test_exception_of_a_user_function_in_an_output_reaches_the_user():
    def broken(mbs, t, load):
        raise LookupError("table is empty")

    s = mass_on_spring()
    s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", broken)
    with pytest.raises(Exception, match="table is empty") as error:
        s.mbs.GetLoadValues(s.load)
    found = error.value
    assert isinstance(found, LookupError) or isinstance(found.__cause__, LookupError)


# ------------------------------------------------------------------------------- missing outputs


def test_outputs_that_do_not_exist_list_those_that_do():
    s = moving()
    calls = [
        (lambda v: s.mbs.GetNodeOutput(s.node, v), "'node' (node 0)", "Coordinates_tt"),
        (lambda v: s.mbs.GetObjectOutput(s.spring, v), "'spring' (object 2)", "ForceLocal"),
        (lambda v: s.mbs.GetObjectOutput(s.mass, v), "'mass' (object 1)", "Velocity"),
        (lambda v: s.mbs.GetObjectOutputBody(s.ground, v), "'ground' (object 0)", "Position"),
        (lambda v: s.mbs.GetMarkerOutput(s.end, v), "'end' (marker 1)", "Acceleration"),
    ]
    for call, item, has in calls:
        with pytest.raises(exu.SysError) as error:
            call(Output.TorqueLocal)
        text = str(error.value)
        assert item in text and "TorqueLocal" in text and has in text


@looped("bad", ["Position", None, 3, 1.5, Output.Position | Output.Velocity])
def test_what_is_no_output_variable_is_refused(bad):
    s = moving()
    for call in (
        lambda: s.mbs.GetNodeOutput(s.node, bad),
        lambda: s.mbs.GetObjectOutput(s.mass, bad),
        lambda: s.mbs.GetMarkerOutput(s.end, bad),
    ):
        with pytest.raises(exu.SysError, match=r"has no output.*Position"):
            call()


# ------------------------------------------------------------------------------- sensors


def with_every_sensor():
    s = mass_on_spring(force=4.0)
    add = s.mbs.AddSensor
    common = dict(storeInternal=True)
    s.position = s.sensor
    s.body = add(SensorBody(name="body", bodyNumber=s.mass, localPosition=[0, 1, 0],
                            outputVariableType=Output.Position, **common))  # fmt: skip
    s.object = add(SensorObject(name="object", objectNumber=s.spring,
                                outputVariableType=Output.ForceLocal, **common))  # fmt: skip
    s.marker = add(SensorMarker(name="marker", markerNumber=s.end,
                                outputVariableType=Output.Velocity, **common))  # fmt: skip
    s.load_sensor = add(SensorLoad(name="load", loadNumber=s.load, **common))
    s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", lambda mbs, t, load: [t, 2 * t, 4.0])
    s.mbs.Assemble()
    return s


def test_sensor_values():
    s = with_every_sensor()
    assert as_lists(s.mbs.GetSensorValues(s.position)) == [1, 0, 0]
    assert as_lists(s.mbs.GetSensorValues(s.body)) == [1, 1, 0]
    assert s.mbs.GetSensorValues(s.object) == 50.0
    assert as_lists(s.mbs.GetSensorValues(s.marker)) == ZERO
    assert as_lists(s.mbs.GetSensorValues(s.load_sensor)) == [0, 0, 4]


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_stored_sensor_data(solver):
    s = with_every_sensor()
    solution = s.mbs.SolveDynamic(make_settings(0.5, 50), solver)
    data = {name: s.mbs.GetSensorStoredData(name) for name in solution.sensors}
    assert list(data) == ["sensor", "body", "object", "marker", "load"]
    for name, values in data.items():
        assert np.array_equal(values, solution.sensors[name])
        assert np.array_equal(values[:, 0], solution.times)
    assert np.array_equal(data["sensor"][:, 1:], solution.coordinates + [1, 0, 0])
    assert np.array_equal(data["body"][:, 1:], solution.coordinates + [1, 1, 0])
    assert np.array_equal(data["marker"][:, 1:], solution.velocities)
    assert data["object"].shape == (51, 2)
    stretch = np.linalg.norm(data["sensor"][:, 1:], axis=1) - 0.5
    rate = np.sum(data["sensor"][:, 1:] * solution.velocities, axis=1) / (stretch + 0.5)
    assert data["object"][:, 1] == pytest.approx(100 * stretch + rate, rel=1e-12)
    times = solution.times
    expected = np.column_stack([times, 2 * times, 4 + 0 * times])
    assert data["load"][:, 1:] == pytest.approx(expected, abs=1e-15)


def test_last_sensor_row_equals_the_present_value():
    s = with_every_sensor()
    s.mbs.SolveDynamic(make_settings(0.5, 50))
    for name in ("sensor", "body", "object", "marker", "load"):
        value = np.atleast_1d(s.mbs.GetSensorValues(name))
        assert s.mbs.GetSensorStoredData(name)[-1, 1:] == pytest.approx(value, rel=1e-15)


def test_sensors_have_their_own_period():
    s = mass_on_spring()
    settings = make_settings(1.0, 100, record=0.1)
    settings.solutionSettings.sensorsWritePeriod = 0.02
    solution = s.mbs.SolveDynamic(settings)
    assert solution.times == pytest.approx(np.linspace(0, 1, 11), abs=1e-12)
    assert solution.sensors["sensor"][:, 0] == pytest.approx(np.linspace(0, 1, 51), abs=1e-12)


def test_sensors_can_be_switched_off():
    s = mass_on_spring()
    settings = make_settings(0.1, 10)
    settings.solutionSettings.sensorsStoreAndWriteFiles = False
    assert s.mbs.SolveDynamic(settings).sensors == {}
    with pytest.raises(exu.SysError, match="'sensor'.*sensorsStoreAndWriteFiles"):
        s.mbs.GetSensorStoredData(s.sensor)


def test_stored_data_need_store_internal():
    s = mass_on_spring()
    sensor = s.mbs.AddSensor(
        SensorNode(name="off", nodeNumber=s.node, outputVariableType=Output.Velocity)
    )
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    with pytest.raises(exu.SysError, match="'off'.*storeInternal"):
        s.mbs.GetSensorStoredData(sensor)


def test_stored_data_are_copies():
    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    s.mbs.GetSensorStoredData(s.sensor)[:] = 7
    assert s.mbs.GetSensorStoredData(s.sensor)[0, 1] == 1.0


def test_sensor_of_a_matrix():
    s = mass_on_spring()
    sensor = s.mbs.AddSensor(
        SensorBody(name="R", bodyNumber=s.mass, outputVariableType=Output.RotationMatrix)
    )
    s.mbs.Assemble()
    assert np.array_equal(s.mbs.GetSensorValues(sensor), np.eye(3).ravel())
    solution = s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert np.array_equal(solution.sensors["R"][:, 1:], np.tile(np.eye(3).ravel(), (11, 1)))


def test_sensors_see_the_recorded_state_to_the_last_digit():
    # With a loose Newton tolerance the last update of a step moves the markers visibly.
    s = mass_on_spring()
    number = s.mbs.AddSensor(
        SensorObject(objectNumber=s.spring, outputVariableType=Output.Distance, storeInternal=True)
    )
    settings = make_settings(0.5, 10)
    settings.timeIntegration.newton.relativeTolerance = 0.1
    solution = s.mbs.SolveDynamic(settings)
    length = np.linalg.norm(solution.coordinates + [1.0, 0.0, 0.0], axis=1)
    assert np.array_equal(s.mbs.GetSensorStoredData(number)[:, 1], length)


def test_a_sensor_without_output_variable_says_what_to_do():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint())
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    mbs.AddSensor(SensorNode(nodeNumber=node))
    told = (
        r"SensorNode 'sensor0' \(sensor 0\): outputVariableType: the output of Point 'node0' "
        r"\(node 0\) is not given; choose one of its outputs, such as "
        r"OutputVariableType.Position; it has Position, Displacement"
    )
    with pytest.raises(exu.ParameterError, match=told) as caught:
        mbs.Assemble()
    assert "_None" not in str(caught.value)
