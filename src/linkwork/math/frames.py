"""Frames as tuples of their three axes, for kernels.

J = R M, with the rotation R of a marker and a constant rotation M, is stored by its columns: the
axes x, y, z of the frame in global axes.
"""

from __future__ import annotations

from linkwork.math.vec3 import dot, turned, turned_back


def axes(R, M):
    """Axes of the frame R M"""
    return (
        turned(R, (M[0][0], M[1][0], M[2][0])),
        turned(R, (M[0][1], M[1][1], M[2][1])),
        turned(R, (M[0][2], M[1][2], M[2][2])),
    )


def along(frame, a):
    """J^T a: the components of a vector along the axes"""
    return turned(frame, a)


def out_of(frame, a):
    """J a: the vector with these components along the axes"""
    return turned_back(frame, a)


def further(frame, R):
    """Axes of J R, with R as a tuple of rows"""
    return (
        turned_back(frame, (R[0][0], R[1][0], R[2][0])),
        turned_back(frame, (R[0][1], R[1][1], R[2][1])),
        turned_back(frame, (R[0][2], R[1][2], R[2][2])),
    )


def relative(first, second):
    """J0^T J1 as a tuple of rows, of the axes of both frames"""
    return (
        (dot(first[0], second[0]), dot(first[0], second[1]), dot(first[0], second[2])),
        (dot(first[1], second[0]), dot(first[1], second[1]), dot(first[1], second[2])),
        (dot(first[2], second[0]), dot(first[2], second[1]), dot(first[2], second[2])),
    )


def across(frame, c):
    """J^T e, of the global axis c"""
    return frame[0][c], frame[1][c], frame[2][c]
