"""Items that were changed during a run, as forms: for checkpoints (`restart/checkpoint.py`)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from linkwork.core.declare.item import Item, checked
from linkwork.model_file.forms import Form, form_of, functions_of, item_of
from linkwork.model_file.functions import Names, Source, key_of

Items = Mapping[str, Iterable[Item]]
Changed = tuple[str, int, Form]
"""Family and number of an item, and its form."""


def forms_of(numbers: Iterable[tuple[str, int]], items: Any, start: Items) -> list[Changed]:
    """Items as they are now; start -- all items before the run, whose functions have names."""
    names, _ = _names_of(start)
    return [
        (family, number, form_of(items[family][number], names))
        for family, number in sorted(numbers)
    ]


def items_of(changed: Iterable[Changed], start: Items) -> list[tuple[str, int, Item]]:
    """Changed items; functions are those of the items at the start, or of imported modules."""
    changed = list(changed)
    names, used = _names_of(start)
    given = {key_of(names.form(f)): f for f in used}
    source = Source(dict(_imported(form for _, _, form in changed)) | given)
    found = [
        (family, number, checked(item_of(form, family, source, number), number))
        for family, number, form in changed
    ]
    source.refuse_missing("the checkpoint")
    return found


def _imported(forms: Iterable[Form]) -> Iterator[tuple[str, Any]]:
    """Functions that forms give as module:name; no module is imported for them."""
    for value in (value for form in forms for value in form.values()):
        module, _, name = value.partition(":") if isinstance(value, str) else ("", "", "")
        function = getattr(sys.modules.get(module), name, None) if name else None
        if callable(function):
            yield value, function


def _names_of(items: Items) -> tuple[Names, list[Any]]:
    """Names of the functions of items, and these functions."""
    used = [f for members in items.values() for item in members for f in functions_of(item)]
    names = Names(None, used)
    for function in used:
        names.form(function)
    return names, used
