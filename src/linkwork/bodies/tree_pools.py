"""Pools of kinematic trees: sizes, places, values, and pairs of coordinates that are coupled."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.bodies.tree_law import GIVEN
from linkwork.bodies.tree_state import PLACED, STATES
from linkwork.core.declare.function_kinds import ArrayFunction
from linkwork.core.records import i4, i8, u4
from linkwork.nodes.node import filled
from linkwork.trees.records import WORK

FORCE = ArrayFunction(("mbs", "t", "itemNumber", "q", "q_t"), inputs=("vector", "vector"))

CONTROLS = (
    "jointForceVector", "jointPControlVector", "jointPositionOffsetVector",
    "jointDControlVector", "jointVelocityOffsetVector",
)  # fmt: skip
"""Parameters with one number per coordinate, or empty, in the order of the pool."""

RESISTANCES = {
    "jointArmatures": "armature", "jointDampings": "damping", "jointFrictions": "friction",
}  # fmt: skip
"""Parameters with one number >= 0 per joint, or empty, and their columns in the table of links."""


def lay_out(table: Any, model: Any) -> None:
    """Sizes and places of the pools of all trees."""
    lists = [model.object_coordinates(number) for number in table.numbers]
    rows, items = table.rows, [model.items["object"][number] for number in table.numbers]
    n, size, inner = rows["n"], rows["n"] + rows["skip"], rows["n"] + rows["free"]
    functions = [callable(item.forceUserFunction) for item in items]
    work = [FORCE.work_size(k, k) * has for k, has in zip(n, functions, strict=True)]
    sizes = {
        "start": size, "link_start": rows["rows"], "given_start": GIVEN * n,
        "force_start": 6 * rows["links"], "state_start": STATES * rows["width"],
        "matrix_start": 3 * inner * inner + inner, "slot_start": size * size,
        "w_force": np.array(work, i8),
    }  # fmt: skip
    for name, counts in sizes.items():
        rows[name] = np.cumsum([0, *counts[:-1]])
    pools = table.pools
    pools["indices"] = np.concatenate(lists).astype(u4)
    pools["links"] = np.concatenate([item.tree().links for item in items])
    pools["passes"] = np.zeros(len(pools["links"]), WORK)
    totals = {name: int(counts.sum()) for name, counts in sizes.items()}
    pools["given"] = np.zeros(totals["given_start"])
    pools["forces"] = np.zeros(totals["force_start"])
    pools["state"] = np.zeros(totals["state_start"])
    for e in rows:  # no link is placed yet
        first = e["state_start"] + PLACED * e["width"]
        pools["state"][first : first + e["width"]] = np.nan
    pools["matrices"] = np.zeros(totals["matrix_start"])
    pools["slots"] = np.full(totals["slot_start"], -1, i4)
    pools["work"] = np.zeros(totals["w_force"])


def write_pools(table: Any, row: int, item: Any) -> None:
    """Write numbers of joints, and forces on links, of one tree."""
    e = table.rows[row]
    n, count = int(e["n"]), int(e["links"])
    values = np.concatenate([filled(getattr(item, name), n) for name in CONTROLS])
    table.pools["given"][e["given_start"] : e["given_start"] + GIVEN * n] = values
    table.rows["driven"][row] = values.any()
    forces = np.zeros((count, 6))
    for k, name in enumerate(("linkForces", "linkTorques")):
        if len(getattr(item, name)):
            forces[:, 3 * k : 3 * k + 3] = getattr(item, name)
    table.rows["pushed"][row] = forces.any()
    table.pools["forces"][e["force_start"] : e["force_start"] + 6 * count] = forces.reshape(-1)
    end = e["link_start"] + e["rows"]
    links = table.pools["links"][end - count : end]
    for name, column in RESISTANCES.items():
        links[column] = filled(getattr(item, name), count)
    links["zone"] = item.frictionZone


def places_of(table: Any, row: int, implicit: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Coordinates of all pairs, and whether they are coupled: a joint is before the other one.

    A free base is before all joints.
    """
    e = table.rows[row]
    n, skip = int(e["n"]), int(e["skip"])
    links = table.pools["links"][e["link_start"] : e["link_start"] + e["rows"]]
    behind = np.eye(len(links), dtype=bool)
    for k in range(1, len(links)):
        behind[k] |= behind[int(links[k].parent)]
    joints = np.arange(len(links) - int(e["links"]), len(links))
    first, second = np.nonzero((behind | behind.T)[np.ix_(joints, joints)])
    place = links[joints]["iv"] - int(e["free"]) + skip
    coupled = np.zeros((n + skip, n + skip), bool)
    coupled[place[first], place[second]] = True
    coupled[:skip] = coupled[:, :skip] = True
    if implicit and e["UF"] != 0:
        coupled[:] = True
    index = table.pools["indices"][e["start"] : e["start"] + n + skip].astype(i8)
    rows, columns = np.broadcast_arrays(index[:, None], index[None, :])
    return rows.reshape(-1), columns.reshape(-1), coupled.reshape(-1)
