"""What markers on mesh nodes of super elements have in common."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.item import parameter
from linkwork.core.declare.list_kinds import WholeNumbers
from linkwork.core.declare.parameters import Index, Vector
from linkwork.core.errors import ParameterError
from linkwork.markers.marker import Marker

UNEVEN = 1.0e-9
"""Deviation of the sum of weights from 1 that rounding explains."""


class SuperElementMarker(Marker):
    """Base of markers on mesh nodes of super elements."""

    on_mesh: ClassVar[bool] = True

    bodyNumber: int = parameter(
        -1, Index("object"), symbol="n_b", structural=True,
        doc="body with mesh nodes: ObjectFFRFreducedOrder or ObjectGenericODE2",
    )  # fmt: skip
    meshNodeNumbers: Any = parameter(
        [], WholeNumbers(), symbol="k_m", structural=True,
        doc="mesh nodes whose mean the marker is",
    )  # fmt: skip
    weightingFactors: Any = parameter(
        [], Vector(), symbol="w_m", unit="1", structural=True,
        doc="weight of each of them; their sum must be 1",
    )  # fmt: skip

    def check_complete(self, owner: str) -> None:
        numbers, weights = self.meshNodeNumbers, self.weightingFactors
        if not len(numbers):
            raise ParameterError(f"{owner}: meshNodeNumbers must list at least one mesh node")
        if len(numbers) != len(weights):
            raise ParameterError(
                f"{owner}: weightingFactors must have one number for each of the {len(numbers)} "
                f"meshNodeNumbers, got {len(weights)}"
            )
        if abs(np.sum(weights) - 1.0) > UNEVEN * np.sum(np.abs(weights)):
            raise ParameterError(
                f"{owner}: the sum of weightingFactors must be 1, got {np.sum(weights):.12g}; "
                "divide them by their sum"
            )

    def check_sizes(self, owner: str, items: Any) -> None:
        if not 0 <= self.bodyNumber < len(items["object"]) or not len(self.meshNodeNumbers):
            return  # not given yet: Assemble reports it
        body = items["object"][self.bodyNumber]
        size, most = body.mesh_size(items), max(self.meshNodeNumbers)
        if most >= size:
            raise ParameterError(
                f"{owner}: meshNodeNumbers must be below {size}, the number of mesh nodes of "
                f"{body.label(self.bodyNumber)}, got {most}"
            )

    def mesh_lists(self) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Mesh nodes and their weights."""
        weights = tuple(float(weight) for weight in self.weightingFactors)
        return tuple(self.meshNodeNumbers), weights
