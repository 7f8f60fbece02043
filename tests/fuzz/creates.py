"""Random calls of the conveniences, mbs.Create...; their signatures tell what they take."""

import inspect
from collections.abc import Callable
from typing import Any

import linkwork as exu
from tests.fuzz.values import Drawer

NAMES = sorted(name for name in dir(exu.MainSystem) if name.startswith("Create"))
DRAWN = ("name", "graphicsDataList", "graphicsDataUserFunction", "drawSize", "color", "returnDict")
"""Parameters that are left at their defaults."""

BODIES = ("CreateGround", "CreateMassPoint", "CreateRigidBody2D")
POSITIVE = {"physicsMass": 2.0, "mass": 1.5, "inertia": 3.0, "stiffness": 50.0, "damping": 0.5}


def arguments(name: str, drawer: Drawer, bodies: list[int]) -> dict[str, Any]:
    """Arguments of a convenience; bodies -- places of objects in the plan."""
    found = {}
    for p in inspect.signature(getattr(exu.MainSystem, name)).parameters.values():
        if p.name in ("self", *DRAWN) or "UserFunction" in p.name or "Matrix" in p.name:
            continue
        value = _value(p, drawer, bodies)
        if drawer.wildness and drawer.chance(0.05):
            value = drawer.nonsense()
        if value is not None:
            found[p.name] = value
    return found


def _value(p: inspect.Parameter, drawer: Drawer, bodies: list[int]) -> Any:
    ref: Callable[[], Any] = lambda: {"$item": drawer.r.choice(bodies)}  # noqa: E731
    if p.name == "bodyNumber" and bodies:
        return ref()
    if p.name == "bodyNumbers" and bodies:
        return [ref(), ref()]
    if p.name == "coordinates":
        return [drawer.r.choice([0, 1, 2, None]) for _ in range(2)]
    if isinstance(p.default, bool):
        return drawer.chance(0.5)
    if isinstance(p.default, float):
        return drawer.number(POSITIVE.get(p.name, 1.0))
    if isinstance(p.default, tuple) and len(p.default) == 3:
        base = POSITIVE.get(p.name, 0.0)
        return [drawer.number(base) if drawer.chance(0.4) else base for _ in range(3)]
    return None
