"""The C-ABI entry of a kernel: a generated function `entry(call, frame) -> status`.

It unpacks the two records into the arguments that the kernel names and calls it. There is one per
kernel and table dtype, compiled and cached like any other function (`compile.py`).
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwork.core.kernels.marks import OF_KERNELS
from linkwork.core.kernels.named import NamedFunction
from linkwork.core.kernels.pointer import status, view
from linkwork.core.records import CALL, FRAME, FRAME_ARRAYS, FRAME_SCALARS, GROUPS, f8, i8

Own = Mapping[str, tuple[Any, tuple[int, ...]]]
"""Own arrays of an item type: name -> (element dtype, trailing shape); one entry per row."""

Pools = Mapping[str, Any]
"""Pools of an item type: name -> element dtype."""


def argument_names(kernel: Callable) -> tuple[str, ...]:
    code = kernel.__code__
    return code.co_varnames[: code.co_argcount]


PLAIN = """\
def entry(call, frame):
    c = view(call, (1,), CALL)[0]
    f = view(frame, (1,), FRAME)[0]
    return status(kernel({arguments}))
"""

SENSOR = """\
def entry(call, frame):
    c = view(call, (1,), CALL)[0]
    f = view(frame, (1,), FRAME)[0]
    requests = view(c.requests, (c.n_requests, 3), DTYPE_INT)
    local_positions = view(c.locals, (c.n_requests, 3), DTYPE_FLOAT)
    sensed = view(f.sensed, (f.n_sensed,), DTYPE_FLOAT)
    for i in range(c.n_requests):
        row, variable, local = requests[i, 0], requests[i, 1], local_positions[i]
        value_out = sensed[f.sensor_rows * f.sensor_width + requests[i, 2]:]
        result = status(kernel({arguments}))
        if result != 0:
            return result
    return 0
"""
"""An output kernel evaluates one row; its entry serves all sensors on the table."""

REQUEST = ("row", "variable", "local", "value_out")
"""Arguments of an output kernel that come from the sensor."""

SLOPE = {"symbol": "c.requests", "component": "c.locals"}
"""Arguments of a kernel `slope`: by which number of a row it differentiates."""


def entry(
    kernel: Callable,
    dtype: np.dtype | None = None,
    own: Own | None = None,
    pools: Pools | None = None,
    owner: str = "",
) -> NamedFunction:
    """Function entry(call, frame) around a kernel; see the module's docstring.

    owner -- the kind that the kernel belongs to: functions that make kernels give them all one name
    """
    own, pools = own or {}, pools or {}
    parts = [f" of {owner}"] if owner else []
    parts += [f"; rows {_told(dtype)}"] if dtype is not None else []
    parts += [f"; own {name} {_told(kind)} {shape}" for name, (kind, shape) in own.items()]
    parts += [f"; pool {name} {_told(kind)}" for name, kind in pools.items()]
    make = functools.partial(_made, kernel, dtype, own, pools)
    return NamedFunction(kernel, "".join(parts), make)


def _told(kind: Any) -> str:
    """The layout of a type."""
    dtype = np.dtype(kind)
    if dtype.fields is None:
        return dtype.str
    fields = (
        f"{name} {_told(part.base)} {part.shape or ''}@{place}"
        for name, (part, place, *_) in dtype.fields.items()
    )
    return f"({', '.join(fields)}, {dtype.itemsize})"


def _made(kernel: Callable, dtype: np.dtype | None, own: Own, pools: Pools) -> types.FunctionType:
    """The text of an entry, as a function."""
    space: dict[str, Any] = dict(
        kernel=kernel, view=view, status=status, CALL=CALL, FRAME=FRAME,
        DTYPE_INT=np.dtype(i8), DTYPE_FLOAT=np.dtype(f8),
    )  # fmt: skip
    names = argument_names(kernel)
    is_sensor = "value_out" in names

    def array(owner: str, field: str, size: str, spec: tuple[Any, tuple[int, ...]]) -> str:
        space[f"DTYPE_{field}"] = np.dtype(spec[0])
        shape = ", ".join([size, *map(str, spec[1])])
        return f"view({owner}.{field}, ({shape},), DTYPE_{field})"

    def member(name: str) -> str:
        if name == "address":
            return "frame"
        return array("f", name, f"f.n_{name}", FRAME_ARRAYS[name])

    def argument(name: str) -> str:
        plain = name.removesuffix("_out")
        if is_sensor and name in REQUEST:
            return name
        if name == "frame":
            return "f"
        if name == "frame_address":
            return "frame"
        if name in SLOPE:
            return SLOPE[name]
        if plain == "table":
            space["TABLE"] = dtype
            return "view(c.table, (c.rows,), TABLE)"
        if name in FRAME_SCALARS:
            return f"f.{name}"
        if plain in own:
            field = f"own{list(own).index(plain)}"
            return array("c", field, "c.own_rows", own[plain])
        if plain in pools:
            field = f"pool{list(pools).index(plain)}"
            return array("c", field, f"c.n_{field}", (pools[plain], ()))
        if plain in FRAME_ARRAYS:
            return member(plain)
        if plain in GROUPS:
            group, names = GROUPS[plain]
            space[group.__name__] = group
            return f"{group.__name__}({', '.join(map(member, names))})"
        raise TypeError(f"{kernel.__module__}.{kernel.__qualname__}: unknown argument {name!r}")

    arguments = ", ".join(map(argument, names))
    text = (SENSOR if is_sensor else PLAIN).format(arguments=arguments)
    where = f"{kernel.__module__}.{kernel.__qualname__}"
    exec(compile(text, f"<entry of {where}>", "exec"), space)
    made: types.FunctionType = space["entry"]
    made.__module__ = kernel.__module__
    for mark in OF_KERNELS:
        setattr(made, mark, getattr(kernel, mark, False))
    made.__qualname__ = made.__name__ = f"entry_{kernel.__name__}"
    return made
