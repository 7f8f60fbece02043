"""The matrix of joints that slide along cables, on each of the cables of their samples."""

import numpy as np
import pytest

from linkwork.extend.probe import Probe
from linkwork.items import *
from tests.cases import Cases

from .samples import World, variants_of

KINDS = [ObjectJointSliding2D, ObjectJointALEMoving2D, ObjectJointSliding]
IN_SPACE = [1.14, 0.33, 0.35], [2.2, 0.5, 1.2]


def joint(kind, changes):
    w = World()
    number = w.add(kind, **changes)
    probe = Probe(w.mbs, [], 0)
    return number, probe


def put(probe, kind, number, place):
    """Put the body of the joint near a place on the cables."""
    item = probe.mbs._items["object"][int(number)]
    marker = probe.mbs._items["marker"][int(item.markerNumbers[0])]
    node = probe.mbs._items["object"][int(marker.bodyNumber)].nodeNumber
    first = probe.model.numbering.node_first[int(node)]
    probe.data["q"][first : first + 3] = [*(np.array(place) - [1.25, -0.35]), 0.1]
    if kind is ObjectJointSliding:
        place = IN_SPACE[int(place[0] > 2)]
        reference = probe.model.numbering.reference[first : first + 3]
        probe.data["q"][first : first + 3] = np.array(place) - reference + 0.05
    probe.data["data_coordinates"][:] = 0.0
    table = probe.model.tables[kind]
    at, index = table.rows["first_data"][0], 0 if place[0] < 2 else 1
    probe.data["data_coordinates"][at] = index
    if kind is not ObjectJointALEMoving2D:
        probe.data["data_coordinates"][at + 1] = (0.9, 2.5)[index]
    else:
        probe.data["q"][table.rows["ale"][0]] = (0.3, 1.75)[index]


@pytest.mark.parametrize("kind", KINDS)
def test_matrix_is_the_derivative_of_the_residual(kind):
    rng = np.random.default_rng(7)
    with Cases() as cases:
        for name, changes in variants_of(kind).items():
            for place in ([1.3, -0.4], [3.1, 0.2]):
                number, probe = joint(kind, changes)
                for level in (0, 1):
                    for factors in ((1, 0, 0), (0, 1, 0), (0.5, 1.5, 2.0)):
                        with cases(name, place, level, factors):
                            probe.shake(rng, 0.05)
                            put(probe, kind, number, place)
                            probe.factors(*map(float, factors), 1.0)
                            wanted = probe.differences(level)
                            error = np.abs(probe.matrix(level) - wanted).max()
                            assert error <= 1e-7 * np.abs(wanted).max()
