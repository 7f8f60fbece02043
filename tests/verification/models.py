"""Small builders shared by the verification tests; every one returns an assembled model."""

from dataclasses import dataclass
from typing import Any

import numpy as np

import linkwork as exu
from linkwork.items import (
    CartesianSpringDamper,
    ConnectorGravity,
    CoordinateConstraint,
    DistanceConstraint,
    Force,
    LoadCoordinate,
    MarkerBodyPosition,
    MarkerNodeCoordinate,
    MarkerNodePosition,
    Mass1D,
    MassPoint,
    MassPoint2D,
    Node1D,
    NodePoint,
    NodePoint2D,
    NodePointGround,
    ObjectGround,
    SpringDamper,
)

POSITION = exu.OutputVariableType.Position
VELOCITY = exu.OutputVariableType.Velocity
FORCE = exu.OutputVariableType.Force
FORCE_LOCAL = exu.OutputVariableType.ForceLocal


@dataclass
class Model:
    """A system with the indices a test asks for."""

    container: Any
    mbs: Any
    node: Any = None
    connector: Any = None
    marker: Any = None
    load: Any = None

    def solve(self, step_size, end_time, solver="GeneralizedAlpha", **options):
        """Integrate with a fixed number of steps and return the Solution."""
        settings = make_settings(step_size, end_time, **options)
        return self.mbs.SolveDynamic(settings, solverType=solver)

    def position(self):
        """Current position of the node in m."""
        return np.array(self.mbs.GetNodeOutput(self.node, POSITION))

    def velocity(self):
        """Current velocity of the node in m/s."""
        return np.array(self.mbs.GetNodeOutput(self.node, VELOCITY))

    def connector_output(self, variable):
        """Current output of the connector."""
        return self.mbs.GetObjectOutput(self.connector, variable)


def assert_close(actual, expected, atol):
    """Assert that every entry is within `atol` of the expected one."""
    np.testing.assert_allclose(actual, expected, rtol=0, atol=atol)


def make_settings(
    step_size,
    end_time,
    rho=0.9,
    index2=False,
    newmark=False,
    record=None,
    modified=False,
    tight=True,
    tolerance=None,
):
    """Simulation settings for `end_time / step_size` equal steps, quiet, tight Newton.

    With a `tolerance`, embedded pairs control their error, and `step_size` is the largest step.
    """
    settings = exu.SimulationSettings()
    integration = settings.timeIntegration
    integration.numberOfSteps = round(end_time / step_size)
    integration.endTime = end_time
    integration.verboseMode = 0
    integration.automaticStepSize = tolerance is not None
    if tolerance is not None:
        integration.absoluteTolerance = integration.relativeTolerance = tolerance
    integration.newton.useModifiedNewton = modified
    if tight:
        integration.newton.relativeTolerance = 1e-12
        integration.newton.absoluteTolerance = 1e-13
    integration.generalizedAlpha.spectralRadius = rho
    integration.generalizedAlpha.useIndex2Constraints = index2
    integration.generalizedAlpha.useNewmark = newmark
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.solutionWritePeriod = record or 2 * end_time
    return settings


def new_model():
    """An empty system with a ground and a marker at the origin: (model, ground marker)."""
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    ground = mbs.AddObject(ObjectGround())
    marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    return Model(container, mbs), marker


def add_mass(model, position, velocity=(0, 0, 0), mass=1.0):
    """Add a mass point (2D if the position has two entries) and a marker on its node."""
    node_class, body_class = (
        (NodePoint, MassPoint) if len(position) == 3 else (NodePoint2D, MassPoint2D)
    )
    velocity = list(velocity)[: len(position)]
    model.node = model.mbs.AddNode(
        node_class(referenceCoordinates=list(position), initialVelocities=velocity)
    )
    model.mbs.AddObject(body_class(nodeNumber=model.node, physicsMass=mass))
    model.marker = model.mbs.AddMarker(MarkerNodePosition(nodeNumber=model.node))
    return model.marker


def spring_oscillator(
    mass=1.6, stiffness=4000.0, damping=8.0, length=0.5, load=80.0, velocity=0.1, **parameters
):
    """A mass on a spring-damper along x under a constant force, starting at the spring's length."""
    model, ground = new_model()
    marker = add_mass(model, [length, 0, 0], [velocity, 0, 0], mass)
    model.connector = model.mbs.AddObject(
        SpringDamper(
            markerNumbers=[ground, marker],
            referenceLength=length,
            stiffness=stiffness,
            damping=damping,
            **parameters,
        )
    )
    if load:
        model.load = model.mbs.AddLoad(Force(markerNumber=marker, loadVector=[load, 0, 0]))
    model.mbs.Assemble()
    return model


def distance_pendulum(
    start=(-1.0, 0.0),
    velocity=(0.0, 0.0),
    mass=1.0,
    gravity=9.81,
    length=1.0,
    damping=0.0,
    **parameters,
):
    """A mass point on a Distance constraint to the origin, gravity along -y, force -damping v."""
    model, ground = new_model()
    marker = add_mass(model, start, velocity, mass)
    model.connector = model.mbs.AddObject(
        DistanceConstraint(markerNumbers=[ground, marker], distance=length, **parameters)
    )
    model.load = model.mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -mass * gravity, 0]))
    if damping:
        model.mbs.AddObject(
            CartesianSpringDamper(markerNumbers=[ground, marker], damping=[damping] * 3)
        )
    model.mbs.Assemble()
    return model


def elastic_pendulum(mass=1.0, stiffness=60.0, damping=0.4, length=0.8, gravity=9.81):
    """A mass on a soft spring-damper, released horizontally, gravity along -y: nonlinear."""
    model, ground = new_model()
    marker = add_mass(model, [1.0, 0.0], [0.0, 0.5], mass)
    model.connector = model.mbs.AddObject(
        SpringDamper(
            markerNumbers=[ground, marker],
            referenceLength=length,
            stiffness=stiffness,
            damping=damping,
        )
    )
    model.mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -mass * gravity, 0]))
    model.mbs.Assemble()
    return model


def kepler_orbit(eccentricity, gravitational=1.0):
    """A unit mass at the pericenter of its orbit (half-axis 1) around a fixed unit mass."""
    model, ground = new_model()
    speed = np.sqrt(gravitational * (1 + eccentricity) / (1 - eccentricity))
    marker = add_mass(model, [1 - eccentricity, 0, 0], [0, speed, 0])
    model.connector = model.mbs.AddObject(
        ConnectorGravity(
            markerNumbers=[ground, marker], gravitationalConstant=gravitational, mass0=1, mass1=1
        )
    )
    model.mbs.Assemble()
    return model


def cartesian_oscillator(stiffness, damping, offset, start, velocity, mass=1.0):
    """A mass on a three-axis spring to the origin."""
    model, ground = new_model()
    marker = add_mass(model, start, velocity, mass)
    model.connector = model.mbs.AddObject(
        CartesianSpringDamper(
            markerNumbers=[ground, marker], stiffness=stiffness, damping=damping, offset=offset
        )
    )
    model.mbs.Assemble()
    return model


class Line:
    """Masses on axes of their own; `ground` is a coordinate marker that does not move."""

    def __init__(self):
        self.mbs = exu.SystemContainer().AddSystem()
        node = self.mbs.AddNode(NodePointGround())
        self.ground = self.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
        self.nodes = []

    def add(self, mass, q=0.0, v=0.0, reference=0.0):
        """A Mass1D; returns the marker of its coordinate."""
        values = dict(initialCoordinates=[q], initialVelocities=[v])
        node = self.mbs.AddNode(Node1D(referenceCoordinates=[reference], **values))
        self.mbs.AddObject(Mass1D(physicsMass=mass, nodeNumber=node))
        self.nodes.append(node)
        return self.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))

    def tie(self, ends, **values):
        return self.mbs.AddObject(CoordinateConstraint(markerNumbers=ends, **values))

    def push(self, marker, load, **values):
        return self.mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=load, **values))

    def solve(self, h, end, solver="GeneralizedAlpha", **options):
        settings = make_settings(h, end, **options)
        return self.mbs.SolveDynamic(settings, solver)

    def output(self, number, variable):
        return self.mbs.GetObjectOutput(number, variable)
