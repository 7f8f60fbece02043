"""Models of the ensemble tests, with sensors, and members compared with single runs."""

import copy

import numpy as np

import linkwork as exu
from linkwork.api.parameter_paths import parameter_path, set_values
from linkwork.ensemble.members import Members, new_report
from linkwork.ensemble.recorded import Recorded
from linkwork.items import *
from linkwork.utilities import InertiaCuboid

Out = exu.OutputVariableType


def settings_of(steps=50, end=0.05, **chosen):
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = end
    for path, value in chosen.items():
        *groups, name = path.split("__")
        group = settings
        for each in groups:
            group = getattr(group, each)
        setattr(group, name, value)
    return settings


def spring_mass(UF=0):
    """A mass on a spring, with a load and gravity."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodePoint(name="mass", referenceCoordinates=[1, 0, 0], initialVelocities=[0.1, 0.2, 0])
    )
    body = mbs.AddObject(MassPoint(name="body", nodeNumber=node, physicsMass=1.3))
    ground = mbs.AddObject(ObjectGround())
    ends = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=each, name=name))
        for each, name in ((ground, "foot"), (body, "tip"))
    ]
    mbs.AddObject(
        SpringDamper(
            name="spring", markerNumbers=ends, stiffness=100, damping=0.5, referenceLength=0.9,
            springForceUserFunction=UF,
        )
    )  # fmt: skip
    mbs.AddLoad(Force(name="push", markerNumber=ends[1], loadVector=[0.3, -1, 0]))
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(name="gravity", markerNumber=weight, loadVector=[0, -9.81, 0]))
    mbs.AddSensor(SensorNode(name="at", nodeNumber=node, outputVariableType=Out.Position))
    mbs.AddSensor(SensorNode(name="a", nodeNumber=node, outputVariableType=Out.Acceleration))
    mbs.AddSensor(SensorObject(name="force", objectNumber=2, outputVariableType=Out.Force))
    return mbs


def four_bar():
    """Three planar bodies in a closed loop of four joints, driven by a torsional spring."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    corners = np.array([[0, 0], [0.3, 0.9], [1.6, 1.1], [1.5, 0]], float)
    bodies = []
    for k in range(3):
        a, b = corners[k], corners[k + 1]
        length, angle = np.hypot(*(b - a)), float(np.arctan2(*(b - a)[::-1]))
        node = mbs.AddNode(
            NodeRigidBody2D(name=f"node{k}", referenceCoordinates=[*(0.5 * (a + b)), angle])
        )
        body = mbs.AddObject(
            RigidBody2D(name=f"bar{k}", nodeNumber=node, physicsMass=1.0 + k, physicsInertia=0.1)
        )
        bodies.append((body, length))

    def marker(body, x):
        return mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[x, 0, 0]))

    def fixed(x, y):
        return mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[x, y, 0]))

    ends = [(marker(b, -0.5 * L), marker(b, 0.5 * L)) for b, L in bodies]
    first, last = fixed(*corners[0]), fixed(*corners[3])
    pairs = [(first, ends[0][0]), (ends[0][1], ends[1][0]), (ends[1][1], ends[2][0]),
             (ends[2][1], last)]  # fmt: skip
    for k, pair in enumerate(pairs):
        mbs.AddObject(RevoluteJoint2D(name=f"joint{k}", markerNumbers=list(pair)))
    mbs.AddObject(
        TorsionalSpringDamper(
            name="spring", markerNumbers=[first, ends[0][0]], stiffness=20, damping=0.1, offset=0.2
        )
    )
    mbs.AddSensor(SensorBody(name="at", bodyNumber=bodies[1][0], outputVariableType=Out.Position))
    mbs.AddSensor(SensorObject(name="joint", objectNumber=5, outputVariableType=Out.Force))
    return mbs


def space_body(node_kind="RotationEulerParameters"):
    """A rigid body in space on a spring, turning."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    body = mbs.CreateRigidBody(
        name="body", inertia=InertiaCuboid(density=500, sideLengths=[0.4, 0.2, 0.1]),
        nodeType=exu.NodeType[node_kind], referencePosition=[0.4, 0.1, 0.2],
        initialVelocity=[0.1, 0, -0.2], initialAngularVelocity=[3, 1, 2], gravity=[0, 0, -9.81],
    )  # fmt: skip
    ends = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground)),
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[0.2, 0.1, 0])),
    ]
    mbs.AddObject(
        SpringDamper(
            name="spring", markerNumbers=ends, stiffness=500, damping=2, referenceLength=0.4
        )
    )
    mbs.AddSensor(
        SensorBody(
            name="at", bodyNumber=body, localPosition=[0.1, 0, 0], outputVariableType=Out.Position
        )
    )
    return mbs


def alone(build, settings, solver, paths, row, recorded):
    """Rows of a single run of a new system that records every step."""
    mbs = build()
    mbs.Assemble()
    set_values(mbs, [parameter_path(mbs, path) for path in paths], map(float, row))
    own = copy.copy(settings)
    own.solutionSettings.solutionWritePeriod = own.solutionSettings.sensorsWritePeriod = 0
    found = mbs.SolveDynamic(own, solver)
    rows = [int(np.abs(found.times - t).argmin()) for t in recorded.times]
    columns = [found.sensors[name][rows, 1:] for name in recorded.sensors]
    if recorded.coordinates:
        columns += [found.coordinates[rows], found.velocities[rows]]
        columns += [found.ode1_coordinates[rows], found.data_coordinates[rows]]
    return np.hstack(columns)


def members_of(build, settings, solver, paths, recorded, threads=1):
    mbs = build()
    mbs.Assemble()
    varied = [parameter_path(mbs, path) for path in paths]
    return Members(mbs, settings, solver, varied, recorded, threads)


def results_of(members, values, **arguments):
    """(results, report) of all members."""
    count = len(values)
    results = np.full((count, len(members._times), len(members.columns)), -1.0)
    report = new_report(count)
    members.run(values, results, report, **arguments)
    return results, report


def assert_alike(build, settings, solver, changes, sensors, compiled, threads=1, times=None):
    """Members are bitwise those of single runs; changes -- path -> values."""
    end = settings.timeIntegration.endTime
    times = np.array([0.0, 0.5 * end, end]) if times is None else np.asarray(times)
    recorded = Recorded(tuple(sensors), times, True)
    values = np.column_stack(list(changes.values()))
    members = members_of(build, settings, solver, list(changes), recorded, threads)
    assert (members.reason == "") == compiled, members.reason
    results, report = results_of(members, values)
    assert not report["status"].any(), (report, members.messages)
    assert not compiled or members._ordinary == [None] * threads
    for k, row in enumerate(values):
        single = alone(build, settings, solver, list(changes), row, recorded)
        assert np.array_equal(results[k], single), (k, np.abs(results[k] - single).max())
    members.close()


def stop_spring():
    """A mass that hits a spring which only pushes: steps end where it does."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D(name="mass", referenceCoordinates=[0], initialVelocities=[1]))
    mbs.AddObject(Mass1D(name="body", nodeNumber=node, physicsMass=2))
    ground = mbs.AddNode(NodePointGround())
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=each, coordinate=0))
        for each in (ground, node)
    ]
    data = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=3, initialCoordinates=[0, 0, 0]))
    mbs.AddObject(
        CoordinateSpringDamperExt(
            name="stop", markerNumbers=ends, nodeNumber=data, useLimitStops=True,
            limitStopsLower=-1.0,
            limitStopsUpper=0.01, limitStopsStiffness=1e4, limitStopsDamping=10,
        )
    )  # fmt: skip
    mbs.AddSensor(SensorNode(name="at", nodeNumber=node, outputVariableType=Out.Coordinates))
    return mbs


def hardening(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL + 20.0 * deltaL**3 + damping * deltaL_t + 0.1 * t


def asks_its_system(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return mbs.GetObjectParameter(itemNumber, "stiffness") * deltaL


def oscillator():
    """A mass that grows without bound where the spring pushes away."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D(name="mass", initialVelocities=[1]))
    mbs.AddObject(Mass1D(name="body", nodeNumber=node, physicsMass=1))
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=each, coordinate=0))
        for each in (mbs.AddNode(NodePointGround()), node)
    ]
    mbs.AddObject(CoordinateSpringDamper(name="spring", markerNumbers=ends, stiffness=1))
    return mbs


def rod_pendulum():
    """A mass on a rod, with a spring to the ground."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(name="mass", referenceCoordinates=[0.6, -0.8, 0]))
    body = mbs.AddObject(MassPoint(name="body", nodeNumber=node, physicsMass=2))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=each)) for each in (ground, body)]
    mbs.AddObject(DistanceConstraint(name="rod", markerNumbers=ends, distance=1))
    away = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 0.3, 0.4]))
    mbs.AddObject(SpringDamper(name="spring", markerNumbers=[away, ends[1]], stiffness=30))
    weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(Gravity(name="gravity", markerNumber=weight, loadVector=[0, -9.81, 0]))
    mbs.AddSensor(SensorNode(name="at", nodeNumber=node, outputVariableType=Out.Position))
    mbs.AddSensor(SensorObject(name="rod force", objectNumber=2, outputVariableType=Out.Force))
    return mbs


def hinged_body():
    """A body in space with composed coordinates on a hinge, turned by a spring."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    body = mbs.CreateRigidBody(
        name="body", inertia=InertiaCuboid(density=500, sideLengths=[0.4, 0.2, 0.1]),
        nodeType=exu.NodeType.RotationRotationVector, referencePosition=[0.3, 0.1, 0.2],
        initialAngularVelocity=[0, 0, 2], initialVelocity=[0, 0.6, 0], gravity=[0, -9.81, 0],
    )  # fmt: skip
    mbs.CreateRevoluteJoint(
        name="hinge", bodyNumbers=[ground, body], position=[0, 0.1, 0.2], axis=[0, 0, 1]
    )
    ends = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0.5, 0.9, 0])),
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[0.2, 0.1, 0])),
    ]
    mbs.AddObject(SpringDamper(name="spring", markerNumbers=ends, stiffness=500, damping=2))
    mbs.AddSensor(SensorBody(name="at", bodyNumber=body, outputVariableType=Out.Position))
    return mbs
