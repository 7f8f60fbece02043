"""The public names of the package, in one place; `linkwork` hands them out.

They are apart from `linkwork/__init__.py` because they need NumPy, which the help texts of the
command line do without.
"""

from linkwork.api.files import load
from linkwork.api.system import MainSystem, SystemContainer
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
from linkwork.results.event import Event
from linkwork.results.solution import Solution
from linkwork.settings import SimulationSettings
from linkwork.visualization_settings import VisualizationSettings
