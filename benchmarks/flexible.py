"""Benchmark of a flexible body: a slider-crank whose connecting rod has 30 modes."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from benchmarks.rows import extrapolated
from linkwork.bench.engine import Benchmark, Engine, Run, make_settings, node_positions

CRANK, ROD = 0.15, 0.5  # m, lengths
WIDTH, HEIGHT = 0.012, 0.02  # m, section of the rod
DENSITY, STIFFNESS, POISSON = 2700.0, 7.0e10, 0.3
SPEED = 40.0  # rad/s
MODES = 30
STEP_SIZE = 1e-4  # s
PEER_SOLVERS = ("EXUdense", "EigenDense", "EigenSparse")
"""Steps of the reference for each step of the benchmark."""


@functools.cache
def rod() -> tuple[dict[str, Any], list[list[int]]]:
    """(parameters of the flexible rod, mesh nodes of its two ends)"""
    from linkwork import fem

    model = fem.FEMinterface(fem.beam(ROD, WIDTH, HEIGHT, (20, 1, 2)), DENSITY, STIFFNESS, POISSON)
    ends = [model.GetNodesInPlane([x, 0, 0], [1, 0, 0]) for x in (0.0, ROD)]
    model.ComputeHurtyCraigBamptonModes(ends, MODES - 6)
    return fem.ObjectFFRFreducedOrderInterface(model).parts, ends


def _rigid(system: Any, items: Any, place: Any, speed: Any, spin: float, values: Any) -> Any:
    """(body, node) of a rigid body that turns about z."""
    node = system.AddNode(
        items.NodeRigidBodyEP(
            referenceCoordinates=[*place, 1.0, 0.0, 0.0, 0.0],
            initialVelocities=[*speed, 0.0, 0.0, 0.0, 0.5 * spin],
        )
    )
    return system.AddObject(items.ObjectRigidBody(nodeNumber=node, **values)), node


def _flexible(engine: Engine, system: Any) -> tuple[Any, Any]:
    """(body, node) of the rod, which lies along x behind the crank and starts to turn back."""
    items, (parts, _) = engine.items, rod()
    spin = -SPEED * CRANK / ROD
    node = system.AddNode(
        items.NodeRigidBodyEP(
            referenceCoordinates=[CRANK, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
            initialVelocities=[0.0, SPEED * CRANK, 0.0, 0.0, 0.0, 0.0, 0.5 * spin],
        )
    )
    zeros = [0.0] * MODES
    modes = system.AddNode(
        items.NodeGenericODE2(
            numberOfODE2Coordinates=MODES, referenceCoordinates=zeros, initialCoordinates=zeros,
            initialCoordinates_t=zeros,
        )
    )  # fmt: skip
    given: dict[str, Any] = dict(parts)
    given["dampingMatrixReduced"] = 1e-5 * parts["stiffnessMatrixReduced"]
    for name in ("massMatrixReduced", "stiffnessMatrixReduced", "dampingMatrixReduced"):
        matrix = engine.exu.MatrixContainer()
        matrix.SetWithDenseMatrix(given[name], useDenseMatrix=True)
        given[name] = matrix
    x, y, z = (float(c) for c in parts["physicsCenterOfMass"])
    body = system.AddObject(
        items.ObjectFFRFreducedOrder(
            nodeNumbers=[node, modes],
            physicsCenterOfMassTilde=[[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]],
            **{**given, "physicsCenterOfMass": [x, y, z]},
        )
    )
    return body, node


def build(engine: Engine, steps: int, step_size: float = STEP_SIZE) -> Run:
    """A crank that turns freely, the flexible rod, and a sliding mass."""
    items = engine.items
    container = engine.exu.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(items.ObjectGround())
    heavy = dict(physicsMass=2.0, physicsInertia=[0.05, 0.05, 0.05, 0.0, 0.0, 0.0])
    crank, crank_node = _rigid(system, items, [0.0] * 3, [0.0] * 3, SPEED, heavy)
    slider, slider_node = _rigid(system, items, [CRANK + ROD, 0, 0], [0.0] * 3, 0.0, heavy)
    flexible, rod_node = _flexible(engine, system)
    frames = [
        system.AddMarker(items.MarkerBodyRigid(bodyNumber=body, localPosition=place))
        for body, place in (
            (ground, [0, 0, 0]), (crank, [0, 0, 0]), (crank, [CRANK, 0, 0]), (slider, [0, 0, 0])
        )
    ]  # fmt: skip
    ends = [
        system.AddMarker(
            items.MarkerSuperElementRigid(
                bodyNumber=flexible,
                meshNodeNumbers=nodes,
                weightingFactors=[1.0 / len(nodes)] * len(nodes),
            )
        )
        for nodes in rod()[1]
    ]
    system.AddObject(items.ObjectJointRevoluteZ(markerNumbers=frames[:2]))
    system.AddObject(items.ObjectJointRevoluteZ(markerNumbers=[frames[2], ends[0]]))
    in_plane = dict(constrainedAxes=[1, 1, 0, 0, 0, 0])
    system.AddObject(items.ObjectJointGeneric(markerNumbers=[frames[3], ends[1]], **in_plane))
    system.AddObject(items.ObjectJointPrismaticX(markerNumbers=[frames[0], frames[3]]))
    system.Assemble()
    settings = make_settings(engine, steps, step_size, 60)
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.7
    nodes = [crank_node, slider_node, rod_node]
    return Run(
        system,
        settings,
        engine.exu.DynamicSolverType.GeneralizedAlpha,
        node_positions(engine, system, nodes),
        container,
    )


def reference(end: float) -> np.ndarray:
    """Final positions with much smaller steps, extrapolated to a step size of zero."""
    return extrapolated(build, end, STEP_SIZE)


FLEXIBLE = (
    Benchmark(
        "flexible-slider-crank",
        "slider-crank, rod of 30 modes",
        build,
        reference,
        STEP_SIZE,
        400,
        peer_solvers=PEER_SOLVERS,
    ),
)
