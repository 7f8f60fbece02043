"""Energy: forces follow from potentials, dampers take; test_connectors.py: on every carrier."""

import numpy as np
import pytest
from scipy.linalg import null_space

from linkwork.assembly.equations import Equations
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.integrators.state import copied, restore_state
from linkwork.items import *
from linkwork.linear.choose import OwnLU
from linkwork.model.data import Data
from linkwork.model.position import move_by
from tests.cases import Cases

from .pairs import (
    CONSTRAINTS,
    PLACES,
    SPACE,
    WITH_POTENTIAL,
    Carriers,
    Pair,
    free_ends,
    loop_with_potential,
)
from .power import assert_power, conservative, energy, potential, rate_of_potential
from .samples import (
    MARKER_CONNECTORS,
    POINT_BODIES,
    World,
    each,
    loop_connector,
    loop_over,
    values_of,
    variants_of,
)

pytestmark = pytest.mark.processors

SEEDS = range(10)
MOVING_BODIES = [kind for kind in POINT_BODIES if kind.node_kinds]
each_moving_body = loop_over(MOVING_BODIES)
each_closed_body = loop_over(kind for kind in MOVING_BODIES if not kind.is_open)


@loop_connector
def test_a_connector_has_a_potential_or_does_no_work(kind):
    has_states = kind.blocks is not None and kind.blocks.rates > 0  # it works, as a pump does
    assert "potential" in kind.kernels or kind in CONSTRAINTS or has_states, (
        f"{kind.__name__} needs a kernel `potential`, or must be a constraint"
    )


def test_potential_of_gravity_is_smooth_at_the_regularization():
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


@loop_with_potential
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


@loop_with_potential
def test_power_without_dampers_is_the_change_of_the_potential(kind):
    with Cases(kind) as cases:
        for name, changes in conservative(kind).items():
            with cases(name):
                pair = Pair(kind, free_ends(kind), PLACES, **changes)
                pair.shake(np.random.default_rng(5))
                work = pair.power()
                assert work == pytest.approx(-rate_of_potential(pair), rel=1e-8, abs=1e-8)


@loop_connector
def test_the_account_finds_power_and_losses_of_every_variant(kind):
    """Dampers and user functions included."""
    with Cases(kind) as cases:
        for name, changes in variants_of(kind).items():
            with cases(name):
                pair = Pair(kind, free_ends(kind), PLACES, **changes)
                pair.shake(np.random.default_rng(11))
                assert_power(pair)


@loop_with_potential
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


@each_closed_body
def test_forces_of_inertia_do_the_work_of_the_changing_mass_matrix(kind):
    """v M a + v residual = dT/dt of a body that moves freely, else the account must count it."""
    _, model, data, equations, _ = body_system(kind, (2.0, 0.5))
    table = model.tables[kind]
    state, v, a = copied(data.group("state")), data["v"].copy(), data["a"].copy()
    data["residual"][:] = 0.0
    data.in_python(kind.kernels["inertia"], table)
    if kind.forces_of_inertia:
        data.in_python(kind.kernels["residual"], table)
    else:
        assert "residual" not in kind.kernels or "potential" in kind.kernels
    power = data["residual"] @ v
    if "internal" in kind.kernels:
        data["residual"][:] = 0.0
        data.in_python(kind.kernels["internal"], table)
        power -= data["residual"] @ v
    sides = []
    for h in (1e-5, -1e-5):
        restore_state(state, data.group("state"))
        move_by(equations, h * v)
        data["v"][:] += h * a
        sides.append(energy(data, table, "kinetic"))
    assert power == pytest.approx((sides[0] - sides[1]) / 2e-5, rel=1e-8)


MASSES = {
    "physicsMass", "physicsInertia", "massMatrixReduced", "mPsiTildePsi", "mPsiTildePsiTilde",
    "mPhitTPsi", "mPhitTPsiTilde", "mXRefTildePsi", "mXRefTildePsiTilde",
}  # fmt: skip
"""Parameters that are proportional to the mass."""


def body_system(kind, masses, **changes):
    """Bodies of one kind, each on nodes of its own, in a random state.

    Masses and inertias are those of the sample, scaled to these masses. Where nodes own equations,
    the state satisfies them.
    """
    w = World()
    for mass in masses:
        own = Carriers(w.mbs, [])
        sample = values_of(kind, own)
        names = MASSES & set(sample)
        factor = mass / sample.get("physicsMass", 1.0) if names else 1.0
        scaled = {name: factor * np.array(sample[name]) for name in names}
        own.add(kind, **scaled, **changes)
    w.mbs.Assemble()
    model = w.mbs._model
    data, n, size = Data(model), model.n_ode2, model.n_ode2 + model.n_ae
    equations = Equations(model, data, OwnLU(size), True)
    rng = np.random.default_rng(1)
    for name in ("q", "v", "a"):
        data[name][:] = rng.uniform(-1.0, 1.0, n)
    data.settle()
    if model.n_ae:
        assert not (equations.weigh() or equations.project(0) or equations.project(1))
    data.scalars.ca, data.scalars.cq, data.scalars.cv = 1.0, 0.0, 0.0
    data["values"][:] = 0.0
    assert equations.run("jacobian_calls") == 0
    mass_matrix = data["values"].reshape(size, size)[:n, :n]
    return w, model, data, equations, mass_matrix


@each_moving_body
def test_kinetic_energy_is_half_v_m_v(kind):
    _, model, data, _, mass_matrix = body_system(kind, (2.0, 0.5, 3.0))
    v = data["v"]
    kinetic = energy(data, model.tables[kind], "kinetic")
    assert kinetic == pytest.approx(0.5 * v @ mass_matrix @ v, rel=1e-14)


@each_moving_body
def test_inertia_is_mass_matrix_times_acceleration(kind):
    _, model, data, equations, mass_matrix = body_system(kind, (2.0, 0.5, 3.0))
    data["residual"][:] = 0.0
    assert equations.run("inertia_calls") == 0
    sums = np.abs(mass_matrix) @ np.abs(data["a"])
    assert (np.abs(data["residual"] - mass_matrix @ data["a"]) <= 1e-14 * sums).all()
    assert np.array_equal(mass_matrix, mass_matrix.T)
    free = np.eye(model.n_ode2)
    if model.n_ae:  # there may be no mass along what equations of nodes hold
        free = null_space(equations.rows.gradients().toarray())
    assert np.linalg.eigvalsh(free.T @ mass_matrix @ free).min() > 0.0


@each(k for k in MOVING_BODIES if "physicsMass" in k.fields and not k.is_super_element)
def test_mass_matrix_carries_the_declared_mass(kind):
    p = kind.fields.get("physicsCenterOfMass")
    centered = {} if p is None else {p.name: p.default}
    w, model, _, _, mass_matrix = body_system(kind, (2.0, 0.5, 3.0), **centered)
    per_node = model.n_ode2 // 3
    moves = sum(axis in ("x", "y", "z") for axis in kind.node_kinds[0].axes)
    for k, mass in enumerate((2.0, 0.5, 3.0)):
        block = mass_matrix[k * per_node : (k + 1) * per_node, k * per_node : (k + 1) * per_node]
        assert block[:moves, :moves] == pytest.approx(mass * np.eye(moves), rel=1e-15)
        assert not block[:moves, moves:].any() and not block[moves:, :moves].any()
        assert w.mbs.GetObjectParameter(k, "physicsMass") == mass
        inertia = w.mbs.GetObjectParameter(k, "physicsInertia") if moves < per_node else 0.0
        if np.ndim(inertia) == 0 and moves < per_node:
            assert block[moves:, moves:] == inertia > 0.0
