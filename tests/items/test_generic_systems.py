"""Items that act on coordinates: their matrix is the derivative of the residual."""

import numpy as np
import pytest
from scipy.sparse import coo_matrix

import linkwork as exu
from linkwork.extend.probe import Probe
from linkwork.items import *
from tests.cases import looped

from .samples import Out, speed_equations, speed_slopes, vector_equations, vector_slopes

TOLERANCE = 1e-8
SIZES = {"ground": 0, "single": 1, "node": 3, "object": 5, "generic": 4}
"""Ends of a vector constraint -> number of their coordinates."""


def end(mbs, name):
    """A marker of a coordinate vector."""
    if name == "ground":
        node = mbs.AddNode(NodePointGround())
        return mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))
    if name == "single":
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.5, 2.0]))
        return mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=1))
    if name == "node":
        node = mbs.AddNode(NodePoint(referenceCoordinates=[0.5, -1.0, 0.25]))
        return mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))
    if name == "generic":
        reference = [0.75, -0.5, 0.25, 1.0]
        form = NodeGenericODE2(referenceCoordinates=reference, numberOfODE2Coordinates=4)
        return mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(form)))
    last = mbs.AddNode(NodePoint2D(referenceCoordinates=[1.5, -0.75]))
    first = mbs.AddNode(NodePoint(referenceCoordinates=[0.25, 0.5, -0.25]))
    body = ObjectGenericODE2(nodeNumbers=[first, last], massMatrix=np.eye(5))
    return mbs.AddMarker(MarkerObjectODE2Coordinates(objectNumber=mbs.AddObject(body)))


class Vectors(Probe):
    """A constraint between two coordinate vectors in a random state."""

    def __init__(self, ends, seed=0, **changes):
        rng = np.random.default_rng(seed)
        mbs = exu.SystemContainer().AddSystem()
        mbs.AddNode(NodePoint())
        markers = [int(end(mbs, name)) for name in ends]
        self.sizes = [SIZES[name] for name in ends]
        values = {} if "constraintUserFunction" in changes else self.random(rng)
        values |= dict(markerNumbers=markers) | changes
        self.number = mbs.AddObject(CoordinateVectorConstraint(**values))
        super().__init__(mbs, markers, sum(callable(value) for value in values.values()))
        self.values = values
        self.shake(rng, 0.5)
        self.indices = [self.model.places.marker_coordinates(m)[0] for m in markers]

    def random(self, rng):
        """Two equations with entries in all matrices, some of them zero."""
        made = {}
        for side, count in enumerate(self.sizes):
            for name in ("scalingMarker", "quadraticTermMarker"):
                matrix = rng.uniform(-1.0, 1.0, (2, count)) * (rng.random((2, count)) < 0.7)
                made[f"{name}{side}"] = matrix if count else np.zeros((0, 0))
        return made | dict(offset=rng.uniform(-1.0, 1.0, 2))

    def vector(self, side):
        total = self.model.numbering.reference + self.data["q"]
        if self.sizes[side] == 1:
            total = self.data["q"]
        return total[self.indices[side]]

    def speed(self, side):
        return self.data["v"][self.indices[side]]

    def law(self, of, offset):
        """X1 x1 + Y1 x1^2 - X0 x0 - Y0 x0^2 - offset"""
        total = -np.asarray(offset, float)
        for side, sign in ((0, -1.0), (1, 1.0)):
            if self.sizes[side]:
                x = of(side)
                total = total + sign * (self.values[f"scalingMarker{side}"] @ x)
                total = total + sign * (self.values[f"quadraticTermMarker{side}"] @ x**2)
        return total


PAIRS = [(a, b) for a in SIZES for b in SIZES if (a, b) != ("ground", "ground")]
each_pair = looped("ends", PAIRS, ids="-".join)


def assert_matrix_is_derivative(probe, level):
    exact, close = probe.matrix(level), probe.differences(level)
    limit = TOLERANCE * max(np.abs(close).max(), 1.0)
    assert np.abs(exact - close).max() <= limit, f"level {level}:\n{exact - close}"


@each_pair
@looped("velocity_level", [False, True])
def test_matrix_of_vector_constraints_is_the_derivative(ends, velocity_level):
    for active in (True, False):
        probe = Vectors(ends, velocityLevel=velocity_level, activeConnector=active)
        for level in (0, 1):
            probe.factors(0.7, 1.3, 0.9, 2.0)
            assert_matrix_is_derivative(probe, level)


@each_pair
def test_values_of_vector_constraints_are_the_law(ends):
    probe = Vectors(ends)
    probe.factors(0.0, 0.0, 1.0, 1.0)
    probe.residual(0)
    expected = probe.law(probe.vector, probe.values["offset"])
    assert probe.data["constraint"] == pytest.approx(expected, rel=1e-14, abs=1e-14)
    found = probe.mbs.GetObjectOutput(probe.number, Out.ConstraintEquation)
    assert found == pytest.approx(expected, rel=1e-14, abs=1e-14)


@each_pair
def test_equations_of_velocities_are_the_literal_law(ends):
    probe = Vectors(ends, velocityLevel=True)
    probe.factors(0.6, 1.2, 1.0, 1.0)
    expected = probe.law(probe.speed, probe.values["offset"])
    probe.residual(1)
    assert probe.data["constraint"] == pytest.approx(expected, rel=1e-14, abs=1e-14)
    probe.residual(0)
    assert probe.data["constraint"] == pytest.approx(0.5 * expected, rel=1e-14, abs=1e-14)


def along(probe, level, step=1e-4):
    """Change per time of the values at a level along q + s v, t + s, by differences."""
    s, data = probe.data.scalars, probe.data
    q, t = data["q"].copy(), s.t
    sides = []
    for move in (step, -step):
        data["q"][:], s.t = q + move * data["v"], t + move
        probe.residual(level)
        sides.append(data["constraint"].copy())
    data["q"][:], s.t = q, t
    return (sides[0] - sides[1]) / (2.0 * step)


LAWS = {
    "matrices": {},
    "user functions": dict(
        constraintUserFunction=vector_equations,
        jacobianUserFunction=vector_slopes,
        scalingMarker0=np.zeros((2, 1)),
    ),
}


@pytest.mark.parametrize("changes", LAWS.values(), ids=list(LAWS))
def test_velocity_and_acceleration_level_are_true_derivatives(changes):
    """Outside of steps: level 1 is the derivative of level 0, level 2 that of level 1 without a."""
    ends = ("single", "object") if changes else ("generic", "node")
    probe = Vectors(ends, **changes)
    probe.factors(0.0, 0.0, 1.0, 1.0)
    for level, tolerance in ((1, 3e-9), (2, 3e-8)):
        expected = along(probe, level - 1)
        probe.residual(level)
        scale = max(1.0, np.abs(expected).max())
        assert np.abs(probe.data["constraint"] - expected).max() <= tolerance * scale


@pytest.mark.parametrize("kept", [vector_equations, speed_equations])
def test_matrix_of_user_functions_is_the_derivative(kept):
    of_speed = kept is speed_equations
    probe = Vectors(
        ("single", "object"),
        constraintUserFunction=kept,
        jacobianUserFunction=speed_slopes if of_speed else vector_slopes,
        scalingMarker0=np.zeros((1 if of_speed else 2, 1)),
        velocityLevel=of_speed,
    )
    for level in (0, 1):
        probe.factors(0.7, 1.3, 0.9, 2.0)
        assert_matrix_is_derivative(probe, level)


def test_forces_of_multipliers_do_no_work_along_the_constraint():
    """residual = C_q^T lambda: its power is lambda c' at rest of everything else."""
    for ends in PAIRS:
        probe = Vectors(ends)
        probe.data["a"][:] = 0.0
        probe.factors(0.0, 0.0, 1.0, 1.0)
        own = probe.data["multipliers"].copy()
        residual = probe.residual(1)[: probe.model.n_ode2]
        power = residual @ probe.data["v"]
        assert power == pytest.approx(own @ probe.data["constraint"], rel=1e-12, abs=1e-12)


def test_outputs_flip_with_the_order_of_the_markers():
    first, second = Vectors(("ground", "node")), Vectors(("node", "ground"))
    for probe in (first, second):
        probe.data["q"][-3:], probe.data["v"][-3:] = [0.1, 0.2, 0.3], [1.0, 2.0, 3.0]
    for variable, expected in (
        (Out.Displacement, [0.6, -0.8, 0.55]),
        (Out.Velocity, [1.0, 2.0, 3.0]),
    ):
        found = first.mbs.GetObjectOutput(first.number, variable)
        assert found == pytest.approx(expected, rel=1e-14)
        assert np.array_equal(second.mbs.GetObjectOutput(second.number, variable), -found)


def test_a_difference_of_vectors_of_unequal_length_is_refused():
    probe = Vectors(("node", "object"))
    with pytest.raises(exu.SysError, match="Displacement .* 3 and 5 coordinates"):
        probe.mbs.GetObjectOutput(probe.number, Out.Displacement)
    probe.mbs.AddSensor(SensorObject(objectNumber=probe.number, outputVariableType=Out.Velocity))
    with pytest.raises(exu.SysError, match="Velocity .* 3 and 5 coordinates"):
        probe.mbs.Assemble()


def test_sparse_matrices_give_the_same_equations():
    dense = Vectors(("node", "object"), seed=3)
    forms = {}
    for name, matrix in dense.values.items():
        if name.startswith(("scaling", "quadratic")):
            forms[name] = coo_matrix(matrix)
    container = exu.MatrixContainer()
    container.SetWithDenseMatrix(dense.values["scalingMarker0"])
    for given in (forms, forms | dict(scalingMarker0=container)):
        sparse = Vectors(("node", "object"), seed=3, **given)
        for probe in (dense, sparse):
            probe.factors(0.7, 1.3, 0.9, 2.0)
        for level in (0, 1, 2):
            assert np.array_equal(sparse.residual(level), dense.residual(level))
            assert np.array_equal(sparse.matrix(level), dense.matrix(level))


# ------------------------------------------------------------------------------- GenericODE2


def pull(mbs, t, itemNumber, q, q_t):
    """Forces that depend on everything."""
    return [q[1] * q[4] + t, -q_t[0] * q[2], q[3] ** 2, q_t[4] - q_t[1] ** 3, q[0] * q_t[2]]


def pull_slopes(mbs, t, itemNumber, q, q_t, fODE2, fODE2_t):
    """Minus the derivatives of pull."""
    made = np.zeros((5, 5))
    made[0, 1] -= fODE2 * q[4]
    made[0, 4] -= fODE2 * q[1]
    made[1, 2] += fODE2 * q_t[0]
    made[1, 0] += fODE2_t * q[2]
    made[2, 3] -= fODE2 * 2.0 * q[3]
    made[3, 4] -= fODE2_t
    made[3, 1] += fODE2_t * 3.0 * q_t[1] ** 2
    made[4, 0] -= fODE2 * q_t[2]
    made[4, 2] -= fODE2_t * q[0]
    return made


def masses(mbs, t, itemNumber, q, q_t):
    """A mass matrix that depends on the state."""
    made = np.diag([2.0, 3.0, 4.0, 5.0, 6.0])
    made[0, 1] = made[1, 0] = 0.5 * np.sin(q[2])
    made[3, 3] += q[4] ** 2
    made[4, 0] = 0.25 * q_t[1]
    return made


class Generic(Probe):
    """A generic system on two nodes whose coordinates do not follow each other."""

    def __init__(self, seed=0, sparse=False, **changes):
        rng = np.random.default_rng(seed)
        mbs = exu.SystemContainer().AddSystem()
        second = mbs.AddNode(NodePoint2D(referenceCoordinates=[1.5, -0.75]))
        mbs.AddNode(Node1D())
        first = mbs.AddNode(NodePoint(referenceCoordinates=[0.25, 0.5, -0.25]))
        self.values = dict(
            massMatrix=np.diag(rng.uniform(1.0, 2.0, 5)),
            stiffnessMatrix=rng.uniform(-1.0, 1.0, (5, 5)) * (rng.random((5, 5)) < 0.5),
            dampingMatrix=rng.uniform(-1.0, 1.0, (5, 5)) * (rng.random((5, 5)) < 0.5),
            forceVector=rng.uniform(-1.0, 1.0, 5),
        )
        self.values |= changes
        form = {
            name: coo_matrix(value) if sparse and np.ndim(value) == 2 else value
            for name, value in self.values.items()
        }
        self.number = mbs.AddObject(ObjectGenericODE2(nodeNumbers=[first, second], **form))
        super().__init__(mbs, [], sum(callable(value) for value in self.values.values()))
        self.shake(rng, 0.5)
        self.order = np.array([3, 4, 5, 0, 1])

    def expected(self):
        """M a + D v + K q - f - UF by NumPy."""
        q, v, a = (self.data[name][self.order] for name in ("q", "v", "a"))
        t = self.data.scalars.t
        mass, force = self.values["massMatrix"], self.values["forceVector"].copy()
        if "massMatrixUserFunction" in self.values:
            mass = masses(None, t, 0, q, v)
        if "forceUserFunction" in self.values:
            force += pull(None, t, 0, q, v)
        own = self.values["stiffnessMatrix"] @ q + self.values["dampingMatrix"] @ v - force
        return mass @ a + own, own


SYSTEMS = {
    "matrices": {},
    "force": dict(forceUserFunction=pull),
    "force and jacobian": dict(forceUserFunction=pull, jacobianUserFunction=pull_slopes),
    "mass": dict(massMatrixUserFunction=masses),
    "everything": dict(
        forceUserFunction=pull, massMatrixUserFunction=masses, jacobianUserFunction=pull_slopes
    ),
    "force and mass": dict(forceUserFunction=pull, massMatrixUserFunction=masses),
}
each_system = looped("changes", SYSTEMS.values(), ids=list(SYSTEMS))


@each_system
@looped("sparse", [False, True])
def test_residual_and_force_of_generic_systems_are_the_law(changes, sparse):
    probe = Generic(sparse=sparse, **changes)
    residual, force = probe.expected()
    assert probe.residual(0)[probe.order] == pytest.approx(residual, rel=1e-13, abs=1e-14)
    found = probe.mbs.GetObjectOutput(probe.number, Out.Force)
    assert found == pytest.approx(force, rel=1e-13, abs=1e-14)
    total = probe.model.numbering.reference + probe.data["q"]
    assert np.array_equal(
        probe.mbs.GetObjectOutput(probe.number, Out.CoordinatesTotal), total[probe.order]
    )


@each_system
@looped("sparse", [False, True])
def test_matrix_of_generic_systems_is_the_derivative(changes, sparse):
    probe = Generic(sparse=sparse, **changes)
    for factors in ((0.7, 1.3, 0.9, 2.0), (1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 1.0)):
        probe.factors(*factors)
        assert_matrix_is_derivative(probe, 0)


def test_energies_of_generic_systems():
    stiffness = np.diag([1.0, 2.0, 3.0, 4.0, 5.0])
    probe = Generic(stiffnessMatrix=stiffness, massMatrixUserFunction=masses)
    q, v = (probe.data[name][probe.order] for name in ("q", "v"))
    probe.data.set("energy", np.zeros(1))
    table = probe.model.tables[ObjectGenericODE2]
    for name, expected in (
        ("kinetic", 0.5 * v @ masses(None, 0.5, 0, q, v) @ v),
        ("potential", 0.5 * q @ stiffness @ q - probe.values["forceVector"] @ q),
    ):
        probe.data.in_python(table.kind.kernels[name], table)
        assert probe.data["energy"][0] == pytest.approx(expected, rel=1e-13)
