"""RotationalSpringDamper: a torsional spring and damper between two bodies.

    T = k (theta_p - theta_c - l0t + p) + c (omega_p - omega_c)      parent -T, child +T

Angles are not wrapped: after a full turn the spring is wound by 2 pi.
"""

from __future__ import annotations

from typing import Any

from linkwork.planar.bodies import RigidBody
from linkwork.planar.springs import SpringDamper


class RotationalSpringDamper(SpringDamper):
    """A torsional spring/damper between two bodies, or a body and the boundary.

    k, c -- stiffness [N m/rad] and damping [N m s/rad], >= 0
    p -- preload angle at the reference pose [rad]
    parent, child -- bodies, None for the boundary
    dof_constraint -- only the third entry applies: True releases theta, so nothing acts
    track_force -- whether runs record `forcehist`
    name -- its name in errors and headers of files
    """

    has_law = True

    def __init__(
        self,
        k: Any,
        c: Any,
        p: Any = 0.0,
        parent: RigidBody | None = None,
        child: RigidBody | None = None,
        dof_constraint: Any = (False, False, False),
        track_force: bool = False,
        *,
        name: str = "",
    ) -> None:
        self._set_name(name)
        super().__init__(k, c, p, parent, child, dof_constraint=dof_constraint)
        self.track_force = track_force
