"""Cables whose material moves along them: digits, limits, energy and weight."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import GenerateStraightLineANCFCable2D

from .cable_models import Variable, hold, material, run

G = 9.81


def moving(n, start, end, speed, velocity=lambda x: [0.0] * 4, gravity=(0, 0, 0), **values):
    """A straight cable of n elements; returns the system, its nodes, elements and the node of s."""
    mbs = exu.SystemContainer().AddSystem()
    way = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1, initialCoordinates_t=[speed]))
    template = ALECable2D(nodeNumbers=[0, 0, way], **values)
    nodes, elements, *_ = GenerateStraightLineANCFCable2D(
        mbs, [*start, 0], [*end, 0], n, template, gravity
    )
    for node in nodes:
        x = mbs.GetNode(node)["referenceCoordinates"][0]
        mbs.SetNodeParameter(node, "initialVelocities", velocity(x))
    return mbs, nodes, elements, way


def keep_speed(mbs, way, speed):
    ground = mbs.AddMarker(
        MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
    )
    end = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=way, coordinate=0))
    mbs.AddObject(
        CoordinateConstraint(markerNumbers=[ground, end], velocityLevel=True, offset=speed)
    )


def wave(x):
    return [0, 0.5 * math.sin(math.pi * x / 2), 0, 0.25 * math.pi * math.cos(math.pi * x / 2)]


def moving_beam():
    mbs, nodes, elements, way = moving(4, [0, 0], [2, 0], 1.5, wave, **material(10.0, 1e4, 3.0))
    hold(mbs, nodes[0], (0, 1))
    hold(mbs, nodes[-1], (0, 1))
    keep_speed(mbs, way, 1.5)
    return mbs, nodes, elements, way


def test_a_beam_that_moves_through_its_supports():
    """Digits of another integration (DOP853) in the limit of small steps."""
    found = []
    for steps in (4000, 8000):
        mbs, nodes, *_ = moving_beam()
        run(mbs, 1.0, steps)
        found.append(np.array(mbs.GetNodeOutput(nodes[2], Variable.Position)[:2]))
    wanted = [0.999987264857, -0.000276577464921]
    assert np.abs(found[1] - wanted).max() < 2e-5
    limit = (4.0 * found[1] - found[0]) / 3.0
    assert limit == pytest.approx(wanted, abs=2e-8)


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_a_cable_slides_down_an_incline(share):
    """s = g sin(0.4) t^2/2 for every moving part of the mass."""
    end = [2 * math.cos(0.4), -2 * math.sin(0.4)]
    values = material(10.0, 1e4, 1.5, physicsMovingMassFactor=share)
    mbs, nodes, _, way = moving(2, [0, 0], end, 0.0, gravity=[0, -G, 0], **values)
    for node in nodes:
        hold(mbs, node, range(4))
    solution = run(mbs, 0.5, 100)
    s = mbs.GetNodeOutput(way, Variable.Coordinates)
    rate = mbs.GetNodeOutput(way, Variable.Coordinates_t)
    assert s == pytest.approx([0.477524242256], rel=1e-11)
    assert rate == pytest.approx([1.91009696902], rel=1e-11)
    energy = solution.energy()
    assert np.abs(energy.balance).max() < 1e-9


def test_a_cable_at_rest_along_itself_is_a_plain_cable():
    def end_of(kind):
        mbs = exu.SystemContainer().AddSystem()
        values = material(2.0, 300.0, 1.5, physicsBendingDamping=0.02, physicsAxialDamping=0.3)
        if kind is ALECable2D:
            way = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1))
            hold(mbs, way, (0,))
            template = ALECable2D(nodeNumbers=[0, 0, way], **values)
        else:
            template = Cable2D(**values)
        nodes, *_ = GenerateStraightLineANCFCable2D(
            mbs, [0, 0, 0], [1, 0.5, 0], 3, template, [0, -G, 0], [1, 1, 0, 0]
        )
        run(mbs, 0.3, 600)
        return mbs.GetNodeOutput(nodes[-1], Variable.CoordinatesTotal)

    assert end_of(ALECable2D) == pytest.approx(end_of(Cable2D), abs=1e-11)


@pytest.mark.parametrize(("stiff", "bend"), [(0.0, 0.2), (1.0, 0.02)])
def test_energy_changes_by_power_and_flux(stiff, bend):
    """d/dt (T + V) = power of forces - s_t [m |w|^2/2 + elastic energy], for one free element."""
    rng = np.random.default_rng(5)
    rhoA, length = 2.0, 1.5
    share = 0.75  # the mass matrix of a single free cable is singular if all of its mass moves
    values = material(3.0 * stiff, 5.0 * stiff, rhoA, physicsMovingMassFactor=share)
    mbs, nodes, elements, way = moving(1, [0, 0], [length, 0], 0.7, **values)
    mbs.SetNodeParameter(nodes[0], "initialCoordinates", bend * rng.standard_normal(4))
    mbs.SetNodeParameter(nodes[1], "initialCoordinates", bend * rng.standard_normal(4))
    for node in nodes:
        mbs.SetNodeParameter(node, "initialVelocities", rng.standard_normal(4))
    solution = run(mbs, 2e-3, 100, "RK67", every=1e-3)
    values = [solution.energy().kinetic[k] + solution.energy().potential[k] for k in (0, -1)]
    flux = []
    mbs.systemData.SetODE2Coordinates(solution.coordinates[1], exu.ConfigurationType.Current)
    mbs.systemData.SetODE2Coordinates_t(solution.velocities[1], exu.ConfigurationType.Current)
    for x in (0.0, length):
        w = mbs.GetObjectOutputBody(elements[0], Variable.Velocity, [x, 0, 0])
        N, K, M, eps = (
            mbs.GetObjectOutputBody(elements[0], out, [x, 0, 0])
            for out in (
                Variable.ForceLocal,
                Variable.CurvatureLocal,
                Variable.TorqueLocal,
                Variable.StrainLocal,
            )
        )
        flux.append(0.5 * share * rhoA * w @ w + 0.5 * (N * eps + M * K))
    speed = solution.velocities[1][0]
    assert (values[1] - values[0]) / 2e-3 == pytest.approx(-speed * (flux[1] - flux[0]), rel=1e-3)
    assert np.abs(solution.energy().balance).max() < 1e-9


def test_weight_along_a_cable_follows_the_part_of_its_mass_that_moves():
    """A cable in free fall has no reason to move its material, whatever was solved before."""
    mbs, _, elements, _ = moving(
        1, [0, 0], [1, 0.5], 0.0, gravity=(9.81, 0, 0), physicsMovingMassFactor=0.25,
        **material(1.0, 1e3, 2.0),
    )  # fmt: skip
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 0.1
    for share in (0.25, 0.5):
        mbs.SetObjectParameter(elements[0], "physicsMovingMassFactor", share)
        assert abs(mbs.SolveDynamic(settings).coordinates[-1, 0]) < 1e-12
