"""Derivatives along the steps of any integrator, by differences of the steps themselves.

The kernel is `integrators/step_tangent.py`. It serves everything that `alpha.py` does not.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.core.kernels.callbacks import python_address_of
from linkwork.core.kernels.compile import address_of
from linkwork.integrators.alpha.parameter_slopes import PARAMETER
from linkwork.integrators.step_tangent import SCALARS, STEPPED, stepped_tangents
from linkwork.run.run import Run
from linkwork.sensitivity.alpha import words_of
from linkwork.sensitivity.memory import Changes
from linkwork.sensitivity.steps import Slopes, size_of

PARTS = ("q", "v", "a", "multipliers", "y", "y_t", "alpha")
"""Order of the derivatives in memory."""


class SteppedTangent:
    """The kernel that advances the derivatives after each step, and its memory."""

    def __init__(self, run: Run, count: int, report: Callable[[int, int], int]) -> None:
        """count -- number of parameters; report -- called where rows are recorded, and at events"""
        data, model = run.context.data, run.context.model
        self._run, self._data = run, data
        alpha = run.scheme.memory.get("alpha", np.zeros(0))
        n, m, rates = model.n_ode2, model.n_ae, model.n_ode1
        self._sizes = (n, n, n, m, rates, rates, len(alpha))
        address = python_address_of(report)
        run.context.callbacks.append(address)
        self.control = np.zeros(1, STEPPED)
        c = self.control[0]
        c["count"], c["report"], c["size"] = count, address, size_of(model)
        c["turns"] = bool(model.markers.turns.any()) or len(data["composed"]) > 0
        c["varies"] = m > 0 or model.masses_vary
        # its accelerations are those of a predicted velocity, which only the last step knows
        c["keeps"] = run.scheme.integrator.name == "VelocityVerlet"
        c["n_alpha"] = len(alpha)
        if len(alpha):
            c["alpha"] = (alpha.ctypes.data - data["memory"].ctypes.data) // 8
        if run.scheme.is_implicit:
            for name in ("alpha_m", "alpha_f", "beta", "gamma"):
                c[name] = run.scheme.memory["method"][name][0]
        self.tangents = np.zeros((count, sum(self._sizes)))
        self._parameters = np.zeros(count, PARAMETER)
        self._branches = data["branches"].copy()
        state = data.group("state")
        self._kept = np.zeros(5 * sum(map(len, state)))
        memory, pivots = len(data["memory"]), len(data["pivots"])
        self._kept_words = np.zeros(SCALARS + 3 * memory + pivots, np.int64)
        width = self.tangents.shape[1]
        self._work = np.zeros(len(data["factors"]) + n + width + 2 * len(alpha))

    def begin(self, slopes: list[Slopes], changes: list[Changes], scales: list[float]) -> None:
        """Put the kernel behind all steps; slopes -- derivatives at their start."""
        data = self._data
        words, ends = words_of(changes)
        self._parameters["first"], self._parameters["last"] = ends[:-1], ends[1:]
        self._parameters["step"] = self.control["size"][0] * np.array(scales)
        self.take(slopes)
        pools = dict(
            control=self.control, parameters=self._parameters, words=words,
            tangents=self.tangents.reshape(-1), kept=self._kept, kept_words=self._kept_words,
            tangent_work=self._work, tangent_branches=self._branches,
        )  # fmt: skip
        before = list(data.parts.get("accept_calls", []))
        data.set_calls("accept_calls", [*before, (stepped_tangents, pools)], address_of)
        self._run.context.releases.append(
            lambda: data.set_calls("accept_calls", before, address_of)
        )

    def take(self, slopes: list[Slopes]) -> None:
        """Continue from these derivatives: the integrator has begun anew at the present state."""
        for row, slope in zip(self.tangents, slopes, strict=True):
            row[:] = np.concatenate([slope[name] for name in PARTS])
        self.control["restarted"] = 1
        self.note()

    def note(self) -> None:
        """Keep the present state as the start of the next step."""
        data, state = self._data, self._data.group("state")
        self._kept[: sum(map(len, state))] = np.concatenate(state)
        memory = data["memory"]
        self._kept_words[SCALARS + len(memory) : SCALARS + 2 * len(memory)] = memory
        self.control["t"] = data.scalars.t

    def switch(self, branches: np.ndarray) -> None:
        """Laws have changed their branches at the end of a step; branches -- those within it."""
        self._branches[:], self.control["switched"] = branches, 1

    def slopes(self) -> list[Slopes]:
        """The present derivatives."""
        ends = np.cumsum([0, *self._sizes])
        return [
            {name: row[ends[k] : ends[k + 1]].copy() for k, name in enumerate(PARTS)}
            for row in self.tangents
        ]
