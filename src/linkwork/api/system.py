"""SystemContainer and MainSystem: building, assembling, asking and solving models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, NoReturn

from linkwork.api.create import SystemCreate
from linkwork.api.data import SystemData
from linkwork.api.diagnosis import SystemCheck
from linkwork.api.modes import SystemModes
from linkwork.api.outputs import SystemOutputs
from linkwork.api.view import SystemView
from linkwork.bodies.body import Body
from linkwork.core.compile import jit_disabled
from linkwork.core.declare import Item, Parameter
from linkwork.core.enums import ConfigurationType, DynamicSolverType
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.function_kinds import UserFunction
from linkwork.core.nesting import nested
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.user_calls import name_of
from linkwork.core.values import shown
from linkwork.core.whole_files import path_of, write_whole
from linkwork.data import Data
from linkwork.function_records import UserFunctionRecord, lines_of, records_of
from linkwork.live_outputs import LiveOutputs
from linkwork.model import Model
from linkwork.results.solution import Solution
from linkwork.settings import SimulationSettings
from linkwork.solvers.changes import reason
from linkwork.visualization_settings import VisualizationSettings

if TYPE_CHECKING:
    from linkwork.solvers.run import Explain, Run

Configuration = ConfigurationType
PreStep = Callable[["MainSystem", float], bool]


class SystemContainer:
    """Holds systems; most users need one.

    visualizationSettings -- how its systems are drawn
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


class MainSystem(SystemCreate, SystemOutputs, SystemView, SystemModes, SystemCheck):
    """A multibody system: items, their assembled model, its state, its solvers.

    variables -- a dictionary of the user's own
    solution -- Solution of the last run, also of one that failed; None before the first
    is_running -- whether the system is being solved right now
    visualizationSettings -- how the system is drawn; those of its container
    simulationSettings -- those of the model file that the system was loaded from, else None
    """

    def __init__(self, visualizationSettings: VisualizationSettings | None = None) -> None:
        super().__init__()
        self.visualizationSettings = visualizationSettings or VisualizationSettings()
        self.variables: dict[str, Any] = {}
        self.Reset()

    def __reduce__(self) -> NoReturn:
        raise SysError(
            "a system cannot be copied or pickled: compiled code holds addresses of its memory; "
            'make another one with mbs.save("model.json") and linkwork.load("model.json")'
        )

    def Reset(self) -> None:
        """Forget all items, results and user functions; `variables` stays."""
        self._refuse_while_running("Reset")
        self._clear_items()
        self._pre_step: PreStep | None = None
        self.solution: Solution | None = None
        self.simulationSettings: SimulationSettings | None = None
        self.systemData = SystemData(self._items)
        self._restructured()

    # ------------------------------------------------------------------ model

    def Assemble(self) -> None:
        """Check the model and number its coordinates; the state becomes the initial one."""
        self._refuse_while_running("Assemble")
        self._restructured()
        with overflows_unnoticed():
            model = Model(self._items, self)
        self._model, self._data = model, Data(model)
        self._live = None if jit_disabled() else LiveOutputs(model, self._data)
        self.systemData.attach(model, self._data)

    def save(
        self, path: str | PathLike[str], simulationSettings: SimulationSettings | None = None
    ) -> None:
        """Write the model to a JSON file, which `linkwork.load` reads.

        simulationSettings -- kept with the model; None: those the model was loaded with, if any

        Items, pre-step function, and settings that differ from their defaults are written; the
        state of the system, results and `variables` are not. Functions are told by name.
        """
        from linkwork.model_file import text_of

        settings = simulationSettings if simulationSettings is not None else self.simulationSettings
        if settings is not None and not isinstance(settings, SimulationSettings):
            raise ParameterError(f"save takes SimulationSettings, got {shown(settings)}")
        file = path_of(path)
        if file.suffix.lower() in (".npz", ".npy", ".h5", ".hdf5"):
            raise ParameterError(
                f"{file} is a name of results, which solution.save writes; mbs.save writes the "
                "model as JSON text: give a name that ends in .json"
            )
        text = text_of(
            self._items,
            pre_step=self._pre_step,
            simulation=settings,
            visualization=self.visualizationSettings,
        )
        write_whole(file, text)

    def _restructured(self) -> None:
        self._model = self._data = self._live = None
        self.systemData.attach(None, None)

    def _changed(self, item: Item, number: int, p: Parameter, value: Any) -> None:
        if self._model is not None and self._data is not None:
            self._model.write(item.family, number, p, value)
            if isinstance(item, Body):
                self._data["markers"]["mass"] = self._model.markers.start["mass"]
            self._data.scalars.changed |= reason(item, p)

    # ------------------------------------------------------------------ solving

    def SetPreStepUserFunction(self, value: PreStep | int | None) -> None:
        """Function f(mbs, t) -> bool called before each step with the time at its end.

        True goes on, False makes this step the last; 0 or None removes the function.
        """
        try:
            checked = UserFunction(("mbs", "t")).check(value)
        except ParameterError as error:
            raise ParameterError(f"SetPreStepUserFunction: the value {error}") from None
        self._pre_step = checked if callable(checked) else None

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
        resumeFrom: str | PathLike[str] | None = None,
    ) -> Solution:
        """Integrate in time from the initial values; returns the Solution.

        updateInitialValues makes the end state the start of the next run. showCausingItems: an
        error tells in the end what mbs.Check() finds. storeSolver and showHints are accepted for
        compatibility: errors always tell item and advice.
        resumeFrom is the restart file of a run of this model with these settings that was
        interrupted: the run goes on from there, to the same result.
        """
        from linkwork.solvers.checkpoint import read_checkpoint
        from linkwork.solvers.run import Run
        from linkwork.solvers.scheme import check_run

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
        check_run(settings)
        resumed = read_checkpoint(resumeFrom) if resumeFrom is not None else None
        continued = self.systemData.initial_is_result
        return self._run(
            "SolveDynamic",
            lambda: Run(model, data, settings, solverType, self._pre_step, continued, resumed),
            updateInitialValues,
            partial(self._explain, settings=settings, solver=solverType)
            if showCausingItems
            else None,
        )

    @contextmanager
    def _held(self, what: str) -> Iterator[None]:
        """Keep the system for a solver or a check: user functions may ask it, not change it."""
        with nested(what):
            self.is_running = self.systemData.is_locked = True
            try:
                yield
            finally:
                self.is_running = self.systemData.is_locked = False

    def _run(
        self, what: str, make: Callable[[], Run], updateInitialValues: bool, explain: Explain | None
    ) -> Solution:
        """Make a run from the initial values and execute it."""
        assert self._model is not None
        with self._held(what):
            try:
                self.systemData.to_initial_state()
                with overflows_unnoticed():
                    run = make()
                try:
                    solution = run.execute(explain)
                finally:
                    self.solution = run.solution
            finally:
                self.systemData.restore_numbers()
                self._model.functions.release_all()
        if updateInitialValues:
            self.systemData.keep_as_initial_state()
        return solution

    def SolveStatic(
        self,
        simulationSettings: SimulationSettings | None = None,
        updateInitialValues: bool = False,
        storeSolver: bool = True,
        showHints: bool = False,
        showCausingItems: bool = True,
        autoAssemble: bool = True,
    ) -> Solution:
        """Find the equilibrium at rest in load steps, from the initial values; see `docs/statics`.

        updateInitialValues makes the equilibrium the start of the next run. showCausingItems: an
        error tells in the end what mbs.Check() finds. storeSolver and showHints are accepted for
        compatibility: errors always tell item and advice.
        """
        from linkwork.solvers.static import StaticRun, check_static

        self._refuse_while_running("SolveStatic")
        settings = simulationSettings if simulationSettings is not None else SimulationSettings()
        if not isinstance(settings, SimulationSettings):
            raise ParameterError(f"SolveStatic takes SimulationSettings, got {settings!r}")
        if self._model is None and autoAssemble:
            self.Assemble()
        model, data = self._assembled("SolveStatic")
        check_static(settings)
        return self._run(
            "SolveStatic",
            lambda: StaticRun(model, data, settings, self._pre_step),
            updateInitialValues,
            partial(self._explain, settings=settings, solver=None) if showCausingItems else None,
        )

    # ------------------------------------------------------------------ text

    def UserFunctionInfo(self) -> list[UserFunctionRecord]:
        """How the last run called each user function, or a run would call it now, and why."""
        chosen = self._model.functions.chosen if self._model is not None else {}
        return records_of(self._items, chosen, self._pre_step is not None)

    def Info(self) -> None:
        """Print items, coordinates and how user functions are called."""
        print(repr(self)[1:-1])
        functions = lines_of(self.UserFunctionInfo())
        if self._pre_step is not None:
            functions.append(f"pre-step function: {name_of(self._pre_step)}, called back")
        print(
            "\n".join(
                [
                    f"  {counted(len(functions), 'user function')}:",
                    *(f"    {line}" for line in functions),
                ]
            )
            if functions
            else "  no user functions"
        )

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
            others = (self._model.n_ode1, "first-order"), (self._model.n_data, "data")
            further = [f"{counted(n, kind + ' coordinate')}, " for n, kind in others if n]
            lines.append(
                f"  assembled: {counted(self._model.n_ode2, 'coordinate')}, {''.join(further)}"
                f"{counted(self._model.n_ae, 'constraint equation')}, "
                f"t = {self.systemData.GetTime():g} s"
            )
        return "\n".join(lines) + ">"


def counted(count: int, noun: str) -> str:
    """1 node, 2 nodes"""
    return f"{count} {noun}" + ("" if count == 1 else "s")
