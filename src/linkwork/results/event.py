"""An event of a run: when, which, and the state there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Event:
    """A zero of the event function of a SensorEvent.

    time -- when it happened [s]; sensor -- name of the SensorEvent
    direction -- 1 if the function rose through zero, -1 if it fell
    coordinates, velocities -- ODE2 coordinates at the event, before its action
    """

    time: float
    sensor: str
    direction: int
    coordinates: np.ndarray
    velocities: np.ndarray

    def to_json(self) -> list[Any]:
        """The event as numbers and lists."""
        state = self.coordinates.tolist(), self.velocities.tolist()
        return [self.time, self.sensor, self.direction, *state]

    @classmethod
    def from_json(cls, form: Any) -> Event:
        """The event of `to_json`; ValueError if it is none."""
        try:
            time, sensor, direction, coordinates, velocities = form
            state = np.array(coordinates, float), np.array(velocities, float)
            if not isinstance(sensor, str) or state[0].ndim != 1 or state[1].ndim != 1:
                raise ValueError
            return cls(float(time), sensor, int(direction), *state)
        except (TypeError, ValueError):
            raise ValueError("its events are not as they should be") from None
