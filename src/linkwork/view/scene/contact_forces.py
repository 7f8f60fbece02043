"""Forces of contacts between cables and circles, as arrows on the cables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import SysError
from linkwork.model.data import Data
from linkwork.results.looks import Looks
from linkwork.results.replay.replay import evaluate_rows
from linkwork.sensors.sensor import NOWHERE, Target
from linkwork.view.scene.recorded_states import STATE

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

MOST_VALUES = 1_000_000
"""Numbers of all arrows in all states that a page holds."""

SHARE = 4.0
"""Length of the largest arrow, relative to bodies without a size."""


def add_contact_forces(writer: SceneWriter) -> None:
    """Add an arrow for each contact that acts in a state that is shown."""
    objects: Any = writer.snapshot.items["object"]
    numbers = [
        number
        for number, item in enumerate(objects)
        if item.visualization.show and getattr(item.visualization, "drawn_as", "") == "pulley"
    ]
    chosen = writer.settings.connectors
    if not (numbers and chosen.show and writer.with_outputs):
        return
    if 3 * len(numbers) * len(writer.rows) > MOST_VALUES:
        writer.notes.append("contact forces are not drawn: there are too many of them")
        return
    forces = _forces(writer, numbers)
    largest = max((float(np.abs(f).max(initial=0.0)) for f in forces), default=0.0)
    for number, vectors in zip(numbers, forces, strict=True):
        item = objects[number]
        place = writer.motion.marker_place(item.markerNumbers[1])
        if place is None or not vectors.any():
            continue
        size = SHARE * writer.units.at(place)
        writer.bounds.include(writer.motion.positions(place) + vectors * (size / largest))
        writer.add(
            "arrow", "connector", item, number, point=place, size=size, largest=largest,
            vector=writer.store.add(vectors, "f4"), local=False,
            color=writer.color(item, writer.settings.loads.defaultColor),
        )  # fmt: skip


def _forces(writer: SceneWriter, numbers: list[int]) -> list[np.ndarray]:
    """Forces of contacts on their cables, (states, 3) each [N]; none if they are unknown."""
    model = writer.snapshot.copy_of_model()
    looks = Looks(model, 1)  # the first number of a row is its time
    places = [looks.add_target(Target("object", k, Variable.Force, NOWHERE)) for k in numbers]
    state = {name: getattr(writer.solution, kept)[writer.rows] for name, kept in STATE.items()}
    times = writer.solution.times[writer.rows]
    try:
        values = evaluate_rows(
            model, Data(model), looks.parts(), looks.width - 1, times, state, prepare=looks.prepare
        )
    except SysError:
        return [np.zeros((len(times), 3)) for _ in numbers]
    return [values[:, place.start - 1 : place.stop - 1] for place in places]
