"""Connectors of users with many ends: a rope over pulleys and an elastic band."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.extend import *
from linkwork.extend.probe import Probe
from linkwork.items import (
    Gravity,
    MarkerBodyMass,
    MarkerBodyPosition,
    MassPoint2D,
    NodeRigidBody2D,
    ObjectGround,
    RigidBody2D,
    SpringDamper,
)

pytestmark = pytest.mark.processors

Variable = exu.OutputVariableType
LENGTH = int(Variable.Distance)


class Rope(ManyConstraint):
    """c = sum |p_(i+1) - p_i| - L0: a rope that runs without friction from end to end."""

    type_name = "RopeOverPulleys"
    marker_types = ("Position",)
    blocks = Blocks(MANY, POSITION, equations=1)
    outputs = {
        Variable.Distance: Output("L", "m", 0, "length"),
        Variable.ConstraintEquation: Output("c", "m", 0, "deviation of the length"),
    }

    length: float = parameter(0.0, UReal, symbol="L0", unit="m", doc="length of the rope")


def _piece(e, k, end_list, markers):
    """(marker before, marker behind, L, n, relative velocity) of a piece of the rope."""
    a, b = end_list[e.first_end + k], end_list[e.first_end + k + 1]
    L, n = unit(sub(markers[b].p, markers[a].p))
    return a, b, L, n, sub(markers[b].v, markers[a].v)


def rope_residual(
    table, end_list, markers, multipliers, level, marker_force_out, constraint_out
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        force = multipliers[e.row]
        if e.active == 0:
            constraint_out[e.row] = force
            continue
        value = -e.L0 if level == 0 else 0.0
        for k in range(e.ends - 1):
            a, b, L, n, dv = _piece(e, k, end_list, markers)
            if L == 0.0:
                return fail(ZERO_DISTANCE, e.number)
            add_scaled(marker_force_out, a, force, n)
            add_scaled(marker_force_out, b, -force, n)
            speed = dot(n, dv)
            if level == 0:
                value += L
            else:
                value += speed if level == 1 else (dot(dv, dv) - speed * speed) / L
        constraint_out[e.row] = value
    return 0


def _add(e, k, r, c, x, block_out):
    for one in range(2):
        for other in range(2):
            place = e.block + (3 * (k + one) + r) * e.span + 3 * (k + other) + c
            block_out[place] += x if one != other else -x


def rope_jacobian(
    table, end_list, markers, multipliers, level,
    stiffness_out, gradient_out, row_q_out, row_v_out, slope_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        for k in range(e.span * e.span):
            stiffness_out[e.block + k] = 0.0
        for k in range(e.slopes, e.slopes + e.span):
            gradient_out[k] = row_q_out[k] = row_v_out[k] = 0.0
        slope_out[i, 0] = 0.0 if e.active != 0 else 1.0
        for k in range(e.ends - 1 if e.active != 0 else 0):
            a, b, L, n, dv = _piece(e, k, end_list, markers)
            speed = dot(n, dv)
            for r in range(3):
                by_place = (dv[r] - speed * n[r]) / L
                for side in range(2):
                    sign, place = 2.0 * side - 1.0, e.slopes + 3 * (k + side) + r
                    gradient_out[place] += sign * n[r]
                    row_q_out[place] += sign * (by_place if level == 1 else n[r])
                    row_v_out[place] += sign * n[r] if level == 1 else 0.0
                for c in range(3):
                    bend = ((1.0 if r == c else 0.0) - n[r] * n[c]) / L
                    _add(e, k, r, c, multipliers[e.row] * bend, stiffness_out)


def rope_output(table, row, variable, end_list, markers, value_out):
    e = table[row]
    value_out[0] = 0.0 if variable == LENGTH else -e.L0
    for k in range(e.ends - 1):
        value_out[0] += _piece(e, k, end_list, markers)[2]


class Band(ManyConnector):
    """f = k (L - L0) in an elastic band that runs without friction from end to end."""

    type_name = "BandOverPulleys"
    marker_types = ("Position",)
    blocks = Blocks(MANY, POSITION)

    length: float = parameter(0.0, UReal, symbol="L0", unit="m", doc="length at rest")
    stiffness: float = parameter(0.0, UReal, symbol="k", unit="N/m", doc="stiffness")


def _stretch(e, end_list, markers):
    L = -e.L0
    for k in range(e.ends - 1):
        L += _piece(e, k, end_list, markers)[2]
    return L


def band_residual(table, end_list, markers, marker_force_out):
    for i in range(table.size):
        e = table[i]
        force = e.active * e.k * _stretch(e, end_list, markers)
        for k in range(e.ends - 1):
            a, b, L, n, dv = _piece(e, k, end_list, markers)
            add_scaled(marker_force_out, a, force, n)
            add_scaled(marker_force_out, b, -force, n)


def band_jacobian(table, end_list, markers, stiffness_out):
    for i in range(table.size):
        e = table[i]
        force = e.active * e.k * _stretch(e, end_list, markers)
        for place in range(e.block, e.block + e.span * e.span):
            stiffness_out[place] = 0.0
        for k in range(e.ends - 1):
            a, b, L, n, dv = _piece(e, k, end_list, markers)
            for r in range(3):
                for c in range(3):
                    bend = ((1.0 if r == c else 0.0) - n[r] * n[c]) / L
                    _add(e, k, r, c, force * bend, stiffness_out)
            for j in range(e.ends - 1):
                m = _piece(e, j, end_list, markers)[3]
                _couple(e, k, n, j, m, e.active * e.k, stiffness_out)


def _couple(e, k, n, j, m, stiffness, block_out):
    """Add -stiffness times the slope n of piece k by the slope m of piece j."""
    for one in range(2):
        for other in range(2):
            for r in range(3):
                for c in range(3):
                    place = e.block + (3 * (k + one) + r) * e.span + 3 * (j + other) + c
                    x = stiffness * n[r] * m[c]
                    block_out[place] += -x if one == other else x


def band_potential(table, end_list, markers, energy_out):
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.5 * e.active * e.k * _stretch(e, end_list, markers) ** 2


def _named(**kernels):
    for name, kernel in kernels.items():
        kernel.__name__ = name
    return kernels.values()


define(Rope, *_named(residual=rope_residual, jacobian=rope_jacobian, output=rope_output))
define(Band, *_named(residual=band_residual, jacobian=band_jacobian, potential=band_potential))


def ground(mbs, place=(0, 0, 0)):
    return mbs.AddMarker(
        MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround(referencePosition=place)))
    )


def mass(mbs, m, place, g=0.0):
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=place))
    body = mbs.AddObject(MassPoint2D(physicsMass=m, nodeNumber=node))
    if g:
        weight = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        mbs.AddLoad(Gravity(markerNumber=weight, loadVector=[0, -g, 0]))
    return mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))


@pytest.mark.parametrize("kind, values", [(Rope, {}), (Band, dict(stiffness=3.0))])
@pytest.mark.parametrize("ends", [2, 3, 5])
def test_matrix_is_the_derivative_of_the_residual(kind, values, ends):
    assert check(kind, length=1.5, markerNumbers=range(ends), **values) < 1e-7


def test_matrix_on_bodies_that_turn_with_others_in_the_same_table():
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[0.5, 1.0, 0.25]))
    body = mbs.AddObject(RigidBody2D(physicsMass=1, physicsInertia=1, nodeNumber=node))
    arm = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[x, 0.5, 0]))
        for x in (-1.0, 0.75)
    ]
    first, second = mass(mbs, 1.0, [2.0, -1.0]), mass(mbs, 2.0, [-1.5, 0.5])
    for kind, values in ((Rope, {}), (Band, dict(stiffness=2.0))):
        mbs.AddObject(kind(markerNumbers=[ground(mbs, (3, 3, 0)), first, arm[0], second], **values))
        mbs.AddObject(kind(markerNumbers=[arm[1], first], **values))
    probe = Probe(mbs, [], 0)
    rng = np.random.default_rng(1)
    for level in (0, 1):
        for factors in ((1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 1.0), (0.7, 1.2, 0.4, 0.8)):
            probe.shake(rng)
            probe.factors(*factors)
            close = probe.differences(level)
            assert np.abs(probe.matrix(level) - close).max() < 1e-8 * np.abs(close).max()


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "TrapezoidalIndex2"])
def test_a_block_and_tackle(solver):
    """y0 + 2 y1 = const.: y0'' = -g (m0 - m1/2)/(m0 + m1/4), and the rope holds m0 (g + y0'')."""
    mbs, g, m = exu.SystemContainer().AddSystem(), 9.81, (3.0, 2.0)
    load, hook = mass(mbs, m[0], [0.0, -1.0], g), mass(mbs, m[1], [0.0, -2.0], g)
    top = ground(mbs)
    rope = mbs.AddObject(Rope(markerNumbers=[load, top, hook, top], length=5.0))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.25, 250
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    mbs.SolveDynamic(settings, solverType=getattr(exu.DynamicSolverType, solver))
    a = -g * (m[0] - 0.5 * m[1]) / (m[0] + 0.25 * m[1])
    way = 0.5 * a * 0.25**2
    assert mbs.GetNodeOutput(0, Variable.Displacement)[1] == pytest.approx(way, rel=1e-6)
    assert mbs.GetNodeOutput(1, Variable.Displacement)[1] == pytest.approx(-0.5 * way, rel=1e-6)
    force = mbs.systemData.GetAECoordinates()[0]
    assert abs(force) == pytest.approx(m[0] * (g + a), rel=1e-6)
    assert mbs.GetObjectOutput(rope, Variable.Distance) == pytest.approx(5.0, rel=1e-9)
    assert mbs.solution.energy().error < 1e-4


def test_energy_of_a_band():
    mbs = exu.SystemContainer().AddSystem()
    ends = [mass(mbs, 1.0 + 0.25 * k, [k, (-1.0) ** k]) for k in range(5)]
    mbs.AddObject(Band(markerNumbers=ends, stiffness=20.0, length=6.0))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1.0, 1000
    mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
    energies = mbs.solution.energy()
    assert not energies.missing and energies.kinetic.max() > 1.0
    assert energies.drift < 1e-6 and energies.error < 1e-7


@pytest.mark.parametrize("kind", [Rope, Band])
def test_a_large_model_has_places_for_all_of_its_ends(kind):
    """A row of masses that a rope or band joins in a few far places: sparse as dense."""
    found = []
    for solver in (exu.LinearSolverType.EXUdense, exu.LinearSolverType.EigenSparse):
        mbs = exu.SystemContainer().AddSystem()
        row = [mass(mbs, 1.0, [0.1 * k, 0.0], 9.81) for k in range(60)]
        for pair in zip(row, row[1:], strict=False):
            mbs.AddObject(SpringDamper(markerNumbers=pair, stiffness=2e3, referenceLength=0.1))
        ends = [ground(mbs, (0, 1, 0)), row[3], row[40], ground(mbs, (4, 2, 0)), row[20], row[59]]
        values = dict(stiffness=50.0) if kind is Band else {}
        corners = np.array([[0, 1], [0.3, 0], [4, 0], [4, 2], [2, 0], [5.9, 0]])
        length = np.linalg.norm(np.diff(corners, axis=0), axis=1).sum()
        mbs.AddObject(kind(markerNumbers=ends, length=length, **values))
        mbs.Assemble()
        settings = exu.SimulationSettings()
        settings.linearSolverType = solver
        settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 0.1, 100
        mbs.SolveDynamic(settings)
        found.append(mbs.systemData.GetODE2Coordinates())
    assert found[0] == pytest.approx(found[1], abs=1e-9) and np.abs(found[0]).max() > 0.01
