"""Random values of parameters and settings, by the kinds that their declarations tell.

A value is plain JSON, but for marks that `built` replaces:

    {"$item": k}        number of the k-th item of a plan
    {"$function": name} a function of functions.py
    {"$output": n}      an OutputVariableType, also one that does not exist
    {"$sparse": ...}    a MatrixContainer of [triplets, rows, columns]
    {"$inertia": ...}   a RigidBodyInertia of [mass, principal moments, center of mass]
    {"$odd": name}      something of ODD, which no parameter takes
"""

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import linkwork as exu
from linkwork.core.declare import parameters as kinds
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Parameter
from linkwork.core.declare.list_kinds import ArrayList
from linkwork.core.declare.sections import Section, SectionData
from linkwork.rigid.inertia import RigidBodyInertia
from linkwork.settings.tree import Setting
from tests.fuzz import functions
from tests.items.bad_values import Unprintable

TINY = [5e-324, 1e-308, 1e-200, 1e-160, 1e-100, 1e-20]
HUGE = [1e16, 1e20, 1e38, 1e77, 1e100, 1e154, 1e200, 1e307, 1.7976931348623157e308]
ABSURD = [0.0, -0.0, -1.0, *TINY, *HUGE, *(-x for x in HUGE), 1e3, -1e-3, 1 / 3]
"""Numbers that are allowed somewhere and seldom wise."""

ODD: dict[str, Callable[[], Any]] = {
    "object": object,
    "set": lambda: {1.0, 2.0},
    "bytes": lambda: b"1",
    "complex": lambda: 1j,
    "unprintable": Unprintable,
    "array of objects": lambda: np.array([None, "a"], object),
    "class": lambda: float,
    "time": lambda: np.timedelta64(3, "s"),
    "generator": lambda: (k for k in (0, 1)),
    "huge integer": lambda: 10**400,
    "self-containing list": lambda: _endless(),
}
NO_VALUE = [None, math.nan, math.inf, -math.inf, "", "1", True, [], [[]], {}, 2**63, -1, "\ud800"]


def _endless() -> list[Any]:
    made: list[Any] = []
    made.append(made)
    return made


class Drawer:
    """Draws values; r is a random.Random, or Hypothesis' stand-in for it.

    wildness -- share of values that are absurd
    """

    def __init__(self, r: Any, wildness: float) -> None:
        self.r, self.wildness = r, wildness

    def chance(self, share: float) -> bool:
        return bool(self.r.random() < share)

    def is_wild(self) -> bool:
        return self.chance(self.wildness)

    # ------------------------------------------------------------------ numbers

    def number(self, base: float = 1.0) -> float:
        if self.is_wild():
            return float(self.r.choice(ABSURD))
        if self.chance(0.2):
            return round(self.r.uniform(-2.0, 2.0), 2)
        return float(base) * self.r.choice([1.0, 0.5, 2.0, 1.25, 10.0, 0.1, 0.0])

    def numbers(self, base: np.ndarray) -> Any:
        values = np.array(base, float)
        for place in np.ndindex(values.shape):
            if self.chance(0.5):
                values[place] = self.number(values[place] or 1.0)
        if self.wildness and self.chance(0.05):
            values = values[:-1] if self.chance(0.5) else np.repeat(values, 2, 0)
        return values.tolist()

    def whole(self, base: int) -> int:
        if self.is_wild():
            return int(self.r.choice([0, 1, 2, 7, 10**4, 10**9, 2**31, 2**62, 2**63 - 1]))
        return int(self.r.choice([base, base, 1, 2, 3, 4]))

    # ------------------------------------------------------------------ parameters

    def nonsense(self) -> Any:
        """A value that is none."""
        if self.chance(0.5):
            return self.r.choice(NO_VALUE)
        return {"$odd": self.r.choice(sorted(ODD))}

    def value(self, p: Parameter, base: Any, others: Callable[[str], list[int]]) -> Any:
        """Another value of a parameter.

        base -- a valid one; others -- the items of a family, by their places in the plan
        """
        if self.wildness and self.chance(0.06):
            return self.nonsense()
        for kind, draw in self._kinds().items():
            if isinstance(p.kind, kind):
                return draw(p, base, others)
        return base

    def _kinds(self) -> dict[type, Callable[..., Any]]:
        """Kind of parameter -> what draws it; the first that fits counts."""
        r = self.r
        return {
            kinds.Rotation: lambda p, base, o: self._rotation(),
            kinds.Array: lambda p, base, o: self.numbers(np.asarray(base)),
            kinds.Vector: lambda p, base, o: self.numbers(np.asarray(base)),
            kinds.Vectors: lambda p, base, o: self.numbers(np.asarray(base)),
            ArrayList: lambda p, base, o: self.numbers(np.asarray(base)),
            Section: lambda p, base, o: self._section(plain(base)),
            kinds.Matrix: lambda p, base, o: self._matrix(base),
            kinds.Curve: lambda p, base, o: self._curve(base),
            kinds.Number: lambda p, base, o: self.number(base),
            kinds.Direction: lambda p, base, o: self._one_of(p.kind),
            kinds.IntegrationRule: lambda p, base, o: self._one_of(p.kind),
            kinds.UInt: lambda p, base, o: self.whole(base),
            kinds.Flag: lambda p, base, o: self.chance(0.5),
            kinds.Flags: lambda p, base, o: [self.chance(0.5) for _ in base],
            kinds.Choice: lambda p, base, o: r.choice(list(p.kind.words)),
            kinds.Text: lambda p, base, o: r.choice(["", "a", "n\u00e9", "x" * 50, "\ud800"]),
            kinds.OutputVariable: lambda p, base, o: {"$output": self._output()},
            kinds.Index: lambda p, base, o: self._index(base, o(p.kind.family)),
            kinds.IndexList: lambda p, base, o: self._indices(p, base, o(p.kind.family)),
            UserFunction: lambda p, base, o: self._function(p.kind),
        }

    def _one_of(self, kind: kinds.UInt) -> int:
        return self.whole(0) if self.is_wild() else self.r.randint(kind.least, int(kind.most))

    def _rotation(self) -> Any:
        angle = self.r.choice([0.0, 0.5, math.pi, -1.25, 1e-9, 100.0])
        c, s = math.cos(angle), math.sin(angle)
        return [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]

    def _matrix(self, base: Any) -> Any:
        dense = np.array(exu.MatrixContainer(base).Convert2DenseMatrix())
        values = self.numbers(dense)
        if self.chance(0.2) and np.ndim(values) == 2:
            found = np.array(values, float)
            triplets = [[i, j, found[i, j]] for i, j in zip(*np.nonzero(found), strict=True)]
            rows, columns = found.shape
            entries = [[int(i), int(j), float(x)] for i, j, x in triplets]
            return {"$sparse": [entries, rows, columns]}
        if self.is_wild():
            return self.r.choice([[], np.zeros_like(dense).tolist(), np.ones_like(dense).tolist()])
        return values

    def _section(self, base: dict[str, Any]) -> dict[str, Any]:
        """Another section: matrices of a calm one are scaled, and keep their eigenvalues' signs."""
        name = self.r.choice(sorted(base))
        if np.ndim(base[name]) and self.is_wild():
            return base | {name: self.numbers(base[name])}
        return base | {name: (np.array(base[name], float) * self.number()).tolist()}

    def _curve(self, base: Any) -> Any:
        points = np.array(base, float)
        if self.is_wild():
            way = self.r.choice(["equal", "close", "falling", "steep", "far", "one", "none"])
            if way == "equal":
                points[1, 0] = points[0, 0]
            elif way == "close":
                points[1, 0] = np.nextafter(points[0, 0], np.inf)
            elif way == "falling":
                points = points[::-1]
            elif way == "steep":
                points[:, 1] *= 1e300
            elif way == "far":
                points[:, 0] *= 1e307
            else:
                points = points[: len(way) - 3] if way == "none" else points[:1]
        return (points * self.r.choice([1.0, 0.5, 2.0])).tolist()

    def _output(self) -> int:
        return int(self.r.choice([*map(int, exu.OutputVariableType), 3, -1]))

    def _index(self, base: Any, known: list[int]) -> Any:
        if self.is_wild():
            return self.r.choice([-1, 0, 1, 10**9, 2**63, -(2**31), 1.0])
        return {"$item": self.r.choice(known)} if known else base

    def _indices(self, p: Parameter, base: Any, known: list[int]) -> Any:
        count = len(base)
        if self.is_wild():
            count = self.r.choice([0, 1, 2, 3, 5])
        found = [self._index(-1, known) for _ in range(count)]
        if found and self.wildness and self.chance(0.1):
            found = [found[0]] * count
        return found

    def _function(self, kind: UserFunction) -> Any:
        calm, mad = functions.names(kind)
        return {"$function": self.r.choice(mad if self.is_wild() else calm)}

    # ------------------------------------------------------------------ settings

    def setting(self, declared: Setting[Any, Any]) -> Any:
        """A value of a setting, by the type of its default."""
        default = declared.default
        if self.wildness and self.chance(0.05):
            return self.r.choice([x for x in NO_VALUE if not isinstance(x, (dict, list))])
        if isinstance(default, bool):
            return self.chance(0.5)
        if hasattr(default, "name"):
            return int(self.r.choice(list(type(default))))
        if isinstance(default, int):
            return self.r.choice([default, 0, 1, 2, 3, 5, 8, 40])
        if isinstance(default, float):
            return self.number(default)
        return default


def built(value: Any, owner: Any, p: Parameter | None, number_of: Callable[[int], int]) -> Any:
    """The value behind its plain form."""
    if isinstance(value, list):
        return [built(part, owner, p, number_of) for part in value]
    if not isinstance(value, dict):
        return value
    if "$item" in value:
        return number_of(value["$item"])
    if "$function" in value:
        assert p is not None
        return functions.function(owner, p, value["$function"])
    if "$output" in value:
        try:
            return exu.OutputVariableType(value["$output"])
        except ValueError:
            return value["$output"]
    if "$sparse" in value:
        made = exu.MatrixContainer()
        made.SetWithSparseMatrix(*value["$sparse"])
        return made
    if "$inertia" in value:
        return _inertia(*value["$inertia"])
    return ODD[value["$odd"]]() if "$odd" in value else value


def _inertia(mass: float, moments: list[float], com: list[float]) -> Any:
    """A RigidBodyInertia, or a list, which every function refuses, if it cannot be made."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        try:
            return RigidBodyInertia(mass, np.diag(moments), com, inertiaTensorAtCOM=True)
        except exu.ParameterError:
            return [mass, moments, com]


def plain(value: Any) -> Any:
    """A value of a sample in its plain form."""
    if isinstance(value, exu.OutputVariableType):
        return {"$output": int(value)}
    if callable(value):
        return {"$function": functions.SAMPLE}
    if isinstance(value, SectionData):
        return value.GetDictionary()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value
