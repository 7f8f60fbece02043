"""MatrixContainer: what it takes, what it keeps, and what it refuses with which text."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sparse

import linkwork as exu
from linkwork import MatrixContainer
from tests.cases import looped

FULL = np.array([[1.0, 2.0, 0.0], [0.0, -3.0, 0.5]])


def container(triplets, rows=2, columns=3, **options):
    made = MatrixContainer()
    made.SetWithSparseMatrix(triplets, rows, columns, **options)
    return made


def test_an_empty_one_is_dense_and_without_rows():
    for made in (MatrixContainer(), MatrixContainer([]), MatrixContainer(np.zeros((0, 0)))):
        assert made.shape == (0, 0) and made.UseDenseMatrix() and not made.is_sparse
        assert made.GetPythonObject().shape == made.Convert2DenseMatrix().shape == (0, 0)
        assert [len(part) for part in made.triplets()] == [0, 0, 0]
    assert MatrixContainer([[]]).shape == (0, 0)
    assert MatrixContainer(np.zeros((0, 4))).shape == (0, 4)


@pytest.mark.parametrize("given", [FULL, FULL.tolist(), tuple(map(tuple, FULL)), FULL.astype("f4")])
def test_arrays_and_lists_of_rows_stay_dense(given):
    made = MatrixContainer(given)
    assert made.UseDenseMatrix() and made.shape == (2, 3)
    assert made.dense().dtype == np.float64
    np.testing.assert_array_equal(made.GetPythonObject(), FULL)


@looped("form", ["csr", "csc", "coo", "lil", "dok", "dia", "bsr"])
@looped("kind", [sparse.coo_matrix, sparse.coo_array])
def test_scipy_matrices_of_every_format_stay_sparse(form, kind):
    given = kind(FULL).asformat(form)
    other = MatrixContainer()
    other.SetWithSparseMatrix(given, factor=2.0)
    for made, factor in ((MatrixContainer(given), 1.0), (other, 2.0)):
        assert not made.UseDenseMatrix() and made.is_sparse and made.shape == (2, 3)
        np.testing.assert_array_equal(made.Convert2DenseMatrix(), factor * FULL)
        rows, columns, values = made.triplets()
        kept = values != 0.0
        assert rows[kept].tolist() == [0, 0, 1, 1] and columns[kept].tolist() == [0, 1, 1, 2]
        assert values[kept].tolist() == [factor * value for value in (1.0, 2.0, -3.0, 0.5)]


def test_triplets_are_added_up_sorted_and_keep_zeros():
    given = [[1, 2, 4.0], [0, 0, 1.0], [1, 0, 0.0], [0, 0, 2.5], [1, 2, -1.0], [0, 1, 7.0]]
    made = container(given)
    rows, columns, values = made.triplets()
    assert rows.dtype == columns.dtype == np.int64 and values.dtype == np.float64
    assert rows.tolist() == [0, 0, 1, 1] and columns.tolist() == [0, 1, 0, 2]
    assert values.tolist() == [3.5, 7.0, 0.0, 3.0]
    np.testing.assert_array_equal(made.dense(), [[3.5, 7.0, 0], [0, 0, 3.0]])
    form = made.GetPythonObject()
    assert (form["numberOfRows"], form["numberOfColumns"]) == (2, 3)
    assert form["triplets"].tolist()[0] == [1.0, 2.0, 4.0] and form["triplets"].shape == (6, 3)


def test_triplets_come_as_lists_arrays_or_none_at_all():
    for given in ([[0, 1, 2.0]], [(0, 1, 2)], ((0, 1, 2.0),), np.array([[0, 1, 2.0]])):
        assert container(given).dense().tolist() == [[0, 2, 0], [0, 0, 0]]
    for none in ([], np.zeros((0, 3)), np.zeros(0)):
        assert container(none).dense().tolist() == [[0, 0, 0], [0, 0, 0]]
    made = MatrixContainer()
    made.SetWithSparseMatrixCSR(2, 3, np.array([[1, 1, 4.0]]), useDenseMatrix=True, factor=0.5)
    assert made.UseDenseMatrix() and made.dense().tolist() == [[0, 0, 0], [0, 2, 0]]


def test_dense_matrices_may_be_kept_as_triplets():
    made = MatrixContainer()
    made.SetWithDenseMatrix(FULL, factor=2.0)
    assert made.is_sparse and len(made.triplets()[2]) == 4
    np.testing.assert_array_equal(made.dense(), 2.0 * FULL)
    made.SetWithDenseMatrix(pyArray=FULL, useDenseMatrix=True)
    assert not made.is_sparse
    np.testing.assert_array_equal(made.GetPythonObject(), FULL)


def test_smaller_matrices_fill_the_upper_left_corner():
    small, expected = sparse.csr_matrix([[1.0, 2.0]]), [[1.0, 2.0, 0.0], [0.0, 0.0, 0.0]]
    made = MatrixContainer()
    made.SetWithSparseMatrix(small, 2, 3)
    assert made.dense().tolist() == expected
    made.AddSparseMatrix(small)
    made.AddSparseMatrix([[1, 2, 5.0]], factor=2.0)
    assert made.dense().tolist() == [[2.0, 4.0, 0.0], [0.0, 0.0, 10.0]]


def test_adding_zeroing_and_starting_anew():
    eye = sparse.csc_matrix(np.eye(2, 3))
    for made in (MatrixContainer(FULL), MatrixContainer(sparse.csr_matrix(FULL))):
        was_sparse = made.is_sparse
        made.AddSparseMatrix(eye, factor=3.0)
        made.AddSparseMatrix(eye)
        np.testing.assert_array_equal(made.dense(), FULL + 4.0 * np.eye(2, 3))
        assert made.is_sparse == was_sparse
        made.SetAllZero()
        assert made.is_sparse == was_sparse and made.shape == (2, 3) and not made.dense().any()
    made.Initialize(4, 5)
    assert made.UseDenseMatrix() and made.dense().tolist() == np.zeros((4, 5)).tolist()
    made.Initialize(numberOfRows=1, numberOfColumns=2, useDenseMatrix=False)
    assert made.is_sparse and made.shape == (1, 2)


def test_nothing_is_shared():
    source = FULL.copy()
    made = MatrixContainer(source)
    other, third = MatrixContainer(made), made.copy()
    source[0, 0] = made.GetPythonObject()[0, 0] = made.dense()[0, 0] = 9.0
    other.SetAllZero()
    np.testing.assert_array_equal(made.dense(), FULL)
    np.testing.assert_array_equal(third.dense(), FULL)
    scipy = sparse.csr_matrix(FULL)
    made = MatrixContainer(scipy)
    scipy.data[:] = 7.0
    for twin in (made, copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        np.testing.assert_array_equal(twin.dense(), FULL)


def test_it_prints_what_it_holds():
    assert repr(MatrixContainer([[1.0, 2.0]])) == "MatrixContainer([[1., 2.]])"
    text = repr(container([[0, 1, 2.5]]))
    assert text == "MatrixContainer(2 x 3, triplets=[[0. , 1. , 2.5]])"


def test_equal_matrices_are_the_same_in_every_form():
    dense, spread = MatrixContainer(FULL), MatrixContainer(sparse.csr_matrix(FULL))
    assert dense.same(spread) and spread.same(dense)
    assert not dense.same(MatrixContainer(FULL[:1])) and not dense.same(MatrixContainer(2 * FULL))
    assert not MatrixContainer(np.zeros((2, 2))).same(MatrixContainer(np.zeros((3, 3))))


def test_scipy_is_not_imported_for_dense_matrices():
    code = (
        "import sys; from linkwork import MatrixContainer; m = MatrixContainer([[1.0]]);"
        "m.SetWithSparseMatrix([[0, 0, 1]], 1, 1); sys.exit('scipy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


DENSE = "MatrixContainer.SetWithDenseMatrix: "
SPARSE = "MatrixContainer.SetWithSparseMatrix: "
FORMS = "a 2-D array, a list of rows, a SciPy sparse matrix or a MatrixContainer"


@looped(
    "call, text",
    [
        (lambda m: m.SetWithDenseMatrix([[1, 2], [3, float("nan")]]),
         DENSE + "entry [1, 1] must be a finite real number, got nan"),
        (lambda m: m.SetWithDenseMatrix(np.array([[1.0, np.inf]])),
         DENSE + "entry [0, 1] must be a finite real number, got np.float64(inf)"),
        (lambda m: m.SetWithDenseMatrix(np.array([[1j]])),
         DENSE + "entry [0, 0] must be a finite real number, got np.complex128(1j)"),
        (lambda m: m.SetWithDenseMatrix([["a", 1]]),
         DENSE + "entry [0, 0] must be a finite real number, got 'a'"),
        (lambda m: m.SetWithDenseMatrix([[1, 2], [3]]),
         DENSE + f"must be {FORMS}, rows of equal length, got [[1, 2], [3]]"),
        (lambda m: m.SetWithDenseMatrix([1, 2]),
         DENSE + f"must be {FORMS}, rows of equal length, got [1, 2]"),
        (lambda m: m.SetWithDenseMatrix("ab"), DENSE + f"must be {FORMS}, got 'ab'"),
        (lambda m: m.SetWithDenseMatrix(FULL, factor="2"),
         DENSE + "factor must be a finite real number, got '2'"),
        (lambda m: m.SetWithSparseMatrix([[0, 0, 1.0]]),
         SPARSE + "numberOfRows must be a whole number >= 0, got -1"),
        (lambda m: m.SetWithSparseMatrix([[0, 0, 1.0]], 2, 1.5),
         SPARSE + "numberOfColumns must be a whole number >= 0, got 1.5"),
        (lambda m: m.SetWithSparseMatrix([[0, 0, 1.0], [2, 0, 1.0]], 2, 3),
         SPARSE + "row of triplet 1 must be a whole number from 0 to 1, got 2; "
         "the matrix is 2 x 3"),
        (lambda m: m.SetWithSparseMatrix([[0, -1, 1.0]], 2, 3),
         SPARSE + "column of triplet 0 must be a whole number from 0 to 2, got -1; "
         "the matrix is 2 x 3"),
        (lambda m: m.SetWithSparseMatrix([[0.5, 0, 1.0]], 2, 3),
         SPARSE + "row of triplet 0 must be a whole number from 0 to 1, got 0.5; "
         "the matrix is 2 x 3"),
        (lambda m: m.SetWithSparseMatrix([[0, 0, None]], 2, 3),
         SPARSE + "value of triplet 0 must be a finite real number, got None"),
        (lambda m: m.SetWithSparseMatrix([[0, 0]], 2, 3),
         SPARSE + "must be a SciPy sparse matrix or a list of triplets [row, column, value], "
         "got [[0, 0]]"),
        (lambda m: m.SetWithSparseMatrix(sparse.csr_matrix([[0, 1j]])),
         SPARSE + "entry [0, 1] must be a finite real number, got np.complex128(1j)"),
        (lambda m: m.SetWithSparseMatrixCSR(1, 1, [[0, 1, 1.0]]),
         "MatrixContainer.SetWithSparseMatrixCSR: column of triplet 0 must be a whole number "
         "from 0 to 0, got 1; the matrix is 1 x 1"),
        (lambda m: m.AddSparseMatrix(sparse.eye(2, format="csr")),
         "MatrixContainer.AddSparseMatrix: sparseMatrix must be at most 1 x 1, got 2 x 2"),
        (lambda m: m.SetWithSparseMatrix(sparse.eye(2, format="csr"), 1, 2),
         SPARSE + "sparseMatrix must be at most 1 x 2, got 2 x 2"),
        (lambda m: m.AddSparseMatrix([[1.0]]),
         "MatrixContainer.AddSparseMatrix: must be a SciPy sparse matrix or a list of "
         "triplets [row, column, value], got [[1.0]]"),
        (lambda m: m.Initialize(-1, 2),
         "MatrixContainer.Initialize: numberOfRows must be a whole number >= 0, got -1"),
        (lambda m: MatrixContainer(3.0), f"MatrixContainer: must be {FORMS}, got 3.0"),
    ],
)  # fmt: skip
def test_what_is_no_matrix_is_refused_and_changes_nothing(call, text):
    made = MatrixContainer([[5.0]])
    with pytest.raises(exu.ParameterError) as caught:
        call(made)
    assert str(caught.value) == text
    assert made.dense().tolist() == [[5.0]]
