"""Bodies of users on several nodes: their points, masses and matrices."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.extend import *
from linkwork.extend.probe import Probe
from linkwork.items import (
    Gravity,
    LoadForceVector,
    MarkerBodyMass,
    MarkerBodyPosition,
    ObjectGround,
    RevoluteJoint2D,
)
from tests.cases import looped

pytestmark = pytest.mark.processors

Variable = exu.OutputVariableType


class Bar(Body):
    """A bar of mass m between two points: p = (1 - s) p0 + s p1, with forces k (p1 - p0)."""

    type_name = "BarOnTwoNodes"
    node_kinds = (NodePoint2D,)
    couples_coordinates = True
    acts_directly = True
    extra_columns = (("index", i8, 4), ("home", f8, 4))
    own = {"slots": (i4, (4, 4))}

    physicsMass: float = parameter(0.0, UReal, symbol="m", unit="kg", doc="mass")
    stiffness: float = parameter(0.0, UReal, symbol="k", unit="N/m", doc="stiffness")
    nodeNumbers: object = parameter(
        [-1, -1], IndexPair("node"), symbol="n", structural=True, doc="ends of the bar"
    )

    @classmethod
    def wire(cls, table, model):
        super().wire(table, model)
        for row, number in zip(table.rows, table.numbers, strict=True):
            row.index = model.numbering.object_part(number, "ode2")
            row.home = model.numbering.reference[row.index]

    @classmethod
    def masses_vary(cls, table):
        return False

    def nodes(self):
        return self.nodeNumbers

    def mass(self):
        return self.physicsMass

    def point(self, local, bases):
        weights = [1.0 - local[0], local[0]]
        rows = np.kron(np.array(weights)[:, None], np.eye(2, 3))
        offset = sum(w * base.offset for w, base in zip(weights, bases, strict=True))
        listed = tuple(c for base in bases for c in base.coordinates)
        return Point(offset, -1, 4, rows, listed=listed)

    def center(self):
        return np.array([0.5, 0.0, 0.0])


def inertia(table, a, residual_out):
    for i in range(table.size):
        e = table[i]
        for r in range(4):
            own, other = a[e.index[r]], a[e.index[(r + 2) % 4]]
            residual_out[e.index[r]] += e.m / 6.0 * (2.0 * own + other)


def residual(table, q, load_out, residual_out):
    for i in range(table.size):
        e = table[i]
        for r in range(4):
            other = (r + 2) % 4
            f = e.k * (e.home[r] + q[e.index[r]] - e.home[other] - q[e.index[other]])
            residual_out[e.index[r]] += f
            load_out[0] += f * f


def jacobian(table, ca, cq, slots, values_out):
    for i in range(table.size):
        e = table[i]
        for r in range(4):
            values_out[slots[i, r, r]] += ca * e.m / 3.0 + cq * e.k
            values_out[slots[i, r, (r + 2) % 4]] += ca * e.m / 6.0 - cq * e.k


def kinetic(table, v, energy_out):
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        for r in range(4):
            own, other = v[e.index[r]], v[e.index[(r + 2) % 4]]
            energy_out[i] += e.m / 12.0 * own * (2.0 * own + other)


def potential(table, q, energy_out):
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        for r in range(2):
            gap = e.home[r + 2] + q[e.index[r + 2]] - e.home[r] - q[e.index[r]]
            energy_out[i] += 0.5 * e.k * gap * gap


define(Bar, inertia, residual, jacobian, kinetic, potential)
M, K = 0.5, 40.0


def chain(count, order, start=lambda k: 0.0):
    """Bars in a row, all of length zero, on nodes that were added in another order."""
    mbs = exu.SystemContainer().AddSystem()
    nodes = {}
    for k in order(count):
        u = start(k)
        nodes[k] = mbs.AddNode(NodePoint2D(initialCoordinates=[u, 2.0 * u]))
    bars = [
        mbs.AddObject(Bar(physicsMass=M, stiffness=K, nodeNumbers=[nodes[k], nodes[k + 1]]))
        for k in range(count)
    ]
    return mbs, nodes, bars


def shuffled(count):
    return np.random.default_rng(count).permutation(count + 1)


def frequency(mode, count):
    """Of a chain with free ends [rad/s]: M/6 (2, 1; 1, 2) and K (1, -1; -1, 1) of each bar."""
    theta = mode * np.pi / count
    return np.sqrt(6.0 * K / M * (1.0 - np.cos(theta)) / (2.0 + np.cos(theta)))


def settings_of(end, steps):
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    return settings


def test_its_matrix_is_checked_like_that_of_other_bodies():
    assert check(Bar, physicsMass=2.0, stiffness=3.0) < 1e-9


@looped("count", [1, 5, 30])
@looped("solver, tolerance", [("RK44", 2e-8), ("GeneralizedAlpha", 1e-4)])
def test_a_chain_swings_in_its_modes(count, solver, tolerance):
    """Small blocks of the mass matrix and a large sparse one, with explicit and implicit steps."""
    mbs, nodes, _ = chain(count, shuffled, lambda k: np.cos(np.pi * k / count))
    omega = frequency(1, count)
    mbs.Assemble()
    settings = settings_of(2.0 / omega, 400)
    mbs.SolveDynamic(settings, solverType=getattr(exu.DynamicSolverType, solver))
    for k, node in nodes.items():
        u = np.cos(np.pi * k / count) * np.cos(2.0)
        found = mbs.GetNodeOutput(node, Variable.Displacement)
        assert found == pytest.approx([u, 2.0 * u, 0.0], abs=tolerance)


def test_modes_of_a_chain():
    mbs, _, _ = chain(30, shuffled)
    mbs.Assemble()
    found = mbs.ComputeModes(numberOfModes=12).frequencies[2:]
    wanted = np.repeat([frequency(mode, 30) for mode in range(1, 6)], 2) / (2.0 * np.pi)
    assert found == pytest.approx(wanted, rel=1e-9)


def test_a_force_at_a_point_is_shared_by_the_nodes():
    """Also where they do not follow each other: 3/4 and 1/4 of it."""
    mbs, nodes, bars = chain(4, shuffled)
    place = mbs.AddMarker(MarkerBodyPosition(bodyNumber=bars[1], localPosition=[0.25, 0, 0]))
    mbs.AddLoad(LoadForceVector(markerNumber=place, loadVector=[4.0, -8.0, 0.0]))
    mbs.Assemble()
    probe = Probe(mbs, [place], 0)
    forces = -probe.residual(0)
    first = mbs.systemData.GetNodeLTGODE2
    assert forces[first(nodes[1])] == pytest.approx([3.0, -6.0])
    assert forces[first(nodes[2])] == pytest.approx([1.0, -2.0])
    assert np.abs(forces).sum() == pytest.approx(12.0)


def test_gravity_and_a_pin_act_on_all_of_its_nodes():
    """Each bar carries the weight of those below, and its own one on both ends alike."""
    mbs, nodes, bars = chain(30, shuffled)
    for bar in bars:
        mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=bar))
        mbs.AddLoad(Gravity(markerNumber=mass, loadVector=[0.0, -9.81, 0.0]))
    ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
    end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=bars[0]))
    mbs.AddObject(RevoluteJoint2D(markerNumbers=[ground, end]))
    mbs.Assemble()
    mbs.SolveStatic(exu.SimulationSettings())
    below = M * 9.81 * (np.arange(30, 0, -1) - 0.5)
    wanted = -np.cumsum(below) / K
    found = [mbs.GetNodeOutput(nodes[k], Variable.Displacement)[1] for k in range(1, 31)]
    assert found == pytest.approx(wanted, rel=1e-10)
