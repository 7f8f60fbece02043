"""Base of joints that slide along cables: lists of cables, and places in the matrix.

A joint acts on the motion of a body, through its marker m0, and on the coordinates of the present
cable directly. Its kernels write, for their vector z (`slider_law.py`),

    gradient    derivatives of its equations by z
    row_q       H z_t: derivatives of the equations at velocity level by z, with the second
                derivatives H
    stiffness   derivatives of its forces on z by z

The entries of all cables of the list are part of the pattern of the matrix; those of the cables
that are not present stay zero. `assemble` (`slider_kernels.py`) maps what the kernels wrote, and
keeps the derivatives by coordinates (`slopes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.bodies.body import Body
from linkwork.connectors.connector import Constraint
from linkwork.core.declare.item import parameter
from linkwork.core.declare.parameters import IndexList, Vector
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i4, i8, u4
from linkwork.markers.cable_marker import CableMarker

EQUATIONS = 2
"""Most equations of a joint."""

APART = 1.0e-6
"""How far an offset may be from the end of the cable before, relative to its length."""


def arrays(size: int) -> dict[str, tuple[Any, tuple[int, ...]]]:
    """Own arrays of a joint; size -- components of z"""
    return {
        "loads": (f8, ()),
        "released": (i8, ()),  # whether its multipliers are held at 0
        "present": (i8, ()),  # element that the arrays below belong to
        "gradient": (f8, (EQUATIONS, size)),
        "row_q": (f8, (EQUATIONS, size)),
        "bend": (f8, (EQUATIONS, size, size)),
        "stiffness": (f8, (size, size)),
        "sigma": (f8, (size,)),
        "tau": (f8, (size,)),
        "product": (f8, (size,)),
        "diagonal": (i4, (EQUATIONS,)),
    }


def pools_with(element: np.dtype) -> dict[str, Any]:
    """Pools of a joint; element -- record of a cable"""
    return {
        "elements": element,
        "columns": i8,  # rows of the Jacobian of m0
        "members": i8,  # its coordinates
        "places": i4,  # entries between the coordinates of m0 and of a cable
        "edges": i4,  # (column, row) entries of each of them with each equation
        "slopes": f8,  # derivatives of the equations by them, for the present element
    }


class SlidingConstraint(Constraint):
    """Base of joints between a body and a list of cables."""

    acts_directly = True
    joins = True
    rigid_invariance = True
    marker_types: ClassVar[tuple[str, ...]] = ("Position", "Orientation", "Coordinates")
    cable_kinds: ClassVar[tuple[type[Body], ...]] = ()
    cable_marker: ClassVar[type[CableMarker]] = CableMarker
    """Kind of the markers of the cables."""
    coordinates: ClassVar[int] = 0
    """Number of coordinates of a cable in the lists."""
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        ("m0", u4), ("m1", u4), ("row", i8), ("rate", f8), ("unknown", i8), ("part", i8),
        ("first_element", i8), ("n_elements", i8), ("first_column", i8), ("n_columns", i8),
    )  # fmt: skip
    slidingMarkerNumbers: Any = parameter(
        [], IndexList("marker"), structural=True,
        doc="markers of the cables, one after another",
    )  # fmt: skip
    slidingMarkerOffsets: Any = parameter(
        [], Vector(), unit="m", structural=True,
        doc="arc length at the beginning of each of these cables",
    )  # fmt: skip

    @property
    def drawn_markers(self) -> Sequence[int]:
        """The body alone: its marker is on the cable."""
        return [self.markerNumbers[0]] * 2

    def check_complete(self, owner: str) -> None:
        count, offsets = len(self.slidingMarkerNumbers), len(self.slidingMarkerOffsets)
        if not count or count != offsets:
            raise ParameterError(
                f"{owner}: slidingMarkerNumbers and slidingMarkerOffsets must be lists of equal "
                f"length with at least one cable, got {count} markers and {offsets} offsets"
            )

    def cables(self, items: Mapping[str, Sequence[Any]]) -> list[Any]:
        """The cables of the list."""
        markers = [items["marker"][number] for number in self.slidingMarkerNumbers]
        return [items["object"][marker.bodyNumber] for marker in markers]

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        listed = [("slidingMarkerNumbers", k, n) for k, n in enumerate(self.slidingMarkerNumbers)]
        first, second = self.markerNumbers
        listed += [("markerNumbers", 1, second)] if second >= 0 else []
        for name, place, number in listed:
            marker = items["marker"][number]
            on = None
            if isinstance(marker, self.cable_marker) and marker.bodyNumber >= 0:
                on = items["object"][marker.bodyNumber]
            if not isinstance(on, self.cable_kinds):
                wanted = " or ".join(kind.__name__ for kind in self.cable_kinds)
                raise ParameterError(
                    f"{owner}: {name}[{place}] must be a "
                    f"{self.cable_marker.__name__} of an {wanted}, got {marker.label(number)}"
                )
        if first >= 0 and "Position" not in items["marker"][first].provides:
            raise ParameterError(
                f"{owner}: markerNumbers[0] must be a marker with a position, that of the sliding "
                f"body, got {items['marker'][first].label(first)}"
            )
        self._check_chain(owner, self.cables(items))

    def _check_chain(self, owner: str, cables: list[Any]) -> None:
        """Refuse cables that do not follow one another, and offsets that are not their lengths."""
        if len(self.slidingMarkerOffsets) != len(cables):
            return  # not given yet: Assemble reports it
        for k, (before, after) in enumerate(zip(cables, cables[1:], strict=False)):
            if before.nodeNumbers[1] != after.nodeNumbers[0]:
                raise ParameterError(
                    f"{owner}: the cable of slidingMarkerNumbers[{k + 1}] must begin at node "
                    f"{before.nodeNumbers[1]}, where that of slidingMarkerNumbers[{k}] ends, got "
                    f"node {after.nodeNumbers[0]}; list the cables in order"
                )
            begin, end = self.slidingMarkerOffsets[k : k + 2]
            if abs(end - begin - before.physicsLength) > APART * before.physicsLength:
                raise ParameterError(
                    f"{owner}: slidingMarkerOffsets[{k + 1}] must be slidingMarkerOffsets[{k}] + "
                    f"the length of the cable, {begin + before.physicsLength:g} m, got {end:g}"
                )

    def ode2_coordinates(self, number: int, model: Any) -> np.ndarray:
        lists = [model.marker_indices(self.markerNumbers[0])]
        lists += [model.places.marker_coordinates(k)[0] for k in self.slidingMarkerNumbers]
        return np.unique(np.concatenate(lists)).astype(i8)

    @classmethod
    def counts(cls, rows: np.ndarray) -> np.ndarray:
        return np.full(len(rows), EQUATIONS)

    @classmethod
    def equation_rows(cls, table: Any) -> tuple[np.ndarray, np.ndarray]:
        has = np.arange(EQUATIONS) < cls.counts(table.rows)[:, None]
        lines, equations = np.nonzero(has)
        return table.rows["row"][lines] + equations, lines

    @classmethod
    def end_markers(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        lines = np.arange(len(table.rows))
        return lines, np.zeros(len(lines), i8), table.rows["m0"].astype(i8)

    @classmethod
    def row_markers(cls, table: Any, row: int) -> list[int]:
        return [int(table.rows["m0"][row])]

    # ------------------------------------------------------------------ pools

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        elements: list[np.ndarray] = []
        columns: list[int] = []
        members: list[int] = []
        places = edges = slopes = 0
        for e, number in zip(table.rows, table.numbers, strict=True):
            item = model.items["object"][number]
            m0, coordinates = item.markerNumbers[0], model.markers.coordinates
            e["unknown"] = model.n_ode2 + e["row"]
            e["first_element"], e["first_column"] = len(elements), len(columns)
            columns += coordinates.columns_of(m0).tolist()
            members += coordinates.of(m0).tolist()
            e["n_columns"] = len(columns) - e["first_column"]
            size = int(e["n_columns"]) + cls.coordinates
            for marker, start in zip(
                item.slidingMarkerNumbers, item.slidingMarkerOffsets, strict=True
            ):
                found = np.zeros(1, cls.pools["elements"])
                indices, homes = model.places.marker_coordinates(marker)
                found["index"] = -1
                found["index"][0, : len(indices)] = indices
                found["home"] = homes[: found["home"].shape[1]]
                found["L"] = model.items["object"][
                    model.items["marker"][marker].bodyNumber
                ].physicsLength
                found["start"], found["places"], found["edges"] = start, places, edges
                elements.append(found)
                places, edges = places + size * size, edges + 2 * EQUATIONS * size
            e["n_elements"] = len(elements) - e["first_element"]
            slopes += EQUATIONS * size
        table.pools["elements"] = np.concatenate(elements).view(np.recarray)
        table.pools["columns"] = np.array(columns, i8)
        table.pools["members"] = np.array(members, i8)
        table.pools["places"] = np.full(places, -1, i4)
        table.pools["edges"] = np.full(edges, -1, i4)
        table.pools["slopes"] = np.zeros(slopes)

    @classmethod
    def coordinate_list(cls, table: Any, row: int, element: int) -> np.ndarray:
        """Coordinates of m0 and of a cable; -1 where there is none."""
        e = table.rows[row]
        members = table.pools["members"][e["first_column"] : e["first_column"] + e["n_columns"]]
        own = table.pools["elements"]["index"][e["first_element"] + element]
        return np.concatenate([members, own])

    @classmethod
    def couplings(cls, table: Any, implicit: bool) -> list[np.ndarray]:
        pairs = []
        for row, e in enumerate(table.rows):
            count = int(cls.counts(table.rows[row : row + 1])[0])
            for element in range(e["n_elements"]):
                found = cls.coordinate_list(table, row, element)
                found = found[found >= 0]
                unknowns = e["unknown"] + np.arange(count)
                left, right = np.meshgrid(found, unknowns, indexing="ij")
                pairs.append(np.column_stack([left.ravel(), right.ravel()]))
                if implicit:
                    left, right = np.meshgrid(found, found, indexing="ij")
                    pairs.append(np.column_stack([left.ravel(), right.ravel()]))
        return pairs

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        for row, e in enumerate(table.rows):
            count = int(cls.counts(table.rows[row : row + 1])[0])
            unknowns = np.full(EQUATIONS, -1)
            unknowns[:count] = e["unknown"] + np.arange(count)
            table.own["diagonal"][row] = -1
            table.own["diagonal"][row, :count] = slots(unknowns[:count], unknowns[:count])
            for element in range(e["n_elements"]):
                place = table.pools["elements"][e["first_element"] + element]
                found = cls.coordinate_list(table, row, element)
                size = len(found)
                if implicit:
                    block = _slots_of(slots, found[:, None], found[None, :])
                    table.pools["places"][place["places"] : place["places"] + size**2] = block
                columns = _slots_of(slots, found[:, None], unknowns[None, :])
                rows = _slots_of(slots, unknowns[None, :], found[:, None])
                span = slice(place["edges"], place["edges"] + 2 * EQUATIONS * size)
                table.pools["edges"][span] = np.concatenate([columns, rows])

    @classmethod
    def edges(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        found: list[list[np.ndarray]] = [[], [], [], []]
        first = 0
        for row, e in enumerate(table.rows):
            coordinates = cls.coordinate_list(table, row, int(table.own["present"][row]))
            size = len(coordinates)
            for equation in range(int(cls.counts(table.rows[row : row + 1])[0])):
                begin = first + equation * size
                slopes = np.where(
                    coordinates >= 0, table.pools["slopes"][begin : begin + size], 0.0
                )[coordinates >= 0]
                length = np.linalg.norm(slopes)
                levers = slopes * slopes / (length if length > 0.0 else 1.0)
                some = coordinates[coordinates >= 0]
                parts = np.full(len(some), e["row"] + equation), some, slopes, levers
                for part, column in zip(parts, found, strict=True):
                    column.append(part)
            first += EQUATIONS * size
        rows, columns, slopes, levers = (np.concatenate(part) for part in found)
        return rows, columns, slopes, levers


def _slots_of(slots: Callable[..., np.ndarray], left: Any, right: Any) -> np.ndarray:
    """Places of the entries of a block, -1 where a coordinate does not exist."""
    rows, columns = (part.ravel() for part in np.broadcast_arrays(left, right))
    there = (rows >= 0) & (columns >= 0)
    found = np.full(len(rows), -1, i4)
    found[there] = slots(rows[there], columns[there])
    return found
