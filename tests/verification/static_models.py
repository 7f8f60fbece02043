"""Models whose equilibrium is known: hanging masses, chains, nets, bars."""

import numpy as np

import linkwork as exu
from linkwork.items import (
    DistanceConstraint,
    Force,
    MarkerBodyPosition,
    MassPoint,
    NodePoint,
    ObjectGround,
    SpringDamper,
)

GRAVITY = 9.81


def static_settings(**options):
    """Settings with options of staticSolver, silent."""
    settings = exu.SimulationSettings()
    settings.staticSolver.verboseMode = 0
    for name, value in options.items():
        setattr(settings.staticSolver, name, value)
    return settings


class Builder:
    """A system of points, rods and springs."""

    def __init__(self):
        self.container = exu.SystemContainer()
        self.mbs = self.container.AddSystem()
        self.ground = self.mbs.AddObject(ObjectGround())
        self.nodes = []

    def fixed(self, place):
        """Marker of a point on the ground."""
        return self.mbs.AddMarker(
            MarkerBodyPosition(bodyNumber=self.ground, localPosition=list(map(float, place)))
        )

    def mass(self, place, mass=1.0, force=(0.0, 0.0, 0.0), **options):
        """Marker of a mass with a force."""
        node = self.mbs.AddNode(NodePoint(referenceCoordinates=list(map(float, place)), **options))
        body = self.mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=mass))
        marker = self.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
        if np.any(force):
            self.mbs.AddLoad(Force(markerNumber=marker, loadVector=list(map(float, force))))
        self.nodes.append(node)
        return marker

    def rod(self, first, second, length):
        """A rod that keeps its length."""
        return self.mbs.AddObject(
            DistanceConstraint(markerNumbers=[first, second], distance=float(length))
        )

    def spring(self, first, second, length, stiffness, force=0.0):
        """A spring along the line of two markers."""
        return self.mbs.AddObject(
            SpringDamper(
                markerNumbers=[first, second],
                referenceLength=float(length),
                stiffness=float(stiffness),
                force=float(force),
            )
        )

    def solve(self, **options):
        """The Solution of SolveStatic."""
        return self.mbs.SolveStatic(static_settings(**options))

    def positions(self):
        """Places of the masses, one row each."""
        output = exu.OutputVariableType.Position
        return np.array([self.mbs.GetNodeOutput(node, output) for node in self.nodes])


def hanging(place, length, mass=2.0):
    """A mass on a rod from the origin, under gravity along -y."""
    made = Builder()
    marker = made.mass(place, mass, (0.0, -mass * GRAVITY, 0.0))
    made.rod(made.fixed((0, 0, 0)), marker, length)
    return made


def chain(places, ends, link, mass=1.0):
    """Masses in a row between fixed ends; link(builder, first, second) joins two of them.

    ends -- fixed points before the first and behind the last mass; None: a free end
    """
    made = Builder()
    markers = [made.fixed(ends[0])]
    markers += [made.mass(p, mass, (0.0, -mass * GRAVITY, 0.0)) for p in places]
    if ends[1] is not None:
        markers.append(made.fixed(ends[1]))
    for first, second in zip(markers, markers[1:], strict=False):
        link(made, first, second)
    return made


def cable(span, count, length, stiffness, mass):
    """Places of the masses of an elastic cable between (0, 0) and (span, 0), from its statics.

    Horizontal force H and vertical force V at the left end are found by Newton's method; links
    carry (H, V - k m g) and have length L (1 + T/k). Infinite stiffness: a chain of rods.
    """
    from scipy.optimize import root

    def links(forces):
        vertical = forces[1] - mass * GRAVITY * np.arange(count + 1)
        tension = np.hypot(forces[0], vertical)
        long = length + tension / stiffness
        return np.column_stack([long * forces[0] / tension, -long * vertical / tension])

    def misses(forces):
        return links(forces).sum(0) - (span, 0.0)

    weight = mass * GRAVITY * count
    found = root(misses, (weight, 0.5 * weight), tol=1e-13)
    assert found.success or np.abs(found.fun).max() < 1e-11
    return np.cumsum(links(found.x), 0)[:-1], found.x


def net(count, pitch, kind, is_fixed, mass=0.01, slack=0.0, stiffness=1.0e3):
    """A square net in the x-y plane under gravity along -z.

    kind -- "rod" or "spring"; is_fixed(i, j) tells which nodes are; slack -- of springs, relative
    """
    made = Builder()
    places = [(i, j) for i in range(count + 1) for j in range(count + 1)]
    markers = {}
    for i, j in places:
        place = (i * pitch, j * pitch, 0.0)
        weight = (0.0, 0.0, -mass * GRAVITY)
        markers[i, j] = made.fixed(place) if is_fixed(i, j) else made.mass(place, mass, weight)
    for i, j in places:
        for other in ((i + 1, j), (i, j + 1)):
            if other not in markers or (is_fixed(i, j) and is_fixed(*other)):
                continue
            if kind == "rod":
                made.rod(markers[i, j], markers[other], pitch)
            else:
                made.spring(markers[i, j], markers[other], pitch * (1.0 + slack), stiffness)
    return made
