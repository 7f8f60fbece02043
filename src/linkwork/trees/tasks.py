"""Memory of tasks, as kernels over states see it (`records.py`)."""

from linkwork.core.kernels.marks import inlined
from linkwork.core.kernels.pointer import view
from linkwork.trees.records import LINK, NUMBER, WORK


@inlined
def links_of(task):
    """Its links and their work memory."""
    return view(task.links, (task.count,), LINK), view(task.work, (task.count,), WORK)


@inlined
def coordinates_of(task, s):
    """q of state s."""
    return view(task.q + 8 * s * task.nq, (task.nq,), NUMBER)


@inlined
def state_of(task, s):
    """q, v and a (or forces) of state s."""
    place = 8 * s * task.nv
    return (
        coordinates_of(task, s), view(task.v + place, (task.nv,), NUMBER),
        view(task.a + place, (task.nv,), NUMBER),
    )  # fmt: skip
