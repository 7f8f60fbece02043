"""mbs: a system of Linkwork with the methods, arguments and results that scripts expect."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from linkwork.api.system import MainSystem as Base
from linkwork.core.declare.item import checked
from linkwork.core.enums import ConfigurationType, DynamicSolverType
from linkwork.exudyn import _create, _missing, _outputs, _solving, _system_graph, plot
from linkwork.exudyn._console import VERSION
from linkwork.exudyn._notices import notice
from linkwork.exudyn._renderer import NO_WINDOW, wishes
from linkwork.exudyn._settings import SimulationSettings
from linkwork.exudyn._solver_timeout import limited
from linkwork.exudyn._system_data import SystemData
from linkwork.exudyn._templates import fixed_mass, item_of
from linkwork.exudyn._viewer import note_run, show_solution
from linkwork.results.files.compatible import sensed, turned_from

CURRENT = ConfigurationType.Current
STEP_FUNCTIONS = (
    "PreStepUserFunction", "PostNewtonUserFunction", "PostStepUserFunction",
    "PreNewtonResidualUserFunction", "SystemJacobianUserFunction",
)  # fmt: skip
"""Functions of the whole system, as methods Set... and Get... name them."""

NO_CONTACT = "Linkwork has no GeneralContact yet"


class MainSystem(Base):
    """A multibody system.

    sys -- dictionary of the solvers; variables -- dictionary for users
    """

    system_data_class = SystemData
    functions_take_lists = True

    def __init__(self, visualizationSettings: Any = None) -> None:
        self.sys: dict[str, Any] = {}
        self.interactiveMode = False
        self.solverSignalJacobianUpdate = False
        self._container: Any = None
        self._stop_flag = False
        self._is_consistent = self._timed_out = self._interrupted = False
        self._earlier_rows: dict[int, list[Any]] = {}
        super().__init__(visualizationSettings)

    # ------------------------------------------------------------------ structure

    @property
    def systemIsConsistent(self) -> bool:
        """Whether the script has assembled the system since the last item was added."""
        return self._is_consistent and self._model is not None

    def Reset(self) -> None:
        super().Reset()
        self.sys.clear()
        self.variables.clear()
        self._is_consistent = False

    def Assemble(self) -> None:
        super().Assemble()
        assert self._data is not None
        self._data.scalars.compatible = True  # until a run decides otherwise
        self._is_consistent = True
        if self._data is not None:  # outputs before the first run follow the same laws
            self._data.scalars.compatible = 1

    def AssembleCoordinates(self) -> None:
        """A part of Assemble; here it assembles the whole system."""
        self.Assemble()

    def AssembleLTGLists(self) -> None:
        """A part of Assemble, which AssembleCoordinates has done."""
        if self._model is None:
            self.Assemble()

    def AssembleInitializeSystemCoordinates(self) -> None:
        """A part of Assemble, which AssembleCoordinates has done."""
        self.AssembleLTGLists()

    def AssembleSystemInitialize(self) -> None:
        """A part of Assemble, which AssembleCoordinates has done."""
        self.AssembleLTGLists()

    def GetSystemContainer(self) -> Any:
        """The container of the system."""
        return self._container

    def GetAvailableFactoryItems(self) -> dict[str, list[str]]:
        """Names of the types of items, by family."""
        from linkwork.items import FAMILIES

        return {family.capitalize(): list(kinds) for family, kinds in FAMILIES.items()}

    # ------------------------------------------------------------------ items

    def AddNode(self, pyObject: Any) -> Any:
        return super().AddNode(item_of("node", pyObject))

    def AddObject(self, pyObject: Any) -> Any:
        return super().AddObject(fixed_mass(item_of("object", pyObject), self._items))

    def AddMarker(self, pyObject: Any) -> Any:
        return super().AddMarker(item_of("marker", pyObject))

    def AddLoad(self, pyObject: Any) -> Any:
        return super().AddLoad(item_of("load", pyObject))

    def AddSensor(self, pyObject: Any) -> Any:
        return super().AddSensor(item_of("sensor", pyObject))

    def GetObject(self, objectNumber: Any, addGraphicsData: bool = False) -> dict[str, Any]:
        form: dict[str, Any] = super().GetObject(objectNumber)
        if not addGraphicsData and form.get("VgraphicsData"):
            form["VgraphicsData"] = "<graphicsData: use addGraphicsData=True>"
        return form

    def GetNodeNumber(self, nodeName: str) -> Any:
        return self._number_or_none(super().GetNodeNumber, "node", nodeName)

    def GetObjectNumber(self, objectName: str) -> Any:
        return self._number_or_none(super().GetObjectNumber, "object", objectName)

    def GetMarkerNumber(self, markerName: str) -> Any:
        return self._number_or_none(super().GetMarkerNumber, "marker", markerName)

    def GetLoadNumber(self, loadName: str) -> Any:
        return self._number_or_none(super().GetLoadNumber, "load", loadName)

    def GetSensorNumber(self, sensorName: str) -> Any:
        return self._number_or_none(super().GetSensorNumber, "sensor", sensorName)

    def _number_or_none(self, look_up: Any, family: str, name: str) -> Any:
        """The number of an item, or an invalid index of its kind."""
        from linkwork.core.declare.indices import INDEX_TYPES

        return look_up(name) if name in self._store.names[family] else INDEX_TYPES[family](-1)

    def GetNodeODE2Index(self, nodeNumber: Any) -> int:
        """Number of the node's first coordinate in the system."""
        return self._first_of(self.systemData.GetNodeLTGODE2(nodeNumber))

    def GetNodeODE1Index(self, nodeNumber: Any) -> int:
        """Number of the node's first first-order coordinate in the system."""
        return self._first_of(self.systemData.GetNodeLTGODE1(nodeNumber))

    def GetNodeAEIndex(self, nodeNumber: Any) -> int:
        """Number of the node's first algebraic coordinate in the system."""
        return self._first_of(self.systemData.GetNodeLTGAE(nodeNumber))

    @staticmethod
    def _first_of(numbers: Any) -> int:
        return int(numbers[0]) if len(numbers) else -1

    def ModifyNode(self, nodeNumber: Any, nodeDict: dict[str, Any]) -> None:
        """Set all parameters of a dictionary."""
        self._modify(self.SetNodeParameter, "nodeType", nodeNumber, nodeDict)

    def ModifyObject(self, objectNumber: Any, objectDict: dict[str, Any]) -> None:
        """Set all parameters of a dictionary."""
        self._modify(self.SetObjectParameter, "objectType", objectNumber, objectDict)

    def ModifyMarker(self, markerNumber: Any, markerDict: dict[str, Any]) -> None:
        """Set all parameters of a dictionary."""
        self._modify(self.SetMarkerParameter, "markerType", markerNumber, markerDict)

    def ModifyLoad(self, loadNumber: Any, loadDict: dict[str, Any]) -> None:
        """Set all parameters of a dictionary."""
        self._modify(self.SetLoadParameter, "loadType", loadNumber, loadDict)

    def ModifySensor(self, sensorNumber: Any, sensorDict: dict[str, Any]) -> None:
        """Set all parameters of a dictionary."""
        self._modify(self.SetSensorParameter, "sensorType", sensorNumber, sensorDict)

    @staticmethod
    def _modify(set_parameter: Any, kind: str, number: Any, form: dict[str, Any]) -> None:
        for name, value in form.items():
            if name != kind:
                set_parameter(number, name, value)

    def GetDictionary(self) -> dict[str, Any]:
        """The whole system: lists of items as dictionaries, functions of steps, variables."""
        form: dict[str, Any] = {"version": VERSION}
        for family, items in self._items.items():
            form[f"{family}List"] = [item.to_dict() for item in items]
        for name in STEP_FUNCTIONS:
            form[f"{name[0].lower()}{name[1:]}"] = getattr(self, f"Get{name}")()
        form["variables"] = dict(self.variables)
        return form

    def SetDictionary(self, systemDict: dict[str, Any]) -> None:
        """Replace the whole system by one that GetDictionary has returned."""
        items: dict[str, list[Any]] = {}
        for family in self._items:
            forms = systemDict[f"{family}List"]
            items[family] = [checked(item_of(family, form), k) for k, form in enumerate(forms)]
        self.Reset()
        self._take_items(items)
        for name in STEP_FUNCTIONS:
            getattr(self, f"Set{name}")(systemDict.get(f"{name[0].lower()}{name[1:]}", 0))
        self.variables.update(systemDict.get("variables", {}))

    # ------------------------------------------------------------------ several items at once

    CreateGround = _create.CreateGround
    CreateMassPoint = _create.CreateMassPoint
    CreateRigidBody = _create.CreateRigidBody  # type: ignore[assignment]
    CreateSpringDamper = _create.CreateSpringDamper  # type: ignore[assignment]
    CreateCartesianSpringDamper = _create.CreateCartesianSpringDamper  # type: ignore[assignment]
    CreateDistanceConstraint = _create.CreateDistanceConstraint  # type: ignore[assignment]
    CreateRigidBodySpringDamper = _create.CreateRigidBodySpringDamper  # type: ignore[assignment]
    CreateSphereSphereContact = _create.CreateSphereSphereContact
    CreateSphereTriangleContact = _create.CreateSphereTriangleContact
    CreateSphereQuadContact = _create.CreateSphereQuadContact
    CreateKinematicTree = _create.CreateKinematicTree  # type: ignore[assignment]
    CreateFFRFReducedOrderObject = _create.CreateFFRFReducedOrderObject
    CreateDistanceSensorGeometry = _create.CreateDistanceSensorGeometry
    CreateDistanceSensor = _create.CreateDistanceSensor

    # ------------------------------------------------------------------ outputs

    GetNodeOutput = _outputs.GetNodeOutput
    GetObjectOutput = _outputs.GetObjectOutput
    GetObjectOutputBody = _outputs.GetObjectOutputBody
    GetMarkerOutput = _outputs.GetMarkerOutput
    GetLoadValues = _outputs.GetLoadValues
    GetSensorValues = _outputs.GetSensorValues
    GetSensorStoredData = _outputs.GetSensorStoredData
    GetObjectOutputSuperElement = _outputs.GetObjectOutputSuperElement

    # ------------------------------------------------------------------ solving

    SolveDynamic = _solving.SolveDynamic  # type: ignore[assignment]
    SolveStatic = _solving.SolveStatic  # type: ignore[assignment]
    _take_part = _solving.take_part
    ComputeODE2Eigenvalues = _solving.ComputeODE2Eigenvalues  # type: ignore[assignment]
    ComputeLinearizedSystem = _solving.ComputeLinearizedSystem  # type: ignore[assignment]
    ComputeSystemDegreeOfFreedom = _solving.ComputeSystemDegreeOfFreedom  # type: ignore[assignment]
    GetPreStepUserFunction = _solving.GetPreStepUserFunction
    GetPostNewtonUserFunction = _solving.GetPostNewtonUserFunction
    GetPostStepUserFunction = _solving.GetPostStepUserFunction
    GetPreNewtonResidualUserFunction = _solving.GetPreNewtonResidualUserFunction
    GetSystemJacobianUserFunction = _solving.GetSystemJacobianUserFunction

    # ------------------------------------------------------------------ contact

    AddGeneralContact = _missing.missing_function("MainSystem.AddGeneralContact", NO_CONTACT)
    GetGeneralContact = _missing.missing_function("MainSystem.GetGeneralContact", NO_CONTACT)
    DeleteGeneralContact = _missing.missing_function("MainSystem.DeleteGeneralContact", NO_CONTACT)

    def NumberOfGeneralContacts(self) -> int:
        """There is no GeneralContact."""
        return 0

    # ------------------------------------------------------------------ pictures

    def SolutionViewer(
        self,
        solution=None,
        rowIncrement=1,
        timeout=0.04,
        runOnStart=True,
        runMode=2,
        fontSize=12,
        title="",
        checkRenderEngineStopFlag=True,
    ):
        """Show a run in the player where there is a screen, else only say how.

        solution -- a Solution, or what LoadSolutionFile returned; None: the last run
        rowIncrement -- show every row of a loaded solution, every second one, ...
        """
        show_solution(self, solution, rowIncrement)

    DrawSystemGraph = _system_graph.DrawSystemGraph

    @functools.wraps(plot.PlotSensor)
    def PlotSensor(self, *args, **values):
        return plot.PlotSensor(self, *args, **values)

    def SendRedrawSignal(self) -> None:
        """Live views redraw by themselves."""

    def ActivateRendering(self, flag: bool = True) -> None:
        """Live views follow all systems."""

    def WaitForUserToContinue(
        self, printMessage: bool = True, deprecationWarning: bool = True
    ) -> None:
        """Return at once: nobody waits at a window."""
        if not wishes["live"]:
            notice("renderer", NO_WINDOW)

    def GetRenderEngineStopFlag(self) -> bool:
        """The flag that SetRenderEngineStopFlag has set."""
        return self._stop_flag

    def SetRenderEngineStopFlag(self, stopFlag: bool) -> None:
        """Keep a flag."""
        self._stop_flag = bool(stopFlag)
