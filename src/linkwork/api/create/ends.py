"""Where a joint is: its two markers, and its axes, in the reference configuration.

The ends of a joint are bodies or markers. A marker stays where it is and tells the position of the
joint; bodies get markers there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.api.create.bodies import FLAG, Vector, plain
from linkwork.api.create.carriers import Carriers
from linkwork.api.create.parts import checked_vector
from linkwork.bodies.body import Body
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.markers.marker import Marker

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

WANTED = "bodies (number, ObjectIndex or name) or MarkerIndex"


class Ends(NamedTuple):
    """The markers of a joint, and how directions at its ends turn into global ones.

    owner -- the calling function, for errors
    markers -- the two markers, which are new or of the system
    rotations -- rotation matrices of the two bodies or markers
    in_space -- whether directions are given in global axes, not in those of the first body
    """

    owner: str
    markers: list[Marker]
    rotations: list[np.ndarray]
    in_space: bool

    def direction(self, name: str, given: Any) -> np.ndarray:
        """A direction in global axes, of any length but zero."""
        found = checked_vector(self.owner, name, given)
        if not found.any():
            raise ParameterError(f"{self.owner}: {name} must not be zero", name)
        return found if self.in_space else self.rotations[0] @ found

    def axes(self, given: np.ndarray) -> np.ndarray:
        """A rotation matrix of axes, in global axes."""
        return given if self.in_space else self.rotations[0] @ given

    def along_x(self, name: str, given: Any) -> np.ndarray:
        """Axes of a joint whose x axis has a direction: [B0, B1, B2] of its basis."""
        from linkwork.rigid.vectors import ComputeOrthonormalBasis

        return ComputeOrthonormalBasis(self.direction(name, given))

    def along_z(self, name: str, given: Any) -> np.ndarray:
        """Axes of a joint whose z axis has a direction: [-B2, B1, B0] of its basis."""
        B = self.along_x(name, given)
        return np.column_stack([-B[:, 2], B[:, 1], B[:, 0]])

    def rotation_markers(self, axes: np.ndarray) -> dict[str, np.ndarray]:
        """The axes of a joint, given in global axes, in those of both markers."""
        return {f"rotationMarker{k}": A.T @ axes for k, A in enumerate(self.rotations)}


def joint_ends(
    mbs: MainSystem,
    owner: str,
    bodies: Any,
    position: Any,
    in_space: Any,
    turns: bool = True,
    default: Vector | None = None,
) -> Ends:
    """The ends of a joint or spring at a position.

    position -- global [m] or, if in_space is False, in the axes of the first body; empty if there
        are markers, which tell it
    turns -- whether markers need an orientation
    default -- position of bodies if none is given; None: that is an error
    """
    in_space = plain("useGlobalFrame", FLAG).check(in_space, owner)
    carriers = Carriers(mbs._store, owner)
    given = carriers.pair(bodies)
    found = [carriers.carrier("bodyNumbers", entry) for entry in given]
    for entry, (family, _) in zip(given, found, strict=True):
        if family == "node":
            text = f"{owner}: bodyNumbers must be {WANTED}, got {entry!r}"
            raise ParameterError(text, "bodyNumbers")
    fixed = [
        carriers.marker_at("bodyNumbers", entry, ("position", np.zeros(3)), turns)
        if family == "marker"
        else None
        for entry, (family, _) in zip(given, found, strict=True)
    ]
    frames = [_frame(carriers, marker, end) for marker, end in zip(fixed, found, strict=True)]
    if np.size(position) == 0 and default is not None and fixed == [None, None]:
        position = default
    place = _place(owner, position, fixed, frames, in_space)
    markers = [
        marker or carriers.marker_at("bodyNumbers", entry, ("position", A.T @ (place - p)), turns)
        for marker, entry, (p, A) in zip(fixed, given, frames, strict=True)
    ]
    _refuse_the_same(carriers, markers)
    return Ends(owner, markers, [A for _, A in frames], in_space)


def _frame(
    carriers: Carriers, marker: Marker | None, end: tuple[str, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Place [m] and rotation matrix of a marker, or of a body."""
    if marker is None:
        return carriers.frame(end[1])
    motion = carriers.motion(marker)
    return motion.reference_place(), motion.reference_rotation()


def _place(
    owner: str,
    position: Any,
    markers: list[Marker | None],
    frames: list[tuple[np.ndarray, np.ndarray]],
    in_space: bool,
) -> np.ndarray:
    """Global position of a joint [m]."""
    is_given = position is not None and np.size(position) > 0
    places = [p for marker, (p, _) in zip(markers, frames, strict=True) if marker is not None]
    if places and is_given:
        raise ParameterError(
            f"{owner}: position must be left empty, [], because bodyNumbers has a marker, which "
            f"tells the position; got {shown(position)}",
            "position",
        )
    if places:
        return places[0]
    if not is_given:
        raise ParameterError(
            f"{owner}: position of the joint is missing; give [x, y, z] in the reference "
            "configuration",
            "position",
        )
    place = checked_vector(owner, "position", position)
    origin, A = frames[0]
    return place if in_space else origin + A @ place


def _refuse_the_same(carriers: Carriers, markers: list[Marker]) -> None:
    """Refuse a joint that connects a body with itself, or the ground with the ground."""
    first, second = (_nodes(carriers, marker) for marker in markers)
    if first is None or first != second or len(first) > 1:
        return
    text = "the same body twice; a joint connects two bodies"
    if not first:
        text = "the ground twice; nothing would be constrained"
    raise ParameterError(f"{carriers.owner}: bodyNumbers must not be {text}", "bodyNumbers")


def _nodes(carriers: Carriers, marker: Any) -> list[int] | None:
    """Nodes that a marker moves with; None if the marker does not tell."""
    if "nodeNumber" in marker.fields:
        return [marker.nodeNumber]
    if "bodyNumber" not in marker.fields:
        return None
    body: Body = carriers.items["object"][marker.bodyNumber]
    return body.nodes()
