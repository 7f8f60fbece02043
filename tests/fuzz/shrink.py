"""Make a plan small that shows a fault: leave out whatever the fault does not need."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

Plan = dict[str, Any]


def _without_item(plan: Plan, place: int) -> Plan:
    """The plan without an item; places behind it move up, what stood on it loses its ground."""

    def moved(value: Any) -> Any:
        if isinstance(value, list):
            return [moved(part) for part in value]
        if isinstance(value, dict) and "$item" in value:
            at = value["$item"]
            return {"$item": 10**6 if at == place else at - (at > place)}
        return value

    small = copy.deepcopy(plan)
    del small["items"][place]
    for form in small["items"]:
        form["values"] = {name: moved(value) for name, value in form["values"].items()}
    steps = [s for s in small["operations"] if s[0] != "change" or s[1] != place]
    small["operations"] = [
        [s[0], s[1] - (s[1] > place), *moved(s[2:])] if s[0] == "change" else s for s in steps
    ]
    return small


def _smaller(plan: Plan) -> Iterator[Plan]:
    """Plans with one thing less."""
    for place in reversed(range(len(plan["items"]))):
        yield _without_item(plan, place)
    for key in ("operations", "settings"):
        for part in list(plan[key]) if key == "settings" else range(len(plan[key])):
            small = copy.deepcopy(plan)
            del small[key][part]
            yield small
    for place, form in enumerate(plan["items"]):
        for name in form["values"]:
            small = copy.deepcopy(plan)
            del small["items"][place]["values"][name]
            yield small


def shrink(plan: Plan, fails: Callable[[Plan], bool], tries: int = 400) -> Plan:
    """The smallest plan found that still fails."""
    found = True
    while found and tries > 0:
        found = False
        for small in _smaller(plan):
            tries -= 1
            if tries <= 0:
                break
            if fails(small):
                plan, found = small, True
                break
    return plan
