"""Values that each kind of parameter refuses."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.declare import function_kinds
from linkwork.core.declare import parameters as kinds
from linkwork.core.declare.graphics_data import GraphicsData, GraphicsDataLists
from linkwork.core.declare.indices import INDEX_TYPES
from linkwork.core.declare.list_kinds import (
    ArrayList,
    JointTypes,
    LinkNumber,
    Parents,
    WholeNumbers,
)
from linkwork.core.declare.sections import Section, SectionGeometry
from linkwork.joints.constrained_axes import ConstrainedAxes
from linkwork.sensors.user_function import SensorFunction

from .samples import Out

NAN, INF = math.nan, math.inf


class Unprintable:
    """A value that cannot even be shown."""

    def __repr__(self):
        raise RuntimeError("no text")


NO_NUMBER = [
    None, "1", b"1", bytearray(b"1"), True, np.True_, NAN, INF, -INF, np.float64(NAN), 1j,
    np.complex128(1.0), 10**400, [], [1.0], (1.0,), np.ones(1), np.ones((1, 1)), {}, {"a": 1},
    {1.0}, object(), float, Unprintable(), np.timedelta64(3, "s"),
]  # fmt: skip
"""What is never a real number."""

NO_INDEX = [
    None, "0", 0.0, 1.5, NAN, True, np.True_, -1, -2, [], [0], np.zeros(1, int), {}, object(),
    1j, int, Unprintable(), np.timedelta64(0, "s"),
]  # fmt: skip
"""What is never the number of an item."""


def bad_numbers(kind):
    yield from NO_NUMBER
    if kind.low == 0.0:
        yield from (-1, -1e-300, np.float32(-1.0), np.int64(-3))
        if kind.open_low:
            yield from (0, 0.0, -0.0, np.float64(0.0))


def bad_arrays(kind):
    good = np.ones(kind.shape)
    yield from (None, "abc", b"abc", True, 1.0, 0, NAN, [], {}, {1.0}, object(), Unprintable())
    yield from (good[:-1], np.ones((*kind.shape, 1)), [good, good], good[:-1].tolist(), [[]])
    yield from (good.astype(bool), good.astype(complex), good.astype(str), np.full_like(good, NAN))
    yield [[1.0, 2.0], [3.0]]
    for part in (NAN, INF, -INF, None, "1", True, 1j, object(), [1.0], {}):
        spoilt = good.astype(object)
        spoilt[(-1,) * len(kind.shape)] = part
        yield spoilt.tolist()


def bad_lists_of_arrays(kind):
    yield from ("abc", b"abc", True, 1.0, NAN, {"a": 1}, object(), Unprintable())
    yield from ([1.0], [[1.0]], [np.ones((*kind.shape, 1))], [np.ones(kind.shape), [1.0]])
    for part in (NAN, INF, None, "1", 1j, True):
        yield [np.full(kind.shape, part, object).tolist()]


def bad_whole_numbers(kind):
    yield from (None, "0", b"0", 0, 1.5, {0: 1}, {0}, object(), Unprintable(), [-2], [0.0], [True])
    yield from ([None], ["0"], [[0]], [0, 0.5], np.zeros(2), [np.timedelta64(0, "s")])
    yield from () if isinstance(kind, Parents) else ([-1], [0, -1])


def bad_joint_types(kind):
    yield from (None, "RevoluteZ", b"3", 3, {3: 3}, object(), Unprintable(), [0], [7], [-1])
    yield from ([3.0], [True], [None], ["Spherical"], [[3]])


def bad_rotations(kind):
    yield from bad_arrays(kind)
    yield from (np.zeros((3, 3)), 2.0 * np.eye(3), np.diag([1.0, 1.0, -1.0]), np.ones((3, 3)))
    yield np.eye(3) + 1e-6
    yield np.eye(3)[:2]


def bad_axes(kind):
    yield from bad_arrays(kind)
    yield from ([0.0, 0.0, 0.0], [0, -0.0, 0], np.zeros(3))


def bad_indices(kind):
    yield from (value for value in NO_INDEX if not (kind.optional and value == -1))
    yield from (other(0) for family, other in INDEX_TYPES.items() if family != kind.family)


def bad_pairs(kind):
    yield from (None, 0, True, "01", b"01", [], [0], [0, 0, 0], {0, 1}, {0: 1, 1: 2}, object())
    yield from (np.zeros((2, 2), int), np.zeros(2), [[0, 1]], [0, [1]], Unprintable())
    for part in bad_indices(kinds.Index(kind.family)):
        yield from ([0, part], [part, 0])


def bad_triples(kind):
    yield from (None, 0, True, "012", [], [0], [0, 0], [0] * 4, {0, 1, 2}, object(), np.zeros(3))
    for part in bad_indices(kinds.Index(kind.family)):
        yield from ([0, 1, part], [part, 0, 1])


def bad_lists(kind):
    yield from [[]] * kind.least
    yield from (None, 0, True, "01", b"01", {0, 1}, {0: 1, 1: 2}, object())
    yield from (np.zeros((2, 2), int), np.zeros(2), [[0, 1]], [0, [1]], Unprintable())
    for part in bad_indices(kinds.Index(kind.family)):
        yield from ([part], [0, part], [part, 0])


NO_ARRAY = [None, "abc", b"abc", True, 1.0, 0, NAN, {}, {1.0}, object(), Unprintable()]
"""What is never a vector or matrix."""


def bad_vectors(kind):
    yield from NO_ARRAY
    yield from (np.ones((2, 2)), np.ones((0, 0)), np.array(1.0), [[]], [[1.0, 2.0]], [np.ones(1)])
    yield from (np.ones(2, bool), np.ones(2, complex), np.ones(2, str), np.array([1.0, NAN]))
    yield from ([1.0, part] for part in (NAN, INF, -INF, None, "1", True, 1j, object(), [1.0], {}))


def bad_matrices(kind):
    yield from NO_ARRAY
    yield from (np.ones(2), np.ones((2, 2, 2)), np.array(1.0), [1.0], [[1.0, 2.0], [3.0]])
    yield from (np.ones((2, 2), bool), np.ones((2, 2), complex), np.array([[1.0, NAN]]))
    for part in (NAN, INF, -INF, None, "1", True, 1j, object(), {}):
        yield [[1.0, 0.0], [0.0, part]]


def bad_colors(kind):
    yield from bad_arrays(kinds.Array((4,)))
    yield from ([2.0, 0.0, 0.0, 1.0], [0.0, -0.5, 0.0, 1.0], [0.0, 0.0, 0.0, 1.5], [-2.0] * 4)


def wrong_arity(mbs):
    return 0.0


def bad_curves(kind):
    yield from NO_ARRAY
    yield from (np.ones(2), np.ones((2, 2, 2)), np.array(1.0), [1.0], [[1.0, 2.0], [3.0]])
    yield from ([[0.0, 1.0]], [[0.0, 1.0], [0.0, 2.0]], [[1.0, 0.0], [0.0, 1.0]], np.eye(3))
    for part in (NAN, INF, -INF, None, "1", True, 1j, object(), {}):
        yield from ([[0.0, 0.0], [1.0, part]], [[0.0, 0.0], [part, 1.0]])


def bad_lists_of_vectors(kind):
    yield from (None, 1, 1.5, True, "abc", b"abc", {}, {1.0}, object(), NAN, 1j)
    yield from (np.ones(3), np.ones((2, 2)), [1.0, 2.0, 3.0], [[1.0, 2.0]], [[1.0] * 4])
    for part in (NAN, INF, -INF, None, "1", True, 1j, object(), {}):
        yield [[0.0, 0.0, part]]


BAD_FUNCTIONS = [
    1, 0.0, False, True, "f", [], {}, NAN, object(), np.zeros(1), wrong_arity, lambda: 0.0,
]  # fmt: skip


def bad_sections(kind):
    yield from (None, 0, True, "abc", [], [1.0], np.eye(6), object(), Unprintable(), {1: 2})
    yield from ({"mass": 1.0}, {"massPerLength": -1.0}, {"massPerLength": NAN})
    yield exu.BeamSectionGeometry()
    yield from ({"inertia": np.eye(2)}, {"stiffnessMatrix": np.full((6, 6), INF)})
    yield {"inertia": np.diag([1.0, -1.0, 1.0])}
    yield {"stiffnessMatrix": np.triu(np.ones((6, 6)))}
    yield {"dampingMatrix": -np.eye(6)}


def bad_outlines(kind):
    yield from (None, 0, True, "abc", [], [1.0], object(), Unprintable(), {1: 2})
    yield exu.BeamSection()
    yield from ({"radius": 1.0}, {"crossSectionRadiusY": -1.0}, {"crossSectionType": "Square"})
    yield from ({"polygonalPoints": [1.0]}, {"polygonalPoints": [[0.0, NAN]]})


BAD_SHAPES = [None, 0, 1.0, "x", {}, [1], [None], [[1]], [[[None]]], object()]

BAD = {
    kinds.Text: lambda kind: [None, 0, 1.5, True, b"name", ["name"], {}, object(), np.ones(3)],
    kinds.Flag: lambda kind: [
        None, 2, -1, 0.0, 1.0, NAN, "True", "", [], [True], {}, object(), np.ones(2), 1j,
    ],
    kinds.Flags: lambda kind: [
        None, True, 1, "TTT", [True] * (kind.count - 1), [True] * (kind.count + 1), [], {},
        [[True] * kind.count], [2] * kind.count, [None] * kind.count, object(), NAN,
        {True, False}, np.ones((kind.count, 1)), np.ones(kind.count), Unprintable(),
    ],
    ConstrainedAxes: lambda kind: [
        None, True, 1, "111", [1] * (kind.count - 1), [1] * (kind.count + 1), [], {},
        [[1] * kind.count], [2] * kind.count, [-1] * kind.count, [0.5] * kind.count, object(),
        [None] * kind.count, ["1"] * kind.count, [NAN] * kind.count, {0, 1}, Unprintable(),
        np.ones((kind.count, 1)), [1j] * kind.count, [[1]] * kind.count,
    ],
    kinds.Choice: lambda kind: [
        None, 0, 1.5, True, "", "other", kind.words[0].swapcase(), b"Linear", [kind.words[0]], {},
        object(), np.ones(3), Unprintable(),
    ],
    kinds.Number: bad_numbers,
    kinds.UInt: lambda kind: [
        None, "0", 0.0, 1.5, NAN, True, np.True_, -1, -2, 2**63, [], [0], np.zeros(1, int), {},
        object(), 1j, int, Unprintable(), np.timedelta64(3, "s"),
    ],
    LinkNumber: lambda kind: [
        None, "0", 0.0, 1.5, NAN, True, np.True_, -2, 2**63, [], [0], np.zeros(1, int), {},
        object(), 1j, int, Unprintable(), np.timedelta64(3, "s"),
    ],
    kinds.PInt: lambda kind: [
        None, "1", 1.0, 1.5, NAN, True, np.True_, 0, -1, 2**63, [], [1], np.ones(1, int), {},
        object(), 1j, int, Unprintable(), np.timedelta64(3, "s"),
    ],
    kinds.Direction: lambda kind: [
        None, "1", 1.0, 0.5, NAN, True, np.True_, 2, -2, 2**63, [], [1], np.ones(1, int), {},
        object(), 1j, int, Unprintable(),
    ],
    kinds.IntegrationRule: lambda kind: [
        None, "0", 0.0, 1.5, NAN, -1, 3, 2**63, [], [1], np.ones(1, int), {}, object(), 1j, int,
        Unprintable(), np.timedelta64(1, "s"),
    ],
    kinds.Array: bad_arrays,
    kinds.Vector: bad_vectors,
    kinds.Matrix: bad_matrices,
    kinds.Curve: bad_curves,
    kinds.Vectors: bad_lists_of_vectors,
    Section: bad_sections,
    SectionGeometry: bad_outlines,
    kinds.Rotation: bad_rotations,
    ArrayList: bad_lists_of_arrays,
    WholeNumbers: bad_whole_numbers,
    Parents: bad_whole_numbers,
    JointTypes: bad_joint_types,
    kinds.Axis: bad_axes,
    kinds.Index: bad_indices,
    kinds.IndexPair: bad_pairs,
    kinds.IndexTriple: bad_triples,
    kinds.IndexList: bad_lists,
    function_kinds.UserFunction: lambda kind: BAD_FUNCTIONS,
    function_kinds.ArrayFunction: lambda kind: BAD_FUNCTIONS,
    function_kinds.DataFunction: lambda kind: BAD_FUNCTIONS,
    SensorFunction: lambda kind: BAD_FUNCTIONS,
    kinds.OutputVariable: lambda kind: [
        None, "Position", -1, 3, 1 << 60, 2.0, NAN, True, [], [Out.Position], {}, object(),
        Out.Position | Out.Velocity, exu.DynamicSolverType.RK44, np.ones(2), Unprintable(),
        np.timedelta64(2, "s"),
    ],
    kinds.Color: bad_colors,
    GraphicsData: lambda kind: BAD_SHAPES,
    GraphicsDataLists: lambda kind: BAD_SHAPES,
}  # fmt: skip
"""Kind of parameter -> values it refuses."""


def bad_values(p):
    if type(p.kind) not in BAD:
        pytest.fail(
            f"add bad values of {type(p.kind).__name__} to BAD in tests/items/bad_values.py", False
        )
    return BAD[type(p.kind)](p.kind)
