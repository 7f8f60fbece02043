"""Help texts of groups of settings: `help(settings.timeIntegration)`."""

from __future__ import annotations

from textwrap import fill
from typing import Any

from linkwork.core.lazy_docs import written_doc
from linkwork.settings.tree import Group, Setting, group, shown

WIDTH = 96


def group_help(kind: type[Group], given: Group | None) -> str:
    """Each setting of a group with value, unit, meaning and limits, and the groups below.

    given -- the group whose values are shown; None: the defaults
    """
    values = kind() if given is None else given
    settings, groups = [], []
    for name, declared in kind._declared().items():
        if isinstance(declared, group):
            about = written_doc(declared.kind).rstrip(".")
            groups.append(_line(f"{name} -- {about}", _no_effect(declared)))
        else:
            settings.append(_setting(name, declared, getattr(values, name)))
    found = [written_doc(kind)]
    found += ["Settings:\n" + "\n".join(settings)] if settings else []
    found += ["Groups:\n" + "\n".join(groups)] if groups else []
    return "\n\n".join(found) + "\n"


def _setting(name: str, declared: Setting[Any, Any], value: Any) -> str:
    unit = f" [{declared.unit}]" if declared.unit else ""
    default = f"default {shown(declared.default)}" if value != declared.default else ""
    text = f"{name} = {shown(value)}{unit} -- {declared.meaning.rstrip('.')}"
    return _line(text, default, declared.allowed, _no_effect(declared))


def _no_effect(declared: Any) -> str:
    return f"no effect: {declared.no_effect}" if declared.no_effect else ""


def _line(text: str, *notes: str) -> str:
    told = "; ".join(filter(None, notes))
    text += f" ({told})" if told else ""
    return fill(text, WIDTH, initial_indent="    ", subsequent_indent="        ")
