"""Inverse dynamics as a linear function of the inertial parameters of links: tau = Y phi.

Ten parameters of each link, about the origin of its frame in its axes: mass, mass times center
(x, y, z), and the inertia xx, yy, zz, xy, xz, yz about the origin. With the motion of the origin in
the same axes, w, alpha, and b the acceleration of the origin without gravity,

    f = m b + (alpha~ + w~ w~) h,   n = h x b + I alpha + w x I w
"""

from linkwork.core.kernels.marks import contracted
from linkwork.core.kernels.pointer import view
from linkwork.math.vec3 import add, cross, turned, turned_back
from linkwork.trees.inverse import accelerate
from linkwork.trees.records import FRAME_PLACE, FREE, NUMBER, TASK
from linkwork.trees.spatial import (
    angular,
    dot_pair,
    linear,
    plus_cross,
    product,
    rows,
    symmetric_times,
    vector,
)
from linkwork.trees.tasks import links_of, state_of

PARAMETERS = 10


@contracted
def regressors(address):
    """out0 = Y (nv x 10 links) for every state of a task; its frames are those of the links."""
    task = view(address, (1,), TASK)[0]
    links, work = links_of(task)
    places = view(task.places, (task.n_places,), FRAME_PLACE)
    nv = task.nv
    width = PARAMETERS * places.size
    for s in range(task.rows):
        q, v, a = state_of(task, s)
        Y_out = view(task.out0 + 8 * s * nv * width, (nv, width), NUMBER)
        accelerate(links, task.gravity, q, v, a, work)
        Y_out[:] = 0.0
        for k in range(places.size):
            _fill(links, work, places[k].link, rows(places[k].R), PARAMETERS * k, Y_out)
    return 0


def _fill(links, work, i, own_axes, first, Y_out):
    """The ten columns of a link."""
    here = work[i]
    R, o = product(rows(here.R), own_axes), vector(here.o)
    W, U = angular(here.V), linear(here.V)
    u = plus_cross(U, W, o)
    b = add(plus_cross(linear(here.A), angular(here.A), o), cross(W, u))
    w, alpha, b = turned_back(R, W), turned_back(R, angular(here.A)), turned_back(R, b)
    for c in range(PARAMETERS):
        n, f = _force(c, w, alpha, b)
        f = turned(R, f)
        _project(links, work, i, first + c, plus_cross(turned(R, n), o, f), f, Y_out)


def _force(c, w, alpha, b):
    """n, f about the origin of the link, for a unit of its parameter c."""
    zero = (0.0, 0.0, 0.0)
    if c == 0:
        return zero, b
    if c < 4:
        h = (_one(c, 1), _one(c, 2), _one(c, 3))
        return cross(h, b), plus_cross(cross(alpha, h), w, cross(w, h))
    K = (_one(c, 4), _one(c, 5), _one(c, 6), _one(c, 7), _one(c, 8), _one(c, 9))
    return plus_cross(symmetric_times(K, alpha), w, symmetric_times(K, w)), zero


def _one(c, wanted):
    """1 for the parameter that is wanted, else 0."""
    return 1.0 if c == wanted else 0.0


def _project(links, work, i, column, n, f, Y_out):
    """Add the forces of the joints before link i that hold (n, f)."""
    while i != 0:
        link, here = links[i], work[i]
        k = link.iv
        if link.kind == FREE:
            R = rows(here.R)
            f, n = turned_back(R, f), turned_back(R, n)
            for r in range(3):
                Y_out[k + r, column] += f[r]
                Y_out[k + 3 + r, column] += n[r]
        else:
            Y_out[k, column] += dot_pair(here.S, n, f)
        i = link.parent
