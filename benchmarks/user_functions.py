"""Models with user functions and user-defined items, and a comparison of ways to run them."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from linkwork.bench import models
from linkwork.bench.engine import (
    GRAVITY,
    Engine,
    Run,
    make_settings,
    new_system,
    node_positions,
)

GRID = (24, 3)  # points along x and y
SPACING, MASS = 0.1, 0.1  # m, kg
STIFFNESS, DAMPING, CUBIC = 1000.0, 0.05, 1.0e5  # N/m, N s/m, N/m^3
ARM, BOB = 0.8, 2.5  # m, kg: the double pendulum
COORDINATES = 1000  # of the generic systems
MEMBRANE = (25, 40)  # points along x and y
DOUBLE_PENDULUM = -1.08252657977  # sum of the first mass' coordinates after 1 s [m]

Builder = Callable[[tuple[Engine, Engine], int], Run]


@dataclass(frozen=True)
class Side:
    """One way of running a model: its name in the table, and how the model is built.

    same -- whether it must have the same result as the first; False for a model with another law
    """

    name: str
    build: Builder
    same: bool = True


@dataclass(frozen=True)
class Contest:
    """A model and the ways to run it; the first is ours.

    tolerance -- largest relative difference of the final states, else the times do not count
    newton -- Newton's methods that every side may choose from, empty for explicit solvers
    """

    name: str
    title: str
    step_size: float
    steps: int
    sides: tuple[Side, ...]
    tolerance: float = 1e-9
    newton: tuple[str, ...] = ("full", "modified")


@dataclass(frozen=True)
class Result:
    """Best time of a side [s] and its final state."""

    seconds: float
    state: np.ndarray


def measure(
    contest: Contest, engines: tuple[Engine, Engine], steps: int, repeat: int
) -> list[Result]:
    """Best of several rounds in which all sides take turns; unequal results are an error."""
    found = [Result(math.inf, np.zeros(0)) for _ in contest.sides]
    for number in range(repeat + 1):  # the first round warms up
        for k, side in enumerate(contest.sides):
            for newton in contest.newton or ("",):
                run = side.build(engines, steps)
                run.settings.timeIntegration.newton.useModifiedNewton = newton == "modified"
                start = time.process_time()
                run.solve()
                seconds = time.process_time() - start
                if number and seconds < found[k].seconds:
                    found[k] = Result(seconds, run.result())
    for side, result in zip(contest.sides[1:], found[1:], strict=True):
        size = np.max(np.abs(found[0].state))
        difference = np.max(np.abs(result.state - found[0].state)) / size
        if side.same and not difference <= contest.tolerance:
            raise RuntimeError(f"{contest.title}: {side.name} differs by {difference:.1e}")
    return found


# ---------------------------------------------------------------------- spring forces


def grid(engine: Engine, steps: int, symbolic: bool = False) -> Run:
    """Masses in the plane, a column of them fixed, with a user's law in all springs."""
    items = engine.items
    container, system, _ = new_system(engine)

    def law(mbs, t, itemNumber, u, v, k, d, F0):
        return k * u + d * v + CUBIC * u * u * u

    function: Any = law
    if symbolic:
        from exudyn.advancedUtilities import CreateSymbolicUserFunction

        function = CreateSymbolicUserFunction(
            system, function=law, itemIndex=None,
            userFunctionName="springForceUserFunction",
            itemTypeName="ObjectConnectorSpringDamper",
        )  # fmt: skip
    markers, nodes = {}, []
    for i in range(GRID[0]):
        for j in range(GRID[1]):
            place = [SPACING * i, SPACING * j]
            if i == 0:
                node = system.AddNode(items.NodePointGround(referenceCoordinates=[*place, 0.0]))
            else:
                node = system.AddNode(items.NodePoint2D(referenceCoordinates=place))
                system.AddObject(items.MassPoint2D(nodeNumber=node, physicsMass=MASS))
                nodes.append(node)
            markers[i, j] = system.AddMarker(items.MarkerNodePosition(nodeNumber=node))
            if i:
                weight = [0.0, -MASS * GRAVITY, 0.0]
                system.AddLoad(items.Force(markerNumber=markers[i, j], loadVector=weight))
    for i, j in markers:
        for di, dj in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if (i + di, j + dj) in markers and i + di > 0:
                system.AddObject(
                    items.SpringDamper(
                        markerNumbers=[markers[i, j], markers[i + di, j + dj]],
                        referenceLength=SPACING * math.hypot(di, dj),
                        stiffness=STIFFNESS,
                        damping=DAMPING,
                        springForceUserFunction=function,
                    )
                )
    system.Assemble()
    settings = make_settings(engine, steps, 1e-4, unknowns=2 * len(nodes))
    solver = engine.exu.DynamicSolverType.ExplicitMidpoint
    result = node_positions(engine, system, nodes)
    return Run(system, settings, solver, result, (container, function))


# ---------------------------------------------------------------------- constraints


def double_pendulum(engine: Engine, steps: int) -> Run:
    """Two masses in the plane, both arms as functions of one CoordinateVectorConstraint."""
    items = engine.items
    container, system, _ = new_system(engine)
    nodes, markers = [], []
    for k in (1, 2):
        nodes.append(system.AddNode(items.NodePoint2D(referenceCoordinates=[k * ARM, 0])))
        system.AddObject(items.MassPoint2D(nodeNumber=nodes[-1], physicsMass=BOB))
        markers.append(system.AddMarker(items.MarkerNodeCoordinates(nodeNumber=nodes[-1])))
        place = system.AddMarker(items.MarkerNodePosition(nodeNumber=nodes[-1]))
        system.AddLoad(items.Force(markerNumber=place, loadVector=[0, -BOB * GRAVITY, 0]))

    def constraint(mbs, t, itemNumber, q, q_t, velocityLevel):
        x, y = q[2] - q[0], q[3] - q[1]
        if velocityLevel:
            return np.array(
                [
                    2.0 * (q[0] * q_t[0] + q[1] * q_t[1]),
                    2.0 * (x * (q_t[2] - q_t[0]) + y * (q_t[3] - q_t[1])),
                ]
            )
        return np.array([q[0] ** 2 + q[1] ** 2 - ARM**2, x**2 + y**2 - ARM**2])

    def jacobian(mbs, t, itemNumber, q, q_t, velocityLevel):
        x, y = 2.0 * (q[2] - q[0]), 2.0 * (q[3] - q[1])
        return np.array([[2.0 * q[0], 2.0 * q[1], 0.0, 0.0], [-x, -y, x, y]])

    system.AddObject(
        items.ObjectConnectorCoordinateVector(
            markerNumbers=markers,
            scalingMarker0=np.zeros((2, 1)),
            constraintUserFunction=constraint,
            jacobianUserFunction=jacobian,
        )
    )
    system.Assemble()
    settings = make_settings(engine, steps, 1e-3, unknowns=6)
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.timeIntegration.newton.relativeTolerance = 1e-10
    solver = engine.exu.DynamicSolverType.GeneralizedAlpha
    read = node_positions(engine, system, nodes)

    def result() -> np.ndarray:
        state = read()
        if steps == 1000 and not abs(state[:3].sum() - DOUBLE_PENDULUM) < 1e-8:
            raise RuntimeError(f"{engine.name}: the double pendulum is at {state[:3].sum()}")
        return state

    return Run(system, settings, solver, result, container)


# ---------------------------------------------------------------------- generic systems


Triplets = list[list[float]]


def _chain() -> tuple[Triplets, Triplets]:
    """Mass and stiffness of 1000 masses in a row, held at one end: diagonal, and three entries."""
    n = COORDINATES
    mass = [[k, k, 0.1 + 0.05 * math.sin(k)] for k in range(n)]
    stiffness = [[k, k, 2.0e4 if k < n - 1 else 1.0e4] for k in range(n)]
    for k in range(n - 1):
        stiffness += [[k, k + 1, -1.0e4], [k + 1, k, -1.0e4]]
    return mass, stiffness


def _membrane() -> tuple[Triplets, Triplets]:
    """Mass and stiffness of a membrane of square bilinear elements, held at its edge: up to nine
    entries in a row of both matrices."""
    columns, rows = MEMBRANE
    stretch = np.array([[4, -1, -2, -1], [-1, 4, -1, -2], [-2, -1, 4, -1], [-1, -2, -1, 4]]) / 6
    weight = np.array([[4, 2, 1, 2], [2, 4, 2, 1], [1, 2, 4, 2], [2, 1, 2, 4]]) / 36
    mass, stiffness = [], []
    for i in range(-1, columns):
        for j in range(-1, rows):
            corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
            inside = [
                (a, x + columns * y)
                for a, (x, y) in enumerate(corners)
                if 0 <= x < columns and 0 <= y < rows
            ]
            for a, row in inside:
                for b, column in inside:
                    mass.append([row, column, 0.1 * weight[a, b]])
                    stiffness.append([row, column, 1.0e4 * stretch[a, b]])
    return mass, stiffness


def generic(engine: Engine, steps: int, matrices: Callable[[], tuple[Triplets, Triplets]]) -> Run:
    """A linear system written as one ObjectGenericODE2 with sparse matrices."""
    items, n = engine.items, COORDINATES
    mass, stiffness = matrices()
    container, system, _ = new_system(engine)
    node = system.AddNode(
        items.NodeGenericODE2(
            referenceCoordinates=[0.0] * n,
            initialCoordinates=[0.0] * n,
            initialCoordinates_t=[0.0] * n,
            numberOfODE2Coordinates=n,
        )
    )
    force = 1.0 + np.sin(np.arange(n))  # nonzero everywhere: numbers close to zero are slow
    system.AddObject(
        items.ObjectGenericODE2(
            nodeNumbers=[node],
            massMatrix=_sparse(engine, mass, n),
            stiffnessMatrix=_sparse(engine, stiffness, n),
            dampingMatrix=_sparse(engine, stiffness, n, 1e-3),
            forceVector=force,
        )
    )
    system.Assemble()
    settings = make_settings(engine, steps, 1e-3, unknowns=n)
    settings.timeIntegration.newton.relativeTolerance = 1e-10
    solver = engine.exu.DynamicSolverType.GeneralizedAlpha
    coordinates = engine.exu.OutputVariableType.Coordinates
    return Run(
        system,
        settings,
        solver,
        lambda: np.array(system.GetNodeOutput(node, coordinates)),
        container,
    )


def _sparse(engine: Engine, triplets: list, n: int, factor: float = 1.0) -> Any:
    made = engine.exu.MatrixContainer()
    made.SetWithSparseMatrix(
        triplets, numberOfRows=n, numberOfColumns=n, useDenseMatrix=False, factor=factor
    )
    return made


def _ours(build: Callable[..., Run]) -> Side:
    return Side("ours", lambda engines, steps: build(engines[0], steps))


def _peer(build: Callable[..., Run], name: str = "exudyn") -> Side:
    return Side(name, lambda engines, steps: build(engines[1], steps))


CONTESTS = (
    Contest(
        "user-spring", "Python spring force, compiled", 1e-5, 100_000,
        (_ours(models.user_force_compiled), _peer(models.user_force_compiled)),
        tolerance=1e-7,
    ),
    Contest(
        "user-grid", "grid of 24 x 3, user forces, midpoint", 1e-4, 20_000,
        (_ours(grid), _peer(grid), _peer(partial(grid, symbolic=True), "exudyn symbolic")),
        newton=(),
    ),
    Contest(
        "user-constraint", "double pendulum, user constraints", 1e-3, 1000,
        (_ours(double_pendulum), _peer(double_pendulum)),
        tolerance=1e-7,
    ),
    *(
        Contest(
            f"generic-{name}", f"GenericODE2, {name}, 1000 coordinates", 1e-3, 500,
            (_ours(partial(generic, matrices=made)), _peer(partial(generic, matrices=made))),
            tolerance=1e-7, newton=("modified",),
        )
        for name, made in (("chain", _chain), ("membrane", _membrane))
    ),
)  # fmt: skip
