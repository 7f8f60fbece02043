"""SystemContainer and MainSystem: building, assembling, querying and solving models.

MainSystem holds the state of a system; its methods are written in the other modules of this folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from functools import partial
from typing import Any, ClassVar, Self

from linkwork.api import (
    bulk,
    copies,
    deleting,
    diagnosis,
    files,
    items,
    modes,
    outputs,
    solving,
    texts,
    view,
)
from linkwork.api.create import (
    bodies,
    connectors,
    gravity,
    joints,
    kinematic_tree,
    loads,
    motions,
    rigid_bodies,
    rolling,
    space_joints,
    space_springs,
)
from linkwork.api.item_store import ItemStore
from linkwork.api.parameter_cells import Cell
from linkwork.api.retired_models import Change, Retired, retire, take_over
from linkwork.api.system_data.data import SystemData
from linkwork.bodies.body import Body
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Item, Parameter
from linkwork.core.declare.item_list import ItemList
from linkwork.core.errors import SysError, issued
from linkwork.core.functions.step_functions import StepFunctions
from linkwork.core.kernels.compile import jit_disabled
from linkwork.core.methods import named_as_methods
from linkwork.core.nesting import Asked
from linkwork.core.overflows import overflows_unnoticed
from linkwork.model.data import Data
from linkwork.model.live_outputs import LiveOutputs
from linkwork.model.model import Model
from linkwork.results.solution import Solution
from linkwork.run.changes import reason
from linkwork.settings.simulation import SimulationSettings
from linkwork.settings.visualization import VisualizationSettings


class SystemContainer:
    """Holds systems; most users need one.

    visualizationSettings -- how its systems are drawn

    Copies and pickles hold copies of the systems.
    """

    def __init__(self) -> None:
        self._systems: list[MainSystem] = []
        self.visualizationSettings = VisualizationSettings()

    def AddSystem(self) -> MainSystem:
        """Make a new, empty system."""
        self._systems.append(MainSystem(self.visualizationSettings))
        return self._systems[-1]

    def NumberOfSystems(self) -> int:
        """How many systems there are."""
        return len(self._systems)

    def GetSystem(self, systemNumber: int) -> MainSystem:
        """System of that number.

        systemNumber -- its number, in the order of AddSystem, from 0
        """
        if not 0 <= systemNumber < len(self._systems):
            raise SysError(f"system {systemNumber} does not exist; there are {len(self._systems)}")
        return self._systems[systemNumber]

    def Reset(self) -> None:
        """Remove all systems."""
        self._systems.clear()

    def __copy__(self) -> Self:
        return deepcopy(self)

    def __repr__(self) -> str:
        return "\n".join(
            [
                f"SystemContainer with {len(self._systems)} system(s)",
                *(f"system {k}: {system!r}" for k, system in enumerate(self._systems)),
            ]
        )


class _Locked:
    """Context in which user functions may read a system, but not change it.

    A class of its own: contexts made of generators take twice as long, in every short run.
    """

    __slots__ = ("_mbs",)

    def __init__(self, mbs: MainSystem) -> None:
        self._mbs = mbs

    def __enter__(self) -> None:
        self._mbs.is_running = self._mbs.systemData.is_locked = True

    def __exit__(self, *_: object) -> None:
        self._mbs.is_running = self._mbs.systemData.is_locked = False


@named_as_methods
class MainSystem:
    """A multibody system: items, their assembled model, its state, its solvers.

    variables -- a dictionary for the user's own data
    solution -- Solution of the last run, also of one that failed; None before the first
    is_running -- whether the system is being solved right now
    visualizationSettings -- how the system is drawn; those of its container
    simulationSettings -- those of the model file that the system was loaded from, else None

    Systems can be copied (copy.copy, copy.deepcopy) and pickled: see `docs/model-files`.
    """

    system_data_class: ClassVar[type[SystemData]] = SystemData
    functions_take_lists: ClassVar[bool] = False
    """Whether user functions get vectors and matrices as lists; else as arrays."""

    def __init__(self, visualizationSettings: VisualizationSettings | None = None) -> None:
        self.visualizationSettings = visualizationSettings or VisualizationSettings()
        self.variables: dict[str, Any] = {}
        self.is_running = False
        self._model: Model | None = None
        self._data: Data | None = None
        self._live: LiveOutputs | None = None
        self._handles: dict[tuple[str, Any, Any], Any] = {}
        self._cells: dict[tuple[str, int, str], Cell] = {}
        self._asked = Asked()
        self.Reset()

    def __copy__(self) -> Self:
        return copies.copied(self, copies.shallow, type(self)())

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        made = memo[id(self)] = type(self)()
        return copies.copied(self, partial(deepcopy, memo=memo), made)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (), copies.pickled(self)

    def __setstate__(self, form: dict[str, Any]) -> None:
        copies.rebuild(self, form)

    def __repr__(self) -> str:
        return texts.summary(self)

    # ------------------------------------------------------------------ state

    def Reset(self) -> None:
        """Remove all items, results and user functions; `variables` is kept."""
        self._refuse_while_running("Reset")
        if self._model is not None:
            retire(self)
        self._store = ItemStore()
        self._step_functions = StepFunctions()
        self.solution: Solution | None = None
        self.simulationSettings: SimulationSettings | None = None
        self.systemData = self.system_data_class(self._store.items)
        self._restructured()

    def Assemble(self) -> None:
        """Check the model and number its coordinates; the state becomes the initial one."""
        self._refuse_while_running("Assemble")
        self._restructured()
        known = take_over(self._store)
        if known is not None:
            self._take_over(*known)
            return
        before = issued[0]
        with overflows_unnoticed():
            model = Model(self._items, self)
        self._model, self._data = model, Data(model)
        self._data.is_quiet = issued[0] == before
        self._renew_outputs()
        self.systemData.attach(model, self._data)

    def _take_over(self, known: Retired, changes: list[Change]) -> None:
        """Use the model of a system that is gone, with parameters that differ."""
        model, data = known.model, known.data
        self._model, self._data, self._live = model, data, known.live
        model.belong_to(self)
        model.driven.clear()
        if any(change.item.family == "node" for change in changes):
            model.numbering.read_values()
        for change in changes:
            if change.item.family == "node":
                model.write("node", *change[1:])
            else:
                self._changed(*change)
        self.systemData.attach(model, data)

    def __del__(self, is_finalizing: Callable[[], bool] = sys.is_finalizing) -> None:
        # at its end, the interpreter has removed what modules refer to
        if not is_finalizing() and self.__dict__.get("_model") is not None:
            retire(self)

    def _renew_outputs(self) -> None:
        """Let handles of outputs find again what they read."""
        model, data, self._handles = self._model, self._data, {}
        assert model is not None and data is not None
        self._live = None if jit_disabled() else LiveOutputs(model, data)

    @property
    def _items(self) -> dict[str, ItemList]:
        """Family -> its items."""
        return self._store.items

    def _take_items(self, items: Mapping[str, Iterable[Item]]) -> None:
        """Replace all items by checked ones that fit together."""
        self._store.take_all(items)
        self._restructured()

    def _assembled(self, what: str) -> tuple[Model, Data]:
        if self._model is None or self._data is None:
            raise SysError(f"{what} needs an assembled system: call mbs.Assemble() first")
        return self._model, self._data

    def _restructured(self) -> None:
        """Items were added, or a structural parameter was changed: discard the model."""
        self._model = self._data = self._live = None
        self._handles, self._cells = {}, {}
        self.systemData.attach(None, None)

    def _changed(self, item: Item, number: int, p: Parameter, value: Any) -> None:
        """A parameter that acts at once was changed: write it into the model."""
        if self._model is not None and self._data is not None:
            self._model.write(item.family, number, p, value)
            if isinstance(item, Body):
                self._data["markers"]["mass"] = self._model.markers.start["mass"]
            self._data.scalars.changed |= reason(item, p)
            if isinstance(p.kind, UserFunction) or item.family == "sensor":
                self._renew_outputs()
                self._data.kept_run = None

    def _refuse_while_running(self, what: str) -> None:
        if self.is_running:
            raise SysError(f"{what} cannot be called while the system is being solved or checked")

    def _locked(self) -> _Locked:
        """Lock the system for a solver or check that runs inside of this context."""
        return _Locked(self)

    # ------------------------------------------------------------------ items

    AddNode = items.AddNode
    AddObject = items.AddObject
    AddMarker = items.AddMarker
    AddLoad = items.AddLoad
    AddSensor = items.AddSensor
    AddItems = bulk.AddItems
    DeleteNode = deleting.DeleteNode
    DeleteObject = deleting.DeleteObject
    DeleteMarker = deleting.DeleteMarker
    DeleteLoad = deleting.DeleteLoad
    DeleteSensor = deleting.DeleteSensor
    GetNodeNumber = items.GetNodeNumber
    GetObjectNumber = items.GetObjectNumber
    GetMarkerNumber = items.GetMarkerNumber
    GetLoadNumber = items.GetLoadNumber
    GetSensorNumber = items.GetSensorNumber
    GetNode = items.GetNode
    GetObject = items.GetObject
    GetMarker = items.GetMarker
    GetLoad = items.GetLoad
    GetSensor = items.GetSensor
    GetNodeDefaults = items.GetNodeDefaults
    GetObjectDefaults = items.GetObjectDefaults
    GetMarkerDefaults = items.GetMarkerDefaults
    GetLoadDefaults = items.GetLoadDefaults
    GetSensorDefaults = items.GetSensorDefaults
    GetNodeParameter = items.GetNodeParameter
    GetObjectParameter = items.GetObjectParameter
    GetMarkerParameter = items.GetMarkerParameter
    GetLoadParameter = items.GetLoadParameter
    GetSensorParameter = items.GetSensorParameter
    SetNodeParameter = items.SetNodeParameter
    SetObjectParameter = items.SetObjectParameter
    SetMarkerParameter = items.SetMarkerParameter
    SetLoadParameter = items.SetLoadParameter
    SetSensorParameter = items.SetSensorParameter
    _set_by_index = items.set_by_index

    # ------------------------------------------------------------------ several items at once

    CreateGround = bodies.CreateGround
    CreateMassPoint = bodies.CreateMassPoint
    CreateRigidBody = rigid_bodies.CreateRigidBody
    CreateRigidBody2D = bodies.CreateRigidBody2D
    CreateSpringDamper = connectors.CreateSpringDamper
    CreateCartesianSpringDamper = connectors.CreateCartesianSpringDamper
    CreateRigidBodySpringDamper = space_springs.CreateRigidBodySpringDamper
    CreateTorsionalSpringDamper = space_springs.CreateTorsionalSpringDamper
    CreateLinearSpringDamper = space_springs.CreateLinearSpringDamper
    CreateDistanceConstraint = connectors.CreateDistanceConstraint
    CreateCoordinateConstraint = connectors.CreateCoordinateConstraint
    CreateRevoluteJoint2D = joints.CreateRevoluteJoint2D
    CreatePrismaticJoint2D = joints.CreatePrismaticJoint2D
    CreateRevoluteJoint = space_joints.CreateRevoluteJoint
    CreatePrismaticJoint = space_joints.CreatePrismaticJoint
    CreateSphericalJoint = space_joints.CreateSphericalJoint
    CreateGenericJoint = space_joints.CreateGenericJoint
    CreateUniversalJoint = space_joints.CreateUniversalJoint
    CreateCylindricalJoint = space_joints.CreateCylindricalJoint
    CreatePlanarJoint = space_joints.CreatePlanarJoint
    CreateRollingDisc = rolling.CreateRollingDisc
    CreateRollingDiscPenalty = rolling.CreateRollingDiscPenalty
    CreateForce = loads.CreateForce
    CreateTorque = loads.CreateTorque
    CreateKinematicTree = kinematic_tree.CreateKinematicTree
    CreateMutualGravity = gravity.CreateMutualGravity
    CreatePrescribedMotion = motions.CreatePrescribedMotion
    CreateMovingPoint = motions.CreateMovingPoint

    # ------------------------------------------------------------------ outputs

    GetNodeOutput = outputs.GetNodeOutput
    GetObjectOutput = outputs.GetObjectOutput
    GetObjectOutputBody = outputs.GetObjectOutputBody
    GetMarkerOutput = outputs.GetMarkerOutput
    GetLoadValues = outputs.GetLoadValues
    GetSensorValues = outputs.GetSensorValues
    GetSensorStoredData = outputs.GetSensorStoredData
    output_handle = outputs.output_handle
    _output = outputs.output  # sensors call these two
    _energy = outputs.energy

    # ------------------------------------------------------------------ solving

    SetPreStepUserFunction = solving.SetPreStepUserFunction
    GetPreStepUserFunction = solving.GetPreStepUserFunction
    SetPostNewtonUserFunction = solving.SetPostNewtonUserFunction
    GetPostNewtonUserFunction = solving.GetPostNewtonUserFunction
    SetPostStepUserFunction = solving.SetPostStepUserFunction
    GetPostStepUserFunction = solving.GetPostStepUserFunction
    SetPreNewtonResidualUserFunction = solving.SetPreNewtonResidualUserFunction
    GetPreNewtonResidualUserFunction = solving.GetPreNewtonResidualUserFunction
    SetSystemJacobianUserFunction = solving.SetSystemJacobianUserFunction
    GetSystemJacobianUserFunction = solving.GetSystemJacobianUserFunction
    SolveDynamic = solving.SolveDynamic
    Stepper = solving.Stepper
    SolveStatic = solving.SolveStatic

    # ------------------------------------------------------------------ about a state

    ComputeLinearizedSystem = modes.ComputeLinearizedSystem
    Linearize = modes.Linearize
    ComputeODE2Eigenvalues = modes.ComputeODE2Eigenvalues
    ComputeModes = modes.ComputeModes
    ComputeSystemDegreeOfFreedom = modes.ComputeSystemDegreeOfFreedom

    # ------------------------------------------------------------------ texts, pictures, files

    Check = diagnosis.Check
    Info = texts.Info
    UserFunctionInfo = texts.UserFunctionInfo
    LiveView = view.LiveView
    PlotSensor = view.PlotSensor
    save = files.save
