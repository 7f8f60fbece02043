"""The position update: everything that moves q uses these functions.

Most coordinates are added: q + dq. Those of some nodes are composed, e.g. rotations A exp(dq~),
where v is not the derivative of q. Such a node stores the pose of its coordinates in `poses`, which
is part of the state, and has four kernels:

    compose       pose o exp(x) with x = increment + bend turning x increment; q from the pose;
                  with in_stage only the pose, without its low part
    slopes        rate of the increment whose end moves with v:  T(increment)^-1 v
    difference    increment that leads from one pose to another
    settle        pose from q, which was set from outside

Increments, v, a and residuals all use the same directions (tangent), as many as coordinates.
`Node.composed` lists the composed coordinates of a node, `Node.pose_size` is the number of values
of `poses` it needs. Models without such nodes have empty lists of calls, which cost a comparison.

Loops of integrators add to q in the loop that computes the increment, where another one would cost
more; they pass composed coordinates to `compose_by`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.marks import inlined
from linkwork.core.kernels.pointer import view
from linkwork.core.records import f8
from linkwork.math.exact import two_sum
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.nodes.node import Node, parts_of_nodes

FLOAT = np.dtype(f8)

CALLS = {
    "move_calls": "compose",
    "slope_calls": "slopes",
    "difference_calls": "difference",
    "settle_calls": "settle",
}
"""List of calls -> kernel of the nodes in it."""


# ------------------------------------------------------------------ in compiled loops
# Arrays that only composed coordinates need are looked up in the frame where they are needed: as
# arguments they would be unpacked whenever a loop is called, which the search for events does in
# every step.


def array_at(address, size):
    """An array of the frame."""
    return view(address, (size,), FLOAT)


def _run(calls, count, address):
    run_calls(calls, count, address)


def compose(frame, address):
    """Move composed coordinates by `increment`; address -- of the frame."""
    _run(frame.move_calls, frame.n_move_calls, address)


def _compose_by(frame, factor, change, address):
    increment = array_at(frame.increment, frame.n_increment)
    for i in range(increment.size):
        increment[i] = factor * change[i]
    compose(frame, address)


@inlined
def compose_by(frame, factor, change, address):
    """Move composed coordinates by factor * change; q of all others has been moved already."""
    if frame.n_move_calls > 0:
        _compose_by(frame, factor, change, address)


@inlined
def move(frame, state, change, address):
    """Move all coordinates by a change; what rounding removes from q is kept in q_low."""
    q, q_low = state.q, state.q_low
    for i in range(q.size):
        q[i], q_low[i] = two_sum(q[i], change[i] + q_low[i])
    compose_by(frame, 1.0, change, address)


@inlined
def move_plainly(frame, state, change, address):
    """The same for explicit solvers, whose positions are plain sums."""
    for i in range(state.q.size):
        state.q[i] += change[i]
    compose_by(frame, 1.0, change, address)


def keep_known(frame):
    """Keep the present poses as the known part of a step, for `compose_onto_known`."""
    known = array_at(frame.known_poses, frame.n_known_poses)
    poses = array_at(frame.poses, frame.n_poses)
    for i in range(poses.size):
        known[i] = poses[i]


def compose_onto_known(frame, factor, change, address):
    """Let composed coordinates be the known part of a step, moved by the rest, factor * change.

    Updates of Newton's method do not commute: composed one by one, they would give a result that
    depends on the updates taken.
    """
    known = array_at(frame.known_poses, frame.n_known_poses)
    go_to_poses(known, array_at(frame.poses, frame.n_poses))
    increment = array_at(frame.increment, frame.n_increment)
    before = array_at(frame.known_increment, frame.n_known_increment)
    for i in range(increment.size):
        increment[i] = before[i] + factor * change[i]
    compose(frame, address)


def compose_update(frame, frame_address, a):
    """Move composed coordinates after an update of Newton's method, for `frame.update_code`."""
    compose_onto_known(frame, frame.cq, a, frame_address)


def move_in_time(frame, h, v, a, address):
    """Move composed coordinates for the time h with these velocities and accelerations."""
    increment = array_at(frame.increment, frame.n_increment)
    for i in range(increment.size):
        increment[i] = h * (v[i] + 0.5 * h * a[i])
    compose(frame, address)


def go_to_poses(poses, poses_out):
    """Let composed coordinates start from these poses."""
    for i in range(poses.size):
        poses_out[i] = poses[i]


def find_slopes(frame, v, address):
    """Compute the rates of the last increments whose ends move with v, the frame's array."""
    slopes = array_at(frame.slopes, frame.n_slopes)
    for i in range(v.size):
        slopes[i] = v[i]
    _run(frame.slope_calls, frame.n_slope_calls, address)
    return slopes


def find_difference(frame, q, poses, new, address):
    """Compute the increment that leads from positions (q, poses) to those of the state `new`."""
    increment = array_at(frame.increment, frame.n_increment)
    poses_from = array_at(frame.poses_from, frame.n_poses_from)
    poses_to = array_at(frame.poses_to, frame.n_poses_to)
    for i in range(q.size):
        increment[i] = new.q[i] - q[i]
    for i in range(poses.size):
        poses_from[i], poses_to[i] = poses[i], new.poses[i]
    _run(frame.difference_calls, frame.n_difference_calls, address)
    return increment


# ------------------------------------------------------------------ from Python


def composed_of(model: Model) -> list[np.ndarray]:
    """Composed coordinates: an array for each kind of node, with a row for each node."""
    return [
        table.kind.composed_coordinates(table)  # type: ignore[attr-defined]
        for table in model.tables_of(Node)
        if table.kind.composes(table)  # type: ignore[attr-defined]
    ]


def set_position_calls(model: Model, data: Data) -> None:
    """Set the lists of calls, and the memory, of composed coordinates."""
    for name, kernel in CALLS.items():
        data.set_calls(name, parts_of_nodes(model, kernel), address_of)
    composed = composed_of(model)
    data.set("composed", np.concatenate([np.zeros(0), *map(np.ravel, composed)]))
    size = model.n_ode2 if composed else 0
    for name in ("increment", "turning", "slopes", "known_increment"):
        data.set(name, np.zeros(size))
    for name in ("poses_from", "poses_to", "known_poses"):
        data.set(name, np.zeros_like(data["poses"]))


def move_by(lists: Any, change: np.ndarray, compensated: bool = True) -> None:
    """Move all coordinates of a model by a change; lists -- its Equations."""
    data = lists.data
    if compensated:
        data["q"][:], data["q_low"][:] = two_sum(data["q"], change + data["q_low"])
    else:
        data["q"][:] += change
    if len(data["move_calls"]):
        data["increment"][:] = change
        lists.run("move_calls")


def difference(lists: Any, old: Any, new: Any) -> np.ndarray:
    """Increment that leads from one state to another."""
    change: np.ndarray = new.q - old.q + (new.q_low - old.q_low)
    data = lists.data
    if len(data["difference_calls"]):
        data["increment"][:] = change
        data["poses_from"][:], data["poses_to"][:] = old.poses, new.poses
        lists.run("difference_calls")
        change = data["increment"].copy()
    return change
