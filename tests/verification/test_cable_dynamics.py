"""Cables in the plane in time: limits of small steps, invariants, damping, energy."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .cable_models import CLAMPED, PINNED, Variable, hold, line, material, run

pytestmark = pytest.mark.processors

SPIN = dict(velocity=lambda x, y: [0.7, 3.0 * x, 0.0, 3.0])


def spinning():
    return line(4, [-0.5, 0], [0.5, 0], **SPIN, **material(1.0, 500.0, 2.0))


def invariants(mbs, nodes, elements):
    """Momentum, angular momentum about the origin, and energy."""
    kinetic, potential = Variable.KineticEnergy, Variable.PotentialEnergy
    energy = sum(mbs.GetObjectOutput(e, k) for e in elements for k in (kinetic, potential))
    L, rhoA = 1.0 / len(elements), 2.0
    mass = L * rhoA / 420.0 * np.array([
        [156, 22 * L, 54, -13 * L], [22 * L, 4 * L * L, 13 * L, -3 * L * L],
        [54, 13 * L, 156, -22 * L], [-13 * L, -3 * L * L, -22 * L, 4 * L * L],
    ])  # fmt: skip
    momentum, spin = np.zeros(2), 0.0
    for k in range(len(elements)):
        c, v = (
            np.concatenate([mbs.GetNodeOutput(n, out) for n in nodes[k : k + 2]]).reshape(4, 2)
            for out in (Variable.CoordinatesTotal, Variable.Coordinates_t)
        )
        momentum += np.array([1, 0, 1, 0]) @ mass @ v
        spin += c[:, 0] @ mass @ v[:, 1] - c[:, 1] @ mass @ v[:, 0]
    return [*momentum, spin, energy]


def test_a_free_spinning_cable_keeps_its_invariants():
    """Digits of another integration (DOP853) in the limit of small steps."""
    mbs, nodes, elements = spinning()
    run(mbs, 1.0, 8000, "RK67")
    node = mbs.GetNodeOutput(nodes[0], Variable.CoordinatesTotal)
    wanted = [1.19347860863, -0.0810391350013, -0.986861084392, 0.161647446019]
    assert node == pytest.approx(wanted, abs=2e-10)
    assert invariants(mbs, nodes, elements) == pytest.approx([1.4, 0.0, 0.5, 1.24], abs=1e-11)


def test_implicit_steps_approach_the_same_motion_with_order_two():
    mbs, nodes, _ = spinning()
    run(mbs, 0.2, 2000, "RK67")
    wanted = mbs.GetNodeOutput(nodes[0], Variable.CoordinatesTotal)
    errors = []
    for steps in (1000, 2000, 4000):
        mbs, nodes, elements = spinning()
        run(mbs, 0.2, steps)
        found = mbs.GetNodeOutput(nodes[0], Variable.CoordinatesTotal)
        errors.append(np.abs(found - wanted).max())
        kept = invariants(mbs, nodes, elements)
        assert kept[:2] == pytest.approx([1.4, 0.0], abs=1e-10)
        assert kept[2:] == pytest.approx([0.5, 1.24], abs=1e-4 * (1000 / steps) ** 2)
    assert errors[1] / errors[2] == pytest.approx(4.0, rel=0.1) and errors[2] < 1e-5


def test_invariants_over_a_hundred_thousand_steps():
    """They stay within the error of the integrator: 1e-6 at steps of 0.5 ms, over 24 turns."""
    mbs, nodes, elements = spinning()
    run(mbs, 50.0, 100_000)
    kept = invariants(mbs, nodes, elements)
    assert kept[:2] == pytest.approx([1.4, 0.0], abs=1e-12)
    assert kept[2:] == pytest.approx([0.5, 1.24], abs=5e-6)


def test_a_falling_cable_keeps_its_energy():
    """A pendulum of a soft cable: digits of another integration in the limit of small steps."""
    values = material(0.5, 1e3, 1.0)
    mbs, nodes, elements = line(4, [0, 0], [1, 0], gravity=[0, -9.81, 0], **values)
    hold(mbs, nodes[0], PINNED)
    solution = run(mbs, 0.5, 4000, "RK67")
    position = mbs.GetNodeOutput(nodes[-1], Variable.Position)[:2]
    velocity = mbs.GetNodeOutput(nodes[-1], Variable.Velocity)[:2]
    assert position == pytest.approx([-0.0887981103813, -1.00998973632], abs=2e-9)
    assert velocity == pytest.approx([-4.52700798863, 0.239488891131], abs=2e-8)
    energy = solution.energy()
    total = np.asarray(energy.total)
    assert np.abs(total - total[0]).max() < 1e-8


def test_axial_damping():
    """Digits of another integration (DOP853)."""
    mbs = exu.SystemContainer().AddSystem()
    nodes = [
        mbs.AddNode(
            NodePoint2DSlope1(referenceCoordinates=[x, 0, 1, 0], initialVelocities=[x, 0, x / 2, 0])
        )
        for x in (0.0, 1.0)
    ]
    values = material(1.0, 100.0, 1.0, physicsAxialDamping=1.0)
    mbs.AddObject(Cable2D(physicsLength=1.0, nodeNumbers=nodes, **values))
    hold(mbs, nodes[0], CLAMPED)
    hold(mbs, nodes[1], (1, 3))
    run(mbs, 0.5, 1000, "RK67")
    first, last = (mbs.GetNodeOutput(node, Variable.Coordinates) for node in nodes)
    found = [last[0], last[2], first[2]]
    assert found == pytest.approx([0.0269309677957, -0.00102202355717, 0.0432083622183], abs=1e-10)


def test_damping_takes_the_energy_that_the_account_says():
    """Bending and axial damping: kinetic and potential energy fall by the work of the dampers."""
    values = material(2.0, 100.0, 1.0, physicsAxialDamping=0.5, physicsBendingDamping=0.2)
    mbs, nodes, _ = line(3, [0, 0], [1, 0], gravity=[0, -9.81, 0], **values)
    hold(mbs, nodes[0], CLAMPED)
    energy = run(mbs, 0.5, 4000).energy()
    assert energy.dissipated[-1] > 0.1
    assert np.abs(np.asarray(energy.balance)).max() < 1e-4


def test_off_axis_points_move_with_the_frame():
    """Velocity and acceleration of a point over the axis are the derivatives of its position."""
    mbs, nodes, elements = line(
        2, [0, 0], [1, 0], velocity=lambda x, y: [0.3, x * x, 0.2 * x, 2.0 * x],
        **material(1.0, 20.0),
    )  # fmt: skip
    place = dict(bodyNumber=elements[1], localPosition=[0.2, 0.3, 0.0])
    marker = mbs.AddMarker(MarkerBodyRigid(**place))
    outputs = Variable.Position, Variable.Velocity, Variable.Acceleration
    sensors = [mbs.AddSensor(SensorBody(**place, outputVariableType=v, storeInternal=True))
               for v in outputs]  # fmt: skip
    h = 2e-4
    run(mbs, 0.02, 100, "RK67")
    p, v, a = (mbs.GetSensorStoredData(sensor)[:, 1:] for sensor in sensors)
    weights = np.array([-1, 8, 0, -8, 1]) / (12 * h)
    for value, rate in ((p, v), (v, a)):
        difference = np.array([np.convolve(value[:, c], weights, "valid") for c in range(3)]).T
        assert np.abs(difference - rate[2:-2]).max() < 2e-7 * np.abs(rate).max()
    for variable in (*outputs, Variable.AngularVelocity, Variable.AngularAcceleration):
        at = mbs.GetObjectOutputBody(elements[1], variable, place["localPosition"])
        assert mbs.GetMarkerOutput(marker, variable) == pytest.approx(at, abs=1e-11)


def axial_force(
    mbs, t, number, x, eps, eps_t, eps_ref, stiffness, damping, K, K_t, K_ref
):  # fmt: skip
    return stiffness * (eps - eps_ref) + damping * eps_t


def bending_moment(
    mbs, t, number, x, K, K_t, K_ref, stiffness, damping, eps, eps_t, eps_ref
):  # fmt: skip
    return stiffness * (K - K_ref) + damping * K_t


@pytest.mark.parametrize("rule", [0, 1, 2])
def test_many_cables_at_once_have_the_forces_of_single_ones(rule):
    """Cables with user functions are evaluated one by one; 37 are more than one group."""

    def run(damping, **functions):
        given = material(
            0.5, 200.0, 1.0, physicsReferenceCurvature=0.3, useReducedOrderIntegration=rule,
            strainIsRelativeToReference=0.5, **functions,
        )  # fmt: skip
        mbs, nodes, _ = line(
            37, (0, 0), (7.4, 0), gravity=[0, -9.81, 0], physicsAxialDamping=20 * damping,
            physicsBendingDamping=damping, **given,
        )  # fmt: skip
        mbs.Assemble()
        settings = exu.SimulationSettings()
        settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = 100, 0.05
        found = mbs.SolveDynamic(settings, exu.DynamicSolverType.RK44).coordinates
        return found, mbs.Linearize(sparse=False).K

    single = dict(axialForceUserFunction=axial_force, bendingMomentUserFunction=bending_moment)
    for damping in (0.0, 1e-3):
        (grouped, stiffness), (expected, _) = run(damping), run(damping, **single)
        assert grouped == pytest.approx(expected, abs=1e-12)
        assert np.abs(grouped[-1]).max() > 0.01
        if damping == 0.0:
            _, wanted = run(1e-300)  # a damping that adds nothing; its matrices are single ones
            assert stiffness == pytest.approx(wanted, abs=1e-11 * np.abs(wanted).max())


def test_a_vanishing_slope_among_many_names_its_cable():
    mbs, nodes, elements = line(5, (0, 0), (1.25, 0), **material(0.5, 200.0))
    mbs.Assemble()
    q = mbs.systemData.GetODE2Coordinates()
    for node in (2, 3):
        q[4 * node + 2 : 4 * node + 4] = -1.0, 0.0
    q[4 * 3] = -0.25  # both ends of cable 2 at one place
    mbs.systemData.SetODE2Coordinates(q, exu.ConfigurationType.Initial)
    with pytest.raises(exu.SolverError, match=r"Cable2D .*object 2"):
        mbs.SolveDynamic()
