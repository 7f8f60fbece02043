"""SensorEnergy: records an energy of the whole system, or of some of its objects and loads.

    kinetic      v^T M v / 2 of bodies
    potential    of springs, mutual gravity, matrices of generic systems and constant loads
    total        kinetic + potential
    dissipated   lost in dampers, friction and other losses since the first recorded time
    work         done by user functions, loads without potential and driven constraints
    balance      total + dissipated - work, minus its first value; zero in an exact solution

All values are in joules. Dissipated energy and work are integrals of powers from one recorded time
of the sensors to the next, along polynomials of order 5 through both states. Their error is that of
the integrator if sensorsWritePeriod resolves the motion. User functions are called four times
between two recorded times. A constraint counts if its equation depends on time, or if objectNumbers
lists it.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import Visualization, parameter
from linkwork.core.declare.parameters import Choice, IndexList
from linkwork.core.enums import ConfigurationType, OutputVariableType
from linkwork.sensors.sensor import NOWHERE, Sensor, Target

__all__ = ["SensorEnergy", "VSensorEnergy"]

ENERGY_TYPES = ("kinetic", "potential", "total", "dissipated", "work", "balance")


class VSensorEnergy(Visualization):
    """Drawing of a SensorEnergy."""


class SensorEnergy(Sensor):
    """Energy of the system or of some of its items."""

    type_name = "Energy"
    V = VSensorEnergy

    energyType: str = parameter("total", Choice(ENERGY_TYPES), doc="which energy is recorded")
    objectNumbers: Any = parameter(
        [], IndexList("object"), structural=True,
        doc="objects that count; without objects and loads, the whole system counts",
    )  # fmt: skip
    loadNumbers: Any = parameter(
        [], IndexList("load"), structural=True,
        doc="loads that count; without objects and loads, the whole system counts",
    )  # fmt: skip

    def target(self) -> Target:
        return Target("sensor", -1, OutputVariableType._None, NOWHERE)

    def present(self, mbs: Any, number: int, configuration: ConfigurationType) -> float:
        energy: float = mbs._energy(number, configuration)
        return energy

    def own_facts(self) -> tuple[str, str]:
        items = len(self.objectNumbers) + len(self.loadNumbers)
        owner = f"{items} items" if items > 1 else "1 item" if items else "the system"
        words = {"work": "Work", "balance": "Energy balance"}
        word = words.get(self.energyType, f"{self.energyType.capitalize()} energy")
        return f"{word} of {owner}", "J"
