"""Stands in for the package exudyn (interface of version 1.11), so that its scripts run unmodified.

    linkwork script old_model.py        or        import linkwork.exudyn.install

Public modules have the names that scripts import. What begins with an underscore is ours. The
package holds no physics: it translates names and calls to those of Linkwork.
"""

from typing import Any

from linkwork.exudyn._console import (
    VERSION,
    Config,
    GetVersionString,
    Print,
    RequireVersion,
    SetLinalgOutputFormatPython,
    SetOutputPrecision,
    SetPrintDelayMilliSeconds,
    SetWriteToConsole,
    SetWriteToFile,
    SuppressWarnings,
    config,
)
from linkwork.exudyn._enums import (
    AccessFunctionType,
    ContactTypeIndex,
    CrossSectionType,
    JointType,
    KeyCode,
    NodeGroup,
    ObjectType,
)
from linkwork.exudyn._lists import (
    BeamSection,
    BeamSectionGeometry,
    Matrix3DList,
    Matrix6DList,
    Vector2DList,
    Vector3DList,
    Vector6DList,
)
from linkwork.exudyn._renderer import Materials as GraphicsMaterialList
from linkwork.exudyn._renderer import Renderer
from linkwork.exudyn._settings import SimulationSettings
from linkwork.exudyn._special import (
    Experimental,
    InfoStat,
    Special,
    SpecialExceptions,
    SpecialSolver,
    experimental,
    special,
)
from linkwork.interface import (
    ConfigurationType,
    DynamicSolverType,
    ItemIndex,
    ItemType,
    LinearSolverType,
    LoadIndex,
    MarkerIndex,
    MatrixContainer,
    NodeIndex,
    NodeType,
    ObjectIndex,
    OutputVariableType,
    SensorIndex,
)

__version__ = VERSION

sys: dict[str, Any] = {}
"""Dictionary of the whole program, e.g. of 'renderState'."""

variables: dict[str, Any] = {}
"""Dictionary for users."""


from linkwork.exudyn._container import SystemContainer  # noqa: E402
from linkwork.exudyn._missing import missing_class as _missing_class  # noqa: E402
from linkwork.exudyn._system import MainSystem  # noqa: E402
from linkwork.exudyn._system_data import SystemData  # noqa: E402
from linkwork.exudyn._visualization import VisualizationSettings  # noqa: E402
from linkwork.exudyn.mainSystemExtensions import JointPreCheckCalcBodyMarkers  # noqa: E402
from linkwork.settings.simulation import (  # noqa: E402
    DiscontinuousSettings,
    ExplicitIntegrationSettings,
    GeneralizedAlphaSettings,
    LinearSolverSettings,
    NewtonSettings,
    NumericalDifferentiationSettings,
    SolutionSettings,
    StaticSolverSettings,
    TimeIntegrationSettings,
)
from linkwork.settings.simulation import ParallelSettings as Parallel  # noqa: E402

GeneralContact = _missing_class("GeneralContact", "Linkwork has no GeneralContact yet")
VisuGeneralContact = _missing_class("VisuGeneralContact", "Linkwork has no GeneralContact yet")


def InvalidIndex() -> int:
    """The number of an item that does not exist."""
    return -1


def Help() -> None:
    """Print where help is."""
    Print("help(exudyn.SystemContainer), help of items such as help(SpringDamper), and the docs")


def StartRenderer(verbose: int = 0, deprecationWarning: bool = True) -> bool:
    """Older form of SC.renderer.Start."""
    from linkwork.exudyn._notices import notice
    from linkwork.exudyn._renderer import NO_WINDOW

    notice("renderer", NO_WINDOW)
    return True


def StopRenderer(deprecationWarning: bool = True) -> None:
    """Older form of SC.renderer.Stop."""


def DoRendererIdleTasks(waitSeconds: float = 0, deprecationWarning: bool = True) -> None:
    """Older form of SC.renderer.DoIdleTasks."""


def IsRendererActive(deprecationWarning: bool = True) -> bool:
    """Older form of SC.renderer.IsActive."""
    return False


def __getattr__(name: str) -> Any:
    """A module of the package, which scripts use without importing it, or a class of settings."""
    import importlib
    import importlib.util

    if name.startswith("VSettings"):
        from linkwork.exudyn._visualization import SettingsGroup

        return SettingsGroup

    if not name.startswith("_") and importlib.util.find_spec(f"{__name__}.{name}") is not None:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


from linkwork.exudyn import solver  # noqa: E402
from linkwork.exudyn._solver_data import (  # noqa: E402
    CSolverTimer,
    SolverConvergenceData,
    SolverFileData,
    SolverIterationData,
    SolverLocalData,
    SolverOutputData,
)
from linkwork.exudyn._solver_objects import (  # noqa: E402
    MainSolverExplicit,
    MainSolverImplicitSecondOrder,
    MainSolverStatic,
)
from linkwork.exudyn.solver import (  # noqa: E402
    ComputeLinearizedSystem,
    ComputeODE2Eigenvalues,
    ComputeSystemDegreeOfFreedom,
    SolveDynamic,
    SolverSuccess,
    SolveStatic,
)
