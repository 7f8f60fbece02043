"""A small system with every part of a state, and comparisons of results."""

import numpy as np

import linkwork as exu
from linkwork.items import *
from linkwork.results.parts import ARRAYS

from .models import Output, Solver, make_settings, new_system


def rich_system(assemble=True):
    """A rod pendulum, a first-order coordinate, two data coordinates and three sensors."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint2D(name="bob", referenceCoordinates=[1.0, 0.0]))
    mass = mbs.AddObject(MassPoint2D(physicsMass=1.0, nodeNumber=node))
    fixed = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    rod = mbs.AddObject(DistanceConstraint(name="rod", markerNumbers=[fixed, end], distance=1.0))
    mbs.AddLoad(Force(markerNumber=end, loadVector=[0.3, -9.81, 0.0]))
    first = mbs.AddNode(
        NodeGenericODE1(
            name="tank", referenceCoordinates=[0.5], initialCoordinates=[0.1],
            numberOfODE1Coordinates=1,
        )
    )  # fmt: skip
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[first], systemMatrix=[[-1.0]], rhsVector=[0.3]))
    mbs.AddNode(
        NodeGenericData(name="memory", initialCoordinates=[7.0, 8.0], numberOfDataCoordinates=2)
    )
    for name, kind, item, variable in (
        ("place", SensorNode, dict(nodeNumber=node), Output.Position),
        ("speed", SensorNode, dict(nodeNumber=node), Output.Velocity),
        ("pull", SensorObject, dict(objectNumber=rod), Output.Force),
    ):
        mbs.AddSensor(kind(name=name, outputVariableType=variable, storeInternal=True, **item))
    if assemble:
        mbs.Assemble()
    return mbs


def rich_solution(steps=50, sensor_period=None, solver=Solver.GeneralizedAlpha, **integration):
    """Its solution; sensors at other times than states if a period is given."""
    settings = make_settings(0.5, steps, **integration)
    if sensor_period is not None:
        settings.solutionSettings.sensorsWritePeriod = sensor_period
    return rich_system().SolveDynamic(settings, solver)


def assert_same_arrays(left: exu.Solution, right: exu.Solution):
    """Arrays of both are equal bit for bit."""
    for name in ARRAYS:
        a, b = getattr(left, name), getattr(right, name)
        assert a.dtype == b.dtype == float and a.shape == b.shape, name
        assert np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes(), name


def assert_same(left: exu.Solution, right: exu.Solution):
    """Both report the same, bit for bit, except for measured times."""
    assert_same_arrays(left, right)
    assert list(left.sensors) == list(right.sensors)
    for name, a in left.sensors.items():
        b = right.sensors[name]
        assert a.shape == b.shape
        assert np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes(), name
    assert left.message == right.message and left.success == right.success
    assert counts(left) == counts(right)
    events = ([event.to_json() for event in solution.events] for solution in (left, right))
    assert next(events) == next(events)
    assert left.jumps == right.jumps
    assert left.extremes == right.extremes


def counts(solution):
    """The statistics that do not depend on the clock."""
    return {k: v for k, v in solution.statistics.items() if "second" not in k}
