"""Newton's method with user forces converges quadratically, whatever the units of a model are.

One mass is held by a strongly nonlinear user force f(u, w), and pulled by a constant force F. The
iterates of x in c x + f(x, g x) = F, as in an implicit step, use the stiffness and damping that
the connector's kernel gives to the solver.
"""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

RATE = 3.0
"""g: velocity of the mass per displacement, in an implicit step [1/s]."""


def hardening(mbs, t, itemNumber, u, w, k, d, scale):
    """k is the stiffness at rest, scale the displacement where the law bends."""
    x, v = u / scale, w / scale
    return k * scale * (x + 4.0 * x**3 + 0.5 * x * x) + d * scale * (v + 0.3 * v**3 + 0.2 * x * v)


def preloaded(mbs, t, itemNumber, u, w, k, d, scale):
    """The same on top of a large constant force."""
    x, v = u / scale, w / scale
    return k * scale * (50.0 + x + 4.0 * x**3) + d * scale * (v + 0.3 * v**3)


def hardening_vector(mbs, t, itemNumber, u, w, k, d, offset):
    scale = offset[2]
    x, v = u / scale, w / scale
    return k * scale * (x + 4.0 * x**3 + 0.5 * x[0] * x[1]) + d * scale * (v + 0.3 * v**3)


class Held:
    """A mass with one connector; residual and matrix of it at any displacement along x."""

    def __init__(self, kind, function, scale, compiled, length=1.0):
        self.mbs = mbs = exu.SystemContainer().AddSystem()
        values = dict(stiffness=2.0, damping=0.1, springForceUserFunction=function)
        if kind is CoordinateSpringDamper:
            node, ground = mbs.AddNode(Node1D()), mbs.AddNode(NodePointGround())
            mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=1.0))
            ends = [
                mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
                for n in (ground, node)
            ]
            values["offset"] = scale
        else:
            node = mbs.AddNode(NodePoint(referenceCoordinates=[length, 0, 0]))
            mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
            ground = mbs.AddNode(NodePointGround())
            ends = [mbs.AddMarker(MarkerNodePosition(nodeNumber=n)) for n in (ground, node)]
            values |= dict(force=scale, referenceLength=length)
        if kind is CartesianSpringDamper:
            values = dict(
                stiffness=[2.0] * 3, damping=[0.1] * 3, offset=[length, 0.0, scale],
                springForceUserFunction=function,
            )  # fmt: skip
        self.number = mbs.AddObject(kind(markerNumbers=ends, **values))
        mbs.Assemble()
        mbs._model.functions.bind_for_run(False, compiled)
        (bound,) = mbs._model.functions.bound.values()
        assert bound.compiled == compiled

    def at(self, x):
        """(force on the mass, its derivative) with the velocity g x."""
        model, data = self.mbs._model, self.mbs._data
        table, row = model.place["object", self.number]
        q, v = np.zeros(model.n_ode2), np.zeros(model.n_ode2)
        q[0], v[0] = x, RATE * x
        markers = model.markers.states(table, row, {"q": q, "v": v})["markers"]
        force = np.zeros((len(markers), 3))
        kernels = table.kind.kernels
        assert not data.in_python(
            kernels["residual"], table, markers=markers, marker_force_out=force
        )
        assert not data.in_python(kernels["jacobian"], table, markers=markers)
        k, d = (np.reshape(table.own[name][row], -1)[0] for name in ("stiffness", "damping"))
        return -force[1, 0], k + RATE * d

    def iterates(self, start, inertia, pull):
        """Iterates of Newton's method until they stay."""
        x = [start]
        for _ in range(12):
            f, slope = self.at(x[-1])
            x.append(x[-1] - (inertia * x[-1] + f - pull) / (inertia + slope))
        self.mbs._model.functions.release_all()
        return np.array(x)


def assert_quadratic(x, scale, floor):
    """e_(k+1) <= C e_k^2 / scale down to rounding, with enough iterates to see it."""
    error = np.abs(x - x[-1]) / scale
    near = np.flatnonzero(error < 0.3)[0]
    assert error[0] > 0.05
    assert error[-2] <= floor
    for e, following in zip(error[near:], error[near + 1 :], strict=False):
        assert following <= 6.0 * e**2 + floor, error
    assert np.sum(error[near:] > floor) >= 2, error


SCALES = [1e-6, 1e-3, 1.0, 1e3]
BOTH = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "called back"])


@BOTH
@looped("scale", SCALES)
@looped("start", [0.0, 1.5])
@looped("law", [hardening, preloaded])
@looped("kind", [CoordinateSpringDamper, SpringDamper])
def test_scalar_forces(kind, law, start, scale, compiled):
    held = Held(kind, law, scale, compiled, length=scale)
    load = 50.0 * 2.0 * scale if law is preloaded else 0.0
    x = held.iterates(start * scale, 1.0, load + 8.0 * scale)
    # Rounding of the large constant force costs two digits.
    assert_quadratic(x, scale, 1e-12 if law is preloaded else 1e-14)


@BOTH
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("start", [0.0, 1.5])
def test_vector_forces(start, scale, compiled):
    held = Held(CartesianSpringDamper, hardening_vector, scale, compiled, length=scale)
    assert_quadratic(held.iterates(start * scale, 1.0, 8.0 * scale), scale, 1e-14)


@BOTH
@pytest.mark.parametrize("kind", [SpringDamper, CartesianSpringDamper])
def test_small_displacements_of_long_springs(kind, compiled):
    # The spring is a million times longer than the displacements that bend its law; lengths are
    # rounded by 1e-16 m, that is 1e-10 of them.
    law = hardening if kind is SpringDamper else hardening_vector
    held = Held(kind, law, 1e-6, compiled, length=1.0)
    assert_quadratic(held.iterates(0.0, 1.0, 8e-6), 1e-6, 5e-10)


def test_a_law_with_cancellation_inside():
    # (L0 + u)^2 - L0^2 loses its digits for small u; differences must not follow u down there.
    def law(mbs, t, itemNumber, u, w, k, d, force):
        return k * ((1.0 + u) ** 2 - 1.0)

    held = Held(SpringDamper, law, 1.0, True)
    for u in (0.0, 1e-14, 1e-10, 1e-6, 1e-3, 1.0):
        assert held.at(u)[1] == pytest.approx(2.0 * 2.0 * (1.0 + u), rel=1e-6)


@BOTH
def test_steps_of_the_solver_use_these_derivatives(compiled):
    # Large implicit steps with full Newton: each update doubles the digits.
    held = Held(CoordinateSpringDamper, hardening, 1e-3, compiled)
    held.mbs._model.functions.release_all()
    held.mbs.SetNodeParameter(0, "initialVelocities", [0.05])
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = 20, 4.0
    settings.timeIntegration.newton.useModifiedNewton = False
    settings.timeIntegration.newton.relativeTolerance = 1e-12
    settings.compileUserFunctions = compiled
    statistics = held.mbs.SolveDynamic(settings).statistics
    assert statistics.rejected == 0
    assert statistics.newton_iterations <= 5.0 * statistics.steps
