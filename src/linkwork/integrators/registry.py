"""Integrators by name: what one consists of, and how it is registered.

An integrator is one file. It has a loop, which is a kernel that takes `frame.steps_wanted` steps,
the pools in which the loop keeps the data of the method, and a class derived from Integrator, an
object of which it registers:

    register(MyMethod("MyMethod"))

`integrators/known.py` says where those of the package are. The solver type of a run is a member of
DynamicSolverType, or the name of another registered integrator.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import ParameterError
from linkwork.core.kernels.beside import expecting
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.fused import Steps
from linkwork.core.kernels.named import NamedFunction
from linkwork.core.near import near_names
from linkwork.integrators.known import HOMES
from linkwork.model.data import Data, Memory, Part, entry_of
from linkwork.model.model import Model

_PACKAGE = __name__.partition(".")[0] + "."


class Plan(NamedTuple):
    """The loop and memory of an integrator in one run.

    loop -- kernel that takes the steps
    memory -- its pools, with their initial values
    automatic -- whether the error of a step decides on its size
    estimate_order -- order of that error in the step size
    velocity_level -- implicit methods: constraints are satisfied at velocity level
    level_is_default -- the settings do not ask for that: the run may change to position level
    straight -- positions between the ends of a step lie on straight lines, not on polynomials that
        match velocities and accelerations, too
    starts_with_accelerations -- explicit methods whose first step needs those of the start
    fused -- its steps for models that are small enough (`core/kernels/fused.py`)
    """

    loop: Callable[..., Any]
    memory: Memory
    automatic: bool = False
    estimate_order: int = 0
    velocity_level: bool = False
    level_is_default: bool = False
    straight: bool = False
    fused: Steps | None = None
    starts_with_accelerations: bool = False


class Integrator:
    """A method of integration in time; derive from it and register an object.

    implicit -- whether steps solve equations with the matrix of `jacobian_calls`
    composes -- whether its steps move positions by `model/position.py` alone, so that rotations of
        nodes with Euler parameters can be composed
    pools -- memory of its kernels: name -> dtype, as large as `plan` makes it
    history -- those of the pools that the next steps depend on: they are part of checkpoints, and
        restored before a step is repeated. Their elements take multiples of 8 bytes. All others
        are memory of one step
    kernels -- every loop it may choose, to be compiled ahead; rare -- those that few models need
    change_step -- kernel over the same pools that continues with the step size `frame.h_wanted`,
        for methods that keep values that depend on the step size
    take_change -- kernel over the same pools that takes up changed laws and loads before a step;
        without one, explicit methods use `take_explicitly`, implicit ones return to the driver
    predict_composed -- kernel over the same pools that predicts composed coordinates, for loops
        that call `frame.predict_code`
    """

    implicit: ClassVar[bool] = False
    composes: ClassVar[bool] = False
    pools: ClassVar[Mapping[str, Any]] = {}
    history: ClassVar[tuple[str, ...]] = ()
    kernels: ClassVar[tuple[Callable[..., Any], ...]] = ()
    rare: ClassVar[tuple[Callable[..., Any], ...]] = ()
    change_step: ClassVar[Callable[..., Any] | None] = None
    take_change: ClassVar[Callable[..., Any] | None] = None
    predict_composed: ClassVar[Callable[..., Any] | None] = None

    def __init_subclass__(cls) -> None:
        for name in ("change_step", "take_change", "predict_composed"):
            if isinstance(cls.__dict__.get(name), FunctionType):
                setattr(cls, name, staticmethod(cls.__dict__[name]))  # a kernel, not a method

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<integrator {self.name}>"

    # ------------------------------------------------------------------ a run

    def plan(self, model: Model, data: Data, settings: Any) -> Plan:
        """Loop and memory of a run; the only method that every integrator must have."""
        raise NotImplementedError(f"{type(self).__name__} must define plan: its loop and memory")

    def loop_for(self, model: Model, settings: Any) -> Callable[..., Any] | None:
        """The loop of a run, if it is known before `plan`: it may be compiled beside others."""
        return None

    def entry(self, kernel: Callable[..., Any]) -> NamedFunction:
        """The entry of a kernel over the pools."""
        return entry_of(kernel, {name: np.zeros(0, kind) for name, kind in self.pools.items()})

    def compiling(self, model: Model, settings: Any) -> contextlib.AbstractContextManager[None]:
        """Context of a run's preparation, in which its loop is expected (`kernels/beside.py`)."""
        loop, module = self.loop_for(model, settings), type(self).__module__
        if loop is None or loop not in self.kernels or not module.startswith(_PACKAGE):
            return contextlib.nullcontext()
        number = self.kernels.index(loop)
        code = f"from {__name__} import compile_loop\ncompile_loop({self.name!r}, {number})"
        return expecting(functools.partial(self.entry, loop), code)

    def restart(self, data: Data, memory: Memory) -> None:
        """Begin the next step at the present state without a history."""

    def keep_prediction(self, data: Data, memory: Memory) -> None:
        """After a failed step with `compatibility`: let the next one begin from its prediction."""

    def forget(self, memory: Memory) -> None:
        """Begin the next step without predictions from the last ones."""

    def start_parts(self, memory: Memory) -> list[Part]:
        """Kernels that start a run again at a known state with other forces; none: in Python."""
        return []

    def set_coefficients(self, scalars: Any, memory: Memory) -> None:
        """Set the coefficients of the matrix for the present step size, and the constraint level.

        Those of an implicit method are derivatives with respect to the unknown accelerations
        (`alpha/step_size.py`). Explicit methods need not set them.
        """

    def last_changes(self, data: Data, memory: Memory) -> dict[str, np.ndarray]:
        """Changes of accelerations and rates, `a` and `y_t`, in the last step."""
        start = data.group("start")
        return {"a": data["a"] - start.a, "y_t": data["y_t"] - start.y_t}

    # ------------------------------------------------------------------ for checks

    def is_automatic(self, settings: Any) -> bool:
        """Whether a run with these settings would choose its step sizes itself."""
        return False

    def constraint_level(self, settings: Any, model: Model) -> str:
        """Level at which steps satisfy the constraints: 'position', 'velocity', '' if not fixed."""
        return ""

    def set_level(self, model: Model, data: Data, settings: Any, velocity_level: bool) -> None:
        """Let steps satisfy the constraints at velocity level, or at position level."""
        data.scalars.index2 = velocity_level

    def lacks_damping(self, settings: Any, model: Model) -> bool:
        """Whether constraint forces can grow without bound for lack of numerical damping."""
        return False

    def growth(self, frequency: float, damping: float) -> float | None:
        """Growth in a step of x'' + damping x' + frequency^2 x = 0; None if it is not known.

        frequency, damping -- times the step size
        """
        return None

    def growth_of_rates(self, rates: np.ndarray) -> float | None:
        """Largest growth in a step of y' = rate y; rates -- times the step size."""
        return None


_known: dict[str, Integrator] = {}


def register(integrator: Integrator) -> Integrator:
    """Register an integrator under its name; another one of that name is replaced."""
    name = integrator.name
    if not isinstance(name, str) or not name.isidentifier():
        raise ParameterError(f"the name of an integrator must be an identifier, got {name!r}")
    missing = set(integrator.history) - set(integrator.pools)
    if missing:
        raise ParameterError(
            f"integrator {name}: history names {sorted(missing)}, but its pools do not include them"
        )
    for pool in integrator.history:
        if np.dtype(integrator.pools[pool]).itemsize % 8:
            raise ParameterError(
                f"integrator {name}: elements of the pool {pool} have "
                f"{np.dtype(integrator.pools[pool]).itemsize} bytes; those of history must have a "
                "multiple of 8, use f8 or i8"
            )
    _known[name] = integrator
    return integrator


def integrators() -> Mapping[str, Integrator]:
    """All integrators by name: those of DynamicSolverType in its order, then others."""
    for name in HOMES:
        _load(name)
    first = [member.name for member in DynamicSolverType]
    names = [*(name for name in first if name in _known), *(n for n in _known if n not in first)]
    return {name: _known[name] for name in names}


def _load(name: str) -> None:
    """Load the module that registers an integrator of the package, unless it is known."""
    if name in HOMES and name not in _known:
        importlib.import_module(f"{__package__}.{HOMES[name]}")


def compile_loop(name: str, number: int) -> None:
    """Compile a loop of an integrator of the package into the cache."""
    _load(name)
    integrator = _known[name]
    address_of(integrator.entry(integrator.kernels[number]))


def integrator_of(solver: Any) -> Integrator:
    """The integrator of a solver type: a member of DynamicSolverType, its number, or a name."""
    if isinstance(solver, Integrator):
        return solver
    name = solver
    if isinstance(solver, DynamicSolverType):
        name = solver.name
        _load(name)
        if name in _known:
            return _known[name]
    elif type(solver) is int and solver in list(map(int, DynamicSolverType)):
        name = DynamicSolverType(solver).name
    known = integrators()
    if isinstance(name, str) and name in known:
        return known[name]
    lower = {each.lower(): each for each in known}
    near = near_names(name.lower(), lower, 1) if isinstance(name, str) else []
    hint = f"did you mean {lower[near[0]]}?" if near else f"there are {', '.join(known)}"
    raise ParameterError(
        "solverType must be a DynamicSolverType or the name of a registered integrator, "
        f"got {solver!r}; {hint}"
    )
