"""Modes: frequencies, damping and shapes of a linearized system."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.declare.parameters import Kind, PReal, Real
from linkwork.core.errors import ParameterError, SysError
from linkwork.math.tolerances import GROWING
from linkwork.modes.coupling import coupling_of
from linkwork.modes.damped import damped
from linkwork.modes.linearizer import Linearizer
from linkwork.modes.problem import DENSE, Problem
from linkwork.modes.undamped import undamped
from linkwork.results.directions import directions_of
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics

TWO_PI = 2.0 * np.pi
LISTED = 40
"""Most modes in a printed table."""

UNDEFINED = "effective masses are not defined (NaN): the stiffness is not symmetric"
"""Remark if shapes are not orthogonal with respect to mass."""


class Modes:
    """Modes of a system about one state, the lowest first; `print` shows a table.

    is_damped -- whether they include damping
    eigenvalues -- undamped: omega^2 [1/s^2], negative for an unstable mode; damped: s [1/s], of
    each pair the one with s.imag > 0
    vectors -- shapes in all ODE2 coordinates, one column each; undamped: u^T M u = 1; damped:
    complex, of unit length
    first_order -- damped: shapes of the first-order coordinates
    q, v -- the state; t -- its time [s]
    masses -- mass matrix, sparse
    is_symmetric -- whether mass and stiffness are
    notes -- remarks on the state and the modes
    snapshot -- the model
    """

    def __init__(
        self, snapshot: Snapshot, eigenvalues: np.ndarray, vectors: np.ndarray,
        first_order: np.ndarray | None, state: dict[str, np.ndarray], t: float, masses: Any,
        notes: Sequence[str], is_symmetric: bool = True,
    ) -> None:  # fmt: skip
        self.snapshot = snapshot
        self.is_damped = first_order is not None
        self.eigenvalues, self.vectors = eigenvalues, vectors
        self.first_order = first_order if first_order is not None else np.zeros((0, len(self)))
        self._state = state
        self.q, self.v, self.t, self.masses = state["q"], state["v"], t, masses
        self.is_symmetric = is_symmetric
        self.notes = [*notes] if is_symmetric else [*notes, UNDEFINED]
        self.differentiate: Callable[[Modes, str, Any], np.ndarray] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Without the system, which `sensitivity` needs."""
        return {**self.__dict__, "differentiate": None}

    def __len__(self) -> int:
        return len(self.eigenvalues)

    # ------------------------------------------------------------------ numbers

    @property
    def exponents(self) -> np.ndarray:
        """s of u exp(s t) [1/s], complex; for undamped modes the one that grows or oscillates."""
        if self.is_damped:
            return self.eigenvalues
        found: np.ndarray = np.sqrt(-np.asarray(self.eigenvalues, complex))
        return found

    @property
    def angular_frequencies(self) -> np.ndarray:
        """Angular frequency of the oscillation [rad/s]; zero for modes that do not oscillate."""
        found: np.ndarray = np.abs(self.exponents.imag)
        return found

    @property
    def frequencies(self) -> np.ndarray:
        """Frequency of the oscillation [Hz]; zero for modes that do not oscillate."""
        return self.angular_frequencies / TWO_PI

    @property
    def growth(self) -> np.ndarray:
        """Growth rate of the amplitude [1/s]; negative: it decays."""
        return self.exponents.real

    @property
    def damping_ratios(self) -> np.ndarray:
        """-s.real/|s|: 1 or more: no oscillation; negative: growth; 0 for s = 0."""
        s = self.exponents
        size = np.abs(s)
        return np.where(s.real != 0.0, -s.real / np.where(size > 0.0, size, 1.0), 0.0)

    @property
    def unstable(self) -> np.ndarray:
        """Numbers of the modes that grow."""
        return np.flatnonzero(self.growth > GROWING * np.abs(self.exponents))

    @cached_property
    def effective_masses(self) -> np.ndarray:
        """Part of the mass that moves along x, y, z with each undamped mode [kg], (modes, 3).

        NaN if the stiffness is not symmetric: then modes are not orthogonal with respect to mass.
        """
        if not self.is_symmetric:
            return np.full((len(self), 3), np.nan)
        momentum = self.vectors.T @ (self.masses @ directions_of(self.snapshot.model))
        size = np.einsum("ij,ij->j", self.vectors.conj(), self.masses @ self.vectors).real
        found: np.ndarray = np.abs(momentum) ** 2 / np.where(size > 0.0, size, 1.0)[:, None]
        return found

    @property
    def state(self) -> dict[str, np.ndarray]:
        """The state: q, v, multipliers, y and data coordinates."""
        return self._state

    def sensitivity(self, name: str, motion: Any = None) -> np.ndarray:
        """Derivatives of the eigenvalues omega^2 by a parameter, NaN where they are not single.

        name -- the parameter, for example "spring.stiffness"
        motion -- derivatives of the coordinates q of the state by the parameter, for an equilibrium
        that moves with it: `solution.sensitivity(name).coordinates[-1]` of SolveStatic. Without
        them the state is kept
        """
        if self.differentiate is None:
            raise SysError(
                "sensitivity needs the system of the modes, which copies and files do not have"
            )
        return self.differentiate(self, name, motion)

    @cached_property
    def names(self) -> list[str]:
        """Names of the coordinates."""
        return [column.name for column in self.snapshot.coordinates()]

    def __repr__(self) -> str:
        kind = "damped" if self.is_damped else "undamped"
        lines = [f"{len(self)} {kind} {'mode' if len(self) == 1 else 'modes'} at t = {self.t:g} s"]
        lines.append(f"{'mode':>6}{'frequency [Hz]':>18}{'omega [rad/s]':>16}{'damping':>12}")
        for k in range(min(len(self), LISTED)):
            lines.append(self._line(k))
        if len(self) > LISTED:
            lines.append(f"   ... {len(self) - LISTED} more")
        return "\n".join([*lines, *self.notes])

    def _line(self, k: int) -> str:
        s = self.exponents[k]
        told = ""
        if s == 0.0:
            told = "nothing resists it"
        elif k in self.unstable:
            told = f"unstable, grows with {s.real:.4g}/s"
        elif s.imag == 0.0:
            told = f"decays with {-s.real:.4g}/s"
        return (
            f"{k:>6}{self.frequencies[k]:>18.8g}{self.angular_frequencies[k]:>16.8g}"
            f"{self.damping_ratios[k]:>12.5g}  {told}"
        ).rstrip()

    # ------------------------------------------------------------------ pictures

    def checked(self, mode: Any) -> int:
        """A mode by its number; negative ones count from the end."""
        is_index = isinstance(mode, (int, np.integer)) and not isinstance(mode, bool)
        if not is_index or not -len(self) <= mode < len(self):
            limits = (
                f"must be a number from 0 to {len(self) - 1}" if len(self) else "does not exist"
            )
            raise ParameterError(f"mode {limits}, there are {len(self)} modes, got {mode!r}")
        return int(mode) % len(self)

    def solution(
        self, mode: int = 0, amplitude: float | None = None, frames: int = 60, seconds: float = 2.0
    ) -> Solution:
        """One period of a mode as a Solution: q + amplitude Re(u exp(i phase)).

        amplitude -- factor of the shape; None: points move by a tenth of the model's size
        frames -- number of states; seconds -- length of the period in the Solution [s]
        """
        number = self.checked(mode)
        if isinstance(frames, bool) or not isinstance(frames, (int, np.integer)) or frames < 2:
            raise ParameterError(f"frames must be a whole number >= 2, got {frames!r}")
        seconds = _checked(PReal, seconds, "seconds")
        shape = self.vectors[:, number]
        size = self.factor(number, amplitude)
        turns = np.linspace(0.0, 1.0, int(frames))
        phase = np.exp(1j * TWO_PI * (turns - 0.25))
        moved = size * np.real(np.multiply.outer(phase, shape))
        speed = size * np.real(np.multiply.outer(1j * TWO_PI / seconds * phase, shape))
        return self._recorded(seconds * turns, self.q + moved, speed)

    def _recorded(self, times: np.ndarray, q: np.ndarray, v: np.ndarray) -> Solution:
        rows = len(times)
        still = {name: np.tile(values, (rows, 1)) for name, values in self._state.items()}
        arrays = dict(
            times=times, coordinates=q, velocities=v, accelerations=np.zeros_like(q),
            multipliers=still["multipliers"], ode1_coordinates=still["y"],
            ode1_velocities=np.zeros_like(still["y"]), data_coordinates=still["data_coordinates"],
        )  # fmt: skip
        return Solution(arrays, {}, Statistics("Modes", rows - 1), "", self.snapshot)

    def amplitude(self, mode: int = 0) -> float:
        """Factor of a shape by which points move by a tenth of the model's size."""
        from linkwork.view.mode_shapes import amplitude_of

        return amplitude_of(self, self.checked(mode))

    def factor(self, mode: int, amplitude: float | None) -> float:
        """The given amplitude, or that of `amplitude` if none is given."""
        given = amplitude is not None
        return _checked(Real, amplitude, "amplitude") if given else self.amplitude(mode)

    def title(self, mode: int) -> str:
        """Number, frequency and damping of a mode."""
        number = self.checked(mode)
        told = f"mode {number}: {self.frequencies[number]:.5g} Hz"
        if self.is_damped and self.exponents[number]:
            told += f", damping {self.damping_ratios[number]:.3g}"
        return told

    def show(
        self, mode: int = 0, amplitude: float | None = None, title: str = "", height: int = 560
    ) -> Path | None:
        """Play a mode in the browser, or inline in a notebook."""
        found = self.solution(mode, amplitude)
        return found.show(title or self.title(mode), height=height)

    def export_html(
        self, fileName: str | os.PathLike[str], mode: int = 0, amplitude: float | None = None,
        title: str = "",
    ) -> Path:  # fmt: skip
        """Write a page that plays a mode in any browser."""
        found = self.solution(mode, amplitude)
        return found.export_html(fileName, title or self.title(mode))

    def movie(
        self, fileName: str | os.PathLike[str], mode: int = 0, amplitude: float | None = None,
        **options: Any,
    ) -> Path:  # fmt: skip
        """Write a movie of a mode, .mp4 or .gif.

        options -- those of Solution.movie
        """
        found = self.solution(mode, amplitude)
        return found.movie(fileName, **{"title": self.title(mode), "showTime": False, **options})

    def plot(
        self, modes: int | Sequence[int] | None = None, *, amplitude: float | None = None,
        title: str | None = None, fileName: Any = None, show: bool | None = None,
        size: tuple[float, float] | None = None,
    ) -> Any:  # fmt: skip
        """Draw shapes side by side over the linearized state; returns the matplotlib Figure.

        modes -- numbers of the modes; None: the first six
        amplitude, title, fileName, show, size -- as in `show` and in Solution.plot
        """
        from linkwork.view.plots.mode_plot import plot_modes

        return plot_modes(self, modes, amplitude, title, fileName, show, size)


def _checked(kind: Kind, value: Any, name: str) -> float:
    try:
        return float(kind.check(value))
    except ParameterError as error:
        raise ParameterError(f"{name} {error}") from None


def modes_of(
    at: Linearizer, snapshot: Snapshot, count: int, is_damped: bool, held: Sequence[int],
    sparse: bool | None,
) -> Modes:  # fmt: skip
    """The lowest modes (count 0: all) of a model at its state; sparse None: the faster solver."""
    problem = Problem(at, held)
    chosen = at.n > DENSE if sparse is None else sparse
    first_order = None
    if not at.n and not is_damped:
        values, vectors = np.zeros(0), np.zeros((0, 0))
    elif is_damped:
        coupling = coupling_of(at)
        values, vectors, first_order = damped(problem, count, chosen, coupling, upper=True)
    else:
        values, vectors = undamped(problem, count, chosen)
        if at.n_ode1:
            problem.notes.append("first-order coordinates are part of damped modes only")
    from scipy.sparse import csr_matrix

    data = at.data
    state = {name: data[name].copy() for name in ("q", "v", "multipliers", "y", "data_coordinates")}
    return Modes(
        snapshot,
        values,
        vectors,
        first_order,
        state,
        data.scalars.t,
        csr_matrix(problem.M),
        [*problem.notes, *at.remarks],
        problem.is_symmetric,
    )
