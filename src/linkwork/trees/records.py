"""Records of kinematic trees: links, their work memory, and tasks over many states."""

import numpy as np

from linkwork.core.kernels.pointer import Pointer
from linkwork.core.records import f8, i8, record, u8

REVOLUTE, PRISMATIC, FREE = 0, 1, 2
"""Kinds of joints. A free link has seven positions, those of its origin and a quaternion (scalar
first), and six velocities in its own axes, the linear ones first."""

LINK = record(
    *(("own", u8), ("parent", u8), ("kind", i8), ("iq", i8), ("iv", i8), ("head", i8)),
    *(("R", f8, (3, 3)), ("p", f8, 3)),
    *(("mass", f8), ("center", f8, 3), ("inertia", f8, 6)),
    *(("ratio", f8), ("offset", f8)),
    *(("armature", f8), ("damping", f8), ("friction", f8), ("zone", f8)),
    *(("stiffness", f8), ("rest", f8)),
)
"""A link behind its joint, whose axis is the local z axis. Row 0 is the base.

own, parent -- its row, and that of the link before it
iq, iv -- places of its first position and velocity
head -- row at which its run begins: links one behind the other, with one velocity after the other
R, p -- frame of the joint in the parent's frame; mass, center, inertia (xx, yy, zz, xy, xz, yz,
about the center), in its own frame
ratio, offset -- its joint is at ratio q + offset; 1 and 0 unless it follows another one; the ratio
of the base is 1 if any joint does, else 0
armature, damping, friction (with its zone of velocities), stiffness, rest -- of the joint itself
"""

WORK = record(
    *(("R", f8, (3, 3)), ("o", f8, 3), ("S", f8, 6), ("V", f8, 6), ("A", f8, 6)),
    *(("J", f8, 10), ("F", f8, 6), ("C", f8, 6)),
    *(("IA", f8, 21), ("U", f8, 6), ("D", f8), ("u", f8), ("d", f8)),
    *(("B", f8, 9), ("P", f8, 3), ("psi", f8, 6), ("xi", f8, 6), ("origin", f8, 3)),
)
"""What the passes compute for a link, about the common origin of its tree.

R, o -- frame; S -- motion per unit of its coordinate (with the ratio); V, A -- velocity and
acceleration (with that of gravity); J -- mass, mass times center, inertia; F -- force; C -- part of
A that depends on velocities; IA, U, D, u, d -- articulated inertia, IA S, S.U, the joint's force,
and 1/D
B, P -- derivative of the force by the velocity; psi, xi -- how V and A change with its coordinate
origin -- the common origin in the global frame
"""

FRAME_PLACE = record(("link", u8), ("R", f8, (3, 3)), ("p", f8, 3))
"""A frame that is fixed to a link: its row, and the frame in the link's own one."""

TASK = record(
    *(("links", i8), ("count", i8), ("work", i8), ("nq", i8), ("nv", i8), ("gravity", f8, 3)),
    *(("rows", i8), ("q", i8), ("v", i8), ("a", i8), ("places", i8), ("n_places", i8)),
    *(("out0", i8), ("out1", i8), ("out2", i8), ("scratch", i8)),
)
"""A kernel's work for many states: addresses and numbers of what it reads and writes."""

over_states = Pointer("q", "q")
"""Call of a kernel over states: status = over_states(address, address of the task)."""

NUMBER, TASK_SIZE = np.dtype(f8), TASK.itemsize
