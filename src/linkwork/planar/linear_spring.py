"""LinearSpringDamper: a spring and a damper in parallel between two points.

    d = |r_p - r_c|,  s = d - l0 + p,  u = (r_p - r_c)/d
    child receives F u, parent -F u; F = k s, or a curve of s, gated by `type`

docs/planar.md and the connector ObjectConnectorPlanarSpringDamper, which implements the law,
describe it with all options.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError, warn
from linkwork.planar.bodies import RigidBody
from linkwork.planar.checks import (
    Check,
    array,
    choice,
    flag,
    not_negative,
    numbers,
    refuse,
)
from linkwork.planar.springs import SpringDamper, attachment


def _one_of(*known: str) -> Check:
    return lambda owner, argument, value: choice(owner, argument, value, known)


def _coupling(owner: str, argument: str, value: Any) -> tuple[float, ...]:
    return numbers(owner, argument, value, 2)


def _curve(owner: str, argument: str, value: Any) -> np.ndarray | None:
    """A force curve: (n, 2) displacement [m], force [N]; displacements strictly increase."""
    if value is None:
        return None
    wants = "an array (n, 2) of displacement [m] and force [N] with n >= 2"
    found = array(owner, argument, value, wants)
    if found.ndim != 2 or found.shape[1] != 2 or len(found) < 2:
        raise refuse(owner, argument, f"{wants}, not of shape {found.shape}", value)
    if not (np.diff(found[:, 0]) > 0.0).all():
        place = int(np.flatnonzero(np.diff(found[:, 0]) <= 0.0)[0])
        before, after = found[place : place + 2, 0].tolist()
        raise ParameterError(
            f"{owner}: the displacements of {argument} must strictly increase, got {after!r} after "
            f"{before!r} in row {place + 1}"
        )
    return found


class LinearSpringDamper(SpringDamper):
    """A spring/damper that acts along the line between two points of bodies or the boundary.

    k, c -- stiffness [N/m] and damping [N s/m], >= 0
    p -- stretch at the reference pose [m], > 0: tension; the free length is l0 - p
    parent, child -- bodies, None for the boundary
    parent_pos, child_pos -- attachment in the body's own axes from its center of mass, or the
    absolute position at the boundary [m]; attributes xp, yp, xc, yc
    dof_constraint -- True releases x, y or theta: nothing acts along it; attribute constraint
    track_force -- whether runs record `forcehist`
    type -- "Linear", "Tensile", "Compressive" (force only in tension, in compression), "Tabular"
    curve -- (n, 2) displacement [m] and force [N] for type "Tabular"; attribute kcurve
    mu -- (mu_k, mu_c) rotational coupling [m/rad, m s/rad]
    l0 -- length of the spring at the reference pose [m]; None: the length when it is created
    formulation -- "axial" or "bushing"; damping -- "isotropic" or "axial"
    release -- "project" or "mask"; extrapolate -- "hold" or "linear"
    no_adhesion -- whether the axial force never changes its sign
    name -- its name in errors and headers of files

    docs/planar.md describes the law.
    """

    type: str
    kcurve: np.ndarray | None
    mu: tuple[float, ...]
    formulation: str
    damping: str
    release: str
    extrapolate: str
    no_adhesion: bool
    checks = {
        **SpringDamper.checks,
        "type": _one_of("Linear", "Tensile", "Compressive", "Tabular"),
        "kcurve": _curve,
        "mu": _coupling,
        "formulation": _one_of("axial", "bushing"),
        "damping": _one_of("isotropic", "axial"),
        "release": _one_of("project", "mask"),
        "extrapolate": _one_of("hold", "linear"),
        "no_adhesion": flag,
    }
    parameters = (
        *SpringDamper.parameters, "l0", "l0x", "l0y", "mu", "kcurve", "xp", "yp", "xc", "yc",
    )  # fmt: skip

    has_law = True

    def __init__(
        self,
        k: Any,
        c: Any,
        p: Any = 0.0,
        parent: RigidBody | None = None,
        child: RigidBody | None = None,
        parent_pos: Any = (0.0, 0.0),
        child_pos: Any = (0.0, 0.0),
        dof_constraint: Any = (False, False, False),
        track_force: bool = False,
        type: str = "Linear",
        curve: Any = None,
        mu: Any = (0.0, 0.0),
        *,
        l0: Any = None,
        formulation: str = "axial",
        damping: str = "isotropic",
        release: str = "project",
        extrapolate: str = "hold",
        no_adhesion: bool = False,
        name: str = "",
    ) -> None:
        self._set_name(name)
        super().__init__(k, c, p, parent, child, parent_pos, child_pos, dof_constraint)
        self.track_force = track_force
        self.type = type
        self.kcurve = _curve(self.label, "curve", curve)
        self.mu = mu
        self.formulation = formulation
        self.damping = damping
        self.release = release
        self.extrapolate = extrapolate
        self.no_adhesion = no_adhesion
        self._length: float | None = None
        if l0 is not None:
            self.l0 = l0
        self.check_start()
        self._warned = False

    @property
    def l0(self) -> float:
        """Length at the reference pose [m]: along the axes that are not released, or as set."""
        return self._length_of(self.l0x, self.l0y) if self._length is None else self._length

    @l0.setter
    def l0(self, value: Any) -> None:
        self._length = None if value is None else not_negative(self.label, "l0", value, "m")

    def check_start(self) -> None:
        """Raise an error if values are not compatible."""
        if self.type == "Tabular" and self.kcurve is None:
            raise ParameterError(
                f"{self.label}: curve must be an array (n, 2) for type 'Tabular', got None"
            )
        if self.formulation == "bushing":
            self._check_bushing()

    def _check_bushing(self) -> None:
        for argument, value, usual in (
            ("type", self.type, "Linear"),
            ("p", self.p, 0.0),
            ("l0", self._length, None),
            ("no_adhesion", self.no_adhesion, False),
        ):
            if value != usual:
                raise ParameterError(
                    f"{self.label}: {argument} must be {usual!r} with formulation 'bushing', "
                    f"got {value!r}"
                )

    def warn_at_start(self) -> None:
        """Warn once if both ends coincide: the spring has no direction there."""
        if self._warned or self.formulation == "bushing" or self.l0 == self.p:
            return
        lengths = {"l0": self.l0, "p": self.p}
        told = [f"{name} = {value:g} m" for name, value in lengths.items() if value]
        ends = [attachment(body.start if body else None, place) for body, place in self.ends()]
        if self._length_of(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]) == 0.0:
            self._warned = True
            warn(
                f"{self.label}: its ends coincide at the start, where it has no direction and no "
                f"spring force, although {' and '.join(told)}; start a little away from "
                "that point"
            )

    def _length_of(self, x: float, y: float) -> float:
        """Length of a vector along the axes that are not released [m]."""
        released = self.constraint if self.release == "project" else (False, False, False)
        return math.hypot(0.0 if released[0] else x, 0.0 if released[1] else y)
