"""Named colors and materials of the other interface: RGBA lists, and 1000 + number as opacity."""

from __future__ import annotations

from typing import Any, ClassVar

from linkwork.graphics.colors import color as linkwork_colors

RGBA = list[float]


class color(linkwork_colors):  # noqa: N801 -- scripts write graphics.color.red
    """Colors [red, green, blue, opacity]; `default` is that of the body."""

    defaultBody: ClassVar[RGBA] = [0.4, 0.4, 0.9, 1]  # noqa: N815
    defaultJoint: ClassVar[RGBA] = [0.6, 0.6, 0.8, 1]  # noqa: N815
    defaultFFRF: ClassVar[RGBA] = linkwork_colors.green  # noqa: N815


MATERIALS = ("default", "matt", "steel", "plastic", "chrome", "shiny", "transparent", "glass",
             "mirror", "emission")  # fmt: skip


def _materials() -> dict[str, Any]:
    """indexSteel = 1002 and steel = [-1, -1, -1, 1002] of each material."""
    made: dict[str, Any] = {"__doc__": "Materials as colors; they are drawn opaque."}
    made["indexBase"] = 1000
    for number, name in enumerate(MATERIALS, 1000):
        made["index" + name.capitalize()] = number
        made[name] = [-1, -1, -1, number]
    return made


material: Any = type("material", (), _materials())

colorList: list[RGBA] = [
    color.red, color.green, color.blue, color.cyan, color.magenta, color.yellow, color.orange,
    color.pink, color.lawngreen, color.violet, color.springgreen, color.dodgerblue, color.grey,
    color.darkgrey, color.lightgrey, color.brown,
]  # fmt: skip
