"""Systems of first order and nodes with equations: their matrix is that of their rows."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.assembly.couplings import pattern_of
from linkwork.assembly.equations import Equations
from linkwork.items import *
from linkwork.linear.choose import OwnLU
from linkwork.linear.sparse.low_fill import LowFill

from .samples import VARIANTS, World, rates_law

CY, ROW_SCALE = 0.3, 7.0
NO_MATRIX = dict(systemMatrix=[], rhsUserFunction=rates_law)
LAWS = {"sample": {}, **VARIANTS[ObjectGenericODE1], "no matrix": NO_MATRIX}


def built(**changes):
    """A system of first order, algebraic coordinates and a mass, in a random state."""
    w = World(NodePoint, ObjectMassPoint, NodeGenericAE, NodeGenericODE1)
    w.mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=2))
    w.add(ObjectGenericODE1, **changes)
    w.mbs.Assemble()
    model, data = w.mbs._model, w.mbs._data
    model.functions.bind_all_back()
    rng = np.random.default_rng(4)
    for name in ("q", "v", "a", "multipliers", "y", "y_t"):
        data[name][:] = rng.uniform(-1.0, 1.0, data[name].size)
    data["row_mass"][:] = rng.uniform(0.5, 2.0, data["row_mass"].size)
    return model, data


def with_factors(data):
    s = data.scalars
    s.t, s.h, s.cy, s.ca, s.row_scale = 0.25, 0.01, CY, 1.0, ROW_SCALE
    s.cq = s.cv = 0.0


def rows(equations, data):
    """All rows of the system: balance, scaled constraints, rates."""
    assert equations.forces(0) == 0
    assert equations.run("inertia_calls") == 0
    scaled = data["row_mass"] * ROW_SCALE * data["constraint"]
    return np.concatenate([data["residual"], scaled, data["y_t"] - data["rates"]])


@pytest.mark.parametrize("law", LAWS)
def test_matrix_is_the_derivative_of_the_rows(law):
    model, data = built(**LAWS[law])
    n, m = model.n_ode2, model.n_ae
    size = n + m + model.n_ode1
    equations = Equations(model, data, OwnLU(size), True)
    with_factors(data)
    data["values"][:] = 0.0
    assert equations.run("jacobian_calls") == 0
    matrix = data["values"].reshape(size, size, order="F").copy()
    step = 1e-6
    for k in range(size):
        sides = []
        for h in (step, -step):
            kept = {name: data[name].copy() for name in ("a", "multipliers", "y", "y_t")}
            if k < n:
                data["a"][k] += h
            elif k < n + m:
                data["multipliers"][k - n] += h * data["row_mass"][k - n]
            else:
                data["y_t"][k - n - m] += h
                data["y"][k - n - m] += CY * h
            sides.append(rows(equations, data))
            for name, values in kept.items():
                data[name][:] = values
        slopes = (sides[0] - sides[1]) / (2.0 * step)
        assert np.abs(slopes - matrix[:, k]).max() <= 1e-7
    assert np.abs(matrix[n + m :, n + m :] - np.eye(model.n_ode1)).max() > 0.1


@pytest.mark.parametrize("law", LAWS)
def test_sparse_layouts_hold_the_same_entries(law):
    model, data = built(**LAWS[law])
    size = model.n_ode2 + model.n_ae + model.n_ode1
    found = []
    for layout in (OwnLU(size), LowFill(pattern_of(model, True), 2)):
        equations = Equations(model, data, layout, True)
        with_factors(data)
        data["values"][:] = 0.0
        assert equations.run("jacobian_calls") == 0
        layout.open(data)
        assert equations.call("solver_calls", 0) == 0
        found.append(equations.solve(np.arange(1.0, size + 1.0)))
        layout.close()
    assert found[1] == pytest.approx(found[0], rel=1e-12)


def test_a_system_writes_no_rates_of_other_nodes():
    model, data = built()
    equations = Equations(model, data, OwnLU(model.n_ode2 + model.n_ae + model.n_ode1), True)
    assert equations.forces(0) == 0
    assert np.all(data["rates"][:3] != 0.0) and not np.any(data["rates"][3:])


def test_loads_on_first_order_coordinates_are_no_forces():
    """They stay out of the typical load of Newton's method."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeGenericODE1(numberOfODE1Coordinates=1))
    marker = mbs.AddMarker(MarkerNodeODE1Coordinate(nodeNumber=node, coordinate=0))
    mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=3.0))
    mbs.AddLoad(LoadCoordinate(markerNumber=marker, loadUserFunction=lambda mbs, t, load: 4.0))
    mbs.Assemble()
    model, data = mbs._model, mbs._data
    model.functions.bind_all_back()
    equations = Equations(model, data, OwnLU(1), True)
    for _ in range(2):
        assert equations.forces(0) == 0
        assert np.array_equal(data["rates"], [7.0])
        assert not np.any(data["marker_force"])
    assert not np.any(data["markers"]["p"])
