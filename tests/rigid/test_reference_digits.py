"""Digits of reference values that were computed by other programs or by closed forms.

They are given with twelve significant digits.
"""

import numpy as np
import pytest

from linkwork.utilities import *

TOLERANCE = 1e-12
ANGLES = [0.1, -0.7, 2.3]
ROTATION = [
    -0.509596009451, -0.570346805551, -0.644217687238,
    0.784830969895, -0.614987793741, -0.0763568087522,
    -0.352636152209, -0.544513117333, 0.761021162128,
]  # fmt: skip


def close(found, expected):
    rounded = [float(f"{value:.12g}") for value in np.ravel(found)]
    assert rounded == pytest.approx(np.ravel(expected), rel=0, abs=TOLERANCE)


def test_a_sum_of_all_solids():
    H = HomogeneousTransformation(RotationMatrixZ(0.4) @ RotationMatrixX(0.2), [0.1, 0.2, 0.3])
    body = (
        InertiaCylinder(7800, 0.5, 0.1, axis=2, innerRadius=0.04).Translated([0, 0, 0.25])
        + InertiaSphere(mass=2, radius=0.1).Translated([0.3, 0, 0])
        + InertiaMassPoint(0.5).Translated([0, 0.2, 0.1])
        + InertiaRodX(1, 0.6)
        + InertiaHollowSphere(0.7, 0.15).Transformed(H)
        + InertiaCuboid(500, [0.3, 0.2, 0.1]).Transformed(H)
    )
    close(body.Mass(), 110.118575332)
    close(body.COM(), [0.00880868642805, 0.00762814082429, 0.244188083181])
    close(
        body.GetInertia6D(),
        [
            9.41395228646, 9.50186736033, 1.06263171565,
            -0.23334504267, -0.11043132508, -0.0785896518996,
        ],
    )  # fmt: skip
    close(
        body.InertiaCOM(),
        [
            2.84141406318, -0.0711903553, 0.126431115606,
            -0.0711903553, 2.92719234951, -0.028227052798,
            0.126431115606, -0.028227052798, 1.04767965152,
        ],
    )  # fmt: skip


def test_rotations():
    A = RotXYZ2RotationMatrix(ANGLES)
    theta = RotationMatrix2EulerParameters(A)
    close(A, ROTATION)
    close(theta, [0.398885120974, -0.29341549983, -0.182747813654, 0.849353425454])
    close(RotationMatrix2RotationVector(A), [-0.742654433469, -0.462547050499, 2.14977084496])
    close(
        EulerParameters2G(theta),
        [
            0.58683099966, 0.797770241947, -1.69870685091, -0.365495627308,
            0.365495627308, 1.69870685091, 0.797770241947, 0.58683099966,
            -1.69870685091, 0.365495627308, -0.58683099966, 0.797770241947,
        ],
    )  # fmt: skip
    close(
        EulerParameters2GLocal(theta),
        [
            0.58683099966, 0.797770241947, 1.69870685091, 0.365495627308,
            0.365495627308, -1.69870685091, 0.797770241947, -0.58683099966,
            -1.69870685091, -0.365495627308, 0.58683099966, 0.797770241947,
        ],
    )  # fmt: skip
    close(
        AngularVelocity2EulerParameters_t([1, 2, 3], theta),
        [-0.944574574612, 1.32291770642, -0.465914841498, 0.800369274463],
    )
    close(AngularVelocity2RotXYZ_t([1, 2, 3], ANGLES), [3.34606428713, 2.2895085805, 3.64172597805])


def test_bases_of_vectors():
    close(
        ComputeOrthonormalBasis([1, 2, 2]),
        [
            0.333333333333, 0.942809041582, 0.0,
            0.666666666667, -0.235702260396, 0.707106781187,
            0.666666666667, -0.235702260396, -0.707106781187,
        ],
    )  # fmt: skip
    close(
        ComputeOrthonormalBasis([2, 0.1, 0]),
        [0.998752338878, -0.0499376169439, 0, 0.0499376169439, 0.998752338878, 0, 0, 0, 1],
    )
    close(ComputeOrthonormalBasis([0, 0, 3]), [0, 1, 0, 0, 0, 1, 1, 0, 0])


def test_tangent_maps_and_frames():
    Omega = [0.3, -0.2, 0.5]
    close(
        TExpSO3(Omega),
        [
            0.95257673497, 0.232371223513, 0.121402448423,
            -0.251994643526, 0.944400309965, 0.128956910102,
            -0.0723438983925, -0.161662610122, 0.978741294987,
        ],
    )  # fmt: skip
    close(
        TExpSO3Inv(Omega),
        [
            0.975678879706, -0.255031955923, -0.087420110193,
            0.244968044077, 0.971485583104, -0.158386593205,
            0.112579889807, 0.141613406795, 0.989097428834,
        ],
    )  # fmt: skip
    T = HT(RotXYZ2RotationMatrix(ANGLES), [1, 2, 3])
    close(
        Skew2Vec(LogSE3(T)),
        [
            3.02196544749, -1.38257122607, 2.97070537078,
            -0.742654433469, -0.462547050499, 2.14977084496,
        ],
    )  # fmt: skip
    close(
        InverseHT(T),
        [
            -0.509596009451, 0.784830969895, -0.352636152209, -0.00215747371156,
            -0.570346805551, -0.614987793741, -0.544513117333, 3.43386174503,
            -0.644217687238, -0.0763568087522, 0.761021162128, -1.48613218164,
            0, 0, 0, 1,
        ],
    )  # fmt: skip
