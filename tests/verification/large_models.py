"""Chains and nets of many masses."""

import numpy as np

import linkwork as exu
from linkwork.items import (
    CartesianSpringDamper,
    DistanceConstraint,
    Force,
    MarkerBodyPosition,
    ObjectGround,
    SpringDamper,
)

from .models import add_mass, make_settings, new_model

Linear, Solver = exu.LinearSolverType, exu.DynamicSolverType

STIFFNESS, DAMPING = 2000.0, 1.5


def chain(count, rigid, massless=()):
    """Masses on a zigzag of springs or rods of 1 m from the origin, under gravity along -y."""
    model, previous = new_model()
    angles = 0.4 * np.sin(np.arange(count))
    places = np.cumsum(np.column_stack([np.cos(angles), np.sin(angles), 0 * angles]), axis=0)
    model.markers = [previous]
    for index, place in enumerate(places):
        marker = add_mass(model, list(place), mass=0.0 if index in massless else 1.0)
        model.mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -9.81, 0.3]))
        link(model, previous, marker, rigid)
        model.markers.append(marker)
        previous = marker
    return model


def link(model, first, second, rigid, **values):
    """A rod, or a spring that is stretched by 5 cm."""
    ends = dict(markerNumbers=[first, second], **values)
    if rigid:
        return model.mbs.AddObject(DistanceConstraint(**{"distance": 1.0, **ends}))
    parameters = dict(referenceLength=0.95, stiffness=STIFFNESS, damping=DAMPING)
    return model.mbs.AddObject(SpringDamper(**ends, **parameters))


def net(wide, every=0, swirl=None):
    """wide x wide masses 1 m apart, every n-th link a rod, tied to the ground at two edges.

    swirl -- user function of Cartesian springs between each mass and its place
    """
    model, _ = new_model()
    ground = model.mbs.AddObject(ObjectGround())
    random = np.random.default_rng(3)
    markers = {}
    for i, j in np.ndindex(wide, wide):
        markers[i, j] = add_mass(model, [i, j, 0.0], [0, 0, random.normal()])
        model.mbs.AddLoad(Force(markerNumber=markers[i, j], loadVector=random.normal(size=3)))
        place = dict(bodyNumber=ground, localPosition=[i, j, 0])
        if swirl is not None:
            fixed = model.mbs.AddMarker(MarkerBodyPosition(**place))
            model.mbs.AddObject(
                CartesianSpringDamper(
                    markerNumbers=[fixed, markers[i, j]], springForceUserFunction=swirl
                )
            )
        if i == 0:
            place["localPosition"] = [-1, j, 0]
            link(model, model.mbs.AddMarker(MarkerBodyPosition(**place)), markers[i, j], False)
    number = 0
    for (i, j), marker in markers.items():
        for other in ((i + 1, j), (i, j + 1)):
            if other in markers:
                number += 1
                link(model, marker, markers[other], every > 0 and number % every == 0)
    model.markers = markers
    return model


def run(model, linear=None, solver=Solver.GeneralizedAlpha, steps=20, h=2e-3, **options):
    """Solution of a few steps; `linear` overrides the choice of the linear solver."""
    settings = make_settings(h, steps * h, **options)
    if linear is not None:
        settings.linearSolverType = linear
    model.mbs.Assemble()
    return model.mbs.SolveDynamic(settings, solver)


def layout_of(model):
    """The layout of the matrix in the last run."""
    return model.mbs._data.equations.layout
