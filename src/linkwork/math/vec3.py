"""Vectors of three numbers as tuples: plain functions that compile to registers."""

import math


def three(array, k):
    """Three numbers of an array, from place k on."""
    return array[k], array[k + 1], array[k + 2]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def unit(a):
    """(length, direction); the direction of a zero vector is zero."""
    length = math.sqrt(dot(a, a))
    if length == 0.0:
        return 0.0, (0.0, 0.0, 0.0)
    return length, (a[0] / length, a[1] / length, a[2] / length)


def turned(R, a):
    """R a for a rotation matrix R"""
    return (dot(R[0], a), dot(R[1], a), dot(R[2], a))


def add_scaled(vectors_out, i, factor, a):
    """vectors_out[i] += factor * a"""
    vectors_out[i, 0] += factor * a[0]
    vectors_out[i, 1] += factor * a[1]
    vectors_out[i, 2] += factor * a[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def scaled(factor, a):
    return (factor * a[0], factor * a[1], factor * a[2])


def turned_back(R, a):
    """R^T a for a rotation matrix R"""
    return (
        R[0][0] * a[0] + R[1][0] * a[1] + R[2][0] * a[2],
        R[0][1] * a[0] + R[1][1] * a[1] + R[2][1] * a[2],
        R[0][2] * a[0] + R[1][2] * a[1] + R[2][2] * a[2],
    )
