"""`define`: kernels for a kind that is declared outside the package, checked and registered.

Mistakes that the engine would only find when it compiles or runs are found here and reported in
terms of the declaration: names of kernels, of their arguments and of table columns.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from linkwork.bodies.body import Body
from linkwork.connectors.connector import (
    Constraint,
    CoordinateConnector,
    FrameConnector,
    ManyConnector,
    PairConnector,
)
from linkwork.core.blocks import LINK_POOLS
from linkwork.core.declare import item as declare
from linkwork.core.declare.item import Item, Output, Visualization
from linkwork.core.declare.values import shown
from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import SysError
from linkwork.core.kernels.entry import REQUEST, argument_names
from linkwork.core.near import near_names
from linkwork.core.records import FRAME_ARRAYS, FRAME_SCALARS, MAX_POOLS
from linkwork.extend.kernel_rules import base, tree_of, with_helpers
from linkwork.items import FAMILIES
from linkwork.loads.load import Load

PACKAGE = __name__.partition(".")[0]
COMMON = (
    *("t", "h", "level", "cq", "cv", "ca", "markers", "marker_force", "q", "v", "a"),
    *("multipliers", "constraint", "residual", "values", "energy", "reference"),
)
"""Arguments of the frame that item kernels may have."""


REPLACED = {
    "marker_torque": "marker_moment, with three components for each marker: that about z is "
    "marker_moment_out[e.m0, 2]",
    "turns": "rotations: angle stays, omega has three components, sine and cosine are R[1, 0] and "
    "R[0, 0]",
    "marker_jacobians": "motion_jacobians, which has six components: three of the velocity, three "
    "of the angular velocity",
    "marker_rates": "motion_rates, which has six components",
    "modes": "branches",
}
"""Arguments of former versions, and their replacements."""


class Family(NamedTuple):
    """Kernels that the kinds of a base class have."""

    base: type[Item]
    needed: tuple[str, ...]
    others: tuple[str, ...]


BASES = (
    Family(PairConnector, ("residual", "jacobian"), ("potential", "output", "search")),
    Family(CoordinateConnector, ("residual", "jacobian"), ("potential", "output", "search")),
    Family(FrameConnector, ("residual", "jacobian"), ("potential", "output", "search")),
    Family(ManyConnector, ("residual", "jacobian"), ("potential", "output", "search")),
    Family(Load, ("residual",), ("potential", "output")),
    Family(Body, ("inertia", "jacobian"), ("residual", "kinetic", "potential", "output")),
)


class ExtensionError(SysError, TypeError):
    """A declaration that the engine cannot use; the text states what to change."""


def define(kind: type[Item], *kernels: Callable[..., Any]) -> None:
    """Give a kind its kernels, each under the name of its function, and register the kind.

    From then on, systems accept its dictionary form, and warm-up compiles it. Defining a class of
    the same module and name again replaces it; systems that have items of the old one keep it.

    kind -- class of the item
    kernels -- its kernels: residual, jacobian, ...
    """
    family = _family_of(kind)
    _check_class(kind)
    _check_kernels(kind, family, kernels)
    known = FAMILIES[kind.family]
    other = known.get(kind.type_name)
    if other is not None and _home(other) != _home(kind):
        raise ExtensionError(
            f"{kind.__name__}: the type_name {kind.type_name!r} is taken by {_told(other)}; "
            "choose another"
        )
    declare.define(kind, *kernels)
    known[kind.type_name] = kind


def _home(kind: type[Item]) -> tuple[str, str]:
    return kind.__module__, kind.__qualname__


def _told(kind: type[Item]) -> str:
    ours = kind.__module__.partition(".")[0] == PACKAGE
    return f"Linkwork's {kind.__name__}" if ours else f"{kind.__module__}.{kind.__qualname__}"


def _family_of(kind: Any) -> Family:
    for family in BASES:
        if isinstance(kind, type) and issubclass(kind, family.base):
            return family
    names = ", ".join(family.base.__name__ for family in BASES)
    raise ExtensionError(
        f"define takes a class that derives from {names} or a class below them, got {shown(kind)}"
    )


# ---------------------------------------------------------------------- the class


def _check_class(kind: type[Item]) -> None:
    name = kind.__name__
    for attribute in _own_attributes(kind):
        near = near_names(attribute, _class_attributes(), 1, 0.75)
        if near and attribute not in dir(kind.__mro__[1]):
            raise ExtensionError(
                f"{name} has no class attribute {attribute!r}; did you mean {near[0]!r}?"
            )
    for attribute, told in vars(kind).get("__annotations__", {}).items():
        if attribute in vars(kind) and attribute not in kind.fields and "ClassVar" not in str(told):
            raise ExtensionError(
                f"{name}: {attribute} looks like a parameter, but is not; declare it with "
                f"parameter({shown(vars(kind)[attribute])}, kind, symbol=..., doc=...), or "
                "annotate it as ClassVar"
            )
    if not isinstance(kind.type_name, str) or not kind.type_name:
        raise ExtensionError(f'{name} needs a type_name, e.g. type_name = "{name}"')
    _check_pools(kind)
    if not isinstance(kind.short_name, str):
        raise ExtensionError(f"{name}: short_name must be a string, got {shown(kind.short_name)}")
    if not (isinstance(kind.V, type) and issubclass(kind.V, Visualization)):
        raise ExtensionError(f"{name}: V must be a class below Visualization, got {shown(kind.V)}")
    _check_outputs(kind)


def _check_pools(kind: type[Item]) -> None:
    """Refuse pools that no method lays out, or too many pools."""
    inherited = getattr(kind.__mro__[1], "pools", {})
    made = () if kind.blocks is None else kind.blocks.pools
    added = [name for name in kind.pools if name not in inherited and name not in made]
    if added and kind.lay_out.__func__ is Item.lay_out.__func__:  # type: ignore[attr-defined]
        raise ExtensionError(
            f"{kind.__name__}: nothing makes its pools {', '.join(added)}; give it a class method "
            "lay_out(cls, table, model) that sets table.pools[...], or use arrays of fixed shape "
            "(own)"
        )
    room = MAX_POOLS - (len(LINK_POOLS) if kind.blocks is not None else 0)
    if len(kind.pools) > room:
        raise ExtensionError(
            f"{kind.__name__}: it may have up to {room} pools, got {len(kind.pools)}: "
            f"{', '.join(kind.pools)}; merge some, with columns that state where they begin"
        )


def _own_attributes(kind: type[Item]) -> list[str]:
    """Attributes of a class body, without parameters, methods and those that Python adds."""
    return [
        name
        for name, value in vars(kind).items()
        if not name.startswith("_") and name not in kind.fields and not callable(value)
    ]


def _class_attributes() -> set[str]:
    """Attributes that a declaration may set."""
    return {n for family in BASES for n in dir(family.base) if not n.startswith("_")} | {"driven"}


def _check_outputs(kind: type[Item]) -> None:
    if not isinstance(kind.outputs, dict):
        raise ExtensionError(f"{kind.__name__}: outputs must be a dictionary")
    for variable, output in kind.outputs.items():
        if not isinstance(variable, OutputVariableType) or not isinstance(output, Output):
            raise ExtensionError(
                f"{kind.__name__}: outputs must map an OutputVariableType to an "
                f"Output(symbol, unit, size, doc), got {shown(variable)}: {shown(output)}"
            )


# ---------------------------------------------------------------------- the kernels


def _check_kernels(kind: type[Item], family: Family, kernels: Iterable[Any]) -> None:
    name, known = kind.__name__, (*family.needed, *family.others)
    given = dict(kind.kernels)
    for kernel in kernels:
        if not isinstance(kernel, types.FunctionType):
            raise ExtensionError(
                f"{name}: kernels must be plain functions without a decorator, got {shown(kernel)}"
            )
        if kernel.__name__ not in known:
            near = _hint(kernel.__name__, known)
            raise ExtensionError(f"{name} cannot have a kernel {kernel.__name__!r}; {near}")
        given[kernel.__name__] = kernel
    needed = [*family.needed, *(["output"] if kind.outputs else [])]
    missing = [needs for needs in needed if needs not in given]
    if missing:
        why = " (it declares outputs)" if missing == ["output"] else ""
        raise ExtensionError(
            f"{name} lacks the kernel {' and '.join(missing)}{why}; write a function of that name "
            "and pass it to define"
        )
    for kernel in kernels:
        _check_arguments(kind, kernel)
        _check_columns(kind, kernel)
    _check_results(kind, given)


def _hint(name: str, known: Iterable[str]) -> str:
    known = list(known)
    near = near_names(name, known, 1)
    has = f"there are {', '.join(known)}"
    return f"did you mean {near[0]!r}? {has}" if near else has


def _check_arguments(kind: type[Item], kernel: Callable[..., Any]) -> None:
    where = f"{kind.__name__}: kernel {kernel.__name__}"
    code = kernel.__code__
    if kernel.__defaults__ or code.co_kwonlyargcount or code.co_flags & 0x0C:
        raise ExtensionError(f"{where}: arguments must be plain, without defaults and stars")
    request = REQUEST if kernel.__name__ == "output" else ()
    own = (*kind.own, *kind.pools)
    known = {"table", *request, *FRAME_SCALARS, *FRAME_ARRAYS, *own}
    for name in argument_names(kernel):
        plain = name.removesuffix("_out")
        if name in FRAME_SCALARS or name in request or plain in ("table", *own, *FRAME_ARRAYS):
            continue
        if plain in FRAME_SCALARS:
            raise ExtensionError(f"{where}: {name}: {plain} is a number, which cannot be written")
        if plain in REPLACED:
            instead = REPLACED[plain]
            raise ExtensionError(f"{where}: there is no argument {name!r} any more; use {instead}")
        near = near_names(plain, sorted(known), 2)
        meant = f"did you mean {' or '.join(map(repr, near))}? " if near else ""
        raise ExtensionError(
            f"{where}: there is no argument {name!r}; {meant}Items have "
            f"{', '.join(('table', *request, *own, *COMMON))}; the name of a written array "
            "ends in _out"
        )
    if argument_names(kernel)[:1] != ("table",):
        raise ExtensionError(f"{where}: the first argument must be table")
    if issubclass(kind, Body) and kernel.__name__ == "inertia" and "v" in argument_names(kernel):
        raise ExtensionError(
            f"{where}: inertia is M a alone, without v; subtract forces that depend on velocities "
            "in a kernel residual(table, ..., residual_out), which all solvers evaluate"
        )


WRITES: dict[str, dict[type[Item], str]] = {
    "residual": {Load: "marker_force_out", PairConnector: "marker_force_out",
                 CoordinateConnector: "marker_force_out", Body: "residual_out"},
    "inertia": {Body: "residual_out"},
    "kinetic": {Body: "energy_out"},
    "potential": {Item: "energy_out"},
    "output": {Item: "value_out"},
    "search": {Item: "table_out"},
}  # fmt: skip
"""Kernel -> base class -> arguments that it must write."""


def _check_results(kind: type[Item], kernels: dict[str, Callable[..., Any]]) -> None:
    for name, kernel in kernels.items():
        has = argument_names(kernel)
        wanted = [out for base, out in WRITES.get(name, {}).items() if issubclass(kind, base)]
        if issubclass(kind, Constraint):
            wanted += {"residual": ["constraint_out"]}.get(name, [])
            wanted += {"jacobian": ["gradient_out", "row_q_out", "row_v_out"]}.get(name, [])
        missing = [out for out in wanted if out not in has]
        if name == "output":
            missing += [part for part in ("row", "variable") if part not in has]
        if name == "jacobian" and not any(part.endswith("_out") for part in has):
            missing += [f"{next(iter(kind.own))}_out"]
        if missing:
            raise ExtensionError(
                f"{kind.__name__}: kernel {name} needs the argument {', '.join(missing)}"
            )


def _check_columns(kind: type[Item], kernel: types.FunctionType) -> None:
    """Refuse columns that do not exist, also in helpers that a kernel passes a row to."""
    columns = set(kind.dtype.fields or ())
    try:
        found = [(function, _rows_read(function)) for function in with_helpers(kernel)]
    except (OSError, SyntaxError, TypeError):
        return  # the source text is not available, e.g. in an interactive shell
    for function, read in found:
        if function.__module__ != kernel.__module__:
            continue
        for column, line in read:
            if column in columns or column in ("size", "shape"):
                continue
            near = near_names(column, sorted(columns), 1)
            meant = f"did you mean {near[0]!r}? " if near else ""
            raise ExtensionError(
                f"{kind.__name__}: {function.__name__} reads the column {column!r} (its line "
                f"{line}), which the table does not have; {meant}Columns are the symbols of "
                f"parameters and those that the engine adds: {', '.join(kind.dtype.names or ())}"
            )


def _rows_read(function: types.FunctionType) -> list[tuple[str, int]]:
    """Attributes that a kernel reads from rows of its table: (name, line)."""
    tree = tree_of(function)
    if not tree.args.args or tree.args.args[0].arg not in ("table", "e"):
        return []
    rows = {"e"} if tree.args.args[0].arg == "e" else set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and _is_row(node.value):
            rows |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            value = node.value
            if (isinstance(value, ast.Name) and value.id in rows) or _is_row(value):
                found.append((node.attr, node.lineno))
    return found


def _is_row(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and base(node) == "table"
