"""The markers of a model as rows for the kernels of their motion."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.declare.item_list import FEW, ItemList
from linkwork.core.errors import ParameterError
from linkwork.core.kernels.array_call import call_with_arrays
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.entry import argument_names, entry
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.records import CALL, FRAME, MARKER, ROTATION, i8
from linkwork.math.rotation_parameters import has_form
from linkwork.math.turning import turn_grid
from linkwork.model.places import Places
from linkwork.model.table import Table
from linkwork.motion.kind import UNIT_COLUMNS, Kind, Member
from linkwork.motion.point import BY_INDEX, KINDS, Points, rows_by_index

UPRIGHT, BY_COORDINATES = np.eye(3), np.eye(UNIT_COLUMNS, 6)
"""Rotation matrix of axes that do not turn; Jacobian rows that all motions by index share."""

Rows = tuple[Callable[..., Any], np.ndarray]
"""A kernel and the rows it runs over."""

READ = frozenset({"markers", "rotations", "motion_jacobians", "motion_rates"})
"""Arguments of kernels that are states of markers."""


class Coordinates(NamedTuple):
    """The coordinates that markers follow: of marker k those from first[k] to first[k + 1].

    indices -- of the coordinates; columns -- their rows of `motion_jacobians`
    """

    first: np.ndarray
    indices: np.ndarray
    columns: np.ndarray

    def of(self, marker: int) -> np.ndarray:
        """Indices of the coordinates of a marker."""
        return self.indices[self.first[marker] : self.first[marker + 1]]

    def columns_of(self, marker: int) -> np.ndarray:
        """Rows of `motion_jacobians` of a marker."""
        return self.columns[self.first[marker] : self.first[marker + 1]]

    def listed(self, markers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(line of `markers`, place in `indices`) of all coordinates of some markers."""
        counts = np.diff(self.first)[markers]
        lines = np.repeat(np.arange(len(markers)), counts)
        begin = np.repeat(self.first[:-1][markers] - np.cumsum(counts) + counts, counts)
        return lines, begin + np.arange(len(lines))


class MarkerMap:
    """How the markers of a model map to coordinates.

    start, rotation_start -- their states at zero displacement
    index -- coordinates of markers that follow them one to one, padded with -1; -1 for others
    coordinates -- the coordinates of all markers
    is_linked, turns -- whether a marker has a Jacobian, and whether it turns; has_links -- whether
    any has one; is_planar -- whether it has a frame with an angle about z; is_upright -- or one
    that turns about z alone
    motion_jacobians, motion_coordinates -- initial values of the arrays of that name
    tables -- kind of motion -> rows of its markers; copies -- copies of rows of single markers
    ends -- markers that are functions of others -> the numbers of these, which only they see
    """

    def __init__(self, places: Places, tables: Sequence[Table], exact: bool) -> None:
        """tables -- those of the markers"""
        self.places, self.exact = places, exact
        self.copies: dict[tuple[Kind, int], np.ndarray] = {}
        points, masses, motions = _resolved(places.items["marker"], places)
        self.ends = _add_ends(motions, len(masses))
        count = len(masses) + sum(map(len, self.ends.values()))
        points = _longer(points, count)
        self.start, self.rotation_start = np.zeros(count, MARKER), np.zeros(count, ROTATION)
        self.rotation_start["R"] = UPRIGHT
        self.index = np.full((count, 3), -1, i8)
        self.is_linked, self.turns = np.zeros(count, bool), np.zeros(count, bool)
        self.is_planar, self.is_upright = np.zeros(count, bool), np.zeros(count, bool)
        self.start["mass"][: len(masses)] = masses
        members: dict[Kind, list[Member]] = {}
        motion_jacobians = [BY_COORDINATES]
        owners: list[Any] = [[-1] * UNIT_COLUMNS]
        column, columns = UNIT_COLUMNS, np.zeros(count, i8)
        firsts, counts, at_reference = points.first, points.dimension, points.offset.copy()
        for number, motion in motions.items():
            kind, followed = motion.kind, motion.coordinates
            self.is_planar[number], firsts[number] = motion.is_planar, motion.first
            self.is_upright[number] = motion.is_planar or getattr(motion, "is_upright", False)
            points.offset[number], at_reference[number] = motion.offset, motion.reference_place()
            if motion.is_frame:
                motion.start(self.rotation_start[number])
            if kind is None:
                continue
            counts[number] = len(followed)
            if kind.dtype is BY_INDEX:
                points.there[number] = True
                continue
            members.setdefault(kind, []).append(Member(number, motion, column))
            if kind.jacobian is not None:
                self.is_linked[number], self.turns[number] = True, motion.turns
                columns[number] = column
                motion_jacobians.append(kind.jacobian(motion))
                owners.append(followed)
                column += len(followed)
        self.start["p"] = points.offset
        self.has_links = bool(self.is_linked.any())
        self.motion_jacobians = np.concatenate(motion_jacobians)
        self.motion_coordinates = np.concatenate(owners).astype(i8)
        self.tables = _tables(points, members)
        for kind, rows in self.tables.items():
            if kind.settle is not None:
                node = np.searchsorted(places.numbering.node_first, rows["first"], "right") - 1
                rows["first_pose"] = places.numbering.first_pose[node]
        for k in range(3):
            plain = ~self.is_linked & (counts > k)
            self.index[plain, k] = firsts[plain] + k
        self.coordinates = self._list_coordinates(firsts, counts, columns)
        for kind, rows in self.tables.items():
            if kind.link is not None:
                for row in rows:
                    ends = self.ends[int(row["marker"])]
                    kind.link(row, ends, [self.coordinates.columns_of(end) for end in ends])
        self._fill_tables(tables, at_reference, firsts, counts, columns)

    def _list_coordinates(
        self, firsts: np.ndarray, counts: np.ndarray, columns: np.ndarray
    ) -> Coordinates:
        """The coordinates of all markers, without those that are fixed."""
        marker = np.repeat(np.arange(len(counts)), counts)
        place = np.arange(len(marker)) - np.repeat(np.cumsum(counts) - counts, counts)
        linked = self.is_linked[marker]
        rows = np.where(linked, columns[marker], 0) + place
        indices = np.where(linked, self.motion_coordinates[rows], firsts[marker] + place)
        there = indices >= 0
        first = np.concatenate([[0], np.cumsum(np.bincount(marker[there], minlength=len(counts)))])
        return Coordinates(first, indices[there], rows[there])

    def _fill_tables(
        self,
        tables: Sequence[Table],
        offsets: np.ndarray,
        firsts: np.ndarray,
        counts: np.ndarray,
        columns: np.ndarray,
    ) -> None:
        """Fill the columns that the outputs of markers read."""
        for table in tables:
            rows, numbers = table.rows, table.members.numbers
            rows["marker"], rows["offset"], rows["first"] = (
                numbers,
                offsets[numbers],
                firsts[numbers],
            )
            rows["turning"], rows["column"] = self.turns[numbers], columns[numbers]
            rows["planar"] = self.is_planar[numbers]
            linked = self.is_linked[numbers]
            rows["n_columns"] = np.where(linked, counts[numbers], 0)
            rows["dimension"] = np.where(linked, 0, counts[numbers])

    # ------------------------------------------------------------------ kernels

    def _parts(self, kernel_of: Callable[[Kind], Any]) -> list[Rows]:
        """A kernel of each kind that has it, with its rows; functions of motions come last."""
        tables = sorted(self.tables.items(), key=lambda part: part[0].depth)
        found = [(kernel_of(kind), rows) for kind, rows in tables]
        return [(kernel, rows) for kernel, rows in found if kernel is not None]

    def motion_parts(self) -> list[Rows]:
        """Kernels of the motion of markers, with their rows."""
        return self._parts(lambda kind: kind.mover(self.exact))

    def jacobian_parts(self) -> list[Rows]:
        """Kernels that compute the Jacobians of markers at the present state, with their rows."""
        return self._parts(lambda kind: kind.jacobians)

    def rate_parts(self) -> list[Rows]:
        """Kernels that compute d(J v)/dq of markers at the present state, with their rows."""
        return self._parts(lambda kind: kind.rates)

    def accept_parts(self) -> list[Rows]:
        """Kernels that keep what markers remember of a step, with their rows."""
        return self._parts(lambda kind: kind.accept)

    def parts_for(self, kernels: Iterable[Callable[..., Any]]) -> list[Rows]:
        """Kernels that compute all that some kernels of items read of the state of markers."""
        names = {name for kernel in kernels for name in argument_names(kernel)}
        parts = self.motion_parts()
        parts += self.jacobian_parts() if "motion_jacobians" in names else []
        return parts + (self.rate_parts() if "motion_rates" in names else [])

    def parts_of(self, table: Table, row: int, kernel: Callable[..., Any]) -> list[Rows]:
        """Kernels that compute what a kernel reads of the markers of one item, with their rows."""
        names = argument_names(kernel)
        if not READ.intersection(names):
            return []
        if "search" in table.kind.kernels:  # its markers change
            return self.parts_for([kernel])
        found: list[Rows] = []
        for number in table.kind.row_markers(table, row):
            for each in self._with_ends(number):
                found += self._parts_of_one(each, names)
        return found

    def _with_ends(self, number: int) -> list[int]:
        """A marker behind those that it is a function of."""
        return [k for end in self.ends.get(number, ()) for k in self._with_ends(end)] + [number]

    def _parts_of_one(self, number: int, names: tuple[str, ...]) -> Iterator[Rows]:
        """Kernels that compute the state of one marker, with its row."""
        for kind, rows in self.tables.items():
            mine = rows[rows["marker"] == number]
            if not len(mine):
                continue
            wanted = [kind.mover(self.exact)]
            wanted += [kind.jacobians] if "motion_jacobians" in names else []
            wanted += [kind.rates] if "motion_rates" in names else []
            alone = self._kept((kind, number), kind.alone(mine))
            yield from ((kernel, alone) for kernel in wanted if kernel is not None)

    def _kept(self, key: tuple[Kind, int], rows: np.ndarray) -> np.ndarray:
        """The only copy of the rows of a marker that refer to the rotation of a node.

        Runs change their kind of rotation parameters (`model/composition.py`).
        """
        if not has_form(rows.dtype):
            return rows
        kept = self.copies.setdefault(key, rows)
        kept[:] = rows
        return kept

    def gather_parts(self) -> list[Rows]:
        """Kernels that gather the forces of markers, with their rows."""
        return self._parts(lambda kind: kind.gather)[::-1]

    def curvature_parts(self, slots: Callable[..., np.ndarray]) -> list[Rows]:
        """Kernels that add d(J^T w)/dq to the matrix, with their rows, which get their slots."""
        found = [(kind, rows) for kind, rows in self.tables.items() if kind.curvature is not None]
        for kind, rows in found:
            assert kind.fill_slots is not None
            kind.fill_slots(rows, slots, self.motion_coordinates)
        return [(kind.curvature, rows) for kind, rows in found if kind.curvature is not None]

    def states(
        self, table: Table, row: int, state: Mapping[str, np.ndarray]
    ) -> dict[str, np.ndarray]:
        """Arrays of the markers, with those that an item reads; the others are undefined.

        state -- q, v, poses and data coordinates of the system
        """
        found = {
            "markers": np.empty_like(self.start),
            "rotations": self.rotation_start.copy(),
            "motion_jacobians": self.motion_jacobians.copy(),
            "motion_rates": np.zeros_like(self.motion_jacobians),
            "motion_coordinates": self.motion_coordinates,
        }
        for number in table.kind.row_markers(table, row):
            for each in self._with_ends(number):
                self._write_state(each, state, found)
        return found

    def _write_state(
        self, number: int, state: Mapping[str, np.ndarray], found: dict[str, np.ndarray]
    ) -> None:
        """Write the state of one marker, in plain Python."""
        states, q = found["markers"], state["q"]
        states[number] = self.start[number]
        p, velocity = states["p"][number], states["v"][number]
        for r, index in enumerate(self.index[number].tolist()):
            if index >= 0:
                p[r] += q[index]
                velocity[r] = state["v"][index]
        if not self.is_linked[number]:
            return
        given = {**state, "q_low": np.zeros_like(q), "turn_grid": turn_grid(), **found}
        for kind, rows in self.tables.items():
            mine = kind.alone(rows[rows["marker"] == number])
            for kernel in (kind.mover(self.exact), kind.jacobians, kind.rates):
                if len(mine) and kernel is not None:
                    _move(kernel, mine, given)

    def write_masses(self) -> None:
        """Pass changed masses of bodies on to the markers that represent them."""
        for group in self.places.items["marker"].by_kind().values():
            kind: Any = group.kind
            if "BodyMass" in kind.provides:
                self.start["mass"][group.numbers] = kind.masses(group, self.places)


def _resolved(markers: ItemList, places: Places) -> tuple[Points, np.ndarray, dict[int, Any]]:
    """The points of markers that follow coordinates by index, all masses, the other motions."""
    points, masses = Points.none(len(markers)), np.zeros(len(markers))
    for group in markers.by_kind().values():
        kind: Any = group.kind
        found = kind.points(group, places) if len(group) >= FEW else None
        if found is not None:
            points.put(group.numbers, found)
            masses[group.numbers] = kind.masses(group, places)
    motions: dict[int, Any] = {}
    for number in np.flatnonzero(~points.there).tolist():
        try:
            motions[number], masses[number] = markers[number].resolve(places)
        except ParameterError as error:
            raise ParameterError(f"{markers[number].label(number)}: {error}") from None
    return points, masses, motions


def _longer(points: Points, count: int) -> Points:
    """The same points, with further owners behind them."""
    if count == len(points.there):
        return points
    found = Points.none(count)
    found.put(np.arange(len(points.there)), points)
    return found


def _tables(points: Points, members: dict[Kind, list[Member]]) -> dict[Kind, np.ndarray]:
    """Rows of all kinds of motion, in the order of the first marker of each."""
    found = [(members[kind][0].marker, kind, kind.rows(members[kind])) for kind in members]
    by_index = np.flatnonzero(points.there)
    dimensions = points.dimension[by_index]
    for dimension in set(dimensions.tolist()):
        numbers = by_index[dimensions == dimension]
        found.append((int(numbers[0]), KINDS[dimension], rows_by_index(points, numbers)))
    return {kind: rows for _, kind, rows in sorted(found, key=lambda part: part[0])}


def _add_ends(motions: dict[int, Any], count: int) -> dict[int, tuple[int, ...]]:
    """Add the motions that others are functions of; returns their numbers, by that of the function.

    They are markers that only their functions see; count -- number of the other markers
    """
    found: dict[int, tuple[int, ...]] = {}
    waiting = list(motions.items())
    while waiting:
        number, motion = waiting.pop(0)
        ends = getattr(motion, "ends", ())
        if ends:
            found[number] = tuple(range(count, count + len(ends)))
            more = dict(zip(found[number], ends, strict=True))
            motions.update(more)
            waiting += more.items()
            count += len(ends)
    return found


MANY_STATES = 32
"""From this many states on, kernels of motions run in compiled code."""


def poses(motion: Any, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Poses of a motion in several states.

    motion -- a Motion that is not fixed; q -- coordinates of the system, a row for each state

    Returns positions (rows, 3) [m] and rotation matrices (rows, 3, 3).
    """
    q = np.ascontiguousarray(q, float)
    kind = motion.kind
    ends = getattr(motion, "ends", ())
    shape = len(q), 1 + len(ends)
    places, turned = np.zeros(shape, MARKER), np.zeros(shape, ROTATION)
    places["p"], turned["R"] = motion.offset, np.eye(3)
    if motion.is_frame and len(q):
        motion.start(turned[0, 0])
        turned[:] = turned[0, 0]
    for k, end in enumerate(ends, 1):
        places["p"][:, k], turned["R"][:, k] = poses(end, q)
    slopes = np.eye(UNIT_COLUMNS, 6) if kind.jacobian is None else kind.jacobian(motion)
    rows = kind.rows([Member(0, motion, 0)])
    if kind.link is not None:
        kind.link(rows[0], range(1, shape[1]), [np.zeros(len(e.coordinates), i8) for e in ends])
    given = {
        "motion_jacobians": slopes,
        "motion_rates": np.zeros_like(slopes),
        "motion_coordinates": np.array(motion.coordinates, i8),
        "q_low": np.zeros(q.shape[1]),
        "v": np.zeros(q.shape[1]),
        "turn_grid": turn_grid(),
    }
    settled = np.zeros((len(q), 0)) if kind.settle is None else kind.settle(motion, q)
    if len(q) < MANY_STATES:
        for k, state in enumerate(q):
            states = {"q": state, "markers": places[k], "rotations": turned[k]}
            _move(kind.mover(False), rows, given | states | {"poses": settled[k]})
    else:
        states = {"q": q, "markers": places, "rotations": turned, "poses": settled}
        _move_often(kind.mover(False), rows, given, states)
    return places["p"][:, 0].copy(), turned["R"][:, 0].copy()


_entry = functools.cache(entry)


def _move_often(
    kernel: Callable[..., Any],
    rows: np.ndarray,
    given: dict[str, np.ndarray],
    states: dict[str, np.ndarray],
) -> None:
    """Run a compiled kernel of a motion over rows, once for each state.

    states -- arrays with separate values for each state: q, markers, rotations, poses
    """
    frame, call = np.zeros(1, FRAME), np.zeros(1, CALL)
    call["table"], call["rows"] = rows.ctypes.data, len(rows)
    for name, array in {**given, **states}.items():
        frame[name], frame["n_" + name] = array.ctypes.data, len(array)
    frame["n_q"], frame["n_poses"] = states["q"].shape[1], states["poses"].shape[1]
    frame["n_markers"] = frame["n_rotations"] = states["markers"].shape[1]
    code = address_of(_entry(kernel, rows.dtype))
    where = [FRAME.fields[name][1] // 8 for name in states]  # type: ignore[index]
    strides = [array.strides[0] for array in states.values()]
    numbers = code, call.ctypes.data, frame.ctypes.data, len(states["q"])
    lists = (np.array(part, i8) for part in (where, strides, numbers))
    call_with_arrays(run_often, frame.view(i8), *lists)


def run_often(frame_words, where, strides, numbers):
    """Run a call repeatedly, each time with arrays that begin one stride later.

    frame_words -- the frame as integers; where -- those that are addresses of these arrays
    numbers -- code, call, address of the frame, and number of repetitions
    """
    for _ in range(numbers[3]):
        status = call_kernel(numbers[0], numbers[1], numbers[2])
        if status != 0:
            return status
        for k in range(where.size):
            frame_words[where[k]] += strides[k]
    return 0


def _move(kernel: Callable[..., Any], rows: np.ndarray, given: dict[str, Any]) -> None:
    """Run a kernel of a motion over rows, with the arrays that are its arguments."""
    names = argument_names(kernel)[1:]
    kernel(rows, *(given[name.removesuffix("_out")] for name in names))
