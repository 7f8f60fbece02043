"""Solver: a planar model, its runs and their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError, SysError, warn
from linkwork.planar.bodies import AXES, RigidBody
from linkwork.planar.checks import list_of
from linkwork.planar.conditions import Condition, CoordinateCondition, Displacement, UniformField
from linkwork.planar.configuration import RunConfiguration
from linkwork.planar.engine import Engine, structure_of
from linkwork.planar.files import write_results
from linkwork.planar.springs import SpringDamper
from linkwork.results.solution import Solution
from linkwork.settings.simulation import SimulationSettings

RESULTS = (
    "timesteps", "position_array", "velocity_array", "acceleration_array", "global_force_array",
)  # fmt: skip
"""Attributes that a solved Solver has."""

SMALLEST_STEP = 1.0e-13
"""Smallest step of solvers with automatic step size, relative to the duration of the run."""


class Solver:
    """A planar model that can be solved repeatedly; results are those of the last run.

    bodies, springs -- of the model; config -- how it is solved
    bcs -- boundary conditions: Force, Displacement, UniformField, Gravity
    verbose -- whether long runs show their progress

    timesteps -- recorded times [s]
    position_array, velocity_array, acceleration_array -- (n, 3 N): x, y, theta of each body
    global_force_array -- (n, 3 N): sum of the forces of springs, loads and fields, without
    the reactions of held and prescribed coordinates [N, N, N m]
    solution -- the engine's Solution, with statistics
    files -- result files of the last run
    """

    timesteps: np.ndarray
    position_array: np.ndarray
    velocity_array: np.ndarray
    acceleration_array: np.ndarray
    global_force_array: np.ndarray

    def __init__(
        self,
        bodies: Sequence[RigidBody],
        springs: Sequence[SpringDamper],
        config: RunConfiguration,
        bcs: Sequence[Condition] | None = None,
        verbose: bool = True,
    ) -> None:
        if not isinstance(config, RunConfiguration):
            raise TypeError(f"Solver: config must be a RunConfiguration, got {shown(config)}")
        self.bodies: list[RigidBody] = list_of("Solver", "bodies", bodies, RigidBody, "bodies")
        self.springs: list[SpringDamper] = list_of(
            "Solver", "springs", springs if springs is not None else [], SpringDamper, "springs"
        )
        self.bcs: list[Condition] = list_of(
            "Solver", "bcs", bcs if bcs is not None else [], Condition, "boundary conditions"
        )
        self.config, self.verbose = config, bool(verbose)
        self._engine: Engine | None = None
        self._settings_for: tuple[Any, ...] = ()
        self._settings = SimulationSettings()
        self.solution: Solution | None = None
        self.files: list[Path] = []
        self._check()

    # ------------------------------------------------------------------ checks

    def _check(self) -> None:
        """Raise an error if the model cannot be solved."""
        if not self.bodies:
            raise ParameterError("Solver: bodies must hold at least one body, got []")
        ids = set(map(id, self.bodies))
        for spring in self.springs:
            spring.join(self.bodies, ids)
        self._check_conditions(ids)
        self._check_values()

    def _check_values(self) -> None:
        """Raise an error if values are not compatible."""
        seen: dict[Any, RigidBody] = {}
        for body in self.bodies:
            if body.ID is not None and seen.setdefault(body.ID, body) is not body:
                raise ParameterError(
                    f"Solver: the ID of a body must be unique, got {body.ID!r} for "
                    f"{seen[body.ID].label} and {body.label}"
                )
            body.check_start()
        for spring in self.springs:
            spring.check_start()
        for condition in self.bcs:
            if isinstance(condition, Displacement):
                condition.check_end(self.config.termination_time)

    def _check_conditions(self, ids: set[int]) -> None:
        prescribed: set[tuple[int, int]] = set()
        for condition in self.bcs:
            if isinstance(condition, UniformField):
                for name, part in zip(("ax", "ay"), condition.a, strict=True):
                    condition.check_grid(name, part)
            members = getattr(condition, "bodies", None) or ()
            if isinstance(condition, CoordinateCondition):
                condition.check_grid("f", condition.f)
                members = (condition.body,)
            for body in members:
                if id(body) not in ids:
                    raise ParameterError(
                        f"{condition.label}: body must be one of the bodies of the Solver, "
                        f"got {body.label}"
                    )
            if isinstance(condition, Displacement):
                self._check_motion(condition, prescribed)

    def _check_motion(self, motion: Displacement, prescribed: set[tuple[int, int]]) -> None:
        axis, place = AXES[motion.dof], (id(motion.body), motion.dof)
        if motion.body.dof_constraint[motion.dof]:
            raise ParameterError(
                f"{motion.label}: dof must be a free coordinate, got {motion.dof}: "
                f"dof_constraint holds {axis}"
            )
        if place in prescribed:
            raise ParameterError(
                f"{motion.label}: dof must be prescribed once, got a second Displacement of {axis}"
            )
        prescribed.add(place)

    # ------------------------------------------------------------------ parameters

    def _set_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Set parameters of springs; if one is invalid, none is changed."""
        before = [(spring, dict(spring.__dict__)) for spring in self.springs]
        try:
            for name, value in parameters.items():
                for spring, own in self._shares(name, value):
                    setattr(spring, name, own)
            for spring in self.springs:
                spring.check_start()
        except Exception:
            for spring, values in before:
                spring.__dict__.clear()
                spring.__dict__.update(values)
            raise

    def _shares(self, name: str, value: Any) -> list[tuple[SpringDamper, Any]]:
        """(spring, value) of a keyword of `solve`."""
        having = [spring for spring in self.springs if name in spring.parameters]
        if not having:
            known = sorted({known for spring in self.springs for known in spring.parameters})
            raise TypeError(
                f"solve() takes parameters of the model's springs, {', '.join(known) or 'none'}; "
                f"got {name!r}"
            )
        if isinstance(value, Mapping):
            for spring in value:
                if not any(spring is member for member in having):
                    raise ParameterError(
                        f"solve(): {name} must be given for springs of the model that have it, "
                        f"got {shown(spring)}"
                    )
            return list(value.items())
        is_array = isinstance(value, np.ndarray) and value.ndim > 0
        parts = list(value) if is_array or isinstance(value, (list, tuple)) else []
        if len(parts) == len(having):
            return list(zip(having, parts, strict=True))
        if len(having) == 1:
            return [(having[0], value)]
        names = ", ".join(spring.label for spring in having)
        raise ParameterError(
            f"solve(): {name} must be one value for each of the {len(having)} springs ({names}) "
            f"or a dictionary spring -> value, got {shown(value)}"
        )

    # ------------------------------------------------------------------ solving

    def solve(self, **parameters: Any) -> Solver:
        """Solve the model from its initial conditions; returns the solver itself.

        Keywords set parameters of springs first, as assignments do: a value for the only spring
        that has it, a sequence with one for each, or a dictionary spring -> value. Changed values
        act without a new model; only a changed structure requires one.

        parameters -- new values of spring parameters by name, such as k=90.0
        """
        if parameters:
            self._set_parameters(parameters)
        engine = self._engine
        if engine is None or engine.structure != structure_of(self.bodies, self.springs, self.bcs):
            self._check()
            engine = self._engine = Engine(self.bodies, self.springs, self.bcs)
            self._forget()
        else:
            self._check_values()
            self._forget()
            engine.write()
        for spring in self.springs:
            spring.warn_at_start()
        mbs = engine.mbs
        mbs.solution = None
        try:
            mbs.SolveDynamic(self._updated_settings(), self.config.solver)
        except (SysError, KeyboardInterrupt):
            if mbs.solution is not None:
                self._keep(engine, mbs.solution)
                try:
                    self._write_files()
                except SysError as error:
                    warn(str(error))
            raise
        assert mbs.solution is not None
        self._keep(engine, mbs.solution)
        self._write_files()
        return self

    Solve = solve

    def _updated_settings(self) -> SimulationSettings:
        config = self.config
        now = (
            config.termination_time, config.n_timesteps, config.relative_tolerance,
            config.absolute_tolerance, self.verbose,
        )  # fmt: skip
        if now != self._settings_for:
            time, recording = self._settings.timeIntegration, self._settings.solutionSettings
            time.endTime = config.termination_time
            time.numberOfSteps = config.n_timesteps - 1
            time.relativeTolerance = config.relative_tolerance
            time.absoluteTolerance = config.absolute_tolerance
            time.minimumStepSize = SMALLEST_STEP * config.termination_time
            time.verboseMode = int(self.verbose)
            recording.solutionWritePeriod = recording.sensorsWritePeriod = config.step
            self._settings_for = now
        return self._settings

    # ------------------------------------------------------------------ results

    def _forget(self) -> None:
        """Drop the results of the previous run."""
        self.solution, self.files = None, []
        for name in RESULTS:
            self.__dict__.pop(name, None)
        for spring in self.springs:
            spring.forcehist = None

    def _keep(self, engine: Engine, solution: Solution) -> None:
        """Store the results of a run."""
        self.solution = solution
        grid = self.config.times
        self.timesteps = grid if len(solution.times) == len(grid) else solution.times
        self.position_array = engine.absolute(solution.coordinates, engine.reference)
        self.velocity_array = engine.absolute(solution.velocities)
        self.acceleration_array = engine.accelerations(solution.accelerations)
        stored = list(solution.sensors.values())
        for index, spring in enumerate(self.springs):
            place = engine.sensors.get(index)
            if place is not None:
                spring.forcehist = engine.history(index, stored[int(place)])

    def __getattr__(self, name: str) -> Any:
        """Compute global_force_array at first access; other results come from `solve`."""
        if name not in RESULTS:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        found, engine = self.__dict__.get("solution"), self.__dict__.get("_engine")
        if found is None or engine is None:
            raise AttributeError(f"the Solver has no {name} yet: call solve() first")
        self.global_force_array = engine.forces(found.times, found.coordinates, found.velocities)
        return self.global_force_array

    def __getstate__(self) -> dict[str, Any]:
        """Copies have the results of the last run; their model is made when they are solved."""
        if self.solution is not None and self._engine is not None:
            _ = self.global_force_array  # the only result that needs the model
        return self.__dict__ | {"_engine": None}

    # ------------------------------------------------------------------ pictures

    def show(
        self, title: str = "", frames: int = 1001, height: int = 560, contour: Any = None
    ) -> Path | None:
        """Play the last run: in the browser, or inline in a notebook; see Solution.show."""
        return self._solved().show(title, frames, height, contour)

    def export_html(
        self, fileName: Any, title: str = "", frames: int = 1001, contour: Any = None
    ) -> Path:
        """Write a page that plays the last run; see Solution.export_html."""
        return self._solved().export_html(fileName, title, frames, contour)

    def movie(self, fileName: Any, **options: Any) -> Path:
        """Write a movie of the last run, .mp4 or .gif; see Solution.movie.

        options -- fps, size and others of Solution.movie
        """
        return self._solved().movie(fileName, **options)

    def image(self, fileName: Any, t: float | None = None, **options: Any) -> Path:
        """Write a picture of the last run at a time, .png; see Solution.image.

        t -- the time [s]; None: the last recorded state
        options -- size, view and others of Solution.image
        """
        return self._solved().image(fileName, t, **options)

    def plot(self, *arguments: Any, **options: Any) -> Any:
        """Plot the last run; returns the matplotlib Figure; see Solution.plot.

        arguments, options -- those of Solution.plot
        """
        return self._solved().plot(*arguments, **options)

    def _solved(self) -> Solution:
        if self.solution is None:
            raise SysError("the Solver has nothing to show yet: call solve() first")
        return self.solution

    def _write_files(self) -> None:
        config = self.config
        if config.output_path is None:
            return
        results = {
            kind: getattr(self, f"{'global_' if kind == 'force' else ''}{kind}_array")
            for kind in ("position", "velocity", "acceleration", "force")
            if getattr(config, f"output_{kind}")
        }
        tracked = [(k, spring) for k, spring in enumerate(self.springs) if spring.track_force]
        springs = tracked if config.output_force else []
        self.files = write_results(config, self.timesteps, self.bodies, results, springs)

    def __repr__(self) -> str:
        state = "not solved" if self.solution is None else f"{len(self.timesteps)} times"
        return (
            f"<Solver: {len(self.bodies)} bodies, {len(self.springs)} springs, "
            f"{len(self.bcs)} boundary conditions, {state}>"
        )
