"""Stepper: a run in time that the user advances, for controllers, learning and interactive work.

    with mbs.Stepper(settings) as run:
        while run.time < 10:
            run.set_parameter(motor, "force", -k @ run.coordinates)
            run.step()

A call of `step` goes into the compiled loop at once; only what the loop cannot do itself (events,
changed masses, failures) goes through the parts of the run (`run/run.py`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, NoReturn, Self

import numpy as np

from linkwork.core.errors import ParameterError, SolverError, SysError
from linkwork.core.kernels.compile import jit_disabled
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.kernels.raised import raised
from linkwork.core.nesting import nested
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import FRAME, Scalars
from linkwork.integrators.changes import DRIVEN, LAW, MASS, SWITCHED
from linkwork.integrators.evaluate import SLACK
from linkwork.results.solution import Solution
from linkwork.run.execution import Explain, begin, finish, present_solution, release
from linkwork.run.image import SIZE, Image, Moment
from linkwork.run.interrupt import after_this_step
from linkwork.run.run import Run
from linkwork.run.saved_states import SavedState, Ways
from linkwork.run.shown_motion import ShownMotion


class Stepper:
    """A run that is advanced step by step; made by mbs.Stepper.

    time -- present time [s]; step_size -- size of a step [s]
    coordinates, velocities, accelerations -- those of all ODE2 coordinates; live views of the
    state that cannot be written, which stay valid until the end of the block
    stopped -- whether the last call of `step` was ended by an event or a pre-step function

    Steps have the size (endTime - startTime) / numberOfSteps of the settings; endTime is no limit.
    Solvers with automatic step size take as many steps as they need within one of these.
    """

    def __init__(self, mbs: Any, make: Callable[[], Run], explain: Explain | None) -> None:
        self._mbs, self._explain = mbs, explain
        self._stack = ExitStack()
        self._is_open = False
        self.stopped = False
        self._motion: ShownMotion | None = None
        try:
            with nested("Stepper"):
                self._open(make)
        except BaseException:
            self._stack.close()
            raise

    def _open(self, make: Callable[[], Run]) -> None:
        mbs = self._mbs
        assert mbs._model is not None and mbs._data is not None
        self._model, self._data = mbs._model, mbs._data
        self._stack.enter_context(mbs._locked())
        self._stack.callback(mbs._model.functions.release_all)
        self._stack.callback(mbs.systemData.restore_numbers)
        mbs.systemData.to_initial_state()
        with overflows_unnoticed():
            self._run = run = make()
        self._context = run.context
        self._stack.callback(release, run.context)
        self._image = Image(run.context, run.changes)
        self._ways = Ways(run)
        self._before: Moment | None = None
        self._prepared = self._image.take()
        try:
            with overflows_unnoticed():
                begin(run.context, run.start.take)
        except SysError as error:
            self._fail(error)
        self._start = self._saved()
        run.before_smaller = self._note_state
        self.step_size = run.full_step
        self._set_up()
        self._is_open, mbs.systemData.is_locked = True, False

    def _set_up(self) -> None:
        """Prepare what `step` uses in every call."""
        run, data, context = self._run, self._data, self._context
        self._scalars = data.scalars
        words = data.frame.view(np.int64).data
        self._wanted, self._done = (
            ctypes.c_int64.from_buffer(words, FRAME.fields[name][1])  # type: ignore[index]
            for name in ("steps_wanted", "steps_done")
        )
        code, self._call = run.scheme.loop
        self._code, self._frame = call_kernel.ctype(code), data.address
        self._counts, self._equations = context.counts, context.equations
        is_timed = context.timing.wanted or jit_disabled()
        whole = not run.scheme.is_automatic and not run.scheme.locates_events
        plain = context.runs_alone and not is_timed and not context.recording.stream
        self._can_be_direct = whole and plain and not context.time.simulateInRealtime
        self._look()
        names = {"coordinates": "q", "velocities": "v", "accelerations": "a"}
        shown = {name: data[array] for name, array in names.items()}
        if data.composition.is_on:
            motion = data.composition.shown = self._motion = self._motion or ShownMotion(data)
            shown |= {"velocities": motion.velocities, "accelerations": motion.accelerations}
        self._views = {name: _read_only(array) for name, array in shown.items()}

    def _look(self) -> None:
        """Find whether `step` can go into the compiled loop at once, for steps of full size."""
        self._is_direct = self._can_be_direct and self._scalars.h == self.step_size

    # ------------------------------------------------------------------ steps

    def step(self, n: int = 1) -> None:
        """Take n steps; where a step is divided, by events for instance, all its parts.

        A step that fails raises SolverError; the state is the one before that step, and the steps
        before it count.

        n -- number of steps, at least 1
        """
        if self._is_direct and n.__class__ is int and 0 < n <= self._equations.pace:
            self._done.value, self._wanted.value = 0, n
            try:
                status = self._code(self._call, self._frame)
            finally:  # Ctrl-C raises when the compiled loop has ended
                self._counts.steps += self._done.value
            if status:
                self._finish_steps(n - self._done.value, status)
            elif self._motion is not None:
                self._motion.update()
            return
        self._finish_steps(_checked_count(n), None)

    def until(self, t: float) -> None:
        """Take steps until time t [s]; the last one may be smaller.

        t -- time to arrive at, not before the present one [s]
        """
        self._demand_open()
        if not t >= self._scalars.t or not np.isfinite(t):
            raise ParameterError(
                f"Stepper.until: t must be a time from {self._scalars.t:.9g} s on, got {t!r}"
            )
        self._go_to(float(t), None)

    def _finish_steps(self, n: int, status: int | None) -> None:
        """Take n steps; status -- that of a step that has ended without a result."""
        self._demand_open()
        if not self._run.scheme.is_automatic:
            self._go_to(self._end_after(n), status)
            return
        for _ in range(n):
            self._before = self._image.take()
            self._go_to(self._end_after(1), None)
            if self.stopped:
                return

    def _end_after(self, n: int) -> float:
        """The time after n steps; the same number as a time of the grids that is equal but for
        rounding, since automatic steps end at either."""
        s, h, times = self._scalars, self.step_size, self._context.time
        end = s.t + n * h
        grids = [(times.startTime, h)]
        grids += [(s.t_start, s.record_period)] if s.land_on_records else []
        grids += [(s.t_start, s.sensor_period)] if s.land_on_sensors else []
        for first, period in grids:
            near = first + period * round((end - first) / period)
            end = near if abs(near - end) <= SLACK * h else end
        return times.endTime if abs(times.endTime - end) <= SLACK * h else end

    def _go_to(self, end: float, status: int | None) -> None:
        """Advance to a time through the parts of the run."""
        run, context, s = self._run, self._context, self._scalars
        context.end = s.t_end = end
        self.stopped = False
        self._renew_size(end)
        data = self._mbs.systemData
        data.is_locked = True
        try:
            with (
                raised.in_run(),
                self._failing(),
                nested("Stepper"),
                after_this_step(context.stop) as interrupted,
            ):
                goes_on = status is None or run.respond(status, interrupted)
                goes_on = goes_on and run.take_steps(interrupted)
                self.stopped = not goes_on and not interrupted
        finally:
            data.is_locked, self._before = False, None
            s.stop_after = 0
            self._keep_up()
        if interrupted:
            raise KeyboardInterrupt

    @contextmanager
    def _failing(self) -> Iterator[None]:
        """Within this context, failures and interrupts of functions lead back to the last step."""
        try:
            yield
        except (SysError, KeyboardInterrupt) as error:
            if self._before is not None:
                self._image.put(self._before)
            if isinstance(error, KeyboardInterrupt):
                raise
            self._fail(error)

    def _keep_up(self) -> None:
        """After anything but plain steps: prepare the next ones."""
        if self._context.equations is not self._equations:
            self._set_up()
        self._look()
        if self._motion is not None:
            self._motion.update()

    def _renew_size(self, end: float) -> None:
        """Return to the full step size after a smaller last step of `until`."""
        run, s, h = self._run, self._scalars, self.step_size
        shortened = not run.scheme.is_automatic and not s.grid_h and self._context.counts.good > 0
        if shortened and s.h < h * (1.0 - SLACK) and end - s.t > s.h * (1.0 + SLACK):
            run.balance.go_on(h)

    def _note_state(self) -> None:
        """Keep the state before a step of full size that has failed, to come back to it."""
        if not self._run.scheme.is_automatic:
            self._before = self._image.take()

    # ------------------------------------------------------------------ state

    @property
    def time(self) -> float:
        """Present time [s]."""
        found: float = self._scalars.t
        return found

    @property
    def steps(self) -> int:
        """Number of steps taken so far."""
        return int(self._counts.steps)

    @property
    def coordinates(self) -> np.ndarray:
        """ODE2 coordinates, without the reference coordinates."""
        return self._views["coordinates"]

    @property
    def velocities(self) -> np.ndarray:
        """Rates of the ODE2 coordinates."""
        return self._views["velocities"]

    @property
    def accelerations(self) -> np.ndarray:
        """Second rates of the ODE2 coordinates."""
        return self._views["accelerations"]

    def snapshot(self) -> SavedState:
        """The present state, to come back to it with `restore`.

        It holds everything that the steps after it depend on, except for parameters of items.
        """
        self._demand_open()
        return self._saved()

    def _saved(self) -> SavedState:
        replaced, number = self._mbs._store.replaced, self._ways.note()
        return SavedState(self, self._image.take(), number, replaced, self._data.scalars.t)

    def restore(self, snapshot: SavedState) -> None:
        """Go back to a snapshot of this Stepper, which may be one of another way taken from there.

        Rows that were recorded since then are dropped. If another way has overwritten rows before
        the snapshot, these are dropped, too, and the state of the snapshot is recorded.

        snapshot -- what `snapshot` has returned
        """
        self._demand_can_go_back("restore")
        if not isinstance(snapshot, SavedState) or snapshot._owner is not self:
            raise ParameterError(
                f"Stepper.restore takes a snapshot of the same Stepper, got {snapshot!r}"
            )
        self._image.put(snapshot._moment)
        self._ways.go_back(snapshot._number, snapshot._moment)
        if snapshot._replaced != self._mbs._store.replaced:
            changes = self._run.changes
            self._scalars.changed |= LAW | MASS
            self._scalars.changed |= SWITCHED if changes.switches.differ() else 0
            self._scalars.changed |= DRIVEN if changes.drives.differ() else 0
        self.stopped = False
        self._keep_up()

    def _demand_can_go_back(self, what: str) -> None:
        self._demand_open()
        if self._context.recording.stream:
            raise SysError(
                f"Stepper.{what}: rows that were streamed to disk cannot be taken back; run "
                "without solutionSettings.streamFileName"
            )

    def reset(self, coordinates: Any = None, velocities: Any = None) -> None:
        """Start again at startTime; all recorded rows are dropped.

        coordinates, velocities -- of all ODE2 coordinates; None: the initial values. States that
        violate constraints are projected onto them, as at the start of a run.
        """
        self._demand_can_go_back("reset")
        if coordinates is None and velocities is None:
            self.restore(self._start)
            return
        data, system = self._data, self._mbs.systemData
        given = {"q": coordinates, "v": velocities}
        try:
            checked = {name: system.checked(name, x) for name, x in given.items() if x is not None}
        except ParameterError as error:
            raise ParameterError(f"Stepper.reset: {error}") from None
        self._image.put(self._prepared)
        system.to_initial_state()
        data.composition.load(checked, data)
        data.settle()
        data.scalars.t = self._context.time.startTime
        self._context.recording.start_again()
        self._ways.go_back(self._start._number, self._prepared)  # there are none
        system.before_change, system.is_locked = None, True
        try:
            with nested("Stepper"), overflows_unnoticed():
                self._run.start.take()
        except SysError as error:
            self.restore(self._start)
            self._fail(error)
        finally:
            system.is_locked = False
        self.stopped = False
        self._keep_up()

    # ------------------------------------------------------------------ items

    def set_parameter(self, item: Any, name: str, value: Any) -> None:
        """Change a parameter of an item; it acts from the next step.

        item -- what AddObject or AddLoad has returned
        name -- name of the parameter
        """
        self._mbs._set_by_index(item, name, value)

    def output(self, item: Any, variableType: Any = None) -> Any:
        """An output of an item at the present state, as that of mbs.output_handle.

        item -- what AddNode, AddObject or another Add function has returned
        variableType -- the output variable; not for sensors
        """
        handles = self._mbs._handles
        key = item.__class__, item, variableType  # indices of two families may be equal
        handle = handles.get(key)
        if handle is None:
            handle = handles[key] = self._mbs.output_handle(item, variableType)
        return handle()

    def solution(self) -> Solution:
        """The results recorded so far, with the present state as the last row.

        Results that are streamed to disk end with the last row but one that is written there.
        """
        self._demand_open()
        return self._present_solution()

    def _present_solution(self) -> Solution:
        """The results so far; recording them does not affect the steps after it."""
        if self._context.recording.stream:
            return present_solution(self._context)
        before = self._image.take()
        try:
            return present_solution(self._context)
        finally:
            self._image.put(before)

    # ------------------------------------------------------------------ end

    def close(self) -> Solution | None:
        """End the run: the system holds the last state, and mbs.solution the results."""
        if not self._is_open:
            return self._context.solution
        self._is_open = self._is_direct = False
        try:
            return finish(self._context, "")
        finally:
            self._mbs.solution = self._context.solution
            self._views = {name: view.copy() for name, view in self._views.items()}
            self._scalars = Scalars.from_buffer_copy(ctypes.string_at(self._frame, SIZE))
            self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_is_open", False):
            self._model.belong_to(self._mbs)  # a garbage collection removes weak references first
            self.close()

    def __repr__(self) -> str:
        what = "" if self._is_open else ", closed"
        return f"<Stepper at t = {self.time:.6g} s, {self.steps} steps{what}>"

    def _demand_open(self) -> None:
        if not self._is_open:
            raise SysError("this Stepper is closed; make another one with mbs.Stepper")

    def _fail(self, error: SysError) -> NoReturn:
        """Raise an error of the run, with possible causes."""
        raised.ignore()
        if self._explain is not None:
            self._explain(error)
        if isinstance(error, SolverError) and self._is_open:
            with suppress(SysError):  # a sensor may have no value here
                error.solution = self._present_solution()
            raised.ignore()
        raise error


def _checked_count(n: Any) -> int:
    """A number of steps."""
    if isinstance(n, (bool, np.bool_)) or not isinstance(n, (int, np.integer)) or n < 1:
        raise ParameterError(f"Stepper.step: n must be a whole number >= 1, got {n!r}")
    return int(n)


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array[:]
    view.flags.writeable = False
    return view
