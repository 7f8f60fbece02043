"""Methods of Solution that evaluate its recorded states: energies and constraint errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.core.errors import SysError

if TYPE_CHECKING:
    from linkwork.results.energy.energy import Energies
    from linkwork.results.replay.constraint_errors import ConstraintErrors
    from linkwork.results.snapshot import Snapshot
    from linkwork.results.solution import Solution


def energy(solution: Solution, single: bool = False) -> Energies:
    """Energies, losses, work and their balance at the recorded times [J]; see `Energies`.

    single -- parts by item, not by type of item
    """
    from linkwork.results.energy.energy import energies_of

    model, told = _model_for(solution, "energies"), solution.statistics
    return energies_of(
        model, solution.times, _state(solution), told.solver, single, solution.jumps, told.steps,
        solution.origin, told.constraint_level,
    )  # fmt: skip


def constraint_errors(solution: Solution) -> ConstraintErrors:
    """Constraint equations at the recorded times; see `ConstraintErrors`."""
    from linkwork.results.replay.constraint_errors import constraint_errors_of

    model = _model_for(solution, "constraint errors")
    return constraint_errors_of(model, solution.times, _state(solution))


def _model_for(solution: Solution, what: str) -> Snapshot:
    if solution.snapshot is None:
        raise SysError(
            f"{what} need the model, but this result has none: it was read from a text file; "
            "save results with solution.save('run.npz'), which keeps the model"
        )
    return solution.snapshot


def _state(solution: Solution) -> dict[str, Any]:
    """Recorded arrays by the names that kernels use."""
    return dict(
        q=solution.coordinates,
        v=solution.velocities,
        a=solution.accelerations,
        multipliers=solution.multipliers,
        y=solution.ode1_coordinates,
        y_t=solution.ode1_velocities,
        data_coordinates=solution.data_coordinates,
    )
