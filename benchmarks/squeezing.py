"""Andrews' squeezing mechanism: CPU time against digits, compared with SciPy in index-1 form."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks import squeezing_reference as reference
from benchmarks.squeezing_reference import (
    DA,
    EA,
    FA,
    RA,
    RR,
    SA,
    SB,
    SC,
    SD,
    SS,
    TA,
    TB,
    UA,
    UB,
    ZF,
    ZT,
    D,
    E,
    U,
)
from linkwork.bench.engine import Engine, Run, make_settings

TOLERANCES = (1e-4, 1e-6, 1e-8, 1e-10, 1e-12)
STEP_COUNTS = (300, 1000, 3000, 10_000)  # of generalized-alpha
LARGEST_STEPS = 20  # of error-controlled solvers: their largest step is END / 20
GROUND = -1

# Joints of pairs of bodies: (body, x, y), in body axes, relative to its center of mass [m].
JOINTS = (
    ((GROUND, 0.0, 0.0), (0, -RA, 0.0)),
    ((0, RR - RA, 0.0), (1, DA, 0.0)),
    ((GROUND, *reference.B), (2, -SB, SA)),
    ((GROUND, *reference.A), (4, -TA, -TB)),
    ((4, ZT - TA, -TB), (3, 0.0, E - EA)),
    ((GROUND, *reference.A), (6, UB, UA)),
    ((6, UB, UA - U), (5, FA - ZF, 0.0)),
    ((1, DA - D, 0.0), (2, -SB, SA - SS)),
    ((1, DA - D, 0.0), (3, 0.0, -EA)),
    ((1, DA - D, 0.0), (5, FA, 0.0)),
)
SPRING_ENDS = (GROUND, *reference.C), (2, SD - SB, SA - SC)


@dataclass(frozen=True)
class Row:
    """A run: method, its tolerance or number of steps, digits against the tight reference, time."""

    method: str
    choice: str
    digits: float
    seconds: float


def build(
    engine: Engine,
    solver: str,
    steps: int = LARGEST_STEPS,
    tolerance: float = 0.0,
    torque: float = reference.TORQUE,
) -> Run:
    """The mechanism of rigid bodies, revolute joints, a spring and a torque [N m]."""
    items = engine.items
    q = reference.start_angles()
    angles = reference.TURNS @ q
    container = engine.exu.SystemContainer()
    system = container.AddSystem()
    nodes, bodies = [], {GROUND: system.AddObject(items.ObjectGround())}
    for k in range(7):
        center, _, _ = reference.point(reference.CENTERS[k], q)
        nodes.append(
            system.AddNode(items.NodeRigidBody2D(referenceCoordinates=[*center, angles[k]]))
        )
        bodies[k] = system.AddObject(
            items.ObjectRigidBody2D(
                nodeNumber=nodes[k],
                physicsMass=reference.MASSES[k],
                physicsInertia=reference.INERTIAS[k],
            )
        )

    def point(body: int, x: float, y: float) -> Any:
        marker = items.MarkerBodyPosition(bodyNumber=bodies[body], localPosition=[x, y, 0.0])
        return system.AddMarker(marker)

    for pair in JOINTS:
        system.AddObject(items.ObjectJointRevolute2D(markerNumbers=[point(*end) for end in pair]))
    system.AddObject(
        items.SpringDamper(
            markerNumbers=[point(*end) for end in SPRING_ENDS],
            stiffness=reference.STIFFNESS,
            referenceLength=reference.LENGTH,
        )
    )
    shaft = system.AddMarker(items.MarkerBodyRigid(bodyNumber=bodies[0]))
    system.AddLoad(items.LoadTorqueVector(markerNumber=shaft, loadVector=[0, 0, torque]))
    system.Assemble()
    settings = make_settings(engine, steps, reference.END / steps, unknowns=41)
    if tolerance:
        settings.timeIntegration.absoluteTolerance = tolerance
        settings.timeIntegration.relativeTolerance = tolerance
    else:
        settings.timeIntegration.newton.relativeTolerance = 1e-10
        settings.timeIntegration.newton.useModifiedNewton = True
        settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    return Run(
        system,
        settings,
        getattr(engine.exu.DynamicSolverType, solver),
        lambda: _angles(engine, system, nodes),
        container,
    )


def _angles(engine: Engine, system: Any, nodes: list) -> np.ndarray:
    """The seven angles q of the problem [rad]."""
    total = engine.exu.OutputVariableType.CoordinatesTotal
    return np.linalg.solve(
        reference.TURNS, [system.GetNodeOutput(node, total)[2] for node in nodes]
    )


def rows(engine: Engine, quick: bool, repeat: int) -> list[Row]:
    """All rows of the table: our solvers, then SciPy's."""
    exact = reference.integrate(1e-13)
    found = []
    tolerances = TOLERANCES[::2] if quick else TOLERANCES
    for solver in ("DOPRI5", "DVERK6"):
        for tolerance in tolerances:
            run = build(engine, solver, tolerance=tolerance)
            found.append(_row(solver, f"{tolerance:.0e}", exact, run.solve, run.result, repeat))
    for steps in STEP_COUNTS[::2] if quick else STEP_COUNTS:
        run = build(engine, "GeneralizedAlpha", steps)
        found.append(
            _row("GeneralizedAlpha", f"{steps} steps", exact, run.solve, run.result, repeat)
        )
    for tolerance in tolerances:
        angles: list[np.ndarray] = []

        def solve(rtol: float = tolerance, angles: list = angles) -> None:
            angles.append(reference.integrate(rtol))

        found.append(
            _row(
                "SciPy DOP853, index 1", f"{tolerance:.0e}", exact, solve, lambda a=angles: a[-1], 1
            )
        )
    return found


def _row(
    method: str,
    choice: str,
    exact: np.ndarray,
    solve: Callable[[], None],
    result: Callable[[], np.ndarray],
    repeat: int,
) -> Row:
    best = math.inf
    for number in range(repeat + (repeat > 1)):  # the first warms up
        begin = time.process_time()
        solve()
        if number or repeat == 1:
            best = min(best, time.process_time() - begin)
    return Row(method, choice, reference.digits(result(), exact), best)
