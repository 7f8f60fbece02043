"""SC.renderer.materials: kept as scripts set them; the player draws plain colors."""

from __future__ import annotations

import copy
from typing import Any

from linkwork.exudyn._graphics_colors import MATERIALS


class Material:
    """How a surface looks; colors are lists of red, green and blue.

    baseColor, specular, emission -- color, that of reflections, and of its own light
    alpha -- opacity; ior -- index of refraction; reflectivity, shininess -- of a mirror
    """

    def __init__(self, **values: Any) -> None:
        self.name = "undefined"
        self.alpha, self.ior, self.reflectivity, self.shininess = 1.0, 1.0, 0.0, 32.0
        self.baseColor = [0.5, 0.5, 0.5]
        self.emission = [0.0, 0.0, 0.0]
        self.specular = [0.5, 0.5, 0.5]
        vars(self).update(values)

    def __setattr__(self, name: str, value: Any) -> None:
        if vars(self).get("specular") is not None and name not in vars(self):
            raise AttributeError(f"a material has no {name!r}; it has {', '.join(vars(self))}")
        super().__setattr__(name, value)

    def GetDictionary(self) -> dict[str, Any]:
        """All values by name."""
        return copy.deepcopy(vars(self))

    def SetDictionary(self, values: dict[str, Any]) -> None:
        """Set values by name."""
        for name, value in values.items():
            setattr(self, name, value)

    def __repr__(self) -> str:
        return repr(vars(self))


GIVEN: dict[str, dict[str, Any]] = {
    "default": dict(baseColor=[0.4, 0.4, 0.9], specular=[0.6] * 3),
    "matt": dict(baseColor=[0.0, 1.0, 0.0], specular=[0.3] * 3, shininess=5.0),
    "steel": dict(baseColor=[0.6] * 3, specular=[0.3, 0.33, 0.4], reflectivity=0.1, shininess=25.0),
    "plastic": dict(
        baseColor=[1.0, 0.0, 0.0], specular=[0.4, 0.45, 0.45], reflectivity=0.1, shininess=20.0
    ),
    "chrome": dict(
        baseColor=[0.75] * 3, specular=[0.6, 0.62, 0.67], reflectivity=0.25, shininess=60.0
    ),
    "shiny": dict(
        baseColor=[1.0, 0.5, 0.0], specular=[0.7, 0.65, 0.7], reflectivity=0.5, shininess=100.0
    ),
    "transparent": dict(
        baseColor=[0.75] * 3, specular=[0.4, 0.4, 0.45], alpha=0.3, ior=1.05, shininess=20.0
    ),
    "glass": dict(
        baseColor=[0.8] * 3, specular=[0.6, 0.68, 0.63], alpha=0.15, ior=1.5, reflectivity=0.6,
        shininess=50.0,
    ),
    "mirror": dict(baseColor=[0.8] * 3, specular=[0.4] * 3, reflectivity=0.8, shininess=50.0),
    "emission": dict(
        baseColor=[0.85, 0.85, 0.7], specular=[0.6] * 3, emission=[0.8, 0.8, 0.7], shininess=20.0
    ),
}  # fmt: skip
"""Materials that are there from the start."""


class Materials:
    """Materials by number or name; those of `graphics.material` come first."""

    def __init__(self) -> None:
        self._materials: list[Material] = []
        self.Reset()

    def New(self) -> Material:
        """A new material with defaults."""
        return Material()

    def Append(self, material: Any) -> int:
        """Add a copy of a material; returns its number."""
        self._materials.append(_copied(material))
        return len(self._materials) - 1

    def Get(self, indexOrName: int | str) -> Material:
        """A copy of a material."""
        return copy.deepcopy(self._materials[self._index(indexOrName)])

    def GetDict(self, indexOrName: int | str) -> dict[str, Any]:
        """A material as dictionary."""
        return self.Get(indexOrName).GetDictionary()

    def Set(self, indexOrName: int | str, material: Any) -> None:
        """Replace a material."""
        self._materials[self._index(indexOrName)] = _copied(material)

    def Reset(self) -> None:
        """Forget all changes."""
        self._materials = [Material(name=n, **copy.deepcopy(GIVEN[n])) for n in MATERIALS]

    def _index(self, given: int | str) -> int:
        if isinstance(given, int) and 0 <= given < len(self._materials):
            return given
        names = [material.name for material in self._materials]
        if given in names:
            return names.index(str(given))
        raise ValueError(
            f"there is no material {given!r}; there are {len(names)}: {', '.join(names)}"
        )


def _copied(material: Any) -> Material:
    made = Material()
    made.SetDictionary(material if isinstance(material, dict) else material.GetDictionary())
    return made
