"""Linkwork: multibody dynamics in Python at compiled speed.

import linkwork as exu
from linkwork.items import *
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwork.interface import *

__version__ = "0.1.0"

__all__ = [
    "ConfigurationType",
    "DynamicSolverType",
    "ItemIndex",
    "ItemType",
    "LinearSolverType",
    "LoadIndex",
    "MainSystem",
    "MarkerIndex",
    "MatrixContainer",
    "NodeIndex",
    "ObjectIndex",
    "OutputVariableType",
    "ParameterError",
    "SensorIndex",
    "SimulationSettings",
    "Solution",
    "SolverError",
    "SysError",
    "SystemContainer",
    "UserFunctionError",
    "UserFunctionRecord",
    "VisualizationSettings",
    "called_back",
    "compiled",
    "load",
]


MODULES = ("extend", "graphics", "items", "planar", "plot", "utilities")
"""Modules that are there without an import of their own, as `linkwork.graphics.Sphere`."""


def __getattr__(name: str) -> Any:
    """A public name; the first one loads them all. `linkwork --help` asks for none."""
    if name in MODULES:
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import linkwork.interface as interface

    globals().update({each: getattr(interface, each) for each in __all__})
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *MODULES})
