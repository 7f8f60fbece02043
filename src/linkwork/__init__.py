"""Linkwork: multibody dynamics in Python at compiled speed.

import linkwork as exu
from linkwork.items import *
"""

import os
from typing import TYPE_CHECKING, Any

os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "22")
"""How long idle threads of OpenBLAS spin before they sleep: 2^22 instead of 2^28 cycles, about 1 ms
instead of 0.1 s. NumPy and SciPy start them when they are loaded, so that without this, each
process wastes 0.1 s on every other core. Read when NumPy is loaded; a value of the user remains."""

if TYPE_CHECKING:
    from linkwork.diagnosis.findings import Diagnosis, Finding
    from linkwork.ensemble.distributions import (
        Distribution,
        lognormal,
        normal,
        triangular,
        truncated,
        uniform,
    )
    from linkwork.ensemble.ensemble import Ensemble
    from linkwork.ensemble.result import EnsembleResult
    from linkwork.fitting.fit import fit
    from linkwork.fitting.optimize import optimize
    from linkwork.fitting.optimum import Optimum
    from linkwork.fitting.result import Fit
    from linkwork.interface import *
    from linkwork.modes.linearization import Linearization
    from linkwork.modes.result import Modes

__version__ = "0.1.0"

__all__ = [
    "BeamSection",
    "BeamSectionGeometry",
    "ConfigurationType",
    "CrossSectionType",
    "Diagnosis",
    "Distribution",
    "DynamicSolverType",
    "Ensemble",
    "EnsembleResult",
    "Event",
    "Finding",
    "Fit",
    "ItemIndex",
    "ItemType",
    "JointType",
    "LinearSolverType",
    "Linearization",
    "LoadIndex",
    "MainSystem",
    "MarkerIndex",
    "MatrixContainer",
    "Modes",
    "NodeIndex",
    "NodeType",
    "ObjectIndex",
    "Optimum",
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
    "fit",
    "load",
    "lognormal",
    "normal",
    "optimize",
    "triangular",
    "truncated",
    "uniform",
]


MODULES = (
    *("extend", "graphics", "gym", "items", "planar", "plot"),
    *("robotics", "robots", "utilities"),
)
"""Modules that need no separate import, as in `linkwork.graphics.Sphere`."""

SELDOM = {
    "Diagnosis": "linkwork.diagnosis.findings",
    "Distribution": "linkwork.ensemble.distributions",
    "Ensemble": "linkwork.ensemble.ensemble",
    "EnsembleResult": "linkwork.ensemble.result",
    "Finding": "linkwork.diagnosis.findings",
    "Fit": "linkwork.fitting.result",
    "Linearization": "linkwork.modes.linearization",
    "Modes": "linkwork.modes.result",
    "Optimum": "linkwork.fitting.optimum",
    "fit": "linkwork.fitting.fit",
    "lognormal": "linkwork.ensemble.distributions",
    "normal": "linkwork.ensemble.distributions",
    "optimize": "linkwork.fitting.optimize",
    "triangular": "linkwork.ensemble.distributions",
    "truncated": "linkwork.ensemble.distributions",
    "uniform": "linkwork.ensemble.distributions",
}
"""Names that most programs do not need: each is loaded separately at its first use."""


def __getattr__(name: str) -> Any:
    """Return a public name; the first access loads them all. `linkwork --help` needs none."""
    if name in MODULES:
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in SELDOM:
        from importlib import import_module

        return getattr(import_module(SELDOM[name]), name)
    from linkwork.core.collector import collector_paused

    with collector_paused():
        import linkwork.interface as interface

    globals().update({each: getattr(interface, each) for each in __all__ if each not in SELDOM})
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *MODULES})
