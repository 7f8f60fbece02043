"""Random calls of the conveniences, mbs.Create...; their signatures tell what they take."""

import inspect
from collections.abc import Callable
from typing import Any

import linkwork as exu
from tests.fuzz.values import Drawer

NAMES = sorted(name for name in dir(exu.MainSystem) if name.startswith("Create"))
DRAWN = ("name", "graphicsDataList", "graphicsDataUserFunction", "drawSize", "color", "returnDict")
MATRICES = ("UserFunction", "Matrix", "HT")
"""Parameters that are left at their defaults, and words in the names of others."""

BODIES = ("CreateGround", "CreateMassPoint", "CreateRigidBody2D", "CreateRigidBody")
NODE_TYPES = ["RotationEulerParameters", "RotationRxyz", "RotationRotationVector", "Position"]
VECTORS = {
    "position": [0.0, 0.0, 0.0],
    "axis": [1.0, 0.0, 0.0],
    "axis0": [0.0, 2.0, 0.0],
    "axis1": [0.0, 0.0, 1.0],
    "normal": [0.0, 1.0, 1.0],
}
"""Vectors without a default."""
POSITIVE = {"physicsMass": 2.0, "mass": 1.5, "inertia": 3.0, "stiffness": 50.0, "damping": 0.5}


def arguments(name: str, drawer: Drawer, bodies: list[int]) -> dict[str, Any]:
    """Arguments of a convenience; bodies -- places of objects in the plan."""
    found = {}
    for p in inspect.signature(getattr(exu.MainSystem, name)).parameters.values():
        if p.name in ("self", *DRAWN) or any(word in p.name for word in MATRICES):
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
    if p.name == "nodeType":
        return drawer.r.choice(NODE_TYPES)
    if p.name == "inertia" and p.default is None:
        com = [drawer.number(0.0) if drawer.chance(0.3) else 0.0 for _ in range(3)]
        moments = [drawer.number(1.0) if drawer.chance(0.3) else 1.0 for _ in range(3)]
        return {"$inertia": [drawer.number(2.0), moments, com]}
    if p.name in VECTORS and p.default == ():
        return [drawer.number(x) if drawer.chance(0.2) else x for x in VECTORS[p.name]]
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
