"""Cross sections of beams as values of parameters: BeamSection, BeamSectionGeometry.

Both are checked when they are given to an item, which keeps a copy. Their dictionary form is that
of model files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.parameters import Array, Kind, UReal
from linkwork.core.declare.values import shown
from linkwork.core.enums import CrossSectionType
from linkwork.core.errors import ParameterError
from linkwork.core.frozen import frozen
from linkwork.core.near import near_names
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import f8
from linkwork.math.tolerances import NEGATIVE_SECTION


class SectionData:
    """Base of the data of a cross section: attributes with a dictionary form."""

    kinds: ClassVar[dict[str, Kind]] = {}

    def GetDictionary(self) -> dict[str, Any]:
        """Returns all values by name."""
        return {
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in vars(self).items()
        }

    def SetDictionary(self, values: Mapping[str, Any]) -> None:
        """Set values by name.

        values -- dictionary as returned by GetDictionary
        """
        for name, value in values.items():
            setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.kinds:
            near = near_names(name, self.kinds, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(self.kinds)}"
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}; {hint}")
        try:
            object.__setattr__(self, name, self.kinds[name].check(value))
        except ParameterError as error:
            raise ParameterError(f"{type(self).__name__}.{name} {error}") from None

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.same(other)

    __hash__ = None  # type: ignore[assignment]

    def same(self, other: Any) -> bool:
        """Whether another section has the same values."""
        return all(
            np.array_equal(value, getattr(other, name)) for name, value in vars(self).items()
        )

    def copy(self) -> Any:
        """A section with the same values."""
        made = type(self)()
        made.SetDictionary(vars(self))
        return made

    def __repr__(self) -> str:
        default = type(self)()
        told = [
            f"{name}={value!r}"
            for name, value in self.GetDictionary().items()
            if not np.array_equal(getattr(default, name), getattr(self, name))
        ]
        return f"{type(self).__name__}({', '.join(told)})"


class BeamSection(SectionData):
    """Stiffness, damping and inertia of the cross section of a beam.

    stiffnessMatrix [N, N m, N m^2] -- section forces (N, Q_y, Q_z, M_x, M_y, M_z) by strains
    (axial, shear y, shear z, twist, curvature y, curvature z), 6 x 6
    dampingMatrix [N s, N m s, N m^2 s] -- section forces by rates of strains, 6 x 6
    inertia [kg m] -- inertia per length, 3 x 3, with the moments rho Iy and rho Iz about y and z
    massPerLength [kg/m] -- mass per length
    """

    kinds = {
        "dampingMatrix": Array((6, 6)), "inertia": Array((3, 3)), "massPerLength": UReal,
        "stiffnessMatrix": Array((6, 6)),
    }  # fmt: skip
    dampingMatrix: Any
    inertia: Any
    massPerLength: float
    stiffnessMatrix: Any

    def __init__(self) -> None:
        self.dampingMatrix = np.zeros((6, 6))
        self.inertia = np.zeros((3, 3))
        self.massPerLength = 0.0
        self.stiffnessMatrix = np.zeros((6, 6))


class Points2D(Kind):
    """Points of a polygon, n x 2."""

    depth = 2
    wants = "a list of points [y, z], or []"

    def check(self, value: Any) -> list[list[float]]:
        try:
            given = [Array((2,)).check(list(point)).tolist() for point in value]
        except (TypeError, ParameterError):
            raise self.refuse(value) from None
        return given


class SectionType(Kind):
    """Kind of an outline."""

    wants = "CrossSectionType.Polygon or CrossSectionType.Circular"

    def check(self, value: Any) -> CrossSectionType:
        try:
            if isinstance(value, str):
                return CrossSectionType[value.rpartition(".")[2]]
            if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
                return CrossSectionType(int(value))
        except (KeyError, ValueError):
            pass
        raise self.refuse(value)


class BeamSectionGeometry(SectionData):
    """Outline of the cross section of a beam, for drawing.

    crossSectionType -- CrossSectionType.Polygon or CrossSectionType.Circular
    crossSectionRadiusY [m], crossSectionRadiusZ [m] -- half axes of an ellipse
    polygonalPoints [m] -- corners [y, z] of a polygon
    """

    kinds = {
        "crossSectionType": SectionType(), "crossSectionRadiusY": UReal,
        "crossSectionRadiusZ": UReal, "polygonalPoints": Points2D(),
    }  # fmt: skip
    crossSectionType: CrossSectionType
    crossSectionRadiusY: float
    crossSectionRadiusZ: float
    polygonalPoints: Any

    def __init__(self) -> None:
        self.crossSectionType = CrossSectionType.Polygon
        self.crossSectionRadiusY = 0.0
        self.crossSectionRadiusZ = 0.0
        self.polygonalPoints = []

    def GetDictionary(self) -> dict[str, Any]:
        """Returns all values by name."""
        return super().GetDictionary() | {"crossSectionType": self.crossSectionType.name}


@frozen
class Section(Kind):
    """A cross section; its column holds stiffness, damping, inertia and mass per length."""

    cls: type[SectionData] = BeamSection
    column = (f8, (82,))

    def check(self, value: Any) -> Any:
        name = self.cls.__name__
        wants = f"a {name}, or a dictionary of one"
        if not isinstance(value, (self.cls, Mapping)):
            raise self.refuse(value, wants)
        if isinstance(value, Mapping) and not all(isinstance(key, str) for key in value):
            raise self.refuse(value, wants)
        made = self.cls()
        try:
            made.SetDictionary(value if isinstance(value, Mapping) else vars(value))
        except (AttributeError, ParameterError) as error:
            raise ParameterError(f"must be {wants}, got {shown(value)}: {error}") from None
        fault = _fault_of(made) if isinstance(made, BeamSection) else ""
        if fault:
            raise self.refuse(value, f"{wants}, whose {fault}")
        return made

    def plain(self, value: Any) -> Any:
        return value.copy()

    def same(self, old: Any, new: Any) -> bool:
        return bool(old.same(new))

    def cell(self, value: Any) -> Any:
        parts = value.stiffnessMatrix, value.dampingMatrix, value.inertia
        return np.concatenate([*(part.ravel() for part in parts), [value.massPerLength]])


class SectionGeometry(Section):
    """The outline of a cross section; kernels do not use it."""

    column = None  # type: ignore[assignment]

    def cell(self, value: Any) -> Any:
        return value


SECTION, GEOMETRY = Section(), SectionGeometry(BeamSectionGeometry)


def _fault_of(section: BeamSection) -> str:
    """What the matrices of a section violate; empty if nothing."""
    for name in ("stiffnessMatrix", "dampingMatrix", "inertia"):
        matrix = getattr(section, name)
        largest = float(np.abs(matrix).max())
        if largest == 0.0:
            continue
        with overflows_unnoticed():
            scaled = matrix / largest
        if name != "dampingMatrix" and np.abs(scaled - scaled.T).max() > NEGATIVE_SECTION:
            return f"{name} is symmetric"
        if np.linalg.eigvalsh(0.5 * (scaled + scaled.T)).min() < -NEGATIVE_SECTION:
            return f"{name} has no negative eigenvalue"
    return ""
