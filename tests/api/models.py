"""Small systems that the tests of the interface are tried on, and checks they share."""

import math
import os
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

Output = exu.OutputVariableType
Configuration = exu.ConfigurationType
Solver = exu.DynamicSolverType
EXPLICIT = [
    Solver.ExplicitEuler,
    Solver.ExplicitMidpoint,
    Solver.RK33,
    Solver.RK44,
    Solver.RK67,
    Solver.ODE23,
    Solver.DOPRI5,
    Solver.DVERK6,
    Solver.VelocityVerlet,
]
AVAILABLE = [Solver.GeneralizedAlpha, Solver.TrapezoidalIndex2, *EXPLICIT]

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


def failure(mbs, settings, solver=Solver.GeneralizedAlpha):
    """The SolverError of a run, after checking what must hold for every one."""
    with pytest.raises(exu.SolverError) as caught:
        mbs.SolveDynamic(settings, solver)
    error = caught.value
    solution, data = error.solution, mbs.systemData
    assert isinstance(solution, exu.Solution) and mbs.solution is solution
    assert not solution and solution.message == str(error)
    assert "t = " in str(error) and "step" in str(error)
    assert (np.diff(solution.times) > 0).all()
    for part in (solution.coordinates, solution.velocities):
        assert len(part) == len(solution.times) and np.isfinite(part).all()
    if len(solution):
        assert solution.times[-1] == data.GetTime()
        assert np.array_equal(solution.coordinates[-1], data.GetODE2Coordinates())
        assert np.array_equal(solution.velocities[-1], data.GetODE2Coordinates_t())
    else:
        assert solution.statistics["steps"] == 0
        assert data.GetTime() == settings.timeIntegration.startTime
        initial = data.GetODE2Coordinates(Configuration.Initial)
        assert np.array_equal(data.GetODE2Coordinates(), initial)
    return error


def hard_spring():
    """A mass of 2 kg at 5 m/s on a spring of force sinh(20 u), which stops it within 0.35 m."""
    s = mass_on_spring(
        stiffness=1.0, damping=0.0, referenceLength=1.0, springForceUserFunction=hard_force
    )
    s.mbs.SetNodeParameter(s.node, "initialVelocities", [5, 0, 0])
    s.mbs.Assemble()
    return s


def hard_force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * math.sinh(20.0 * deltaL)


def hard_settings(**integration):
    """Twenty steps, too large for four Newton iterations."""
    settings = make_settings(2.0, 20, **integration)
    settings.timeIntegration.newton.maxIterations = 4
    return settings


def assert_refused(mbs, family, item, *words):
    """Adding the item raises a SysError with these words and leaves the system as it was."""
    before = sizes(mbs)
    with pytest.raises(exu.SysError) as error:
        getattr(mbs, f"Add{family}")(item)
    for word in words:
        assert word in str(error.value)
    assert sizes(mbs) == before


ORDINARY = make_settings(0.5, 50)


def solve_with(function, solver=Solver.GeneralizedAlpha, settings=ORDINARY, **values):
    """Solution of the mass on a spring with a user function."""
    s = mass_on_spring(springForceUserFunction=function, force=0.25, damping=3.0, **values)
    return s.mbs.SolveDynamic(settings, solver)


def solve_cartesian_with(function, solver=Solver.GeneralizedAlpha):
    """Solution of a mass on a CartesianSpringDamper with a user function, 0 for none."""
    s = mass_on_spring(stiffness=0.0, damping=0.0, position=[1.0, 0.5, 0.25], assemble=False)
    s.mbs.AddObject(
        CartesianSpringDamper(
            name="cartesian", markerNumbers=[s.fixed, s.end], stiffness=[40, 50, 60],
            damping=[1, 2, 3], offset=[0.1, 0.2, 0.3], springForceUserFunction=function,
        )
    )  # fmt: skip
    return s.mbs.SolveDynamic(ORDINARY, solver)
