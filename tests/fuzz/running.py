"""Run a plan and look at everything that comes out of it.

A run ends with finite results of the right shape or with an error of ours that names an item or
a setting, and the system can be asked and solved again afterwards. Anything else is a `Fault`.
"""

import dataclasses
import inspect
import math
import re
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as exu
from linkwork.integrators.registry import integrators
from linkwork.run import consistent_start
from linkwork.settings.simulation import SimulationSettings
from tests.fuzz import creates, plans, resuming
from tests.fuzz.values import built
from tests.items.samples import KINDS

ARRAYS = {
    "coordinates": "ode2", "velocities": "ode2", "accelerations": "ode2", "multipliers": "ae",
    "ode1_coordinates": "ode1", "ode1_velocities": "ode1", "data_coordinates": "data",
}  # fmt: skip
"""Array of a Solution -> coordinates that its columns belong to."""

STOP_AFTER = 200
"""Steps after which the pre-step function of a run ends it."""


class Fault(Exception):
    """Something that must never happen; the first word of its text is the kind of fault."""


@dataclasses.dataclass
class Outcome:
    """What became of a plan.

    solved -- operations that ended with checked results; refused -- operation -> kind of error;
    kinds -- kinds of items of the model, if it could be assembled
    """

    solved: list[str] = dataclasses.field(default_factory=list)
    refused: list[tuple[str, str, str]] = dataclasses.field(default_factory=list)
    kinds: list[str] = dataclasses.field(default_factory=list)
    fault: str = ""


def _words() -> re.Pattern[str]:
    """Words that name an item, a setting or an operation."""
    words = {
        "MainSystem",
        "massMatrix",
        "result",
        "solution",
        "sensor",
        "coordinate",
        "coordinates",
        "system",
    }
    words |= set(creates.NAMES)
    for kind in KINDS:
        words |= {kind.__name__, kind.short_name, kind.type_name}
    for path, _, _ in SimulationSettings._tree():
        words.add(path.rpartition(".")[2])
    words |= set(integrators())
    words.add("useSparseSolver")
    return re.compile(r"\b(" + "|".join(sorted(map(re.escape, words - {""}))) + r")\b")


NAMED = _words()


def check_error(error: BaseException, where: str) -> None:
    """An error must be ours and name something."""
    text = str(error)
    if not NAMED.search(text) or "internal status" in text:
        raise Fault(f"nameless: {where}: {type(error).__name__}: {text}")


def check_finite(what: str, values: Any) -> None:
    if not np.all(np.isfinite(np.asarray(values, float))):
        raise Fault(f"nan: {what} = {np.asarray(values)!r}"[:2000])


# ---------------------------------------------------------------------- results


def sizes(mbs: Any) -> dict[str, int]:
    """Numbers of coordinates of an assembled system."""
    d = mbs.systemData
    return dict(
        ode2=len(d.GetODE2Coordinates()), ode1=len(d.GetODE1Coordinates()),
        ae=len(d.GetAECoordinates()), data=len(d.GetDataCoordinates()),
    )  # fmt: skip


def check_solution(mbs: Any, found: Any, settings: Any, stopped: bool) -> None:
    """Every array of a Solution, also of a run that failed."""
    t = settings.timeIntegration
    times, n = found.times, sizes(mbs)
    check_finite("times", times)
    if np.any(np.diff(times) <= 0.0):
        raise Fault(f"times: not increasing: {times!r}")
    for name, part in ARRAYS.items():
        values = getattr(found, name)
        if values.shape != (len(times), n[part]):
            raise Fault(f"shape: {name} {values.shape}, not {(len(times), n[part])}")
        check_finite(f"solution.{name}", values)
    limit = t.newton.maximumSolutionNorm
    for name in ("coordinates", "velocities", "ode1_coordinates"):
        if len(times) > 1 and np.abs(getattr(found, name)[1:]).max(initial=0.0) > limit:
            raise Fault(f"norm: {name} beyond maximumSolutionNorm = {limit:g}")
    for name, values in found.sensors.items():
        if values.ndim != 2 or values.shape[1] < 2:
            raise Fault(f"shape: sensor {name} {values.shape}")
        check_finite(f"sensor {name}", values)
    if settings.solutionSettings.sensorsStoreAndWriteFiles and found.success:
        stored = [s for s in mbs._items["sensor"] if s.storeInternal]
        if len(found.sensors) < len(stored):
            raise Fault(f"shape: {len(found.sensors)} sensors recorded, {len(stored)} stored")
    stopped = stopped or bool(found.events)  # one of them may have ended the run
    for event in found.events:
        if not t.startTime <= event.time <= t.endTime:
            raise Fault(f"times: {event!r} outside of the run")
    if found.success and not stopped and (not len(times) or times[-1] != t.endTime):
        raise Fault(f"times: the run ended at {times[-1:]!r}, not at {t.endTime!r}")


def settings_of(plan: dict[str, Any]) -> Any:
    """The settings of a plan; values that are refused by name are left out."""
    made = SimulationSettings()
    for path, value in plan["settings"].items():
        *groups, leaf = path.split(".")
        owner = made
        for name in groups:
            owner = getattr(owner, name)
        try:
            setattr(owner, leaf, value)
        except (TypeError, ValueError) as error:
            if path not in str(error):
                raise Fault(f"nameless: {path} = {value!r}: {error}") from error
    return made


# ---------------------------------------------------------------------- operations


def _stopper(mbs: Any) -> Callable[[Any, float], bool]:
    calls = [0]

    def stops(mbs: Any, t: float) -> bool:
        calls[0] += 1
        return calls[0] < STOP_AFTER

    return stops


def solve_dynamic(mbs: Any, settings: Any, solver: str = "GeneralizedAlpha", way: str = "") -> None:
    mbs.SetPreStepUserFunction(_stopper(mbs) if way else 0)
    try:
        found = mbs.SolveDynamic(settings, solverType=solver)
    except exu.SolverError as error:
        if error.solution is not None:
            check_solution(mbs, error.solution, settings, True)
        raise
    finally:
        mbs.SetPreStepUserFunction(0)
    if found is not mbs.solution or not found.success:
        raise Fault("success: the run raised nothing and tells of a failure")
    check_solution(mbs, found, settings, bool(way))


def resume(mbs: Any, settings: Any, solver: str = "GeneralizedAlpha") -> None:
    """A run that is resumed comes to the same result."""
    differs = resuming.difference(mbs, settings, solver)
    if differs:
        raise Fault(f"resumed: {solver}: {differs}")


def recorded(mbs: Any) -> Any:
    """The solution of the last run, if there is one with rows."""
    return mbs.solution if mbs.solution is not None and len(mbs.solution.times) else None


def energy(mbs: Any, settings: Any) -> None:
    found = recorded(mbs)
    if found is not None:
        told = found.energy()
        for name in ("kinetic", "potential", "total"):
            check_finite(f"energy().{name}", getattr(told, name))
            if getattr(told, name).shape != found.times.shape:
                raise Fault(f"shape: energy().{name}")
        repr(told)


def constraint_errors(mbs: Any, settings: Any) -> None:
    found = recorded(mbs)
    if found is not None:
        repr(found.constraint_errors())


def interpolate(mbs: Any, settings: Any) -> None:
    found = recorded(mbs)
    if found is not None:
        middle = 0.5 * found.times[0] + 0.5 * found.times[-1]
        check_finite("interpolate", found.interpolate(middle).coordinates)


def files(mbs: Any, settings: Any) -> None:
    """Results come back from a file as they were."""
    found = recorded(mbs)
    if found is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.npz"
        found.save(path)
        again = exu.Solution.load(path)
        for name in ("times", *ARRAYS):
            if not np.array_equal(getattr(again, name), getattr(found, name)):
                raise Fault(f"files: {name} is not what was saved")


def model_file(mbs: Any, settings: Any) -> None:
    """The model comes back from its file with the same number of items."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        mbs.save(path, settings)
        read = exu.model_file.items_of(path.read_text("utf-8"), missing="placeholder")
        counts = {family: len(members) for family, members in read.items.items()}
        if counts != {family: len(members) for family, members in mbs._items.items()}:
            raise Fault(f"files: {counts} read, {mbs!r} written")


def outputs(mbs: Any, settings: Any) -> None:
    """Every output of every item, in the present state."""
    readers = dict(node=mbs.GetNodeOutput, object=mbs.GetObjectOutput, marker=mbs.GetMarkerOutput)
    for family, read in readers.items():
        for number, item in enumerate(mbs._items[family]):
            for variable in item.outputs:
                try:
                    value = read(number, variable)
                except exu.SysError as error:
                    check_error(error, f"output {variable.name}")
                    continue
                check_finite(f"{item.label(number)} {variable.name}", value)
    for number in range(len(mbs._items["load"])):
        _asked(lambda number=number: mbs.GetLoadValues(number), f"load {number}")
    for number in range(len(mbs._items["sensor"])):
        _asked(lambda number=number: mbs.GetSensorValues(number), f"sensor {number}")


def _asked(read: Callable[[], Any], what: str) -> None:
    try:
        value = read()
    except exu.SysError as error:
        check_error(error, what)
    else:
        check_finite(what, value)


def texts(mbs: Any, settings: Any) -> None:
    repr(mbs), repr(mbs.systemData), mbs.UserFunctionInfo()


OPERATIONS: dict[str, Callable[..., Any]] = {
    "SolveDynamic": solve_dynamic,
    "resume": resume,
    "energy": energy,
    "constraint_errors": constraint_errors,
    "interpolate": interpolate,
    "files": files,
    "model_file": model_file,
    "outputs": outputs,
    "texts": texts,
}
"""Name -> what is done with a system and settings."""


def is_value(thing: Any) -> bool:
    """Whether this is an object with named values: of a dataclass, or of a frozen class."""
    return dataclasses.is_dataclass(thing) or hasattr(thing, "value_names")


def _numbers_in(value: Any) -> Any:
    """All arrays and numbers of a result."""
    if isinstance(value, (float, np.ndarray, np.floating)):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _numbers_in(part)
    elif isinstance(value, dict):
        yield from _numbers_in(list(value.values()))
    elif is_value(value) and not isinstance(value, type):
        yield from _numbers_in(list(vars(value).values()))


METHODS: dict[str, list[dict[str, Any]]] = {
    "SolveStatic": [{}],
    "ComputeODE2Eigenvalues": [
        {}, {"computeComplexEigenvalues": True},
        {"useSparseSolver": True, "numberOfEigenvalues": 2},
    ],
    "ComputeLinearizedSystem": [{}, {"projectIntoConstraintNullspace": True}],
    "ComputeModes": [{}, {"damped": True}],
    "ComputeSystemDegreeOfFreedom": [{}, {"useSVD": True}],
    "Check": [{}, {"static": True}],
}  # fmt: skip
"""Method of a system -> arguments that it is called with, one after another."""


def _method(name: str) -> Callable[..., Any]:
    hands = "simulationSettings" in inspect.signature(getattr(exu.MainSystem, name)).parameters

    def call(mbs: Any, settings: Any) -> None:
        for given in METHODS[name]:
            named = given | ({"simulationSettings": settings} if hands else {})
            value = getattr(mbs, name)(**named)
            for numbers in _numbers_in(value):
                values = np.asarray(numbers)
                if values.dtype.kind in "fc" and not np.all(np.isfinite(values)):
                    raise Fault(f"nan: {name} {given} returned {values!r}"[:2000])
            repr(value)

    return call


OPERATIONS |= {name: _method(name) for name in METHODS if hasattr(exu.MainSystem, name)}


# ---------------------------------------------------------------------- plans


def check_usable(mbs: Any) -> None:
    """Nothing is left locked, and the state can be read and set."""
    if mbs.is_running or mbs.systemData.is_locked:
        raise Fault("locked: the system is still running or locked")
    if mbs._model is not None:
        state = mbs.systemData.GetSystemState(exu.ConfigurationType.Initial)
        for part in state:
            check_finite("the initial state", part)
        mbs.systemData.SetSystemState(state, exu.ConfigurationType.Initial)
        for part in mbs.systemData.GetSystemState():
            check_finite("the state after the operation", part)


def change(mbs: Any, made: plans.Built, plan: dict[str, Any], step: list[Any]) -> None:
    """Set a parameter of an item."""
    _, place, name, value = step
    kind = plans.KIND_OF[plan["items"][place]["kind"]]
    setter = getattr(mbs, f"Set{kind.family.capitalize()}Parameter")
    new = built(value, kind, kind.fields[name], made.number_of)
    setter(made.number_of(place), name, new)


@contextmanager
def any_start(wanted: bool) -> Iterator[None]:
    """Let runs start however far the bodies of joints are apart: chance rarely joins them."""
    limit = consistent_start.LARGEST
    consistent_start.LARGEST = math.inf if wanted else limit
    try:
        yield
    finally:
        consistent_start.LARGEST = limit


def run(plan: dict[str, Any], made: plans.Built | None = None) -> Outcome:
    """Build and run a plan; the outcome tells of a fault instead of raising it."""
    outcome = Outcome()
    with warnings.catch_warnings(), any_start(int(plan.get("seed", 0)) % 2 == 0):
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=UserWarning)
        try:
            _run(plan, made, outcome)
        except Fault as fault:
            outcome.fault = str(fault)
        except Exception as error:
            trace = traceback.extract_tb(error.__traceback__)
            inner = next((f for f in reversed(trace) if "linkwork" in f.filename), trace[-1])
            place = f"{Path(inner.filename).name}:{inner.lineno}"
            outcome.fault = f"foreign: {type(error).__name__} at {place}: {error}"[:2000]
    return outcome


def _run(plan: dict[str, Any], made: plans.Built | None, outcome: Outcome) -> None:
    made = made or plans.build(plan)
    mbs = made.mbs
    for error in made.refusals:
        if not isinstance(error, exu.SysError):
            raise error
        check_error(error, "AddItem")
    try:
        mbs.Assemble()
    except exu.SysError as error:
        check_error(error, "Assemble")
        outcome.refused.append(("Assemble", type(error).__name__, str(error)))
        return
    outcome.kinds = sorted({type(i).__name__ for part in mbs._items.values() for i in part})
    settings = settings_of(plan)
    for step in plan["operations"]:
        name = step[0]
        told = "/".join(map(str, step[:2])) if name == "SolveDynamic" else name
        try:
            if name == "change":
                change(mbs, made, plan, step)
            else:
                OPERATIONS[name](mbs, settings, *step[1:])
            outcome.solved.append(told)
        except exu.SysError as error:
            check_error(error, told)
            outcome.refused.append((told, type(error).__name__, str(error)))
        check_usable(mbs)
