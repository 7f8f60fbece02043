"""JSON form of items: their dictionaries with arrays as lists and functions by name.

Reading runs no code: a function comes from the dictionary that the caller hands over.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwork.core.declare import Item, Parameter, checked, from_dict
from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.core.function_kinds import UserFunction
from linkwork.core.matrices import MatrixContainer
from linkwork.core.parameters import Matrix, OutputVariable
from linkwork.core.values import shown
from linkwork.system_items import FAMILIES

Functions = Mapping[str, Callable[..., Any]]


def to_json(item: Item, functions: Functions | None = None, indent: int | None = None) -> str:
    """A checked item as JSON text.

    functions -- names for user functions; others are told as 'module:name', if they can be
    imported by that
    """
    owner = item.label()
    names = {id(function): name for name, function in (functions or {}).items()}
    form = checked(item).to_dict()
    for name, p in _fields_of(type(item)).items():
        if isinstance(p.kind, UserFunction) and callable(form[name]):
            form[name] = names.get(id(form[name])) or _path_of(form[name], f"{owner}: {name}")
        else:
            form[name] = _plain(form[name])
    return json.dumps(form, indent=indent, allow_nan=False)


def from_json(text: str, functions: Functions | None = None) -> Item:
    """The item of a JSON text.

    functions -- name -> function, for the user functions that the text names
    """
    try:
        form = json.loads(text)
    except ValueError as error:
        raise ParameterError(f"this is no JSON text: {error}") from None
    if not isinstance(form, dict):
        raise ParameterError(f"the JSON form of an item is an object, got {shown(form)}")
    family = next((name for name in FAMILIES if f"{name}Type" in form), "")
    if not family:
        keys = ", ".join(f"{name}Type" for name in FAMILIES)
        raise ParameterError(f"the JSON form of an item has one of the keys {keys}")
    kind = FAMILIES[family].get(str(form[f"{family}Type"]), Item)
    for name, p in _fields_of(kind).items():
        if p.is_unset(form.get(name)):
            del form[name]
        elif name in form:
            form[name] = _given(form[name], p, f"{kind.__name__}: {name}", functions or {})
    return from_dict(form, FAMILIES[family], family)


def _fields_of(kind: type[Item]) -> dict[str, Parameter]:
    """Keys of the dictionary form and what they stand for."""
    return {**kind.fields, **{f"V{name}": p for name, p in kind.V.fields.items()}}


def _plain(value: Any) -> Any:
    """A stored value in terms that JSON has."""
    if isinstance(value, MatrixContainer):
        return _plain(value.GetPythonObject())
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, OutputVariableType):
        return value.name
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return value.item() if isinstance(value, np.generic) else value


def _path_of(function: Callable[..., Any], owner: str) -> str:
    module = getattr(function, "__module__", None)
    name = getattr(function, "__qualname__", "")
    if module != "__main__" and getattr(sys.modules.get(module or ""), name, None) is function:
        return f"{module}:{name}"
    raise ParameterError(
        f"{owner}: {shown(function)} cannot be imported as a name of a module, so JSON cannot "
        "tell it; move it to the top level of a module, or give it a name by "
        "functions={'name': function}"
    )


def _given(value: Any, p: Parameter, owner: str, functions: Functions) -> Any:
    """What a parameter takes for a value of a JSON text."""
    if isinstance(p.kind, UserFunction) and isinstance(value, str):
        if value in functions:
            return functions[value]
        raise ParameterError(
            f"{owner} is the function {value!r}; hand it over, as functions={{{value!r}: ...}}"
        )
    if isinstance(p.kind, OutputVariable) and isinstance(value, str):
        return OutputVariableType.__members__.get(value, value)
    if isinstance(p.kind, Matrix) and isinstance(value, dict):
        made = MatrixContainer()
        try:
            shape = value["numberOfRows"], value["numberOfColumns"]
            made.SetWithSparseMatrix(value["triplets"], *shape)
        except (KeyError, ParameterError) as error:
            raise ParameterError(f"{owner}: no sparse matrix: {error}") from None
        return made
    return value
