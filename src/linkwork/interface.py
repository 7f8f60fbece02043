"""The public names of the package, in one place; `linkwork` re-exports them.

They are separate from `linkwork/__init__.py` because they need NumPy, which the help texts of the
command line do not.
"""

from linkwork.api.files import load
from linkwork.api.system import MainSystem, SystemContainer
from linkwork.core.declare.indices import (
    ItemIndex,
    LoadIndex,
    MarkerIndex,
    NodeIndex,
    ObjectIndex,
    SensorIndex,
)
from linkwork.core.declare.matrices import MatrixContainer
from linkwork.core.declare.sections import BeamSection, BeamSectionGeometry
from linkwork.core.enums import (
    ConfigurationType,
    CrossSectionType,
    DynamicSolverType,
    ItemType,
    JointType,
    LinearSolverType,
    NodeType,
    OutputVariableType,
)
from linkwork.core.errors import ParameterError, SolverError, SysError, UserFunctionError
from linkwork.core.functions.marked import called_back, compiled
from linkwork.model.function_records import UserFunctionRecord
from linkwork.results.record.event import Event
from linkwork.results.solution import Solution
from linkwork.settings.simulation import SimulationSettings
from linkwork.settings.visualization import VisualizationSettings
