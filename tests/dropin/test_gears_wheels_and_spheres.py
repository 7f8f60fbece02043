"""Involute gears, mecanum wheels and packed spheres: closed forms, and numbers of Exudyn 1.11.0."""

import numpy as np
import pytest

from linkwork.exudyn import graphics, machines, particles
from linkwork.exudyn.robotics import mobile
from tests.cases import looped

near = pytest.approx


def area_of(points):
    """Area of a polygon, positive if it is counterclockwise."""
    x, y = points.T
    return 0.5 * np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))


def test_gears_have_the_usual_dimensions():
    gear = machines.InvoluteGear(nTeeth=12)
    assert gear.baseRadius == near(5.638155724715451) and gear.pitchRadius == 6
    assert (gear.outerRadius, gear.rootRadius) == (7, near(4.843))
    assert gear.angleTooth == near(np.pi / 12)
    assert machines.InvoluteGear(backlash=0.1).angleTooth == near(0.25346605446581605)
    radii = np.hypot(*gear.GenerateGear().T)
    assert [radii.min(), radii.max()] == near([4.843, 7])


@looped("teeth", [12, 60])
@looped("backlash", [0, 0.1])
def test_teeth_are_involutes_of_half_the_pitch(teeth, backlash):
    gear = machines.InvoluteGear(nTeeth=teeth, backlash=backlash, maxSteps=3000)
    radius, angle = gear.CartesianToPolar(gear.GenerateHalfTooth())
    flank = (radius > gear.rootRadius) & (radius < gear.outerRadius - 1e-9)
    pressure = np.arccos(gear.baseRadius / radius[flank])
    assert angle[flank] == near(np.tan(pressure) - pressure, abs=1e-12)
    tooth = gear.GenerateTooth()
    radius, angle = gear.CartesianToPolar(tooth[:, : tooth.shape[1] // 2])
    thickness = -2 * gear.pitchRadius * np.interp(gear.pitchRadius, radius, angle)
    assert thickness == near(0.5 * np.pi - 0.5 * backlash, abs=1e-5)


def test_outlines_are_closed_and_symmetric():
    gear = machines.InvoluteGear(nTeeth=20, module=0.01)
    points = gear.GenerateGear()
    fine = machines.InvoluteGear(
        nTeeth=20, module=0.01, maxSteps=10000, arcStepSize=1e-4, tolerance=1e-9
    )
    # Exudyn 1.11.0 with 100000 steps; its teeth are thicker the fewer steps they have.
    assert area_of(fine.GenerateGear()) == near(0.030861058025306677, rel=1e-5)
    assert area_of(points) == near(0.030861058025306677, rel=1e-3)
    pieces = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)
    assert gear.tolerance < pieces.min() and pieces.max() < 0.01
    turned = points @ gear.RotationMatrix2D(gear.angleToothAndGap).T
    assert np.roll(turned, len(points) // 20, axis=0) == near(points, abs=1e-14)
    before, behind = gear.GenerateRoots()
    assert before == near(gear.MirrorMatrixV() @ behind[:, ::-1])
    assert gear.CartesianToPolar(behind[:, -1])[1] == near(np.pi / 20)


def test_fillets_touch_flank_and_root():
    gear = machines.InvoluteGear(fillet=0.1)
    root = gear.GenerateHalfRoot()
    center = gear.PolarToCartesian([4.943, gear.angleFullTooth + np.arcsin(0.1 / 4.943)])
    assert np.linalg.norm(root[:, :9] - center[:, None], axis=0) == near(np.full(9, 0.1))
    radius, angle = gear.CartesianToPolar(root)
    assert angle[0] == near(gear.angleFullTooth)
    ends = [np.arctan2(*(root[:, k] - center)[::-1]) for k in (0, 4, 8)]
    assert np.diff(np.unwrap(ends))[0] == near(np.diff(np.unwrap(ends))[1], rel=1e-3)
    assert radius[8:] == near(np.full(len(radius) - 8, 4.843))
    plain = area_of(machines.InvoluteGear().GenerateGear())
    corner = 2 * 12 * 0.01 * (1 - 0.25 * np.pi)
    assert area_of(gear.GenerateGear()) - plain == near(corner, rel=0.05)


def test_internal_and_pointed_teeth_and_fewer_points():
    ring = machines.InvoluteGear(nTeeth=30, isInternalGear=True, backlash=0.1)
    assert (ring.outerRadius, ring.rootRadius) == (near(16.157), 14)
    assert ring.angleTooth * 15 == near(0.5 * np.pi + 0.05)
    pointed = machines.InvoluteGear(nTeeth=12, pressureAngleDeg=30, addendumFactor=2)
    tip = pointed.GenerateHalfTooth()[:, -1]
    assert pointed.CartesianToPolar(tip)[1] == near(0.5 * pointed.angleFullTooth)
    assert np.hypot(*tip) < pointed.outerRadius
    few = machines.InvoluteGear(reductionToleranceDeg=5).GenerateGear()
    all_points = machines.InvoluteGear().GenerateGear()
    assert len(few) < 0.7 * len(all_points)
    assert area_of(few) == near(area_of(all_points), rel=0.01)
    with pytest.raises(ValueError, match="no room for the root"):
        machines.InvoluteGear(nTeeth=12, dedendumFactor=1, pressureAngleDeg=45).GenerateGear()
    with pytest.raises(ValueError, match="nTeeth must be >= 3"):
        machines.InvoluteGear(nTeeth=2)


def test_gears_become_shapes():
    gear = machines.InvoluteGear(nTeeth=12)
    shape = graphics.InvoluteGear(gear, width=0.5)
    points = np.reshape(shape["points"], (-1, 3))
    assert np.hypot(points[:, 0], points[:, 1]).max() == near(7, rel=1e-6)
    assert np.ptp(points[:, 2]) == near(0.5)


def test_wheels_follow_the_platform():
    platform = mobile.MobileKinematics(0.25, 0.4, 0.6)
    assert platform.GetWheelVelocities([0.3, 0.2, 0.1]) == near([0, 2.4, 1.6, 0.8], abs=1e-15)
    assert platform.GetCartesianVelocities([1, 2, 3, 5]) == near([0.6875, -0.0625, 0.1875])
    crossed = mobile.MobileKinematics(0.25, 0.4, 0.6, wheeltype=1)
    assert crossed.GetWheelVelocities([0.3, 0.2, 0.1]) == near([2.08, 0.32, 0.48, 1.92])
    assert crossed.GetCartesianVelocities([1, 2, 3, 5]) == near([0.6875, 0.0625, -0.9375])
    wheels = mobile.MecanumXYphi2WheelVelocities(0.3, 0.2, 0.1, 0.25, 0.4, 0.6, 0)
    assert wheels == near([0.2, 2.2, 1.8, 0.6])
    back = mobile.MecanumWheelVelocity2XYphi([1, 2, 3, 5], 0.25, 0.4, 0.6, 1)
    assert back == near([0.6875, 0.0625, -1.875])
    for kind in (0, 1):
        wheels = mobile.MecanumXYphi2WheelVelocities(0.3, 0.2, 0.1, 0.25, 0.4, 0.6, kind)
        back = mobile.MecanumWheelVelocity2XYphi(wheels, 0.25, 0.4, 0.6, kind)
        assert back == near([0.3, 0.2, 0.1])
    with pytest.raises(ValueError, match="wheeltype must be 0 or 1"):
        mobile.MobileKinematics(0.25, 0.4, 0.6, wheeltype=2)
    with pytest.raises(ValueError, match="flagAdjusted"):
        mobile.MobileKinematics(0.25, 0.4, 0.6, flagAdjusted=True)


def test_rollers_touch_the_cylinder_of_the_wheel():
    roller = {"r": 0.1, "delta": np.pi / 4, "dRoll": 0.08, "lRoll": 0.05}
    assert mobile.GeneratrixRoll(0.3, roller) == near(
        (0.03839513499205065, 0.015900906923720225), rel=1e-13
    )
    for tolerance, order in ((1e-14, 10), (1e-10, 6), (1e-6, 2)):
        mobile.Generatrix2Polynomial(roller, mobile.GeneratrixRoll, tol=tolerance)
        assert len(roller["aPoly"]) == order + 1
        x, y = mobile.GeneratrixRoll(0.17, roller)
        assert np.polyval(roller["aPoly"], x) == near(y, abs=2 * tolerance)
        assert roller["dyBoundary"] == near([-0.1390187083, 0.1390187083], rel=1e-3)
    assert len(roller["aPoly0"]) == 3 and roller["xBoundary"] == [-0.025, 0.025]


def test_derivatives_of_polynomials():
    a = np.array([1, 2, 3, 4.0])
    assert mobile.FunDiffPoly(0.3, a) == near(4.47)
    assert mobile.FunDDiffPoly(np.array([0.3, 1]), a) == near([5.8, 10])


def test_spheres_are_packed_closely_in_boxes():
    spheres = particles.CreateParticlesInBox([0, 0, 0], [1, 0.8, 0.9], 0.1)
    points = np.array([point for point, _ in spheres])
    assert len(spheres) == 80 and {radius for _, radius in spheres} == {0.1}
    assert points[5] == near([0.45, 0.284529946162, 0.123401367629], rel=1e-10)
    assert points[-1] == near([0.85, 0.630940107676, 0.776598632371], rel=1e-10)
    apart = np.linalg.norm(points[:, None] - points, axis=2)
    touching = (np.abs(apart - 0.2) < 1e-9).sum(axis=1)
    assert apart[~np.eye(80, dtype=bool)].min() == near(0.2) and touching.max() == 12
    few = particles.CreateParticlesInBox([0, 0, 0], [1, 0.8, 0.9], 0.1, None, 7, 0.02)
    assert len(few) == 7 and few[-1][0] == near([0.2, 0.573205080757, 0.156061230866], rel=1e-10)
    with pytest.raises(ValueError, match="too small"):
        particles.CreateParticlesInBox([0, 0, 0], [0.3, 1, 1], 0.2)
    with pytest.raises(ValueError, match="maxRadius >= minRadius"):
        particles.CreateParticlesInBox([0, 0, 0], [1, 1, 1], 0.2, 0.1)


def test_radii_are_drawn_from_the_global_generator():
    np.random.seed(1)
    spheres = particles.CreateParticlesInBox([0, 0, 0], [1, 0.8, 0.9], 0.1, 0.15)
    assert len(spheres) == 12 and spheres[3][0] == near(
        [0.725, 0.48660254037844386, 0.20505102572168224]
    )
    assert [radius for _, radius in spheres[:3]] == near(
        [0.1208511002351287, 0.1360162246721079, 0.10000571874086725]
    )
