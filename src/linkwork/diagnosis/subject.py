"""Subject: the system that checks examine, a copy that they may evaluate.

The copy holds the same items, in a new MainSystem with its own memory. User functions get this
system as their `mbs`, so that anything they set does not affect the user's system.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.first_order import FirstOrder
from linkwork.core.declare.item_list import ItemList
from linkwork.diagnosis.matrices import Matrices
from linkwork.integrators.registry import integrator_of
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.settings.simulation import SimulationSettings


class Subject:
    """A system, and the planned run.

    is_static -- whether a static equilibrium is computed, so that the solver does not matter
    items -- family -> items; twin -- the copy of the system; model, data -- of the copy, None if
    the items could not be assembled
    """

    def __init__(
        self,
        mbs: Any,
        settings: SimulationSettings,
        solver: Any,
        static: bool = False,
    ) -> None:
        self.mbs, self.settings, self.is_static = mbs, settings, static
        self.solver = integrator_of(solver)
        self.items: dict[str, ItemList] = {
            family: members.copy() for family, members in mbs._items.items()
        }
        self.twin: Any = None
        self.model: Model | None = None
        self.data: Data | None = None

    def assemble(self) -> None:
        """Make the copy, at the initial state of the system."""
        from linkwork.api.system import MainSystem

        twin = MainSystem()
        twin._take_items(self.items)
        twin.variables = dict(self.mbs.variables)
        twin.Assemble()
        if self.mbs._model is not None:
            twin.systemData.take_initial_state(self.mbs.systemData.initial_state())
        # For user functions the copy is a system that is being solved, so they may not solve it.
        twin.is_running = twin.systemData.is_locked = True
        self.twin = twin
        self.model, self.data = twin._assembled("a check")
        self.data.scalars.t = self.settings.timeIntegration.startTime
        self.data.scalars.h = self.h if self.h > 0.0 else 1.0e-3

    @property
    def is_continued(self) -> bool:
        """Whether the initial state is the end of another run."""
        return self.mbs._model is not None and bool(self.mbs.systemData.initial_is_result)

    # ------------------------------------------------------------------ the run

    @property
    def is_implicit(self) -> bool:
        """Whether the solver is an implicit time integrator."""
        return self.solver.implicit and not self.is_static

    @property
    def duration(self) -> float:
        """Length of the run [s]."""
        time = self.settings.timeIntegration
        return float(time.endTime - time.startTime)

    @property
    def steps(self) -> int:
        """Number of steps."""
        return int(self.settings.timeIntegration.numberOfSteps)

    @property
    def h(self) -> float:
        """Step size, for embedded pairs the largest one [s]."""
        return self.duration / self.steps

    # ------------------------------------------------------------------ the equations

    @cached_property
    def matrices(self) -> Matrices:
        """Matrices and forces of the copy at its initial state."""
        assert self.model is not None and self.data is not None
        return Matrices(self.model, self.data)

    def label(self, family: str, number: int) -> str:
        """An item as in error texts."""
        return str(self.items[family][number].label(number))

    def constraint_name(self, row: int) -> str:
        """The constraint of a row, and which of its equations."""
        return self.matrices.equations.rows.name(row)

    @cached_property
    def _standing(self) -> dict[int, list[int]]:
        """Node -> numbers of the objects on it."""
        found: dict[int, list[int]] = {}
        for number, item in enumerate(self.items["object"]):
            for node in item.nodes() if isinstance(item, (Body, FirstOrder)) else ():
                found.setdefault(node, []).append(number)
        return found

    def bodies_on(self, coordinate: int) -> list[str]:
        """Labels of the objects on the node of a coordinate."""
        assert self.model is not None
        node = int(np.searchsorted(self.model.numbering.node_first, coordinate, side="right")) - 1
        return [self.label("object", number) for number in self._standing.get(node, ())]
