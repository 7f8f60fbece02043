"""Statistics of a run: counts, times, and the table that is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

STATIC = "Static"
"""Name of the solver of SolveStatic in a result."""


class Statistics(Mapping[str, Any]):
    """Counts and times of a run; every name is an attribute and a key, `print` shows a table.

    solver -- name of the solver type
    steps, rejected -- steps that were taken; steps that were tried and repeated with a smaller size
    newton_iterations, jacobians -- updates of Newton's method, and matrices made for them
    factorizations -- of any matrix, including those of the start and of restarts
    fallbacks -- factorizations that needed a second, safer method
    force_evaluations -- of all forces and constraints together, including those of the start
    events -- changes of the branch of a piecewise law, and zeros of event functions
    disagreed -- steps that were accepted although items did not agree with the branches and data
    that they had in them (discontinuous.ignoreMaxIterations)
    constraint_level -- of implicit steps: 'position' or 'velocity'; empty without constraints
    seconds -- whole run, including preparation and files [s]
    steps_per_second -- speed of the steps, without preparation, start and results
    seconds_by_part, calls_by_part -- name of a part -> seconds, kernel calls; add up to `seconds`
    seconds_by_item, calls_by_item -- kind of item -> seconds, kernel calls inside steps
    seconds_by_function, calls_by_function -- kind of item and parameter of user functions that
    are called back -> seconds, calls inside steps; compiled ones count as part of their item

    The last six are empty unless the setting `displayComputationTime` is on.
    """

    def __init__(
        self,
        solver: str,
        steps: int = 0,
        rejected: int = 0,
        newton_iterations: int = 0,
        jacobians: int = 0,
        factorizations: int = 0,
        fallbacks: int = 0,
        force_evaluations: int = 0,
        events: int = 0,
        disagreed: int = 0,
        constraint_level: str = "",
        seconds: float = 0.0,
        steps_per_second: float = 0.0,
        seconds_by_part: dict[str, float] | None = None,
        calls_by_part: dict[str, int] | None = None,
        seconds_by_item: dict[str, float] | None = None,
        calls_by_item: dict[str, int] | None = None,
        seconds_by_function: dict[str, float] | None = None,
        calls_by_function: dict[str, int] | None = None,
    ) -> None:
        self.solver = solver
        self.steps = steps
        self.rejected = rejected
        self.newton_iterations = newton_iterations
        self.jacobians = jacobians
        self.factorizations = factorizations
        self.fallbacks = fallbacks
        self.force_evaluations = force_evaluations
        self.events = events
        self.disagreed = disagreed
        self.constraint_level = constraint_level
        self.seconds = seconds
        self.steps_per_second = steps_per_second
        self.seconds_by_part: dict[str, float] = seconds_by_part or {}
        self.calls_by_part: dict[str, int] = calls_by_part or {}
        self.seconds_by_item: dict[str, float] = seconds_by_item or {}
        self.calls_by_item: dict[str, int] = calls_by_item or {}
        self.seconds_by_function: dict[str, float] = seconds_by_function or {}
        self.calls_by_function: dict[str, int] = calls_by_function or {}

    def __repr__(self) -> str:
        return f"Statistics({', '.join(f'{name}={self[name]!r}' for name in NAMES)})"

    @property
    def factorisations(self) -> int:
        """The former name of `factorizations`."""
        return self.factorizations

    def __getitem__(self, name: str) -> Any:
        name = FORMER.get(name, name)
        if name not in NAMES:
            raise KeyError(name)
        return getattr(self, name)

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)

    def __str__(self) -> str:
        return "\n".join([self.headline(), *self.counts(), *self.times()])

    def to_dict(self) -> dict[str, Any]:
        """All values in plain types, for files."""
        return {
            name: dict(value) if isinstance(value, dict) else value for name, value in self.items()
        }

    @classmethod
    def from_dict(cls, values: Any) -> Statistics:
        """The statistics of such values; ValueError states what is wrong with them.

        values -- value by name, as `to_dict` returns them
        """
        if not isinstance(values, dict):
            raise ValueError(f"statistics are {type(values).__name__}, not a table of values")
        values = {FORMER.get(name, name): value for name, value in values.items()}
        for name, value in values.items():
            if name not in NAMES:
                raise ValueError(f"unknown name {name!r} in the statistics")
            if not _fits(value, name):
                raise ValueError(f"wrong value of {name!r} in the statistics: {value!r:.60}")
        if "solver" not in values:
            raise ValueError("'solver' is missing in the statistics")
        return cls(**values)

    def numbers(self) -> dict[str, float]:
        """Name -> value of all entries that are single numbers."""
        return {name: value for name, value in self.items() if isinstance(value, int | float)}

    # ------------------------------------------------------------------ text

    def headline(self) -> str:
        """One line: solver, steps, time."""
        noun = "step" if self.steps == 1 else "steps"
        speed = f" ({_speed(self.steps_per_second)} steps/s after the start)" if self.steps else ""
        return f"{self.solver}: {self.steps} {noun} in {_duration(self.seconds)}{speed}"

    def counts(self) -> list[str]:
        """Lines with every count, and its value per step."""
        rows: dict[str, int] = {"steps": self.steps, "rejected steps": self.rejected}
        if self.newton_iterations or self.jacobians:
            rows["Newton iterations"] = self.newton_iterations
            rows["Jacobians"] = self.jacobians
        rows["factorizations"] = self.factorizations
        rows["fallbacks"] = self.fallbacks
        rows["force evaluations"] = self.force_evaluations
        if self.events:
            rows["events"] = self.events
        if self.disagreed:
            rows["steps without agreement"] = self.disagreed
        lines = ["", f"  {'':24}{'count':>12}{'per step':>10}"]
        for name, count in rows.items():
            per_step = f"{count / self.steps:.3g}" if self.steps and name != "steps" else ""
            lines.append(f"  {name:24}{count:12}{per_step:>10}".rstrip())
        if self.constraint_level:
            lines.append(f"  {'constraints':24}{f'at {self.constraint_level} level':>22}")
        return lines

    def times(self) -> list[str]:
        """Lines with the time of every part and kind of item; none if they were not measured."""
        if not self.seconds_by_part:
            return []
        return [
            *self._block("part of the run", self.seconds_by_part, self.calls_by_part),
            f"  {'total':24}{_number(self.seconds, self.seconds):>12}{'100.0 %':>10}",
            *self._block("kind of item", self.seconds_by_item, self.calls_by_item),
            *self._block("called-back function", self.seconds_by_function, self.calls_by_function),
        ]

    def _block(self, title: str, seconds: dict[str, float], calls: dict[str, int]) -> list[str]:
        if not seconds:
            return []
        unit = "ms" if self.seconds < LONG else "s"
        width = max(24, *(2 + len(name) for name in seconds))
        lines = ["", f"  {title:{width}}{f'time [{unit}]':>12}{'share':>10}{'calls':>12}"]
        for name, value in seconds.items():
            share = f"{100.0 * value / self.seconds:.1f} %" if self.seconds else ""
            count = str(calls[name]) if name in calls else ""
            time = _number(value, self.seconds)
            lines.append(f"  {name:{width}}{time:>12}{share:>10}{count:>12}".rstrip())
        return lines


NAMES = tuple(vars(Statistics("")))

FORMER = {"factorisations": "factorizations"}
"""Former names, which programs and files may still use."""


def _fits(value: Any, name: str) -> bool:
    """Whether a value read from a file has the kind of the named one."""
    default = "" if name == "solver" else getattr(Statistics(""), name)
    if isinstance(default, dict):
        return isinstance(value, dict) and all(_is_number(each, float) for each in value.values())
    return isinstance(value, str) if default == "" else _is_number(value, type(default))


def _is_number(value: Any, kind: type) -> bool:
    return not isinstance(value, bool) and isinstance(value, (int, kind))


LONG = 10.0
"""Runs longer than this report their parts in seconds, others in milliseconds."""


def _number(seconds: float, total: float) -> str:
    return f"{1e3 * seconds:.3f}" if total < LONG else f"{seconds:.3f}"


def _duration(seconds: float) -> str:
    return f"{1e3 * seconds:.3g} ms" if seconds < 1.0 else f"{seconds:.4g} s"


def _speed(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ") if value >= 100.0 else f"{value:.3g}"
