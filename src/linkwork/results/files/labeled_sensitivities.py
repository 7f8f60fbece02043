"""Derivatives by parameters as an xarray Dataset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.results.files.tables import library

if TYPE_CHECKING:
    import xarray

    from linkwork.results.sensitivity import Sensitivity
    from linkwork.results.solution import Solution


def to_xarray(solution: Solution, found: Sequence[Sensitivity], relative: bool) -> xarray.Dataset:
    """See `Sensitivities.to_xarray`: the variables of the Solution, each by parameter."""
    xr = library("xarray", "data")
    base: Any = solution.to_xarray()
    times = found[0].times if found else solution.times
    rows = np.flatnonzero(np.isin(solution.times, times))
    base = base.isel(time=rows)
    variables: dict[str, Any] = {}
    for name, variable in base.data_vars.items():
        known = [_part(one, str(name), variable) for one in found]
        parts = [part for part in known if part is not None]
        if len(parts) < len(found):
            continue
        factors = [one.value if relative else 1.0 for one in found]
        values = [factor * part for factor, part in zip(factors, parts, strict=True)]
        attributes = {k: v for k, v in variable.attrs.items() if k != "units"}
        attributes["long_name"] = f"derivative of {attributes.get('long_name', name)}"
        variables[str(name)] = (("parameter", *variable.dims), np.stack(values), attributes)
    coordinates: dict[str, Any] = {key: base.coords[key] for key in base.coords}
    coordinates["parameter"] = ("parameter", np.array([one.name for one in found], np.str_))
    coordinates["value"] = ("parameter", np.array([one.value for one in found]))
    coordinates["parameter_units"] = ("parameter", np.array([one.unit for one in found], np.str_))
    made: xarray.Dataset = xr.Dataset(variables, coordinates, {"relative": int(relative)})
    return made


def _part(one: Sensitivity, name: str, variable: Any) -> np.ndarray | None:
    """The derivatives that belong to a variable of the Solution."""
    if "sensor" in variable.attrs:
        values = one.sensors.get(variable.attrs["sensor"])
    else:
        values = getattr(one, name, None)
    if values is None or values.size != variable.size:
        return None
    return values.reshape(variable.shape)
