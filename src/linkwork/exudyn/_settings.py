"""exu.SimulationSettings: those of Linkwork, with the defaults that scripts expect."""

from __future__ import annotations

from typing import Any

from linkwork.settings.simulation import SimulationSettings as Own

HAS_PROFILE = hasattr(Own, "compatibility")


class _AnySettings(type):
    """Settings are objects of Linkwork's own class."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, Own)


class SimulationSettings(metaclass=_AnySettings):
    """Settings of a run that writes its solution and reproduces the other program's numbers."""

    def __new__(cls) -> Any:
        settings: Any = Own()
        settings.solutionSettings.writeSolutionToFile = True
        if HAS_PROFILE:
            settings.compatibility = "exudyn"
        return settings
