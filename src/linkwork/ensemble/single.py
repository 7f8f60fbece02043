"""A single member, run again through the ordinary way."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.parameter_paths import parameter_path, set_values
from linkwork.integrators.registry import integrator_of

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.ensemble.job import Job
    from linkwork.results.solution import Solution
    from linkwork.settings.simulation import SimulationSettings


class Single:
    """Runs single members of an ensemble; the model is built when it is needed.

    make -- makes the system; settings, solver -- of a run; varied -- as in the ensemble
    """

    def __init__(self, make: Any, settings: Any, solver: Any, varied: Sequence[str]) -> None:
        self._make, self._settings, self._solver = make, settings, solver
        self._varied = list(varied)
        self._mbs: MainSystem | None = None

    @classmethod
    def of(cls, job: Job, given: SimulationSettings) -> Single:
        """Members of a job; given -- the settings of the user."""
        settings = _same_steps(job.solver, given, job.settings)
        return cls(lambda: job.mbs, settings, job.solver, job.varied)

    @classmethod
    def stored(cls, facts: dict[str, Any], functions: Any, importing: bool) -> Single:
        """Members of a file."""
        from linkwork.settings.form import set_values as set_settings
        from linkwork.settings.simulation import SimulationSettings

        given, own = SimulationSettings(), SimulationSettings()
        set_settings(given, facts["settings"])
        set_settings(own, _nested(facts["identity"]["settings"]))
        solver = facts["identity"]["solver"]
        settings = _same_steps(solver, given, own)

        def make() -> MainSystem:
            return _system_of(facts, functions, importing)

        return cls(make, settings, solver, facts["varied"])

    @property
    def mbs(self) -> MainSystem:
        """The system with the values of no member."""
        if self._mbs is None:
            self._mbs = self._make()
        assert self._mbs is not None
        return self._mbs

    @property
    def items(self) -> Mapping[str, Sequence[Any]]:
        """Items of the model by family."""
        return self.mbs._items

    def solve(self, row: np.ndarray) -> Solution:
        """The Solution of a member; a failure raises its error."""
        mbs = copy.deepcopy(self.mbs)
        paths = [parameter_path(mbs, text) for text in self._varied]
        set_values(mbs, paths, map(float, row))
        return mbs.SolveDynamic(self._settings, self._solver)


def _system_of(facts: dict[str, Any], functions: Any, importing: bool) -> MainSystem:
    """The system that a file holds."""
    from linkwork.api.system import SystemContainer
    from linkwork.model_file import items_of

    missing = "error" if importing or functions else "placeholder"
    contents = items_of(facts["identity"]["model"], functions, importing, missing)
    mbs = SystemContainer().AddSystem()
    mbs._take_items(contents.items)
    mbs._step_functions = contents.step_functions
    mbs.Assemble()
    arrays = {name: np.array(values) for name, values in facts["initial"].items()}
    mbs.systemData.take_initial_state({"arrays": arrays, "is_result": facts["continued"]})
    return mbs


def _same_steps(solver: Any, given: Any, own: Any) -> Any:
    """The settings of the user, which say what is recorded, unless the steps depend on that.

    own -- settings of the members
    """
    return own if integrator_of(solver).is_automatic(given) else given


def _nested(flat: dict[str, Any]) -> dict[str, Any]:
    """{"a.b": 1} -> {"a": {"b": 1}}"""
    made: dict[str, Any] = {}
    for path, value in flat.items():
        *groups, name = path.split(".")
        place = made
        for group in groups:
            place = place.setdefault(group, {})
        place[name] = value
    return made
