"""Kinematics and dynamics of a robot, for one state or many.

Positions q and velocities v are arrays (n,) or (N, n). A free base has seven positions, those of
its origin and a quaternion with the scalar first, and six velocities in its own axes: those of the
origin, then the angular ones. Accelerations are the derivatives of these six numbers, and forces
belong to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.core.near import near_names
from linkwork.robots.loose import check_masses
from linkwork.trees import functions as trees
from linkwork.trees.records import FREE

if TYPE_CHECKING:
    from linkwork.robots.model import RobotModel

Array = np.ndarray


class Energy(NamedTuple):
    """Kinetic and potential energy.

    kinetic [J], potential [J] -- numbers, or one per state
    """

    kinetic: Any
    potential: Any


class Momentum(NamedTuple):
    """Momentum of a robot.

    linear [kg m/s] -- momentum; angular [kg m^2/s] -- about the center of mass
    """

    linear: Array
    angular: Array


class Derivatives(NamedTuple):
    """Derivatives of forces or accelerations.

    q -- by positions; those of a free base are displaced along its velocities
    v -- by velocities; third -- by the accelerations or forces
    """

    q: Array
    v: Array
    third: Array


class RobotFunctions:
    """Functions of q, v, a and tau; a subclass has a `model`."""

    gravityVector: Any = (0.0, 0.0, -9.81)  # noqa: N815

    @property
    def model(self) -> RobotModel:
        """Tree and names."""
        raise NotImplementedError

    # ------------------------------------------------------------------ coordinates

    @property
    def nq(self) -> int:
        """Number of positions."""
        return self.model.tree.nq

    @property
    def nv(self) -> int:
        """Number of velocities."""
        return self.model.tree.nv

    @property
    def coordinate_names(self) -> list[str]:
        """Names of the velocities: those of the joints, and of the parts of a free base."""
        return list(self.model.names)

    @property
    def limits(self) -> tuple[Array, Array]:
        """Lower and upper limits of the positions, infinite where there are none."""
        return self.model.lower.copy(), self.model.upper.copy()

    def neutral(self) -> Array:
        """Positions with all joints at zero."""
        return self.model.neutral.copy()

    def coordinates(self, values: Mapping[str, float]) -> Array:
        """Positions from values of joints by name; all others are neutral.

        values -- joint -> position [rad or m]
        """
        q = self.neutral()
        for name, value in values.items():
            if name not in self.model.positions:
                raise _unknown("joint with a coordinate", name, self.model.positions)
            q[self.model.positions[name]] = value
        return q

    def integrate(self, q: Any, step: Any) -> Array:
        """Positions after a displacement along the velocities.

        q -- positions; step -- displacement, velocities times time
        """
        q, step, tree = np.asarray(q, float), np.asarray(step, float), self.model.tree
        shape = np.broadcast_shapes(q.shape[:-1], step.shape[:-1])
        new = np.array(np.broadcast_to(q, (*shape, tree.nq)))
        step = np.broadcast_to(step, (*shape, tree.nv))
        for link in tree.links[1:]:
            i, k = int(link.iq), int(link.iv)
            if link.kind != FREE:
                new[..., i] = q[..., i] + step[..., k]
            else:
                _move_free(new[..., i : i + 7], step[..., k : k + 6])
        return new

    # ------------------------------------------------------------------ kinematics

    def pose(
        self, frame: str, q: Any, point: Any = (0.0, 0.0, 0.0), threads: int | None = None
    ) -> Array:
        """Homogeneous transformation (4, 4) or (N, 4, 4) of a link or frame.

        frame -- its name; q -- positions; point [m] -- place in the frame; threads -- at most
        """
        found = trees.poses(self.model.tree, self._places([frame], point), q, threads)
        return found[..., 0, :, :]

    def poses(
        self, q: Any, frames: Sequence[str] | None = None, threads: int | None = None
    ) -> dict[str, Array]:
        """Homogeneous transformations of many frames, by name.

        q -- positions; frames -- names, None: all links; threads -- at most so many
        """
        names = list(self.model.frames) if frames is None else list(frames)
        found = trees.poses(self.model.tree, self._places(names), q, threads)
        return {name: found[..., k, :, :] for k, name in enumerate(names)}

    def jacobian(
        self, frame: str, q: Any, point: Any = (0.0, 0.0, 0.0), axes: str = "global",
        threads: int | None = None,
    ) -> Array:  # fmt: skip
        """Jacobian (6, nv) or (N, 6, nv): rows of the velocity, then of the angular velocity.

        frame -- its name; q -- positions; point [m] -- place in the frame
        axes -- "global", or "local": those of the frame; threads -- at most so many
        """
        if axes not in ("global", "local"):
            raise ParameterError(f'axes must be "global" or "local", got {axes!r}')
        places = self._places([frame], point)
        J = trees.jacobians(self.model.tree, places, q, threads)[..., 0, :, :]
        if axes == "local":
            T = trees.poses(self.model.tree, places, q, threads)[..., 0, :3, :3]
            back = np.swapaxes(T, -1, -2)
            J = np.concatenate([back @ J[..., :3, :], back @ J[..., 3:, :]], axis=-2)
        return J

    def velocity(self, frame: str, q: Any, v: Any, point: Any = (0.0, 0.0, 0.0)) -> Array:
        """Velocity and angular velocity (6,) of a frame in global axes.

        frame -- its name; q, v -- state; point [m] -- place in the frame
        """
        places, zero = self._places([frame], point), np.zeros(self.nv)
        return trees.motions(self.model.tree, places, q, v, zero)[0][..., 0, :]

    def acceleration(
        self, frame: str, q: Any, v: Any, a: Any, point: Any = (0.0, 0.0, 0.0)
    ) -> Array:
        """Acceleration and angular acceleration (6,) of a frame in global axes, without gravity.

        frame -- its name; q, v, a -- state and accelerations; point [m] -- place in the frame
        """
        places = self._places([frame], point)
        return trees.motions(self.model.tree, places, q, v, a)[1][..., 0, :]

    # ------------------------------------------------------------------ dynamics

    def inverse_dynamics(
        self, q: Any, v: Any, a: Any, external: Mapping[str, Any] | None = None,
        threads: int | None = None, out: Array | None = None,
    ) -> Array:  # fmt: skip
        """Forces of the joints for accelerations, with damping, friction, springs and armature.

        q, v, a -- state and accelerations; external -- frame -> force and moment (6,) in global
        axes at the frame's origin; threads -- at most so many; out -- array for the result
        """
        tau = trees.inverse_dynamics(self.model.tree, self.gravityVector, q, v, a, threads, out)
        if external:
            tau -= self._external(q, external)
        return tau

    def forward_dynamics(
        self, q: Any, v: Any, tau: Any, external: Mapping[str, Any] | None = None,
        threads: int | None = None, out: Array | None = None,
    ) -> Array:  # fmt: skip
        """Accelerations under forces of the joints.

        q, v -- state; tau -- forces; external -- as in inverse_dynamics; threads -- at most so
        many; out -- array for the result
        """
        check_masses(self)
        if external:
            tau = np.asarray(tau, float) + self._external(q, external)
        return trees.forward_dynamics(self.model.tree, self.gravityVector, q, v, tau, threads, out)

    def mass_matrix(self, q: Any, threads: int | None = None, out: Array | None = None) -> Array:
        """Mass matrix (nv, nv) or (N, nv, nv), with armature.

        q -- positions; threads -- at most so many; out -- array for the result
        """
        return trees.mass_matrix(self.model.tree, q, threads, out)

    def bias(self, q: Any, v: Any, threads: int | None = None) -> Array:
        """Forces of the joints without accelerations: M a + bias = tau.

        q, v -- state; threads -- at most so many
        """
        return self.inverse_dynamics(q, v, np.zeros(self.nv), threads=threads)

    def gravity(self, q: Any, threads: int | None = None) -> Array:
        """Forces of the joints that hold the robot at rest against gravity and its springs.

        q -- positions; threads -- at most so many
        """
        return self.bias(q, np.zeros(self.nv), threads)

    def inverse_dynamics_derivatives(
        self, q: Any, v: Any, a: Any, threads: int | None = None
    ) -> Derivatives:
        """Derivatives of the forces by q, v, and a (the mass matrix).

        q, v, a -- state and accelerations; threads -- at most so many
        """
        tree = self.model.tree
        return Derivatives(*trees.inverse_derivatives(tree, self.gravityVector, q, v, a, threads))

    def forward_dynamics_derivatives(
        self, q: Any, v: Any, tau: Any, threads: int | None = None
    ) -> Derivatives:
        """Derivatives of the accelerations by q, v, and tau (the inverse mass matrix).

        q, v -- state; tau -- forces; threads -- at most so many
        """
        check_masses(self)
        tree = self.model.tree
        return Derivatives(*trees.forward_derivatives(tree, self.gravityVector, q, v, tau, threads))

    def energy(self, q: Any, v: Any, threads: int | None = None) -> Energy:
        """Kinetic energy and potential energy, that of springs included.

        q, v -- state; threads -- at most so many
        """
        found = trees.sums(self.model.tree, self.gravityVector, q, v, threads)
        return Energy(found[..., 0], found[..., 1])

    def center_of_mass(self, q: Any) -> Array:
        """Center of mass of all moving links, in the global frame.

        q -- positions
        """
        return trees.sums(self.model.tree, self.gravityVector, q, np.zeros(self.nv))[..., 2:5]

    def momentum(self, q: Any, v: Any) -> Momentum:
        """Momentum and angular momentum about the center of mass.

        q, v -- state
        """
        found = trees.sums(self.model.tree, self.gravityVector, q, v)
        return Momentum(found[..., 5:8], found[..., 8:11])

    # ------------------------------------------------------------------ identification

    def regressor(self, q: Any, v: Any, a: Any, threads: int | None = None) -> Array:
        """Y (nv, parameters) or (N, nv, parameters) with tau = Y parameters, without springs.

        q, v, a -- states and accelerations; threads -- at most so many

        `parameter_names` lists the parameters, `parameters` has their present values.
        """
        from linkwork.robots.identification import regressor

        return regressor(self.model, self.gravityVector, q, v, a, threads)

    def parameters(self) -> Array:
        """Inertial parameters of bodies, armature, damping and friction of joints."""
        from linkwork.robots.identification import parameters

        return parameters(self.model)

    def parameter_names(self) -> list[str]:
        """Names of the parameters of the regressor."""
        from linkwork.robots.identification import parameter_names

        return parameter_names(self.model)

    def inverse_kinematics(self, frame: str, target: Any, q0: Any = None, **options: Any) -> Any:
        """Positions that bring a frame to a place, within the limits of the joints.

        frame -- its name; target -- transformation (4, 4) or (N, 4, 4), or position (3,), (N, 3)
        q0 -- start; None: neutral, moved into the limits
        options -- those of `linkwork.robots.inverse_kinematics.solve`
        """
        from linkwork.robots.inverse_kinematics import solve

        return solve(self, frame, target, q0, **options)

    # ------------------------------------------------------------------ helpers

    def _places(self, names: Sequence[str], point: Any = (0.0, 0.0, 0.0)) -> Array:
        """Rows of frames for kernels."""
        known, found = self.model.frames, []
        for name in names:
            if name not in known:
                raise _unknown("link or frame", name, known)
            place = known[name].behind(np.eye(3), point)
            found.append((place.body, place.R, place.p))
        return trees.places_of(self.model.tree, found)

    def _external(self, q: Any, external: Mapping[str, Any]) -> Array:
        """Forces of the joints that equal forces on frames."""
        total: Any = 0.0
        for frame, wrench in external.items():
            J = self.jacobian(frame, q)
            total = total + np.einsum("...ij,...i->...j", J, np.asarray(wrench, float))
        return np.asarray(total)


def _unknown(what: str, name: str, known: Mapping[str, Any]) -> ParameterError:
    near = near_names(name, known)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return ParameterError(f"the robot has no {what} {name!r}{hint}")


def _move_free(q_out: Array, step: Array) -> None:
    """Displace a free base along its own axes, exactly: a screw motion."""
    from linkwork.robots.rotations import screw

    turn, shift = screw(step[..., 3:], step[..., :3])
    a, e = q_out[..., 3:4].copy(), q_out[..., 4:7].copy()
    q_out[..., :3] += rotated(q_out[..., 3:7], shift)
    c, d = turn[..., :1], turn[..., 1:]
    q_out[..., 3:4] = a * c - (e * d).sum(-1, keepdims=True)
    q_out[..., 4:7] = a * d + c * e + np.cross(e, d)


def rotated(q: Array, x: Array) -> Array:
    """Vectors turned by quaternions."""
    a, e = q[..., :1], q[..., 1:]
    s = 2.0 / (q * q).sum(-1, keepdims=True)
    c = np.cross(e, x)
    turned: Array = x + s * (a * c + np.cross(e, c))
    return turned
