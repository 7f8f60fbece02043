"""Rigid bodies in space on every kind of node, built from items, and their runs."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import (
    AngularVelocity2EulerParameters_t,
    AngularVelocity2RotXYZ_t,
    RotationMatrix2EulerParameters,
    RotationMatrix2RotationVector,
    RotationMatrix2RotXYZ,
)

Out = exu.OutputVariableType
NODES = ("EP", "Rxyz", "LG")
DOWN = (0.0, 0.0, -9.81)
ZERO = (0.0, 0.0, 0.0)


def node_of(kind: str, position: Any, A: np.ndarray, velocity: Any, spin: Any) -> Any:
    """A node of a kind; spin -- angular velocity in global axes."""
    spin = np.asarray(spin, float)
    if kind == "EP":
        turn = RotationMatrix2EulerParameters(A)
        made, rates = NodeRigidBodyEP, AngularVelocity2EulerParameters_t(spin, turn)
    elif kind == "Rxyz":
        turn = RotationMatrix2RotXYZ(A)
        made, rates = NodeRigidBodyRxyz, AngularVelocity2RotXYZ_t(spin, turn)
    else:
        turn, rates = RotationMatrix2RotationVector(A), A.T @ spin
        made = NodeRigidBodyRotVecLG
    return made(referenceCoordinates=[*position, *turn], initialVelocities=[*velocity, *rates])


class SpaceModel:
    """A system with a ground and bodies in space.

    bodies, nodes -- their numbers; ground -- that of the ground
    """

    def __init__(self, kind: str = "EP") -> None:
        self.mbs = exu.SystemContainer().AddSystem()
        self.kind = kind
        self.ground = self.mbs.AddObject(ObjectGround())
        self.bodies: list[Any] = []
        self.nodes: list[Any] = []

    def body(
        self, mass: float, moments: Any, position: Any = ZERO, A: Any = None, velocity: Any = ZERO,
        spin: Any = ZERO, gravity: Any = ZERO, com: Any = ZERO,
    ) -> Any:  # fmt: skip
        """Add a body; moments -- of inertia about its reference point."""
        A = np.eye(3) if A is None else A
        node = self.mbs.AddNode(node_of(self.kind, position, A, velocity, spin))
        J = [*moments, 0.0, 0.0, 0.0] if len(moments) == 3 else moments
        made = ObjectRigidBody(
            nodeNumber=node, physicsMass=mass, physicsInertia=J, physicsCenterOfMass=com
        )
        number = self.mbs.AddObject(made)
        if np.any(gravity):
            marker = self.mbs.AddMarker(MarkerBodyMass(bodyNumber=number))
            load = LoadMassProportional(markerNumber=marker, loadVector=gravity)
            self.mbs.AddLoad(load)
        self.bodies.append(number)
        self.nodes.append(node)
        return number

    def frame(self, body: Any, place: Any = ZERO) -> Any:
        """A rigid marker on a body."""
        return self.mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=place))

    def ends(self, first: Any, second: Any, place0: Any = ZERO, place1: Any = ZERO) -> list[Any]:
        """Two rigid markers."""
        return [self.frame(first, place0), self.frame(second, place1)]

    def of_body(self, variable: Out, number: int = 0) -> np.ndarray:
        """An output of a body."""
        return np.ravel(self.mbs.GetObjectOutputBody(self.bodies[number], variable))

    def of(self, number: Any, variable: Out) -> np.ndarray:
        """An output of a connector."""
        return np.atleast_1d(self.mbs.GetObjectOutput(number, variable))


def settings(end: float, steps: int, period: float | None = None) -> Any:
    """Settings of fixed steps of generalized-alpha with full Newton, solved to rounding."""
    made = exu.SimulationSettings()
    time = made.timeIntegration
    time.endTime, time.numberOfSteps, time.verboseMode = end, steps, 0
    time.newton.useModifiedNewton = False
    time.newton.relativeTolerance = time.newton.absoluteTolerance = 1e-12
    time.generalizedAlpha.spectralRadius = 0.9
    made.solutionSettings.writeSolutionToFile = False
    made.solutionSettings.solutionWritePeriod = end if period is None else period
    return made


def extrapolated(build: Any, end: float, steps: int, read: Any) -> np.ndarray:
    """Values at the end, extrapolated from runs of generalized-alpha with three step sizes.

    The error has terms with h^2, h^3, ...: with steps, 2 steps and 4 steps those of h^2 and h^3
    are eliminated.
    """
    found = []
    for factor in (1, 2, 4):
        model = build()
        model.mbs.SolveDynamic(settings(end, factor * steps))
        found.append(read(model))
    first, second = ((4.0 * found[k + 1] - found[k]) / 3.0 for k in range(2))
    return (8.0 * second - first) / 7.0
