"""Quantities of a Solution that are evaluated from its recorded states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.errors import SysError

if TYPE_CHECKING:
    from linkwork.results.energy.energy import Energies
    from linkwork.results.jumps import Jump
    from linkwork.results.replay.constraint_errors import ConstraintErrors
    from linkwork.results.snapshot import Snapshot
    from linkwork.results.statistics import Statistics


class Evaluations:
    """Mixin of Solution: energies and constraint errors at the recorded times."""

    times: np.ndarray
    coordinates: np.ndarray
    velocities: np.ndarray
    accelerations: np.ndarray
    multipliers: np.ndarray
    ode1_coordinates: np.ndarray
    ode1_velocities: np.ndarray
    data_coordinates: np.ndarray
    snapshot: Snapshot | None
    statistics: Statistics
    jumps: list[Jump]

    def energy(self, single: bool = False) -> Energies:
        """Energies, losses, work and their balance at the recorded times [J]; see `Energies`.

        single -- parts by item, not by type of item
        """
        from linkwork.results.energy.energy import energies_of

        model, solver = self._model_for("energies"), self.statistics.solver
        return energies_of(model, self.times, self._state(), solver, single, self.jumps)

    def constraint_errors(self) -> ConstraintErrors:
        """Constraint equations at the recorded times; see `ConstraintErrors`."""
        from linkwork.results.replay.constraint_errors import constraint_errors_of

        model = self._model_for("constraint errors")
        return constraint_errors_of(model, self.times, self._state())

    def _model_for(self, what: str) -> Snapshot:
        if self.snapshot is None:
            raise SysError(
                f"{what} need the model, but this result has none: it was read from a text file; "
                "save results with solution.save('run.npz'), which keeps the model"
            )
        return self.snapshot

    def _state(self) -> dict[str, Any]:
        """Recorded arrays by the names that kernels use."""
        return dict(
            q=self.coordinates,
            v=self.velocities,
            a=self.accelerations,
            multipliers=self.multipliers,
            y=self.ode1_coordinates,
            y_t=self.ode1_velocities,
            data_coordinates=self.data_coordinates,
        )
