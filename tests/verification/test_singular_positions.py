"""Coinciding markers, regularized gravity, inactive connectors and inconsistent starts."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import (
    ConnectorGravity,
    DistanceConstraint,
    SpringDamper,
    TabularSpringDamper,
)

from .models import (
    FORCE,
    FORCE_LOCAL,
    POSITION,
    add_mass,
    assert_close,
    distance_pendulum,
    new_model,
)

pytestmark = pytest.mark.processors

DISTANCE = exu.OutputVariableType.Distance


def mass_and_spring(position, velocity=(0, 0, 0), **parameters):
    model, ground = new_model()
    marker = add_mass(model, list(position), velocity)
    model.connector = model.mbs.AddObject(
        SpringDamper(name="shortcut", markerNumbers=[ground, marker], **parameters)
    )
    model.mbs.Assemble()
    return model


def gravity_pair(distance, core=0.0, constant=2.0, active=True):
    model, ground = new_model()
    marker = add_mass(model, [distance, 0, 0])
    model.connector = model.mbs.AddObject(
        ConnectorGravity(
            name="pull",
            markerNumbers=[ground, marker],
            gravitationalConstant=constant,
            mass0=3.0,
            mass1=1.0,
            minDistanceRegularization=core,
            activeConnector=active,
        )
    )
    model.mbs.Assemble()
    return model


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_zero_length_spring_at_rest_stays_at_rest(solver):
    model = mass_and_spring([0, 0, 0], stiffness=100.0, damping=2.0)
    model.solve(0.01, 0.5, solver)
    np.testing.assert_array_equal(model.position(), 0.0)
    np.testing.assert_array_equal(model.connector_output(FORCE), 0.0)


def test_zero_length_spring_started_with_speed_is_an_oscillator():
    # At L = 0 the stiffness block k I lets Newton leave the singular point: u = v / w sin(w t).
    model = mass_and_spring([0, 0, 0], [0.3, 0, 0], stiffness=100.0)
    model.solve(1e-4, 0.1, rho=1.0)
    # Second order: (omega h)^2 / 12 of the phase, 5e-8 here.
    assert model.position()[0] == pytest.approx(0.03 * np.sin(1.0), rel=1e-7)
    np.testing.assert_array_equal(model.position()[1:], 0.0)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_compressed_spring_of_zero_length_has_no_direction(solver):
    model = mass_and_spring([0, 0, 0], stiffness=100.0, referenceLength=1.0)
    with pytest.raises(exu.SysError, match=r"shortcut.*") as caught:
        model.solve(0.01, 0.5, solver)
    assert "L = 0" in str(caught.value)
    assert "t = 0" in str(caught.value) or "time 0" in str(caught.value)


def rate_law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL + 3.0 * deltaL_t


def length_law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL * (1.0 + deltaL_t)


def tabular(start, velocity, **values):
    model, ground = new_model()
    marker = add_mass(model, start, velocity)
    model.connector = model.mbs.AddObject(
        TabularSpringDamper(name="shortcut", markerNumbers=[ground, marker], **values)
    )
    model.mbs.Assemble()
    return model


LINE = [[-1.0, -2.0], [1.0, 2.0]]
MOVING = {
    "spring-damper": lambda v: mass_and_spring([0, 0, 0], v, stiffness=100.0, damping=2.0),
    "damper alone": lambda v: mass_and_spring([0, 0, 0], v, damping=2.0),
    "user function": lambda v: mass_and_spring([0, 0, 0], v, springForceUserFunction=rate_law),
    "tabular": lambda v: tabular([0, 0, 0], v, curve=LINE, damping=2.0),
    "tensile": lambda v: tabular([0, 0, 0], v, springType="Tensile", stiffness=9.0, damping=2.0),
    "linear": lambda v: tabular([0, 0, 0], v, springType="Linear", stiffness=9.0, damping=2.0),
}


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
@pytest.mark.parametrize("make", MOVING.values(), ids=MOVING)
def test_a_damper_of_zero_length_that_moves_has_no_direction(make, solver):
    model = make([0.3, 0, 0.4])
    for variable in (FORCE, FORCE_LOCAL):
        with pytest.raises(exu.SysError, match=r"shortcut.*L = 0.*damper"):
            model.connector_output(variable)
    with pytest.raises(exu.SysError, match=r"shortcut.*L = 0.*damper"):
        model.solve(0.01, 0.5, solver)


@pytest.mark.parametrize("make", MOVING.values(), ids=MOVING)
def test_a_damper_of_zero_length_at_rest_has_no_force(make):
    model = make([0, 0, 0])
    assert model.connector_output(FORCE_LOCAL) == 0.0
    np.testing.assert_array_equal(model.connector_output(FORCE), 0.0)
    model.solve(0.01, 0.5)
    np.testing.assert_array_equal(model.position(), 0.0)


@pytest.mark.parametrize("values", [{}, {"springForceUserFunction": length_law}])
def test_a_spring_of_zero_length_without_damper_may_move(values):
    model = mass_and_spring([0, 0, 0], [0.3, 0, 0], stiffness=100.0, **values)
    assert model.connector_output(FORCE_LOCAL) == 0.0
    model.solve(1e-3, 0.1)
    assert model.position()[0] > 0.02


def test_gravity_inside_the_core_follows_the_regularized_law():
    # G m0 m1 / (L^2 + (L - d)^2) below d_min, G m0 m1 / L^2 from d_min on.
    for distance, expected in ((0.5, 6 / (0.25 + 0.25)), (1.0, 6.0), (2.0, 1.5)):
        force = gravity_pair(distance, core=1.0).connector_output(FORCE)
        np.testing.assert_allclose(force, [expected, 0, 0], rtol=1e-15)


def test_negative_constant_repels():
    force = gravity_pair(2.0, constant=-2.0).connector_output(FORCE)
    np.testing.assert_allclose(force, [-1.5, 0, 0], rtol=1e-15)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_coinciding_bodies_with_core_feel_no_gravity(solver):
    model = gravity_pair(0.0, core=1.0)
    model.solve(0.01, 0.3, solver)
    np.testing.assert_array_equal(model.position(), 0.0)
    np.testing.assert_array_equal(model.connector_output(FORCE), 0.0)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_coinciding_bodies_without_core_raise(solver):
    with pytest.raises(exu.SysError, match="pull"):
        gravity_pair(0.0).solve(0.01, 0.3, solver)


def test_coinciding_bodies_without_core_are_fine_while_inactive():
    model = gravity_pair(0.0, active=False)
    model.solve(0.01, 0.3)
    np.testing.assert_array_equal(model.position(), 0.0)
    assert model.connector_output(DISTANCE) == 0.0


def test_inactive_spring_and_gravity_exert_nothing():
    model, ground = new_model()
    marker = add_mass(model, [1.0, 0.5, 0.2], [0.3, 0.0, -1.0])
    model.connector = model.mbs.AddObject(
        SpringDamper(
            markerNumbers=[ground, marker], stiffness=1e4, damping=50.0, activeConnector=False
        )
    )
    model.mbs.AddObject(
        ConnectorGravity(
            markerNumbers=[ground, marker], mass0=1e12, mass1=1.0, activeConnector=False
        )
    )
    model.mbs.Assemble()
    model.solve(0.01, 1.0)
    # Uniform motion to rounding; geometric outputs stay valid.
    assert_close(model.position(), [1.3, 0.5, -0.8], atol=1e-13)
    assert model.connector_output(FORCE_LOCAL) == 0.0
    assert model.connector_output(DISTANCE) == pytest.approx(
        np.linalg.norm([1.3, 0.5, -0.8]), rel=1e-14
    )


@pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])
def test_inactive_distance_lets_the_mass_fall(index2):
    model = distance_pendulum(activeConnector=False)
    solution = model.solve(0.01, 1.0, index2=index2, record=0.1)
    # lambda = 0 replaces the constraint; the fall is exact, the length output stays geometric.
    np.testing.assert_array_equal(solution.multipliers, 0.0)
    assert_close(model.position(), [-1, -9.81 / 2, 0], atol=1e-12)
    assert model.connector_output(DISTANCE) == pytest.approx(np.hypot(1, 9.81 / 2), rel=1e-12)


@pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])
@pytest.mark.parametrize("length", [1.03, 0.96])
def test_start_off_by_a_few_percent_is_projected_with_a_warning(length, index2):
    model = distance_pendulum(start=(-length, 0.0), mass=3.0)
    with pytest.warns(UserWarning, match=r"(?i)distance|project"):
        solution = model.solve(1e-3, 0.5, index2=index2, record=1e-3)
    reach = np.hypot(*(solution.coordinates + [-length, 0.0]).T)
    # From the first row on the rod has its length, and the motion is that of a consistent start.
    assert_close(reach, 1.0, atol=1e-9)
    same = distance_pendulum(mass=3.0)
    same.solve(1e-3, 0.5, index2=index2)
    assert_close(model.position(), same.position(), atol=1e-8)


def test_start_off_by_more_than_five_percent_is_refused():
    with pytest.raises(exu.SysError, match=r"(?i)distance"):
        distance_pendulum(start=(-1.08, 0.0)).solve(1e-3, 0.5)


def test_speed_along_the_rod_is_projected_with_a_warning():
    model = distance_pendulum(start=(0.0, -1.0), velocity=(2.0, 0.7))
    with pytest.warns(UserWarning, match=r"(?i)velocit"):
        model.solve(1e-3, 0.5)
    same = distance_pendulum(start=(0.0, -1.0), velocity=(2.0, 0.0))
    same.solve(1e-3, 0.5)
    # Only the component across the rod remains.
    assert_close(model.position(), same.position(), atol=1e-12)
    assert_close(model.velocity(), same.velocity(), atol=1e-11)


def test_projection_of_two_masses_keeps_their_momentum():
    # Mass-orthogonal: masses 1 and 3 give up their relative speed along the rod at fixed momentum.
    model, _ = new_model()
    first = add_mass(model, [0, 0, 0], [1.0, 0.5, 0], 1.0)
    node0 = model.node
    second = add_mass(model, [1, 0, 0], [-1.0, 0.5, 0], 3.0)
    model.mbs.AddObject(DistanceConstraint(markerNumbers=[first, second], distance=1.0))
    model.mbs.Assemble()
    with pytest.warns(UserWarning, match=r"(?i)velocit"):
        model.solve(1e-3, 0.2)
    # Common speed (1 - 3) / 4 along x, no rotation: a translation.
    assert_close(model.velocity(), [-0.5, 0.5, 0], atol=1e-12)
    assert_close(model.position(), [0.9, 0.1, 0], atol=1e-12)
    assert_close(model.mbs.GetNodeOutput(node0, POSITION), [-0.1, 0.1, 0], atol=1e-12)
