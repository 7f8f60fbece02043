"""Doors, lids, shafts, sliders and tables with more joints than their motion needs.

Each model is built as a user would build it, with the Create... functions. `more=False` builds the
same mechanism without redundant equations.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.verification.hinged import (
    DOWN,
    Hinged,
    X,
    Y,
)
from tests.verification.hinged_bodies import (
    ASIDE,
    SHAFT,
    TILTED,
    ball,
    cylindrical,
    fixed,
    generic,
    gliding_table,
    leaf,
    legged_table,
    revolute,
    slider,
    table,
)
from tests.verification.hinged_mechanisms import (
    double_lid,
    parallelogram,
    planar_lid,
    planar_parallelogram,
    planar_slider,
    ring_of_coordinates,
    two_rods,
)

LID = {"axis": Y, "gravity": DOWN, "away": X}
FAST = {"inertia": SHAFT, "speed": 100.0, "through": ASIDE}

MODELS: dict[str, Callable[..., Hinged]] = {
    "door": partial(leaf, speed=5.0),
    "door, three hinges": partial(leaf, speed=5.0, hinges=(0.2, 1.0, 1.8), through=ASIDE),
    "tilted door": partial(leaf, axis=TILTED, through=ASIDE, gravity=DOWN, speed=3.0),
    "door that closes": partial(leaf, stiffness=30.0, speed=2.0, gravity=DOWN),
    "tilted door that closes": partial(
        leaf, axis=TILTED, through=ASIDE, gravity=DOWN, stiffness=200.0, start=0.5,
        hinges=(0.2, 1.0, 1.8),
    ),
    "door, Rxyz": partial(leaf, speed=2.0, nodeType="RotationRxyz", axis=TILTED, gravity=DOWN),
    "door, rotation vector": partial(
        leaf, speed=2.0, nodeType="RotationRotationVector", axis=TILTED, gravity=DOWN
    ),
    "lid": partial(leaf, **LID, speed=1.0),
    "lid, three hinges": partial(leaf, **LID, through=ASIDE, hinges=(0.1, 1.0, 1.9), start=0.7),
    "shaft": partial(leaf, **FAST, offset=0.0),
    "unbalanced shaft": partial(
        leaf, **FAST, offset=1e-3, axis=Y, gravity=DOWN, hinges=(0.1, 1.0, 1.9)
    ),
    "driven shaft": partial(
        leaf, inertia=SHAFT, axis=TILTED, torque=20.0, offset=0.0, hinges=(0.1, 1.0, 1.9)
    ),
    "hinges in a row": partial(leaf, speed=2.0, **LID, hinges=(0.2, 0.6, 1.0, 1.4, 1.8)),
    "the same joint twice": partial(leaf, speed=2.0, **LID, hinges=(0.4, 0.4)),
    "hinges 1e-12 m apart": partial(leaf, speed=2.0, **LID, shifts=(0.0, 1e-12)),
    "hinge and ball": partial(leaf, speed=2.0, axis=TILTED, gravity=DOWN, kinds=(revolute, ball)),
    "hinge and sleeve": partial(
        leaf, speed=2.0, axis=TILTED, gravity=DOWN, kinds=(revolute, cylindrical)
    ),
    "two generic joints": partial(leaf, speed=2.0, axis=TILTED, gravity=DOWN, kinds=(generic,)),
    "parallelogram": parallelogram,
    "three cranks": partial(parallelogram, cranks=3),
    "double lid": double_lid,
    "slider": slider,
    "slider on sleeves": partial(
        slider, kind=cylindrical, places=(-0.2 * Y, 0.2 * Y + 0.1 * X), stiffness=900.0
    ),
    "table": table,
    "loaded table": partial(table, load=[0.0, 0.0, -100.0], load_at=0.3 * X + 0.1 * Y),
    "table on fixed legs": legged_table,
    "fixed twice": partial(table, kind=fixed, load=[5.0, 7.0, -30.0], load_at=0.3 * X),
    "gliding table": gliding_table,
    "two rods": two_rods,
    "ring of coordinates": ring_of_coordinates,
    "planar lid": planar_lid,
    "planar slider": planar_slider,
    "planar cranks": planar_parallelogram,
}  # fmt: skip
