"""Outlines of gears with involute teeth."""

from __future__ import annotations

import math

import numpy as np

MIRRORED = np.diag([1.0, -1.0])


class InvoluteGear:
    """Outline of a spur gear.

    module -- pitch diameter / number of teeth [m]; nTeeth -- number of teeth
    pressureAngleDeg -- pressure angle [degrees]
    fillet -- radius between tooth and root circle [m]; it is limited by the height of the root
    below the base circle
    backlash -- play at the pitch circle between meshing teeth [m]; half of it is taken here
    maxSteps -- points of the involute over an angle of pi; arcStepSize -- length of the pieces of
    arcs [m]
    reductionToleranceDeg -- points with smaller changes of direction are removed [degrees]
    dedendumFactor, addendumFactor -- depth below and height above the pitch circle / module
    isInternalGear -- the outline is that of the hole of a ring gear
    tolerance -- points closer to the one before are removed [m]

    The flank is x = r (cos p + p sin p), y = r (sin p - p cos p) with the radius r of the base
    circle, and radial below it. Half teeth begin on the x axis; whole ones are symmetric to it.
    """

    def __init__(
        self,
        module=1,
        nTeeth=12,
        pressureAngleDeg=20,
        fillet=0,
        backlash=0,
        maxSteps=100,
        arcStepSize=0.1,
        reductionToleranceDeg=0,
        dedendumFactor=1.157,
        addendumFactor=1.0,
        isInternalGear=False,
        tolerance=1e-06,
    ):
        if nTeeth < 3 or module <= 0 or maxSteps < 2 or arcStepSize <= 0:
            raise ValueError(
                "InvoluteGear: nTeeth must be >= 3, maxSteps >= 2, module and arcStepSize > 0, got "
                f"{nTeeth}, {maxSteps}, {module}, {arcStepSize}"
            )
        self.module, self.nTeeth = module, nTeeth
        self.pressureAngle = math.radians(pressureAngleDeg)
        self.filletRadius = fillet
        self.maxSteps, self.arcStepSize = maxSteps, arcStepSize
        self.reductionTolerance = math.radians(reductionToleranceDeg)
        self.isInternalGear, self.tolerance = isInternalGear, tolerance
        self.addendum, self.dedendum = addendumFactor * module, dedendumFactor * module
        if isInternalGear:  # teeth of the hole are the gaps of the ring
            self.addendum, self.dedendum = dedendumFactor * module, addendumFactor * module
        self.pitchRadius = 0.5 * module * nTeeth
        self.baseRadius = self.pitchRadius * math.cos(self.pressureAngle)
        self.outerRadius = self.pitchRadius + self.addendum
        self.rootRadius = self.pitchRadius - self.dedendum
        self.angleToothAndGap = 2 * math.pi / nTeeth
        play = 0.5 * backlash / self.pitchRadius * (1 if isInternalGear else -1)
        self.angleTooth = 0.5 * self.angleToothAndGap + play
        self.anglePitchIntersect = math.tan(self.pressureAngle) - self.pressureAngle
        self.angleFullTooth = self.angleTooth + 2 * self.anglePitchIntersect

    def MirrorMatrixV(self):
        """Matrix that mirrors at the x axis."""
        return MIRRORED.copy()

    def RotationMatrix2D(self, angleRad):
        """Matrix of a rotation in the plane [rad]."""
        c, s = math.cos(angleRad), math.sin(angleRad)
        return np.array([[c, -s], [s, c]])

    def PolarToCartesian(self, polarCoordinates):
        """[x, y] of [radius, angle]."""
        radius, angle = np.asarray(polarCoordinates, float)
        return np.array([radius * np.cos(angle), radius * np.sin(angle)])

    def CartesianToPolar(self, cartesianCoordinates):
        """[radius, angle] of [x, y]."""
        x, y = np.asarray(cartesianCoordinates, float)
        return np.array([np.hypot(x, y), np.arctan2(y, x)])

    def _arc(self, radius, start, end):
        """Points of an arc of a circle about the origin, with its ends."""
        count = 1 + max(1, math.ceil(abs(end - start) * radius / self.arcStepSize))
        angles = np.linspace(start, end, count)
        return self.PolarToCartesian([np.full(count, radius), angles])

    def _start(self):
        """Parameter of the involute at the root circle, 0 if this is inside the base circle."""
        return math.sqrt(max(0.0, (self.rootRadius / self.baseRadius) ** 2 - 1))

    def GenerateHalfTooth(self):
        """Flank and half of the tip, as array with two rows."""
        half = 0.5 * self.angleFullTooth
        last = math.sqrt((self.outerRadius / self.baseRadius) ** 2 - 1)
        if last - math.atan(last) > half:  # flanks meet before they reach the tip circle
            from linkwork.exudyn.machines import InvInvolute

            last = math.tan(InvInvolute(half))
        first = self._start()
        p = np.linspace(
            first, last, 1 + max(1, math.ceil(self.maxSteps * (last - first) / math.pi))
        )
        flank = self.baseRadius * np.array([np.cos(p) + p * np.sin(p), np.sin(p) - p * np.cos(p)])
        tip = math.hypot(*flank[:, -1])
        angle = last - math.atan(last)
        if half - angle <= self.tolerance / tip:
            return flank
        return np.hstack([flank, self._arc(tip, angle, half)[:, 1:]])

    def GenerateHalfRoot(self):
        """Half of the root behind a tooth that begins on the x axis, as array with two rows."""
        start = self._start()
        begin = self.angleFullTooth - (start - math.atan(start))
        end = 0.5 * (self.angleFullTooth + self.angleToothAndGap)
        below = (self.baseRadius**2 - self.rootRadius**2) / (2 * self.rootRadius)
        fillet = min(self.filletRadius, max(0.0, below))
        turn = math.asin(fillet / (self.rootRadius + fillet))
        if begin + turn > end:
            raise ValueError(
                "InvoluteGear: there is no room for the root between the teeth; use a smaller "
                f"fillet or another pressure angle, got fillet = {self.filletRadius}"
            )
        root = self._arc(self.rootRadius, begin + turn, end)
        if fillet <= 0:
            return root
        center = self.PolarToCartesian([self.rootRadius + fillet, begin + turn])
        # From the tangent point of the radial flank to that of the root circle.
        angles = np.linspace(begin - 0.5 * math.pi, begin + turn - math.pi, 9)
        arc = center[:, None] + fillet * np.array([np.cos(angles), np.sin(angles)])
        return np.hstack([arc[:, :-1], root])

    def GenerateRoots(self):
        """Half roots before and behind the tooth that is symmetric to the x axis."""
        behind = self.RotationMatrix2D(-0.5 * self.angleFullTooth) @ self.GenerateHalfRoot()
        return [MIRRORED @ behind[:, ::-1], behind]

    def GenerateTooth(self):
        """The tooth that is symmetric to the x axis, as array with two rows."""
        half = self.RotationMatrix2D(-0.5 * self.angleFullTooth) @ self.GenerateHalfTooth()
        return np.hstack([half, MIRRORED @ half[:, ::-1]])

    def GenerateToothAndGap(self):
        """A tooth with half roots on both sides, as array with two rows."""
        before, behind = self.GenerateRoots()
        return np.hstack([before, self.GenerateTooth(), behind])

    def GenerateGear(self):
        """The closed outline, counterclockwise, with a point per row."""
        piece = self.GenerateToothAndGap()
        turned = [
            (self.RotationMatrix2D(k * self.angleToothAndGap) @ piece).T for k in range(self.nTeeth)
        ]
        points = np.vstack(turned)
        away = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)
        return self._reduced(points[away > self.tolerance])

    def _reduced(self, points):
        """Points without those at which the outline bends less than the tolerance."""
        if self.reductionTolerance <= 0:
            return points
        kept = [points[0]]
        for point, following in zip(points[1:], np.roll(points, -1, axis=0)[1:], strict=True):
            a, b = point - kept[-1], following - point
            if abs(math.atan2(a[0] * b[1] - a[1] * b[0], a @ b)) >= self.reductionTolerance:
                kept.append(point)
        return np.array(kept)
