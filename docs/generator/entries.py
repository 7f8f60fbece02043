"""Entries of functions, methods, classes, enumerations and constants, in Sphinx's Python domain."""

from __future__ import annotations

import dataclasses
import enum
import inspect
from collections.abc import Iterator
from typing import Any

import linkwork.planar
import linkwork.utilities
from docs.generator.docstrings import (
    described,
    parameter_table,
    signature_of,
    signature_text,
    type_text,
)
from docs.generator.families import title_of
from docs.generator.links import ITEMS, linked
from docs.generator.markdown import code, prose, table
from linkwork.core.declare.fields import Fields
from linkwork.core.declare.item import Item
from linkwork.core.declare.kind import Kind
from linkwork.core.lazy_docs import LazyDoc, written_doc
from linkwork.settings.tree import Group

INHERITED = ("linkwork",)
"""Packages whose classes document what they define; members of other bases are not listed."""
OF_THE_ENGINE = {
    *("RigidBody.check_start", "RigidBody.start", "Condition.check_grid"),
    *("Displacement.course", "Displacement.rate_of", "Displacement.start"),
    *(
        "Displacement.check_end",
        "SpringDamper.check_start",
        "LinearSpringDamper.check_start",
        "SpringDamper.warn_at_start",
    ),
    *("LinearSpringDamper.warn_at_start", "SpringDamper.join", "SpringDamper.ends"),
    *("Blocks.room", "Blocks.slopes", "Blocks.levers", "Point.start", "Point.without_rotation"),
    *("Point.reference_place", "Point.reference_rotation", "Environment.begin"),
    *("Environment.advance", "VectorEnvironment.close_extras", "Modes.checked", "Modes.factor"),
    *("Jump.to_row", "Jump.from_row", "Event.to_json", "Event.from_json"),
    *("Statistics.to_dict", "Statistics.from_dict", "Statistics.numbers", "Statistics.counts"),
    *("Statistics.times", "MatrixContainer.dense", "MatrixContainer.triplets"),
    *("MatrixContainer.given_triplets", "MatrixContainer.same", "UserFunctionError.at"),
    "SectionData.same",
}
"""Methods that the package calls on its own; programs of users do not need them."""


def own_doc(owner: Any) -> str:
    """The docstring as it is written in the source."""
    if inspect.isclass(owner) and isinstance(vars(owner).get("__doc__"), LazyDoc):
        return written_doc(owner)
    found = owner.__doc__ if inspect.isclass(owner) else inspect.getdoc(owner)
    return inspect.cleandoc(found or "")


def directive(kind: str, name: str, module: str, body: str, fence: str = "``````") -> str:
    """An entry of the Python domain with its text."""
    return f"{fence}{{py:{kind}}} {name}\n:module: {module}\n\n{body.strip()}\n{fence}"


def hidden(kind: str, name: str, module: str) -> str:
    """An entry that can be found and linked, but shows nothing."""
    return f"```{{py:{kind}}} {name}\n:module: {module}\n:no-typesetting:\n```"


def function(
    name: str,
    member: Any,
    module: str,
    example: str = "",
    owner: str = "",
    item: type[Item] | None = None,
) -> str:
    """Entry of a function, or of a method of `owner`.

    item -- the kind of item that it creates
    """
    is_method = bool(owner)
    is_bound = inspect.ismethod(member) or isinstance(member, staticmethod)
    found = signature_of(member, is_method and not is_bound)
    doc = described(own_doc(member))
    title = f"{owner}.{name}" if is_method else name
    body = [
        linked(prose("\n\n".join(doc.text))),
        linked(parameter_table(found, doc.meanings, _home(member), _meanings(item))),
    ]
    returned = type_text(found.return_annotation) if found else ""
    if returned and returned != "None":
        body.append(f"Returns: `{returned}`")
    if item is not None:
        body.append(f"Item: [{title_of(item)}]({ITEMS[item.__name__]})")
    body += [code(example, "python") if example else ""]
    shown = title + (signature_text(found) if found else "()")
    kind = "method" if is_method else "function"
    return directive(kind, shown, module, "\n\n".join(filter(None, body)))


def _home(member: Any) -> str:
    """The module that a function is written in."""
    return str(getattr(inspect.unwrap(member), "__module__", ""))


def _meanings(item: type[Item] | None) -> dict[str, str]:
    if item is None:
        return {}
    return {p.name: p.doc + (f" [{p.unit}]" if p.unit else "") for p in item.fields.values()}


def attributes(told: dict[str, str]) -> str:
    """A table of attributes and properties with their meaning."""
    rows = [(f"`{name}`", linked(prose(text))) for name, text in told.items()]
    return table(("attribute", "meaning"), rows) if rows else ""


def constant(name: str, value: Any, module: str, text: str) -> str:
    """Entry of a constant of a module, with its value if that is short."""
    shown = repr(value).replace("\n", " ")
    body = prose(text)
    if len(shown) <= 60 and not shown.startswith("<") and "object at" not in shown:
        body += f"\n\nValue: `{shown}`"
    return directive("data", name, module, body)


def enumeration(name: str, kind: type[enum.Enum], module: str) -> str:
    """Entry of an enumeration with a table of its members."""
    rows = [(f"`{member}`", f"`{kind[member].value}`") for member in kind.__members__]
    doc = described(own_doc(kind))
    parts = [linked(prose("\n\n".join(doc.text))), table(("member", "value"), rows)]
    parts += [code(f"exu.{name}.{next(iter(kind.__members__))}", "python")]
    parts += [hidden("attribute", f"{name}.{member}", module) for member in kind.__members__]
    return directive("class", name, module, "\n\n".join(filter(None, parts)))


def class_entry(name: str, kind: type, module: str, example: str = "", head: bool = True) -> str:
    """Entry of a class: text, arguments or attributes, then its members.

    head -- whether the arguments of the constructor are shown
    """
    doc = described(own_doc(kind))
    doc.meanings = _inherited(kind) | doc.meanings
    members = dict(public_members(kind))
    found = signature_of(kind, False) if head else None
    known = set(found.parameters) if found else set()
    values = {n: text for n, text in doc.meanings.items() if n not in members or n in known}
    arguments = {n: text for n, text in values.items() if n in known}
    rest = {n: text for n, text in values.items() if n not in known}
    parts = [linked(prose("\n\n".join(doc.text)))]
    above = documented_base(kind)
    if above is not None and not issubclass(kind, BaseException):
        parts += [f"A {{py:class}}`~{module}.{above.__name__}`, with the same methods."]
    if found is not None and (known or arguments):
        parts += [linked(parameter_table(found, arguments, kind.__module__))]
    methods = {n: member for n, member in members.items() if callable(member)}
    values = {n: member for n, member in members.items() if n not in methods and n not in known}
    told = rest | {n: doc.meanings.get(n) or _doc_of(member) for n, member in values.items()}
    parts += [attributes(told), code(example, "python") if example else ""]
    also = {n for n in members if n in known} - set(methods)
    also |= set(known) - set(members) if _has_values(kind) else set()
    entries = [hidden("attribute", f"{name}.{n}", module) for n in (*told, *sorted(also))]
    entries += [function(n, member, module, owner=name) for n, member in methods.items()]
    shown = name + (signature_text(found) if found is not None else "")
    own = directive("class", shown, module, "\n\n".join(filter(None, parts)))
    return "\n\n".join([own, *entries])


def _has_values(kind: type) -> bool:
    """Whether objects of a class are values with names: a dataclass, or a frozen class."""
    return dataclasses.is_dataclass(kind) or hasattr(kind, "value_names")


def _inherited(kind: type) -> dict[str, str]:
    """Meanings of arguments and attributes that base classes or declarations tell."""
    if issubclass(kind, Fields):
        return {p.name: p.doc + (f" [{p.unit}]" if p.unit else "") for p in kind.fields.values()}
    found: dict[str, str] = {}
    signature = signature_of(kind, False)
    for base in reversed(kind.__mro__[1:]):
        if base.__module__.partition(".")[0] in INHERITED:
            found |= described(own_doc(base)).meanings
    known = signature.parameters if signature else {}
    return {name: text for name, text in found.items() if name in known}


def _doc_of(value: Any) -> str:
    """What a property or another descriptor says, or the value of an attribute."""
    if isinstance(value, list):
        return f"Value: `{value}`"
    return inspect.getdoc(value) or "" if hasattr(value, "__get__") else ""


def documented_base(kind: type) -> type | None:
    """The nearest base class that the reference has, too; it lists the members of both."""
    for base in kind.__mro__[1:]:
        for module in (linkwork, linkwork.utilities, linkwork.planar):
            if base.__name__ in module.__all__ and getattr(module, base.__name__) is base:
                return base
    return None


def public_members(kind: type) -> Iterator[tuple[str, Any]]:
    """Names and members of a class that its own package defines, in the order of the source."""
    if issubclass(kind, (Fields, Group, Kind)):
        return
    seen: set[str] = set()
    told = described(own_doc(kind)).meanings
    above = documented_base(kind)
    for base in kind.__mro__:
        if base.__module__.partition(".")[0] not in INHERITED:
            continue
        if above and issubclass(above, base):
            continue  # listed there
        for name, member in vars(base).items():
            if name.startswith("_") or name in seen:
                continue
            seen.add(name)
            if f"{base.__name__}.{name}" in OF_THE_ENGINE:
                continue
            is_function = callable(member) and not inspect.isclass(member)
            is_value = isinstance(member, list) or hasattr(member, "__get__") or name in told
            if isinstance(member, classmethod):
                yield name, getattr(kind, name)
            elif is_function or is_value:
                yield name, member


def entry(name: str, value: Any, module: str, example: str = "", text: str = "") -> str:
    """Entry of any public name of a module."""
    if inspect.isclass(value) and issubclass(value, enum.Enum):
        return enumeration(name, value, module)
    if inspect.isclass(value) and text:  # of another package, whose own text says less here
        return constant(name, value, module, text)
    if inspect.isclass(value):
        return class_entry(name, value, module, example)
    if callable(value) and hasattr(value, "__name__") and own_doc(value):
        return function(name, value, module, example)
    if callable(value) and hasattr(value, "__name__"):
        found = signature_of(value, False)
        body = f"{prose(text)}\n\n{parameter_table(found, {}, _home(value))}"
        return directive("function", f"{name}{inspect.signature(value)}", module, body)
    return constant(name, value, module, text)
