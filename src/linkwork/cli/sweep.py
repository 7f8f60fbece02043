"""`linkwork sweep`: run a model file with many values."""

from __future__ import annotations

import argparse
import ast
import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.cli import files
from linkwork.cli.failures import FAILED, FINE, INTERRUPTED, Failure, tell
from linkwork.cli.run import settings_of, solver_of
from linkwork.core.errors import ParameterError
from linkwork.ensemble import distributions
from linkwork.ensemble.distributions import Distribution
from linkwork.ensemble.ensemble import Ensemble
from linkwork.ensemble.recording import label_of
from linkwork.ensemble.result import EnsembleResult

DISTRIBUTIONS = {
    name: getattr(distributions, name)
    for name in ("normal", "uniform", "lognormal", "triangular", "truncated")
}
STATISTICS = ("mean", "deviation", "least", "5 %", "median", "95 %", "most")
MOST_COLUMNS = 20
"""Columns of the summary, at most."""


def execute(options: argparse.Namespace) -> int:
    """Run the members, print a summary."""
    options.static = False
    solver, path = solver_of(options.solver), files.existing(options.model)
    if options.out is not None:
        files.target(options.out, (".zarr", ".npz"), folders=(".zarr",))
    mbs = files.model_of(path, options.import_functions)
    settings = settings_of(mbs, options)
    ensemble = Ensemble(mbs)
    _vary(ensemble, options)
    ensemble.record(options.record, options.times, options.coordinates or None)
    if not options.quiet:
        print(ensemble)
    code = FINE
    try:
        ensemble.solve(
            settings, solver, scheduler=options.scheduler, threads=options.threads,
            progress=not options.quiet and sys.stderr is not None and sys.stderr.isatty(),
            store=options.out, chunk=options.chunk,
        )  # fmt: skip
    except KeyboardInterrupt:
        code = INTERRUPTED
    result = ensemble.result
    if result is None:
        return code
    if not options.quiet:
        print("\n".join(summary(result)))
        if options.out is not None:
            print(f"wrote {options.out}")
    if code == INTERRUPTED:
        again = "; the same command continues" if options.out is not None else ""
        tell(f"interrupted after {int((result.status >= 0).sum())} members{again}")
        return code
    return FINE if result.done.any() else FAILED


def _vary(ensemble: Ensemble, options: argparse.Namespace) -> None:
    for text in options.vary:
        path, values = _split("--vary", text)
        ensemble.vary(path, values_of(text, values))
    if options.table is not None:
        ensemble.table(table_of(files.existing(options.table)))
    if options.sample:
        if options.members is None:
            raise Failure("--sample needs --members, the number of samples")
        given: dict[str, Distribution] = {}
        for text in options.sample:
            path, drawn = _split("--sample", text)
            if path in given:
                raise Failure(f"--sample {text!r}: {path} has a distribution already")
            given[path] = distribution_of(drawn)
        ensemble.sample(given, options.members, options.seed, options.method)
    elif options.members is not None:
        raise Failure("--members is the number of samples: give --sample, too")
    if not ensemble.members:
        raise Failure("nothing varies: give --vary, --table or --sample; see --help")


def _split(option: str, text: str) -> tuple[str, str]:
    path, equals, rest = text.partition("=")
    if not equals or not path.strip() or not rest.strip():
        raise Failure(f"{option} {text!r}: write PATH=..., as in spring.stiffness=50:150:101")
    return path.strip(), rest.strip()


def values_of(text: str, values: str) -> np.ndarray:
    """Numbers of FROM:TO:COUNT[:log] or of a list; text -- the whole option."""
    try:
        if ":" not in values:
            return np.array([float(value) for value in values.split(",")])
        first, last, count, *scale = values.split(":")
        if scale and scale != ["log"]:
            raise ValueError
        spaced: Any = np.geomspace if scale else np.linspace
        made: np.ndarray = spaced(float(first), float(last), int(count))
    except ValueError:
        raise Failure(
            f"--vary {text!r}: values are FROM:TO:COUNT, FROM:TO:COUNT:log or a list such as 1,2,4"
        ) from None
    return made


def table_of(path: Path) -> dict[str, list[float]]:
    """Columns of a table of numbers with names in the first line."""
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = [row for row in csv.reader(file) if row]
    if len(rows) < 2:
        raise Failure(f"--table {path}: the first line has paths, each further one a member")
    names = [name.strip() for name in rows[0]]
    twice = [name for k, name in enumerate(names) if name in names[:k]]
    if twice:
        raise Failure(f"--table {path}: two columns have the name {twice[0]!r}")
    found: dict[str, list[float]] = {name: [] for name in names}
    for number, row in enumerate(rows[1:], 2):
        try:
            for name, value in zip(names, row, strict=True):
                found[name].append(float(value))
        except ValueError:
            raise Failure(
                f"--table {path}, line {number}: {len(names)} numbers are needed"
            ) from None
    return found


def distribution_of(text: str) -> Distribution:
    """The distribution of a text such as truncated(normal(1, 0.1), 0.8, 1.2)."""
    found: Any = None
    try:
        found = _evaluated(ast.parse(text, mode="eval").body)
    except SyntaxError:
        pass
    except (ParameterError, TypeError) as error:
        raise Failure(f"--sample {text!r}: {error}") from None
    if not isinstance(found, Distribution):
        raise Failure(
            f"--sample {text!r}: write a distribution such as normal(0.5, 0.05); there are "
            f"{', '.join(DISTRIBUTIONS)}"
        )
    return found


def _evaluated(node: ast.expr) -> Any:
    """The value of numbers and calls of distributions; nothing else is evaluated."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_evaluated(node.operand)
    if isinstance(node, ast.Name) and node.id == "inf":
        return np.inf
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in DISTRIBUTIONS
    ):
        named = {each.arg: _evaluated(each.value) for each in node.keywords if each.arg}
        return DISTRIBUTIONS[node.func.id](*map(_evaluated, node.args), **named)
    raise SyntaxError


def summary(result: EnsembleResult) -> list[str]:
    """Lines about members, failures and the last values of the columns."""
    counts = {
        "finished": int(result.done.sum()),
        "failed": int((result.status > 0).sum()),
        "not run": int((result.status < 0).sum()),
    }
    told = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
    lines = [f"{files.counted(len(result), 'member')}: {told}"]
    lines += [f"  {line}" for line in repr(result.failures).splitlines()[:6] if counts["failed"]]
    if not counts["finished"]:
        return lines
    last = result.finished()
    last = last[:, -1] if last.ndim == 3 else last
    labels = [
        label_of(column) + (f" [{column.unit}]" if column.unit else "") for column in result.columns
    ]
    width = max(map(len, labels[:MOST_COLUMNS]))
    head = "".join(f"{name:>13}" for name in STATISTICS)
    when = f"at t = {result.times[-1]:g} s:"
    lines += [*([] if result.facts["function"] else [when]), f"  {'':{width}}{head}"]
    for label, values in zip(labels[:MOST_COLUMNS], last.T, strict=False):
        low, middle, high = np.quantile(values, [0.05, 0.5, 0.95])
        numbers = (values.mean(), values.std(), values.min(), low, middle, high, values.max())
        lines.append(f"  {label:{width}}" + "".join(f"{number:13.6g}" for number in numbers))
    if len(labels) > MOST_COLUMNS:
        lines.append(f"  ... and {len(labels) - MOST_COLUMNS} more columns")
    return lines
