"""SystemContainer and MainSystem: building, assembling, asking and solving models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwork import bodies, connectors, loads, markers, nodes, sensors
from linkwork.bodies.body import Body
from linkwork.core.declare import Item, checked, from_dict
from linkwork.core.enums import ConfigurationType, DynamicSolverType, OutputVariableType
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.indices import (
    INDEX_TYPES,
    ItemIndex,
    LoadIndex,
    MarkerIndex,
    NodeIndex,
    ObjectIndex,
    SensorIndex,
    index_of,
)
from linkwork.core.parameters import Array, shown
from linkwork.core.status import TEXTS, decode
from linkwork.data import Data
from linkwork.markers.points import MOTION
from linkwork.model import Model
from linkwork.partners import check_output, check_partners
from linkwork.results.solution import Solution
from linkwork.sensors.sensor import Sensor
from linkwork.settings import SimulationSettings
from linkwork.solvers.changes import reason
from linkwork.system_data import SystemData

FAMILIES: dict[str, dict[str, type[Item]]] = {
    family: {kind.type_name: kind for kind in kinds}
    for family, kinds in {
        "node": nodes.KINDS,
        "object": (*bodies.KINDS, *connectors.KINDS),
        "marker": markers.KINDS,
        "load": loads.KINDS,
        "sensor": sensors.KINDS,
    }.items()
}
"""Family -> documented type name -> item class."""

Configuration = ConfigurationType
PreStep = Callable[["MainSystem", float], bool]


class SystemContainer:
    """Holds systems; most users need one."""

    def __init__(self) -> None:
        self._systems: list[MainSystem] = []

    def AddSystem(self) -> MainSystem:
        """Make a new, empty system."""
        self._systems.append(MainSystem())
        return self._systems[-1]

    def NumberOfSystems(self) -> int:
        """How many systems there are."""
        return len(self._systems)

    def GetSystem(self, systemNumber: int) -> MainSystem:
        """System of that number."""
        if not 0 <= systemNumber < len(self._systems):
            raise SysError(f"system {systemNumber} does not exist; there are {len(self._systems)}")
        return self._systems[systemNumber]

    def Reset(self) -> None:
        """Forget all systems."""
        self._systems.clear()

    def __repr__(self) -> str:
        return "\n".join(
            [
                f"SystemContainer with {len(self._systems)} system(s)",
                *(f"system {k}: {system!r}" for k, system in enumerate(self._systems)),
            ]
        )


class MainSystem:
    """A multibody system: items, their assembled model, its state, its solvers.

    variables -- a dictionary of the user's own
    solution -- Solution of the last run, also of one that failed; None before the first
    is_running -- whether the system is being solved right now
    """

    def __init__(self) -> None:
        self.variables: dict[str, Any] = {}
        self.is_running = False
        self._model: Model | None = None
        self._data: Data | None = None
        self.Reset()

    def Reset(self) -> None:
        """Forget all items, results and user functions; `variables` stays."""
        self._refuse_while_running("Reset")
        self._items: dict[str, list[Any]] = {family: [] for family in FAMILIES}
        self._names: dict[str, dict[str, int]] = {family: {} for family in FAMILIES}
        self._pre_step: PreStep | None = None
        self.solution: Solution | None = None
        self.systemData = SystemData(self._items)
        self._drop_model()

    # ------------------------------------------------------------------ building

    def AddNode(self, item: Item | Mapping[str, Any]) -> NodeIndex:
        """Add a node; returns its number."""
        return NodeIndex(self._add("node", item))

    def AddObject(self, item: Item | Mapping[str, Any]) -> ObjectIndex:
        """Add a body, connector or constraint; returns its number."""
        return ObjectIndex(self._add("object", item))

    def AddMarker(self, item: Item | Mapping[str, Any]) -> MarkerIndex:
        """Add a marker; returns its number."""
        return MarkerIndex(self._add("marker", item))

    def AddLoad(self, item: Item | Mapping[str, Any]) -> LoadIndex:
        """Add a load; returns its number."""
        return LoadIndex(self._add("load", item))

    def AddSensor(self, item: Item | Mapping[str, Any]) -> SensorIndex:
        """Add a sensor; returns its number."""
        return SensorIndex(self._add("sensor", item))

    def _add(self, family: str, given: Item | Mapping[str, Any]) -> int:
        self._refuse_while_running(f"Add{family.capitalize()}")
        item = from_dict(given, FAMILIES[family], family) if isinstance(given, Mapping) else given
        if not isinstance(item, Item) or item.family != family:
            raise ParameterError(
                f"Add{family.capitalize()} takes a {family} (an item or its dictionary), "
                f"got {shown(given)}"
            )
        number = len(self._items[family])
        made = checked(item, number)
        made.name = made.name or self._free_name(family, number)
        if made.name in self._names[family]:
            other = self._names[family][made.name]
            raise ParameterError(
                f"{made.label(number)}: the name {made.name!r} is taken by {family} {other}; "
                "names are unique per kind"
            )
        check_partners(made, number, self._items)
        self._items[family].append(made)
        self._names[family][made.name] = number
        self._drop_model()
        return number

    def _free_name(self, family: str, number: int) -> str:
        """Name of an item without one: object3, or object3_ if a user took that."""
        name = f"{family}{number}"
        while name in self._names[family]:
            name += "_"
        return name

    def Assemble(self) -> None:
        """Check the model and number its coordinates; the state becomes the initial one."""
        self._refuse_while_running("Assemble")
        self._drop_model()
        model = Model(self._items, self)
        self._model, self._data = model, Data(model)
        self.systemData.attach(model, self._data)

    def _drop_model(self) -> None:
        self._model = self._data = None
        self.systemData.attach(None, None)

    def _assembled(self, what: str) -> tuple[Model, Data]:
        if self._model is None or self._data is None:
            raise SysError(f"{what} needs an assembled system: call mbs.Assemble() first")
        return self._model, self._data

    def _refuse_while_running(self, what: str) -> None:
        if self.is_running:
            raise SysError(f"{what} cannot be called while the system is being solved")

    # ------------------------------------------------------------------ items

    def _number(self, family: str, number: Any) -> int:
        """Item number of an int, an index of the right kind, or a name."""
        if isinstance(number, str):
            return self._look_up(family, number)
        found = index_of(number, family)
        count = len(self._items[family])
        if found is None:
            wanted = INDEX_TYPES[family].__name__
            raise ParameterError(
                f"a {family} number (int, {wanted} or name) is needed, got {number!r}"
            )
        if not 0 <= found < count:
            raise ParameterError(f"{family} {found} does not exist; there are {count}")
        return found

    def _look_up(self, family: str, name: str) -> int:
        if not isinstance(name, str):
            raise ParameterError(f"the name of a {family} is a string, got {name!r}")
        if name not in self._names[family]:
            known = ", ".join(list(self._names[family])[:8]) or "none"
            raise ParameterError(f"there is no {family} named {name!r}; names are: {known}")
        return self._names[family][name]

    def GetNodeNumber(self, nodeName: str) -> NodeIndex:
        """Number of the node of that name."""
        return NodeIndex(self._look_up("node", nodeName))

    def GetObjectNumber(self, objectName: str) -> ObjectIndex:
        """Number of the object of that name."""
        return ObjectIndex(self._look_up("object", objectName))

    def GetMarkerNumber(self, markerName: str) -> MarkerIndex:
        """Number of the marker of that name."""
        return MarkerIndex(self._look_up("marker", markerName))

    def GetLoadNumber(self, loadName: str) -> LoadIndex:
        """Number of the load of that name."""
        return LoadIndex(self._look_up("load", loadName))

    def GetSensorNumber(self, sensorName: str) -> SensorIndex:
        """Number of the sensor of that name."""
        return SensorIndex(self._look_up("sensor", sensorName))

    def _item(self, family: str, number: Any) -> tuple[Item, int]:
        found = self._number(family, number)
        return self._items[family][found], found

    def GetNode(self, nodeNumber: ItemIndex | int | str) -> dict[str, Any]:
        """Dictionary of a node."""
        return self._item("node", nodeNumber)[0].to_dict()

    def GetObject(self, objectNumber: ItemIndex | int | str) -> dict[str, Any]:
        """Dictionary of an object."""
        return self._item("object", objectNumber)[0].to_dict()

    def GetMarker(self, markerNumber: ItemIndex | int | str) -> dict[str, Any]:
        """Dictionary of a marker."""
        return self._item("marker", markerNumber)[0].to_dict()

    def GetLoad(self, loadNumber: ItemIndex | int | str) -> dict[str, Any]:
        """Dictionary of a load."""
        return self._item("load", loadNumber)[0].to_dict()

    def GetSensor(self, sensorNumber: ItemIndex | int | str) -> dict[str, Any]:
        """Dictionary of a sensor."""
        return self._item("sensor", sensorNumber)[0].to_dict()

    def _get_parameter(self, family: str, number: Any, name: str) -> Any:
        item, _ = self._item(family, number)
        item.check_name(name)
        if name.startswith("V") and name[1:] in item.V.fields:
            return item.V.fields[name[1:]].kind.plain(getattr(item.visualization, name[1:]))
        p = item.field(item.aliases.get(name, name))
        return p.kind.plain(getattr(item, p.name))

    def _set_parameter(self, family: str, number: Any, name: str, value: Any) -> None:
        item, found = self._item(family, number)
        owner = item.label(found)
        item.check_name(name)
        if name.startswith("V") and name[1:] in item.V.fields:
            drawn = item.V.fields[name[1:]]
            setattr(item.visualization, drawn.name, drawn.check(value, owner))
            return
        p = item.field(item.aliases.get(name, name))
        new = p.check(value, owner)
        if p.name == "name":
            self._rename(family, item, found, new)
            return
        if self.is_running and (p.structural or family == "sensor"):
            raise SysError(f"{owner}: {p.name} cannot be changed while the system is being solved")
        old, was_given = getattr(item, p.name), p.name in item.given
        setattr(item, p.name, new)
        item.given.add(p.name)
        try:
            check_partners(item, found, self._items)
        except ParameterError:
            setattr(item, p.name, old)
            if not was_given:
                item.given.discard(p.name)
            raise
        if p.structural:
            self._drop_model()
        elif self._model is not None and self._data is not None:
            self._model.write(family, found, p, new)
            self._data["markers"]["mass"] = self._model.marker_start["mass"]
            self._data.scalars.changed |= reason(item, p)

    def _rename(self, family: str, item: Item, number: int, name: str) -> None:
        name = name or self._free_name(family, number)
        if self._names[family].get(name, number) != number:
            raise ParameterError(f"{item.label(number)}: the name {name!r} is taken")
        del self._names[family][item.name]
        self._names[family][name] = number
        item.name = name

    def GetNodeParameter(self, nodeNumber: Any, parameterName: str) -> Any:
        """Value of a node's parameter."""
        return self._get_parameter("node", nodeNumber, parameterName)

    def GetObjectParameter(self, objectNumber: Any, parameterName: str) -> Any:
        """Value of an object's parameter."""
        return self._get_parameter("object", objectNumber, parameterName)

    def GetMarkerParameter(self, markerNumber: Any, parameterName: str) -> Any:
        """Value of a marker's parameter."""
        return self._get_parameter("marker", markerNumber, parameterName)

    def GetLoadParameter(self, loadNumber: Any, parameterName: str) -> Any:
        """Value of a load's parameter."""
        return self._get_parameter("load", loadNumber, parameterName)

    def GetSensorParameter(self, sensorNumber: Any, parameterName: str) -> Any:
        """Value of a sensor's parameter."""
        return self._get_parameter("sensor", sensorNumber, parameterName)

    def SetNodeParameter(self, nodeNumber: Any, parameterName: str, value: Any) -> None:
        """Change a node's parameter; needs a new Assemble."""
        self._set_parameter("node", nodeNumber, parameterName, value)

    def SetObjectParameter(self, objectNumber: Any, parameterName: str, value: Any) -> None:
        """Change an object's parameter; acts from the next step."""
        self._set_parameter("object", objectNumber, parameterName, value)

    def SetMarkerParameter(self, markerNumber: Any, parameterName: str, value: Any) -> None:
        """Change a marker's parameter; needs a new Assemble."""
        self._set_parameter("marker", markerNumber, parameterName, value)

    def SetLoadParameter(self, loadNumber: Any, parameterName: str, value: Any) -> None:
        """Change a load's parameter; acts from the next step."""
        self._set_parameter("load", loadNumber, parameterName, value)

    def SetSensorParameter(self, sensorNumber: Any, parameterName: str, value: Any) -> None:
        """Change a sensor's parameter."""
        self._set_parameter("sensor", sensorNumber, parameterName, value)

    # ------------------------------------------------------------------ outputs

    def _update_markers(self, state: Mapping[str, Any] | None = None) -> None:
        """Marker states of the present coordinates, or those of another state."""
        model, data = self._assembled("a marker")
        for dimension, rows in model.points.items():
            data.in_python(MOTION[dimension][0], rows, **(state or {}))

    def _output(
        self,
        family: str,
        number: Any,
        variable: OutputVariableType,
        configuration: ConfigurationType,
        local: Any = (0.0, 0.0, 0.0),
    ) -> Any:
        model, data = self._assembled("an output")
        item, found = self._item(family, number)
        check_output(item, found, variable)
        state: dict[str, Any] = dict(self.systemData.arrays_of(configuration))
        state["markers"] = state["markers_out"] = data["markers"].copy()
        self._update_markers(state)
        table, row = model.place[family, found]
        output = table.kind.outputs[variable]
        value = np.zeros(9)
        is_bound = (family, found) in model.functions
        if not is_bound:
            model.bind_function(family, found)
        try:
            status = data.in_python(
                table.kind.kernels["output"], table,
                row=row, variable=int(variable), local=np.asarray(local, float), value_out=value,
                **state,
            )  # fmt: skip
        finally:
            if not is_bound:
                model.release_function(family, found)
        if status:
            raise SysError(f"{item.label(found)}: {TEXTS[decode(status)[0]]}")
        if output.size == 0:
            return float(value[0])
        return value.reshape(3, 3) if output.size == 9 else value[: output.size]

    def GetNodeOutput(
        self,
        nodeNumber: Any,
        variableType: OutputVariableType,
        configuration: ConfigurationType = Configuration.Current,
    ) -> Any:
        """Output variable of a node."""
        return self._output("node", nodeNumber, variableType, configuration)

    def GetObjectOutput(
        self,
        objectNumber: Any,
        variableType: OutputVariableType,
        configuration: ConfigurationType = Configuration.Current,
    ) -> Any:
        """Output variable of an object."""
        return self._output("object", objectNumber, variableType, configuration)

    def GetObjectOutputBody(
        self,
        objectNumber: Any,
        variableType: OutputVariableType,
        localPosition: Any = (0.0, 0.0, 0.0),
        configuration: ConfigurationType = Configuration.Current,
    ) -> Any:
        """Output variable of a body at a local position."""
        item, number = self._item("object", objectNumber)
        if not isinstance(item, Body):
            raise ParameterError(f"GetObjectOutputBody needs a body, got {item.label(number)}")
        try:
            local = Array((3,)).check(localPosition)
        except ParameterError as error:
            raise ParameterError(f"{item.label(number)}: localPosition {error}") from None
        return self._output("object", number, variableType, configuration, local)

    def GetMarkerOutput(
        self,
        markerNumber: Any,
        variableType: OutputVariableType,
        configuration: ConfigurationType = Configuration.Current,
    ) -> Any:
        """Output variable of a marker."""
        return self._output("marker", markerNumber, variableType, configuration)

    def GetLoadValues(self, loadNumber: Any) -> Any:
        """Vector of a load at the present time, with its user function."""
        item, number = self._item("load", loadNumber)
        return self._output("load", number, next(iter(item.outputs)), Configuration.Current)

    def GetSensorValues(
        self, sensorNumber: Any, configuration: ConfigurationType = Configuration.Current
    ) -> Any:
        """Present value of a sensor."""
        number = self._number("sensor", sensorNumber)
        target = self._assembled("a sensor value")[0].targets[number]
        return self._output(
            target.family, target.number, target.variable, configuration, target.local
        )

    def GetSensorStoredData(self, sensorNumber: Any) -> np.ndarray:
        """Recorded values of a sensor with storeInternal=True; the first column is the time."""
        item, number = self._item("sensor", sensorNumber)
        if not isinstance(item, Sensor) or not item.storeInternal:
            raise SysError(f"{item.label(number)}: set storeInternal=True to keep its values")
        stored = list(self.solution.sensors.values()) if self.solution is not None else []
        if number >= len(stored):
            raise SysError(
                f"{item.label(number)} has no stored data: solve the system first, with "
                "solutionSettings.sensorsStoreAndWriteFiles = True"
            )
        return stored[number].copy()

    # ------------------------------------------------------------------ solving

    def SetPreStepUserFunction(self, value: PreStep | int | None) -> None:
        """Function f(mbs, t) -> bool called before each step with the time at its end.

        True goes on, False makes this step the last; 0 or None removes the function.
        """
        if value is None or (type(value) is int and value == 0):
            self._pre_step = None
        elif callable(value):
            self._pre_step = value
        else:
            raise ParameterError(
                f"SetPreStepUserFunction takes a function (mbs, t) or 0, got {value!r}"
            )

    def GetPreStepUserFunction(self) -> PreStep | int:
        """The pre-step function, 0 if there is none."""
        return self._pre_step or 0

    def SolveDynamic(
        self,
        simulationSettings: SimulationSettings | None = None,
        solverType: DynamicSolverType | int = DynamicSolverType.GeneralizedAlpha,
        updateInitialValues: bool = False,
        storeSolver: bool = True,
        showHints: bool = False,
        showCausingItems: bool = True,
        autoAssemble: bool = True,
    ) -> Solution:
        """Integrate in time from the initial values; returns the Solution.

        updateInitialValues makes the end state the start of the next run. storeSolver, showHints
        and showCausingItems are accepted for compatibility: errors always tell item and advice.
        """
        from linkwork.solvers.run import Run, check_run

        self._refuse_while_running("SolveDynamic")
        settings = simulationSettings if simulationSettings is not None else SimulationSettings()
        if not isinstance(settings, SimulationSettings):
            raise ParameterError(f"SolveDynamic takes SimulationSettings, got {settings!r}")
        if self._model is None and autoAssemble:
            self.Assemble()
        model, data = self._assembled("SolveDynamic")
        if type(solverType) is int and solverType in list(map(int, DynamicSolverType)):
            solverType = DynamicSolverType(solverType)
        if not isinstance(solverType, DynamicSolverType):
            raise ParameterError(f"solverType is a DynamicSolverType, got {solverType!r}")
        check_run(model, settings, solverType)
        self.is_running = True
        try:
            self.systemData.to_initial_state()
            continued = self.systemData.initial_is_result
            run = Run(model, data, settings, solverType, self._pre_step, continued)
            try:
                solution = run.execute()
            finally:
                self.solution = run.solution
        finally:
            self.is_running = False
            model.release_functions()
        if updateInitialValues:
            self.systemData.keep_as_initial_state()
        return solution

    # ------------------------------------------------------------------ text

    def __repr__(self) -> str:
        lines = ["<MainSystem"]
        for family, members in self._items.items():
            kinds: dict[str, int] = {}
            for item in members:
                label = item.short_name or type(item).__name__
                kinds[label] = kinds.get(label, 0) + 1
            told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
            lines.append(f"  {counted(len(members), family)}" + (f": {told}" if told else ""))
        if self._model is None:
            lines.append("  not assembled")
        else:
            lines.append(
                f"  assembled: {counted(self._model.n_ode2, 'coordinate')}, "
                f"{counted(self._model.n_ae, 'constraint equation')}, "
                f"t = {self.systemData.GetTime():g} s"
            )
        return "\n".join(lines) + ">"


def counted(count: int, noun: str) -> str:
    """1 node, 2 nodes"""
    return f"{count} {noun}" + ("" if count == 1 else "s")
