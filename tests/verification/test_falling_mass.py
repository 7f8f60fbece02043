"""Free fall and throws: motions that are polynomials in time."""

import numpy as np

from linkwork.items import (
    Force,
    LoadMassProportional,
    MarkerBodyMass,
    MarkerNodePosition,
    MassPoint,
    MassPoint2D,
    NodePoint,
    NodePoint2D,
)
from tests.cases import looped

from .models import assert_close, new_model

GRAVITY = np.array([0.3, -0.2, -9.81])
START, SPEED = np.array([1.0, 2.0, 3.0]), np.array([4.0, -1.0, 6.0])
MASS, END = 2.5, 1.5


def thrown_mass(load, planar=False):
    model, _ = new_model()
    node_class, body_class = (NodePoint2D, MassPoint2D) if planar else (NodePoint, MassPoint)
    size = 2 if planar else 3
    model.node = model.mbs.AddNode(
        node_class(referenceCoordinates=list(START[:size]), initialVelocities=list(SPEED[:size]))
    )
    body = model.mbs.AddObject(body_class(nodeNumber=model.node, physicsMass=MASS))
    if load == "acceleration":
        marker = model.mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        model.mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=list(GRAVITY)))
    else:
        marker = model.mbs.AddMarker(MarkerNodePosition(nodeNumber=model.node))
        model.mbs.AddLoad(Force(markerNumber=marker, loadVector=list(MASS * GRAVITY)))
    model.mbs.Assemble()
    return model


@looped("load", ["acceleration", "force"])
@looped("planar", [False, True])
@looped(
    "solver, options",
    [("GeneralizedAlpha", {"rho": rho}) for rho in (0.0, 0.5, 0.9, 1.0)]
    + [
        ("GeneralizedAlpha", {"newmark": True}),
        ("ExplicitMidpoint", {}),
        ("RK33", {}),
        ("RK44", {}),
        ("RK67", {}),
    ],
)
def test_thrown_mass_moves_on_its_parabola(load, planar, solver, options):
    model = thrown_mass(load, planar)
    model.solve(0.015, END, solver, **options)
    mask = np.array([1.0, 1.0, 0.0 if planar else 1.0])
    # A second-order method is exact for constant acceleration: rounding of 100 steps only.
    assert_close(model.position(), mask * (START + SPEED * END + GRAVITY * END**2 / 2), atol=1e-12)
    assert_close(model.velocity(), mask * (SPEED + GRAVITY * END), atol=1e-12)


def test_explicit_euler_falls_by_its_own_sum():
    # Position lags by g h t / 2, exactly; the velocity has no error.
    h = 0.015
    model = thrown_mass("acceleration")
    model.solve(h, END, "ExplicitEuler")
    expected = START + SPEED * END + GRAVITY * (END**2 - h * END) / 2
    assert_close(model.position(), expected, atol=1e-12)
    assert_close(model.velocity(), SPEED + GRAVITY * END, atol=1e-12)


def test_mass_without_load_keeps_its_velocity():
    model, _ = new_model()
    model.node = model.mbs.AddNode(
        NodePoint(referenceCoordinates=list(START), initialVelocities=list(SPEED))
    )
    model.mbs.AddObject(MassPoint(nodeNumber=model.node, physicsMass=MASS))
    model.mbs.Assemble()
    model.solve(0.015, END)
    # Uniform motion: rounding only.
    assert_close(model.position(), START + SPEED * END, atol=1e-13)
    assert_close(model.velocity(), SPEED, atol=1e-14)


def test_record_holds_the_parabola_at_every_written_time():
    model = thrown_mass("force")
    solution = model.solve(0.015, END, record=0.15)
    t = np.asarray(solution.times)[:, None]
    # Eleven rows at multiples of 0.15 s; displacements, velocities, accelerations to rounding.
    assert_close(t[:, 0], 0.15 * np.arange(11), atol=1e-12)
    assert_close(solution.coordinates, SPEED * t + GRAVITY * t**2 / 2, atol=1e-12)
    assert_close(solution.velocities, SPEED + GRAVITY * t, atol=1e-12)
    assert_close(solution.accelerations, np.tile(GRAVITY, (11, 1)), atol=1e-11)
