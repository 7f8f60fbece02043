"""One compiled function for the steps of a small model: its kernels are part of it.

A loop of an integrator runs lists of calls, whatever a model holds. In small models most of the
time goes into the ways between kernels: each reads from memory what the one before has just
written, and every loop asks how long it is. `fuse` writes a function for one structure of a model
that takes steps by itself. The lengths of arrays, the indices and flags in tables and the
coefficients of the method are constants in it, and small arrays are copies that only this function
sees (`Copied`). So the compiler unrolls the loops, and keeps positions, forces and accelerations
in registers from step to step. The same operations are done in the same order, so results are the
same to the last bit.

    entry(call, frame) -> steps taken      call: that of the integrator's loop, for its pools

The entry checks that the constants are those of the model, copies the arrays, takes as many steps
as it can, and writes back the state. Work memory is not written back: the loop takes a step by
itself before it returns.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.kernels.entry import Own, Pools, argument_names
from linkwork.core.kernels.pointer import Copied, status, view, write_back
from linkwork.core.records import (
    CALL,
    CALL_LISTS,
    FRAME,
    FRAME_ARRAYS,
    FRAME_SCALARS,
    GROUPS,
    State,
)

LARGEST = 2048
"""Arrays and tables of up to this size become copies [bytes]."""


class Unit(NamedTuple):
    """A call of a kernel, and what it runs over.

    place -- name of the list and number of the call
    """

    kernel: Callable[..., Any]
    place: tuple[str, int]
    rows: np.ndarray | None
    own: Own
    own_rows: int
    pools: Pools


class Steps(NamedTuple):
    """The steps of an integrator for a small model.

    make -- returns the function that takes steps, for two functions of the frame and of `work`,
    which run the kernels of an evaluation and of the linear solution, and for the pools
    scalars -- of the frame, which it changes
    zero -- scalars that are zero in such steps; fixed_scalars -- others that are constants
    history -- pools that it changes
    fixed -- pools whose values are constants of its code
    """

    make: Callable[..., Callable[..., Any]]
    scalars: tuple[str, ...]
    zero: tuple[str, ...]
    fixed_scalars: tuple[str, ...]
    history: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()


def can_fuse(units: Sequence[Unit]) -> bool:
    """Whether kernels see nothing but their arguments: no groups, no memory behind addresses."""
    for unit in units:
        names = {name.removesuffix("_out") for name in argument_names(unit.kernel)}
        if names & {*GROUPS, "frame_address"}:
            return False
        if "frame" in names and "view" in unit.kernel.__code__.co_names:
            return False
    return True


def fuse(
    steps: Steps,
    units: Sequence[Unit],
    solver: Unit,
    frame: np.ndarray,
    pools: Mapping[str, np.ndarray],
) -> Callable[..., Any]:
    """The entry of fused steps; see the docstring of the module.

    units, solver -- calls of an evaluation, and of the linear solution
    frame -- of the model; pools -- of the integrator
    """
    text = _Text(steps, frame[0])
    evaluate = text.function("evaluate", units)
    solve = text.function("solve", [solver])
    taking = steps.make(evaluate, solve, pools)
    arguments = [text.argument_of_steps(name, pools) for name in argument_names(taking)]
    return text.entry(taking, arguments)


class _Text:
    """The text of a fused entry: what it checks, copies, passes on and writes back."""

    def __init__(self, steps: Steps, frame: Any) -> None:
        self.steps, self.frame = steps, frame
        fixed = {name: frame[name].tolist() for name in steps.fixed_scalars}
        fixed |= dict.fromkeys(steps.zero, 0)
        lengths = {name: frame[name].tolist() for name in (f"n_{each}" for each in CALL_LISTS)}
        copied = Copied(FRAME, (1,), {name: [value] for name, value in (fixed | lengths).items()})
        self.space: dict[str, Any] = dict(
            view=view, write_back=write_back, CALL=CALL, FRAME=FRAME, copy_frame=copied
        )
        self.lines: list[str] = []
        self.checks = [f"f.{name} != {value!r}" for name, value in fixed.items()]
        self.backs = [f"f.{name} = g.{name}" for name in steps.scalars]
        self.known: dict[str, str] = {}
        self.work: list[str] = []

    # ------------------------------------------------------------------ arrays

    def constant(self, value: Any) -> str:
        name = f"K{len(self.space)}"
        self.space[name] = value
        return name

    def variable(self, address: str, dtype: Any, lengths: Sequence[Any], values: Any = None) -> str:
        """Variable with the array at an address: a copy if it is small.

        values -- those that are constants of the code, by column
        """
        if address in self.known:
            return self.known[address]
        name = self.known[address] = f"a{len(self.known)}"
        dtype = np.dtype(dtype)
        is_known = dtype is not CALL and all(isinstance(n, int) for n in lengths)
        if is_known and 0 < dtype.itemsize * math.prod(lengths) <= LARGEST:
            self.lines.append(
                f"{name} = {self.constant(Copied(dtype, lengths, values or {}))}({address})"
            )
            if values:
                self.check(address, dtype, lengths, values)
        else:
            shape = "".join(f"{n}, " for n in lengths)
            self.lines.append(f"{name} = view({address}, ({shape}), {self.constant(dtype)})")
        return name

    def check(self, address: str, dtype: Any, lengths: Sequence[int], values: Any) -> None:
        """Compare the values that are constants with those in memory."""
        kind, name = self.constant(dtype), f"m{len(self.known)}"
        self.lines.append(f"{name} = view({address}, ({lengths[0]},), {kind})")
        for column, cells in values.items():
            cell = f".{column}" if column else ""
            for row, value in enumerate(cells):
                for place, one in _cells(value):
                    self.checks.append(f"{name}[{row}]{cell}{place} != {one!r}")

    def frame_array(self, name: str) -> str:
        dtype, shape = FRAME_ARRAYS[name]
        length = int(self.frame[f"n_{name}"])
        variable = self.variable(f"f.{name}", dtype, (length, *shape))
        if name in State._fields:
            self.write_back(variable, f"f.{name}", length)
        return variable

    def write_back(self, variable: str, address: str, length: int) -> None:
        line = f"write_back({variable}, {address})"
        if length > 0 and line not in self.backs:
            self.backs.append(line)

    def group(self, name: str) -> str:
        kind, fields = GROUPS[name]
        self.space[kind.__name__] = kind
        members = ["frame" if each == "address" else self.frame_array(each) for each in fields]
        return f"{kind.__name__}({', '.join(members)})"

    # ------------------------------------------------------------------ kernels

    def function(self, name: str, units: Sequence[Unit]) -> Callable[..., Any]:
        """Function of the frame and of all work arrays that runs kernels in their order."""
        lines = [f"def {name}(frame, work):"]
        space: dict[str, Any] = {"status": status}
        for k, unit in enumerate(units):
            space[f"kernel{k}"] = unit.kernel
            arguments = ", ".join(self.argument(unit, each) for each in argument_names(unit.kernel))
            lines.append(f"    result = status(kernel{k}({arguments}))")
            lines.append("    if result != 0:\n        return result")
        lines.append("    return 0\n")
        return _made("\n".join(lines), name, space)

    def argument(self, unit: Unit, name: str) -> str:
        """Expression for an argument of a kernel, inside a function of `frame` and `work`."""
        if name == "frame":
            return "frame"
        if name in FRAME_SCALARS:
            return f"frame.{name}"
        variable = self.source(unit, name.removesuffix("_out"))
        if variable not in self.work:
            self.work.append(variable)
        return f"work[{self.work.index(variable)}]"

    def source(self, unit: Unit, name: str) -> str:
        """Variable of the entry that holds an array of a kernel."""
        if name not in unit.own and name not in unit.pools and name != "table":
            return self.frame_array(name)
        call = self.call(*unit.place)
        if name == "table":
            assert unit.rows is not None
            dtype = unit.rows.dtype
            return self.variable(f"{call}.table", dtype, unit.rows.shape, integers(unit.rows))
        if name in unit.own:
            dtype, shape = unit.own[name]
            field = f"own{list(unit.own).index(name)}"
            return self.memory(f"{call}.{field}", dtype, (unit.own_rows, *shape))
        field = f"pool{list(unit.pools).index(name)}"
        return self.memory(f"{call}.{field}", unit.pools[name], (f"{call}.n_{field}",))

    def memory(self, address: str, dtype: Any, lengths: Sequence[Any]) -> str:
        """Variable with an array of a kind, which is not copied."""
        if address not in self.known:
            name = self.known[address] = f"a{len(self.known)}"
            shape = "".join(f"{n}, " for n in lengths)
            kind = self.constant(np.dtype(dtype))
            self.lines.append(f"{name} = view({address}, ({shape}), {kind})")
        return self.known[address]

    def call(self, name: str, k: int) -> str:
        variable = f"{name}{k}"
        if variable not in self.known:
            self.known[variable] = variable
            length = int(self.frame[f"n_{name}"])
            self.lines.append(f"{variable} = view(f.{name}, ({length},), CALL)[{k}]")
        return variable

    # ------------------------------------------------------------------ the entry

    def argument_of_steps(self, name: str, pools: Mapping[str, np.ndarray]) -> str:
        if name == "frame":
            return "g"
        if name == "work":
            return "work"
        if name in GROUPS:
            return self.group(name)
        pool, address = pools[name], f"c.pool{list(pools).index(name)}"
        values = None
        if name in self.steps.fixed:
            values = integers(pool) if pool.dtype.fields else {"": pool.tolist()}
        variable = self.variable(address, pool.dtype, pool.shape, values)
        if name in self.steps.history:
            self.write_back(variable, address, len(pool))
        return variable

    def entry(self, taking: Callable[..., Any], arguments: Sequence[str]) -> Callable[..., Any]:
        lines = [
            "c = view(call, (1,), CALL)[0]",
            "f = view(frame, (1,), FRAME)[0]",
            "g = copy_frame(frame)[0]",
            *self.lines,
            *(f"if {check}:\n        return 0" for check in self.checks),
            f"work = ({''.join(f'{each}, ' for each in self.work)})",
            f"taken = taking({', '.join(arguments)})",
            "if taken > 0:",
            *(f"    {line}" for line in self.backs),
            "return taken",
        ]
        text = "def entry(call, frame):\n" + "".join(f"    {line}\n" for line in lines)
        return _made(text, "entry", self.space | {"taking": taking})


def integers(rows: np.ndarray) -> dict[str, Any]:
    """Values of the columns of integers: indices, numbers and flags."""
    names = rows.dtype.names or ()
    return {name: rows[name].tolist() for name in names if rows.dtype[name].base.kind in "iu"}


def _cells(value: Any) -> Iterator[tuple[str, Any]]:
    """Index in square brackets, and number, of the cells of a nested list."""
    array = np.array(value)
    if not array.ndim:
        yield "", value
        return
    for place in itertools.product(*map(range, array.shape)):
        yield f"[{', '.join(map(str, place))}]", array[place].tolist()


def _made(text: str, name: str, space: dict[str, Any]) -> Callable[..., Any]:
    exec(compile(text, f"<fused {name}>", "exec"), space)
    made: Callable[..., Any] = space[name]
    made.__module__, made.__qualname__ = __name__, f"fused_{name}"
    return made
