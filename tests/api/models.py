"""Small systems that the tests of the interface are tried on."""

import os
from pathlib import Path
from types import SimpleNamespace

import numpy as np

import linkwork as exu
from linkwork.items import *

Output = exu.OutputVariableType
Configuration = exu.ConfigurationType
Solver = exu.DynamicSolverType

ITEM_KINDS = ("Node", "Object", "Marker", "Load", "Sensor")


def new_system():
    """An empty system."""
    return exu.SystemContainer().AddSystem()


def make_settings(end_time=1.0, steps=100, record=None, **integration):
    """Settings of a quiet run; `record` is the period of recording, default every step."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end_time
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.verboseMode = 0
    for name, value in integration.items():
        setattr(settings.timeIntegration, name, value)
    settings.solutionSettings.solutionWritePeriod = 0.0 if record is None else record
    settings.solutionSettings.sensorsWritePeriod = 0.0 if record is None else record
    return settings


def mass_on_spring(force=0.0, assemble=True, position=(1.0, 0.0, 0.0), **spring):
    """A mass of 2 kg on a spring along x, fixed at the origin; one item of every kind."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround(name="ground"))
    node = mbs.AddNode(NodePoint(name="node", referenceCoordinates=position))
    mass = mbs.AddObject(MassPoint(name="mass", physicsMass=2.0, nodeNumber=node))
    fixed = mbs.AddMarker(MarkerBodyPosition(name="fixed", bodyNumber=ground))
    end = mbs.AddMarker(MarkerBodyPosition(name="end", bodyNumber=mass))
    values = dict(referenceLength=0.5, stiffness=100.0, damping=1.0) | spring
    connector = mbs.AddObject(SpringDamper(name="spring", markerNumbers=[fixed, end], **values))
    load = mbs.AddLoad(Force(name="load", markerNumber=end, loadVector=[force, 0.0, 0.0]))
    sensor = mbs.AddSensor(
        SensorNode(
            name="sensor", nodeNumber=node, outputVariableType=Output.Position, storeInternal=True
        )
    )
    if assemble:
        mbs.Assemble()
    return SimpleNamespace(
        mbs=mbs, ground=ground, node=node, mass=mass, fixed=fixed, end=end, spring=connector,
        load=load, sensor=sensor,
    )  # fmt: skip


def pendulum(length=1.0, gravity=9.81, assemble=True):
    """A mass of 1 kg on a rod, horizontal at the start, under gravity along -y."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[length, 0.0]))
    mass = mbs.AddObject(MassPoint2D(physicsMass=1.0, nodeNumber=node))
    fixed = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    rod = mbs.AddObject(DistanceConstraint(name="rod", markerNumbers=[fixed, end], distance=length))
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=mass))
    load = mbs.AddLoad(Gravity(name="weight", markerNumber=weight, loadVector=[0, -gravity, 0]))
    if assemble:
        mbs.Assemble()
    return SimpleNamespace(
        mbs=mbs, ground=ground, node=node, mass=mass, fixed=fixed, end=end, rod=rod,
        weight=weight, load=load,
    )  # fmt: skip


def sizes(mbs):
    """Number of items of every kind."""
    data = mbs.systemData
    return {kind: getattr(data, f"NumberOf{kind}s")() for kind in ITEM_KINDS}


def same(left, right):
    """Whether two values of a dictionary form are equal, arrays included."""
    if isinstance(left, (np.ndarray, list)) or isinstance(right, (np.ndarray, list)):
        return np.array_equal(np.asarray(left, object), np.asarray(right, object))
    return left is right or left == right


def python_environment():
    """Environment of a fresh Python process that finds the same package."""
    package = Path(exu.__file__).parents[1]
    found = os.pathsep.join([str(package), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": found.rstrip(os.pathsep)}
