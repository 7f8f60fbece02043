"""Loads that depend on the state of their marker: values and Jacobians on every carrier."""

import numpy as np
import pytest

from linkwork.extend.probe import Probe
from linkwork.items import *
from linkwork.rigid.rotations import RotationMatrix2RotXYZ
from tests.cases import Cases

from .pairs import COORDINATES, ENDS, FRAMES, MOTIONS, POINTS, TURNING_POINTS
from .samples import World, coordinate_state_law, each, state_law

pytestmark = pytest.mark.processors

CARRIERS = {
    LoadStateForce: [*POINTS, *(end for end in TURNING_POINTS if end not in FRAMES), *FRAMES],
    LoadStateTorque: FRAMES,
    LoadStateCoordinate: COORDINATES,
}
VECTOR = np.array([1.0, -2.0, 0.5])


class Loaded(Probe):
    """A load on a marker of a carrier that is free to move."""

    def __init__(self, kind, end, **values):
        w = World()
        w.mbs.AddNode(NodePoint())
        self.marker = int(ENDS[end](w, np.array([0.5, -0.25, 0.75])))
        law = coordinate_state_law if kind is LoadStateCoordinate else state_law
        self.load = w.mbs.AddLoad(
            kind(markerNumber=self.marker, loadStateUserFunction=law, **values)
        )
        super().__init__(w.mbs, [self.marker], 1)

    def arguments(self):
        """Position, velocity, angles and angular velocity of the marker, by NumPy."""
        m, turn = self.data["markers"][self.marker], self.data["rotations"][self.marker]
        angles = RotationMatrix2RotXYZ(turn["R"])
        if self.model.markers.is_planar[self.marker]:
            angles = np.array([0.0, 0.0, turn["angle"]])
        return m["p"], m["v"], angles, turn["omega"], turn["R"]


def moving(kind):
    return [end for end in CARRIERS[kind] if MOTIONS[end].kind is not None]


@each(CARRIERS)
def test_matrix_is_the_derivative_on_every_carrier(kind):
    rng = np.random.default_rng(5)
    variants = [{}] if kind is LoadStateCoordinate else [{}, dict(bodyFixed=True)]
    with Cases(kind) as cases:
        for end in moving(kind):
            for values in variants:
                if values and end not in FRAMES:
                    continue  # points do not turn
                with cases(end[0].__name__, str(end[1]), values):
                    probe = Loaded(kind, end, **values)
                    for factors in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.75, 1.5, 0.5)):
                        probe.shake(rng)
                        probe.factors(*factors, 1.0)
                        found, wanted = probe.matrix(0), probe.differences(0)
                        assert np.abs(found - wanted).max() < 1e-8 * max(1.0, np.abs(wanted).max())


@pytest.mark.parametrize("fixed", [False, True])
@each([LoadStateForce, LoadStateTorque])
def test_the_function_gets_the_state_of_the_marker(kind, fixed):
    rng = np.random.default_rng(6)
    with Cases(kind) as cases:
        for end in moving(kind):
            if fixed and end not in FRAMES:
                continue
            with cases(end[0].__name__, str(end[1])):
                probe = Loaded(kind, end, loadVector=VECTOR, bodyFixed=fixed)
                probe.shake(rng)
                probe.forces()
                p, v, angles, omega, R = probe.arguments()
                if end not in FRAMES:
                    angles, omega = np.zeros(3), np.zeros(3)
                axes = R if fixed else np.eye(3)
                given = p, axes.T @ v, angles, axes.T @ omega
                x = axes @ state_law(None, 0.5, VECTOR, *given)
                acting = "marker_force" if kind is LoadStateForce else "marker_moment"
                assert probe.data[acting][probe.marker] == pytest.approx(x, rel=1e-12)


def test_without_a_function_the_vector_acts():
    w = World()
    marker = ENDS[MarkerNodePosition, NodePoint](w, np.zeros(3))
    load = w.mbs.AddLoad(StateForce(markerNumber=marker, loadVector=VECTOR))
    w.mbs.Assemble()
    assert w.mbs.GetLoadValues(load) == pytest.approx(VECTOR)
