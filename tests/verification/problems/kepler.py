"""Orbits about a fixed mass: the circle of the Gravity document and a long ellipse."""

import numpy as np

from linkwork.items import ConnectorGravity
from tests.verification.closed_forms import kepler
from tests.verification.models import Model, add_mass, kepler_orbit, new_model

from .problem import Case, Prepared, Problem, Reading

MASS, RADIUS, CONSTANT = 1e25, 1e5, 6.6743e-11  # kg, m, m^3/(kg s^2)
SPEED = np.sqrt(CONSTANT * MASS / RADIUS)  # m/s, of the circle
QUARTER = RADIUS * np.pi / 2 / SPEED  # s
ECCENTRICITY = 0.9
END = 20 * np.pi  # 10 periods of the ellipse


def circular_orbit() -> Model:
    """A satellite of 1000 kg at (R, 0) on its circle."""
    model, ground = new_model()
    marker = add_mass(model, [RADIUS, 0, 0], [0, SPEED, 0], 1e3)
    model.mbs.AddObject(ConnectorGravity(markerNumbers=[ground, marker], mass0=MASS, mass1=1e3))
    model.mbs.Assemble()
    return model


def prepare_circle(case: Case) -> Prepared:
    model = circular_orbit()
    settings = case.settings(QUARTER)

    def read(_):
        found = np.array([model.position() / RADIUS, model.velocity() / SPEED])
        return Reading(found, np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]))

    return Prepared(lambda: model.mbs.SolveDynamic(settings, case.solver_type), read)


def prepare_ellipse(case: Case) -> Prepared:
    model = kepler_orbit(ECCENTRICITY)
    settings = case.settings(END)

    def read(_):
        exact = kepler(END, ECCENTRICITY)
        energy = 0.5 * model.velocity() @ model.velocity() - 1 / np.linalg.norm(model.position())
        found = np.array([model.position(), model.velocity()])
        return Reading(found, np.array(exact), f"energy to {abs(energy / -0.5 - 1):.0e}")

    return Prepared(lambda: model.mbs.SolveDynamic(settings, case.solver_type), read)


CIRCLE = Problem(
    "kepler-circle",
    "Quarter of a circular orbit",
    "Gravity document: 1e25 kg, radius 1e5 m.",
    "position and velocity after a quarter of the circle",
    prepare_circle,
    (
        Case("RK67", QUARTER / 400, 14.5),
        Case("DVERK6", QUARTER / 10, 13.5, tolerance=1e-14),
        Case("DOPRI5", QUARTER / 10, 13.5, tolerance=1e-14),
        Case("RK44", QUARTER / 400, 11.0),
        Case("VelocityVerlet", QUARTER / 4000, 7.0),
        Case("GeneralizedAlpha", QUARTER / 4000, 7.5),
    ),
)
ELLIPSE = Problem(
    "kepler-ellipse",
    "Orbit of eccentricity 0.9 over 10 periods",
    "Kepler's equation. Half-axis, mass and gravitational constant are 1.",
    "position and velocity at the tenth return to the pericenter",
    prepare_ellipse,
    (
        Case("DOPRI5", 0.5, 6.5, tolerance=1e-12),
        Case("DOPRI5", 0.5, 8.5, tolerance=1e-14),
        Case("DVERK6", 0.5, 5.5, tolerance=1e-12),
        Case("DVERK6", 0.5, 8.5, tolerance=1e-15),
        Case("RK67", END / 100_000, 7.0),
        Case("RK67", END / 1_000_000, 9.0, quick=False),
        Case("RK44", END / 400_000, 6.0),
        Case("VelocityVerlet", END / 1_000_000, 1.0),
    ),
)
