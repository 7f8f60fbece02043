"""Make a plan small that shows a fault: leave out whatever the fault does not need."""

import copy
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

Plan = dict[str, Any]


def _without_items(plan: Plan, places: set[int]) -> Plan:
    """The plan without items; places behind them move up, what stood on them loses its ground."""
    kept = [k for k in range(len(plan["items"])) if k not in places]
    new_place = {old: new for new, old in enumerate(kept)}

    def moved(value: Any) -> Any:
        if isinstance(value, list):
            return [moved(part) for part in value]
        if isinstance(value, dict) and "$item" in value:
            return {"$item": new_place.get(value["$item"], 10**6)}
        return value

    small = copy.deepcopy(plan)
    small["items"] = [small["items"][k] for k in kept]
    for form in small["items"]:
        form["values"] = {name: moved(value) for name, value in form["values"].items()}
    steps = [s for s in small["operations"] if s[0] != "change" or s[1] not in places]
    small["operations"] = [
        [s[0], new_place[s[1]], *moved(s[2:])] if s[0] == "change" else s for s in steps
    ]
    return small


def _without_part(plan: Plan, key: str, part: Any) -> Plan:
    """The plan without an operation or a setting."""
    small = copy.deepcopy(plan)
    del small[key][part]
    return small


def _without_value(plan: Plan, place: int, name: str) -> Plan:
    """The plan with the default of a parameter of an item."""
    small = copy.deepcopy(plan)
    del small["items"][place]["values"][name]
    return small


def _named_in(value: Any) -> Iterator[int]:
    """Places of the items that a value names."""
    if isinstance(value, list):
        for part in value:
            yield from _named_in(part)
    elif isinstance(value, dict) and "$item" in value:
        yield value["$item"]


def _standing(plan: Plan, place: int) -> set[int]:
    """An item and all that it stands on: neither body nor nodes can go alone."""
    found, new = set[int](), {place}
    while new:
        found |= new
        named = {k for at in new for k in _named_in(list(plan["items"][at]["values"].values()))}
        new = {k for k in named if k < len(plan["items"])} - found
    return found


def _smaller(plan: Plan) -> list[Callable[[], Plan]]:
    """What makes plans with one thing less."""
    last_first = list(reversed(range(len(plan["items"]))))
    made: list[Callable[[], Plan]] = [partial(_without_items, plan, {k}) for k in last_first]
    groups = [_standing(plan, k) for k in last_first]
    made += [partial(_without_items, plan, group) for group in groups if len(group) > 1]
    for key in ("operations", "settings"):
        parts = list(plan[key]) if key == "settings" else range(len(plan[key]))
        made += [partial(_without_part, plan, key, part) for part in parts]
    for place, form in enumerate(plan["items"]):
        made += [partial(_without_value, plan, place, name) for name in form["values"]]
    return made


def shrink(plan: Plan, fails: Callable[[Plan], bool], tries: int = 400) -> Plan:
    """The smallest plan found that still fails."""
    found = True
    while found:
        found, at = False, 0
        steps = _smaller(plan)
        while at < len(steps) and tries > 0:
            tries -= 1
            small = steps[at]()
            if fails(small):  # what comes next has moved up to this step
                plan, found, steps = small, True, _smaller(small)
            else:
                at += 1
    return plan
