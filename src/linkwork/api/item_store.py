"""The items of a system: checked, named and numbered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from linkwork.core.declare.families import FAMILY_NAMES, from_dict
from linkwork.core.declare.indices import INDEX_TYPES, index_of
from linkwork.core.declare.item import Item, Parameter, checked
from linkwork.core.declare.item_list import ItemList
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError, SysError
from linkwork.model.partners import check_partners

Change = tuple[Item, int, Parameter, Any, bool]
"""A changed parameter: the new item, its number, the parameter, the value, and whether the system
must be assembled again."""


class ItemStore:
    """Checked copies of the items of a system, by family and number; names are unique per kind.

    items -- family -> its items; names -- family -> name -> number
    replaced -- number of items replaced so far
    epoch -- family and number -> values of the copies made since references to all items were last
    taken; another dictionary after each such moment

    An item is never changed in place, except for a copy that was made in the same epoch: references
    to it keep the old values.
    """

    def __init__(self) -> None:
        self.items: dict[str, ItemList] = {family: ItemList() for family in FAMILY_NAMES}
        self.names: dict[str, dict[str, int]] = {family: {} for family in FAMILY_NAMES}
        self.replaced = 0
        self.epoch: dict[tuple[str, int], dict[str, Any]] = {}

    # ------------------------------------------------------------------ adding

    def add(self, family: str, given: Item | Mapping[str, Any]) -> int:
        """Check an item, or its dictionary, and keep a copy; returns its number."""
        item = given
        if not isinstance(given, Item) and isinstance(given, Mapping):
            from linkwork.items import FAMILIES  # loads all kinds, which only names need

            item = from_dict(given, FAMILIES[family], family)
        if not isinstance(item, Item) or item.family != family:
            raise ParameterError(
                f"Add{family.capitalize()} takes an item of the {family} family, or "
                f"its dictionary, got {shown(given)}"
            )
        number = len(self.items[family])
        made = self.named(checked(item, number), number)
        self.check_fit(made, number)
        self.keep(made)
        return number

    def check_fit(self, made: Item, number: int) -> None:
        """Refuse a checked item that does not fit to those it refers to."""
        check_partners(made, number, self.items)
        if type(made).check_sizes is not Item.check_sizes:
            made.check_sizes(made.label(number), self.items)

    def add_together(self, owner: str, items: Iterable[Item]) -> None:
        """Add items that may refer to each other: all, or none if one is refused.

        owner -- the calling function, for error texts
        """
        added: list[str] = []
        try:
            for item in items:
                self.add(item.family, item)
                added.append(item.family)
        except BaseException as error:
            self.cut({family: len(self.items[family]) - added.count(family) for family in added})
            if isinstance(error, ParameterError):
                raise ParameterError(f"{owner}: {error}", error.parameter) from None
            raise

    def cut(self, counts: Mapping[str, int]) -> None:
        """Remove the items that were added after there were `counts` of each family."""
        for family, count in counts.items():
            members, names = self.items[family], self.names[family]
            for number in range(count, len(members)):
                del names[members[number].name]
            members.cut(count)

    def named(self, made: Item, number: int) -> Item:
        """A new item with a name; a name that is already in use is an error."""
        family = made.family
        if not made.name:
            made.__dict__["name"] = self._free_name(family, number)
        elif made.name in self.names[family]:
            other = self.names[family][made.name]
            raise ParameterError(
                f"{made.label(number)}: the name {made.name!r} is taken by {family} {other}; "
                "names are unique per kind",
                "name",
            )
        return made

    def keep(self, made: Item) -> None:
        """Store an item that is checked and named."""
        members = self.items[made.family]
        self.names[made.family][made.name] = len(members)
        members.append(made)

    def take_all(self, items: Mapping[str, Iterable[Item]]) -> None:
        """Replace all items by checked ones that fit together."""
        for family, members in items.items():
            kept = members.copy() if isinstance(members, ItemList) else ItemList(members)
            self.items[family] = kept
            self.names[family] = {name: n for n, name in enumerate(kept.names())}

    def _free_name(self, family: str, number: int) -> str:
        """Name of an item without one: object3, or object3_ if a user took that."""
        name = f"{family}{number}"
        while name in self.names[family]:
            name += "_"
        return name

    # ------------------------------------------------------------------ finding

    def number(self, family: str, given: Any) -> int:
        """Item number of an int, an index of the right kind, or a name."""
        if isinstance(given, str):
            return self.look_up(family, given)
        found = index_of(given, family)
        count = len(self.items[family])
        if found is None:
            wanted = INDEX_TYPES[family].__name__
            raise ParameterError(
                f"the {family} number must be an int, {wanted} or name, got {shown(given)}"
            )
        if not 0 <= found < count:
            raise ParameterError(f"{family} {found} does not exist; there are {count}")
        return found

    def look_up(self, family: str, name: str) -> int:
        """Number of the item of that name."""
        if not isinstance(name, str):
            raise ParameterError(f"a {family} name must be a string, got {name!r}")
        if name not in self.names[family]:
            known = ", ".join(list(self.names[family])[:8]) or "none"
            raise ParameterError(f"there is no {family} named {name!r}; names are: {known}")
        return self.names[family][name]

    def item(self, family: str, given: Any) -> tuple[Item, int]:
        """An item and its number, of any argument that `number` takes."""
        found = self.number(family, given)
        return self.items[family][found], found

    # ------------------------------------------------------------------ parameters

    def get_parameter(self, family: str, given: Any, name: str) -> Any:
        """Value of a parameter; names of drawing parameters begin with V."""
        item, _ = self.item(family, given)
        item.check_name(name)
        if item.names_drawing(name):
            return item.V.fields[name[1:]].kind.plain(getattr(item.visualization, name[1:]))
        p = item.field(item.aliases.get(name, name))
        return p.kind.plain(getattr(item, p.name))

    def set_parameter(
        self, family: str, given: Any, name: str, value: Any, is_running: bool
    ) -> Change | None:
        """Set a parameter; returns None if the model does not change.

        is_running -- whether the system is being solved, so its structure must not change
        """
        item, number = self.item(family, given)
        owner = item.label(number)
        item.check_name(name)
        if item.names_drawing(name):
            self._set_drawing(item, number, item.V.fields[name[1:]], value)
            return None
        p = item.field(item.aliases.get(name, name))
        new = p.check(value, owner)
        if p.name == "name":
            self._rename(item, number, new)
            return None
        structural = item.is_structural(p, new)
        if is_running and (structural or family == "sensor"):
            raise SysError(
                f"{owner}: {p.name} cannot be changed while the system is being solved; change it "
                "between two runs"
            )
        changed = item.copy()
        setattr(changed, p.name, new)
        self.replace(number, changed)
        try:
            check_partners(changed, number, self.items)
            if not p.structural:  # others change together and are checked by Assemble
                changed.check_sizes(owner, self.items)
        except ParameterError:
            self.replace(number, item)
            raise
        if callable(new) or not p.kind.same(getattr(item, p.name), new):
            return changed, number, p, new, structural
        return None

    def _set_drawing(self, item: Item, number: int, drawn: Parameter, value: Any) -> None:
        new = drawn.check(value, item.label(number))
        changed = item.copy()
        changed.visualization = item.visualization.copy()
        setattr(changed.visualization, drawn.name, new)
        self.replace(number, changed)

    def _rename(self, item: Item, number: int, name: str) -> None:
        family = item.family
        name = name or self._free_name(family, number)
        if self.names[family].get(name, number) != number:
            raise ParameterError(f"{item.label(number)}: the name {name!r} is taken")
        del self.names[family][item.name]
        self.names[family][name] = number
        renamed = item.copy()
        renamed.name = name
        self.replace(number, renamed)

    def replace(self, number: int, item: Item) -> None:
        """Replace an item; results of earlier runs refer to the old one."""
        self.items[item.family].replace(number, item)
        self.epoch = {}
        self.replaced += 1  # last: a live view may take a snapshot in between
