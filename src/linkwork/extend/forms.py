"""JSON text of single items, as in model files.

Reading runs no code: a function comes from the dictionary that the caller passes.
"""

from __future__ import annotations

from linkwork.core.declare.item import Item, checked
from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError
from linkwork.items import FAMILIES
from linkwork.model_file.forms import form_of, functions_of, item_of
from linkwork.model_file.functions import Functions, Names, Source
from linkwork.model_file.layout import written
from linkwork.model_file.places import Document


def to_json(item: Item, functions: Functions | None = None) -> str:
    """A checked item as JSON text, as in a model file.

    functions -- names for user functions; others are stored as 'module:name', if they can be
    imported by that, else by their own name
    item -- the item, of a built-in or a user-defined kind
    """
    made = checked(item)
    return written(form_of(made, Names(functions, functions_of(made))))


def from_json(text: str, functions: Functions | None = None) -> Item:
    """The item of a JSON text.

    functions -- user functions that the text names: 'module:name', or the name after "supply"
    text -- what `to_json` has returned
    """
    form = Document(text, "the JSON text").parsed()
    if not isinstance(form, dict):
        raise ParameterError(f"the JSON form of an item is an object, got {shown(form)}")
    family = next((name for name in FAMILIES if f"{name}Type" in form), "")
    if not family:
        keys = ", ".join(f"{name}Type" for name in FAMILIES)
        raise ParameterError(f"the JSON form of an item has one of the keys {keys}")
    source = Source(functions)
    item = item_of(form, family, source)
    source.refuse_missing("the JSON text")
    return item
