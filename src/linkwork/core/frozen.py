"""Classes of values that do not change: frozen dataclasses that are made without compiling text.

A dataclass compiles its methods from text when it is made, which takes 0.3 to 0.5 ms. The
declarations of items have twenty such classes, and every process makes them before its first
result.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def frozen(kind: type[T]) -> type[T]:
    """Give a class the methods of `dataclass(frozen=True)`: its annotated names are its values."""
    own = [
        name for name, annotation in _annotations(kind).items() if "ClassVar" not in str(annotation)
    ]
    names = tuple(dict.fromkeys((*getattr(kind, "value_names", ()), *own)))
    defaults = {name: getattr(kind, name) for name in names if hasattr(kind, name)}
    kind.value_names, kind.value_defaults = names, defaults  # type: ignore[attr-defined]
    setattr(kind, "__match_args__", names)  # noqa: B010
    if "__init__" not in kind.__dict__:
        kind.__signature__ = _Signature()  # type: ignore[attr-defined]
    for method in (__init__, __setattr__, __delattr__, __eq__, __hash__, __repr__):
        if method.__name__ not in kind.__dict__:
            setattr(kind, method.__name__, method)
    return kind


class _Signature:
    """The signature of such a class, made when somebody asks for it: `help`, completion."""

    def __get__(self, instance: Any, owner: Any) -> Any:
        from inspect import Parameter, Signature

        kinds = {n: a for each in owner.__mro__[::-1] for n, a in _annotations(each).items()}
        return Signature(
            [
                Parameter(
                    name,
                    Parameter.POSITIONAL_OR_KEYWORD,
                    default=owner.value_defaults.get(name, Parameter.empty),
                    annotation=kinds[name],
                )
                for name in owner.value_names
            ]
        )


def _annotations(kind: type) -> dict[str, Any]:
    found: dict[str, Any] = kind.__dict__.get("__annotations__", {})
    return found


def __init__(self: Any, *given: Any, **named: Any) -> None:  # noqa: N807
    names, values = self.value_names, self.__dict__
    if given:
        if len(given) > len(names) or not named.keys().isdisjoint(names[: len(given)]):
            _refuse(self, given, named)
        values.update(self.value_defaults, **dict(zip(names, given, strict=False)))
    else:
        values.update(self.value_defaults)
    values.update(named)
    if len(values) != len(names) or not all(name in values for name in names):
        _refuse(self, given, named)


def _refuse(self: Any, given: tuple[Any, ...], named: dict[str, Any]) -> NoReturn:
    raise TypeError(
        f"{type(self).__name__} takes {', '.join(self.value_names)}; got {len(given)} values by "
        f"position and {', '.join(named) or 'none'} by name"
    )


def __setattr__(self: Any, name: str, value: object) -> NoReturn:  # noqa: N807
    raise AttributeError(f"{type(self).__name__}.{name} cannot be set")


def __delattr__(self: Any, name: str) -> NoReturn:  # noqa: N807
    raise AttributeError(f"{type(self).__name__}.{name} cannot be removed")


def __eq__(self: Any, other: Any) -> bool:  # noqa: N807
    if type(other) is not type(self):
        return NotImplemented
    return _values(self) == _values(other)


def __hash__(self: Any) -> int:  # noqa: N807
    return hash(_values(self))


def __repr__(self: Any) -> str:  # noqa: N807
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.value_names)
    return f"{type(self).__qualname__}({shown})"


def replaced(given: T, **values: Any) -> T:
    """An object of such a class with some other values."""
    kept: Any = given
    return type(given)(**{name: getattr(kept, name) for name in kept.value_names} | values)


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, name) for name in self.value_names)
