"""Create... functions for discs that roll on a plane.

bodyNumbers are the body of the plane, usually a ground, and the wheel, each by number, ObjectIndex
or name, or as the MarkerIndex of a marker with an orientation. axisPosition is the center of the
disc [m] and axisVector its axis, both in the axes of the wheel; planePosition is a point of the
plane [m] and planeNormal its normal, both in the axes of its body. Positions are zero or empty on
markers. axisVector and planeNormal may have any length but zero. The connector is named `name`, new
markers Marker0:name and Marker1:name. show, discWidth [m] and color (RGBA) set how it is drawn. All
arguments are checked before anything is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.create.bodies import Vector
from linkwork.api.create.carriers import Carriers
from linkwork.api.create.connectors import PAIR, add_connector
from linkwork.api.create.parts import DEFAULT_COLOR, ORIGIN, checked_vector, creates
from linkwork.core.declare.indices import ObjectIndex
from linkwork.core.errors import ParameterError
from linkwork.markers.marker import Marker

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


@creates(**PAIR)
def CreateRollingDisc(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    axisPosition: Vector = (),
    axisVector: Vector = (1.0, 0.0, 0.0),
    discRadius: float = 0.0,
    planePosition: Vector = ORIGIN,
    planeNormal: Vector = (0.0, 0.0, 1.0),
    constrainedAxes: Sequence[int] = (1, 1, 1),
    activeConnector: bool = True,
    show: bool = True,
    discWidth: float = 0.1,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a RollingDiscJoint: a disc rolls on a plane without slipping; returns its number.

    discRadius -- [m], > 0
    constrainedAxes -- lateral, longitudinal and normal direction: constrained (1) or free (0)
    activeConnector -- whether it acts
    Other parameters: see linkwork.api.create.rolling.
    """
    from linkwork.joints.rolling_disc import ObjectJointRollingDisc

    owner, kind = "CreateRollingDisc", ObjectJointRollingDisc
    places = planePosition, axisPosition
    markers, axes = _contact(mbs, owner, bodyNumbers, places, (planeNormal, axisVector))
    values = {
        "name": name,
        "discRadius": discRadius,
        "constrainedAxes": constrainedAxes,
        "activeConnector": activeConnector,
        **axes,
    }
    drawn = {"show": show, "discWidth": discWidth, "color": color}
    return add_connector(mbs, owner, kind, markers, values, drawn)


@creates(**PAIR, rollingViscousFriction="rollingFrictionViscous")
def CreateRollingDiscPenalty(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    axisPosition: Vector = (),
    axisVector: Vector = (1.0, 0.0, 0.0),
    discRadius: float = 0.0,
    planePosition: Vector = ORIGIN,
    planeNormal: Vector = (0.0, 0.0, 1.0),
    contactStiffness: float = 0.0,
    contactDamping: float = 0.0,
    dryFriction: Vector = (0.0, 0.0),
    dryFrictionAngle: float = 0.0,
    dryFrictionProportionalZone: float = 0.0,
    viscousFriction: Vector = (0.0, 0.0),
    rollingFrictionViscous: float = 0.0,
    useLinearProportionalZone: bool = False,
    activeConnector: bool = True,
    show: bool = True,
    discWidth: float = 0.1,
    color: Sequence[float] = DEFAULT_COLOR,
    noAdhesion: bool = False,
) -> ObjectIndex:
    """Add a RollingDiscPenalty, a disc on an elastic plane with friction, and its data node.

    discRadius -- [m], > 0
    contactStiffness [N/m], contactDamping [N s/m] -- of the plane
    dryFriction, viscousFriction [s/m] -- coefficients, lateral and longitudinal;
        dryFrictionAngle [rad] -- turns them; dryFrictionProportionalZone [m/s],
        useLinearProportionalZone -- friction at low speed
    rollingFrictionViscous -- coefficient [s/m]; `rollingViscousFriction` is the same parameter
    activeConnector -- whether it acts
    noAdhesion -- whether the plane only pushes, never pulls

    Returns the number of the connector. Other parameters: see linkwork.api.create.rolling.
    """
    from linkwork.connectors.rolling_disc_penalty import ObjectConnectorRollingDiscPenalty
    from linkwork.nodes.generic_data import NodeGenericData

    owner, kind = "CreateRollingDiscPenalty", ObjectConnectorRollingDiscPenalty
    places = planePosition, axisPosition
    markers, axes = _contact(mbs, owner, bodyNumbers, places, (planeNormal, axisVector))
    values = {
        "name": name,
        "discRadius": discRadius,
        "contactStiffness": contactStiffness,
        "contactDamping": contactDamping,
        "dryFriction": dryFriction,
        "dryFrictionAngle": dryFrictionAngle,
        "dryFrictionProportionalZone": dryFrictionProportionalZone,
        "viscousFriction": viscousFriction,
        "rollingFrictionViscous": rollingFrictionViscous,
        "useLinearProportionalZone": useLinearProportionalZone,
        "activeConnector": activeConnector,
        "noAdhesion": noAdhesion,
        **axes,
    }
    drawn = {"show": show, "discWidth": discWidth, "color": color}
    node = NodeGenericData(numberOfDataCoordinates=3, initialCoordinates=[0.0, 0.0, 0.0])
    return add_connector(mbs, owner, kind, markers, values, drawn, node)


def _contact(
    mbs: MainSystem, owner: str, bodies: Any, places: tuple[Any, Any], axes: tuple[Any, Any]
) -> tuple[list[Marker], dict[str, np.ndarray]]:
    """Markers of plane and disc, and planeNormal and discAxis as unit vectors.

    places -- planePosition and axisPosition; axes -- planeNormal and axisVector
    """
    from linkwork.connectors.laws.rolling import FLAT

    carriers = Carriers(mbs._store, owner)
    markers = []
    for name, place, body in zip(
        ("planePosition", "axisPosition"), places, carriers.pair(bodies), strict=True
    ):
        family, _ = carriers.carrier("bodyNumbers", body)
        if np.size(place) == 0 and family == "object":
            text = f"{owner}: {name} is missing; give [x, y, z] in the axes of the body"
            raise ParameterError(text, name)
        local = place if np.size(place) else ORIGIN
        markers.append(carriers.marker_at("bodyNumbers", body, (name, local), turns=True))
    normal = _direction(owner, "planeNormal", axes[0])
    axis = _direction(owner, "axisVector", axes[1])
    n, a = (
        carriers.motion(marker).reference_rotation() @ v
        for marker, v in zip(markers, (normal, axis), strict=True)
    )
    if np.linalg.norm(np.cross(a, n)) < FLAT:
        raise ParameterError(
            f"{owner}: axisVector must not be parallel to planeNormal in the reference "
            "configuration: the disc would lie in the plane, and no direction of rolling exists",
            "axisVector",
        )
    return markers, {"planeNormal": normal, "discAxis": axis}


def _direction(owner: str, name: str, given: Any) -> np.ndarray:
    """A unit vector."""
    from linkwork.rigid.vectors import Normalize

    found = checked_vector(owner, name, given)
    if not found.any():
        raise ParameterError(f"{owner}: {name} must not be zero", name)
    return Normalize(found)
