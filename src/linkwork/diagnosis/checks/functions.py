"""User functions at the start: failures, results that change, and how they are called.

Each function is called twice at the initial state, and once more in models with constraints (for
velocities); after a failing function, the others are called again. `stiffness.py` differentiates
them. They get a copy of the system as `mbs`. Sensors with functions are called once, functions of
time with a given rate a few times more, for differences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.connectors.laws.offset_functions import OFFSET_FUNCTION
from linkwork.core.errors import SysError, UserFunctionError
from linkwork.core.functions.marked import unmarked
from linkwork.core.functions.user_calls import finite_number
from linkwork.core.kernels.compile import jit_disabled
from linkwork.core.kernels.raised import raised, stops
from linkwork.diagnosis.findings import Report
from linkwork.diagnosis.subject import Subject
from linkwork.model.function_records import UserFunctionRecord, lines_of, records_of
from linkwork.model.functions import Key, functions_of

MOST_FAILURES = 8
"""Most failing functions that are reported one by one."""

SHORT, WRONG = 1.0e-5, 1.0e-2
"""Step of differences in time [s]; part of a rate by which it may differ from them."""

LONGEST = 160
"""Most characters of a reason that are shown: those of a compiler can be long."""


class Listener:
    """Wraps user functions, and records results that differ for the same arguments."""

    def __init__(self, keys: list[Key]) -> None:
        self._keys = iter(keys)
        self._first: dict[Key, tuple[bytes, bytes]] = {}
        self.restless: dict[Key, tuple[Any, Any]] = {}

    def watch(self, function: Callable[..., Any], _: str) -> Callable[..., Any]:
        """The wrapped function; functions come in the order of their keys."""
        key = next(self._keys)

        def call(*arguments: Any) -> Any:
            asked = _bytes_of(arguments[1:])
            result = function(*arguments)
            answer = _bytes_of(result)
            before = self._first.setdefault(key, (asked, answer))
            if before[0] == asked and before[1] != answer and key not in self.restless:
                self.restless[key] = before[1], answer
            return result

        return call


def _bytes_of(value: Any) -> bytes:
    """Bytes that are the same for equal values."""
    try:
        return np.asarray(value, float).tobytes()
    except (TypeError, ValueError):
        pass
    if isinstance(value, (tuple, list)):
        return b"|".join(map(_bytes_of, value))
    return repr(type(value)).encode()


def check(subject: Subject, report: Report) -> None:
    """Call the functions of a model at its initial state."""
    model = subject.model
    assert model is not None
    keys = [key for key, *_ in functions_of(subject.items)]
    if not keys:
        return
    listener = Listener([key for key in keys if key[0] != "sensor"])
    _ask_sensors(subject, report)
    model.functions.watch = listener.watch
    for family, number in dict.fromkeys((key[0], key[1]) for key in keys if key[0] != "sensor"):
        model.functions.bind(family, number)
    matrices = subject.matrices
    matrices.equations.settle_loads()  # loads with functions are not constant
    failures = 0
    for level in (0, 1, 0) if model.n_ae else (0, 0):
        while failures < MOST_FAILURES:
            matrices.forces(level)
            if not raised:
                break
            failures += 1
            _tell_failure(subject, report, raised.take())
            raised.clear()
    model.functions.watch = None
    _tell_calls(subject, report)
    _check_rates(subject, report)
    for family, number, name in listener.restless:
        report.warning(
            "not-deterministic", f"{subject.label(family, number)}: {name}",
            "it returns different values for the same arguments at the same state",
            "make it depend on its arguments and on mbs only: steps are repeated and "
            "differentiated, so random numbers and counters give wrong results",
        )  # fmt: skip


def _tell_failure(subject: Subject, report: Report, error: BaseException) -> None:
    """Report a function that has failed, and continue without the functions of its item."""
    assert subject.model is not None
    if not isinstance(error, UserFunctionError) or stops(error):
        raise error
    label = error.owner.rpartition(": ")[0]
    for family, members in subject.items.items():
        for number, item in enumerate(members):
            if item.label(number) == label:
                subject.model.functions.release(family, number)
    cause = error.error
    if subject.mbs._model is None and isinstance(cause, SysError) and "Assemble()" in str(cause):
        report.hint(
            "function-not-asked", error.owner,
            "it could not be called: it uses a system that is not assembled",
            "call mbs.Assemble() before mbs.Check()",
        )  # fmt: skip
        return
    report.error(
        "function", error.owner, f"it fails at the start: {type(cause).__name__}: {cause}",
        "correct the function; it is called with the arguments documented for its parameter",
    )  # fmt: skip


def _check_rates(subject: Subject, report: Report) -> None:
    """Compare functions of time with the derivatives that users give for them."""
    for number, item in enumerate(subject.items["object"]):
        for name, p in item.fields.items():
            rate = f"{name}_t" if name.endswith("UserFunction") else f"{name}t"
            pair = getattr(item, name), getattr(item, rate, 0)
            if p.kind is not OFFSET_FUNCTION or not all(map(callable, pair)):
                continue
            given, found, noise = _compared(subject, number, *(unmarked(f)[0] for f in pair))
            if abs(given - found) > WRONG * max(abs(given), abs(found)) + noise:
                report.warning(
                    "wrong-rate", f"{subject.label('object', number)}: {rate}",
                    f"it returns {given:.6g} at the start, but the differences of {name} give "
                    f"{found:.6g}",
                    f"return the derivative of {name} with respect to time, or leave it out",
                )  # fmt: skip


def _compared(subject: Subject, number: int, function: Any, rate: Any) -> tuple[float, ...]:
    """(value of a rate, its difference quotient, error of this) at the start."""
    t, offset = subject.data.scalars.t, subject.items["object"][number].offset  # type: ignore[union-attr]

    def slope(h: float) -> float:
        at = [float(function(subject.twin, t + k * h, number, offset)) for k in range(3)]
        return (4.0 * at[1] - 3.0 * at[0] - at[2]) / (2.0 * h)

    try:
        given, found = float(rate(subject.twin, t, number, offset)), slope(SHORT)
        return given, found, 10.0 * abs(found - slope(4.0 * SHORT)) + 1.0e-8
    except Exception:  # reported where it is called in earnest
        return 0.0, 0.0, 0.0


def _ask_sensors(subject: Subject, report: Report) -> None:
    """Call the functions of sensors once at the initial state."""
    for number, item in enumerate(subject.items["sensor"]):
        if not item.function_parameters():
            continue
        try:
            if callable(getattr(item, "eventUserFunction", None)):
                _ask_event(subject, number)
            else:
                subject.twin.GetSensorValues(number)
        except UserFunctionError as error:
            _tell_failure(subject, report, error)


def _ask_event(subject: Subject, number: int) -> None:
    """Call an event function at the initial state."""
    assert subject.data is not None
    function, _ = unmarked(subject.items["sensor"][number].eventUserFunction)
    q, v = subject.data["q"].copy(), subject.data["v"].copy()
    try:
        finite_number(function(subject.twin, subject.data.scalars.t, number, q, v))
    except Exception as error:
        owner = f"{subject.label('sensor', number)}: eventUserFunction"
        raise UserFunctionError(owner, error) from error


def _owner(subject: Subject, record: UserFunctionRecord) -> str:
    """Item and parameter of a function, as in error texts."""
    return f"{subject.label(record.family, record.number)}: {record.parameter}"


def _tell_calls(subject: Subject, report: Report) -> None:
    """Report functions that are called back, which costs a Python call in each evaluation."""
    others = subject.mbs._step_functions.are_there
    if not subject.settings.compileUserFunctions or jit_disabled():
        return
    chosen = subject.mbs._model.functions.chosen if subject.mbs._model is not None else {}
    slow = [r for r in records_of(subject.items, chosen, others) if not r.compiled]
    slow = [r for r in slow if r.family != "sensor" and "called_back" not in r.reason]
    slow = [r for r in slow if not report.tells("function", _owner(subject, r))]
    for line in lines_of(slow):
        item, _, reason = line.partition(", called back: ")
        report.hint(
            "called-back", item, f"it is called back in each evaluation: {reason[:LONGEST]}",
            "change that to have it compiled, or mark it with linkwork.called_back if intended",
        )  # fmt: skip
