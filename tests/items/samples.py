"""Valid values of every parameter of every kind, and a system that holds one item of each.

A new kind needs an entry in SAMPLES, a new connector or load also one in VARIANTS; tests of a kind
without them fail and say so.
"""

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

import numpy as np
import pytest

import linkwork as exu
from linkwork.bodies import kinds as bodies
from linkwork.connectors import kinds as connectors
from linkwork.connectors.connector import PairConnector
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.items import *
from linkwork.joints import kinds as joints
from linkwork.loads import kinds as loads
from linkwork.markers import kinds as markers
from linkwork.nodes import kinds as nodes
from linkwork.sensors import kinds as sensors
from tests.cases import looped

from . import flexible_bodies

KINDS = (
    *nodes.KINDS,
    *bodies.KINDS,
    *markers.KINDS,
    *connectors.KINDS,
    *joints.KINDS,
    *loads.KINDS,
    *sensors.KINDS,
)
"""All kinds, in an order in which each can stand on the ones before."""


def each(kinds: Iterable[type]) -> pytest.MarkDecorator:
    """One test for each of these kinds; leave out those of which a test would assert nothing."""
    return pytest.mark.parametrize("kind", list(kinds), ids=lambda kind: kind.__name__)


def loop_over(kinds: Iterable[type]) -> Any:
    """The same in one test, for what takes milliseconds."""
    return looped("kind", list(kinds))


each_kind = each(KINDS)
loop_kind = loop_over(KINDS)
POSITION_CONNECTORS = [k for k in connectors.KINDS if issubclass(k, PairConnector)]
each_position_connector = each(POSITION_CONNECTORS)
loop_position_connector = loop_over(POSITION_CONNECTORS)
POINT_BODIES = tuple(kind for kind in bodies.KINDS if getattr(kind, "has_points", False))
"""Bodies that place points in space."""


def outputs_of(kind: type) -> dict[Any, Any]:
    """The outputs that the sample of a kind has: flexible bodies have stresses or strains."""
    lacking = {(ObjectFFRFreducedOrder, exu.OutputVariableType.StrainLocal)}
    return {v: output for v, output in kind.outputs.items() if (kind, v) not in lacking}


MARKER_CONNECTORS = tuple(
    kind for kind in (*connectors.KINDS, *joints.KINDS) if not kind.acts_directly
)
"""Connectors that act through markers; others act on coordinates: test_generic_systems.py."""

each_connector = each(MARKER_CONNECTORS)
loop_connector = loop_over(MARKER_CONNECTORS)

Out = exu.OutputVariableType


def go_on(mbs, t, itemNumber):
    return True


def late_event(mbs, t, itemNumber, q, q_t):
    return t - 100.0 + 1e-3 * q[0]


def weighted_sensor(mbs, t, sensorNumbers, factors, configuration):
    values = mbs.GetSensorValues(sensorNumbers[0], configuration)
    return [t, *(factors[0] * values + factors[1])]


def spring_law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    """A spring that is not linear in anything it is given."""
    return stiffness * deltaL + 3.0 * deltaL**3 + damping * deltaL_t * (1.0 + deltaL**2) + force + t


def cartesian_law(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):
    """A force vector whose components depend on all others."""
    x, y, z = displacement[0], displacement[1], displacement[2]
    u, v, w = velocity[0], velocity[1], velocity[2]
    return [
        stiffness[0] * x + x * y * z + damping[0] * v,
        stiffness[1] * y**2 + damping[1] * v * x + offset[1] * t,
        stiffness[2] * z + damping[2] * (w + u * v),
    ]


def load_law(mbs, t, loadVector):
    """A load that grows with time."""
    return [loadVector[0] * (1.0 + t), loadVector[1] + t, loadVector[2]]


def state_law(mbs, t, loadVector, position, velocity, rotation, angularVelocity):
    """A load that is not linear in anything it is given."""
    x, y, z = position[0], position[1], position[2]
    u, v, w = velocity[0], velocity[1], velocity[2]
    a, b, c = rotation[0], rotation[1], rotation[2]
    p, q, r = angularVelocity[0], angularVelocity[1], angularVelocity[2]
    return [
        loadVector[0] - 2.0 * x * y - 0.5 * u * abs(u) + a * r + 0.25 * c**2 + t,
        loadVector[1] * (1.0 + z) - v * (1.0 + x * x) + b * p + 0.5 * q * w,
        loadVector[2] + x * w - 0.5 * r * (1.0 + c * c) + 0.25 * z**3 - u * v,
    ]


def coordinate_state_law(mbs, t, load, coordinate, velocity):
    """A force that is not linear in anything it is given."""
    q, q_t = coordinate, velocity
    return load * (1.0 + t) - 2.0 * q**3 - 0.5 * q_t * abs(q_t) * (1.0 + q * q)


def coordinate_law(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):
    """A spring between coordinates that is not linear in anything it is given."""
    u, w = displacement, velocity
    return stiffness * (u - offset) + 2.0 * u**3 + damping * w * (1.0 + u**2) + t


def friction_law(
    mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset, velocityOffset,
    fDynamicFriction, fStaticFrictionOffset, exponentialDecayStatic, fViscousFriction,
    frictionProportionalZone,
):  # fmt: skip
    """A spring with friction that is not linear in anything it is given."""
    u, w = displacement - offset, velocity - velocityOffset
    rough = fDynamicFriction + fStaticFrictionOffset * exponentialDecayStatic
    smooth = w / (1.0 + w * w) + fViscousFriction * w * frictionProportionalZone
    return stiffness * u + 2.0 * u**3 + damping * w * (1.0 + u**2) + rough * smooth + t


def offset_law(mbs, t, itemNumber, lOffset):
    """An offset that changes with time."""
    return lOffset * (1.0 + t) + 0.5 * t**3


def offset_rate(mbs, t, itemNumber, lOffset):
    """The rate of offset_law."""
    return lOffset + 1.5 * t**2


def offset_bend(mbs, t, itemNumber, lOffset):
    """The second derivative of offset_law."""
    return 3.0 * t


def coordinate_load(mbs, t, load):
    """A load that grows with time."""
    return load * (1.0 + t)


def rates_law(mbs, t, itemNumber, q):
    """Rates that are not linear in anything they are given."""
    return [q[0] * q[1] + t, q[1] ** 3 - q[2], q[0] * q[2] * t]


def vector_equations(mbs, t, itemNumber, q, q_t, velocityLevel):
    """Two equations of six coordinates that move with time."""
    if velocityLevel:
        return [
            q_t[0] * q[4] + q[0] * q_t[4] - q_t[2] - t,
            3.0 * q[5] ** 2 * q_t[5] + q_t[1] * (1.0 + t) + q[1],
        ]
    return [q[0] * q[4] - q[2] - 0.5 * t**2, q[5] ** 3 + q[1] * (1.0 + t)]


def vector_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    """The derivatives of vector_equations by q."""
    return [
        [q[4], 0.0, -1.0, 0.0, q[0], 0.0],
        [0.0, 1.0 + t, 0.0, 0.0, 0.0, 3.0 * q[5] ** 2],
    ]


def speed_equations(mbs, t, itemNumber, q, q_t, velocityLevel):
    """An equation of velocities that depends on everything."""
    return [q[1] * q_t[0] + q_t[3] * q_t[5] - q_t[4] + t]


def speed_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    """The derivatives of speed_equations by q_t."""
    return [[q[1], 0.0, 0.0, q_t[5], -1.0, q_t[3]]]


def force_law(mbs, t, itemNumber, q, q_t):
    """Forces that are not linear in anything they are given."""
    return [q[0] * q[1] + t, q_t[1] ** 3 - q[2], q[0] * q_t[2] * t]


def force_slopes(mbs, t, itemNumber, q, q_t, fODE2, fODE2_t):
    """Minus the derivatives of force_law."""
    return [
        [-fODE2 * q[1], -fODE2 * q[0], 0.0],
        [0.0, -3.0 * fODE2_t * q_t[1] ** 2, fODE2],
        [-fODE2 * q_t[2] * t, 0.0, -fODE2_t * q[0] * t],
    ]


def joint_offsets(mbs, t, itemNumber, offsetUserFunctionParameters):
    """Displacements and angles that change with time."""
    p = offsetUserFunctionParameters
    moved = p[0] * t, p[1] + 0.5 * t**2, p[2] * t**2
    return [*moved, p[3] + 0.25 * t, p[4] * t + 0.5 * t**3, p[5] * t**2]


def joint_offset_rates(mbs, t, itemNumber, offsetUserFunctionParameters):
    """The rates of joint_offsets."""
    p = offsetUserFunctionParameters
    return [p[0], t, 2.0 * p[2] * t, 0.25, p[4] + 1.5 * t**2, 2.0 * p[5] * t]


def bushing_law(
    mbs, t, itemNumber, displacement, rotation, velocity, angularVelocity, stiffness, damping,
    rotJ0, rotJ1, offset,
):  # fmt: skip
    """Six forces and moments that are not linear in anything they are given."""
    x, y, z = displacement[0] - offset[0], displacement[1], displacement[2]
    a, b, c = rotation[0], rotation[1] - offset[4], rotation[2]
    u, v, w = velocity[0], velocity[1], velocity[2]
    p, q, r = angularVelocity[0], angularVelocity[1], angularVelocity[2]
    return [
        stiffness[0, 0] * x + y * c + damping[0, 0] * u * (1.0 + x * x),
        stiffness[1, 1] * y + 2.0 * y**3 + stiffness[1, 4] * b + p * v,
        stiffness[2, 2] * z + rotJ0[0, 1] * a * b + damping[2, 2] * w + t,
        stiffness[3, 3] * a + 0.5 * a**3 + damping[3, 3] * p + x * r,
        stiffness[4, 4] * b + rotJ1[1, 0] * y + damping[4, 4] * q * (1.0 + b * b),
        stiffness[5, 5] * c + z * u + damping[5, 5] * r,
    ]


def after_newton(
    mbs, t, itemIndex, dataCoordinates, displacement, rotation, velocity, angularVelocity,
    stiffness, damping, rotJ0, rotJ1, offset,
):  # fmt: skip
    """Data coordinates that follow the displacement."""
    error = abs(stiffness[1, 1] * (rotation[1] - offset[4]))
    return np.append(np.array([error, 0.25]), 0.5 * dataCoordinates + displacement[0])


def mass_law(mbs, t, itemNumber, q, q_t):
    """A mass matrix that changes with the coordinates."""
    return [[2.0 + q[0] ** 2, 0.5, 0.0], [0.5, 3.0, q[1]], [0.0, q[1], 4.0 + q[2] ** 2]]


def cable_force(
    mbs, t, itemNumber, axialPositionNormalized, axialStrain, axialStrain_t, axialStrainRef,
    physicsAxialStiffness, physicsAxialDamping, curvature, curvature_t, curvatureRef,
):  # fmt: skip
    """A normal force that is not linear in anything it is given."""
    eps, K = axialStrain - axialStrainRef, curvature - curvatureRef
    elastic = physicsAxialStiffness * (eps + eps**3) + K * K * axialPositionNormalized
    return elastic + physicsAxialDamping * axialStrain_t * (1.0 + K) + 0.5 * curvature_t * eps + t


def cable_moment(
    mbs, t, itemNumber, axialPositionNormalized, curvature, curvature_t, curvatureRef,
    physicsBendingStiffness, physicsBendingDamping, axialStrain, axialStrain_t, axialStrainRef,
):  # fmt: skip
    """A bending moment that is not linear in anything it is given."""
    eps, K = axialStrain - axialStrainRef, curvature - curvatureRef
    elastic = physicsBendingStiffness * (K + 0.25 * K**3) + eps * eps * axialPositionNormalized
    return elastic + physicsBendingDamping * curvature_t * (1.0 + eps) + K * axialStrain_t - t


def draw(mbs, itemNumber):
    """Shapes of the ground: none."""
    return []


def _sensor(**values: Any) -> dict[str, Any]:
    return dict(writeToFile=False, fileName="", storeInternal=True, **values)


def _pair(w: "World") -> list[int]:
    """A point of a mass in space and a node in the plane, at distance 3, velocities across it."""
    return [w.first(MarkerBodyPosition), w.first(MarkerNodePosition)]


def _frames(w: "World") -> list[int]:
    """A frame on a rigid body, and that of a node of which y is held."""
    return [w.first(MarkerBodyRigid), w.first(MarkerNodeRigid)]


def _coordinates(w: "World") -> list[int]:
    """A mass on its own axis and a coordinate of a mass in space."""
    second = w.another(
        MarkerNodeCoordinate,
        "second coordinate",
        lambda: dict(nodeNumber=w.first(NodePoint), coordinate=1),
    )
    return [w.first(MarkerNodeCoordinate), second]


def _slider(w: "World") -> list[int]:
    """A frame on the ground, whose line the frame of the node in the plane slides on."""
    rail = w.another(
        MarkerBodyRigid,
        "rail",
        lambda: dict(bodyNumber=w.first(ObjectGround), localPosition=[1.07, -1.74, 0.0]),
    )
    return [rail, w.first(MarkerNodeRigid)]


def _hung(w: "World", name: str, **motion: Any) -> list[int]:
    """A frame on the ground, and one at the same place on a body of its own, with this motion."""
    ground = w.another(
        MarkerBodyRigid,
        "ground in space",
        lambda: dict(bodyNumber=w.first(ObjectGround), localPosition=[1.25, -1.0, -0.25]),
    )

    def turning() -> dict[str, Any]:
        place = dict(referenceCoordinates=[1.0, 1.25, 0.625, 1.0, 0.0, 0.0, 0.0])
        node = w.another(NodeRigidBodyEP, f"node of {name}", lambda: place | motion)
        values = values_of(ObjectRigidBody, w) | dict(nodeNumber=node)
        body = w.another(ObjectRigidBody, f"body of {name}", lambda: values)
        return dict(bodyNumber=body, localPosition=[0.25, -0.5, 0.125])

    return [ground, w.another(MarkerBodyRigid, f"frame of {name}", turning)]


def _on_cables(w: "World", kind: Any, first: Any) -> dict[str, Any]:
    """Markers of a body and of two cables, one behind the other, that it slides on.

    first -- number of the first cable
    """

    def last() -> Any:
        return w.another(
            NodePoint2DSlope1,
            "last end",
            lambda: dict(referenceCoordinates=[4.0, 0.5, 1.0, 0.5], initialVelocities=[0.5] * 4),
        )

    _, end, *way = w.nodes_of(kind, first)
    second = w.another(
        kind,
        f"second {kind.__name__}",
        lambda: dict(
            physicsLength=1.75,
            physicsMassPerLength=2.0,
            physicsBendingStiffness=3.0,
            physicsAxialStiffness=5.0,
            nodeNumbers=[end, last(), *way],
        ),
    )

    def body() -> Any:
        node = w.another(
            NodeRigidBody2D,
            f"node on {kind.__name__}",
            lambda: dict(
                referenceCoordinates=[1.046875, -0.5625, 0.0],
                initialVelocities=[0.640625, -0.1875, 1.0],
            ),
        )
        return w.another(
            ObjectRigidBody2D,
            f"body on {kind.__name__}",
            lambda: dict(physicsMass=1.5, physicsInertia=0.75, nodeNumber=node),
        )

    marker = w.another(
        MarkerBodyRigid,
        f"marker on {kind.__name__}",
        lambda: dict(bodyNumber=body(), localPosition=[0.25, 0.125, 0.0]),
    )
    cables = [
        w.another(MarkerBodyCable2DCoordinates, name, lambda number=number: dict(bodyNumber=number))
        for name, number in ((f"first {kind.__name__}", first), (f"next {kind.__name__}", second))
    ]
    return dict(
        markerNumbers=[marker, cables[0]],
        slidingMarkerNumbers=cables,
        slidingMarkerOffsets=[0.25, 1.75],
    )


def _on_cables_in_space(w: "World") -> dict[str, Any]:
    """Markers of a mass and of two cables in space, one behind the other, that it slides on."""

    def last() -> Any:
        return w.another(
            NodePointSlope1,
            "last end in space",
            lambda: dict(
                referenceCoordinates=[2.75, 0.5, 1.75, 1.0, 0.25, 0.75],
                initialVelocities=[0.25, -0.5, 0.5, 0.0, 0.25, 0.5],
            ),
        )

    first = w.first(ObjectANCFCable)
    end = w.nodes_of(ObjectANCFCable, first)[1]
    second = w.another(
        ObjectANCFCable,
        "second cable in space",
        lambda: dict(
            physicsLength=1.75,
            physicsMassPerLength=2.0,
            physicsBendingStiffness=3.0,
            physicsAxialStiffness=5.0,
            nodeNumbers=[end, last()],
        ),
    )

    def body() -> Any:
        node = w.another(
            NodePoint,
            "node on a cable in space",
            lambda: dict(
                referenceCoordinates=[1.140625, 0.328125, 0.3515625],
                initialVelocities=[0.453125, 0.03125, 0.140625],
            ),
        )
        return w.another(
            ObjectMassPoint,
            "mass on a cable in space",
            lambda: dict(physicsMass=1.5, nodeNumber=node),
        )

    marker = w.another(
        MarkerBodyPosition, "marker on a cable in space", lambda: dict(bodyNumber=body())
    )
    cables = [
        w.another(MarkerBodyBeamShape, name, lambda number=number: dict(bodyNumber=number))
        for name, number in (("first in space", first), ("next in space", second))
    ]
    return dict(
        markerNumbers=[marker, cables[0]],
        slidingMarkerNumbers=cables,
        slidingMarkerOffsets=[0.25, 1.75],
    )


def _with_material(w: "World", cable: Any) -> dict[str, Any]:
    """Markers and nodes of a body that moves with the material of a cable."""
    place = w.another(
        NodeGenericData,
        "place of material",
        lambda: dict(initialCoordinates=[0.0], numberOfDataCoordinates=1),
    )
    way = w.nodes_of(ObjectALEANCFCable2D, cable)[2]
    return _on_cables(w, ObjectALEANCFCable2D, cable) | dict(nodeNumbers=[place, way])


def _way(w: "World") -> Any:
    """The node of the motion along a cable."""
    return w.another(
        NodeGenericODE2,
        "way",
        lambda: dict(
            numberOfODE2Coordinates=1, initialCoordinates=[0.25], initialCoordinates_t=[0.5]
        ),
    )


def _flexible_frame(w: "World") -> Any:
    """The node of the reference frame of a flexible body."""
    return w.another(
        NodeRigidBodyEP,
        "flexible frame",
        lambda: dict(
            referenceCoordinates=[0.5, -1.0, 0.25, 0.8, 0.0, 0.6, 0.0],
            initialVelocities=[0.5, -0.25, 0.375, 0.3, 0.125, -0.4, 0.25],
        ),
    )


def _joints(w: "World") -> Any:
    """The node with the joints of a kinematic tree."""
    return w.another(NodeGenericODE2, "joints", lambda: values_of(NodeGenericODE2, w))


def _modes(w: "World") -> Any:
    """The node with the modes of a flexible body."""
    return w.another(
        NodeGenericODE2,
        "modes",
        lambda: dict(
            numberOfODE2Coordinates=2,
            initialCoordinates=[0.25, -0.125],
            initialCoordinates_t=[0.375, 0.5],
        ),
    )


def _far_end(w: "World") -> Any:
    """The node at the other end of a cable."""
    return w.another(
        NodePoint2DSlope1,
        "far end",
        lambda: dict(
            referenceCoordinates=[2.5, -0.25, 1.75, 0.5],
            initialCoordinates=[-0.25, 0.125, 0.25, 0.375],
            initialVelocities=[-0.5, 0.25, -0.75, 0.5],
        ),
    )


def _far_end_in_space(w: "World") -> Any:
    """The node at the other end of a cable in space."""
    return w.another(
        NodePointSlope1,
        "far end in space",
        lambda: dict(
            referenceCoordinates=[2.0, 0.25, 0.25, 0.75, -0.25, 1.25],
            initialCoordinates=[-0.25, 0.125, 0.25, 0.25, 0.375, -0.125],
            initialVelocities=[-0.5, 0.25, 0.125, -0.75, 0.5, 0.25],
        ),
    )


def _other_end(w: "World") -> Any:
    """The node at the other end of a beam in the plane."""
    return w.another(
        NodeRigidBody2D,
        "other end",
        lambda: dict(
            referenceCoordinates=[0.5, 0.25, 0.75],
            initialCoordinates=[0.125, -0.25, 0.5],
            initialVelocities=[-0.5, 0.25, -1.0],
        ),
    )


def _segments(w: "World", per_segment: int) -> Any:
    """Data of a contact with the four segments of the cable's marker, all of them touching."""
    count = 4 * per_segment
    start = [-0.5] * 4 + ([0.0, 1.0, -1.0, -2.0] + [0.25] * 4) * (per_segment > 1)
    return w.another(
        NodeGenericData,
        f"{per_segment} data per segment",
        lambda: dict(initialCoordinates=start, numberOfDataCoordinates=count),
    )


def _other_section(w: "World") -> Any:
    """The node at the other end of a beam with slopes."""
    return w.another(
        NodePointSlope23,
        "other section",
        lambda: dict(
            referenceCoordinates=[1.25, 0.5, 0.25, -0.25, 1.0, 0.25, 0.125, -0.25, 0.875],
            initialCoordinates=[0.125, -0.25, 0.25, 0.125, 0.0, -0.125, 0.25, 0.125, 0.0],
            initialVelocities=[0.5, -0.25, 0.125, 0.25, -0.5, 0.5, 0.125, 0.25, -0.25],
        ),
    )


def _other_frame(w: "World") -> Any:
    """The node at the other end of a beam in space."""
    return w.another(
        NodeRigidBodyRotVecLG,
        "other frame",
        lambda: dict(
            referenceCoordinates=[1.5, 0.25, -0.25, 0.5, -0.25, 0.75],
            initialCoordinates=[0.125, 0.25, -0.125, 0.25, 0.125, -0.25],
            initialVelocities=[0.25, -0.5, 0.75, 0.5, 1.0, -0.25],
        ),
    )


def _section(damped: bool = True) -> exu.BeamSection:
    """A section that couples all strains."""
    found = exu.BeamSection()
    mixed = np.add.outer(np.arange(6.0), np.arange(6.0)) % 3.0
    found.stiffnessMatrix = np.diag([20.0, 12.0, 14.0, 8.0, 10.0, 9.0]) + 0.25 * mixed
    found.dampingMatrix = (np.diag([0.5, 0.25, 0.5, 0.25, 0.75, 0.5]) + 0.0625 * mixed) * damped
    found.inertia = [[0.75, 0.0625, 0.0], [0.0625, 0.5, 0.125], [0.0, 0.125, 0.25]]
    found.massPerLength = 2.0
    return found


def _outline() -> exu.BeamSectionGeometry:
    found = exu.BeamSectionGeometry()
    found.polygonalPoints = [[-0.25, -0.125], [0.25, -0.125], [0.25, 0.125], [-0.25, 0.125]]
    return found


BUSHING = [
    [8.0, 0.5, -0.25, 0.25, 0.5, 0.0],
    [0.25, 6.0, 0.125, 0.0, 0.25, -0.5],
    [-0.25, 0.5, 7.0, 0.125, 0.0, 0.25],
    [0.25, 0.0, 0.5, 3.0, 0.25, -0.125],
    [0.5, 0.25, 0.0, 0.125, 4.0, 0.25],
    [0.0, -0.25, 0.125, -0.25, 0.125, 2.5],
]
"""A stiffness matrix that is nearly symmetric."""

TURNED = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
SLANTED = [[0.6, -0.8, 0.0], [0.8, 0.6, 0.0], [0.0, 0.0, 1.0]]
OBLIQUE = [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]]
"""Rotation matrices; the first column of the last has a part along x, y and z."""

SAMPLES: dict[type, Callable[["World"], dict[str, Any]]] = {
    NodePoint: lambda w: dict(
        referenceCoordinates=[0.75, 0.25, 1.5],
        initialCoordinates=[0.125, 0.125, 0.25],
        initialVelocities=[0.5, -1.0, 0.25],
    ),
    NodePoint2D: lambda w: dict(
        referenceCoordinates=[-1.5, -0.25],
        initialCoordinates=[0.5, -0.25],
        initialVelocities=[0.5, -0.5],
    ),
    NodePoint2DSlope1: lambda w: dict(
        referenceCoordinates=[0.5, -1.0, 1.5, 0.75],
        initialCoordinates=[0.125, 0.25, -0.25, 0.125],
        initialVelocities=[0.25, -0.5, 0.5, 1.0],
    ),
    NodePointSlope1: lambda w: dict(
        referenceCoordinates=[0.5, -0.25, 0.75, 1.0, 0.75, -0.5],
        initialCoordinates=[0.125, 0.25, -0.125, -0.25, 0.125, 0.5],
        initialVelocities=[0.25, -0.5, 0.75, 0.5, 1.0, -0.25],
    ),
    NodePointSlope23: lambda w: dict(
        referenceCoordinates=[0.25, 0.5, -0.25, 0.25, 1.0, 0.125, -0.125, 0.25, 1.125],
        initialCoordinates=[0.125, -0.125, 0.25, 0.125, -0.25, 0.125, 0.25, -0.125, 0.125],
        initialVelocities=[-0.25, 0.5, 0.25, 0.5, 0.25, -0.75, 0.25, -0.5, 0.125],
    ),
    NodeRigidBody2D: lambda w: dict(
        referenceCoordinates=[-1.0, -0.5, 0.25],
        initialCoordinates=[-0.25, -0.25, -0.25],
        initialVelocities=[1.0, -1.0, 2.0],
    ),
    NodeRigidBodyEP: lambda w: dict(
        referenceCoordinates=[1.0, 1.0, 0.5, 0.5, 0.5, -0.5, 0.5],
        initialCoordinates=[0.0, 0.25, 0.125, 0.5, -0.5, 0.5, -0.5],
        initialVelocities=[0.5, -0.25, 0.125, 0.0, 0.5, -0.25, 0.75],
        addConstraintEquation=True,
    ),
    NodeRigidBodyRxyz: lambda w: dict(
        referenceCoordinates=[-0.5, 0.25, 1.0, 0.25, -0.5, 0.75],
        initialCoordinates=[0.125, -0.25, 0.5, 0.125, 0.25, -0.125],
        initialVelocities=[0.25, 0.5, -0.5, 1.0, -0.5, 0.25],
    ),
    NodeRigidBodyRotVecLG: lambda w: dict(
        referenceCoordinates=[0.25, -1.0, 0.5, 0.5, -0.25, 1.0],
        initialCoordinates=[-0.125, 0.25, 0.125, 0.25, 0.5, -0.5],
        initialVelocities=[-0.5, 0.25, 0.75, 0.5, -1.0, 0.25],
    ),
    NodePlanar: lambda w: dict(
        referenceCoordinates=[1.5, 0.25, -0.5],
        initialCoordinates=[0.25, 0.5, 0.5],
        initialVelocities=[0.5, 0.0, -1.0],
        heldCoordinates=[False, True, False],
    ),
    NodeGenericAE: lambda w: dict(
        referenceCoordinates=[0.5, 0.25, 1.0],
        initialCoordinates=[1.5, -0.5, 2.0],
        numberOfAECoordinates=3,
    ),
    NodeGenericData: lambda w: dict(initialCoordinates=[0.5, 1.0, -2.0], numberOfDataCoordinates=3),
    NodeGenericODE1: lambda w: dict(
        referenceCoordinates=[0.5, 0.25, 1.0],
        initialCoordinates=[1.0, -0.5, 2.0],
        numberOfODE1Coordinates=3,
    ),
    Node1D: lambda w: dict(
        referenceCoordinates=[0.75], initialCoordinates=[0.5], initialVelocities=[0.25]
    ),
    NodeGenericODE2: lambda w: dict(
        referenceCoordinates=[0.5, -0.25, 1.0],
        initialCoordinates=[0.125, 0.25, -0.5],
        initialCoordinates_t=[0.5, -0.25, 0.140625],
        numberOfODE2Coordinates=3,
    ),
    NodePointGround: lambda w: dict(referenceCoordinates=[0.5, 2.0, -1.0]),
    ObjectGenericODE1: lambda w: dict(
        nodeNumbers=[w.first(NodeGenericODE1)],
        systemMatrix=[[-1.0, 2.0, 0.0], [-2.0, -1.0, 0.5], [0.25, 0.0, -3.0]],
        rhsVector=[1.0, 0.5, -0.25],
        rhsUserFunction=0,
        coordinateIndexPerNode=[],
        tempCoordinates=[],
        tempCoordinates_t=[],
    ),
    ObjectFFRFreducedOrder: lambda w: dict(
        nodeNumbers=[_flexible_frame(w), _modes(w)], **flexible_bodies.values()
    ),
    ObjectGround: lambda w: dict(
        referencePosition=[0.25, -0.5, 1.0],
        referenceRotation=[[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    ObjectGenericODE2: lambda w: dict(
        nodeNumbers=[w.first(NodeGenericODE2)],
        massMatrix=[[2.0, 0.5, 0.0], [0.5, 3.0, 0.25], [0.0, 0.25, 4.0]],
        stiffnessMatrix=[[8.0, -2.0, 0.0], [-2.0, 6.0, -1.0], [0.0, -1.0, 4.0]],
        dampingMatrix=[[0.5, 0.125, 0.0], [0.0, 0.25, 0.0], [0.0, 0.0, 0.125]],
        forceVector=[1.0, -0.5, 0.25],
        forceUserFunction=0,
        massMatrixUserFunction=0,
        jacobianUserFunction=0,
        coordinateIndexPerNode=[],
        tempCoordinates=[],
        tempCoordinates_t=[],
        tempCoordinates_tt=[],
    ),
    ObjectKinematicTree: lambda w: dict(
        nodeNumber=_joints(w),
        gravity=[0.5, -1.0, -9.75],
        baseOffset=[0.25, -0.5, 1.0],
        jointTypes=[3, 4, 2],
        linkParents=[-1, 0, 0],
        jointTransformations=[
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]],
            [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        ],
        jointOffsets=[[0.0, 0.0, 0.5], [0.5, 0.0, 0.125], [0.0, 0.5, 0.0]],
        linkInertiasCOM=[
            [[0.25, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.5]],
            [[0.125, 0.0, 0.0], [0.0, 0.25, 0.03125], [0.0, 0.03125, 0.25]],
            [[0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.25]],
        ],
        linkCOMs=[[0.25, 0.125, 0.0], [0.125, 0.0, 0.0625], [0.25, 0.0, 0.125]],
        linkMasses=[2.0, 1.5, 1.0],
        linkForces=[[0.0, 0.0, 0.0], [3.0, -2.0, 5.0], [0.5, 0.0, 0.0]],
        linkTorques=[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]],
        jointForceVector=[0.5, -0.25, 0.125],
        jointPositionOffsetVector=[0.25, 0.5, -0.25],
        jointVelocityOffsetVector=[0.5, 0.0, 0.25],
        jointPControlVector=[4.0, 2.0, 1.0],
        jointDControlVector=[0.5, 0.25, 0.125],
        forceUserFunction=0,
        jointArmatures=[0.25, 0.0, 0.125],
        jointDampings=[0.5, 0.25, 0.0],
        jointFrictions=[0.0, 0.0, 0.0],
        frictionZone=0.5,
        mimicLeaders=[-1, -1, -1],
        mimicRatios=[1.0, 1.0, 1.0],
        mimicOffsets=[0.0, 0.0, 0.0],
        baseNodeNumber=-1,
        baseMass=2.0,
        baseCOM=[0.25, 0.0, -0.125],
        baseInertia=[[0.5, 0.0, 0.03125], [0.0, 0.25, 0.0], [0.03125, 0.0, 0.5]],
    ),
    ObjectMassPoint: lambda w: dict(physicsMass=2.0, nodeNumber=w.first(NodePoint)),
    ObjectMassPoint2D: lambda w: dict(physicsMass=3.0, nodeNumber=w.first(NodePoint2D)),
    ObjectMass1D: lambda w: dict(
        physicsMass=4.0,
        nodeNumber=w.first(Node1D),
        referencePosition=[0.5, -1.0, 0.25],
        referenceRotation=[[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    ObjectRotationalMass1D: lambda w: dict(
        physicsInertia=2.5,
        nodeNumber=w.another(Node1D, "angle", lambda: dict(referenceCoordinates=[0.375])),
        referencePosition=[0.5, -1.0, 0.25],
        referenceRotation=[[0.96, 0.0, 0.28], [0.0, 1.0, 0.0], [-0.28, 0.0, 0.96]],
    ),
    ObjectANCFCable2D: lambda w: dict(
        physicsLength=1.5,
        physicsMassPerLength=2.0,
        physicsBendingStiffness=3.0,
        physicsAxialStiffness=5.0,
        physicsBendingDamping=0.25,
        physicsAxialDamping=0.5,
        physicsReferenceAxialStrain=0.125,
        physicsReferenceCurvature=-0.25,
        strainIsRelativeToReference=0.5,
        nodeNumbers=[w.first(NodePoint2DSlope1), _far_end(w)],
        useReducedOrderIntegration=1,
        axialForceUserFunction=0,
        bendingMomentUserFunction=0,
    ),
    ObjectANCFCable: lambda w: dict(
        physicsLength=1.5,
        physicsMassPerLength=2.0,
        physicsBendingStiffness=3.0,
        physicsAxialStiffness=5.0,
        physicsBendingDamping=0.25,
        physicsAxialDamping=0.5,
        physicsReferenceAxialStrain=0.125,
        strainIsRelativeToReference=0.5,
        nodeNumbers=[w.first(NodePointSlope1), _far_end_in_space(w)],
        useReducedOrderIntegration=1,
    ),
    ObjectBeamGeometricallyExact2D: lambda w: dict(
        nodeNumbers=[w.first(NodeRigidBody2D), _other_end(w)],
        physicsLength=1.5,
        physicsMassPerLength=2.0,
        physicsCrossSectionInertia=0.5,
        physicsBendingStiffness=3.0,
        physicsAxialStiffness=5.0,
        physicsShearStiffness=4.0,
        physicsBendingDamping=0.25,
        physicsAxialDamping=0.5,
        physicsShearDamping=0.75,
        physicsReferenceCurvature=-0.25,
        includeReferenceRotations=True,
    ),
    ObjectALEANCFCable2D: lambda w: dict(
        physicsLength=1.5,
        physicsMassPerLength=2.0,
        physicsMovingMassFactor=0.75,
        physicsBendingStiffness=3.0,
        physicsAxialStiffness=5.0,
        physicsBendingDamping=0.25,
        physicsAxialDamping=0.5,
        physicsReferenceAxialStrain=0.125,
        physicsReferenceCurvature=-0.25,
        physicsUseCouplingTerms=True,
        physicsAddALEvariation=True,
        nodeNumbers=[w.first(NodePoint2DSlope1), _far_end(w), _way(w)],
        useReducedOrderIntegration=1,
        strainIsRelativeToReference=0.5,
    ),
    ObjectANCFBeam: lambda w: dict(
        nodeNumbers=[w.first(NodePointSlope23), _other_section(w)],
        physicsLength=1.0,  # weights of its points are exact: they can meet others
        sectionData=_section(),
        crossSectionPenaltyFactor=[0.75, 1.25, 0.5],
        crossSectionDamping=[0.125, 0.25, 0.0625],
    ),
    ObjectBeamGeometricallyExact: lambda w: dict(
        nodeNumbers=[w.first(NodeRigidBodyRotVecLG), _other_frame(w)],
        physicsLength=1.25,
        sectionData=_section(),
    ),
    ObjectRigidBody2D: lambda w: dict(
        physicsMass=1.5,
        physicsInertia=0.75,
        physicsCenterOfMass=[0.25, -0.125],
        nodeNumber=w.first(NodeRigidBody2D),
    ),
    ObjectRigidBody: lambda w: dict(
        physicsMass=2.0,
        physicsInertia=[1.5, 1.25, 1.0, 0.125, -0.0625, 0.25],
        physicsCenterOfMass=[0.125, -0.25, 0.1875],
        nodeNumber=w.first(NodeRigidBodyEP),
    ),
    ObjectJointSliding2D: lambda w: dict(
        **_on_cables(w, ObjectANCFCable2D, w.first(ObjectANCFCable2D)),
        nodeNumber=w.another(
            NodeGenericData,
            "place",
            lambda: dict(initialCoordinates=[0.0, 1.0], numberOfDataCoordinates=2),
        ),
        classicalFormulation=True,
        constrainRotation=False,
        axialForce=0.5,
        activeConnector=True,
    ),
    MarkerBodyBeamShape: lambda w: dict(bodyNumber=w.first(ObjectANCFCable)),
    ObjectJointSliding: lambda w: dict(
        **_on_cables_in_space(w),
        nodeNumber=w.another(
            NodeGenericData,
            "place in space",
            lambda: dict(initialCoordinates=[0.0, 1.0], numberOfDataCoordinates=2),
        ),
        constrainRotations=[0, 0, 0],
        constrainTranslations=[1, 1, 1],
        axialForce=0.5,
        activeConnector=True,
    ),
    ObjectJointALEMoving2D: lambda w: dict(
        **_with_material(w, w.first(ObjectALEANCFCable2D)),
        slidingOffset=0.75,
        usePenaltyFormulation=False,
        penaltyStiffness=25.0,
        activeConnector=True,
    ),
    MarkerBodiesRelativeRotationCoordinate: lambda w: dict(
        bodyNumbers=[w.first(ObjectRigidBody), w.first(ObjectGround)],
        nodeNumber=w.another(
            NodeGenericData,
            "turns",
            lambda: dict(initialCoordinates=[6.0], numberOfDataCoordinates=1),
        ),
        localPosition0=[0.25, 0.5, -0.125],
        localPosition1=[0.125, -0.25, 0.5],
        axis0=[1.0, 2.0, -2.0],
        offset=0.25,
    ),
    MarkerBodiesRelativeTranslationCoordinate: lambda w: dict(
        bodyNumbers=[w.first(ObjectRigidBody), w.first(ObjectMassPoint)],
        localPosition0=[0.25, 0.5, -0.125],
        localPosition1=[0.125, -0.25, 0.5],
        axis0=[1.0, 2.0, -2.0],
        offset=0.25,
    ),
    MarkerNodeRotationCoordinate: lambda w: dict(
        nodeNumber=w.first(NodeRigidBodyEP), rotationCoordinate=1
    ),
    MarkerBodyCable2DCoordinates: lambda w: dict(bodyNumber=w.first(ObjectANCFCable2D)),
    MarkerBodyCable2DShape: lambda w: dict(
        bodyNumber=w.first(ObjectANCFCable2D), numberOfSegments=4, verticalOffset=0.125
    ),
    MarkerSuperElementPosition: lambda w: dict(
        bodyNumber=w.first(ObjectFFRFreducedOrder),
        meshNodeNumbers=[0, 2, 3],
        weightingFactors=[0.25, 0.5, 0.25],
    ),
    MarkerSuperElementRigid: lambda w: dict(
        bodyNumber=w.first(ObjectFFRFreducedOrder),
        offset=[0.125, -0.25, 0.0625],
        meshNodeNumbers=[0, 1, 2, 4],
        weightingFactors=[0.25, 0.25, 0.125, 0.375],
        useAlternativeApproach=True,
        rotationsExponentialMap=2,
    ),
    MarkerKinematicTreeRigid: lambda w: dict(
        objectNumber=w.first(ObjectKinematicTree), linkNumber=1, localPosition=[0.25, -0.5, 0.125]
    ),
    MarkerBodyMass: lambda w: dict(bodyNumber=w.first(ObjectMassPoint)),
    MarkerBodyPosition: lambda w: dict(
        bodyNumber=w.first(ObjectMassPoint), localPosition=[0.125, 0.125, 0.25]
    ),
    MarkerBodyRigid: lambda w: dict(
        bodyNumber=w.first(ObjectRigidBody2D), localPosition=[0.25, 0.25, 0.0]
    ),
    MarkerNodeRigid: lambda w: dict(nodeNumber=w.first(NodePlanar)),
    MarkerNodeCoordinate: lambda w: dict(nodeNumber=w.first(Node1D), coordinate=0),
    MarkerNodeCoordinates: lambda w: dict(nodeNumber=w.first(NodePoint)),
    MarkerNodeODE1Coordinate: lambda w: dict(nodeNumber=w.first(NodeGenericODE1), coordinate=1),
    MarkerNodePosition: lambda w: dict(nodeNumber=w.first(NodePoint2D)),
    MarkerObjectODE2Coordinates: lambda w: dict(objectNumber=w.first(ObjectGenericODE2)),
    ObjectConnectorSpringDamper: lambda w: dict(
        markerNumbers=_pair(w),
        referenceLength=2.5,
        stiffness=8.0,
        damping=0.5,
        force=0.75,
        velocityOffset=0.25,
        activeConnector=True,
        springForceUserFunction=0,
    ),
    ObjectConnectorTabularSpringDamper: lambda w: dict(
        markerNumbers=_pair(w),
        referenceLength=2.5,
        stiffness=8.0,
        damping=0.5,
        springType="Linear",
        curve=[[-5.0, -9.0], [-1.0, -2.0], [1.5, 1.0], [4.0, 3.5]],
        extrapolate="hold",
        noAdhesion=False,
        activeConnector=True,
    ),
    ObjectConnectorCartesianSpringDamper: lambda w: dict(
        markerNumbers=_pair(w),
        stiffness=[4.0, 5.0, 6.0],
        damping=[0.25, 0.5, 0.75],
        offset=[-1.5, -1.0, -1.75],
        springForceUserFunction=0,
        activeConnector=True,
    ),
    ObjectConnectorGravity: lambda w: dict(
        markerNumbers=_pair(w),
        gravitationalConstant=0.5,
        mass0=2.0,
        mass1=3.0,
        minDistanceRegularization=0.25,
        activeConnector=True,
    ),
    ObjectConnectorPlanarSpringDamper: lambda w: dict(
        markerNumbers=_frames(w),
        stiffness=6.0,
        damping=0.5,
        preload=0.25,
        referenceLength=1.75,
        referenceVector=[-0.5, 0.25],
        referenceAngle=0.125,
        springType="Linear",
        curve=[[-1.0, -4.0], [0.125, 0.5], [0.5, 3.0], [1.5, 4.0]],
        extrapolate="linear",
        noAdhesion=False,
        coupling=[0.25, 0.125],
        releasedAxes=[False, False, False],
        release="project",
        formulation="axial",
        dampingDirection="isotropic",
        activeConnector=True,
    ),
    ObjectConnectorRigidBodySpringDamper: lambda w: dict(
        markerNumbers=_hung(w, "bushing"),
        nodeNumber=w.first(NodeGenericData),
        stiffness=BUSHING,
        damping=0.125 * np.array(BUSHING),
        rotationMarker0=OBLIQUE,
        rotationMarker1=np.array(OBLIQUE) @ SLANTED,
        offset=[0.125, -0.0625, 0.25, 0.125, -0.25, 0.0625],
        intrinsicFormulation=False,
        activeConnector=True,
        springForceTorqueUserFunction=0,
        postNewtonStepUserFunction=0,
    ),
    ObjectConnectorLinearSpringDamper: lambda w: dict(
        markerNumbers=_hung(w, "linear spring"),
        stiffness=5.0,
        damping=0.5,
        axisMarker0=[0.48, -0.64, 0.6],
        offset=0.25,
        velocityOffset=0.125,
        force=0.75,
        activeConnector=True,
        springForceUserFunction=0,
    ),
    ObjectConnectorRollingDiscPenalty: lambda w: dict(
        markerNumbers=_hung(
            w, "disc in contact", initialVelocities=[0.5, -0.25, 0.125, 0.0, 0.5, -0.25, 0.75]
        ),
        nodeNumber=w.first(NodeGenericData),
        discRadius=4.0,
        discAxis=[2.0, -1.0, 1.0],
        planeNormal=[0.0, 2.0, 1.0],
        dryFrictionAngle=0.5,
        contactStiffness=6.0,
        contactDamping=0.5,
        dryFriction=[0.5, 0.25],
        dryFrictionProportionalZone=32.0,
        viscousFriction=[0.0625, 0.125],
        rollingFrictionViscous=0.0625,
        useLinearProportionalZone=False,
        activeConnector=True,
        noAdhesion=False,
    ),
    ObjectConnectorHydraulicActuatorSimple: lambda w: dict(
        markerNumbers=_pair(w),
        nodeNumbers=[
            w.another(
                NodeGenericODE1,
                "pressures",
                lambda: dict(numberOfODE1Coordinates=2, initialCoordinates=[1.0, 2.5]),
            )
        ],
        offsetLength=0.5,
        strokeLength=8.0,
        chamberCrossSection0=0.5,
        chamberCrossSection1=0.25,
        hoseVolume0=1.0,
        hoseVolume1=0.75,
        valveOpening0=0.5,
        valveOpening1=-0.25,
        actuatorDamping=0.5,
        oilBulkModulus=0.0625,
        cylinderBulkModulus=0.25,
        hoseBulkModulus=0.125,
        nominalFlow=0.5,
        systemPressure=8.0,
        tankPressure=0.25,
        useChamberVolumeChange=False,
        activeConnector=True,
    ),
    ObjectConnectorReevingSystemSprings: lambda w: dict(
        markerNumbers=_pair(w),
        hasCoordinateMarkers=False,
        coordinateFactors=[0.5, -0.25],
        stiffnessPerLength=8.0,
        dampingPerLength=0.5,
        dampingTorsional=0.25,
        dampingShear=0.75,
        regularizationForce=-0.5,
        referenceLength=2.5,
        sheavesAxes=[[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]],
        sheavesRadii=[0.0, 0.0],
        activeConnector=True,
    ),
    ObjectConnectorDistance: lambda w: dict(
        markerNumbers=_pair(w), distance=3.0, activeConnector=True
    ),
    ObjectConnectorCoordinateSpringDamper: lambda w: dict(
        markerNumbers=_coordinates(w),
        stiffness=6.0,
        damping=0.5,
        offset=0.25,
        activeConnector=True,
        springForceUserFunction=0,
    ),
    ObjectContactCoordinate: lambda w: dict(
        markerNumbers=_coordinates(w),
        nodeNumber=w.first(NodeGenericData),
        contactStiffness=1.0,
        contactDamping=0.5,
        offset=7.0,
        activeConnector=True,
        noAdhesion=False,
    ),
    ObjectConnectorCoordinateSpringDamperExt: lambda w: dict(
        markerNumbers=_coordinates(w),
        nodeNumber=w.first(NodeGenericData),
        stiffness=2.0,
        damping=0.5,
        offset=0.25,
        velocityOffset=0.125,
        factor0=0.5,
        factor1=-0.25,
        fDynamicFriction=0.75,
        fStaticFrictionOffset=0.5,
        stickingStiffness=4.0,
        stickingDamping=0.25,
        exponentialDecayStatic=0.5,
        fViscousFriction=0.125,
        frictionProportionalZone=16.0,
        limitStopsUpper=6.0,
        limitStopsLower=-6.0,
        limitStopsStiffness=0.5,
        limitStopsDamping=0.25,
        useLimitStops=True,
        activeConnector=True,
        springForceUserFunction=0,
        noAdhesion=True,
    ),
    ObjectContactCircleCable2D: lambda w: dict(
        markerNumbers=[w.first(MarkerBodyPosition), w.first(MarkerBodyCable2DShape)],
        nodeNumber=_segments(w, 1),
        numberOfContactSegments=4,
        contactStiffness=6.0,
        contactDamping=0.5,
        circleRadius=4.0,
        offset=0.125,
        activeConnector=True,
        stiffnessPerLength=False,
    ),
    ObjectContactFrictionCircleCable2D: lambda w: dict(
        markerNumbers=[w.first(MarkerBodyRigid), w.first(MarkerBodyCable2DShape)],
        nodeNumber=_segments(w, 3),
        numberOfContactSegments=4,
        contactStiffness=6.0,
        contactDamping=0.5,
        frictionVelocityPenalty=0.25,
        frictionStiffness=0.125,
        frictionCoefficient=0.25,
        circleRadius=4.0,
        useSegmentNormals=True,
        activeConnector=True,
        stiffnessPerLength=False,
        exactLever=False,
    ),
    ObjectConnectorCoordinate: lambda w: dict(
        markerNumbers=_coordinates(w),
        offset=-0.53125,
        factorValue1=-0.25,
        velocityLevel=False,
        offsetUserFunction=0,
        offsetUserFunction_t=0,
        activeConnector=True,
    ),
    ObjectConnectorCoordinateMotion: lambda w: dict(
        markerNumbers=_coordinates(w),
        times=[0.0, 0.75, 1.0, 2.0, 3.0],
        values=[-0.5, -1.05078125, -1.0, 1.0, 7.0],
        interpolation="cubic",
        beyond="error",
        offset=0.125,
        motionUserFunction=0,
        motionUserFunction_t=0,
        motionUserFunction_tt=0,
        activeConnector=True,
    ),
    ObjectConnectorCoordinateVector: lambda w: dict(
        markerNumbers=[w.first(MarkerNodeCoordinates), w.first(MarkerObjectODE2Coordinates)],
        scalingMarker0=[[1.0, 0.5, 0.0]],
        scalingMarker1=[[0.25, -1.0, 2.0]],
        quadraticTermMarker0=[[0.5, 0.0, 0.25]],
        quadraticTermMarker1=[[0.0, 0.5, 0.0]],
        offset=[-1.0546875],
        velocityLevel=False,
        constraintUserFunction=0,
        jacobianUserFunction=0,
        activeConnector=True,
    ),
    ObjectConnectorTorsionalSpringDamper: lambda w: dict(
        markerNumbers=_frames(w),
        nodeNumber=w.first(NodeGenericData),
        stiffness=4.0,
        damping=0.5,
        rotationMarker0=[[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        rotationMarker1=[[0.6, -0.8, 0.0], [0.8, 0.6, 0.0], [0.0, 0.0, 1.0]],
        offset=0.25,
        velocityOffset=0.125,
        torque=0.75,
        activeConnector=True,
        springTorqueUserFunction=0,
    ),
    ObjectJointRevolute2D: lambda w: dict(
        markerNumbers=[w.first(MarkerBodyRigid), w.first(MarkerNodePosition)], activeConnector=True
    ),
    ObjectJointPrismatic2D: lambda w: dict(
        markerNumbers=_slider(w),
        axisMarker0=[2.0, -1.0, 0.0],
        normalMarker1=[3.0, 4.0, 0.0],
        constrainRotation=False,
        activeConnector=True,
    ),
    ObjectJointGeneric: lambda w: dict(
        markerNumbers=_hung(w, "generic joint"),
        constrainedAxes=[1, 1, 1, 1, 1, 1],
        rotationMarker0=OBLIQUE,
        rotationMarker1=np.array(TURNED) @ OBLIQUE,
        activeConnector=True,
        offsetUserFunctionParameters=[0.5, 0.25, -0.125, 0.25, -0.5, 0.125],
        offsetUserFunction=0,
        offsetUserFunction_t=0,
        alternativeConstraints=True,
    ),
    ObjectJointRevoluteZ: lambda w: dict(
        markerNumbers=_hung(w, "revolute joint"),
        rotationMarker0=OBLIQUE,
        rotationMarker1=np.array(TURNED) @ OBLIQUE @ SLANTED,
        activeConnector=True,
    ),
    ObjectJointPrismaticX: lambda w: dict(
        markerNumbers=_hung(w, "prismatic joint"),
        rotationMarker0=OBLIQUE,
        rotationMarker1=np.array(TURNED) @ OBLIQUE,
        activeConnector=True,
    ),
    ObjectJointSpherical: lambda w: dict(
        markerNumbers=_hung(w, "spherical joint"), constrainedAxes=[1, 0, 1], activeConnector=True
    ),
    ObjectJointRollingDisc: lambda w: dict(
        markerNumbers=_hung(w, "rolling disc"),
        constrainedAxes=[1, 1, 1],
        activeConnector=True,
        discRadius=0.5,
        discAxis=[2.0, -1.0, 1.0],
        planeNormal=[0.0, 2.0, 1.0],
    ),
    LoadCoordinate: lambda w: dict(
        markerNumber=w.first(MarkerNodeCoordinate), load=1.5, loadUserFunction=0
    ),
    LoadCoordinateTable: lambda w: dict(
        markerNumber=w.first(MarkerNodeCoordinate),
        times=[0.0, 0.5, 0.75, 2.0],
        values=[1.0, -2.0, 0.5, 4.0],
        factor=1.5,
    ),
    LoadForceVector: lambda w: dict(
        markerNumber=w.first(MarkerBodyPosition),
        loadVector=[1.0, -2.0, 0.5],
        bodyFixed=False,
        loadVectorUserFunction=0,
    ),
    LoadStateCoordinate: lambda w: dict(
        markerNumber=w.first(MarkerNodeCoordinate), load=1.5, loadStateUserFunction=0
    ),
    LoadStateForce: lambda w: dict(
        markerNumber=w.first(MarkerBodyPosition),
        loadVector=[1.0, -2.0, 0.5],
        bodyFixed=False,
        loadStateUserFunction=0,
    ),
    LoadStateTorque: lambda w: dict(
        markerNumber=w.first(MarkerBodyRigid),
        loadVector=[0.5, -0.25, 1.5],
        bodyFixed=False,
        loadStateUserFunction=0,
    ),
    LoadTorqueVector: lambda w: dict(
        markerNumber=w.first(MarkerBodyRigid),
        loadVector=[0.5, -0.25, 1.5],
        bodyFixed=False,
        loadVectorUserFunction=0,
    ),
    LoadMassProportional: lambda w: dict(
        markerNumber=w.first(MarkerBodyMass),
        loadVector=[0.0, -9.81, 0.25],
        loadVectorUserFunction=0,
    ),
    SensorNode: lambda w: _sensor(nodeNumber=w.first(NodePoint), outputVariableType=Out.Position),
    SensorObject: lambda w: _sensor(
        objectNumber=w.first(SpringDamper), outputVariableType=Out.Force
    ),
    SensorSuperElement: lambda w: _sensor(
        bodyNumber=w.first(ObjectFFRFreducedOrder),
        meshNodeNumber=2,
        outputVariableType=Out.StressLocal,
    ),
    SensorKinematicTree: lambda w: _sensor(
        objectNumber=w.first(ObjectKinematicTree),
        linkNumber=2,
        localPosition=[0.25, 0.5, -0.125],
        outputVariableType=Out.Acceleration,
    ),
    SensorBody: lambda w: _sensor(
        bodyNumber=w.first(ObjectGround),
        localPosition=[0.5, 0.25, -1.0],
        outputVariableType=Out.Position,
    ),
    SensorMarker: lambda w: _sensor(
        markerNumber=w.first(MarkerNodePosition), outputVariableType=Out.Velocity
    ),
    SensorLoad: lambda w: _sensor(loadNumber=w.first(LoadForceVector)),
    SensorEnergy: lambda w: _sensor(
        energyType="potential",
        objectNumbers=[w.first(SpringDamper)],
        loadNumbers=[w.first(LoadMassProportional)],
    ),
    SensorUserFunction: lambda w: _sensor(
        sensorNumbers=[w.first(SensorNode)], factors=[0.5, 2.0], sensorUserFunction=weighted_sensor
    ),
    SensorEvent: lambda w: _sensor(
        sensorNumber=w.first(SensorBody),
        component=1,
        threshold=100.5,
        eventUserFunction=0,
        direction=1,
        terminal=True,
        actionUserFunction=go_on,
    ),
}
"""Kind -> a value for every parameter but the name; references go to items of the same system."""

NO_TABLE = dict(times=[], values=[], beyond="hold")
INACTIVE = dict(activeConnector=False)
NO_MATRICES = dict(
    scalingMarker1=np.zeros((0, 0)),
    quadraticTermMarker0=np.zeros((0, 0)),
    quadraticTermMarker1=np.zeros((0, 0)),
)


def _following() -> dict[str, Any]:
    """A fourth link of a kinematic tree, whose joint follows the first one."""
    return dict(
        jointTypes=[3, 4, 2, 5],
        linkParents=[-1, 0, 0, 2],
        jointTransformations=[np.eye(3)] * 4,
        jointOffsets=[[0.0, 0.0, 0.5], [0.5, 0.0, 0.125], [0.0, 0.5, 0.0], [0.25, 0.0, 0.5]],
        linkInertiasCOM=[np.diag([0.25, 0.5, 0.5])] * 4,
        linkCOMs=[[0.25, 0.125, 0.0], [0.125, 0.0, 0.0625], [0.25, 0.0, 0.125], [0.0, 0.25, 0.0]],
        linkMasses=[2.0, 1.5, 1.0, 0.5],
        linkForces=[],
        linkTorques=[],
        jointArmatures=[0.25, 0.0, 0.125, 0.5],
        jointDampings=[0.5, 0.25, 0.0, 0.125],
        jointFrictions=[],
        mimicLeaders=[-1, -1, -1, 0],
        mimicRatios=[1.0, 1.0, 1.0, -0.5],
        mimicOffsets=[0.0, 0.0, 0.0, 0.25],
    )


VARIANTS: dict[type, dict[str, dict[str, Any]]] = {
    SensorEvent: {
        "function": dict(
            sensorNumber=-1,
            component=0,
            threshold=0.0,
            eventUserFunction=late_event,
            actionUserFunction=go_on,
        )
    },  # fmt: skip
    SensorUserFunction: {"other": dict(sensorUserFunction=weighted_sensor, factors=[1.0, 0.0])},
    ObjectConnectorSpringDamper: {
        "compressed": dict(referenceLength=5.0),
        "user function": dict(springForceUserFunction=spring_law),
        "inactive": INACTIVE,
    },
    ObjectConnectorHydraulicActuatorSimple: {
        "volumes that change": dict(useChamberVolumeChange=True),
        "beyond the stroke": dict(valveOpening1=0.75, strokeLength=1.0),
        "valves exchanged": dict(
            valveOpening0=-0.5,
            valveOpening1=0.5,
            cylinderBulkModulus=0.0,
            hoseBulkModulus=0.0,
            useChamberVolumeChange=True,
        ),
        "inactive": INACTIVE,
    },
    ObjectConnectorReevingSystemSprings: {
        "slack": dict(referenceLength=5.0, regularizationForce=0.5),
        "inactive": INACTIVE,
    },
    ObjectConnectorTabularSpringDamper: {
        "table": dict(springType="Tabular"),
        "tensile": dict(springType="Tensile", referenceLength=0.25),
        "compressive": dict(springType="Compressive", referenceLength=9.0),
        "no adhesion": dict(springType="Compressive", referenceLength=9.0, noAdhesion=True),
        "beyond the table": dict(springType="Tabular", referenceLength=20.0),
        "extrapolated": dict(springType="Tabular", referenceLength=20.0, extrapolate="linear"),
        "inactive": INACTIVE,
    },
    ObjectConnectorCartesianSpringDamper: {
        "user function": dict(springForceUserFunction=cartesian_law),
        "inactive": INACTIVE,
    },
    ObjectConnectorGravity: {
        "regularized": dict(minDistanceRegularization=6.0),
        "repelling": dict(gravitationalConstant=-0.5),
        "inactive": INACTIVE,
    },
    ObjectConnectorPlanarSpringDamper: {
        "axial damper": dict(dampingDirection="axial"),
        "tensile, open": dict(springType="Tensile"),
        "compressive, open": dict(springType="Compressive", referenceLength=7.0),
        "without adhesion": dict(springType="Tensile", noAdhesion=True, damping=0.03125),
        "table": dict(springType="Tabular"),
        "table, held": dict(springType="Tabular", extrapolate="hold", referenceLength=0.25),
        "bushing": dict(formulation="bushing", preload=0.0),
        "x released": dict(releasedAxes=[True, False, False]),
        "y masked": dict(releasedAxes=[False, True, False], release="mask"),
        "no torque": dict(releasedAxes=[False, False, True]),
        "inactive": INACTIVE,
    },
    ObjectConnectorRigidBodySpringDamper: {
        "intrinsic": dict(intrinsicFormulation=True),
        "isotropic": dict(
            intrinsicFormulation=True,
            stiffness=np.kron([[0.0, 0.5], [0.5, 3.0]], np.eye(3)),
            offset=[0.0] * 6,
        ),
        "user function": dict(springForceTorqueUserFunction=bushing_law),
        "intrinsic, user functions": dict(
            intrinsicFormulation=True,
            springForceTorqueUserFunction=bushing_law,
            postNewtonStepUserFunction=after_newton,
        ),
        "inactive": INACTIVE,
    },
    ObjectConnectorLinearSpringDamper: {
        "user function": dict(springForceUserFunction=coordinate_law),
        "inactive": INACTIVE,
    },
    ObjectConnectorRollingDiscPenalty: {
        "sliding": dict(dryFrictionProportionalZone=0.75),
        "linear zone": dict(useLinearProportionalZone=True),
        "viscous alone": dict(dryFriction=[0.0, 0.0], dryFrictionProportionalZone=0.0),
        "adhesion": dict(contactDamping=0.5, contactStiffness=2.0**-20),
        "no adhesion": dict(noAdhesion=True),
        "inactive": INACTIVE,
    },
    ObjectConnectorDistance: {"inactive": INACTIVE},
    ObjectConnectorCoordinateSpringDamper: {
        "user function": dict(springForceUserFunction=coordinate_law),
        "inactive": INACTIVE,
    },
    ObjectContactCoordinate: {
        "pulling": dict(contactStiffness=2.0**-10, contactDamping=64.0),
        "no adhesion": dict(noAdhesion=True, contactDamping=0.25, contactStiffness=0.75),
        "inactive": INACTIVE,
    },
    ObjectConnectorCoordinateSpringDamperExt: {
        "fast, at the upper stop": dict(frictionProportionalZone=2.0**-20, limitStopsUpper=-5.0),
        "stick, leaving a stop": dict(
            frictionProportionalZone=0.0,
            fDynamicFriction=64.0,
            limitStopsUpper=-5.0,
            limitStopsDamping=128.0,
        ),
        "slip, at the lower stop": dict(
            frictionProportionalZone=0.0, stickingStiffness=2.0**20, limitStopsLower=5.0
        ),
        "gear": dict(
            nodeNumber=-1,
            fDynamicFriction=0.0,
            fStaticFrictionOffset=0.0,
            frictionProportionalZone=0.0,
            useLimitStops=False,
        ),
        "user function": dict(springForceUserFunction=friction_law),
        "inactive": INACTIVE,
    },
    ObjectConnectorCoordinateMotion: {
        "linear": dict(interpolation="linear"),
        "hold": dict(beyond="hold"),
        "periodic": dict(beyond="periodic", values=[-0.5, -1.05078125, -1.0, 1.0, -0.5]),
        "one point": dict(times=[0.25], values=[0.5], beyond="hold"),
        "user function": dict(NO_TABLE, motionUserFunction=offset_law),
        "two user functions": dict(
            NO_TABLE, motionUserFunction=offset_law, motionUserFunction_t=offset_rate
        ),
        "three user functions": dict(
            NO_TABLE,
            motionUserFunction=offset_law,
            motionUserFunction_t=offset_rate,
            motionUserFunction_tt=offset_bend,
        ),
        "inactive": INACTIVE,
    },
    ObjectConnectorCoordinate: {
        "user function": dict(offsetUserFunction=offset_law),
        "two user functions": dict(offsetUserFunction=offset_law, offsetUserFunction_t=offset_rate),
        "velocity level": dict(velocityLevel=True),
        "velocity level, user function": dict(velocityLevel=True, offsetUserFunction_t=offset_rate),
        "velocity level, user function of positions": dict(
            velocityLevel=True, offsetUserFunction=offset_law
        ),
        "inactive": INACTIVE,
    },
    ObjectContactCircleCable2D: {
        "per length": dict(stiffnessPerLength=True),
        "inactive": INACTIVE,
    },
    ObjectContactFrictionCircleCable2D: {
        "stick": dict(frictionCoefficient=64.0),
        "slip": dict(frictionCoefficient=2.0**-6),
        "radial": dict(useSegmentNormals=False, exactLever=True),
        "without bristles": dict(frictionStiffness=0.0),
        "inactive": INACTIVE,
    },
    ObjectConnectorCoordinateVector: {
        "velocity level": dict(velocityLevel=True, offset=[1.0]),
        "user functions": dict(
            constraintUserFunction=vector_equations,
            jacobianUserFunction=vector_slopes,
            scalingMarker0=np.zeros((2, 1)),
            offset=[],
            **NO_MATRICES,
        ),
        "velocity level, user functions": dict(
            constraintUserFunction=speed_equations,
            jacobianUserFunction=speed_slopes,
            scalingMarker0=np.zeros((1, 1)),
            offset=[],
            velocityLevel=True,
            **NO_MATRICES,
        ),
        "inactive": INACTIVE,
    },
    ObjectConnectorTorsionalSpringDamper: {
        "without node": dict(nodeNumber=-1),
        "oblique": dict(nodeNumber=-1, rotationMarker0=OBLIQUE, rotationMarker1=OBLIQUE),
        "user function": dict(springTorqueUserFunction=coordinate_law),
        "inactive": INACTIVE,
    },
    ObjectJointGeneric: {
        "universal": dict(constrainedAxes=[1, 1, 1, 0, 1, 0]),
        "cylindrical": dict(constrainedAxes=[1, 0, 1, 1, 0, 1]),
        "planar": dict(constrainedAxes=[0, 1, 0, 1, 0, 1]),
        "in line": dict(constrainedAxes=[1, 1, 0, 0, 0, 0]),
        "user function": dict(offsetUserFunction=joint_offsets),
        "user function with rates": dict(
            constrainedAxes=[1, 0, 1, 0, 1, 1],
            offsetUserFunction=joint_offsets,
            offsetUserFunction_t=joint_offset_rates,
        ),
        "inactive": INACTIVE,
    },
    ObjectJointRevoluteZ: {"inactive": INACTIVE},
    ObjectJointPrismaticX: {"inactive": INACTIVE},
    ObjectJointSpherical: {"all": dict(constrainedAxes=[1, 1, 1]), "inactive": INACTIVE},
    ObjectJointRollingDisc: {
        "free to slide": dict(constrainedAxes=[0, 0, 1]),
        "free to lift": dict(constrainedAxes=[1, 1, 0]),
        "inactive": INACTIVE,
    },
    ObjectJointRevolute2D: {"inactive": INACTIVE},
    ObjectJointPrismatic2D: {
        "locked": dict(constrainRotation=True),
        "inactive": INACTIVE,
        "inactive, locked": dict(activeConnector=False, constrainRotation=True),
    },
    LoadTorqueVector: {
        "body fixed": dict(bodyFixed=True),
        "user function": dict(loadVectorUserFunction=load_law),
    },
    LoadCoordinate: {"user function": dict(loadUserFunction=coordinate_load)},
    LoadStateCoordinate: {"user function": dict(loadStateUserFunction=coordinate_state_law)},
    LoadStateForce: {
        "user function": dict(loadStateUserFunction=state_law),
        "body fixed": dict(bodyFixed=True, loadStateUserFunction=state_law),
    },
    LoadStateTorque: {
        "user function": dict(loadStateUserFunction=state_law),
        "body fixed": dict(bodyFixed=True, loadStateUserFunction=state_law),
    },
    LoadCoordinateTable: {"one point": dict(times=[0.0], values=[2.5])},
    ObjectGenericODE1: {"user function": dict(rhsUserFunction=rates_law)},
    ObjectGenericODE2: {
        "user functions": dict(forceUserFunction=force_law, massMatrixUserFunction=mass_law),
        "all user functions": dict(
            forceUserFunction=force_law,
            massMatrixUserFunction=mass_law,
            jacobianUserFunction=force_slopes,
        ),
    },
    ObjectFFRFreducedOrder: {
        "user function": dict(forceUserFunction=flexible_bodies.force_law),
        "user functions": dict(
            forceUserFunction=flexible_bodies.force_law,
            massMatrixUserFunction=flexible_bodies.mass_law,
        ),
    },
    ObjectKinematicTree: {
        "user function": dict(forceUserFunction=force_law),
        "friction": dict(jointFrictions=[0.5, 1.0, 0.25], frictionZone=8.0),
        "mimic": _following(),
        **{
            f"on {node.__name__}": dict(baseNodeNumber=node, baseOffset=[0.0, 0.0, 0.0])
            for node in (NodeRigidBodyEP, NodeRigidBodyRxyz, NodeRigidBodyRotVecLG)
        },
        "torques on links": dict(linkTorques=[[1.0, 0.5, 0.0], [0.0, 2.0, -1.0], [0.25, 0.0, 0.0]]),
    },
    ObjectANCFCable2D: {
        "all points": dict(useReducedOrderIntegration=0),
        "Lobatto points": dict(useReducedOrderIntegration=2),
        "elastic": dict(physicsBendingDamping=0.0, physicsAxialDamping=0.0),
        "user function of the force": dict(axialForceUserFunction=cable_force),
        "user function of the moment": dict(bendingMomentUserFunction=cable_moment),
        "user functions": dict(
            axialForceUserFunction=cable_force, bendingMomentUserFunction=cable_moment
        ),
    },
    ObjectANCFCable: {
        "all points": dict(useReducedOrderIntegration=0),
        "Lobatto points": dict(useReducedOrderIntegration=2),
        "elastic": dict(physicsBendingDamping=0.0, physicsAxialDamping=0.0),
        "straight": dict(strainIsRelativeToReference=0.0),
    },
    ObjectANCFBeam: {
        "elastic": dict(sectionData=_section(damped=False), crossSectionDamping=[0.0] * 3)
    },
    ObjectBeamGeometricallyExact: {"elastic": dict(sectionData=_section(damped=False))},
    ObjectBeamGeometricallyExact2D: {
        "elastic": dict(
            physicsBendingDamping=0.0, physicsAxialDamping=0.0, physicsShearDamping=0.0
        ),
        "changes of angles": dict(includeReferenceRotations=False),
    },
    ObjectALEANCFCable2D: {
        "all points": dict(useReducedOrderIntegration=0, physicsMovingMassFactor=1.0),
        "Lobatto points": dict(useReducedOrderIntegration=2),
        "all mass moves": dict(physicsMovingMassFactor=1.0),
        "no coupling": dict(physicsUseCouplingTerms=False),
        "no variation": dict(physicsAddALEvariation=False, physicsMovingMassFactor=1.0),
        "elastic": dict(physicsBendingDamping=0.0, physicsAxialDamping=0.0),
    },
    ObjectJointSliding: {"free": dict(axialForce=0.0), "inactive": INACTIVE},
    ObjectJointALEMoving2D: {
        "penalty": dict(usePenaltyFormulation=True),
        "inactive": INACTIVE,
    },
    ObjectJointSliding2D: {
        "turning": dict(constrainRotation=True),
        "free": dict(axialForce=0.0),
        "inactive": INACTIVE,
    },
    LoadForceVector: {
        "body fixed": dict(bodyFixed=True),
        "user function": dict(loadVectorUserFunction=load_law),
    },
    LoadMassProportional: {"user function": dict(loadVectorUserFunction=load_law)},
}
"""Kind with a law -> name of a variant -> changes to its sample that take other branches.

A value that is a kind stands for the first item of this kind.
"""

NO_POTENTIAL: dict[type, tuple[str, ...]] = {
    ObjectConnectorPlanarSpringDamper: ("y masked", "no torque"),
    ObjectConnectorRigidBodySpringDamper: ("sample", "intrinsic"),
    ObjectConnectorTorsionalSpringDamper: ("oblique",),
}
"""Kind with a potential -> variants whose forces do not follow from it."""


IN_SPACE: dict[type, dict[str, Any]] = {
    ObjectConnectorTorsionalSpringDamper: dict(
        rotationMarker0=OBLIQUE, rotationMarker1=np.array(OBLIQUE) @ SLANTED
    )
}
"""Kind -> changes of its sample on frames in space, where angles may be singular otherwise."""


def without_losses(kind: type) -> dict[str, Any]:
    """Values that switch off what has no potential in any variant."""
    return {
        name: p.default
        for name, p in kind.fields.items()
        if name.lower().endswith("damping")
        or name == "coupling"
        or "Friction" in name
        or name in ("dampingPerLength", "dampingTorsional", "dampingShear")
    }


OTHER_CARRIERS: dict[tuple[type, type | str], tuple[type, dict[str, Any]]] = {
    (MarkerBodyPosition, ObjectMass1D): (ObjectMass1D, dict(referenceRotation=np.eye(3))),
    (MarkerBodyPosition, "oblique ObjectMass1D"): (ObjectMass1D, dict(referenceRotation=OBLIQUE)),
    (MarkerBodyRigid, "leaning ObjectGround"): (ObjectGround, dict(referenceRotation=OBLIQUE)),
    (MarkerBodyRigid, "upright ObjectRotationalMass1D"): (
        ObjectRotationalMass1D,
        dict(referenceRotation=[[0.6, -0.8, 0.0], [0.8, 0.6, 0.0], [0.0, 0.0, 1.0]]),
    ),
    (MarkerNodeRigid, NodePlanar): (NodePlanar, dict(heldCoordinates=[True, False, False])),
    # a point that can meet those of cables in the plane, to the last bit
    (MarkerBodyPosition, ObjectBeamGeometricallyExact): (
        ObjectBeamGeometricallyExact,
        dict(localPosition=[0.25, 0.5, 0.125]),
    ),
    (MarkerBodyRigid, "ObjectRigidBody with angles"): (
        ObjectRigidBody,
        dict(nodeNumber=NodeRigidBodyRxyz),
    ),
    (MarkerBodyRigid, "ObjectRigidBody with a rotation vector"): (
        ObjectRigidBody,
        dict(nodeNumber=NodeRigidBodyRotVecLG),
    ),
    (MarkerKinematicTreeRigid, "ObjectKinematicTree, turning link"): (
        ObjectKinematicTree,
        dict(linkNumber=2),
    ),
    (MarkerKinematicTreeRigid, "ObjectKinematicTree on a free base"): (
        ObjectKinematicTree,
        dict(linkNumber=2, baseNodeNumber=NodeRigidBodyEP, baseOffset=[0.0, 0.0, 0.0]),
    ),
    (MarkerKinematicTreeRigid, "free base of an ObjectKinematicTree"): (
        ObjectKinematicTree,
        dict(linkNumber=-1, baseNodeNumber=NodeRigidBodyRxyz, baseOffset=[0.0, 0.0, 0.0]),
    ),
    (MarkerKinematicTreeRigid, "ObjectKinematicTree in the plane"): (
        ObjectKinematicTree,
        dict(
            linkNumber=2,
            jointTypes=[3, 4, 3],
            linkParents=[-1, 0, 1],
            jointTransformations=[np.eye(3), [[0, -1, 0], [1, 0, 0], [0, 0, 1]], np.eye(3)],
        ),
    ),
}
"""(Marker, name of a carrier) -> kind of the carrier, changes to its sample.

Connectors are tried on the samples of all nodes and bodies, and on these. A name that is the kind
itself stands for its sample. localPosition: where the marker stands on the body.
"""

DRAWN: dict[str, Any] = dict(
    show=None,
    drawSize=0.25,
    color=[0.125, 0.25, 0.5, 1.0],
    graphicsData=[{"type": "Line", "data": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]}],
    graphicsDataList=[[{"type": "Line", "data": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]}]],
    baseGraphicsData=[{"type": "Line", "data": [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]}],
    jointWidth=0.25,
    linkColors=[[0.5, 0.25, 0.125, 1.0]],
    jointColors=[[0.125, 0.25, 0.5, 0.5]],
    graphicsDataUserFunction=draw,
    triangleMesh=np.array([[0.0, 1.0, 2.0]]),
    showMarkerNodes=False,
    showNodes=True,
    showContactCircle=False,
    showLinks=False,
    showJoints=False,
    axisRadius=0.25,
    axisLength=0.75,
    axesRadius=0.25,
    axesLength=0.75,
    jointRadius=0.25,
    drawAsCylinder=True,
    discWidth=0.25,
    drawHeight=0.25,
    radius=0.125,
    cylinderRadius=0.125,
    rodRadius=0.0625,
    pistonRadius=0.25,
    pistonLength=0.5,
    rodMountRadius=0.375,
    baseMountRadius=0.75,
    baseMountLength=0.875,
    colorCylinder=[0.5, 0.25, 0.125, 1.0],
    colorPiston=[0.25, 0.5, 0.125, 1.0],
    ropeRadius=0.25,
    sectionGeometry=_outline(),
)
"""Parameter of a V class -> a value that is not its default (show: chosen per kind)."""


def ask_for(what: str) -> NoReturn:
    """Fail a test for want of data, and tell what to add where."""
    pytest.fail(f"add {what} in tests/items/samples.py", pytrace=False)


def values_of(kind: type, w: "World") -> dict[str, Any]:
    """The sample of a kind; a kind without one fails the test that asks."""
    if kind not in SAMPLES:
        ask_for(f"valid values of all parameters of {kind.__name__} to SAMPLES")
    values = SAMPLES[kind](w)
    missing = set(kind.fields) - set(values) - {"name"}
    if missing:
        ask_for(f"{', '.join(sorted(missing))} to SAMPLES[{kind.__name__}]")
    return values


def with_items(changes: dict[str, Any], w: Any) -> dict[str, Any]:
    """Changes to a sample in which kinds are replaced by their first items."""
    return {name: w.first(v) if isinstance(v, type) else v for name, v in changes.items()}


def variants_of(kind: type) -> dict[str, dict[str, Any]]:
    """All variants of a connector or load, with the sample itself."""
    if kind not in VARIANTS:
        ask_for(f"the branches of {kind.__name__}'s law to VARIANTS")
    missing = {name for name, p in kind.fields.items() if isinstance(p.kind, UserFunction)} - {
        name for changes in VARIANTS[kind].values() for name in changes
    }
    if missing:
        ask_for(f"a variant with {missing} to VARIANTS[{kind.__name__}]")
    return {"sample": {}, **VARIANTS[kind]}


def drawn_of(kind: type) -> dict[str, Any]:
    """Values of all parameters of a kind's V class."""
    missing = set(kind.V.fields) - set(DRAWN)
    if missing:
        ask_for(f"{', '.join(sorted(missing))} of {kind.V.__name__} to DRAWN")
    chosen = {name: DRAWN[name] for name in kind.V.fields}
    return chosen | {"show": not kind.V.fields["show"].default}


class World:
    """A system, and the first item of every kind in it.

    mbs -- a system that others add to as well; a new one if it is left out
    """

    def __init__(self, *kinds: type, mbs: Any = None) -> None:
        self.container = exu.SystemContainer()
        self.mbs = self.container.AddSystem() if mbs is None else mbs
        self._first: dict[type | str, Any] = {}
        for kind in kinds:
            self.add(kind)

    def first(self, kind: type) -> Any:
        """The first item of a kind, which is added if there is none."""
        if kind not in self._first:
            self.add(kind)
        return self._first[kind]

    def remember(self, kind: type | str, number: Any) -> None:
        """Call an item the first of its kind, unless there is one."""
        self._first.setdefault(kind, number)

    def another(self, kind: type, name: str, values: Callable[[], dict[str, Any]]) -> Any:
        """An item besides the first of its kind: that of a name, which is added if there is none.

        values -- its parameters, asked for only when it is added
        """
        if name not in self._first:
            self.remember(name, self.add_item(self.made(kind, values())))
        return self._first[name]

    def made(self, kind: type, values: dict[str, Any]) -> Any:
        """An item with these values."""
        return kind(**values)

    def sample(self, kind: type, **changes: Any) -> Any:
        """An item of a kind that fits into this system."""
        return self.made(kind, values_of(kind, self) | changes)

    def add(self, kind: type, **changes: Any) -> Any:
        """Add a sample; returns its number."""
        number = self.add_item(self.sample(kind, **changes))
        self.remember(kind, number)
        return number

    def add_item(self, item: Any, family: str = "") -> Any:
        """Add an item, or the dictionary of one of that family."""
        return getattr(self.mbs, "Add" + (family or item.family).capitalize())(item)

    def get(self, kind: type, number: Any) -> dict[str, Any]:
        return getattr(self.mbs, "Get" + kind.family.capitalize())(number)

    def nodes_of(self, kind: type, number: Any) -> list[Any]:
        """Numbers of the nodes of a body."""
        return list(self.get(kind, number)["nodeNumbers"])

    def count(self, family: str) -> int:
        return getattr(self.mbs.systemData, f"NumberOf{family.capitalize()}s")()


def world() -> World:
    """A system with one sample of every kind, and with mass on every node."""
    made = World(*KINDS)
    made.add(ObjectRigidBody2D, nodeNumber=made.first(NodePlanar))
    for node in (NodeRigidBodyRxyz, NodeRigidBodyRotVecLG):
        made.add(ObjectRigidBody, nodeNumber=made.first(node))
    return made


def world_of_variants() -> World:
    """The same, with all variants of connectors and loads, assembled.

    Connectors of positions also act between a marker with a Jacobian and one without, and on
    bodies that turn; forces that turn with their markers act on all nodes and bodies.
    """
    made = world()
    for kind in (kind for kind in (*nodes.KINDS, *POINT_BODIES) if Out.Position in kind.outputs):
        on = "nodeNumber" if kind.family == "node" else "bodyNumber"
        for marker in markers.KINDS:
            provided = {"Position", "Orientation"} if kind.has_axes else {"Position"}
            if on in marker.fields and marker.provides == provided and not marker.on_mesh:
                local = {"localPosition": [0.25, -0.5, 0.125]} if on == "bodyNumber" else {}
                number = made.mbs.AddMarker(marker(**{on: made.first(kind)}, **local))
                made.add(LoadForceVector, markerNumber=number, bodyFixed=kind.has_axes)
                if kind is NodePointSlope23:  # its forces do not depend on its rotation
                    made.add(LoadTorqueVector, markerNumber=number)
    for marker in (
        MarkerSuperElementPosition, MarkerSuperElementRigid, MarkerKinematicTreeRigid,
    ):  # fmt: skip
        turns = "Orientation" in marker.provides
        made.add(LoadForceVector, markerNumber=made.first(marker), bodyFixed=turns)
    heavy = made.mbs.AddMarker(MarkerBodyMass(bodyNumber=made.first(ObjectFFRFreducedOrder)))
    made.add(LoadMassProportional, markerNumber=heavy)
    beside = dict(bodyNumber=made.first(ObjectMass1D), localPosition=[2.0, 0.5, 0.25])
    slider = made.mbs.AddMarker(MarkerBodyPosition(**beside))
    heavy = made.mbs.AddMarker(MarkerBodyMass(bodyNumber=made.first(ObjectMass1D)))
    made.add(LoadMassProportional, markerNumber=heavy)
    made.add(LoadForceVector, markerNumber=slider)
    turning = made.first(MarkerBodyRigid)
    heavy = made.mbs.AddMarker(MarkerBodyMass(bodyNumber=made.first(ObjectRigidBody2D)))
    made.add(LoadMassProportional, markerNumber=heavy)
    made.add(LoadForceVector, markerNumber=turning, bodyFixed=True)
    for kind in POSITION_CONNECTORS:
        for ends in (
            [slider, made.first(MarkerNodePosition)],
            [made.first(MarkerNodePosition), slider],
            [turning, slider],
        ):
            made.add(kind, markerNumbers=ends)
    made.add(
        ObjectConnectorReevingSystemSprings,
        markerNumbers=[slider, turning, slider],
        sheavesAxes=[[0.0, 0.0, 1.0]] * 3, sheavesRadii=[0.0, 0.125, 0.0],
    )  # fmt: skip
    made.add(LoadCoordinate, markerNumber=made.first(MarkerNodeODE1Coordinate))
    made.add(LoadCoordinateTable, markerNumber=made.first(MarkerNodeODE1Coordinate))
    for kind in (kind for kind in KINDS if kind in VARIANTS):
        for changes in variants_of(kind).values():
            if changes:
                made.add(kind, **with_items(changes, made))
    made.mbs.Assemble()
    return made
