"""Friction laws and equivalent stress."""

from math import exp

import numpy as np


def StribeckFunction(vel, muDynamic, muStaticOffset, muViscous=0, expVel=1e-3, regVel=1e-3):
    """Friction coefficient with Stribeck effect, linear for |vel| <= regVel.

    vel [m/s] -- velocity
    muDynamic, muStaticOffset -- coefficient, and what it is more at rest
    muViscous [s/m] -- increase with velocity
    expVel [m/s] -- velocity over which the static offset decays
    regVel [m/s] -- half width of the linear zone
    """
    if abs(vel) <= regVel:
        return (muDynamic + muStaticOffset) * vel / regVel
    beyond = abs(vel) - regVel
    size = muDynamic + muStaticOffset * exp(-beyond / expVel) + muViscous * beyond
    return np.sign(vel) * size


def RegularizedFrictionStep(x, x0, h0, x1, h1):
    """Cubic step from h0 at x0 to h1 at x1, constant outside."""
    if x <= x0:
        return h0
    if x >= x1:
        return h1
    d = (x - x0) / (x1 - x0)
    return h0 + (h1 - h0) * d * d * (3 - 2 * d)


def RegularizedFriction(vel, muDynamic, muStaticOffset, velStatic, velDynamic, muViscous=0):
    """Friction coefficient made of cubic steps.

    velStatic, velDynamic [m/s] -- velocities at which it is muDynamic + muStaticOffset and
    muDynamic; beyond, it grows with muViscous [s/m]
    """
    static = muDynamic + muStaticOffset
    speed = abs(vel)
    if speed < velStatic:
        return RegularizedFrictionStep(vel, -velStatic, -static, velStatic, static)
    if speed < velDynamic:
        size = RegularizedFrictionStep(speed, velStatic, static, velDynamic, muDynamic)
    else:
        size = muDynamic + (speed - velDynamic) * muViscous
    return np.sign(vel) * size


def VonMisesStress(stress6D):
    """Equivalent stress of [xx, yy, zz, yz, xz, xy], or of an array of such rows."""
    xx, yy, zz, yz, xz, xy = np.asarray(stress6D, float).T
    normal = xx**2 + yy**2 + zz**2 - xx * yy - yy * zz - zz * xx
    return np.sqrt(normal + 3 * (yz**2 + xz**2 + xy**2))


def UFvonMisesStress(mbs, t, sensorNumbers, factors, configuration):
    """User function of SensorUserFunction: equivalent stress of a sensor of six stresses."""
    return [VonMisesStress(mbs.GetSensorValues(sensorNumbers[0], configuration))]
