"""Energy: forces follow from potentials, dampers take; test_connectors.py: on every carrier."""

import numpy as np
import pytest

from linkwork.assembly.equations import Equations
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.items import *
from linkwork.linear.choose import OwnLU
from linkwork.model.data import Data
from tests.cases import Cases

from .pairs import (
    CONSTRAINTS,
    PLACES,
    SPACE,
    WITH_POTENTIAL,
    Pair,
    each_with_potential,
    free_ends,
)
from .power import assert_power, conservative, energy, potential, rate_of_potential
from .samples import (
    MARKER_CONNECTORS,
    POINT_BODIES,
    World,
    each,
    each_connector,
    variants_of,
)

SEEDS = range(10)
each_moving_body = each(kind for kind in POINT_BODIES if kind.node_kinds)


@each_connector
def test_a_connector_has_a_potential_or_does_no_work(kind):
    assert "potential" in kind.kernels or kind in CONSTRAINTS, (
        f"{kind.__name__} needs a kernel `potential`, or must be a constraint"
    )


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


@each_with_potential
def test_inactive_connectors_store_nothing(kind):
    assert potential(Pair(kind, free_ends(kind), PLACES, activeConnector=False)) == 0.0


@each(kind for kind in MARKER_CONNECTORS if "damping" in kind.fields)
def test_dampers_take_energy(kind):
    """With nothing but a damper the forces never have positive power."""
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


@each_with_potential
def test_power_without_dampers_is_the_change_of_the_potential(kind):
    with Cases(kind) as cases:
        for name, changes in conservative(kind).items():
            with cases(name):
                pair = Pair(kind, free_ends(kind), PLACES, **changes)
                pair.shake(np.random.default_rng(5))
                work = pair.power()
                assert work == pytest.approx(-rate_of_potential(pair), rel=1e-8, abs=1e-8)


@each_connector
def test_the_account_finds_power_and_losses_of_every_variant(kind):
    """Dampers and user functions included."""
    with Cases(kind) as cases:
        for name, changes in variants_of(kind).items():
            with cases(name):
                pair = Pair(kind, free_ends(kind), PLACES, **changes)
                pair.shake(np.random.default_rng(11))
                assert_power(pair)


@each_with_potential
def test_connectors_tell_their_potential(kind):
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
    for number, value in zip(table.numbers, wanted, strict=True):
        w.mbs.systemData.SetODE2Coordinates_t(data["v"])
        w.mbs.systemData.SetODE2Coordinates(data["q"])
        assert w.mbs.GetObjectOutputBody(number, Variable.KineticEnergy) == value
        assert value > 1e-3


@each(kind for kind in WITH_POTENTIAL if not kind.loses_energy)
def test_kinds_that_lose_nothing_do_not_feel_velocities(kind):
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
    if kind.forces_of_inertia:
        data.in_python(kind.kernels["residual"], table)
    else:
        assert "residual" not in kind.kernels or "potential" in kind.kernels
    power = data["residual"] @ v
    sides = []
    for h in (1e-5, -1e-5):
        data["q"][:], data["v"][:] = q + h * v, v + h * a
        sides.append(energy(data, table, "kinetic"))
    assert power == pytest.approx((sides[0] - sides[1]) / 2e-5, rel=1e-8)


def body_system(kind, masses):
    """Bodies of one kind, each on its node, with a random state.

    Those on several nodes are as their sample, all on the same nodes.
    """
    w = World()
    if "nodeNumber" not in kind.fields:
        w = World(*kind.node_kinds, *(kind for _ in masses))
    for mass in masses if "nodeNumber" in kind.fields else ():
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
    if "physicsMass" not in kind.fields:
        return  # a distribution of mass: its own tests
    w, model, _, _, mass_matrix = body_system(kind, (2.0, 0.5, 3.0))
    per_node = model.n_ode2 // 3
    for k, mass in enumerate((2.0, 0.5, 3.0)):
        block = mass_matrix[k * per_node : (k + 1) * per_node, k * per_node : (k + 1) * per_node]
        turning = "physicsInertia" in kind.fields
        weights = [1.0, 1.0, 2.0] if turning else [1.0] * per_node
        assert np.array_equal(block, mass * np.diag(weights))
        assert w.mbs.GetObjectParameter(k, "physicsMass") == mass
