"""Units of what follows coordinates: those of a length, an angle, or unknown ones."""

import pytest

import linkwork as exu
from linkwork.items import *
from tests.items.samples import KINDS

Output = exu.OutputVariableType

POSE, GENERIC, LINE = "pose", "generic", "line"
LENGTH = dict(q="m", v="m/s", a="m/s^2", force="N")
ANGLE = dict(q="rad", v="rad/s", a="rad/s^2", force="N m")
UNKNOWN = dict(q="", v="1/s", a="1/s^2", force="")


class Bench:
    """A body that turns, a mass on a line, a generic node; sensors are added one by one."""

    def __init__(self):
        self.mbs = mbs = exu.SystemContainer().AddSystem()
        self.nodes = {
            POSE: mbs.AddNode(NodeRigidBody2D()),
            GENERIC: mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2)),
            LINE: mbs.AddNode(Node1D()),
        }
        ground = mbs.AddNode(NodePointGround())
        self.body = mbs.AddObject(
            RigidBody2D(nodeNumber=self.nodes[POSE], physicsMass=1, physicsInertia=1)
        )
        mbs.AddObject(Mass1D(nodeNumber=self.nodes[LINE], physicsMass=1))
        self.generic = mbs.AddObject(
            ObjectGenericODE2(nodeNumbers=[self.nodes[GENERIC]], massMatrix=[[1, 0], [0, 1]])
        )
        self.ground = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))

    def marker(self, node, coordinate):
        marker = MarkerNodeCoordinate(nodeNumber=self.nodes[node], coordinate=coordinate)
        return self.mbs.AddMarker(marker)

    def units(self, sensor):
        """Units of a sensor as results name them, in short runs without motion."""
        number = self.mbs.AddSensor(sensor)
        self.mbs.Assemble()
        settings = exu.SimulationSettings()
        settings.timeIntegration.numberOfSteps = 1
        settings.timeIntegration.endTime = 0.01
        solution = self.mbs.SolveDynamic(settings)
        name = self.mbs.GetSensor(number)["name"]
        return solution.snapshot.sensor(name, solution.sensors[name].shape[1] - 1).units


COORDINATES = [(POSE, 0, LENGTH), (POSE, 2, ANGLE), (GENERIC, 1, UNKNOWN), (LINE, 0, LENGTH)]


@pytest.mark.parametrize("node, coordinate, told", COORDINATES)
def test_a_single_coordinate_and_what_acts_on_it_have_its_units(node, coordinate, told):
    bench = Bench()
    marker = bench.marker(node, coordinate)
    for variable, unit in (("", "q"), ("_t", "v"), ("_tt", "a")):
        sensor = SensorMarker(
            markerNumber=marker, outputVariableType=getattr(Output, f"Coordinates{variable}")
        )
        assert bench.units(sensor) == [told[unit]]
    loads = [LoadCoordinate(markerNumber=marker), LoadCoordinateTable(markerNumber=marker)]
    for load in loads:
        assert bench.units(SensorLoad(loadNumber=bench.mbs.AddLoad(load))) == [told["force"]]
    for ends in ([bench.ground, marker], [marker, bench.ground]):
        for kind in (CoordinateSpringDamper, CoordinateConstraint):
            item = bench.mbs.AddObject(kind(markerNumbers=ends, activeConnector=False))
            for variable, unit in (("Displacement", "q"), ("Velocity", "v"), ("Force", "force")):
                variable = getattr(Output, variable)
                sensor = SensorObject(objectNumber=item, outputVariableType=variable)
                assert bench.units(sensor) == [told[unit]], (kind, variable)
        assert _equation(bench, item) == [told["q"]]
        bench.mbs.SetObjectParameter(item, "velocityLevel", True)
        assert _equation(bench, item) == [told["v"] if told is not UNKNOWN else "1/s"]


def _equation(bench, item):
    variable = Output.ConstraintEquation
    return bench.units(SensorObject(objectNumber=item, outputVariableType=variable))


def test_vectors_of_coordinates_have_one_unit_each():
    bench = Bench()
    for marker in (
        MarkerNodeCoordinates(nodeNumber=bench.nodes[POSE]),
        MarkerObjectODE2Coordinates(objectNumber=bench.body),
    ):
        number = bench.mbs.AddMarker(marker)
        for variable, units in (
            (Output.Coordinates, ["m", "m", "rad"]),
            (Output.Coordinates_t, ["m/s", "m/s", "rad/s"]),
        ):
            sensor = SensorMarker(markerNumber=number, outputVariableType=variable)
            assert bench.units(sensor) == units
    number = bench.mbs.AddMarker(MarkerObjectODE2Coordinates(objectNumber=bench.generic))
    sensor = SensorMarker(markerNumber=number, outputVariableType=Output.Coordinates)
    assert bench.units(sensor) == ["", ""]
    held = bench.mbs.AddNode({"nodeType": "Planar", "heldCoordinates": [True, False, False]})
    bench.mbs.AddObject(RigidBody2D(nodeNumber=held, physicsMass=1, physicsInertia=1))
    number = bench.mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=held))
    sensor = SensorMarker(markerNumber=number, outputVariableType=Output.Coordinates)
    assert bench.units(sensor) == ["m", "rad"]


def test_coordinates_of_two_units_take_those_of_the_equation_or_none():
    bench = Bench()
    x, phi = bench.marker(POSE, 0), bench.marker(POSE, 2)
    for ends, force, equation in (([x, phi], "N", "m"), ([phi, x], "N m", "rad")):
        spring = bench.mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends))
        rack = bench.mbs.AddObject(CoordinateConstraint(markerNumbers=ends, activeConnector=False))
        for item, units in ((spring, ["", "1/s", ""]), (rack, ["", "1/s", force])):
            for name, unit in zip(("Displacement", "Velocity", "Force"), units, strict=True):
                variable = getattr(Output, name)
                sensor = SensorObject(objectNumber=item, outputVariableType=variable)
                assert bench.units(sensor) == [unit], (item, name)
        assert _equation(bench, rack) == [equation]


def test_every_node_knows_a_unit_of_each_coordinate():
    for kind in KINDS:
        if kind.family != "node":
            continue
        node = kind()
        if "numberOfODE2Coordinates" in kind.fields:
            node.numberOfODE2Coordinates = 3
        assert len(node.units()) == node.coordinates
        assert set(node.units()) <= {"m", "rad", "1"}


def slider(angle=0.0, constrain=True):
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    body = mbs.CreateRigidBody2D(mass=1, inertia=1, initialDisplacement=[0.0, 0, 0])
    ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=number)) for number in (ground, body)]
    joint = mbs.AddObject(PrismaticJoint2D(markerNumbers=ends, constrainRotation=constrain))
    node = mbs.GetObject(body)["nodeNumber"]
    mbs.SetNodeParameter(node, "initialCoordinates", [0, 0, angle])
    return mbs, joint


def test_the_second_equation_of_a_prismatic_joint_is_an_angle():
    mbs, joint = slider()
    sensor = SensorObject(objectNumber=joint, outputVariableType=Output.ConstraintEquation)
    mbs.AddSensor(sensor)
    mbs.Assemble()
    solution = mbs.SolveDynamic()
    (name,) = solution.sensors
    assert solution.snapshot.sensor(name, 2).units == ["m", "rad"]
    assert solution.constraint_errors().units == ["m", "rad"]
    mbs, _ = slider(constrain=False)
    mbs.Assemble()
    assert mbs.SolveDynamic().constraint_errors().units == ["m"]


def test_texts_name_the_unit_of_the_equation_that_is_violated():
    mbs, _ = slider(angle=1e-3)
    mbs.Assemble()
    assert "violate it by 0.001 rad" in str(mbs.Check())
    with pytest.warns(UserWarning, match=r"violate the constraint by 0\.001 rad; they"):
        mbs.SolveDynamic()
    mbs, _ = slider()
    mbs.SetNodeParameter(0, "initialVelocities", [0, 0, 1e-3])
    mbs.Assemble()
    with pytest.warns(UserWarning, match=r"velocities violate the constraint by 0\.001 rad/s; th"):
        mbs.SolveDynamic()


def test_a_constraint_of_an_angle_tells_its_unit():
    bench = Bench()
    ends = [bench.ground, bench.marker(POSE, 2)]
    bench.mbs.AddObject(CoordinateConstraint(markerNumbers=ends, offset=0.25))
    bench.mbs.Assemble()
    with pytest.warns(UserWarning, match=r"violate the constraint by 0\.25 rad"):
        solution = bench.mbs.SolveDynamic()
    assert solution.constraint_errors().units == ["rad"]
