"""Linear systems of first order with their closed solution, alone and beside others."""

from typing import Any

import numpy as np
from scipy.linalg import expm

import linkwork as exu
from linkwork.items import *

S = exu.DynamicSolverType
A = np.array([[-1.0, 2.0, 0.0], [-2.0, -1.0, 0.5], [0.3, 0.0, -3.0]])
F = np.array([1.0, 0.0, 2.0])
START = np.array([1.0, 2.0, 3.0])
IMPLICIT = (S.GeneralizedAlpha, S.TrapezoidalIndex2)
FIXED = (
    S.ExplicitEuler, S.ExplicitMidpoint, S.RK33, S.RK44, S.RK67, S.VelocityVerlet,
)  # fmt: skip
PAIRS = (S.ODE23, S.DOPRI5, S.DVERK6)


def closed(t: float) -> np.ndarray:
    """y(t) of y_t = A y + F from START."""
    bordered = np.zeros((4, 4))
    bordered[:3, :3], bordered[:3, 3] = A, F
    return (expm(bordered * t) @ [*START, 1.0])[:3]


def linear(mbs, t, itemNumber, q):
    """A y + F as a user function."""
    return [
        -q[0] + 2.0 * q[1] + 1.0,
        -2.0 * q[0] - q[1] + 0.5 * q[2],
        0.3 * q[0] - 3.0 * q[2] + 2.0,
    ]


def system() -> Any:
    return exu.SystemContainer().AddSystem()


def add_linear(mbs: Any, **values: Any) -> Any:
    """The system on two nodes, one of two coordinates with reference values, one of one."""
    first = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[10.0, 20.0],
            initialCoordinates=START[:2],
            numberOfODE1Coordinates=2,
        )
    )
    second = mbs.AddNode(NodeGenericODE1(initialCoordinates=START[2:], numberOfODE1Coordinates=1))
    values = values or dict(systemMatrix=A, rhsVector=F)
    return mbs.AddObject(ObjectGenericODE1(nodeNumbers=[first, second], **values))


def add_pendulum(mbs: Any) -> None:
    """A rod pendulum of 1 m, released from the horizontal."""
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1.0, 0.0, 0.0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=2.0))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    mbs.AddObject(ObjectConnectorDistance(markerNumbers=ends, distance=1.0))
    mbs.AddLoad(LoadForceVector(markerNumber=ends[1], loadVector=[0.0, -19.62, 0.0]))


def solve(mbs: Any, solver: Any, steps: int, end: float = 1.0, **time: Any) -> Any:
    """Run to `end`; every step is recorded."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = end
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.solutionWritePeriod = 0.0
    for name, value in time.items():
        setattr(settings.timeIntegration, name, value)
    return mbs.SolveDynamic(settings, solverType=solver)
