"""Many cases in one test: all of them are tried, and a failure names those that failed."""

from __future__ import annotations

import functools
import inspect
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Any

import pytest

MOST = 10
"""So many failures end a test: more would not tell more."""


def named(value: Any) -> str:
    """A word for a part of a case: the name of a kind or function, else its text."""
    return getattr(value, "__name__", None) or str(value)


class Cases:
    """Cases of one test, each in a `with` block of its own.

        with Cases("SpringDamper") as cases:
            for carrier in CARRIERS:
                with cases(carrier, "inactive"):
                    assert ...

    At the end the test fails with the names of the cases that failed and the first failure in
    full. A test without cases fails too: it asserts nothing. `tried` counts cases by their last
    word.
    """

    def __init__(self, *where: Any) -> None:
        self.where = [named(part) for part in where]
        self.tried: Counter[str] = Counter()
        self.failed: list[str] = []
        self.first: BaseException | None = None

    def __enter__(self) -> Cases:
        return self

    @contextmanager
    def __call__(self, *words: Any) -> Iterator[None]:
        words = tuple(named(word) for word in words)
        self.tried[words[-1]] += 1
        try:
            yield
        except (Exception, pytest.fail.Exception) as error:
            self.failed.append(", ".join([*self.where, *words]))
            self.first = self.first or error
            if len(self.failed) >= MOST:
                self._fail(f"at least {MOST} cases")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if error is None:
            assert self.tried, f"no case of {', '.join(self.where) or 'this test'}"
            if self.failed:
                self._fail(f"{len(self.failed)} of {self.tried.total()} cases")

    def _fail(self, how_many: str) -> None:
        first = str(self.first).splitlines() or [type(self.first).__name__]
        listed = "\n".join(f"  {name}" for name in self.failed)
        raise AssertionError(f"{how_many} failed:\n{listed}\nthe first: {first[0]}") from self.first


def forget_models() -> None:
    """Let no test and no case begin with the model of a system of another one."""
    known = sys.modules.get("linkwork.api.retired_models")
    if known is not None:
        known.forget()


@contextmanager
def fresh(fixtures: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """Fixtures for one case: a folder of its own, changes that are undone, no output before."""
    forget_models()
    given = dict(fixtures)
    with ExitStack() as stack:
        if "tmp_path" in given:
            given["tmp_path"] = given["tmp_path"] / f"case{number}"
            given["tmp_path"].mkdir()
        if "monkeypatch" in given:
            given["monkeypatch"] = stack.enter_context(given["monkeypatch"].context())
        if "capsys" in given:
            given["capsys"].readouterr()
        yield given


def looped(names: str | Iterable[str], values: Iterable[Any], ids: Any = None) -> Any:
    """Like pytest.mark.parametrize, but one test that tries all cases.

    For many cheap cases, since each test of its own costs milliseconds besides what it does. Each
    case has its own `tmp_path`, `monkeypatch` and `capsys`; the cases share other fixtures.
    """
    listed = names.split(",") if isinstance(names, str) else names
    wanted = [name.strip() for name in listed]
    several = len(wanted) > 1 or not isinstance(names, str)
    rows = [tuple(row) if several else (row,) for row in values]
    if callable(ids):
        words = [[named(ids(part)) for part in row] for row in rows]
    else:
        words = [[named(word)] for word in ids] if ids else [list(map(named, row)) for row in rows]
    loop = [
        (word, dict(zip(wanted, row, strict=True))) for word, row in zip(words, rows, strict=True)
    ]

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        inner: Callable[..., None] = getattr(function, "each_case", function)
        loops = [*getattr(function, "loops", []), loop]

        @functools.wraps(function)
        def test(**fixtures: Any) -> None:
            with Cases() as cases:
                for number, parts in enumerate(itertools.product(*loops)):
                    case = {name: value for _, given in parts for name, value in given.items()}
                    with (
                        cases(*(word for words, _ in parts for word in words)),
                        fresh(fixtures, number) as given,
                    ):
                        inner(**given, **case)

        kept = inspect.signature(function)
        left = [p for name, p in kept.parameters.items() if name not in wanted]
        test.__dict__.update(
            each_case=inner, loops=loops, __signature__=kept.replace(parameters=left)
        )
        return test

    return decorate
