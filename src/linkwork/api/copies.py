"""Copies of a system, and systems in pickles: the model as its JSON form, and the state beside it.

Compiled code holds addresses of the memory of a system, so a copy is built anew. It has its own
model and memory; functions are the same ones.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from linkwork.core.declare.references import is_reachable, why_not
from linkwork.core.errors import ParameterError

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

System = TypeVar("System", bound="MainSystem")

CURRENT = ("q", "q_low", "v", "a", "multipliers", "y", "y_t", "data_coordinates")
"""Arrays of the current state."""


def form_of(mbs: MainSystem) -> dict[str, Any]:
    """Everything that a copy is made of, apart from results.

    model, functions -- text of a model file, and the functions that it names
    kinds -- classes of items that users declare: a pickle then imports their modules
    settings, drawing, variables -- of the system
    state -- initial and current values; None if the system is not assembled
    """
    from linkwork.model_file.contents import text_of
    from linkwork.model_file.forms import module_hint

    mbs._refuse_while_running("a copy")
    functions = {f"function {k}": f for k, f in enumerate(_functions(mbs))}
    text = text_of(mbs._items, step_functions=mbs._step_functions, functions=functions)
    items = (item for members in mbs._items.values() for item in members)
    return dict(
        model=text,
        functions=functions,
        kinds=tuple(dict.fromkeys(type(item) for item in items if module_hint(item))),
        settings=mbs.simulationSettings,
        drawing=mbs.visualizationSettings,
        variables=mbs.variables,
        state=_state_of(mbs),
    )


def pickled(mbs: MainSystem) -> dict[str, Any]:
    """The form for a pickle; functions that no other process can find are an error."""
    mbs._refuse_while_running("a copy")
    for owner, function in owned_functions(mbs):
        if not is_reachable(function):
            raise ParameterError(why_not(owner, function))
    return form_of(mbs)


def rebuild(mbs: MainSystem, form: dict[str, Any]) -> None:
    """Make a new, empty system to that of a form."""
    from linkwork.model_file.contents import items_of

    contents = items_of(form["model"], form["functions"], missing="placeholder")
    mbs._take_items(contents.items)
    mbs._step_functions = contents.step_functions
    mbs.simulationSettings = form["settings"]
    mbs.visualizationSettings = form["drawing"]
    mbs.variables = form["variables"]
    if form["state"] is not None:
        mbs.Assemble()
        _set_state(mbs, form["state"])


def copied(mbs: System, duplicate: Callable[[Any], Any], made: System) -> System:
    """Make a new system a copy of another; duplicate -- copies settings and variables."""
    form = form_of(mbs)
    for name in ("settings", "drawing", "variables"):
        form[name] = duplicate(form[name])
    rebuild(made, form)
    return made


def shallow(value: Any) -> Any:
    """Copies for copy.copy: settings and the dictionary of variables, but not what is in it."""
    return copy.copy(value)


# ------------------------------------------------------------------ functions


def owned_functions(mbs: MainSystem) -> Iterator[tuple[str, Any]]:
    """(item and parameter, function) of all functions of a system."""
    for members in mbs._items.values():
        for number, item in enumerate(members):
            parts = [(item, "")] + ([(item.visualization, "V")] if item.has_own_drawing else [])
            for part, prefix in parts:
                for name in part.fields:
                    value = getattr(part, name)
                    if callable(value):
                        yield f"{item.label(number)}: {prefix}{name}", value
    yield from mbs._step_functions.named()


def _functions(mbs: MainSystem) -> list[Any]:
    """The functions of a system, each once; placeholders of missing ones stay in the text."""
    found = {id(f): f for _, f in owned_functions(mbs) if not getattr(f, "is_absent", False)}
    return list(found.values())


# ------------------------------------------------------------------ state


def _state_of(mbs: MainSystem) -> dict[str, Any] | None:
    data = mbs._data
    if data is None:
        return None
    return dict(
        time=float(data.scalars.t),
        initial=mbs.systemData.initial_state(),
        current={name: np.array(data[name]) for name in CURRENT},
    )


def _set_state(mbs: MainSystem, state: dict[str, Any]) -> None:
    data = mbs._data
    assert data is not None
    mbs.systemData.take_initial_state(state["initial"])
    for name, values in state["current"].items():
        data[name][:] = values
    data.settle()
    data.scalars.t = state["time"]
