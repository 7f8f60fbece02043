"""An event of a run: its time, sensor and state."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.frozen import frozen


@frozen
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

    def __eq__(self, other: object) -> bool:
        """Equal to the last bit, as the events of a file and of the run that wrote it are."""
        if not isinstance(other, Event):
            return NotImplemented
        return self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.time, self.sensor, self.direction))

    def to_json(self) -> list[Any]:
        """The event as numbers and lists."""
        state = self.coordinates.tolist(), self.velocities.tolist()
        return [self.time, self.sensor, self.direction, *state]

    @classmethod
    def from_json(cls, form: Any) -> Event:
        """The event of `to_json`; ValueError if the form is invalid.

        form -- what `to_json` has returned
        """
        try:
            time, sensor, direction, coordinates, velocities = form
            state = np.array(coordinates, float), np.array(velocities, float)
            if not isinstance(sensor, str) or state[0].ndim != 1 or state[1].ndim != 1:
                raise ValueError
            return cls(float(time), sensor, int(direction), *state)
        except (TypeError, ValueError):
            raise ValueError("its events are invalid") from None
