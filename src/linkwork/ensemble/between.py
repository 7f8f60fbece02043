"""Rows at times between the steps of compiled members, of whole chunks at once.

A member takes rows at the steps around each time. From these follow its rows as `rows.py` finds
them in a Solution that has all steps, to the same bits: all operations are those of single numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from linkwork.ensemble.columns import Grid, Pick
from linkwork.ensemble.rows import at_rows, cubic, cubic_nodes
from linkwork.nodes.node import Node
from linkwork.results.replay.interpolation import hermite, places_of

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

OTHERS = {
    "coordinates": "velocities", "velocities": "coordinates",
    "ode1_coordinates": "ode1_velocities",
}  # fmt: skip
"""Parts that follow polynomials, and what else these need."""


class Between(NamedTuple):
    """How rows at times follow from rows at steps.

    picks -- what is taken at the steps; grid -- these steps
    own -- their times [s]; wanted -- the times of the rows [s]
    nodes -- number of a time between two steps -> rows of the polynomial of sensors
    sources -- of each column of the result: places of its numbers in the picks, and the part
    """

    picks: list[Pick]
    grid: Grid
    own: np.ndarray
    wanted: np.ndarray
    nodes: dict[int, range]
    sources: list[tuple[int, int, str]]

    def rows(self, taken: np.ndarray) -> np.ndarray:
        """(members, times, columns) from what members have taken, (members, steps, picks)."""
        made = np.empty((len(taken), len(self.wanted), len(self.sources)))
        for column, (place, other, part) in enumerate(self.sources):
            values = taken[:, :, place].T
            found, between = at_rows(self.own, values, self.wanted, self.grid.slack)
            for k in between if not part else ():
                found[k] = cubic(self.own, values, self.wanted[k], self.nodes[k])
            if part and between.size:
                found[between] = self._of_part(part, values, taken[:, :, other].T, between)
            made[:, :, column] = found.T
        return made

    def _of_part(
        self, part: str, values: np.ndarray, others: np.ndarray, between: np.ndarray
    ) -> np.ndarray:
        times = self.wanted[between]
        if part == "data_coordinates":
            return np.asarray(values[np.searchsorted(self.own, times, "right") - 1])
        places = places_of(self.own, times)
        if part == "velocities":
            return hermite(places, others, values)[1]
        return hermite(places, values, others)[0]


def between_steps(
    mbs: MainSystem, settings: object, picks: list[Pick], times: np.ndarray, grid: Grid
) -> Between | None:
    """How rows between steps of fixed size follow from those at steps; None if not by polynomials.

    mbs -- an assembled system
    """
    model, _ = mbs._assembled("an ensemble")
    for table in model.tables_of(Node):
        kind = table.kind
        if kind.composed or kind.between_rows.__func__ is not Node.between_rows.__func__:  # type: ignore[attr-defined]
            return None
    span = settings.timeIntegration  # type: ignore[attr-defined]
    h = (span.endTime - span.startTime) / span.numberOfSteps
    every = span.startTime + np.arange(span.numberOfSteps + 1) * h
    every[-1] = span.endTime
    _, between = at_rows(every, np.zeros((len(every), 0)), times, grid.slack)
    nodes = {int(k): cubic_nodes(every, times[k]) for k in between}
    there = np.setdiff1d(np.arange(len(times)), between)
    steps = np.unique(
        np.concatenate(
            [np.rint((times[there] - span.startTime) / h).astype(np.int64)]
            + [np.array(each, np.int64) for each in nodes.values()]
            + [np.searchsorted(every, times[[k]], "right") - 1 for k in nodes]
            + [np.searchsorted(every, times[[k]], "right") for k in nodes]
        )
    )
    found = {k: int(np.searchsorted(steps, each[0])) for k, each in nodes.items()}
    taken, sources = list(picks), []
    for place, (source, number, is_sensor) in enumerate(picks):
        other = place
        if not is_sensor and source in OTHERS:
            pick = Pick(OTHERS[source], number, False)
            other = taken.index(pick) if pick in taken else len(taken)
            taken += [pick] if other == len(taken) else []
        sources.append((place, other, "" if is_sensor else source))
    own = Grid(steps, 0, grid.period, grid.slack)
    in_order = {k: range(first, first + len(nodes[k])) for k, first in found.items()}
    return Between(taken, own, every[steps], times, in_order, sources)
