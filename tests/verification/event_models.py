"""Masses at unilateral and tabular springs, and a link that sticks, for tests of events."""

import math
from typing import Any

import numpy as np

import linkwork as exu
from linkwork.connectors.connector import EVENT_COLUMN, PairConnector
from linkwork.core.declare.item import define, parameter
from linkwork.core.declare.parameters import Real
from linkwork.core.records import BOUNDARIES
from linkwork.items import *

Solver = exu.DynamicSolverType
PAIRS = (Solver.ODE23, Solver.DOPRI5, Solver.DVERK6)


class Model:
    """A system with point masses and the ground at the origin."""

    def __init__(self) -> None:
        self.mbs = exu.SystemContainer().AddSystem()
        self.ground = self.point([0.0, 0.0, 0.0])

    def point(self, place: Any) -> Any:
        """A marker on the ground."""
        body = self.mbs.AddObject(ObjectGround(referencePosition=place))
        return self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))

    def mass(self, place: Any, velocity: Any, m: float = 1.0, gravity: Any = None) -> Any:
        """The marker of a mass."""
        node = self.mbs.AddNode(NodePoint(referenceCoordinates=place, initialVelocities=velocity))
        body = self.mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=m))
        if gravity is not None:
            heavy = self.mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
            self.mbs.AddLoad(LoadMassProportional(markerNumber=heavy, loadVector=gravity))
        return self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))

    def spring(self, first: Any, second: Any, **values: Any) -> Any:
        item = TabularSpringDamper(markerNumbers=[first, second], **values)
        return self.mbs.AddObject(item)

    def solve(
        self, end: float, solver: Solver, tolerance: float = 1e-11, steps: int = 1,
        period: float = 0.0, locate: bool = True, **integration: Any,
    ) -> exu.Solution:  # fmt: skip
        """Run from the initial state; embedded pairs record every step, or every period."""
        self.mbs.Assemble()
        settings = exu.SimulationSettings()
        time = settings.timeIntegration
        time.endTime, time.numberOfSteps, time.verboseMode = end, steps, 0
        time.absoluteTolerance = time.relativeTolerance = tolerance
        time.discontinuous.locateEvents = locate
        for name, value in integration.items():
            setattr(time, name, value)
        settings.solutionSettings.solutionWritePeriod = period
        return self.mbs.SolveDynamic(settings, solverType=solver)


BUMPER_START = 1.5
CONTACT = 1.0 / 6.0


def bumper(c: float, no_adhesion: bool = False) -> Model:
    """A mass of 2 kg that flies with 3 m/s against a buffer of length 1 m."""
    model = Model()
    mass = model.mass([BUMPER_START, 0.0, 0.0], [-3.0, 0.0, 0.0], m=2.0)
    model.spring(
        model.ground, mass, referenceLength=1.0, stiffness=5000.0, damping=c,
        springType="Compressive", noAdhesion=no_adhesion,
    )  # fmt: skip
    return model


def bungee() -> Model:
    """A mass of 80 kg that falls from 1 nm below the anchor of a rope of 10 m."""
    model = Model()
    mass = model.mass([0.0, -1e-9, 0.0], [0.0, 0.0, 0.0], m=80.0, gravity=[0.0, -9.81, 0.0])
    model.spring(model.ground, mass, referenceLength=10.0, stiffness=160.0, springType="Tensile")
    return model


def at_length(solution: exu.Solution, length: float, start: np.ndarray) -> np.ndarray:
    """Rows of the recorded times at which a mass that began there has that distance."""
    distance = np.linalg.norm(solution.coordinates + start, axis=1)
    return np.flatnonzero(np.abs(distance - length) < 1e-12 * length)


class Friction(PairConnector):
    """A force of constant size against the velocity along x: it makes a mass stick.

    The velocities on both sides of its boundary lead back to it.
    """

    type_name = "TestFriction"
    rigid_invariance = False
    extra_columns = (*PairConnector.extra_columns, EVENT_COLUMN)

    size: float = parameter(1.0, Real, symbol="R", unit="N", doc="size of the force")


def residual(table, markers, frozen, branches_out, marker_force_out):
    for i in range(table.size):
        e = table[i]
        if frozen == 0:
            branches_out[e.event] = 1 if markers[e.m1].v[0] > 0.0 else -1
        marker_force_out[e.m1, 0] -= e.R * branches_out[e.event]
        marker_force_out[e.m0, 0] += e.R * branches_out[e.event]


def events(table, markers, branches, event_values_out):
    for i in range(table.size):
        e = table[i]
        for b in range(BOUNDARIES):
            event_values_out[e.event, b] = math.inf
        event_values_out[e.event, 0] = branches[e.event] * markers[e.m1].v[0]


def switch(table, crossed, branches_out):
    for i in range(table.size):
        e = table[i]
        if crossed[e.event] >= 0:
            branches_out[e.event] = -branches_out[e.event]


define(Friction, residual, events, switch)
