"""Runs that are repeated: optimizers, sweeps and controllers call SolveDynamic again and again.

Data keeps the last run where nothing but tables and initial values can differ in the next one
(`kept_runs.py`). If the settings have the same values, the next call uses the same parts again. If
no initial value has changed either, the state after the start is copied back instead of computed,
and if only forces have changed, a kernel computes its accelerations: to the same bits as a start in
Python.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, NamedTuple

from linkwork.assembly.equations import Equations, arranged
from linkwork.core.errors import issued
from linkwork.core.kernels.compile import address_of
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.status import OK
from linkwork.run.image import OF_LAYOUT, SIZE
from linkwork.run.known_start import ANEW, FORCES_ONLY, SAME, KnownStart

if TYPE_CHECKING:
    from linkwork.model.data import Memory, Part
    from linkwork.run.run import Run


class Before(NamedTuple):
    """What a run has before its start: equations, scalars of the frame, pools of the integrator."""

    equations: Equations
    scalars: bytes
    pools: Memory

    @classmethod
    def of(cls, equations: Equations, memory: Memory) -> Before:
        """The present ones."""
        pools = {name: pool.copy() for name, pool in memory.items()}
        return cls(equations, ctypes.string_at(equations.data.address, SIZE), pools)


class Repeated:
    """What a run needs to be repeated: its memory before and after the start."""

    def __init__(self, run: Run, before: Before) -> None:
        self._run, self._data, self._before = run, run.context.data, before
        self._known = KnownStart(run.context, run.changes)
        self._parts: list[Part] | None = None

    # ------------------------------------------------------------------ before the run

    def renew(self, settings: Any, continued: bool, anew: bool = False) -> bool:
        """Prepare the run for another execution; returns False if a parameter forbids it.

        anew -- whether the caller starts it from the initial values, without `start`
        """
        run, context = self._run, self._run.context
        if not self.choose(continued):
            return False
        if anew:
            self._known.way = ANEW
        run.token.continued, run.token.issued = continued, issued[0]
        context.renew(settings, settings.timeIntegration)
        if self.is_known:
            return True
        self._put_scalars()
        run.scheme.renew(self._before.pools)
        run.changes.renew()
        run.balance.renew()
        run.start.renew(continued)
        context.recording.reserve_again()
        with overflows_unnoticed():
            arranged(context.equations)
        return True

    def _put_scalars(self) -> None:
        """Set the scalars of the frame before the start; those of the matrix belong to its layout.

        The last start may have chosen another layout than it found (`secure_pivots`).
        """
        data, before = self._data, self._before
        other = before.equations is not self._run.context.equations
        kept = {name: getattr(data.scalars, name) for name in (OF_LAYOUT if other else ())}
        ctypes.memmove(data.address, before.scalars, SIZE)
        for name, value in kept.items():
            setattr(data.scalars, name, value)

    def choose(self, continued: bool) -> bool:
        """Choose how the run is started again; False if its parts do not fit any more."""
        known = self._known
        if not known.choose(continued):
            return False
        if known.way == FORCES_ONLY:
            if self._parts is None:
                self._parts = self._run.scheme.start_parts()
                self._data.set_calls("start_calls", self._parts, address_of)
            if not self._parts:
                known.way = ANEW
        return True

    @property
    def initial(self) -> bytes:
        """Initial values of a start that is known."""
        return self._known.initial

    @property
    def is_known(self) -> bool:
        """Whether the start of the run needs no more than `put`."""
        return self._known.way != ANEW

    # ------------------------------------------------------------------ the start

    def start(self) -> None:
        """Start the run; the state after it is kept for the next one."""
        run, context = self._run, self._run.context
        if self.is_known:
            if self.put() == OK:
                return
            self._data.state_block[:] = context.model.mbs.systemData.initial_block
            self.renew(context.settings, run.token.continued, anew=True)
        with overflows_unnoticed():
            run.start.take()
        self._known.keep(run.token.continued)

    def put(self) -> int:
        """Copy back the state after the last start, with accelerations of the present forces.

        Returns a status if these cannot be computed.
        """
        self._known.put()
        return OK if self._known.way == SAME else self._find_forces()

    def _find_forces(self) -> int:
        """Compute accelerations with the present forces and record them; returns a status."""
        equations, s = self._run.context.equations, self._data.scalars
        rows = s.record_rows, s.sensor_rows
        # it shall count as a start in Python does
        counts = s.force_evaluations, s.jacobians, s.factorizations, s.fallbacks
        s.factor_valid = equations.factors_are_masses()
        status = equations.run("start_calls")
        s.force_evaluations, s.jacobians, s.factorizations, s.fallbacks = counts
        self._run.context.recording.forget_extremes()
        for calls, name, count in zip(
            ("record_calls", "sensor_calls"), ("record_rows", "sensor_rows"), rows, strict=True
        ):
            setattr(s, name, 0)
            if count and status == OK:
                status = equations.run(calls)
            elif calls == "sensor_calls" and status == OK:
                status = self._run.context.recording.look(equations.run)
        return status
