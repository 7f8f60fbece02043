"""How items are drawn: the bases of V classes, and the accepted forms of `visualization`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, dataclass_transform

from linkwork.core.declare.fields import Fields, parameter
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.graphics_data import GraphicsData
from linkwork.core.declare.parameters import Color, Flag, Real
from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError


@dataclass_transform(kw_only_default=True, field_specifiers=(parameter,))
class Visualization(Fields):
    """How an item is drawn.

    drawn_as -- for connectors: coil, rod, line, dashed, spiral, pin, slider, pulley, cylinder or
        rope; in space also hinge, rail, ball, joint (a GenericJoint) or disc
    """

    drawn_as: ClassVar[str] = "line"

    show: bool = parameter(True, Flag(), doc="whether the item is drawn")

    def __getitem__(self, name: str) -> Any:
        return getattr(self, self.field(name).name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)


class Drawn(Visualization):
    """Visualization with size and color."""

    drawSize: float = parameter(-1.0, Real, unit="m", doc="size of the drawing; -1: default size")
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class DrawnBody(Visualization):
    """Visualization of a body by a list of shapes."""

    graphicsData: Any = parameter([], GraphicsData(), doc="shapes drawn with the body")


class DrawnGround(DrawnBody):
    """Visualization of the ground."""

    last_parameters = ("graphicsData",)

    graphicsDataUserFunction: Any = parameter(
        0, UserFunction(("mbs", "itemNumber")), doc="function that returns the shapes to draw"
    )


def drawn_by(V: type[Visualization], given: Any) -> Any:
    """A given visualization as an item stores it: as a V object if it can be converted.

    Anything else is stored unchanged and rejected when the item is added; None means none.
    """
    if given is None or type(given) is V:
        return given
    known = isinstance(given, Mapping) and all(name in V.fields for name in given)
    return V(**given) if known else given


def checked_visualization(V: type[Visualization], given: Any, owner: str) -> Visualization:
    """A visualization with checked values."""
    values: dict[Any, Any] = {}
    if type(given) is V:
        values = given.__dict__  # defaults need no check
    elif isinstance(given, Visualization):
        values = {name: getattr(given, name) for name in given.fields}
    elif isinstance(given, Mapping):
        values = dict(given)
    elif given is not None:
        wants = f"a {V.__name__} or a dictionary"
        raise ParameterError(f"{owner}: visualization must be {wants}, got {shown(given)}")
    if type(given) is not V:
        try:
            for name in values:
                V.field(name)
        except ParameterError as error:
            raise ParameterError(f"{owner}: visualization: {error}", error.parameter) from None
    made = object.__new__(V)
    made.__dict__.update(V.stored_defaults(), given=set(V.fields))
    for name, p in V.fields.items():
        if name in values:
            made.__dict__[name] = p.check(values[name], f"{owner}: visualization")
    return made


_SHARED: dict[tuple[type[Visualization], bool], Visualization] = {}


def shown_as(V: type[Visualization], show: bool) -> Visualization:
    """A checked visualization that says no more than whether an item is drawn; items share it."""
    found = _SHARED.get((V, show))
    if found is None:
        found = _SHARED[V, show] = checked_visualization(V, V(show=show), "")
    return found


def is_shared(drawn: Any) -> bool:
    """Whether a visualization is one that `shown_as` returns, so that it needs no check."""
    kind = type(drawn)
    return drawn is _SHARED.get((kind, True)) or drawn is _SHARED.get((kind, False))
