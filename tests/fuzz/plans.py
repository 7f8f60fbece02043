"""Random plans: items, settings and operations, in a form that is written to a file and run again.

The values of an item begin with those of tests/items/samples.py, so every kind of item joins by
itself; what stands on what is chosen among the items that are there. Then values are replaced:
none in a calm plan, a few in an odd one, many in a wild one.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

import linkwork as exu
from linkwork.bodies import kinds as bodies
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import checked
from linkwork.core.declare.parameters import Index, IndexList
from linkwork.core.overflows import overflows_unnoticed
from linkwork.integrators.registry import integrators
from linkwork.items import *
from linkwork.model.model import check_item
from linkwork.settings.simulation import SimulationSettings
from tests.fuzz import creates
from tests.fuzz.values import Drawer, built, plain
from tests.items.samples import KINDS, SAMPLES, VARIANTS, with_items

KIND_OF = {kind.__name__: kind for kind in KINDS}
MOODS = {"calm": (0.0, 0.15), "odd": (0.12, 0.25), "wild": (0.4, 0.5)}
"""Mood of a plan -> (share of absurd values, share of replaced parameters)."""

WEIGHTS = {"node": 1, "object": 4, "marker": 2, "load": 2, "sensor": 2}
"""Family -> how often one of its kinds is taken; what it stands on comes with it."""

MOST_MASSES = 20
"""Most coordinates of a node that gets masses of its own."""

SOLVERS = list(integrators())
LEFT_ALONE = ("startTime", "endTime", "numberOfSteps", "minimumStepSize", "verboseMode",
              "displayStatistics", "displayComputationTime", "maxIterations")  # fmt: skip
"""Settings that are drawn on their own, or that would print."""


class Ref(int):
    """Place of an item in the plan, where a sample has the number of an item."""


NOWHERE = Ref(10**6)
"""Place of an item that does not exist."""


class Built:
    """A system that a plan describes, item by item."""

    def __init__(self) -> None:
        self.mbs = exu.SystemContainer().AddSystem()
        self.numbers: list[Any] = []
        self.refusals: list[Exception] = []

    def number_of(self, place: int) -> int:
        """Number of the item at a place of the plan; one that does not exist if it was refused."""
        number = self.numbers[place] if place < len(self.numbers) else None
        return 10**6 if number is None else number

    def values(self, form: dict[str, Any]) -> dict[str, Any]:
        """What an item is made of, or a convenience is called with."""
        kind = KIND_OF.get(form["kind"])
        fields = kind.fields if kind else {}
        return {
            name: built(value, kind, fields.get(name), self.number_of)
            for name, value in form["values"].items()
        }

    def item(self, form: dict[str, Any]) -> Any:
        """An item, not added."""
        return KIND_OF[form["kind"]](**self.values(form))

    def add(self, form: dict[str, Any]) -> bool:
        """Add an item or call a convenience; False if that was refused."""
        try:
            if form["kind"] in KIND_OF:
                item = self.item(form)
                number = getattr(self.mbs, "Add" + item.family.capitalize())(item)
            else:
                number = getattr(self.mbs, form["kind"])(**self.values(form))
        except Exception as error:  # running.py looks at all of them
            self.numbers.append(None)
            self.refusals.append(error)
            return False
        self.numbers.append(number)
        return True


class Maker:
    """Makes a plan; to the samples it is a World (`tests/items/samples.py`)."""

    def __init__(self, r: Any) -> None:
        self.r = r
        mood = r.choice(["calm"] * 5 + ["odd"] * 4 + ["wild"])
        wildness, self.share = MOODS[mood]
        self.drawer = Drawer(r, wildness)
        self.plan: dict[str, Any] = {"mood": mood, "items": [], "settings": {}, "operations": []}
        self.built = Built()
        self.places: dict[type, list[int]] = {}
        self.beside: dict[type, list[int]] = {}
        self.may_grow = True

    # ------------------------------------------------------------------ what samples ask for

    def first(self, kind: type) -> Ref:
        """An item of a kind: one that is there, or a new one."""
        known = self.places.get(kind, [])
        if self.may_grow and (not known or (len(known) < 4 and self.drawer.chance(0.25))):
            self.add(kind)
            known = self.places.get(kind, [])
        return Ref(self.r.choice(known)) if known else NOWHERE

    def another(self, kind: type, name: str, values: Callable[[], dict[str, Any]]) -> Ref:
        """A new item with these values, which a sample needs besides the first of its kind.

        It is not the first of another sample: both ends of a cable would be at one place.
        """
        return Ref(self.put(kind, values(), self.beside)) if self.may_grow else NOWHERE

    def nodes_of(self, kind: type, number: Ref) -> list[Ref]:
        """Nodes of a body."""
        count = len(kind.fields["nodeNumbers"].default)  # type: ignore[attr-defined]
        if number == NOWHERE:
            return [NOWHERE] * count
        nodes = self.plan["items"][number]["values"]["nodeNumbers"]
        found = [Ref(node["$item"]) if isinstance(node, dict) else NOWHERE for node in nodes]
        return (found + [NOWHERE] * count)[:count]

    # ------------------------------------------------------------------ items

    def add(self, kind: type, **changes: Any) -> int:
        """Add an item of a kind with sample values, some of them replaced; its place."""
        sample = SAMPLES[kind](self) | changes
        values = dict(sample)
        variants = VARIANTS.get(kind)
        if variants and self.drawer.chance(0.4):
            values |= with_items(variants[self.r.choice(sorted(variants))], self)
        for p in kind.fields.values():
            if p.name in values and p.name not in changes and self.drawer.chance(self._share(p)):
                values[p.name] = self.drawer.value(p, values[p.name], self._others)
        if self._is_incomplete(kind, values) and self.drawer.chance(0.9):
            values = sample
        place = self.put(kind, values)
        if self.built.numbers[place] is None and self.drawer.chance(0.9):
            return self.put(kind, sample)
        return place

    def _is_incomplete(self, kind: type, values: dict[str, Any]) -> bool:
        """Whether an item could be added, but no model with it could be assembled."""
        try:
            item = checked(self.built.item({"kind": kind.__name__, "values": _forms(values)}))
        except Exception:  # Add... refuses it
            return False
        try:
            with overflows_unnoticed():  # as in Assemble
                check_item(item, 0, self.built.mbs._items)
        except exu.SysError:
            return True
        return False

    def _share(self, p: Any) -> float:
        """How often a parameter is replaced; models of calm plans keep what stands on what."""
        if isinstance(p.kind, (Index, IndexList, UserFunction)):
            return 0.25 * self.share
        return self.share

    def _known(self) -> list[tuple[Any, int]]:
        """(kind, place) of all items that are there."""
        both = self.places, self.beside
        return [(kind, at) for part in both for kind, places in part.items() for at in places]

    def _others(self, family: str) -> list[int]:
        return [place for kind, place in self._known() if kind.family == family]

    def put(self, kind: type, values: dict[str, Any], known: Any = None) -> int:
        """Add an item with these values; its place in the plan, also if it is refused.

        known -- where its place is noted: in `places`, or in `beside`
        """
        form = {"kind": kind.__name__, "values": _forms(values)}
        place = len(self.plan["items"])
        self.plan["items"].append(form)
        if self.built.add(form):
            (self.places if known is None else known).setdefault(kind, []).append(place)
        return place

    def create(self, name: str) -> None:
        """Call a convenience."""
        form = {
            "kind": name,
            "values": creates.arguments(name, self.drawer, self._others("object")),
        }
        place = len(self.plan["items"])
        self.plan["items"].append(form)
        number = self.built.numbers[place] if self.built.add(form) else None
        if name in creates.BODIES and number is not None:
            kind = type(self.built.mbs._items["object"][number])
            self.places.setdefault(kind, []).append(place)

    def add_masses(self) -> None:
        """Give a body to every node that has none and could have one."""
        self.may_grow = False
        carried = {
            number
            for item in self.built.mbs._items["object"]
            if isinstance(item, bodies.KINDS)
            for name in ("nodeNumber", "nodeNumbers")
            for number in np.atleast_1d(getattr(item, name, []))
        }
        for kind, place in self._known():
            if kind.family == "node" and self.built.numbers[place] not in carried:
                self._carry(kind, place)

    def _carry(self, node: type, place: int) -> None:
        """Put a body on a node that stands alone, or masses where none fits: cables have two."""
        fitting = _carriers().get(node, [])
        for body in self.r.sample(fitting, len(fitting)):
            name = "nodeNumbers" if "nodeNumbers" in body.fields else "nodeNumber"
            on = [Ref(place)] if name == "nodeNumbers" else Ref(place)
            if self.built.numbers[self.put(body, SAMPLES[body](self) | {name: on})] is not None:
                return
        count = self.built.mbs._items["node"][self.built.numbers[place]].size_of("ode2")
        if 0 < count <= MOST_MASSES:
            masses = (2.0 * np.eye(count)).tolist()
            self.put(ObjectGenericODE2, dict(nodeNumbers=[Ref(place)], massMatrix=masses))

    # ------------------------------------------------------------------ settings and operations

    def settings(self) -> None:
        """Times, steps, and some other settings of the run."""
        r, drawer, chosen = self.r, self.drawer, self.plan["settings"]
        start = r.choice([0.0] * 8 + [1.0, -3.0]) if not drawer.is_wild() else drawer.number()
        steps = r.choice([1, 2, 3, 5, 8, 20, 60])
        h = r.choice([1e-3] * 6 + [1e-2, 1e-4, 1e-6]) if not drawer.is_wild() else drawer.number()
        t = "timeIntegration."
        chosen |= {t + "startTime": start, t + "endTime": start + h * steps}
        chosen |= {t + "numberOfSteps": steps, t + "minimumStepSize": abs(h) * steps / 2000 or 1.0}
        chosen["staticSolver.newton.maxIterations"] = r.choice([25, 25, 25, 1, 2, 40])
        chosen[t + "newton.maxIterations"] = r.choice([25, 25, 25, 1, 2, 100])
        for path, declared, no_effect in SimulationSettings._tree():
            leaf = path.rpartition(".")[2]
            if no_effect or leaf in LEFT_ALONE or isinstance(declared.default, str):
                continue
            if path.startswith("solutionSettings.") and isinstance(declared.default, bool):
                continue
            if drawer.chance(0.1 * self.share):
                chosen[path] = drawer.setting(declared)
        if drawer.chance(0.15):
            chosen["linearSolverType"] = int(r.choice(list(exu.LinearSolverType)))
        if drawer.chance(0.15):
            chosen[t + "generalizedAlpha.useIndex2Constraints"] = True
        if drawer.chance(0.1):
            chosen[t + "newton.useModifiedNewton"] = True

    def operations(self, table: dict[str, Any]) -> None:
        """Solvers, and other operations of a table."""
        r, chosen = self.r, self.plan["operations"]
        for _ in range(r.choice([1, 1, 2, 3])):
            chosen.append(["SolveDynamic", r.choice(SOLVERS), r.choice(["", "", "", "stops"])])
            if self.drawer.chance(0.15):
                change = self.change()
                chosen += [change] if change else []
        if self.drawer.chance(0.3):
            chosen.append(["resume", r.choice(SOLVERS)])
        others = [name for name in table if name not in ("SolveDynamic", "resume")]
        chosen += [[name] for name in r.sample(others, min(2, len(others)))]

    def change(self) -> list[Any] | None:
        """Another value of a parameter of an item that is there."""
        known = self._known()
        if not known:
            return None
        kind, place = self.r.choice(known)
        if self.plan["items"][place]["kind"] not in KIND_OF:
            return None
        p = self.r.choice(list(kind.fields.values()))
        base = self.plan["items"][place]["values"].get(p.name, plain(p.default))
        try:
            return ["change", place, p.name, self.drawer.value(p, base, self._others)]
        except (exu.SysError, TypeError, ValueError, IndexError):
            return None  # the present value is nonsense, which nothing can be drawn from


def _forms(values: dict[str, Any]) -> dict[str, Any]:
    return {name: _marked(value) for name, value in values.items()}


def _marked(value: Any) -> Any:
    """A value in plain form, places of items marked as such."""
    if isinstance(value, Ref):
        return {"$item": int(value)}
    if isinstance(value, list):
        return [_marked(part) for part in value]
    return plain(value)


def _carriers() -> dict[type, list[Any]]:
    """Kind of node -> bodies that stand on one such node alone."""
    found: dict[type, list[Any]] = {
        NodeGenericODE2: [ObjectGenericODE2],
        NodeGenericODE1: [ObjectGenericODE1],
    }
    for body in (kind for kind in bodies.KINDS if "nodeNumber" in kind.fields):
        for node in body.node_kinds:
            found.setdefault(node, []).append(body)
    return found


def make(r: Any, table: dict[str, Any], first: int | None = None) -> tuple[dict, Built]:
    """A plan and the system that was built with it.

    r -- random.Random, or what Hypothesis gives for it; table -- operations by name
    first -- chooses the first kind of item and the first solver, so that each has its turn
    """
    maker = Maker(r)
    weighted = [kind for kind in KINDS for _ in range(WEIGHTS[kind.family])]
    if first is not None:
        maker.add(KINDS[first % len(KINDS)])
    for _ in range(r.choice([1, 2, 3, 4, 6, 9])):
        maker.add(r.choice(weighted))
    if maker.drawer.chance(0.15):
        for name in (*creates.BODIES, *(r.choice(creates.NAMES) for _ in range(4))):
            maker.create(name)
    if not maker.drawer.chance(0.05):
        maker.add_masses()
    maker.settings()
    maker.operations(table)
    if first is not None:
        maker.plan["operations"][0][1] = SOLVERS[first % len(SOLVERS)]
    return maker.plan, maker.built


def make_seeded(seed: int, table: dict[str, Any]) -> tuple[dict, Built]:
    """The plan of a seed."""
    plan, made = make(random.Random(seed), table, seed)
    plan["seed"] = seed
    return plan, made


def build(plan: dict[str, Any]) -> Built:
    """The system of a plan."""
    made = Built()
    for form in plan["items"]:
        made.add(form)
    return made
