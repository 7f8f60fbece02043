"""Energy: forces follow from potentials, dampers take, constraints do no work."""

import numpy as np
import pytest

from linkwork.core.enums import OutputVariableType as Variable
from linkwork.data import Data
from linkwork.items import *
from linkwork.results.energy_account import Account, lines_of
from linkwork.solvers.equations import Equations
from linkwork.solvers.linear.choose import OwnLU

from .pairs import (
    CONSTRAINTS,
    SPACE,
    Pair,
    each_constraint_pairing,
    each_pairing,
    free_ends,
)
from .samples import (
    NO_POTENTIAL,
    POINT_BODIES,
    World,
    each_connector,
    variants_of,
    without_losses,
)

PLACES = ([0.5, -0.25, 0.0], [-1.0, 0.75, 0.0])
SEEDS = range(10)
POWERS = ("losses", "power", "drive")
MOVING = [kind for kind in POINT_BODIES if kind.node_kinds]
each_moving_body = pytest.mark.parametrize("kind", MOVING, ids=lambda kind: kind.__name__)


def energy(data, table, name):
    """Sum of an energy over the rows of a table."""
    data.set("energy", np.full(len(table.rows), np.nan))
    data.in_python(table.kind.kernels[name], table)
    return data["energy"].sum()


def potential(pair):
    assert pair.equations.run("motion_calls") == 0
    return energy(pair.data, pair.model.tables[pair.kind], "potential")


def conservative(kind):
    """Variants of a kind without damper and user function, with their names."""
    return {
        name: changes | without_losses(kind)
        for name, changes in variants_of(kind).items()
        if not any("UserFunction" in parameter for parameter in changes)
        and name not in NO_POTENTIAL.get(kind, ())
    }


@each_connector
def test_a_connector_has_a_potential_or_does_no_work(kind):
    assert "potential" in kind.kernels or kind in CONSTRAINTS, (
        f"{kind.__name__} needs a kernel `potential`, or must be a constraint"
    )


@each_pairing
def test_force_is_the_slope_of_the_potential(kind, ends):
    if "potential" not in kind.kernels:
        return
    for changes in conservative(kind).values():
        pair = Pair(kind, ends, PLACES, **changes)
        pair.shake(np.random.default_rng(3))
        pair.data["v"][:] = 0.0  # bodies that turn have forces of their own
        assert pair.equations.forces(0) == 0
        force = -pair.data["residual"].copy()
        q = pair.data["q"].copy()
        for k in range(q.size):
            sides = []
            for h in (1e-5, -1e-5):
                pair.data["q"][k] = q[k] + h
                sides.append(potential(pair))
            pair.data["q"][k] = q[k]
            assert -(sides[0] - sides[1]) / 2e-5 == pytest.approx(force[k], rel=1e-8, abs=1e-8)


def test_potential_of_gravity_is_smooth_at_the_regularisation():
    """Force and potential do not jump where the softened law begins, and vanish far away."""
    d_min = 1.5
    values = []
    for length in (d_min - 1e-9, d_min + 1e-9, 1e9):
        pair = Pair(
            ConnectorGravity, (SPACE, SPACE), ([0, 0, 0], [length, 0, 0]),
            minDistanceRegularization=d_min,
        )  # fmt: skip
        values.append((potential(pair), pair.forces()[0][0]))
    assert values[0] == pytest.approx(values[1], rel=1e-8)
    assert values[2] == pytest.approx((0.0, 0.0), abs=1e-8)


@each_connector
def test_inactive_connectors_store_nothing(kind):
    if "potential" in kind.kernels:
        assert potential(Pair(kind, free_ends(kind), PLACES, activeConnector=False)) == 0.0


@each_connector
def test_dampers_take_energy(kind):
    """With nothing but a damper the forces never have positive power."""
    if "damping" not in kind.fields:
        return
    quiet = {
        name: p.default
        for name, p in kind.fields.items()
        if p.unit and name != "damping" and p.default_is_valid
    }
    taken = []
    for seed in SEEDS:
        pair = Pair(kind, free_ends(kind), PLACES, **quiet)
        pair.shake(np.random.default_rng(seed))
        taken.append(pair.power())
    assert max(taken) <= 0.0
    assert min(taken) < -1e-3


@each_connector
def test_power_without_dampers_is_the_change_of_the_potential(kind):
    if "potential" not in kind.kernels:
        return
    for changes in conservative(kind).values():
        pair = Pair(kind, free_ends(kind), PLACES, **changes)
        pair.shake(np.random.default_rng(5))
        q, v = pair.data["q"].copy(), pair.data["v"].copy()
        work = pair.power()
        sides = []
        for h in (1e-5, -1e-5):
            pair.data["q"][:] = q + h * v
            sides.append(potential(pair))
        assert work == pytest.approx(-(sides[0] - sides[1]) / 2e-5, rel=1e-8, abs=1e-8)


@each_constraint_pairing
def test_constraint_forces_do_no_work(kind, ends):
    """On velocities that satisfy the constraint at velocity level."""
    pair = Pair(kind, ends, PLACES)
    pair.shake(np.random.default_rng(7))
    pair.factors(1.0, 0.0, 0.0, 1.0)
    pair.matrix(0)
    gradients = pair.equations.constraint_gradients().toarray()
    if not np.any(gradients):
        return
    v = pair.data["v"]
    v -= np.linalg.pinv(gradients) @ (gradients @ v)
    assert np.any(np.abs(v) > 1e-3)
    pair.residual(1)
    assert np.abs(pair.data["constraint"]).max() <= 1e-14
    assert abs(pair.power()) <= 1e-14


@each_constraint_pairing
def test_gradient_of_constraints_is_the_slope_of_their_equation(kind, ends):
    pair = Pair(kind, ends, PLACES)
    pair.shake(np.random.default_rng(9))
    pair.matrix(0)
    gradients = pair.equations.constraint_gradients().toarray()
    pair.factors(1.0, 0.0, 0.0, 1.0)
    pair.data["row_mass"][:] = 1.0
    n = pair.model.n_ode2
    assert np.abs(gradients - pair.differences(0)[n:, :n]).max() <= 1e-9


def account_of(pair):
    """(law, power that the account finds) of a connector, None where it has no part in it."""
    own = [("object", pair.number)]
    lines = [line for line in lines_of(pair.model, driven=own, wanted=own) if line.law in POWERS]
    if not lines:
        return None
    (line,) = lines
    account = Account(pair.model, pair.data)
    account.add(line, 0)
    pair.data.set("integrals", np.zeros(1))
    pair.data.scalars.power_weight, pair.data.scalars.level = 1.0, 0
    assert pair.equations.run("motion_calls") == 0
    for kernel, over in account.powers:
        assert not pair.data.in_python(kernel, over)
    return line.law, pair.data["integrals"][0]


def power_of(pair):
    """Power of a connector, by the forces on coordinates with it and without it."""
    active = pair.model.tables[pair.kind].rows["active"]
    sides = []
    for on in (True, False):
        active[:] = on
        assert pair.equations.forces(0) == 0
        sides.append(-pair.data["residual"] @ pair.data["v"])
    active[:] = True
    return sides[0] - sides[1]


def rate_of_potential(pair):
    q, v = pair.data["q"].copy(), pair.data["v"].copy()
    sides = []
    for h in (1e-5, -1e-5):
        pair.data["q"][:] = q + h * v
        sides.append(potential(pair))
    pair.data["q"][:] = q
    return (sides[0] - sides[1]) / 2e-5


def assert_power(kind, ends, **changes):
    """P = -(losses) - dV/dt"""
    pair = Pair(kind, ends, PLACES, **changes)
    pair.shake(np.random.default_rng(11))
    found = account_of(pair)
    if found is None:
        assert not kind.loses_energy
        return
    law, power = found
    if not pair.model.items["object"][pair.number].activeConnector:
        assert power == 0.0
        return
    wanted = power_of(pair)
    if law == "losses":
        wanted = -wanted - rate_of_potential(pair)
    assert power == pytest.approx(wanted, rel=1e-7, abs=1e-8), changes


@each_pairing
def test_the_account_finds_power_and_losses_on_every_carrier(kind, ends):
    assert_power(kind, ends)


@each_connector
def test_the_account_finds_power_and_losses_of_every_variant(kind):
    """Dampers and user functions included."""
    for changes in variants_of(kind).values():
        assert_power(kind, free_ends(kind), **changes)


@each_connector
def test_connectors_tell_their_potential(kind):
    if "potential" not in kind.kernels:
        return
    pair = Pair(kind, free_ends(kind), PLACES)
    pair.shake(np.random.default_rng(4))
    told = pair.mbs.GetObjectOutput(pair.number, Variable.PotentialEnergy)
    assert told == potential(pair) and abs(told) > 1e-6


@each_moving_body
def test_bodies_tell_their_kinetic_energy(kind):
    w, model, data, _, _ = body_system(kind, (2.0, 0.5))
    table = model.tables[kind]
    energy(data, table, "kinetic")
    wanted = data["energy"].copy()
    for number, each in zip(table.numbers, wanted, strict=True):
        w.mbs.systemData.SetODE2Coordinates_t(data["v"])
        w.mbs.systemData.SetODE2Coordinates(data["q"])
        assert w.mbs.GetObjectOutputBody(number, Variable.KineticEnergy) == each
        assert each > 1e-3


@each_connector
def test_kinds_that_lose_nothing_do_not_feel_velocities(kind):
    if "potential" not in kind.kernels or kind.loses_energy:
        return
    pair = Pair(kind, free_ends(kind), PLACES)
    pair.shake(np.random.default_rng(2))
    moving = pair.forces()
    pair.data["v"][:] = 0.0
    assert np.array_equal(moving, pair.forces()) and np.abs(moving).max() > 1e-3


@each_moving_body
def test_forces_of_inertia_do_the_work_of_the_changing_mass_matrix(kind):
    """v M a + v residual = dT/dt of a body that moves freely, else the account must count it."""
    _, model, data, equations, _ = body_system(kind, (2.0, 0.5))
    table = model.tables[kind]
    if "b_com" in table.rows.dtype.fields:
        table.rows["b_com"] = [0.5, -0.25]
    q, v, a = (data[name].copy() for name in ("q", "v", "a"))
    data["residual"][:] = 0.0
    data.in_python(kind.kernels["inertia"], table)
    if "residual" in kind.kernels:
        assert kind.forces_of_inertia
        data.in_python(kind.kernels["residual"], table)
    power = data["residual"] @ v
    sides = []
    for h in (1e-5, -1e-5):
        data["q"][:], data["v"][:] = q + h * v, v + h * a
        sides.append(energy(data, table, "kinetic"))
    assert power == pytest.approx((sides[0] - sides[1]) / 2e-5, rel=1e-8)


def body_system(kind, masses):
    """Bodies of one kind, each on its node, with a random state."""
    w = World()
    for mass in masses:
        node = w.mbs.AddNode(kind.node_kinds[0]())
        inertia = {"physicsInertia": 2.0 * mass} if "physicsInertia" in kind.fields else {}
        w.mbs.AddObject(kind(nodeNumber=node, mass=mass, **inertia))
    w.mbs.Assemble()
    model = w.mbs._model
    data = Data(model)
    equations = Equations(model, data, OwnLU(model.n_ode2), True)
    rng = np.random.default_rng(1)
    for name in ("q", "v", "a"):
        data[name][:] = rng.uniform(-1.0, 1.0, model.n_ode2)
    data.scalars.ca, data.scalars.cq, data.scalars.cv = 1.0, 0.0, 0.0
    assert equations.run("jacobian_calls") == 0
    mass_matrix = data["values"].reshape(model.n_ode2, model.n_ode2)
    return w, model, data, equations, mass_matrix


@each_moving_body
def test_kinetic_energy_is_half_v_m_v(kind):
    _, model, data, _, mass_matrix = body_system(kind, (2.0, 0.5, 3.0))
    v = data["v"]
    kinetic = energy(data, model.tables[kind], "kinetic")
    assert kinetic == pytest.approx(0.5 * v @ mass_matrix @ v, rel=1e-14)


@each_moving_body
def test_inertia_is_mass_matrix_times_acceleration(kind):
    _, _, data, equations, mass_matrix = body_system(kind, (2.0, 0.5, 3.0))
    data["residual"][:] = 0.0
    assert equations.run("inertia_calls") == 0
    assert data["residual"] == pytest.approx(mass_matrix @ data["a"], rel=1e-14)
    assert np.array_equal(mass_matrix, mass_matrix.T)
    assert np.linalg.eigvalsh(mass_matrix).min() > 0.0


@each_moving_body
def test_mass_matrix_carries_the_declared_mass(kind):
    w, model, _, _, mass_matrix = body_system(kind, (2.0, 0.5, 3.0))
    per_node = model.n_ode2 // 3
    for k, mass in enumerate((2.0, 0.5, 3.0)):
        block = mass_matrix[k * per_node : (k + 1) * per_node, k * per_node : (k + 1) * per_node]
        turning = "physicsInertia" in kind.fields
        weights = [1.0, 1.0, 2.0] if turning else [1.0] * per_node
        assert np.array_equal(block, mass * np.diag(weights))
        assert w.mbs.GetObjectParameter(k, "physicsMass") == mass
