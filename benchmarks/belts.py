"""Benchmark of contacts with friction: a belt of ANCF elements that drives a loaded pulley."""

import math
from functools import partial
from typing import Any

import numpy as np

from linkwork.bench.engine import OWN, Benchmark, Engine, Run, make_settings, node_positions
from linkwork.utilities import CreateReevingCurve

RADIUS, DISTANCE = 0.1, 0.5  # m, of the pulleys
SPEED, TORQUE = 10.0, -0.5  # rad/s of the driving pulley, N m on the other one
RAMP, LOADED = 0.5, 0.2  # s: until the pulley turns at that speed, and then until it is loaded
BELT = dict(
    physicsMassPerLength=0.05,
    physicsBendingStiffness=1e-3,
    physicsAxialStiffness=2e3,
    physicsBendingDamping=1e-4,
    physicsAxialDamping=0.5,
    physicsReferenceAxialStrain=-0.01,
)
CONTACT = dict(
    contactStiffness=2e4,
    contactDamping=10.0,
    frictionVelocityPenalty=50.0,
    frictionCoefficient=0.5,
    circleRadius=RADIUS,
)
SEGMENTS = 3
PRESSED = 2e-5  # m: the belt starts where contact nearly balances its tension
STEP_SIZE = 1e-4  # s
REFINED = 8
"""Steps of the reference for each step of the benchmark."""


def driven_angle(mbs, t, itemNumber, lOffset):
    """Angle of the driving pulley."""
    if t >= RAMP:
        return SPEED * (t - 0.5 * RAMP)
    return 0.5 * SPEED * (t - RAMP / math.pi * math.sin(math.pi * t / RAMP))


def ramped_load(mbs, t, load):
    """Torque on the other pulley."""
    return load * min(max((t - RAMP) / LOADED, 0.0), 1.0)


def _add_belt(engine: Engine, system: Any, elements: int) -> tuple[list, list]:
    """Nodes and elements of a closed belt."""
    items = engine.items
    curve = CreateReevingCurve(
        [[[x, 0.0], RADIUS - PRESSED, "L"] for x in (0.0, DISTANCE)],
        numberOfANCFnodes=elements,
        closedCurve=True,
    )
    points = np.asarray(curve["ancfPointsSlopes"])[:elements].tolist()
    nodes = [system.AddNode(items.NodePoint2DSlope1(referenceCoordinates=p)) for p in points]
    cables = [
        system.AddObject(
            items.ObjectANCFCable2D(
                physicsLength=curve["elementLengths"][k],
                nodeNumbers=[nodes[k], nodes[(k + 1) % elements]],
                **BELT,
            )
        )
        for k in range(elements)
    ]
    return nodes, cables


def _add_pulley(engine: Engine, system: Any, x: float, fixed: Any) -> tuple[Any, Any]:
    """A pulley in its bearing; returns its angle and its frame as markers."""
    items = engine.items
    node = system.AddNode(items.NodeRigidBody2D(referenceCoordinates=[x, 0.0, 0.0]))
    body = system.AddObject(
        items.ObjectRigidBody2D(nodeNumber=node, physicsMass=1.0, physicsInertia=0.01)
    )
    ends = [
        system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=node, coordinate=c))
        for c in range(3)
    ]
    for end in ends[:2]:
        system.AddObject(items.ObjectConnectorCoordinate(markerNumbers=[fixed, end]))
    return ends[2], system.AddMarker(items.MarkerBodyRigid(bodyNumber=body))


def build(engine: Engine, steps: int, elements: int, step_size: float = STEP_SIZE) -> Run:
    """A belt over two pulleys of equal size: one is driven, one is loaded."""
    items = engine.items
    container = engine.exu.SystemContainer()
    system = container.AddSystem()
    nodes, cables = _add_belt(engine, system, elements)
    ground = system.AddNode(items.NodePointGround())
    fixed = system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    pulleys = [_add_pulley(engine, system, x, fixed) for x in (0.0, DISTANCE)]
    system.AddObject(
        items.ObjectConnectorCoordinate(
            markerNumbers=[fixed, pulleys[0][0]], offsetUserFunction=driven_angle
        )
    )
    system.AddLoad(
        items.LoadCoordinate(markerNumber=pulleys[1][0], load=TORQUE, loadUserFunction=ramped_load)
    )
    start = [0.1] * SEGMENTS + [-2.0] * SEGMENTS + [0.0] * SEGMENTS
    for cable in cables:
        for _, frame in pulleys:
            shape = system.AddMarker(
                items.MarkerBodyCable2DShape(bodyNumber=cable, numberOfSegments=SEGMENTS)
            )
            data = system.AddNode(
                items.NodeGenericData(
                    initialCoordinates=start, numberOfDataCoordinates=3 * SEGMENTS
                )
            )
            system.AddObject(
                items.ObjectContactFrictionCircleCable2D(
                    markerNumbers=[frame, shape],
                    nodeNumber=data,
                    numberOfContactSegments=SEGMENTS,
                    **CONTACT,
                )
            )
    system.Assemble()
    settings = make_settings(engine, steps, step_size, 4 * elements + 6)
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.6
    settings.timeIntegration.discontinuous.maxIterations = 8
    if engine.name != OWN:
        settings.timeIntegration.discontinuous.iterationTolerance = 1e-2  # N; ours is relative
    return Run(
        system,
        settings,
        engine.exu.DynamicSolverType.GeneralizedAlpha,
        node_positions(engine, system, nodes),
        container,
    )


def reference(end: float, elements: int) -> np.ndarray:
    """Final positions with smaller steps."""
    import linkwork
    from linkwork import items

    steps = REFINED * math.ceil(end / STEP_SIZE - 0.5)
    run = build(Engine(OWN, linkwork, items), steps, elements, end / steps)
    run.solve()
    return run.result()


def _built(engine: Engine, steps: int, elements: int) -> Run:
    return build(engine, steps, elements)


LARGE = (
    Benchmark(
        "belt-120",
        "belt drive of 120 ANCF elements with friction",
        partial(_built, elements=120),
        partial(reference, elements=120),
        STEP_SIZE,
        1000,
    ),
)
