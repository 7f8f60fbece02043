"""Energies and powers of a connector between two ends, from its kernels and from differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.model.data import Data
from linkwork.model.table import Table
from linkwork.results.energy.account import Account, lines_of

from .kernels import call_compiled
from .pairs import Pair
from .samples import NO_POTENTIAL, variants_of, without_losses

POWERS = ("losses", "power", "drive")


def energy(data: Data, table: Table, name: str) -> float:
    """Sum of an energy over the rows of a table."""
    data.set("energy", np.full(len(table.rows), np.nan))
    assert call_compiled(data, table.kind.kernels[name], table) == 0
    return float(data["energy"].sum())


def potential(pair: Pair) -> float:
    assert pair.equations.run("motion_calls") == 0
    return energy(pair.data, pair.model.tables[pair.kind], "potential")


def conservative(kind: type) -> dict[str, dict[str, Any]]:
    """Variants of a kind without damper and user function, with their names."""
    return {
        name: changes | without_losses(kind)
        for name, changes in variants_of(kind).items()
        if not any("UserFunction" in parameter for parameter in changes)
        and name not in NO_POTENTIAL.get(kind, ())
    }


def account_of(pair: Pair) -> tuple[str, float] | None:
    """(law, power that the account finds) of a connector, None where it has no part in it."""
    own = [("object", pair.number)]
    lines = [line for line in lines_of(pair.model, driven=own, wanted=own) if line.law in POWERS]
    if not lines:
        return None
    (line,) = lines
    account = Account(pair.model, pair.data)
    account.add(line, 0)
    pair.data.set("integrals", np.zeros(1))
    pair.data.scalars.power_weight, pair.data.scalars.level = 1.0, 0
    assert pair.equations.run("motion_calls") == 0
    for kernel, over in account.powers:
        assert call_compiled(pair.data, kernel, over) == 0
    return line.law, pair.data["integrals"][0]


def forces_on_coordinates(pair: Pair) -> np.ndarray:
    """Forces of a connector, by those with it and without it: carriers may have some, too."""
    active = pair.model.tables[pair.kind].rows["active"]
    kept, sides = active.copy(), []
    for on in (kept, np.zeros_like(kept)):
        active[:] = on
        assert pair.equations.forces(0) == 0
        sides.append(-pair.data["residual"])
    active[:] = kept
    return sides[0] - sides[1]


def power_of(pair: Pair) -> float:
    """Power of a connector."""
    return float(forces_on_coordinates(pair) @ pair.data["v"])


def rate_of_potential(pair: Pair) -> float:
    """dV/dt by differences along the velocities."""
    sides = []
    for h in (1e-5, -1e-5):
        with pair.moved(h * pair.data["v"]):
            sides.append(potential(pair))
    return (sides[0] - sides[1]) / 2e-5


def assert_power(pair: Pair) -> None:
    """P = -(losses) - dV/dt in the present state."""
    found = account_of(pair)
    if found is None:
        assert not pair.kind.loses_energy
        return
    law, power = found
    if not pair.active:
        assert power == 0.0
        return
    wanted, size = power_of(pair), 1.0
    if law == "losses":
        rate = rate_of_potential(pair)
        size = max(size, abs(wanted), abs(rate))  # they may nearly cancel
        wanted = -wanted - rate
    assert power == pytest.approx(wanted, rel=1e-7, abs=1e-8 * size), law
