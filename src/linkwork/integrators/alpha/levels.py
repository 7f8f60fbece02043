"""Level at which steps of generalized-alpha satisfy the constraints.

At position level, radial velocities, algorithmic accelerations and multipliers form a loop with the
triple eigenvalue -rho. Rotation couples it to tangential errors: beyond an angle per step of
2.7 (1 - rho)/(1 + rho) for Euler parameters, and of 1.5 (1 - rho)^2 for rotation vectors,
constraint forces and velocities alternate and grow, and feed on the motion. With rho = 0.9 that is
0.14 and 0.015 rad. Velocity level, with positions projected after each step, is stable up to
1.6 rad per step. So it is the default where nodes rotate in space.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.errors import SysError
from linkwork.model.model import Model
from linkwork.nodes.space_node import SpaceNode

POSITION, VELOCITY = "position", "velocity"


def composes_rotations(settings: Any) -> bool:
    """Whether runs compose rotations of nodes with Euler parameters (`model/composition.py`).

    They keep the equations of their norms at position level, which is there for comparisons with
    earlier results, and with `compatibility`.
    """
    at_positions = settings.timeIntegration.generalizedAlpha.constraintLevel == POSITION
    return not (settings.compatibility or at_positions)


def has_equations(model: Model) -> bool:
    """Whether the model has equations besides those of composed rotations."""
    return any(table.kind.ties(table) for table in model.equation_tables())


def rotates_in_space(model: Model) -> bool:
    """Whether the model has nodes that rotate in space, and any equation."""
    return bool(model.tables_of(SpaceNode)) and has_equations(model)


def is_default(settings: Any) -> bool:
    """Whether the settings leave the level to the model."""
    chosen = settings.timeIntegration.generalizedAlpha
    return not (chosen.constraintLevel or chosen.useIndex2Constraints or chosen.automaticStepSize)


def level_of(settings: Any, model: Model) -> str:
    """Level at which steps satisfy the constraints of a model.

    Args:
        settings: Simulation settings.
        model: Model of the run.

    Returns:
        POSITION or VELOCITY.

    Raises:
        SysError: If the settings contradict each other.
    """
    chosen = settings.timeIntegration.generalizedAlpha
    for name in ("useIndex2Constraints", "automaticStepSize"):
        if chosen.constraintLevel == POSITION and getattr(chosen, name):
            raise SysError(
                f"generalizedAlpha.{name} = True solves constraints at velocity level, but "
                "constraintLevel is 'position'; change one of them"
            )
    if is_default(settings):
        rotates = not settings.compatibility and rotates_in_space(model)
        return VELOCITY if rotates else POSITION
    # changes of the step size make position-level forces spike: velocities are off by h^2
    return chosen.constraintLevel or VELOCITY
