"""The matrix of ALE cables, and that they are cables while their material rests."""

import numpy as np

from linkwork.extend.probe import Probe
from linkwork.items import *
from tests.cases import Cases

from .samples import World, variants_of


def cable(changes, kind=ObjectALEANCFCable2D):
    w = World()
    number = w.add(kind, **changes)
    return w.mbs, number, Probe(w.mbs, [], 0)


def test_matrix_is_the_derivative_of_the_residual():
    """By q, v and a alone and together, for all rules and switches."""
    rng = np.random.default_rng(3)
    with Cases() as cases:
        for name, changes in variants_of(ObjectALEANCFCable2D).items():
            _, _, probe = cable(changes)
            for factors in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 1.5, 2.0)):
                with cases(name, factors):
                    probe.shake(rng, 0.3)
                    probe.factors(*map(float, factors), 1.0)
                    wanted = probe.differences(0)
                    error = np.abs(probe.matrix(0) - wanted).max()
                    assert error <= 1e-8 * np.abs(wanted).max()
