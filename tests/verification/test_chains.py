"""Several bodies: chains of springs and of rods against independent solutions."""

import numpy as np
import pytest
from scipy.linalg import expm

from linkwork.items import DistanceConstraint, Force, MarkerBodyPosition, ObjectGround, SpringDamper

from .closed_forms import integrate
from .models import FORCE, POSITION, VELOCITY, add_mass, assert_close, new_model

pytestmark = pytest.mark.processors

GRAVITY = 9.81


def spring_chain(masses, stiffness, damping):
    """Masses on a line of springs of length 1 from the ground; returns model and nodes."""
    model, previous = new_model()
    nodes = []
    for index, mass in enumerate(masses):
        marker = add_mass(model, [index + 1.0, 0, 0], [0.02 * (-1) ** index, 0, 0], mass)
        nodes.append(model.node)
        model.mbs.AddObject(
            SpringDamper(
                markerNumbers=[previous, marker],
                referenceLength=1.0,
                stiffness=stiffness[index],
                damping=damping[index],
            )
        )
        previous = marker
    model.mbs.AddLoad(Force(markerNumber=previous, loadVector=[3.0, 0, 0]))
    model.mbs.Assemble()
    return model, nodes


def tridiagonal(values):
    """Matrix of a chain of springs with the given constants, fixed at its first end."""
    links = np.eye(len(values)) - np.eye(len(values), k=-1)
    return links.T @ np.diag(values) @ links


# Two masses fit the small dense solver, eight (24 unknowns) need the larger one.
@pytest.mark.parametrize("count", [2, 8])
@pytest.mark.parametrize(
    ("solver", "options", "tolerance"),
    [("RK67", {}, 1e-12), ("GeneralizedAlpha", {"rho": 1.0}, 4e-5)],
)
def test_straight_spring_chain_is_a_matrix_exponential(count, solver, options, tolerance):
    masses = 1.0 + 0.1 * np.arange(count)
    stiffness, damping = 200.0 + 20.0 * np.arange(count), 0.3 + 0.05 * np.arange(count)
    model, nodes = spring_chain(masses, stiffness, damping)
    end = 1.0
    model.solve(1e-3, end, solver, **options)
    system = np.zeros((2 * count + 1, 2 * count + 1))
    system[:count, count:-1] = np.eye(count)
    system[count:-1, :count] = -tridiagonal(stiffness) / masses[:, None]
    system[count:-1, count:-1] = -tridiagonal(damping) / masses[:, None]
    system[2 * count - 1, -1] = 3.0 / masses[-1]
    start = np.concatenate([np.zeros(count), 0.02 * (-1.0) ** np.arange(count), [1.0]])
    exact = (expm(system * end) @ start)[:-1]
    found = [
        [model.mbs.GetNodeOutput(node, kind)[0] for node in nodes] for kind in (POSITION, VELOCITY)
    ]
    # Sixth order is exact to rounding here; the trapezoidal rule errs by (omega h)^2 / 12.
    assert_close(found[0] - np.arange(1.0, count + 1), exact[:count], atol=tolerance * 0.1)
    assert_close(found[1], exact[count:], atol=tolerance)


def double_pendulum_rates(_, y):
    """Angles from the downward vertical of two unit masses on unit rods, and their rates."""
    a, b, p, q = y
    cos, sin = np.cos(a - b), np.sin(a - b)
    matrix = np.array([[2.0, cos], [cos, 1.0]])
    right = [-sin * q * q - 2 * GRAVITY * np.sin(a), sin * p * p - GRAVITY * np.sin(b)]
    return np.concatenate([[p, q], np.linalg.solve(matrix, right)])


@pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])
def test_double_pendulum_follows_the_reference_integration(index2):
    model, ground = new_model()
    first = add_mass(model, [1.0, 0.0])
    node0 = model.node
    second = add_mass(model, [2.0, 0.0])
    rods = [
        model.mbs.AddObject(DistanceConstraint(markerNumbers=pair, distance=1.0))
        for pair in ([ground, first], [second, first])
    ]
    for marker in (first, second):
        model.mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -GRAVITY, 0]))
    model.mbs.Assemble()
    end = 0.8
    model.solve(1e-3, end, index2=index2)

    state = integrate(double_pendulum_rates, [np.pi / 2, np.pi / 2, 0.0, 0.0], end)
    a, b, p, q = state
    upper = np.array([np.sin(a), -np.cos(a), 0.0])
    lower = np.array([np.sin(b), -np.cos(b), 0.0])
    # Second-order error of h = 1e-3 at speeds up to 10 m/s.
    assert_close(model.mbs.GetNodeOutput(node0, POSITION), upper, atol=2e-5)
    assert_close(model.position(), upper + lower, atol=2e-5)
    # Tension of the lower rod from the acceleration of the lower mass along it.
    acceleration = double_pendulum_rates(0.0, state)[2]
    across = np.array([np.cos(a), np.sin(a), 0.0])
    pull = (acceleration * across - p * p * upper) @ -lower + q * q + GRAVITY * np.cos(b)
    assert model.mbs.GetObjectOutput(rods[1], FORCE) == pytest.approx(pull, rel=2e-4)


def test_spring_anchored_anywhere_on_the_ground():
    # The anchor is the ground's own position plus the marker's local position.
    anchor = np.array([0.4, -1.0, 2.0])
    model, _ = new_model()
    ground = model.mbs.AddObject(ObjectGround(referencePosition=[0.1, -1.5, 1.0]))
    marker0 = model.mbs.AddMarker(
        MarkerBodyPosition(bodyNumber=ground, localPosition=[0.3, 0.5, 1.0])
    )
    marker1 = add_mass(model, list(anchor + [0.0, 0.0, 1.5]))
    model.connector = model.mbs.AddObject(
        SpringDamper(markerNumbers=[marker0, marker1], referenceLength=1.0, stiffness=40.0)
    )
    model.mbs.Assemble()
    # Elongation 0.5 m along z: 20 N pull the ground's marker up.
    assert_close(model.connector_output(FORCE), [0, 0, 20.0], atol=1e-13)
    model.solve(1e-3, 0.5, "RK67")
    height = 1.0 + 0.5 * np.cos(np.sqrt(40.0) * 0.5)
    assert_close(model.position(), anchor + [0, 0, height], atol=1e-13)
