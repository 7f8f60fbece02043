"""Models whose cost is that of calling Python back, and a large first-order system.

All functions read a list, which may change at any time, so no engine can compile them.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.user_functions import Contest, Side
from linkwork.bench.engine import GRAVITY, Engine, Run, make_settings, new_system, node_positions

STIFFNESS, DAMPING, MASS = [100.0], [0.5], [2.0]  # N/m, N s/m, kg: what the functions read
ARM = [0.8]  # m
RATES = 300  # coordinates of the large first-order system
PEER_ERROR = 5e-3  # of first-order systems in the peer's implicit solver, far more than ours


def _solved_with(name: str) -> Callable[..., Any]:
    """Arguments of a run: assembled system and its result -> Run with this solver."""

    def run(engine: Engine, container: Any, system: Any, steps: int, h: float, result: Any) -> Run:
        system.Assemble()
        settings = make_settings(engine, steps, h, unknowns=4)
        solver = getattr(engine.exu.DynamicSolverType, name)
        return Run(system, settings, solver, result, container)

    return run


def _read(engine: Engine, system: Any, node: Any) -> Callable[[], np.ndarray]:
    coordinates = engine.exu.OutputVariableType.Coordinates
    return lambda: np.array(system.GetNodeOutput(node, coordinates), ndmin=1)


# ---------------------------------------------------------------------- springs and loads


def _mass(engine: Engine) -> tuple[Any, Any, Any, Any, Any]:
    """A mass on the ground: container, system, marker of the ground, node and its marker."""
    items = engine.items
    container, system, ground = new_system(engine)
    node = system.AddNode(items.NodePoint(referenceCoordinates=[1.0, 0.0, 0.0]))
    system.AddObject(items.MassPoint(nodeNumber=node, physicsMass=2.0))
    marker = system.AddMarker(items.MarkerNodePosition(nodeNumber=node))
    return container, system, ground, node, marker


def spring(engine: Engine, steps: int, solver: str) -> Run:
    """A mass on a spring with a function of numbers."""
    container, system, ground, node, marker = _mass(engine)

    def law(mbs, t, itemNumber, u, v, k, d, F0):
        return STIFFNESS[0] * u + DAMPING[0] * v

    system.AddObject(
        engine.items.SpringDamper(
            markerNumbers=[ground, marker], referenceLength=0.9, springForceUserFunction=law
        )
    )
    read = node_positions(engine, system, [node])
    return _solved_with(solver)(engine, container, system, steps, 1e-4, read)


def cartesian(engine: Engine, steps: int, solver: str) -> Run:
    """A mass on a spring with a function of vectors."""
    container, system, ground, node, marker = _mass(engine)

    def law(mbs, t, itemNumber, u, v, k, d, offset):
        x = STIFFNESS[0] * u[0] + DAMPING[0] * v[0]
        return [x, k[1] * u[1], k[2] * u[2]]

    system.AddObject(
        engine.items.CartesianSpringDamper(
            markerNumbers=[ground, marker], stiffness=[100.0] * 3, springForceUserFunction=law
        )
    )
    read = node_positions(engine, system, [node])
    return _solved_with(solver)(engine, container, system, steps, 1e-4, read)


def force(engine: Engine, steps: int, solver: str) -> Run:
    """A free mass with a force vector as a function of time."""
    container, system, _, node, marker = _mass(engine)

    def law(mbs, t, load):
        return [load[0] * math.cos(t), STIFFNESS[0], 0.0]

    system.AddLoad(
        engine.items.Force(
            markerNumber=marker, loadVector=[3.0, 0.0, 0.0], loadVectorUserFunction=law
        )
    )
    read = node_positions(engine, system, [node])
    return _solved_with(solver)(engine, container, system, steps, 1e-4, read)


def coordinate_load(engine: Engine, steps: int, solver: str) -> Run:
    """A free mass with a force on one coordinate as a function of time."""
    container, system, _, node, _ = _mass(engine)

    def law(mbs, t, load):
        return load * math.cos(t) + STIFFNESS[0]

    along = system.AddMarker(engine.items.MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    system.AddLoad(engine.items.LoadCoordinate(markerNumber=along, load=3.0, loadUserFunction=law))
    read = node_positions(engine, system, [node])
    return _solved_with(solver)(engine, container, system, steps, 1e-4, read)


def sensor(engine: Engine, steps: int) -> Run:
    """A falling mass whose sensor records a function in every step."""
    items = engine.items
    container, system, _, node, marker = _mass(engine)
    system.AddLoad(items.Force(markerNumber=marker, loadVector=[0.0, -2.0 * GRAVITY, 0.0]))

    def made(mbs, t, sensorNumbers, factors, configuration):
        return [t * factors[0], STIFFNESS[0]]

    number = system.AddSensor(
        items.SensorUserFunction(
            sensorNumbers=[], factors=[2.0], sensorUserFunction=made, storeInternal=True
        )
    )

    def result() -> np.ndarray:
        rows = np.asarray(system.GetSensorStoredData(number))
        return np.array([len(rows), rows[:, 0].sum(), rows[:, 1].sum(), rows[:, 2].sum()])

    run = _solved_with("RK44")(engine, container, system, steps, 1e-4, result)
    run.settings.solutionSettings.sensorsStoreAndWriteFiles = True
    run.settings.solutionSettings.sensorsWritePeriod = 1e-4
    return run


# ---------------------------------------------------------------------- generic systems


def second_order(engine: Engine, steps: int, solver: str, with_matrices: bool = False) -> Run:
    """Two coupled coordinates whose forces, and if wanted matrices, are functions."""
    items = engine.items
    container, system, _ = new_system(engine)
    node = system.AddNode(
        items.NodeGenericODE2(
            referenceCoordinates=[0.0, 0.0], initialCoordinates=[0.1, 0.0],
            initialCoordinates_t=[0.0, 0.2], numberOfODE2Coordinates=2,
        )
    )  # fmt: skip

    def forces(mbs, t, itemNumber, q, q_t):
        k, d = STIFFNESS[0], DAMPING[0]
        return [-k * (2.0 * q[0] - q[1]) - d * q_t[0], -k * (q[1] - q[0]) - d * q_t[1]]

    def mass(mbs, t, itemNumber, q, q_t):
        return [[MASS[0], 0.0], [0.0, MASS[0]]]

    def jacobian(mbs, t, itemNumber, q, q_t, fODE2, fODE2_t):
        k, d = fODE2 * STIFFNESS[0], fODE2_t * DAMPING[0]
        return np.array([[2.0 * k + d, -k], [-k, k + d]])

    functions: dict[str, Any] = dict(forceUserFunction=forces)
    if with_matrices:
        functions |= dict(massMatrixUserFunction=mass, jacobianUserFunction=jacobian)
    else:
        functions |= dict(massMatrix=np.diag([2.0, 2.0]))
    system.AddObject(items.ObjectGenericODE2(nodeNumbers=[node], **functions))
    read = _read(engine, system, node)
    return _solved_with(solver)(engine, container, system, steps, 1e-4, read)


def first_order(engine: Engine, steps: int, solver: str, with_arrays: bool = False) -> Run:
    """Two coordinates whose rates are a function, of their elements or of the whole vector."""
    items = engine.items
    container, system, _ = new_system(engine)
    node = system.AddNode(
        items.NodeGenericODE1(
            referenceCoordinates=[0.0, 0.0], initialCoordinates=[0.1, 0.3],
            numberOfODE1Coordinates=2,
        )
    )  # fmt: skip

    def rates(mbs, t, itemNumber, q):
        return [q[1], -STIFFNESS[0] * q[0] - DAMPING[0] * q[1]]

    matrices = [np.array([[0.0, 1.0], [-STIFFNESS[0], -DAMPING[0]]])]

    def product(mbs, t, itemNumber, q):
        return matrices[0] @ q

    function = product if with_arrays else rates
    system.AddObject(items.ObjectGenericODE1(nodeNumbers=[node], rhsUserFunction=function))
    read = _read(engine, system, node)
    return _solved_with(solver)(engine, container, system, steps, 1e-4, read)


def matrix(engine: Engine, steps: int, solver: str) -> Run:
    """A first-order system of a full matrix, without functions."""
    items, n = engine.items, RATES
    container, system, _ = new_system(engine)
    random = np.random.default_rng(1)
    rates = random.normal(size=(n, n)) / math.sqrt(n) - 1.5 * np.eye(n)
    node = system.AddNode(
        items.NodeGenericODE1(
            referenceCoordinates=[0.0] * n, initialCoordinates=random.normal(size=n).tolist(),
            numberOfODE1Coordinates=n,
        )
    )  # fmt: skip
    system.AddObject(
        items.ObjectGenericODE1(
            nodeNumbers=[node], systemMatrix=rates, rhsVector=random.normal(size=n)
        )
    )
    read = _read(engine, system, node)
    run = _solved_with(solver)(engine, container, system, steps, 1e-3, read)
    run.settings.linearSolverType = engine.exu.LinearSolverType.EXUdense
    return run


def pendulum(engine: Engine, steps: int) -> Run:
    """A mass in the plane on an arm that is a function of a CoordinateVectorConstraint."""
    items = engine.items
    container, system, _ = new_system(engine)
    node = system.AddNode(items.NodePoint2D(referenceCoordinates=[ARM[0], 0.0]))
    system.AddObject(items.MassPoint2D(nodeNumber=node, physicsMass=2.0))
    marker = system.AddMarker(items.MarkerNodeCoordinates(nodeNumber=node))
    place = system.AddMarker(items.MarkerNodePosition(nodeNumber=node))
    system.AddLoad(items.Force(markerNumber=place, loadVector=[0.0, -2.0 * GRAVITY, 0.0]))
    fixed = system.AddNode(items.NodePointGround())
    ground = system.AddMarker(items.MarkerNodeCoordinates(nodeNumber=fixed))

    def constraint(mbs, t, itemNumber, q, q_t, velocityLevel):
        if velocityLevel:
            return [2.0 * (q[0] * q_t[0] + q[1] * q_t[1])]
        return [q[0] * q[0] + q[1] * q[1] - ARM[0] * ARM[0]]

    def jacobian(mbs, t, itemNumber, q, q_t, velocityLevel):
        return np.array([[2.0 * q[0], 2.0 * q[1]]])

    system.AddObject(
        items.ObjectConnectorCoordinateVector(
            markerNumbers=[marker, ground], scalingMarker0=np.zeros((1, 2)),
            constraintUserFunction=constraint, jacobianUserFunction=jacobian,
        )
    )  # fmt: skip
    read = node_positions(engine, system, [node])
    run = _solved_with("GeneralizedAlpha")(engine, container, system, steps, 1e-3, read)
    run.settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    run.settings.timeIntegration.newton.relativeTolerance = 1e-10
    return run


def _contest(name: str, title: str, steps: int, build: Callable[..., Run], **more: Any) -> Contest:
    sides = (
        Side("ours", lambda engines, steps: build(engines[0], steps)),
        Side("exudyn", lambda engines, steps: build(engines[1], steps)),
    )
    step_size = more.pop("step_size", 1e-4)
    return Contest(f"callback-{name}", title, step_size, steps, sides, **more)


def _contests(
    name: str, title: str, steps: int, build: Callable[..., Run], tolerance: float = 1e-6
) -> tuple[Contest, ...]:
    """The same model with RK44 and with an implicit solver; tolerance -- of the implicit one."""
    return (
        _contest(name, f"{title}, RK44", steps, partial(build, solver="RK44"), newton=()),
        _contest(
            f"{name}-implicit", f"{title}, implicit", steps,
            partial(build, solver="GeneralizedAlpha"), tolerance=tolerance,
        ),
    )  # fmt: skip


CONTESTS = (
    *_contests("spring", "SpringDamper", 10_000, spring),
    *_contests("cartesian", "CartesianSpringDamper", 10_000, cartesian),
    *_contests("force", "Force", 10_000, force),
    *_contests("load", "LoadCoordinate", 10_000, coordinate_load),
    _contest("sensor", "SensorUserFunction", 20_000, sensor, newton=()),
    *_contests("ode2", "GenericODE2, force", 5_000, second_order),
    *_contests(
        "matrices", "GenericODE2, all functions", 3_000, partial(second_order, with_matrices=True)
    ),
    *_contests("ode1", "GenericODE1", 10_000, first_order, PEER_ERROR),
    *_contests(
        "arrays", "GenericODE1, product with a matrix", 10_000,
        partial(first_order, with_arrays=True), PEER_ERROR,
    ),
    _contest("constraint", "CoordinateVectorConstraint", 2_000, pendulum, tolerance=1e-6),
    _contest(
        "matrix", "GenericODE1, 300 coordinates, RK44", 500, partial(matrix, solver="RK44"),
        step_size=1e-3, newton=(),
    ),
    _contest(
        "matrix-implicit", "GenericODE1, 300 coordinates, implicit", 100,
        partial(matrix, solver="GeneralizedAlpha"), step_size=1e-3, tolerance=PEER_ERROR,
    ),
)  # fmt: skip
