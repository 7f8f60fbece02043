"""What is kept of each member of an ensemble."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Recorded:
    """What is kept of each member.

    sensors -- names of sensors; all their components are columns
    times [s] -- when rows are taken, ascending; the last one is the end of the run
    coordinates -- whether coordinates (ODE2, ODE1 and data) and velocities are columns, too
    """

    sensors: tuple[str, ...]
    times: np.ndarray
    coordinates: bool = False
