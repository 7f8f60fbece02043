"""Every declared output can be asked for and recorded; what is not there is refused by name."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.bodies.body import Body
from linkwork.core.declare.item import VARIABLE
from linkwork.items import *
from linkwork.sensors import kinds as sensors
from linkwork.sensors.super_element import OF_MESH
from tests.cases import Cases

from .samples import KINDS, Out, loop_over, outputs_of, world

pytestmark = pytest.mark.processors

WITH_OUTPUTS = [kind for kind in KINDS if kind.outputs and kind.family != "sensor"]
each_with_outputs = loop_over(WITH_OUTPUTS)
SIZES = 1, 3, 8, 9, 10, 12
"""Sizes of outputs without a fixed one, of samples: an equation, three coordinates, a cable in the
plane, a flexible body, five points of a cable, a cable in space."""
LOCAL = [0.5, -0.25, 0.125]


def settings(steps=5):
    made = exu.SimulationSettings()
    made.timeIntegration.endTime = 1e-3 * steps
    made.timeIntegration.numberOfSteps = steps
    made.timeIntegration.verboseMode = 0
    made.solutionSettings.sensorsWritePeriod = 1e-3
    made.solutionSettings.solutionWritePeriod = 1e-3
    return made


def getter(w, kind):
    """Function (number, variable, *configuration) of the documented name."""
    if kind.family == "load":
        return lambda number, variable, *rest: w.mbs.GetLoadValues(number)
    return getattr(w.mbs, f"Get{kind.family.capitalize()}Output")


def assert_shape(value, output):
    if output.size == VARIABLE:
        assert value.ndim == 1 and value.size in SIZES
    elif output.size == 0:
        assert type(value) is float
        assert np.isfinite(value)
    else:
        assert isinstance(value, np.ndarray) and value.dtype == np.float64
        assert value.shape == (output.size,)
        assert np.isfinite(value).all()


@pytest.fixture(scope="module")
def solved():
    """All kinds after a short run, with a sensor on every output of every one."""
    w = world()
    watched = {}
    for kind in WITH_OUTPUTS:
        for variable in outputs_of(kind):
            for sensor in sensors_on(w, kind, variable):
                watched[w.add_item(sensor)] = kind, variable
    w.mbs.Assemble()
    w.solution = w.mbs.SolveDynamic(settings())
    w.watched = watched
    return w


def sensors_on(w, kind, variable):
    """Sensors that record an output of the first item of a kind."""
    number = w.first(kind)
    asked = dict(outputVariableType=variable, storeInternal=True)
    if kind.family == "node":
        yield SensorNode(nodeNumber=number, **asked)
    elif kind.family == "marker":
        yield SensorMarker(markerNumber=number, **asked)
        if kind is MarkerKinematicTreeRigid:
            marker = w.mbs._items["marker"][int(number)]
            place = dict(linkNumber=marker.linkNumber, localPosition=marker.localPosition)
            yield SensorKinematicTree(objectNumber=marker.objectNumber, **place, **asked)
    elif kind.family == "load":
        yield SensorLoad(loadNumber=number, storeInternal=True)
    else:
        yield SensorObject(objectNumber=number, **asked)
        if kind is ObjectFFRFreducedOrder and variable in OF_MESH:
            yield SensorSuperElement(bodyNumber=number, meshNodeNumber=3, **asked)
        if issubclass(kind, Body) and kind.has_points:
            yield SensorBody(bodyNumber=number, localPosition=LOCAL, **asked)


def test_every_kind_of_sensor_is_tried(solved):
    tried = {solved.mbs.GetSensor(number)["sensorType"] for number in solved.watched}
    # these look at no item; see test_sensor_functions.py, test_sensor_events.py and
    # test_energy_sensors.py
    tried |= {SensorUserFunction.type_name, SensorEvent.type_name, SensorEnergy.type_name}
    assert tried == {kind.type_name for kind in sensors.KINDS}


@pytest.fixture(scope="module")
def unsolved():
    """All kinds before any run."""
    w = world()
    w.mbs.Assemble()
    return w


@each_with_outputs
def test_outputs_have_their_declared_shape_before_a_solve(unsolved, kind):
    with Cases(kind) as cases:
        for variable, output in outputs_of(kind).items():
            with cases(variable):
                assert_shape(getter(unsolved, kind)(unsolved.first(kind), variable), output)


@each_with_outputs
def test_outputs_have_their_declared_shape_after_a_solve_in_every_configuration(solved, kind):
    asked = getter(solved, kind)
    with Cases(kind) as cases:
        for variable, output in outputs_of(kind).items():
            with cases(variable):
                assert_shape(asked(solved.first(kind), variable), output)
            for configuration in ("Current", "Initial", "Reference", "StartOfStep"):
                with cases(variable, configuration):
                    chosen = getattr(exu.ConfigurationType, configuration)
                    assert_shape(asked(solved.first(kind), variable, chosen), output)


@loop_over(kind for kind in KINDS if issubclass(kind, Body) and kind.has_points)
def test_outputs_of_bodies_are_read_at_local_positions(solved, kind):
    number = solved.first(kind)
    bends = len(kind.node_kinds) > 0 and "nodeNumber" not in kind.fields
    turning = {Out.Displacement, Out.Velocity, Out.VelocityLocal}  # test_planar_outputs.py
    turning |= {Out.Acceleration, Out.AccelerationLocal}
    for variable, output in outputs_of(kind).items():
        value = solved.mbs.GetObjectOutputBody(number, variable, LOCAL)
        assert_shape(value, output)
        if bends or (kind.has_axes and kind.node_kinds and variable in turning):
            continue  # they depend on the place in another way, of which tests of the kind know
        center = solved.mbs.GetObjectOutput(number, variable)
        away = solved.mbs.GetObjectOutputBody(number, Out.RotationMatrix).reshape(3, 3) @ LOCAL
        shift = away if variable == Out.Position else np.zeros_like(value)
        assert value == pytest.approx(center + shift, rel=1e-15)


@loop_over(kind for kind in KINDS if kind.family not in ("load", "sensor"))
def test_outputs_that_are_not_there_are_refused_with_those_that_are(solved, kind):
    number = solved.first(kind)
    for variable in set(Out) - set(kind.outputs):
        with pytest.raises(exu.SysError) as caught:
            getter(solved, kind)(number, variable)
        text = str(caught.value)
        told = "is not given; choose" if variable == Out._None and kind.outputs else variable.name
        assert (told in text or not kind.outputs) and f"({kind.family} {int(number)})" in text
        assert all(has.name in text for has in kind.outputs), text
    for variable in (-1, 3.5, "Position", None):
        with pytest.raises(
            exu.SysError, match="Position|Distance|Displacement|Coordinates|Rotation"
        ):
            getter(solved, kind)(number, variable)


def test_sensors_record_what_get_output_tells(solved):
    for number, (kind, variable) in solved.watched.items():
        name = solved.mbs.GetSensor(number)["name"]
        recorded = solved.solution.sensors[name]
        output = kind.outputs[variable]
        width = solved.mbs._model.output_size(kind.family, solved.first(kind), variable)
        assert width in (SIZES if output.size == VARIABLE else (max(1, output.size),))
        assert recorded.shape == (6, 1 + width)
        assert recorded[-1, 0] == pytest.approx(5e-3, rel=1e-12)
        form = solved.mbs.GetSensor(number)
        if form["sensorType"] == "SuperElement":
            place = np.array([form["meshNodeNumber"], 0.0, np.nan])
            value = solved.mbs._output(
                "object", solved.first(kind), variable, exu.ConfigurationType.Current, place
            )
        elif form["sensorType"] == "KinematicTree":
            current = exu.ConfigurationType.Current
            value = solved.mbs._output("sensor", int(number), variable, current)
            marker = getter(solved, kind)(solved.first(kind), variable)
            assert value == pytest.approx(marker, rel=1e-12, abs=1e-14)
        elif form["sensorType"] == "Body":
            value = solved.mbs.GetObjectOutputBody(solved.first(kind), variable, LOCAL)
        else:
            value = getter(solved, kind)(solved.first(kind), variable)
        told = f"{variable.name} of {kind.__name__}"
        assert recorded[-1, 1:] == pytest.approx(np.ravel(value), rel=1e-12, abs=1e-14), told
        present = solved.mbs.GetSensorValues(number)
        assert type(present) is type(value) and np.array_equal(present, value), told
        assert np.array_equal(solved.mbs.GetSensorStoredData(number), recorded), told


def test_recorded_outputs_start_at_the_initial_state(solved):
    initial = exu.ConfigurationType.Initial
    for number, (kind, variable) in solved.watched.items():
        computed = {Out.Acceleration, Out.Coordinates_tt, Out.AngularAcceleration}
        if kind is NodeGenericODE1:
            computed.add(Out.Coordinates_t)
        if kind.family != "node" or variable in computed:
            continue
        value = solved.mbs.GetNodeOutput(solved.first(kind), variable, initial)
        name = solved.mbs.GetSensor(number)["name"]
        recorded = solved.solution.sensors[name][0, 1:]
        assert recorded == pytest.approx(np.ravel(value), rel=1e-14, abs=1e-15)


def test_the_model_of_the_samples_moves(solved):
    """The comparison above would say little about a model at rest."""
    moving = [
        (kind, variable)
        for number, (kind, variable) in solved.watched.items()
        if np.ptp(solved.solution.sensors[solved.mbs.GetSensor(number)["name"]][:, 1:], 0).any()
    ]
    assert {kind for kind, _ in moving} >= {
        NodePoint, NodePoint2D, MassPoint, MassPoint2D, SpringDamper, CartesianSpringDamper,
        ConnectorGravity, DistanceConstraint, MarkerBodyPosition, MarkerNodePosition, Node1D,
        Mass1D, CoordinateSpringDamper, CoordinateConstraint, MarkerNodeCoordinate,
        MarkerNodeCoordinates,
    }  # fmt: skip


def test_outputs_need_an_assembled_system():
    w = world()
    with pytest.raises(exu.SysError, match="Assemble"):
        w.mbs.GetNodeOutput(w.first(NodePoint), Out.Position)
