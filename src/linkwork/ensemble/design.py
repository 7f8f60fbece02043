"""What varies: blocks of columns, whose product makes the members."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.parameter_paths import ParameterPath, parameter_path
from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


@dataclass(frozen=True)
class Block:
    """Columns that vary together, row by row.

    paths -- what varies; values -- (rows, paths)
    kind -- "values" of a single number, "zip", "table" or "sample"
    """

    paths: tuple[ParameterPath, ...]
    values: np.ndarray
    kind: str


@dataclass
class Design:
    """Members: the product of all blocks; the last one varies fastest.

    notes -- how samples were drawn, for results
    """

    blocks: list[Block] = field(default_factory=list)
    notes: list[dict[str, Any]] = field(default_factory=list)

    @property
    def paths(self) -> list[ParameterPath]:
        """All that varies, in the order of the columns of `values`."""
        return [path for block in self.blocks for path in block.paths]

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of rows of each block."""
        return tuple(len(block.values) for block in self.blocks)

    @property
    def members(self) -> int:
        """Number of members."""
        return math.prod(self.shape) if self.blocks else 0

    def values(self) -> np.ndarray:
        """(members, varied) numbers."""
        made = np.empty((self.members, len(self.paths)))
        column, each, times = 0, self.members, 1
        for block in self.blocks:
            rows, width = block.values.shape
            each //= rows
            spread = np.repeat(block.values, each, axis=0)
            made[:, column : column + width] = np.tile(spread, (times, 1))
            column, times = column + width, times * rows
        return made

    def add(self, mbs: MainSystem, columns: Mapping[str, Any], kind: str) -> None:
        """Add a block of columns of equal length."""
        if not columns:
            raise ParameterError("nothing varies: give at least one column of values by its path")
        paths = [parameter_path(mbs, text) for text in columns]
        values = [_column(path, columns[text]) for path, text in zip(paths, columns, strict=True)]
        lengths = {len(each) for each in values}
        if len(lengths) > 1:
            told = ", ".join(
                f"{p.text!r} {len(v)}" for p, v in zip(paths, values, strict=True)
            )  # fmt: skip
            raise ParameterError(f"columns that vary together need equal lengths: {told}")
        known = {_place(path): path.text for path in self.paths}
        for path, each in zip(paths, values, strict=True):
            if _place(path) in known:
                raise ParameterError(
                    f"{path.text!r} varies already, as {known[_place(path)]!r}: give all of its "
                    "values at once"
                )
            known[_place(path)] = path.text
            _check_values(mbs, path, each)
        self.blocks.append(Block(tuple(paths), np.stack(values, axis=1), kind))


def _place(path: ParameterPath) -> tuple[Any, ...]:
    return path.family, path.number, path.parameter.name, path.component


def _column(path: ParameterPath, given: Any) -> np.ndarray:
    try:
        values = np.atleast_1d(np.array(given, float))
    except (TypeError, ValueError):
        raise ParameterError(f"{path.text!r} varies over numbers, got {shown(given)}") from None
    if values.ndim != 1 or not len(values):
        raise ParameterError(
            f"{path.text!r} varies over a list of numbers, got shape {values.shape}"
        )
    wrong = values[~np.isfinite(values)]
    if wrong.size:
        raise ParameterError(f"{path.text!r}: all values must be finite, got {wrong[0]:g}")
    return values


def _check_values(mbs: MainSystem, path: ParameterPath, values: np.ndarray) -> None:
    """Refuse values that the item does not accept."""
    item = mbs._items[path.family][path.number]
    for value in (values.min(), values.max()):
        whole = _with(mbs, path, float(value))
        path.parameter.check(whole, f"{path.text!r}: {item.label(path.number)}")


def _with(mbs: MainSystem, path: ParameterPath, value: float) -> Any:
    """The whole parameter with a new number in its place."""
    if not path.component:
        return value
    present = mbs._store.get_parameter(path.family, path.number, path.parameter.name)
    dense = getattr(present, "dense", None)
    whole = np.array(dense() if dense is not None else present, float)
    whole[path.component] = value
    return whole


def columns_of_table(table: Any) -> dict[str, Any]:
    """Columns of a DataFrame or a dictionary."""
    if isinstance(table, Mapping):
        return dict(table)
    columns = getattr(table, "columns", None)
    if columns is None:
        raise ParameterError(
            f"table takes a DataFrame or a dictionary of columns by name, got {shown(table)}"
        )
    return {str(name): np.asarray(table[name]) for name in columns}
