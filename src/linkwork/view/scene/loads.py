"""Loads and sensors of a scene: arrows, paths, and values for the chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.scene.load_vectors import (
    UnknownVector,
    axis_of,
    has_function,
    is_torque,
    load_vectors,
)
from linkwork.view.scene.motion import Place
from linkwork.view.scene.orbits import add_orbits
from linkwork.view.scene.samples import even_rows, shown_rows

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter


def add_loads(writer: SceneWriter) -> None:
    """Add arrows of all visible loads; those with unknown vectors get a note."""
    chosen = writer.settings.loads
    found = []
    loads: Any = writer.snapshot.items["load"]
    for number, load in enumerate(loads):
        if not (chosen.show and load.visualization.show):
            continue
        place = writer.motion.marker_place(load.markerNumber)
        if place is None:
            continue
        try:
            if ("load", number) in writer.snapshot.changed:
                raise UnknownVector("its parameters were changed during the run")
            if has_function(load) and not writer.sets_states:
                raise UnknownVector("only the solver calls its user function during a run")
            vectors = load_vectors(number, load, writer.motion, writer.solution, writer.rows)
        except UnknownVector as error:
            writer.notes.append(f"{load.label(number)} is not drawn: {error}")
            continue
        torque = is_torque(load, axis_of(load, writer.snapshot))
        found.append((number, load, place, vectors, torque))
    for turning in (False, True):
        members = [each for each in found if each[4] == turning]
        largest = max((_longest(each[3]) for each in members), default=0.0)
        for number, load, place, vectors, _ in members:
            limit = _longest(vectors) if chosen.fixedLoadSize else largest
            if limit > 0.0:
                _add_arrow(writer, number, load, place, vectors, turning, limit)


def _add_arrow(
    writer: SceneWriter,
    number: int,
    load: Any,
    place: Place,
    vectors: np.ndarray,
    torque: bool,
    limit: float,
) -> None:
    size = writer.size(load, writer.settings.loads.defaultSize, 6.0 * writer.units.at(place))
    local = bool(getattr(load, "bodyFixed", False))
    _include_arrow(writer, place, vectors * (size / limit), local, torque)
    writer.add(
        "torque" if torque else "arrow", "load", load, number,
        point=place, size=size, largest=limit,
        vector=vectors.tolist() if vectors.ndim == 1 else writer.store.add(vectors, "f4"),
        local=local,
        color=writer.color(load, writer.settings.loads.defaultColor),
    )  # fmt: skip


def _include_arrow(
    writer: SceneWriter, place: Place, vectors: np.ndarray, local: bool, torque: bool
) -> None:
    """Make room for an arrow in all states; vectors -- from its start to its tip [m]."""
    starts = writer.motion.positions(place)
    if torque:
        radius = 0.5 * _longest(vectors)
        writer.bounds.include(starts, writer.around(radius))
        return
    if local:
        rotations = writer.motion.rotations(place)
        vectors = np.einsum("rij,rj->ri", rotations, np.broadcast_to(vectors, starts.shape))
    writer.bounds.include(starts + vectors)


def add_traces(writer: SceneWriter) -> None:
    """Add the paths of position sensors, and those of bodies in the gravity of others."""
    chosen = writer.settings.sensors
    if not (chosen.show and chosen.traces.showPositionTrace):
        return
    add_orbits(writer)
    for number, sensor in enumerate(writer.snapshot.items["sensor"]):
        values = writer.solution.sensors.get(sensor.name)
        if values is None or values.shape[1] != 4 or not sensor.visualization.show:
            continue
        if writer.snapshot.sensor(sensor.name, 3).variable == "Position":
            values = values[even_rows(len(values), 2 * writer.most_values)]
            writer.bounds.include(values[:, 1:])
            writer.add(
                "trace", "sensor", sensor, number,
                times=writer.store.add(values[:, 0], "f8"),
                points=writer.store.add(values[:, 1:], "f4"),
                width=float(chosen.traces.lineWidth),
                color=writer.color(sensor, chosen.defaultColor), size=0.0,
            )  # fmt: skip


def sensors_of(writer: SceneWriter) -> list[dict[str, Any]]:
    """Recorded values of all sensors, for the chart."""
    found = []
    for name, recorded in writer.solution.sensors.items():
        facts = writer.snapshot.sensor(name, recorded.shape[1] - 1)
        values = recorded[shown_rows(recorded[:, 1:], writer.most_values)]
        if len(values) < len(recorded):
            writer.notes.append(
                f"sensor {name!r}: {len(values)} of {len(recorded)} recorded values are shown"
            )
        unnamed = name == f"sensor{writer.snapshot.sensor_number(name)}" or name == facts.label
        found.append(
            {
                "name": name,
                "label": facts.label if unnamed else f"{name}: {facts.label}",
                "unit": facts.unit,
                "units": facts.units,
                "components": facts.components,
                "times": writer.store.add(values[:, 0], "f8"),
                "values": writer.store.add(values[:, 1:], "f4"),
            }
        )
    return found


def _longest(vectors: np.ndarray) -> float:
    lengths = np.linalg.norm(np.atleast_2d(vectors), axis=1)
    return float(np.nanmax(lengths, initial=0.0))
