"""Arguments may be any sequences; wrong ones are refused by function and argument."""

import inspect
import math

import numpy as np
import pytest

from linkwork import utilities
from linkwork.utilities import *
from tests.cases import Cases
from tests.rigid.test_names import DOCUMENTED, entries

A = RotationVector2RotationMatrix([0.1, -0.2, 0.3])
PLACE = HT(A, [1, 2, 3])
MOTION = RotationTranslation2T66(A, [1, 2, 3])
UNIT = tuple(RotationMatrix2EulerParameters(A))
CROSS = Skew([1, 2, 3])

NUMBERS = "angleRad angle y z translation scalar value density length mass outerRadius radius a b"
VECTORS = """
    angularVelocity rotation vector0 rotationVector r alpha rot rot_t v vector translation3D v0
    Omega alpha0 com
"""
GOOD = {
    **dict.fromkeys(NUMBERS.split(), 0.3),
    **dict.fromkeys(VECTORS.split(), (0.3, -0.2, 0.5)),
    **dict.fromkeys(["sideLengths", "vector1", "v1"], (0.3, 0.7, 0.5)),
    **dict.fromkeys(["eulerParameters", "q", "p"], UNIT),
    **dict.fromkeys(["inertia6D", "x", "q0"], (1.0, 2.0, 3.0, 0.1, 0.2, 0.3)),
    **dict.fromkeys(["A", "R", "rotationMatrix"], A),
    **dict.fromkeys(["T", "H"], PLACE),
    **dict.fromkeys(["m", "skew"], CROSS),
    **dict.fromkeys(["rowsColumns", "prec", "integrationOrder"], 3),
    "incrementalMotionVector": (1.0, 2.0, 3.0, 0.1, 0.2, 0.3),
    "T66": MOTION,
    "G": R3xSO3Matrix([1, 2, 3], A),
    "inertiaTensor": np.eye(3),
    "axis": 2,
    "innerRadius": 0.1,
}
"""Good values of arguments by their names."""

OTHERS = {
    ("HTtranslateX", "x"): 0.3,
    ("Sinc", "x"): 0.3,
    ("Cot", "x"): 0.3,
    ("SmartRound2String", "x"): 0.3,
    ("R3xSO3Matrix", "x"): (1.0, 2.0, 3.0),
    ("RotationVector2GLocal", "eulerParameters"): (0.1, 0.2, 0.3),
    ("CompositionRuleDirectProductR3AndS3", "q0"): (1.0, 2.0, 3.0, *UNIT),
    ("CompositionRuleSemiDirectProductR3AndS3", "q0"): (1.0, 2.0, 3.0, *UNIT),
    ("StrNodeType2NodeType", "sNodeType"): "RotationRxyz",
}
UNCHECKED = {
    ("RotationMatrix2RotZYZ", "flip"): False,
    ("GaussIntegrate", "functionOfX"): math.sin,
    ("LobattoIntegrate", "functionOfX"): math.sin,
    ("RigidBodyInertia", "inertiaTensorAtCOM"): True,
    ("InertiaSphere", "mass"): 0.3,
    ("InertiaSphere", "density"): None,
}
"""Arguments that accept much, or depend on others."""


def calls():
    """(name, function, good arguments) of every documented function with arguments."""
    special = OTHERS | UNCHECKED
    for name in entries(DOCUMENTED):
        function = getattr(utilities, name)
        names = inspect.signature(function).parameters
        if names:
            yield (
                name,
                function,
                {each: special.get((name, each), GOOD.get(each)) for each in names},
            )


def is_array(value):
    return isinstance(value, (tuple, np.ndarray))


def plain(result):
    """A result that can be compared."""
    if isinstance(result, list):
        return [part.tolist() for part in result]
    return result.tolist() if isinstance(result, np.ndarray) else repr(result)


def wrong(good):
    """Values that are nothing like a good one."""
    yield from (None, "text", object(), 1j, [[1, 2], [3]], np.zeros((2, 5)), [None] * 3)
    if not isinstance(good, str):
        shape = np.shape(good)
        yield np.full(shape, math.nan)
        yield np.full(shape, math.inf)
        yield np.full(shape, True)[()]
        yield np.ones((*shape, 1, 1))


def test_wrong_arguments_are_refused_by_function_and_argument():
    with Cases() as cases:
        for name, function, good in calls():
            for argument in set(good) - {key for owner, key in UNCHECKED if owner == name}:
                for value in wrong(good[argument]):
                    told = f"^{function.__name__}: {argument} must be .*, got"
                    with cases(name, argument, repr(value)), pytest.raises(ValueError, match=told):
                        function(**{**good, argument: value})


def test_lists_tuples_and_arrays_mean_the_same():
    with Cases() as cases:
        for name, function, good in calls():
            with cases(name):
                listed = {k: np.array(v).tolist() if is_array(v) else v for k, v in good.items()}
                assert plain(function(**listed)) == plain(function(**good))


def test_results_do_not_share_memory_with_arguments():
    with Cases() as cases:
        for name, function, good in calls():
            with cases(name):
                arrays = {k: np.array(v) for k, v in good.items() if is_array(v)}
                before = {k: v.copy() for k, v in arrays.items()}
                result = function(**{**good, **arrays})
                for part in result if isinstance(result, list) else [result]:
                    if isinstance(part, np.ndarray):
                        part += 1.0
                assert all((arrays[k] == before[k]).all() for k in arrays)


def test_whole_numbers_give_floats():
    for function, arguments in (
        (Skew, [[1, 2, 3]]),
        (RotXYZ2RotationMatrix, [[0, 0, 0]]),
        (EulerParameters2G, [[1, 0, 0, 0]]),
        (Translation2T66, [[1, 2, 3]]),
        (Inertia6D2InertiaTensor, [[1, 2, 3, 4, 5, 6]]),
        (ComputeOrthonormalBasis, [[0, 0, 0]]),
        (HT, [np.eye(3, dtype=int), [1, 2, 3]]),
        (DiagonalMatrix, [3]),
    ):
        assert function(*arguments).dtype == np.float64, function


def test_matrices_that_are_no_rotations_are_refused():
    for function in (
        RotationMatrix2EulerParameters,
        RotationMatrix2RotXYZ,
        RotationMatrix2RotationVector,
        LogSO3,
        lambda matrix: RotationMatrix2RotZYZ(matrix, False),
        InertiaSphere(1, 1).Rotated,
    ):
        for matrix in (np.diag([1, 1, -1]), 1.1 * np.eye(3), np.ones((3, 3)), np.zeros((3, 3))):
            with pytest.raises(ValueError, match="rotation matrix .orthonormal to 0.001"):
                function(matrix)
        function(np.round(A, 4))


def test_sizes_of_solids_have_limits():
    for refused, words in (
        (lambda: InertiaCuboid(1, [1, -1, 1]), "sideLengths must be three lengths >= 0"),
        (lambda: InertiaCylinder(1, -1, 1, 0), "length must be a finite real number >= 0"),
        (lambda: InertiaCylinder(1, 1, 1, 0, 2), "innerRadius must be at most outerRadius = 1 m"),
        (lambda: InertiaCylinder(1, 1, 1, 3), "axis must be 0, 1 or 2"),
        (lambda: InertiaSphere(1, -1), "radius must be a finite real number >= 0"),
        (lambda: InertiaSphere(1, 1, 1), "either mass or density"),
        (lambda: InertiaSphere(radius=1), "either mass or density"),
        (lambda: InertiaSphere(mass=1), "radius must be .* got None"),
        (lambda: InertiaSphere("1", 1), "mass must be a finite real number"),
        (lambda: InertiaRodX(1, -1), "length must be a finite real number >= 0"),
        (lambda: DiagonalMatrix(1.5), "rowsColumns must be a whole number >= 0"),
        (lambda: DiagonalMatrix(-1), "rowsColumns must be a whole number >= 0"),
        (lambda: SmartRound2String(1.0, 0), "prec must be a whole number >= 1"),
        (lambda: GaussIntegrate(math.sin, 4, 0, 1), "one of the orders 1, 3, 5, 7, 9, got 4"),
        (lambda: LobattoIntegrate(math.sin, 7, 0, 1), "one of the orders 1, 3, 5, got 7"),
        (lambda: VAdd([1, 2], [1]), "v1 must be a vector of 2 finite real numbers, as v0"),
        (lambda: ComputeSkewMatrix([1, 2, 3, 4]), "v must be 3 n finite real numbers"),
        (lambda: InertiaSphere(1, 1).Translated([1]), "Translated: vec must be a vector of 3"),
        (lambda: InertiaSphere(1, 1).Transformed(np.eye(3)), "Transformed: HT must be a 4 x 4"),
        (lambda: RigidBodyInertia().SetWithCOMinertia(1, [1], [0] * 3), "inertiaTensorCOM must be"),
    ):
        with pytest.raises(ValueError, match=words):
            refused()
    with pytest.raises(TypeError):
        InertiaSphere(1, 1) + 1
