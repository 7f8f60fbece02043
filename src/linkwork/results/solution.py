"""Solution: what SolveDynamic returns, as NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.methods import named_as_methods
from linkwork.core.near import near_names
from linkwork.results import views
from linkwork.results.extremes import Extremes, FoundExtremes, extremes_of_rows
from linkwork.results.jumps import Jump
from linkwork.results.origin import Origin
from linkwork.results.parts import RecordedRows
from linkwork.results.record.event import Event
from linkwork.results.replay import evaluations
from linkwork.results.sensitivity import Sensitivities, Sensitivity
from linkwork.results.snapshot import Snapshot
from linkwork.results.statistics import Statistics

if TYPE_CHECKING:
    import pandas
    import xarray

    from linkwork.results.replay.interpolation import State


Value = TypeVar("Value")


class _Recorded(Generic[Value]):
    """A part of a Solution that is taken out of the recorded rows when one is asked for.

    The value is stored under the same name, and the descriptor is not asked again.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, solution: None, owner: type) -> Self: ...
    @overload
    def __get__(self, solution: Solution, owner: type) -> Value: ...
    def __get__(self, solution: Solution | None, owner: type) -> Self | Value:
        if solution is None:
            return self
        solution._take_apart()
        value: Value = solution.__dict__[self._name]
        return value


@named_as_methods
class Solution:
    """Recorded results of a run; true if the run finished.

    times -- recorded times [s]
    coordinates, velocities, accelerations -- ODE2 coordinates, one row per recorded time
    multipliers -- Lagrange multipliers of the constraints (AE coordinates, those of nodes first),
    one row per recorded time
    ode1_coordinates, ode1_velocities -- first-order coordinates and their rates, one row per
    recorded time
    data_coordinates -- data coordinates, one row per recorded time
    sensors -- name -> array with the time in the first column, then the sensor's values
    extremes -- name -> smallest and largest values of the sensor over all steps, recorded or not
    events -- events found by SensorEvents: list of `Event`, in order of time
    jumps -- where actions of events and pre-step functions changed the state: list of `Jump`
    statistics -- counts and times of the run, see `Statistics`
    success, message -- whether the run finished, and if not, why
    snapshot -- the model that was solved; None if the file it was read from has none
    origin -- what the run was made from; None if its steps do not follow from the model, the
    settings and the initial values alone
    sensitivities -- derivatives by parameters, if the solver was asked for them; else None
    """

    times = _Recorded[np.ndarray]()
    coordinates = _Recorded[np.ndarray]()
    velocities = _Recorded[np.ndarray]()
    accelerations = _Recorded[np.ndarray]()
    multipliers = _Recorded[np.ndarray]()
    ode1_coordinates = _Recorded[np.ndarray]()
    ode1_velocities = _Recorded[np.ndarray]()
    data_coordinates = _Recorded[np.ndarray]()
    sensors = _Recorded[dict[str, np.ndarray]]()
    origin: Origin | None = None
    sensitivities: Sensitivities | None = None

    def __init__(
        self,
        recorded: RecordedRows | Mapping[str, np.ndarray],
        sensors: Mapping[str, np.ndarray],
        statistics: Statistics,
        message: str = "",
        snapshot: Snapshot | None = None,
        events: Sequence[Event] = (),
        jumps: Sequence[Jump] = (),
        extremes: FoundExtremes | Mapping[str, Extremes] | None = None,
    ) -> None:
        """recorded -- rows of a run, or arrays: times, and every part of the state (`parts.py`)

        sensors -- those of arrays; rows have their own
        extremes -- of the sensors over all steps; None: those of the rows are used
        """
        self._rows: RecordedRows | None = None
        if isinstance(recorded, RecordedRows):
            self._rows = recorded
        else:
            self.__dict__.update(recorded, sensors=dict(sensors))
        self.statistics = statistics
        self.message = message
        self.snapshot = snapshot
        self.events, self.jumps = list(events), list(jumps)
        self._extremes = extremes

    def _take_apart(self) -> None:
        """Make the arrays of the recorded rows; the rows themselves are not needed any more.

        Arrays that were assigned before are kept.
        """
        rows = self._rows
        if rows is not None:
            for name, value in (rows.arrays() | {"sensors": rows.sensors()}).items():
                self.__dict__.setdefault(name, value)
            self._rows = None  # last: another thread may be asking, too

    @property
    def success(self) -> bool:
        return not self.message

    def __bool__(self) -> bool:
        return self.success

    def __len__(self) -> int:
        return len(self.times)

    # ------------------------------------------------------------------ parts

    @property
    def extremes(self) -> dict[str, Extremes]:
        """Name of a sensor -> its smallest and largest values over all steps; see `Extremes`."""
        found = self._extremes or {}
        if isinstance(found, FoundExtremes):
            self._extremes = found = found.by_sensor()
        return {
            name: found[name] if name in found else extremes_of_rows(rows)
            for name, rows in self.sensors.items()
        }

    def sensor(self, name: str) -> np.ndarray:
        """Recorded values of a sensor, time first: sensors[name], with a hint if misspelled.

        name -- name of the sensor
        """
        if name in self.sensors:
            return self.sensors[name]
        raise unknown("sensor", name, list(self.sensors))

    def sensitivity(self, name: str) -> Sensitivity:
        """Derivatives of this solution by a parameter that the solver was given; see `Sensitivity`.

        name -- the parameter as it was named, for example "spring.stiffness"
        """
        if self.sensitivities is None:
            raise SysError(
                "the solution has no sensitivities; name the parameters when solving, as in "
                f"mbs.SolveDynamic(settings, sensitivities=[{name!r}])"
            )
        found: Sensitivity = self.sensitivities[name]
        return found

    def gradient(self, function: Callable[[Any], float], parameters: Sequence[str]) -> np.ndarray:
        """Return the derivatives of one result of a run with respect to parameters.

        The adjoint method repeats the run, then solves the adjoint equations of its steps backward
        in time; its effort hardly depends on the number of parameters. Runs that it does not serve
        (docs/sensitivities) are repeated with the sensitivities of the parameters.

        function -- returns the number for a solution, from its coordinates, velocities,
        accelerations, multipliers and sensors, as in lambda solution: solution.coordinates[-1, 0]
        parameters -- names such as "spring.stiffness"
        """
        from linkwork.api.gradients import gradient

        return gradient(self, function, parameters)

    def event_times(self, name: str) -> np.ndarray:
        """Times at which the event of a SensorEvent happened [s].

        name -- name of the SensorEvent
        """
        known = list(dict.fromkeys(event.sensor for event in self.events))
        if name not in known and name not in self.sensors:
            raise unknown("SensorEvent", name, known)
        return np.array([event.time for event in self.events if event.sensor == name])

    def interpolate(self, t: Any) -> State:
        """Coordinates and velocities at a time or a list of times within the recorded ones [s].

        By cubic polynomials through recorded coordinates and velocities, which are cut where the
        state jumps; for SolveStatic by straight lines. Exact at recorded times.

        t -- the time, or a list of times [s]
        """
        from linkwork.results.replay.interpolation import interpolate

        return interpolate(self, t)

    energy = evaluations.energy
    constraint_errors = evaluations.constraint_errors

    # ------------------------------------------------------------------ pictures

    show = views.show
    export_html = views.export_html
    movie = views.movie
    image = views.image
    plot = views.plot

    # ------------------------------------------------------------------ containers

    def to_pandas(self, what: str | Sequence[str] = "all", units: bool = False) -> pandas.DataFrame:
        """A DataFrame with the time [s] as index.

        what -- "coordinates", "velocities", "accelerations", "multipliers", "ode1_coordinates",
        "ode1_velocities", "data_coordinates", "sensors", the name of a sensor, "all", or a list
        of these. If states and sensors were recorded at different times, the frame has the
        rows of both, and NaN where nothing was recorded.
        units -- whether column names include the unit, as in "mass.x [m]"; `attrs["units"]` of the
        frame has the units in any case
        """
        from linkwork.results.files.tables import to_pandas

        return to_pandas(self, what, units)

    def to_xarray(self) -> xarray.Dataset:
        """A Dataset with dimensions time, coordinate, multiplier, ...; with names and units.

        Each sensor is a variable. They have the dimension sensor_time if they were
        recorded at other times than the states.
        """
        from linkwork.results.files.labeled import to_xarray

        return to_xarray(self)

    # ------------------------------------------------------------------ files

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file; its suffix sets the format.

        .npz -- everything, with the model; plain NumPy arrays
        .h5, .hdf5 -- the same as HDF5 file
        .txt -- states alone, in the text format of the solution file
        .npy -- states alone, as one array
        .csv -- states and sensors as one table, with names and units in its first line
        """
        from linkwork.results.files.archive import save

        save(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Solution:
        """Read what `save`, a streamed run or writeSolutionToFile has written."""
        from linkwork.results.files.archive import load

        return load(path)

    def __repr__(self) -> str:
        state = "complete" if self.success else "incomplete"
        span = f"t = {self.times[0]:g} ... {self.times[-1]:g} s" if len(self.times) else "empty"
        return (
            f"<Solution: {state}, {len(self.times)} rows, {span}, "
            f"{self.coordinates.shape[1]} coordinates, {self.multipliers.shape[1]} multipliers, "
            f"{len(self.sensors)} sensors, {self.statistics.steps} steps>"
        )


def unknown(kind: str, name: object, known: list[str]) -> SysError:
    """The error for an unknown name, with similar ones."""
    near = near_names(str(name), known, 3, 0.5)
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    if not near:
        told = ", ".join(map(repr, known[:10])) + (", ..." if len(known) > 10 else "")
        hint = f"; there are {told}" if known else "; nothing of that kind was recorded"
    return SysError(f"the solution has no {kind} {name!r}{hint}")
