"""Benchmarks of rigid bodies in space, and of a planar pendulum: small models and chains.

The references are runs of Linkwork with RK67 and far smaller steps. The error of the peer against
them shows that both engines solve the same problem.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import numpy as np

from linkwork.bench.engine import (
    GRAVITY,
    Benchmark,
    Engine,
    Run,
    make_settings,
    node_positions,
)
from linkwork.bench.rounds import own_engine
from linkwork.utilities import (
    AngularVelocity2EulerParameters_t,
    AngularVelocity2RotXYZ_t,
    InertiaCuboid,
    RotationMatrix2EulerParameters,
    RotationMatrix2RotationVector,
    RotationMatrix2RotXYZ,
    RotationMatrixX,
    RotationMatrixZ,
)

SMALL_STEP = 5e-4  # s
CHAIN_STEP = 1e-3  # s
PENDULUM_STEP = 2e-3  # s
DOWN = (0.0, 0.0, -GRAVITY)
AT_REST = (0.0, 0.0, 0.0)
ALONG = np.array([1.0, 0.0, 0.0])
PEER_SOLVERS = ("EigenSparse", "EigenSparseSymmetric")


class Model:
    """A system of either engine to which rigid bodies are added."""

    def __init__(self, engine: Engine, kind: str) -> None:
        self.engine, self.kind, self.items = engine, kind, engine.items
        self.container = engine.exu.SystemContainer()
        self.system = self.container.AddSystem()
        self.ground = self.system.AddObject(self.items.ObjectGround())
        self.nodes: list[Any] = []

    def body(
        self,
        mass: float,
        inertia: Any,
        position: Any,
        rotation: Any = None,
        velocity: Any = AT_REST,
        angular_velocity: Any = AT_REST,
        gravity: Any = DOWN,
    ) -> Any:
        """A rigid body at its center of mass; inertia -- Jxx, Jyy, Jzz, Jyz, Jxz, Jxy."""
        A = np.eye(3) if rotation is None else rotation
        node = self._node(np.asarray(position, float), A, velocity, np.asarray(angular_velocity))
        self.nodes.append(self.system.AddNode(node))
        body = self.system.AddObject(
            self.items.ObjectRigidBody(
                physicsMass=mass, physicsInertia=list(inertia), nodeNumber=self.nodes[-1]
            )
        )
        if any(gravity):
            marker = self.system.AddMarker(self.items.MarkerBodyMass(bodyNumber=body))
            self.system.AddLoad(
                self.items.LoadMassProportional(markerNumber=marker, loadVector=list(gravity))
            )
        return body

    def _node(self, p: np.ndarray, A: np.ndarray, v: Any, w: np.ndarray) -> Any:
        if self.kind == "EP":
            q = RotationMatrix2EulerParameters(A)
            kind, rates = self.items.NodeRigidBodyEP, AngularVelocity2EulerParameters_t(w, q)
        elif self.kind == "Rxyz":
            q = RotationMatrix2RotXYZ(A)
            kind, rates = self.items.NodeRigidBodyRxyz, AngularVelocity2RotXYZ_t(w, q)
        else:
            q = RotationMatrix2RotationVector(A)
            kind, rates = self.items.NodeRigidBodyRotVecLG, A.T @ w
        return kind(referenceCoordinates=[*p, *q], initialVelocities=[*v, *rates])

    def frame(self, body: Any, local: Any = (0, 0, 0)) -> Any:
        """A marker with an orientation."""
        marker = self.items.MarkerBodyRigid(bodyNumber=body, localPosition=list(local))
        return self.system.AddMarker(marker)

    def connect(self, kind: Any, *markers: Any, **parameters: Any) -> None:
        self.system.AddObject(kind(markerNumbers=list(markers), **parameters))

    def run(
        self, steps: int, step_size: float, solver: str, unknowns: int, radius: float = 0.9
    ) -> Run:
        """The assembled model."""
        self.system.Assemble()
        settings = make_settings(self.engine, steps, step_size, unknowns)
        settings.timeIntegration.generalizedAlpha.spectralRadius = radius
        return Run(
            self.system,
            settings,
            getattr(self.engine.exu.DynamicSolverType, solver),
            node_positions(self.engine, self.system, self.nodes),
            self.container,
        )


def free_body(engine: Engine, steps: int, solver: str, step_size: float) -> Run:
    """A body that tumbles and falls, on a Lie-group node."""
    model = Model(engine, "LG")
    model.body(2.0, [0.1, 0.2, 0.25, 0, 0, 0], (0, 0, 0), None, (1, 0, 3), (0.3, 4.0, 0.2))
    return model.run(steps, step_size, solver, 6)


def heavy_top(engine: Engine, steps: int, solver: str, step_size: float, kind: str) -> Run:
    """A fast top on a ball joint."""
    model = Model(engine, kind)
    inertia = [0.234375, 0.46875, 0.234375, 0, 0, 0]
    spin, precession = 20.0, -4.61538
    omega, arm = np.array([0, spin, precession]), np.array([0.0, 1.0, 0.0])
    body = model.body(15.0, inertia, arm, None, np.cross(omega, arm), omega)
    ends = model.frame(model.ground), model.frame(body, -arm)
    model.connect(engine.items.SphericalJoint, *ends)
    return model.run(steps, step_size, solver, 11 if kind == "EP" else 9)


def bushing(engine: Engine, steps: int, solver: str, step_size: float, kind: str) -> Run:
    """A body on a 6 x 6 bushing."""
    model = Model(engine, kind)
    inertia = [0.1, 0.2, 0.25, 0, 0, 0]
    body = model.body(2.0, inertia, (0, 0, 0), None, (1, 0, 0.5), (1, 2, 0.5))
    stiffness = np.diag([900.0, 1200, 800, 60, 70, 80])
    stiffness[0, 1] = stiffness[1, 0] = 50.0
    model.connect(
        engine.items.RigidBodySpringDamper,
        model.frame(model.ground),
        model.frame(body),
        stiffness=stiffness,
        damping=np.diag([2.0, 2, 2, 0.1, 0.1, 0.1]),
    )
    return model.run(steps, step_size, solver, 7 if kind == "EP" else 6)


def chain(engine: Engine, steps: int, solver: str, step_size: float, kind: str, bodies: int) -> Run:
    """Bricks, each turned against the one before, joined at their ends by revolute joints."""
    model = Model(engine, kind)
    brick, half = InertiaCuboid(1000, [0.4, 0.1, 0.1]), 0.2 * ALONG
    mass, inertia, gravity = brick.mass, brick.GetInertia6D(), (0, 0, GRAVITY)
    turn = RotationMatrixX(0.01 * np.pi) @ RotationMatrixZ(0.02 * np.pi)
    A, A_before, end, before = np.eye(3), np.eye(3), np.zeros(3), model.ground
    for index in range(bodies):
        A = A @ turn if index else A
        body = model.body(mass, inertia, end + A @ half, A, gravity=gravity)
        ends = model.frame(before, half if index else AT_REST), model.frame(body, -half)
        axes = {"rotationMarker0": A_before.T @ A, "rotationMarker1": np.eye(3)}
        model.connect(engine.items.RevoluteJointZ, *ends, **axes)
        A_before, end, before = A, end + 2 * A @ half, body
    return model.run(steps, step_size, solver, 13 * bodies, radius=0.8)


def stewart(engine: Engine, steps: int, solver: str, step_size: float, kind: str) -> Run:
    """A platform on six legs of two parts, with ball joints, rails and springs."""
    model, height = Model(engine, kind), np.array([0.0, 0.0, 1.2])
    platform = model.body(40.0, [3.0, 3.0, 6.0, 0, 0, 0], height)
    for leg in range(6):
        side, lean = leg // 2, 2 * (leg % 2) - 1
        low, high = np.radians(120 * side + 50 * lean), np.radians(120 * side + 20 * lean)
        foot = np.array([np.cos(low), np.sin(low), 0.0])
        top = np.array([0.6 * np.cos(high), 0.6 * np.sin(high), 0.0])
        _add_leg(model, platform, foot, top, height, 1.0 + 0.02 * lean)
    return model.run(steps, step_size, solver, 200)


def _add_leg(
    model: Model, platform: Any, foot: np.ndarray, top: np.ndarray, height: np.ndarray, part: float
) -> None:
    """Two rods on a rail, from a point of the ground to one of the platform.

    part -- length of the spring between them at rest, relative to its length at the start
    """
    items, inertia, half = model.items, [0.01, 0.08, 0.08, 0, 0, 0], 0.3 * ALONG
    span = top + height - foot
    length = float(np.linalg.norm(span))
    x = span / length
    y = np.cross([0, 0, 1.0], x)
    y /= np.linalg.norm(y)
    A = np.column_stack([x, y, np.cross(x, y)])
    lower = model.body(2.0, inertia, foot + 0.3 * x, A)
    upper = model.body(1.5, inertia, top + height - 0.3 * x, A)
    ends = model.frame(model.ground, foot), model.frame(lower, -half)
    model.connect(items.SphericalJoint, *ends)
    model.connect(items.SphericalJoint, model.frame(platform, top), model.frame(upper, half))
    rods = model.frame(lower), model.frame(upper)
    model.connect(items.PrismaticJointX, *rods)
    rest = part * (length - 0.6)
    model.connect(items.SpringDamper, *rods, referenceLength=rest, stiffness=2e4, damping=200.0)
    # keeps the leg from turning about itself
    turning = np.diag([0.0, 0, 0, 1, 1, 1])
    model.connect(
        items.RigidBodySpringDamper, *ends, rotationMarker0=A, stiffness=turning,
        damping=0.1 * turning,
    )  # fmt: skip


def planar_pendulum(engine: Engine, steps: int, solver: str, step_size: float) -> Run:
    """A planar rigid body on a revolute joint."""
    model, items = Model(engine, "plane"), engine.items
    node = model.system.AddNode(items.NodeRigidBody2D(referenceCoordinates=[0.5, 0.0, 0.0]))
    model.nodes.append(node)
    body = model.system.AddObject(
        items.RigidBody2D(physicsMass=12.0, physicsInertia=1.0, nodeNumber=node)
    )
    model.connect(items.RevoluteJoint2D, model.frame(model.ground), model.frame(body, (-0.5, 0, 0)))
    center = model.system.AddMarker(items.MarkerBodyPosition(bodyNumber=body))
    weight = items.Force(markerNumber=center, loadVector=[0, -12.0 * GRAVITY, 0])
    model.system.AddLoad(weight)
    run = model.run(steps, step_size, solver, 5, radius=0.7)
    run.settings.timeIntegration.newton.relativeTolerance = 1e-6
    return run


def _benchmark(
    name: str, title: str, build: Callable[..., Run], steps: int, step_size: float = SMALL_STEP,
    solver: str = "GeneralizedAlpha", refine: int = 10, large: bool = False,
) -> Benchmark:  # fmt: skip
    """One row; refine -- steps of the reference per step."""

    @lru_cache
    def reference(end: float) -> np.ndarray:
        count = round(end / step_size) * refine
        run = build(own_engine(), count, "RK67", step_size / refine)
        run.solve()
        return run.result()

    explicit = solver != "GeneralizedAlpha"
    return Benchmark(
        name,
        title,
        lambda engine, count: build(engine, count, solver, step_size),
        reference,
        step_size,
        steps,
        newton=() if explicit else ("full", "modified"),
        peer_solvers=PEER_SOLVERS if large else (),
    )


def _chain(bodies: int, steps: int, large: bool = True) -> Benchmark:
    build = partial(chain, kind="EP", bodies=bodies)
    name, title = f"bricks-{bodies}", f"chain of {bodies} bricks"
    refine = 1 if large else 10
    return _benchmark(name, title, build, steps, CHAIN_STEP, refine=refine, large=large)


BENCHMARKS = (
    _benchmark("top-EP", "heavy top, Euler parameters", partial(heavy_top, kind="EP"), 50_000),
    _benchmark("top-Rxyz", "heavy top, angles", partial(heavy_top, kind="Rxyz"), 50_000),
    _benchmark("top-LG", "heavy top, Lie group", partial(heavy_top, kind="LG"), 50_000),
    _benchmark("double-EP", "double pendulum, EP", partial(chain, kind="EP", bodies=2), 20_000),
    _benchmark("double-LG", "double pendulum, LG", partial(chain, kind="LG", bodies=2), 20_000),
    _benchmark("bushing-EP", "body on a bushing, EP", partial(bushing, kind="EP"), 50_000),
    _benchmark("bushing-LG", "body on a bushing, LG", partial(bushing, kind="LG"), 50_000),
    _benchmark("free-LG", "free body, LG, RK44", free_body, 100_000, 1e-3, "RK44"),
    _benchmark("stewart-EP", "Stewart platform, EP", partial(stewart, kind="EP"), 2_000, 1e-3),
    _benchmark("stewart-LG", "Stewart platform, LG", partial(stewart, kind="LG"), 2_000, 1e-3),
    _benchmark("planar-pendulum", "planar pendulum", planar_pendulum, 100_000, PENDULUM_STEP),
    _chain(10, 4_000, large=False),
)
LARGE = (_chain(40, 200), _chain(400, 100), _chain(4000, 20))
