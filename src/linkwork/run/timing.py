"""Where the time of a run goes: phases in Python, and every kernel call inside the steps.

The compiled loops run lists of calls. While a run is timed, each list is replaced by one of the
same length whose calls all run the kernel `timed`: it reads the clock, runs the actual call, and
reads the clock again. A run that is not timed pays nothing, and the loops do not know about it.

Phases are inclusive: the work of kernels for the start or a restart counts there. The parts of
the steps are exclusive: a function that is called back counts as itself, not as the kernel that
called it. The cost of two clock readings is measured, subtracted from the parts, and reported as
`clock`.
"""

from __future__ import annotations

import ctypes
import functools
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.core import block_kernels
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import Pointer, call_kernel
from linkwork.core.records import CALL, CALL_LISTS, FRAME, i8, record
from linkwork.model.data import Data, Entries, Part, entry_of, fill_calls
from linkwork.model.table import Table
from linkwork.results.statistics import Statistics

TIMER = record(
    ("call", i8),
    ("code", i8),
    ("clock", i8),
    ("first", i8),
    ("second", i8),
    ("unit", i8),
    ("moment", i8, 2),
    ("ticks", i8),
    ("count", i8),
)
"""One timed call: address and code of the actual call; the clock's address, its two arguments and
the ticks of the first number that it writes to `moment`; the measurements."""

read_clock = Pointer("v", "qq")

PREPARATION, START, STEPS, RESULTS = "preparation", "start", "between steps", "results, files"
USER_FUNCTIONS = "user functions"
CLOCK, INTEGRATOR = "clock", "integrator"
PARTS = {
    "motion_calls": ("motion",),
    "force_calls": ("forces",),
    "constant_calls": ("forces",),
    "gather_calls": ("gathering",),
    "inertia_calls": ("inertia",),
    "jacobian_calls": ("Jacobians",),
    "mass_calls": ("mass matrix",),
    "constraint_calls": ("constraints",),
    "solver_calls": ("factorization", "linear solution"),
    "event_calls": ("events",),
    "accept_calls": ("events",),
    "switch_calls": ("events",),
    "record_calls": ("recording",),
    "sensor_calls": ("sensors",),
}
"""List of calls -> part of the run; for the solver one name per call. Others keep their names."""
ASSEMBLING = "assembling"

NESTED = ("change_calls", "explicit_calls", "power_calls", "start_calls", "step_calls")
"""These call the kernels of other lists: they are work of the integrator."""


def timed(table_out, frame, frame_address):
    """Run a call between two clock readings; functions that it calls back count separately."""
    e = table_out[0]
    read_clock(e.clock, e.first, e.second)
    began = e.moment[0] * e.unit + e.moment[1] - frame.callback_ticks
    status = call_kernel(e.code, e.call, frame_address)
    read_clock(e.clock, e.first, e.second)
    e.ticks += e.moment[0] * e.unit + e.moment[1] - frame.callback_ticks - began
    e.count += 1
    return status


def idle():
    """Do nothing: what is measured for this is the time of the clock itself."""


# ------------------------------------------------------------------------------- the clock


class Clock(NamedTuple):
    """A monotonic clock of the system as kernels call it.

    number -- its first argument; None if that is the address to write to
    unit, rate -- ticks of the first number it writes, ticks per second
    """

    address: int
    number: int | None
    unit: int
    rate: float


@functools.cache
def clock() -> Clock:
    """The clock of this platform; Python's clock where no other can be called."""
    try:
        if sys.platform == "win32":
            library = ctypes.WinDLL("kernel32")
            frequency = ctypes.c_int64()
            library.QueryPerformanceFrequency(ctypes.byref(frequency))
            address = ctypes.cast(library.QueryPerformanceCounter, ctypes.c_void_p).value
            return Clock(address or 0, None, 1, float(frequency.value))
        if ctypes.sizeof(ctypes.c_long) == 8:
            function = ctypes.CDLL(None).clock_gettime
            address = ctypes.cast(function, ctypes.c_void_p).value
            return Clock(address or 0, time.CLOCK_MONOTONIC, 10**9, 1e9)
    except (OSError, AttributeError):
        pass
    return python_clock()


def python_clock() -> Clock:
    """Python's clock, called back."""

    def write(place: int, _: int) -> None:
        ctypes.c_int64.from_address(place).value = time.perf_counter_ns()

    from linkwork.core.kernels.callbacks import python_address_of

    return Clock(python_address_of(write, read_clock), None, 1, 1e9)


# ------------------------------------------------------------------------------- timing a run


class Timing:
    """Stopwatch of one run; kernels and functions are timed only on request."""

    def __init__(self, data: Data, wanted: bool) -> None:
        self.data, self.wanted = data, wanted
        self.began = self._entered = time.perf_counter()
        self._phase, self.steps_before = PREPARATION, 0
        self._phases: dict[str, float] = {}
        self._inside = 0.0
        self._watching = False
        self._called: Spent = {}
        self._functions: Spent = {}
        self._lists: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        self._timers: list[tuple[str, list[Part], np.ndarray]] = []
        data.scalars.callback_ticks = 0
        if wanted:
            # also loads the kernel, which is part of the preparation and not of the first step
            self._own = own_ticks()

    def renew(self) -> None:
        """Before the run is repeated: begin to measure."""
        self.began = self._entered = time.perf_counter()
        self._phase = PREPARATION
        self._phases.clear()

    def enter(self, phase: str) -> None:
        """Begin a phase of the run; the one before it ends."""
        now = time.perf_counter()
        self._phases[self._phase] = self._phases.get(self._phase, 0.0) + now - self._entered
        self._phase, self._entered = phase, now

    def run(self, loop: tuple[int, int], calls_python: bool) -> int:
        """Run a compiled loop, with all its calls timed if requested.

        loop -- address of its code, and of its call; calls_python -- whether functions are called
        back in it
        """
        data = self.data
        if not self.wanted:
            if not calls_python:
                return int(call_kernel(*loop, data.address))
            from linkwork.core.kernels.callbacks import call_with_callbacks

            return int(call_with_callbacks(*loop, data.address))
        lists = {name: data[name] for name in CALL_LISTS if len(data[name]) and name not in NESTED}
        for name, calls in lists.items():
            data.set(name, self._timed(name, calls))
        began, self._watching = time.perf_counter(), True
        try:
            return int(call_kernel(*loop, data.address))
        finally:
            self._watching = False
            self._inside += time.perf_counter() - began
            for name, calls in lists.items():
                data.set(name, calls)

    def _timed(self, name: str, calls: np.ndarray) -> np.ndarray:
        """The list that replaces a list of calls."""
        known = self._lists.get(name)
        if known is None or known[0] is not calls:
            timers, made = timed_calls(calls)
            self._lists[name] = known = calls, made
            self._timers.append((name, self.data.parts[name], timers))
        return known[1]

    def watch(self, part: str, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """A function that is called back, timed as a part and by its name if requested."""
        if not self.wanted:
            return function
        per_nanosecond = clock().rate * 1e-9

        @functools.wraps(function)
        def watched(*arguments: Any) -> Any:
            # Calls outside of the steps count in a phase, those inside another function in that.
            if not self._watching:
                return function(*arguments)
            self._watching, began = False, time.perf_counter_ns()
            try:
                return function(*arguments)
            finally:
                self._watching, spent = True, time.perf_counter_ns() - began
                self.data.scalars.callback_ticks += int(spent * per_nanosecond)
                _add(self._called, part, 1e-9 * spent, 1)
                if name:
                    _add(self._functions, name, 1e-9 * spent, 1)

        return watched

    # ------------------------------------------------------------------ result

    def report(self, statistics: Statistics) -> None:
        """Write the times so far into the statistics of the run."""
        self.enter(self._phase)
        statistics.seconds = self._entered - self.began
        steps = self._phases.get(STEPS, 0.0)
        own = statistics.steps - self.steps_before
        statistics.steps_per_second = own / steps if steps > 0.0 else 0.0
        if self.wanted:
            self._report_parts(statistics)

    def _report_parts(self, statistics: Statistics) -> None:
        spent, items = self._kernels()
        looks = sum(count for _, count in spent.values())
        spent |= self._called
        rest = max(0.0, self._inside - sum(seconds for seconds, _ in spent.values()))
        clock_seconds = min(rest, 2.0 * looks * self._own / clock().rate)
        phases = dict(self._phases)
        after = {name: phases.pop(name) for name in (STEPS, RESULTS) if name in phases}
        if STEPS in after:
            after[STEPS] = max(0.0, after[STEPS] - self._inside)
            phases |= {name: seconds for name, (seconds, _) in spent.items()}
            phases |= {INTEGRATOR: rest - clock_seconds, CLOCK: clock_seconds}
        statistics.seconds_by_part = phases | after
        statistics.calls_by_part = {name: count for name, (_, count) in spent.items()}
        statistics.seconds_by_item, statistics.calls_by_item = _longest_first(items)
        functions = _longest_first(self._functions)
        statistics.seconds_by_function, statistics.calls_by_function = functions

    def _kernels(self) -> tuple[Spent, Spent]:
        """Time of the kernels by part and by kind of item."""
        parts: Spent = {}
        items: Spent = {}
        for name, made_of, timers in self._timers:
            for k, (kernel, over) in enumerate(made_of):
                count = int(timers["count"][k])
                if not count:
                    continue
                ticks = max(0.0, float(timers["ticks"][k]) - count * self._own)
                _add(parts, part_of(name, k, kernel), ticks / clock().rate, count)
                table = over.table if isinstance(over, Entries) else over
                if isinstance(table, Table):
                    kind = table.kind.short_name or table.kind.__name__
                    _add(items, kind, ticks / clock().rate, count)
        return parts, items


Spent = dict[str, tuple[float, int]]
"""Name -> seconds, number of calls."""


def _add(spent: Spent, name: str, seconds: float, count: int) -> None:
    before = spent.get(name, (0.0, 0))
    spent[name] = before[0] + seconds, before[1] + count


def _longest_first(spent: Spent) -> tuple[dict[str, float], dict[str, int]]:
    """Seconds and numbers of calls, by name, longest first."""
    names = sorted(spent, key=lambda name: spent[name][0], reverse=True)
    return {name: spent[name][0] for name in names}, {name: spent[name][1] for name in names}


def timed_calls(calls: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(timers, calls that run the given ones through them)"""
    chosen = clock()
    timers, made = np.zeros(len(calls), TIMER), np.zeros(len(calls), CALL)
    code = address_of(entry_of(timed, timers))
    for k in range(len(calls)):
        place = timers["moment"][k].ctypes.data
        first, second = (place, 0) if chosen.number is None else (chosen.number, place)
        timers[k]["call"], timers[k]["code"] = calls[k : k + 1].ctypes.data, calls[k]["code"]
        timers[k]["clock"], timers[k]["unit"] = chosen.address, chosen.unit
        timers[k]["first"], timers[k]["second"] = first, second
        fill_calls(made[k : k + 1], [timers[k : k + 1]])
        made[k]["code"] = code
    return timers, made


@functools.cache
def own_ticks() -> float:
    """Ticks measured for a call that does nothing: the minimum of many tries."""
    calls, frame = np.zeros(1, CALL), np.zeros(1, FRAME)
    calls["code"] = address_of(entry_of(idle, None))
    timers, made = timed_calls(calls)
    spent = []
    for _ in range(200):
        timers["ticks"] = 0
        call_kernel(made["code"][0], made.ctypes.data, frame.ctypes.data)
        spent.append(int(timers["ticks"][0]))
    return float(min(spent))


def part_of(name: str, k: int, kernel: Callable[..., Any]) -> str:
    """Part of the run to which call k of a list counts."""
    if kernel.__module__ == block_kernels.__name__:
        return ASSEMBLING
    names = PARTS.get(name, (name.removesuffix("_calls"),))
    return names[min(k, len(names) - 1)]
