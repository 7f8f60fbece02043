"""N four-bar linkages side by side (IFToMM A02): model and exact motion.

2 N + 1 uniform bars of 1 m and 1 kg: N + 1 stand upright on the ground, 1 m apart, and N lie on
them end to end. The joint B0 on top of the first starts with 1 m/s along x. As long as the bars
stay parallelograms, all uprights have one angle phi from the vertical, and

    ((N + 1)/3 + N) phi_tt = g ((N + 1)/2 + N) sin(phi)

with every bar in line at phi = +-90 degrees, where each loop could also fold the other way.
"""

import numpy as np
from scipy.special import ellipj, ellipk

import linkwork as exu
from linkwork.items import *

G = 9.81  # m/s^2
PUBLISHED = {
    1.0: (-0.19502030194944, -0.98079920566217, -6.676678036881, 1.32757832516),
    10.0: (0.32845811154082, 0.9445185381786, 1.423051470207, -0.494868845487),
}
"""x, y [m] and their rates [m/s] of B0 for N = 2, by time [s]."""


def exact(times, loops=2):
    """x, y [m] and their rates [m/s] of B0 at the given times, as columns; elliptic functions.

    With slope = phi_tt / sin(phi) the motion is phi = pi + 2 am(w t - K), w^2 = 1/4 + slope.
    """
    slope = G * ((loops + 1) / 2 + loops) / ((loops + 1) / 3 + loops)
    w = np.sqrt(0.25 + slope)
    modulus = slope / w**2
    quarter = ellipk(modulus)
    sn, cn, dn, _ = ellipj(np.mod(w * np.asarray(times) - quarter, 4 * quarter), modulus)
    sine, cosine, rate = -2 * sn * cn, 2 * sn * sn - 1, 2 * w * dn
    return np.array([sine, cosine, rate * cosine, -rate * sine])


def four_bars(loops=2):
    """An assembled system and the sensor of B0, which records positions."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    ground = mbs.AddObject(ObjectGround())

    def bar(center, along, velocity, spin):
        node = NodeRigidBody2D(
            referenceCoordinates=[*center, 0.0], initialVelocities=[velocity, 0.0, spin]
        )
        body = mbs.AddObject(
            RigidBody2D(nodeNumber=mbs.AddNode(node), physicsMass=1.0, physicsInertia=1 / 12)
        )
        mass = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        mbs.AddLoad(LoadMassProportional(markerNumber=mass, loadVector=[0, -G, 0]))
        half = 0.5 * np.array([*along, 0.0])
        return [point(body, -half), point(body, half)]

    def point(body, place):
        return mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=place))

    def join(first, second):
        mbs.AddObject(RevoluteJoint2D(markerNumbers=[first, second]))

    uprights = [bar([k, 0.5], [0, 1], 0.5, -1.0) for k in range(loops + 1)]
    levels = [bar([k + 0.5, 1.0], [1, 0], 1.0, 0.0) for k in range(loops)]
    for k, (foot, _) in enumerate(uprights):
        join(point(ground, [k, 0, 0]), foot)
    for k, (left, right) in enumerate(levels):
        join(uprights[k][1], left)
        join(uprights[k + 1][1], right)
    sensor = mbs.AddSensor(
        SensorMarker(
            markerNumber=uprights[0][1],
            outputVariableType=exu.OutputVariableType.Position,
            storeInternal=True,
        )
    )
    mbs.Assemble()
    return SC, mbs, sensor
