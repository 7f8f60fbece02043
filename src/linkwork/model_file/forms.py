"""JSON form of one item: its dictionary with arrays as lists, functions and enums by name.

A form holds what was given and what differs from its default. Reading runs no code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.core.declare.families import from_dict, kind_named
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Item, Parameter
from linkwork.core.declare.matrices import MatrixContainer
from linkwork.core.declare.parameters import Matrix, OutputVariable
from linkwork.core.declare.sections import SectionData
from linkwork.core.declare.values import shown
from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.items import FAMILIES
from linkwork.model_file.functions import Names, Source

Form = dict[str, Any]
PACKAGE = __name__.partition(".")[0]


def form_of(item: Item, names: Names) -> Form:
    """The form of a checked item."""
    kind = type(item)
    form: Form = {f"{item.family}Type": item.type_name}
    texts = _default_texts(kind)
    for key, p in fields_of(kind).items():
        owner = item if key in kind.fields else item.visualization
        value = getattr(owner, p.name)
        if isinstance(p.kind, UserFunction) and callable(value):
            form[key] = names.form(value)
            continue
        written = plain(value)
        if (owner is item and key in item.given) or repr(written) != texts[key]:
            form[key] = written
    return form


def fields_of(kind: type[Item]) -> dict[str, Parameter]:
    """Keys of the form of a kind and their parameters."""
    return {**kind.fields, **{f"V{name}": p for name, p in kind.V.fields.items()}}


_TEXTS: dict[type[Item], dict[str, str]] = {}


def _default_texts(kind: type[Item]) -> dict[str, str]:
    """Defaults as they are stored and written; texts distinguish -0.0 from 0.0."""
    if kind not in _TEXTS:
        fields = fields_of(kind)
        _TEXTS[kind] = {key: repr(plain(_stored_default(p))) for key, p in fields.items()}
    return _TEXTS[kind]


def _stored_default(p: Parameter) -> Any:
    try:
        return p.kind.check(p.default)
    except ParameterError:
        return p.default


def functions_of(item: Item) -> list[Any]:
    """The user functions that an item has."""
    owners = ((item, item.fields), (item.visualization, item.V.fields))
    values = [
        getattr(owner, p.name)
        for owner, fields in owners
        for p in fields.values()
        if isinstance(p.kind, UserFunction)
    ]
    return [value for value in values if callable(value)]


def plain(value: Any) -> Any:
    """A stored value in JSON types."""
    if isinstance(value, MatrixContainer):
        return _matrix_form(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, SectionData):
        return value.GetDictionary()
    if isinstance(value, OutputVariableType):
        return value.name
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value.item() if isinstance(value, np.generic) else value


def _matrix_form(matrix: MatrixContainer) -> Any:
    rows, columns = matrix.shape
    if not matrix.is_sparse and (rows or not columns):
        return matrix.dense().tolist()
    entries: list[Any] = []
    form = {"numberOfRows": rows, "numberOfColumns": columns, "triplets": entries}
    if matrix.is_sparse:
        parts = [part.tolist() for part in matrix.given_triplets()]
        entries += [list(entry) for entry in zip(*parts, strict=True)]
        return form
    return form | {"dense": True}  # a list without rows does not have the number of columns


def _matrix(form: Form) -> MatrixContainer:
    """The matrix of a form with triplets."""
    keys = ("numberOfRows", "numberOfColumns", "triplets")
    missing = [key for key in keys if key not in form]
    unknown = [key for key in form if key not in (*keys, "dense")]
    if missing or unknown:
        told = f"lacks {', '.join(missing)}" if missing else f"has no key {unknown[0]!r}"
        raise ParameterError(f"must be a matrix; the form with triplets {told}, got {shown(form)}")
    dense = form.get("dense", False)
    if not isinstance(dense, bool) or (dense and form["numberOfRows"] != 0):
        raise ParameterError(
            f'must be a matrix; "dense" is for a matrix without rows, got {shown(form)}'
        )
    made = MatrixContainer()
    sizes = form["numberOfRows"], form["numberOfColumns"]
    try:
        made.SetWithSparseMatrix(form["triplets"], *sizes, useDenseMatrix=dense)
    except ParameterError as error:
        raise ParameterError(f"must be a matrix: {error}") from None
    return made


# ---------------------------------------------------------------------- reading


def item_of(form: Any, family: str, source: Source, number: int | None = None) -> Item:
    """The item of a form, not yet checked."""
    if not isinstance(form, dict):
        raise ParameterError(f"each {family} must be an object with its parameters by name, "
                             f"got {shown(form)}")  # fmt: skip
    key = f"{family}Type"
    if key not in form:
        return from_dict(form, FAMILIES[family], family)  # raises the error
    kind = kind_named(form[key], FAMILIES[family], family)
    name = form.get("name")
    label = _label(kind, name if isinstance(name, str) else "", number)
    values = {}
    for key, value in form.items():
        p = fields_of(kind).get(key)
        values[key] = value if p is None else _given(value, p, label, key, source)
    return from_dict(values, FAMILIES[family], family)


def _label(kind: type[Item], name: str, number: int | None) -> str:
    shell = object.__new__(kind)
    object.__setattr__(shell, "name", name)
    return shell.label(number)


def _given(value: Any, p: Parameter, label: str, key: str, source: Source) -> Any:
    """The value of a parameter, from a value of a form."""
    owner = f"{label}: {key}"
    try:
        if isinstance(p.kind, UserFunction):
            return source.function(value, owner)
        if isinstance(p.kind, OutputVariable) and isinstance(value, str):
            return OutputVariableType.__members__.get(value, value)
        if isinstance(p.kind, Matrix) and isinstance(value, dict):
            return _matrix(value)
    except ParameterError as error:
        text = str(error)
        raise ParameterError(text if owner in text else f"{owner} {text}", key) from None
    return value


def module_hint(item: Item) -> str:
    """The module that declares an item which is not Linkwork's own, else empty."""
    module = type(item).__module__
    return "" if module.partition(".")[0] == PACKAGE else module
