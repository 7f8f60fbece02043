"""User functions in files: stored by name, never as code.

"laws:cubic"              the function cubic at the top level of the module laws
{"supply": "cubic"}       a function that must be passed when the file is loaded
"""

from __future__ import annotations

import importlib
import re
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.functions.marked import unmarked

Function = Callable[..., Any]
Functions = Mapping[str, Function]
SUPPLY = "supply"
"""Key of the form of a function without import path."""

_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")
WANTS = f'"module:name", {{"{SUPPLY}": "name"}} for one that is passed at loading, or 0 for none'


class Placeholder:
    """Placeholder of a function that was not passed; a call raises an error that names it."""

    is_absent = True

    def __init__(self, form: Any, owner: str) -> None:
        self.form, self.owner = form, owner
        self.__name__ = self.__qualname__ = key_of(form)

    def __call__(self, *arguments: Any) -> Any:
        raise SysError(
            f"{self.owner}: the function {key_of(self.form)!r} is not part of the file that the "
            "model was read from; load it again and pass the function"
        )


def key_of(form: Any) -> str:
    """The key by which a function is passed."""
    return str(form[SUPPLY] if isinstance(form, dict) else form)


class Names:
    """Forms of functions for one file: each function has one name, and names differ.

    known -- names for functions; others get their import path or their own name
    """

    def __init__(self, known: Functions | None = None, used: Iterable[Any] = ()) -> None:
        self.forms: dict[int, Any] = {}
        self.taken = {key_of(f.form) for f in used if isinstance(f, Placeholder)}
        for name, function in (known or {}).items():
            self._keep(function, {SUPPLY: name})

    def _keep(self, function: Function, form: Any) -> Any:
        self.taken.add(key_of(form))
        self.forms[id(function)] = form
        return form

    def form(self, function: Function) -> Any:
        """The form of a function in a file."""
        if isinstance(function, Placeholder):
            return function.form
        if id(function) in self.forms:
            return self.forms[id(function)]
        return self._keep(function, import_path(function) or {SUPPLY: self._free_name(function)})

    def _free_name(self, function: Function) -> str:
        given = getattr(function, "__name__", None) or type(function).__name__
        name, count = str(given).strip("<>"), 1
        while (free := name if count == 1 else f"{name}_{count}") in self.taken:
            count += 1
        return free


def import_path(function: Function) -> str:
    """'module:name' of a function at the top level of a module, else empty."""
    module = getattr(function, "__module__", None)
    name = getattr(function, "__qualname__", "")
    path = f"{module}:{name}"
    if module == "__main__" or not _PATH.fullmatch(path):
        return ""
    return path if getattr(sys.modules.get(module or ""), name, None) is function else ""


class Source:
    """Where the functions of a file come from.

    given -- functions by key; importing -- whether modules that the file names may be imported
    missing -- (owner, form) of those that were not found; Placeholders replace them
    """

    def __init__(self, given: Functions | None = None, importing: bool = False) -> None:
        if not isinstance(given, (Mapping, types.NoneType)):
            raise ParameterError(
                f"functions must be a dictionary of functions by name, got {shown(given)}"
            )
        self.given: Functions = given or {}
        self.importing = importing
        self.missing: list[tuple[str, Any]] = []

    def function(self, form: Any, owner: str) -> Any:
        """The function of a form; owner -- item and parameter, for texts."""
        if not _is_form(form):
            return form
        key = key_of(form)
        if key in self.given:
            if not callable(self.given[key]):
                raise ParameterError(
                    f"functions[{key!r}] must be a function, got {shown(self.given[key])}"
                )
            return self.given[key]
        if self.importing and isinstance(form, str):
            return imported(form, owner)
        self.missing.append((owner, form))
        return Placeholder(form, owner)

    def refuse_missing(self, file: str) -> None:
        """One error for all functions that were not found."""
        if not self.missing:
            return
        owners: dict[str, list[str]] = {}
        for owner, form in self.missing:
            owners.setdefault(key_of(form), []).append(owner)
        told = "; ".join(f"{key!r} of {_listed(users)}" for key, users in owners.items())
        example = ", ".join(f"{key!r}: ..." for key in owners)
        modules = any(isinstance(form, str) for _, form in self.missing)
        raise ParameterError(
            f"{file} needs functions, which are not stored in files: {told}"
            f"; pass them as functions={{{example}}}"
            + (", or set import_functions=True to import their modules" if modules else "")
        )


def _listed(owners: list[str]) -> str:
    """Items and parameters that use a function; of many, the first ones."""
    more = len(owners) - 10
    return ", ".join(owners[:10]) + (f" and {more} more" if more > 0 else "")


def _is_form(form: Any) -> bool:
    """Whether a value of a file names a function; a wrong form is an error."""
    if isinstance(form, str) and _PATH.fullmatch(form):
        return True
    if isinstance(form, dict) and list(form) == [SUPPLY] and isinstance(form[SUPPLY], str):
        return True
    if isinstance(form, (str, dict)):
        raise ParameterError(f"must be {WANTS}, got {shown(form)}")
    return False


def imported(path: str, owner: str) -> Function:
    """The plain function of 'module:name'; this runs the module, so only on request."""
    module, _, name = path.partition(":")
    found: Any
    try:
        found = getattr(importlib.import_module(module), name, None)
    except Exception as error:
        raise SysError(
            f"{owner}: the module {module!r} cannot be imported: {type(error).__name__}: {error}; "
            f"pass the function as functions={{{path!r}: ...}}"
        ) from error
    plain = unmarked(found)[0]
    if not isinstance(plain, types.FunctionType):
        raise ParameterError(
            f"{owner}: {path!r} must be a plain function at the top level of its module, got "
            f"{shown(found)}"
        )
    made: Function = found
    return made
