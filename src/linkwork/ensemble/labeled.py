"""An EnsembleResult as an xarray Dataset."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.ensemble.recording import label_of
from linkwork.results.files.tables import library

if TYPE_CHECKING:
    import xarray

    from linkwork.ensemble.result import EnsembleResult


def to_xarray(result: EnsembleResult) -> xarray.Dataset:
    """See `EnsembleResult.to_xarray`."""
    xr = library("xarray", "data")
    dimensions, shape, coordinates = _members(result)
    labels = np.array([label_of(column) for column in result.columns], dtype=np.str_)
    units = np.array([column.unit for column in result.columns], dtype=np.str_)
    along = ("column",) if result.facts["function"] else ("time", "column")
    coordinates["column"] = ("column", labels)
    coordinates["column_units"] = ("column", units)
    if "time" in along:
        coordinates["time"] = ("time", result.times, {"units": "s", "long_name": "time"})
    values = result.values.reshape(*shape, *result.values.shape[1:])
    same = {"units": str(units[0])} if len(set(units)) == 1 and units[0] else {}
    variables = {
        "values": ((*dimensions, *along), values, same),
        "status": (dimensions, result.status.reshape(shape), {"long_name": "0: finished"}),
        "steps": (dimensions, result.steps.reshape(shape), {"long_name": "steps of the run"}),
    }
    made: xarray.Dataset = xr.Dataset(variables, coordinates, _attributes(result))
    return made


def _members(result: EnsembleResult) -> tuple[list[str], list[int], dict[str, Any]]:
    """Dimensions of the members, their sizes, and the varied numbers along them."""
    blocks = result.facts["blocks"]
    if len(blocks) == 1 and blocks[0][2] != "values":
        names = ["member"]
    else:
        names = _unique([texts[0] if kind == "values" else kind for texts, _, kind in blocks])
    shape = [size for _, size, _ in blocks]
    units = dict(zip(result.parameters, result.units, strict=True))
    coordinates: dict[str, Any] = {}
    column = 0
    for k, (texts, size, _) in enumerate(blocks):
        each = math.prod(shape[k + 1 :])
        own = result.inputs[: each * size : each]
        for text in texts:
            unit = {"units": units[text]} if units[text] not in ("", "1") else {}
            coordinates[text] = (names[k], own[:, column], unit)
            column += 1
    return names, shape, coordinates


def _unique(names: list[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        tried, number = name, 1
        while tried in found:
            number += 1
            tried = f"{name}{number}"
        found.append(tried)
    return found


def _attributes(result: EnsembleResult) -> dict[str, Any]:
    """Settings, versions and seed as texts and numbers, which all file formats take."""
    identity, sampled = result.facts["identity"], result.facts["sampled"]
    made: dict[str, Any] = {
        "solver": identity["solver"],
        "settings": json.dumps(result.facts["settings"]),
        "versions": json.dumps(identity["versions"]),
    }
    if sampled:
        seeds = [each["seed"] for each in sampled]
        made |= {"seed": seeds[0] if len(seeds) == 1 else seeds, "sampling": json.dumps(sampled)}
    return made
