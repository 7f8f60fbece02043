"""Derivatives of an equilibrium: one linear system with the matrix of the equilibrium.

    K dq/dθ + C_q^T dλ/dθ - F_y dy/dθ = -∂r/∂θ,   C_q dq/dθ = -∂c/∂θ
    R_q dq/dθ + A dy/dθ = -∂f/∂θ

K includes the change of the constraint forces with q. First-order coordinates follow from their
rates f unless the settings hold them; F_y and R_q couple them with the others
(`core/rate_blocks.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from linkwork.assembly.linearization import ALL, evaluate_matrix, set_factors
from linkwork.core.errors import SolverError
from linkwork.core.kernels.callbacks import python_address_of
from linkwork.core.overflows import overflows_unnoticed
from linkwork.results.sensitivity import Sensitivities
from linkwork.results.solution import Solution
from linkwork.sensitivity.dynamic import silent
from linkwork.sensitivity.linear import joined, solve
from linkwork.sensitivity.memory import Changes, memory_of
from linkwork.sensitivity.outputs import Outputs, results_of
from linkwork.sensitivity.steps import FACTORS, FOUR, LARGER, RELATIVE, Displaced, Slopes
from linkwork.sensitivity.variations import ROWS, Path, Variation, variations_of
from linkwork.statics.run import StaticRun


def vary_equilibrium(mbs: Any, paths: Sequence[Path], settings: Any) -> list[Variation]:
    """How the memory of a search for the equilibrium depends on parameters."""
    quiet = silent(settings)
    quiet.staticSolver.verboseMode = 0

    def make(twin: Any) -> Any:
        with overflows_unnoticed():
            run = StaticRun(twin._model, twin._data, quiet)

        def start() -> None:
            run.start()
            run.context.demand(run.context.equations.weigh_coordinates())  # as all later starts

        return SimpleNamespace(context=run.context, start_state=start, pools={})

    return variations_of(mbs, paths, make)


class StaticSensitivities:
    """Finds the derivatives of the last equilibrium of a run."""

    def __init__(self, run: StaticRun, variations: Sequence[Variation]) -> None:
        self._context, self._variations = run.context, list(variations)
        self._holds_rates = bool(run.static.constrainODE1coordinates)
        run.without_direct()
        self._displaced = Displaced(run.context, {})
        self._rows: list[np.ndarray] = []
        self._sensed: list[np.ndarray] = []
        address = python_address_of(self._accept)
        run.context.callbacks.append(address)
        run.context.data.call_back("accept_calls", address)

    def _accept(self, _: int, __: int) -> int:
        context, s = self._context, self._context.data.scalars
        if s.t < context.time.endTime:
            return 0
        with overflows_unnoticed():
            self._find()
        return 0

    def _find(self) -> None:
        context = self._context
        data, s = context.data, context.data.scalars
        kept = {name: getattr(s, name) for name in (*FACTORS, "frozen", "factor_valid")}
        row_mass = data["row_mass"].copy()
        s.frozen, data["row_mass"][:] = 1, 1.0
        memory = memory_of(data)
        changes = [variation.changes(memory) for variation in self._variations]
        pairs = zip(changes, self._variations, strict=True)
        right = np.stack([self._slopes_of_equations(c, v.scale) for c, v in pairs], axis=1)
        try:
            found = self._solved(-right)
        finally:
            for name, value in kept.items():
                setattr(s, name, value)
            data["row_mass"][:] = row_mass
        outputs = Outputs(context, self._displaced)
        slopes = [self._parts(column) for column in found.T]
        scales = [variation.scale for variation in self._variations]
        parts = list(zip(slopes, changes, scales, strict=True))
        self._rows = [np.stack([outputs.row(*part) for part in parts])]
        if context.recording.columns:
            self._sensed = [outputs.sensors(parts)]

    def _slopes_of_equations(self, changes: Changes, scale: float) -> np.ndarray:
        """Derivatives of forces, constraints and rates by a parameter, at a fixed state."""
        total, step = self._equations() * 0.0, LARGER * RELATIVE * scale
        for k, weight in FOUR.items() if len(changes) else ():
            ends = []
            for sign in (1.0, -1.0):
                changes.apply(sign * k * step)
                ends.append(self._equations())
                changes.undo()
            total += weight / step * (ends[0] - ends[1])
        return total

    def _equations(self) -> np.ndarray:
        data, s = self._context.data, self._context.data.scalars
        set_factors(s, 0.0, 0.0, 0.0)
        self._context.demand(self._context.equations.forces(level=0))
        return np.concatenate([data["residual"], data["constraint"], data["rates"]])

    def _solved(self, right: np.ndarray) -> np.ndarray:
        """Derivatives of q, multipliers and y."""
        context = self._context
        equations, data, model = context.equations, context.data, context.model
        n, m = model.n_ode2, model.n_ae
        self._equations()
        set_factors(data.scalars, 1.0, 0.0, 0.0, 1.0)
        context.demand(evaluate_matrix(equations, ALL))
        blocks, values = equations.blocks, data["values"]
        K, C = blocks.motion.of(values), blocks.gradients.of(values)
        from scipy.sparse import csr_matrix, diags, identity, vstack

        units = diags(equations.layout.diagonal(values)[n : n + m])
        what = "sensitivities: the equilibrium does not follow from the parameters alone"
        matrix = joined([[K, C.T], [C, units]]) if m else K
        found = np.zeros(right.shape)
        into = blocks.forces_by_rates.of(values)  # -F_y
        if model.n_ode1 and not self._holds_rates:
            A = identity(model.n_ode1) - blocks.first_order.of(values)
            above = vstack([into, csr_matrix((m, model.n_ode1))])
            beside = joined([[-blocks.rates_by_motion.of(values), csr_matrix((model.n_ode1, m))]])
            whole = joined([[matrix, above], [beside, A]]) if n + m else A.tocsr()
            return solve(whole, right, what)
        if model.n_ode1:
            found[n + m :] = np.stack([each.start["y"] for each in self._variations], axis=1)
            right[:n] -= into @ found[n + m :]
        if n + m:
            found[: n + m] = solve(matrix, right[: n + m], what)
        return found

    def _parts(self, column: np.ndarray) -> Slopes:
        model = self._context.model
        n, m = model.n_ode2, model.n_ae
        rest = {name: np.zeros(n) for name in ("v", "a")}
        made = {"q": column[:n], "multipliers": column[n : n + m], "y": column[n + m :], **rest}
        made["y_t"] = np.zeros(model.n_ode1)
        return {**{name: made[name] for name in ROWS}, "alpha": np.zeros(0)}

    def results(self, solution: Solution) -> Sensitivities:
        """The derivatives of the last row of a Solution."""
        if not self._rows:
            raise SolverError("sensitivities: the run has not reached its last load step")
        times = [float(solution.times[-1])]
        return results_of(
            self._context, solution, self._variations, times, self._rows, self._sensed
        )
