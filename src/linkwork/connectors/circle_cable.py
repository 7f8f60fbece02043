"""Base of contacts between a cable and a circle: which coordinates they act on, and their tables.

They act directly on the eight coordinates of the cable, or the nine of one whose material moves,
and with a force and a torque on the marker of the circle. Rows have a column `event` for the first
of their segments; each segment has branches of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.connectors.connector import EVENT_COLUMN, Connector
from linkwork.connectors.data_node import DATA_COLUMN, wire_data
from linkwork.connectors.laws import circle_kernels
from linkwork.connectors.laws.circle_matrix import WORK
from linkwork.core.declare.item import Visualization, parameter
from linkwork.core.declare.parameters import Color, Flag, Real
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i4, i8, u4
from linkwork.math.cable_shape import positions, slopes

KERNELS = (
    circle_kernels.residual, circle_kernels.jacobian, circle_kernels.events,
    circle_kernels.switch, circle_kernels.post_newton, circle_kernels.accept,
    circle_kernels.potential, circle_kernels.output,
)  # fmt: skip


class DrawnCircle(Visualization):
    """Drawing of a contact with a circle: the circle, with a mark that turns with its marker."""

    drawn_as = "pulley"

    showContactCircle: bool = parameter(True, Flag(), doc="whether the circle is drawn")
    drawSize: float = parameter(-1.0, Real, unit="m", doc="no effect")
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class CircleCable(Connector):
    """Base of the contacts between a cable and a circle."""

    acts_directly = True
    marker_types = ("Position", "Cable2DShape")
    data_of_segment: ClassVar[int] = 1
    """Data coordinates of a segment."""
    held_in_data: ClassVar[str] = "the gap of each segment"
    circle_needs: ClassVar[str] = "Position"
    """What the marker of the circle must provide."""

    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("m0", u4), ("m1", u4), ("index", i8, 8), ("along", i8), ("n_own", i8), ("home", f8, 8),
        ("L", f8), ("height", f8), ("states", i8), ("first_point", i8), ("first_column", i8),
        ("n_columns", i8), ("first_slot", i8), ("part", i8), EVENT_COLUMN, DATA_COLUMN,
    )  # fmt: skip
    own: ClassVar[dict[str, tuple[Any, tuple[int, ...]]]] = {"loads": (f8, ())}
    pools: ClassVar[dict[str, Any]] = {
        "shapes": f8,  # weights of the points of each cable
        "columns": i8,  # rows of the Jacobian of each circle's marker
        "indices": i8,  # coordinates of the cable and of the circle, row by row
        "slots": i4,
        "work": f8,
    }

    numberOfContactSegments: int
    nodeNumber: int

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        if min(*self.markerNumbers, self.nodeNumber) < 0:
            return  # Assemble refuses it
        circle, cable = (items["marker"][number] for number in self.markerNumbers)
        labels = [items["marker"][k].label(k) for k in self.markerNumbers]
        if self.circle_needs not in circle.provides:
            kind = "MarkerBodyRigid or MarkerNodeRigid"
            raise ParameterError(
                f"{owner}: markerNumbers m: the first one is the circle and must be a "
                f"{kind if self.circle_needs == 'Orientation' else 'position or rigid marker'}, "
                f"got {labels[0]}"
            )
        if "Cable2DShape" not in cable.provides:
            raise ParameterError(
                f"{owner}: markerNumbers m: the second one is the cable and must be a "
                f"MarkerBodyCable2DShape, got {labels[1]}"
            )
        n = self.numberOfContactSegments
        if cable.numberOfSegments != n:
            raise ParameterError(
                f"{owner}: numberOfContactSegments n_s must be that of {labels[1]}, which has "
                f"numberOfSegments = {cable.numberOfSegments}, got {n}"
            )
        node = items["node"][self.nodeNumber]
        count, found = self.data_of_segment * n, node.size_of("data")
        if found != count:
            raise ParameterError(
                f"{owner}: nodeNumber must be a NodeGenericData with {count} data coordinates, "
                f"which hold {self.held_in_data}; got {node.label(self.nodeNumber)} with {found}; "
                f"add NodeGenericData(numberOfDataCoordinates={count}) and give its number"
            )

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        wire_data(table, model)
        table.rows["states"] = cls.data_of_segment > 1
        for row, number in zip(table.rows, table.numbers, strict=True):
            shape = model.items["marker"][model.items["object"][number].markerNumbers[1]]
            own = model.numbering.object_part(shape.bodyNumber, "ode2")
            row.index, row.n_own = own[:8], len(own)
            row.along = own[8] if len(own) > 8 else -1
            row.home = model.numbering.reference[row.index]
            row.L = model.items["object"][shape.bodyNumber].physicsLength
            row.height = shape.verticalOffset

    @classmethod
    def event_counts(cls, table: Any) -> np.ndarray:
        return np.asarray(table.rows["n_s"], i8)

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        rows, coordinates = table.rows, model.markers.coordinates
        circles = [int(m) for m in rows["m0"]]
        columns = [coordinates.columns_of(m) for m in circles]
        lists = [
            np.concatenate([row.index, [row.along][: row.n_own - 8], coordinates.of(m)])
            for row, m in zip(rows, circles, strict=True)
        ]
        counts = np.array([len(part) for part in columns], i8)
        points = np.asarray(rows["n_s"], i8) + 1
        rows["n_columns"] = counts
        rows["first_column"] = np.cumsum(counts) - counts
        rows["first_point"] = np.cumsum(points) - points
        squares = (rows["n_own"] + counts) ** 2
        rows["first_slot"] = np.cumsum(squares) - squares
        table.pools["columns"] = np.concatenate([np.zeros(0, i8), *columns]).astype(i8)
        table.pools["indices"] = np.concatenate(lists).astype(i8)
        table.pools["slots"] = np.full(int(squares.sum()), -1, i4)
        table.pools["shapes"] = np.concatenate([_shapes(row.n_s, float(row.L)) for row in rows])
        table.pools["work"] = np.zeros(WORK)

    def ode2_coordinates(self, number: int, model: Any) -> np.ndarray:
        """Those of the cable, then those of the circle."""
        circle, cable = self.markerNumbers
        body = model.items["marker"][cable].bodyNumber
        found = model.numbering.object_part(body, "ode2"), model.marker_indices(circle)
        return np.concatenate(found)

    @classmethod
    def _lists(cls, table: Any) -> list[np.ndarray]:
        """Coordinates of each row."""
        counts = table.rows["n_own"] + table.rows["n_columns"]
        return np.split(table.pools["indices"], np.cumsum(counts)[:-1])

    @classmethod
    def couplings(cls, table: Any, implicit: bool) -> list[np.ndarray]:
        if not implicit:
            return []
        lists = cls._lists(table)
        lines = np.full((len(lists), max(map(len, lists))), -1)
        for line, found in zip(lines, lists, strict=True):
            line[: len(found)] = found
        return [lines]

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        if not implicit:
            return
        places = [slots(found[:, None], found[None, :]).ravel() for found in cls._lists(table)]
        table.pools["slots"][:] = np.concatenate(places)

    @classmethod
    def end_markers(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The circles: forces on the cable act on its coordinates."""
        lines = np.arange(len(table.rows))
        return lines, np.zeros_like(lines), table.rows["m0"].astype(i8)

    @classmethod
    def has_events(cls, table: Any) -> bool:
        return bool(((table.rows["k"] > 0.0) | (table.rows["d"] > 0.0)).any())

    @classmethod
    def row_markers(cls, table: Any, row: int) -> list[int]:
        return [int(table.rows["m0"][row])]


def _shapes(count: int, L: float) -> np.ndarray:
    """Weights of positions and slopes at the ends of the segments of a cable."""
    found = []
    for k in range(count + 1):
        a = slopes(k / count)
        found += [*positions(k / count, L), -a[0] / L, a[1], a[0] / L, a[2]]
    return np.array(found)
