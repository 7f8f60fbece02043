"""Groups of settings as nested JSON dictionaries of the values that differ from their defaults."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError
from linkwork.settings.tree import Group, Setting, group


def changed_values(settings: Group) -> dict[str, Any]:
    """The values that differ from their defaults, nested as the groups are.

    Members of enumerations are given by name, tuples and arrays as lists.
    """
    form: dict[str, Any] = {}
    for name, declared in settings._declared().items():
        value = getattr(settings, name)
        if isinstance(declared, group):
            below = changed_values(value)
            if below:
                form[name] = below
        elif repr(_plain(value)) != repr(_plain(declared.default)):
            form[name] = _plain(value)
    return form


def set_values(settings: Group, form: Any, path: tuple[str, ...] = ()) -> None:
    """Set the values of a nested dictionary; settings that it does not name are unchanged.

    An invalid name or value raises SettingError, which has the names that lead to it.
    """
    if not isinstance(form, dict):
        raise SettingError(path, f"must be settings by name, got {shown(form)}")
    declarations = settings._declared()
    for name, value in form.items():
        declared = declarations.get(name)
        if isinstance(declared, group):
            set_values(getattr(settings, name), value, (*path, name))
            continue
        try:
            setattr(settings, name, _given(declared, value))
        except (TypeError, ValueError, AttributeError) as error:
            raise SettingError((*path, name), str(error)) from None


class SettingError(ParameterError):
    """A setting that does not exist or does not accept a value.

    path -- the names that lead to it
    """

    def __init__(self, path: tuple[str, ...], text: str) -> None:
        super().__init__(text)
        self.path = path


def _plain(value: Any) -> Any:
    if isinstance(value, IntEnum):
        return value.name
    if hasattr(value, "tolist"):
        return value.tolist()
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def _given(declared: Setting[Any, Any] | None, value: Any) -> Any:
    """The value of a setting from its form."""
    default = declared.default if declared is not None else None
    if isinstance(default, IntEnum) and isinstance(value, str):
        return type(default).__members__.get(value, value)
    return value
