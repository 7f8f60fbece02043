"""KinematicTree: rigid links behind revolute and prismatic joints, in the joints' coordinates.

    M(q) q_tt + b(q, q_t) = f + P (u_o - q) + D (v_o - q_t) + UF(mbs, t, itemNumber, q, q_t)

q are the total values of the node's coordinates, reference values included. The frame of link i is
that of its parent p(i) < i (-1: the base), moved by jointOffsets[i] in the parent's frame and
turned by jointTransformations[i], and then the joint: a rotation about or a translation along its
local axis by z_i. Masses m_i, centers of mass c_i and inertias about the centers J_i are given in
the frames of links.

z_i is q_i, with one coordinate per joint. With mimicLeaders, joint i follows the joint k that they
name, z_i = mimicRatios[i] q_k + mimicOffsets[i], and only the others have coordinates, in their
order; f, P, D, u_o, v_o and UF belong to coordinates. All joints may have an armature I_i, the
inertia of their drive, damping d_i and dry friction h_i, which is proportional to the rate up to
v_z (frictionZone):

    kinetic energy += I_i z_t^2 / 2,    b_i += d_i z_t + h_i clip(z_t / v_z, -1, 1)

The base is parallel to the global frame, at p_b (baseOffset). With baseNodeNumber n_b it is free:
its frame is that of a rigid body's node, it has mass m_b, center of mass c_b and inertia J_b of its
own, and b and M act on the node, too.

b has gravity g, centrifugal and gyroscopic forces, and minus the constant forces and torques on
links (global axes, at the origins of their frames). M, b and their derivatives by q and q_t are
computed by recursions over the links in global axes; those of UF are central differences. Gravity
is a parameter: mass-proportional loads do not act on trees.

Outputs are those of the joints; Force is b minus all that is applied. The potential energy has
gravity, f, P and the forces on links, but not torques on links, D, d, h and UF.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.tree_articulated import reduce_block, release_block, solve_block
from linkwork.bodies.tree_checks import RIGID, check_base, check_leaders, check_links
from linkwork.bodies.tree_law import inertia, residual
from linkwork.bodies.tree_matrix import jacobian
from linkwork.bodies.tree_outputs import kinetic, output, potential
from linkwork.bodies.tree_pools import (
    CONTROLS,
    FORCE,
    RESISTANCES,
    lay_out,
    places_of,
    write_pools,
)
from linkwork.core.declare.graphics_data import GraphicsData, GraphicsDataLists
from linkwork.core.declare.item import VARIABLE, Output, Visualization, define, parameter
from linkwork.core.declare.list_kinds import ArrayList, JointTypes, Parents
from linkwork.core.declare.parameters import Array, Color, Flag, Index, PReal, UReal, Vector
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i4, i8, u4
from linkwork.math.rotation_parameters import COUNTS
from linkwork.motion.tree_link import link_frame
from linkwork.nodes.generic_ode2 import NodeGenericODE2
from linkwork.nodes.node import check_coupled, check_length, filled
from linkwork.trees.records import FREE, LINK, PRISMATIC, REVOLUTE, WORK
from linkwork.trees.table import Tree, TreeLink

__all__ = ["KinematicTree", "ObjectKinematicTree", "VKinematicTree", "VObjectKinematicTree"]

PER_LINK = (
    "jointTypes", "linkParents", "jointTransformations", "jointOffsets", "linkInertiasCOM",
    "linkCOMs", "linkMasses",
)  # fmt: skip
"""Parameters with one entry per link."""

MIMICS = ("mimicLeaders", "mimicRatios", "mimicOffsets")
"""Parameters of joints that follow others: one entry per joint, or empty."""


class VObjectKinematicTree(Visualization):
    """Drawing of a KinematicTree."""

    showLinks: bool = parameter(True, Flag(), doc="whether links are drawn")
    showJoints: bool = parameter(True, Flag(), doc="whether joints are drawn")
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")
    graphicsDataList: Any = parameter(
        [], GraphicsDataLists(), doc="shapes of each link, in its frame; empty: automatic ones"
    )
    baseGraphicsData: Any = parameter([], GraphicsData(), doc="shapes of the base, in its frame")
    jointRadius: float = parameter(
        0.0, UReal, unit="m", doc="radius of joints that are drawn; 0: it suits the scene"
    )
    jointWidth: float = parameter(
        0.0, UReal, unit="m", doc="length of these joints along their axes; 0: it suits the scene"
    )
    linkColors: Any = parameter(
        [], ArrayList((4,)), unit="1", doc="colors RGBA of links; R = -1 or none: color"
    )
    jointColors: Any = parameter(
        [], ArrayList((4,)), unit="1",
        doc="colors RGBA of joints; R = -1 or none: a darker one than that of the link",
    )  # fmt: skip


class ObjectKinematicTree(Body):
    """Rigid links and joints as a tree, in minimal coordinates."""

    type_name = "KinematicTree"
    short_name = "KinematicTree"
    V = VObjectKinematicTree
    node_kinds = (NodeGenericODE2, *RIGID)
    couples_coordinates = True
    acts_directly = True
    added_function = "UF"
    has_points = False
    has_links = True
    extra_columns = (
        ("first", i8), ("first_pose", i8), ("kind", i8), ("count", i8), ("reference", f8, 7),
        ("n", i8), ("links", i8), ("rows", i8), ("free", i8), ("skip", i8), ("width", i8),
        ("start", i8), ("link_start", i8), ("given_start", i8), ("force_start", i8),
        ("state_start", i8), ("matrix_start", i8), ("slot_start", i8), ("w_force", i8),
        ("part", i8), ("driven", i8), ("pushed", i8),
    )  # fmt: skip
    own = {"loads": (f8, ())}  # sum of squares of the forces of each tree
    pools = {
        "indices": u4,
        "links": LINK,
        "passes": WORK,
        "given": f8,
        "forces": f8,
        "state": f8,
        "matrices": f8,
        "slots": i4,
        "work": f8,
    }
    outputs = {
        Variable.Coordinates: Output("q", "1", VARIABLE, "joint coordinates with reference"),
        Variable.Coordinates_t: Output("q_t", "1/s", VARIABLE, "velocity coordinates"),
        Variable.Coordinates_tt: Output("q_tt", "1/s^2", VARIABLE, "acceleration coordinates"),
        Variable.Force: Output("F", "1", VARIABLE, "b minus all applied forces"),
        Variable.KineticEnergy: Output("T", "J", 0, "q_t M q_t / 2"),
        Variable.PotentialEnergy: Output("V", "J", 0, "of gravity, f, P and forces on links"),
    }

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_0", structural=True,
        doc="NodeGenericODE2, a coordinate per joint that follows no other",
    )  # fmt: skip
    gravity: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="g", unit="m/s^2", doc="acceleration of gravity"
    )
    baseOffset: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="p_b", unit="m", structural=True, doc="position of the base"
    )
    jointTypes: Any = parameter([], JointTypes(), structural=True, doc="types of the joints")
    linkParents: Any = parameter([], Parents(), structural=True, doc="link before each link")
    jointTransformations: Any = parameter(
        [], ArrayList((3, 3)), unit="1", structural=True,
        doc="rotations of joints in the frames of parents",
    )  # fmt: skip
    jointOffsets: Any = parameter(
        [], ArrayList((3,)), unit="m", structural=True,
        doc="position of each joint in the frame of its parent",
    )  # fmt: skip
    linkInertiasCOM: Any = parameter(
        [], ArrayList((3, 3)), unit="kg m^2", structural=True,
        doc="inertias of links about their centers of mass",
    )  # fmt: skip
    linkCOMs: Any = parameter(
        [], ArrayList((3,)), unit="m", structural=True,
        doc="center of mass of each link, in its frame",
    )  # fmt: skip
    linkMasses: Any = parameter([], Vector(), unit="kg", structural=True, doc="masses of links")
    linkForces: Any = parameter(
        [], ArrayList((3,)), unit="N", doc="constant forces at the origins of links; or empty"
    )
    linkTorques: Any = parameter(
        [], ArrayList((3,)), unit="N m", doc="constant torques on links, in global axes; or empty"
    )
    jointForceVector: Any = parameter(
        [], Vector(), unit="1", doc="constant forces f of the joints; or empty"
    )
    jointPositionOffsetVector: Any = parameter(
        [], Vector(), unit="1", doc="desired positions u_o of the joints; or empty"
    )
    jointVelocityOffsetVector: Any = parameter(
        [], Vector(), unit="1", doc="desired velocities v_o of the joints; or empty"
    )
    jointPControlVector: Any = parameter(
        [], Vector(), unit="1", doc="factors P of position errors; or empty"
    )
    jointDControlVector: Any = parameter(
        [], Vector(), unit="1", doc="factors D of velocity errors; or empty"
    )
    forceUserFunction: Any = parameter(
        0, FORCE, symbol="UF", unit="1", structural=True,
        doc="function that returns additional forces of the joints",
    )  # fmt: skip
    jointArmatures: Any = parameter(
        [], Vector(), unit="1", doc="inertias I_i of the drives of joints; or empty"
    )
    jointDampings: Any = parameter(
        [], Vector(), unit="1", doc="viscous dampings d_i of joints; or empty"
    )
    jointFrictions: Any = parameter(
        [], Vector(), unit="1", doc="dry frictions h_i of joints; or empty"
    )
    frictionZone: float = parameter(
        1e-3, PReal, symbol="v_z", unit="1/s",
        doc="rate up to which dry friction is proportional to it [rad/s or m/s]",
    )  # fmt: skip
    mimicLeaders: Any = parameter(
        [], Parents(), structural=True,
        doc="joint that each joint follows, -1: it has its own coordinate; or empty",
    )  # fmt: skip
    mimicRatios: Any = parameter(
        [], Vector(), unit="1", structural=True, doc="ratios to the leaders; empty: 1"
    )
    mimicOffsets: Any = parameter(
        [], Vector(), unit="1", structural=True, doc="offsets from the leaders; empty: 0"
    )
    baseNodeNumber: int = parameter(
        -1, Index("node", optional=True), symbol="n_b", structural=True,
        doc="node of a rigid body (EP, Rxyz or RotVecLG) that is the base; -1: it is fixed",
    )  # fmt: skip
    baseMass: float = parameter(
        0.0, UReal, symbol="m_b", unit="kg", structural=True, doc="mass of a free base"
    )
    baseCOM: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="c_b", unit="m", structural=True,
        doc="center of mass of a free base, in its frame",
    )  # fmt: skip
    baseInertia: Any = parameter(
        [[0.0] * 3] * 3, Array((3, 3)), symbol="J_b", unit="kg m^2", structural=True,
        doc="inertia of a free base about its center of mass",
    )  # fmt: skip

    @property
    def is_free(self) -> bool:
        """Whether its base is a node."""
        return self.baseNodeNumber >= 0

    def nodes(self) -> list[int]:
        return [self.baseNodeNumber, self.nodeNumber] if self.is_free else [self.nodeNumber]

    def leaders(self) -> list[int]:
        """Joint that each joint follows, -1 for none."""
        return self.mimicLeaders or [-1] * len(self.jointTypes)

    def check_complete(self, owner: str) -> None:
        if not self.jointTypes:
            raise ParameterError(f"{owner}: jointTypes must list at least one joint, got []")

    def check_sizes(self, owner: str, items: Any) -> None:
        if not self.jointTypes or self.nodeNumber < 0:
            return  # not given yet: Assemble reports it
        node, count = items["node"][self.nodeNumber], len(self.jointTypes)
        if not isinstance(node, NodeGenericODE2):
            raise ParameterError(
                f"{owner}: nodeNumber must be a NodeGenericODE2, got {type(node).__name__}"
            )
        if self.is_free:
            check_base(self, owner, items["node"][self.baseNodeNumber])
        for name in (*RESISTANCES, *MIMICS):
            check_length(owner, name, getattr(self, name), count)
        check_leaders(self, owner)
        n = node.size_of("ode2")
        if self.leaders().count(-1) != n:
            owned = " that follow no other" * bool(self.mimicLeaders)
            raise ParameterError(
                f"{owner}: jointTypes must have {n} entries{owned}, one per coordinate of its "
                f"node, got {self.leaders().count(-1)}"
            )
        for name in PER_LINK:
            if len(getattr(self, name)) != count:
                raise ParameterError(
                    f"{owner}: {name} must have {count} entries, one per joint, "
                    f"got {len(getattr(self, name))}"
                )
        for name in ("linkForces", "linkTorques"):
            if len(getattr(self, name)) not in (0, count):
                raise ParameterError(
                    f"{owner}: {name} must have {count} vectors, one per link, or none, "
                    f"got {len(getattr(self, name))}"
                )
        for name in CONTROLS:
            check_length(owner, name, getattr(self, name), n)
        for gains, wanted in (CONTROLS[1:3], CONTROLS[3:]):
            if len(getattr(self, gains)) and not len(getattr(self, wanted)):
                raise ParameterError(f"{owner}: {gains} needs {wanted} of the same length, got []")
        check_links(self, owner)
        if callable(self.forceUserFunction):
            check_coupled(owner, n)

    def mass(self) -> float:
        return float(np.sum(self.linkMasses)) + self.baseMass * self.is_free

    def has_potential(self) -> bool:
        return not np.any(self.linkTorques)

    def output_size(self, variable: Any, number: int, model: Any) -> int:
        return self.leaders().count(-1)

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        return True

    @classmethod
    def solves_blocks(cls, table: Any) -> bool:
        return not any(item.mimicLeaders for item in table.members.items())

    def tree(self) -> Tree:
        """Table of the links; a free base is the first one."""
        links, leaders, shift = list[TreeLink](), self.leaders(), int(self.is_free)
        if self.is_free:
            links.append(
                TreeLink(
                    -1, FREE, mass=self.baseMass, center=self.baseCOM, inertia=self.baseInertia
                )
            )
        ratios = self.mimicRatios if len(self.mimicRatios) else np.ones(len(leaders))
        offsets = filled(self.mimicOffsets, len(leaders))
        for k, (joint, parent) in enumerate(zip(self.jointTypes, self.linkParents, strict=True)):
            at, follows = np.asarray(self.jointOffsets[k]), leaders[k] >= 0
            links.append(
                TreeLink(
                    parent + shift,
                    REVOLUTE if joint <= 3 else PRISMATIC,
                    np.eye(3)[(joint - 1) % 3],
                    self.jointTransformations[k],
                    at + np.asarray(self.baseOffset) if parent < 0 else at,
                    float(self.linkMasses[k]),
                    self.linkCOMs[k],
                    self.linkInertiasCOM[k],
                    leader=leaders[k] + shift if follows else None,
                    ratio=float(ratios[k]) if follows else 1.0,
                    offset=float(offsets[k]) if follows else 0.0,
                )
            )
        return Tree(links)

    def link_count(self) -> int:
        return len(self.jointTypes)

    def link_motion(self, number: int, link: int, local: Any, bases: Any) -> Any:
        if link < 0 and not self.is_free:
            raise ParameterError(f"linkNumber must be given, a link of {self.label(number)}")
        coordinates, reference = bases[-1]
        node = bases[0][0] if self.is_free else None
        return link_frame(number, self.tree(), link, local, coordinates, reference, node)

    # ------------------------------------------------------------------ pools

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        for row, number in zip(table.rows, table.numbers, strict=True):
            item = model.items["object"][number]
            row.links = len(item.jointTypes)
            row.rows = row.links + 1 + item.is_free
            row.n, row.free, row.skip = item.leaders().count(-1), 6 * item.is_free, 0
            row.width = row.n + 7 * item.is_free
            if item.is_free:
                frame = model.items["node"][item.baseNodeNumber].base(row.first)
                row.kind, row.count = frame.parameters, COUNTS[frame.parameters]
                row.skip = 3 + row.count
                row.reference[: len(frame.reference)] = frame.reference

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        lay_out(table, model)

    @classmethod
    def bends(cls, table: Any) -> bool:
        return bool(table.pools["links"]["friction"].any())

    @classmethod
    def write_pools(cls, table: Any, row: int, item: Any) -> None:
        write_pools(table, row, item)

    @classmethod
    def couplings(cls, table: Any, implicit: bool) -> list[np.ndarray]:
        found = []
        for row in range(len(table.rows)):
            rows, columns, coupled = places_of(table, row, implicit)
            chosen = coupled & (rows != columns)
            found.append(np.column_stack([rows[chosen], columns[chosen]]))
        return [np.concatenate(found)]

    @classmethod
    def fill_slots(cls, table: Any, slots: Callable[..., np.ndarray], implicit: bool) -> None:
        for row, e in enumerate(table.rows):
            rows, columns, coupled = places_of(table, row, implicit)
            places = np.full(len(rows), -1, i4)
            places[coupled] = slots(rows[coupled], columns[coupled])
            table.pools["slots"][e["slot_start"] : e["slot_start"] + len(places)] = places


define(
    ObjectKinematicTree, residual, inertia, jacobian, kinetic, potential, output, reduce_block,
    solve_block, release_block,
)  # fmt: skip
KinematicTree, VKinematicTree = ObjectKinematicTree, VObjectKinematicTree
