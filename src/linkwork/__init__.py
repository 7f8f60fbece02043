"""Linkwork: multibody dynamics in Python at compiled speed.

import linkwork as exu
from linkwork.items import *
"""

from linkwork.core.enums import (
    ConfigurationType,
    DynamicSolverType,
    ItemType,
    LinearSolverType,
    OutputVariableType,
)
from linkwork.core.errors import ParameterError, SolverError, SysError, UserFunctionError
from linkwork.core.indices import (
    ItemIndex,
    LoadIndex,
    MarkerIndex,
    NodeIndex,
    ObjectIndex,
    SensorIndex,
)
from linkwork.core.matrices import MatrixContainer
from linkwork.core.user_functions import called_back, compiled
from linkwork.function_records import UserFunctionRecord
from linkwork.loading import load
from linkwork.results.solution import Solution
from linkwork.settings import SimulationSettings
from linkwork.system import MainSystem, SystemContainer

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
    "called_back",
    "compiled",
    "load",
]
