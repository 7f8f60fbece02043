"""Vectors of loads at recorded times, for their arrows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.loads.coordinate import LoadCoordinate
from linkwork.loads.coordinate_table import LoadCoordinateTable
from linkwork.loads.mass_proportional import LoadMassProportional
from linkwork.loads.state_coordinate import LoadStateCoordinate
from linkwork.loads.state_torque import LoadStateTorque
from linkwork.loads.state_vector import StateVector
from linkwork.loads.torque_vector import LoadTorqueVector
from linkwork.nodes.node import Node
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution
from linkwork.view.scene.motion import Motion
from linkwork.view.scene.recorded_states import NoSystem, recorded_states

ON_COORDINATES = LoadCoordinate, LoadCoordinateTable, LoadStateCoordinate


class UnknownVector(Exception):
    """The vector of a load is no longer known; the text says why."""


def is_torque(load: Any, axis: str) -> bool:
    """Whether a load is a torque, or a force on an angle."""
    return isinstance(load, (LoadTorqueVector, LoadStateTorque)) or axis == "phi"


def has_function(load: Any) -> bool:
    """Whether a user function computes the value of a load."""
    return any(callable(getattr(load, p.name)) for p in load.function_parameters())


def load_vectors(
    number: int, load: Any, motion: Motion, solution: Solution, rows: np.ndarray
) -> np.ndarray:
    """Force or torque of a load [N, N m]: (3,) if it is constant, else (rows, 3)."""
    if isinstance(load, ON_COORDINATES):
        values = np.asarray(_scalars(number, load, solution, rows))
        direction = _direction(load, motion)
        return np.asarray(values[..., None] * direction)
    vector = np.asarray(load.loadVector, float)
    if isinstance(load, StateVector):
        vector = _evaluated(number, load, vector, solution, rows)
    elif callable(load.loadVectorUserFunction):
        vector = _called(load.loadVectorUserFunction, vector, solution, rows)
    marker: Any = motion.snapshot.items["marker"][load.markerNumber]
    frame, mass = marker.resolve(motion.model.places)
    if isinstance(load, LoadMassProportional):
        return np.asarray(vector * mass)
    if load.bodyFixed and not frame.turns:  # rotating vectors are drawn in a rotating frame
        return np.asarray(vector @ frame.reference_rotation().T)
    return vector


def axis_of(load: Any, snapshot: Snapshot) -> str:
    """Name of the coordinate that a load on a coordinate acts on; empty for others."""
    if not isinstance(load, ON_COORDINATES):
        return ""
    marker: Any = snapshot.items["marker"][load.markerNumber]
    node: Any = snapshot.items["node"][marker.nodeNumber]
    assert isinstance(node, Node)
    return node.axes[marker.coordinate] if node.axes else "?"


def _direction(load: Any, motion: Motion) -> np.ndarray:
    """Direction of a coordinate; for an angle, of its axis."""
    axis = axis_of(load, motion.snapshot)
    if axis == "phi":
        return np.array([0.0, 0.0, 1.0])
    marker: Any = motion.snapshot.items["marker"][load.markerNumber]
    coordinate = marker.resolve(motion.model.places)[0].first
    along = motion.directions[coordinate] if axis != "?" and coordinate >= 0 else np.zeros(3)
    length = np.linalg.norm(along)
    if length == 0.0:
        raise UnknownVector("its coordinate has no direction in space")
    return np.asarray(along / length)


def _scalars(number: int, load: Any, solution: Solution, rows: np.ndarray) -> Any:
    if isinstance(load, LoadCoordinateTable):
        return load.factor * np.interp(solution.times[rows], load.times, load.values)
    if isinstance(load, LoadStateCoordinate):
        return _evaluated(number, load, float(load.load), solution, rows)
    if callable(load.loadUserFunction):
        return _called(load.loadUserFunction, load.load, solution, rows)
    return float(load.load)


def _called(function: Any, value: Any, solution: Solution, rows: np.ndarray) -> np.ndarray:
    """The user function at recorded times, with the recorded state in the system."""

    def value_at(mbs: Any, t: float) -> Any:
        return function(mbs, t, value.copy() if isinstance(value, np.ndarray) else value)

    vectors = _at_recorded(value_at, solution, rows)
    if vectors.shape[1:] != np.shape(value):
        raise UnknownVector("its user function returned something other than a load")
    return vectors


def _evaluated(number: int, load: Any, value: Any, solution: Solution, rows: np.ndarray) -> Any:
    """A load that depends on the recorded states; the value that is passed to its function."""
    if not has_function(load):
        return value
    return _at_recorded(lambda mbs, t: mbs.GetLoadValues(number), solution, rows)


def _at_recorded(
    value_at: Callable[[Any, float], Any], solution: Solution, rows: np.ndarray
) -> np.ndarray:
    """What a function of the system and the time returns in the recorded states."""
    found = []
    try:
        with recorded_states(solution) as put:
            for row in rows:
                mbs = put(row)
                try:
                    found.append(np.asarray(value_at(mbs, float(solution.times[row])), float))
                except Exception as error:
                    raise UnknownVector(f"its user function failed: {error}") from error
    except NoSystem as error:
        raise UnknownVector(f"its user function needs {error}") from None
    return np.array(found)
