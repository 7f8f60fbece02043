"""Energies that sensors record: the account of `solution.energy()`, computed during the run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.results.energy.account import FORMS, Account, Key, Line, lines_of, unknown_energy
from linkwork.results.replay.replay import evaluate_rows
from linkwork.sensors.energy_sensor import SensorEnergy

COUNTED: dict[str, dict[str, float]] = {
    **{form: {form: 1.0} for form in FORMS},
    "total": {"kinetic": 1.0, "potential": 1.0},
    "balance": {"kinetic": 1.0, "potential": 1.0, "dissipated": 1.0, "work": -1.0},
}
"""Forms of energy of each energyType, with their signs."""

SINCE_START = ("dissipated", "work", "balance")


def _lines(model: Model, number: int) -> list[Line]:
    """The energies that a sensor adds up."""
    sensor: Any = model.items["sensor"][number]
    assert isinstance(sensor, SensorEnergy)
    named: dict[Key, None] = {("object", k): None for k in sensor.objectNumbers}
    named |= {("load", k): None for k in sensor.loadNumbers}
    forms = COUNTED[sensor.energyType]
    lines = lines_of(model, driven=named, wanted=named or None)
    lines = [line for line in lines if line.form in forms]
    counted = {
        (line.table.kind.family, line.table.numbers[row]) for line in lines for row in line.rows
    }
    for family, place in named:
        item = model.items[family][place]
        if (family, place) not in counted:
            raise SysError(
                f"{sensor.label(number)}: {item.label(place)} has no energy of type "
                f"{sensor.energyType!r}; name items that have it, or none for the whole system"
            )
    for place, item in enumerate(model.items["object"]):
        if (
            "kinetic" in forms
            and unknown_energy(item)
            and (not named or ("object", place) in named)
        ):
            raise SysError(
                f"{sensor.label(number)}: {item.label(place)}: {unknown_energy(item)}; "
                "name the objects to include"
            )
    return lines


def account_of(model: Model, data: Data, columns: Iterable[tuple[int, int]]) -> Account:
    """Kernels of sensors; columns -- number of each sensor and the column that it writes."""
    account = Account(model, data)
    for number, column in columns:
        energy_type = model.items["sensor"][number].energyType
        for line in _lines(model, number):
            account.add(line, column, COUNTED[energy_type][line.form])
        if energy_type in SINCE_START:
            account.count_from_start(column)
    account.finish()
    return account


def present_value(model: Model, number: int, t: float, state: Mapping[str, Any]) -> float:
    """Energy of a sensor in a state; integrals are known at recorded times only."""
    sensor = model.items["sensor"][number]
    if sensor.energyType in SINCE_START:
        raise SysError(
            f"{sensor.label(number)}: {sensor.energyType} is an integral over the run, known at "
            "recorded times only: read solution.sensors or GetSensorStoredData after the run"
        )
    data = Data(model)
    account = account_of(model, data, [(number, 0)])
    rows = {name: np.atleast_2d(values) for name, values in state.items()}
    bound = [key for key in _owners(model, number) if not model.functions.are_bound(*key)]
    for key in bound:
        model.functions.bind(*key)
    try:
        found = evaluate_rows(model, data, account.parts, 1, np.array([t]), rows)
    finally:
        for key in bound:
            model.functions.release(*key)
    return float(found[0, 0])


def _owners(model: Model, number: int) -> list[Key]:
    """Items whose functions a sensor needs."""
    return [
        (line.table.kind.family, line.table.numbers[row])
        for line in _lines(model, number)
        if line.table.kind.function_parameters()
        for row in line.rows
    ]
