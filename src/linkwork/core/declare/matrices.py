"""MatrixContainer: a dense or sparse matrix given by users."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from linkwork.core.declare.values import real, shown
from linkwork.core.errors import ParameterError

Triplets = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Rows, columns and values of the entries of a matrix."""

FORMS = "a 2-D array, a list of rows, a SciPy sparse matrix or a MatrixContainer"


class MatrixContainer:
    """A matrix of finite real numbers, stored dense or as triplets (row, column, value).

    matrix -- None or [] for an empty one, a 2-D array or list of rows (stored dense), a SciPy
    sparse matrix of any format (stored sparse), or another container (copied)
    """

    def __init__(self, matrix: Any = None) -> None:
        self._dense: np.ndarray | None = np.zeros((0, 0))
        self._shape = (0, 0)
        self._triplets = _no_triplets()
        if matrix is not None:
            self._set(matrix, "MatrixContainer")

    def _set(self, matrix: Any, owner: str) -> None:
        if isinstance(matrix, MatrixContainer):
            other = matrix.copy()
            self._shape, self._dense = other._shape, other._dense
            self._triplets = other._triplets
        elif _is_scipy(matrix):
            self._keep(*_of_scipy(matrix, owner), dense=False)
        else:
            self._keep_dense(_dense(matrix, owner))

    def _keep_dense(self, values: np.ndarray) -> None:
        self._shape, self._dense = (values.shape[0], values.shape[1]), values
        self._triplets = _no_triplets()

    def _keep(self, shape: tuple[int, int], triplets: Triplets, dense: bool) -> None:
        self._shape, self._dense, self._triplets = shape, None, triplets
        if dense:
            self._keep_dense(self.dense())

    # ------------------------------------------------------------------ documented interface

    def Initialize(
        self, numberOfRows: int, numberOfColumns: int, useDenseMatrix: bool = True
    ) -> None:
        """Make it a zero matrix of the given size."""
        shape = _shape(numberOfRows, numberOfColumns, "MatrixContainer.Initialize")
        self._keep(shape, _no_triplets(), useDenseMatrix)

    def SetAllZero(self) -> None:
        """Set all entries to zero; size and storage are unchanged."""
        self._keep(self._shape, _no_triplets(), not self.is_sparse)

    def SetWithDenseMatrix(
        self, pyArray: Any, useDenseMatrix: bool = False, factor: float = 1.0
    ) -> None:
        """Set to factor times a 2-D array; zeros are omitted unless it is stored dense."""
        owner = "MatrixContainer.SetWithDenseMatrix"
        made = MatrixContainer()
        made._keep_dense(_dense(pyArray, owner) * _factor(factor, owner))
        self._keep(made.shape, made.triplets(), useDenseMatrix)

    def SetWithSparseMatrix(
        self,
        sparseMatrix: Any,
        numberOfRows: int = -1,
        numberOfColumns: int = -1,
        useDenseMatrix: bool = False,
        factor: float = 1.0,
    ) -> None:
        """Set to factor times a SciPy sparse matrix or a list of triplets [row, column, value].

        Triplets with the same row and column are summed. Triplets need the numbers of rows and
        columns; a SciPy matrix contains them, and larger numbers add zeros behind its own.
        """
        owner = "MatrixContainer.SetWithSparseMatrix"
        if _is_scipy(sparseMatrix):
            own, triplets = _of_scipy(sparseMatrix, owner)
            rows_wanted = own[0] if numberOfRows == -1 else numberOfRows
            columns_wanted = own[1] if numberOfColumns == -1 else numberOfColumns
            shape = _shape(rows_wanted, columns_wanted, owner)
            _check_room(own, shape, owner)
        else:
            shape = _shape(numberOfRows, numberOfColumns, owner)
            triplets = _checked_triplets(sparseMatrix, shape, owner)
        rows, columns, values = triplets
        self._keep(shape, (rows, columns, values * _factor(factor, owner)), useDenseMatrix)

    def SetWithSparseMatrixCSR(
        self,
        numberOfRowsInit: int,
        numberOfColumnsInit: int,
        pyArrayCSR: Any,
        useDenseMatrix: bool = False,
        factor: float = 1.0,
    ) -> None:
        """SetWithSparseMatrix of triplets, with the numbers of rows and columns first."""
        owner = "MatrixContainer.SetWithSparseMatrixCSR"
        shape = _shape(numberOfRowsInit, numberOfColumnsInit, owner)
        rows, columns, values = _checked_triplets(pyArrayCSR, shape, owner)
        self._keep(shape, (rows, columns, values * _factor(factor, owner)), useDenseMatrix)

    def AddSparseMatrix(self, sparseMatrix: Any, factor: float = 1.0) -> None:
        """Add factor times a sparse matrix, which may be smaller than this one.

        sparseMatrix -- sparse matrix of SciPy, or a list of triplets [row, column, value]
        """
        owner = "MatrixContainer.AddSparseMatrix"
        shape = self._shape
        if _is_scipy(sparseMatrix):
            own, added = _of_scipy(sparseMatrix, owner)
            _check_room(own, shape, owner)
        else:
            added = _checked_triplets(sparseMatrix, shape, owner)
        added = (added[0], added[1], added[2] * _factor(factor, owner))
        present = self._triplets if self._dense is None else self.triplets()
        joined = [np.concatenate(parts) for parts in zip(present, added, strict=True)]
        self._keep(shape, (joined[0], joined[1], joined[2]), not self.is_sparse)

    def Convert2DenseMatrix(self) -> np.ndarray:
        """The matrix as a 2-D array."""
        return self.dense()

    def GetPythonObject(self) -> Any:
        """A 2-D array, or for a sparse matrix a dictionary of its size and triplets."""
        if self._dense is not None:
            return self._dense.copy()
        rows, columns = self._shape
        triplets = np.column_stack(self._triplets)
        return {"numberOfRows": rows, "numberOfColumns": columns, "triplets": triplets}

    def UseDenseMatrix(self) -> bool:
        """Whether the matrix is stored dense."""
        return not self.is_sparse

    # ------------------------------------------------------------------ for the package

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and columns; an empty matrix is 0 x 0."""
        return self._shape

    @property
    def is_sparse(self) -> bool:
        """Whether the matrix is stored as triplets."""
        return self._dense is None

    def copy(self) -> MatrixContainer:
        """A container that shares nothing with this one."""
        made = MatrixContainer()
        made._shape = self._shape
        made._dense = None if self._dense is None else self._dense.copy()
        made._triplets = tuple(part.copy() for part in self._triplets)  # type: ignore[assignment]
        return made

    def dense(self) -> np.ndarray:
        """The matrix as a new 2-D array."""
        if self._dense is not None:
            return self._dense.copy()
        full = np.zeros(self._shape)
        rows, columns, values = self._triplets
        np.add.at(full, (rows, columns), values)
        return full

    def triplets(self) -> Triplets:
        """Rows, columns, values of the entries without duplicates, by row and then by column.

        Explicit zeros of a sparse matrix are kept; zeros of a dense one are omitted.
        """
        if self._dense is not None:
            rows, columns = np.nonzero(self._dense)
            return rows.astype(np.int64), columns.astype(np.int64), self._dense[rows, columns]
        rows, columns, values = self._triplets
        if not len(rows):
            return _no_triplets()
        order = np.lexsort((columns, rows))
        rows, columns, values = rows[order], columns[order], values[order]
        is_new = np.ones(len(rows), bool)
        is_new[1:] = (np.diff(rows) != 0) | (np.diff(columns) != 0)
        return rows[is_new], columns[is_new], np.add.reduceat(values, np.flatnonzero(is_new))

    def given_triplets(self) -> Triplets:
        """Rows, columns, values of a sparse matrix in the given order."""
        return self._triplets

    def same(self, other: MatrixContainer) -> bool:
        """Whether size and entries are equal, regardless of the storage."""
        entries = zip(self.triplets(), other.triplets(), strict=True)
        return self._shape == other._shape and all(np.array_equal(a, b) for a, b in entries)

    def __repr__(self) -> str:
        if self._dense is not None:
            return f"MatrixContainer({np.array2string(self._dense, separator=', ')})"
        triplets = np.array2string(np.column_stack(self._triplets), separator=", ")
        return f"MatrixContainer({_size(self._shape)}, triplets={triplets})"


def _no_triplets() -> Triplets:
    return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)


def _size(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


def _is_scipy(matrix: Any) -> bool:
    """Whether it is a SciPy sparse matrix; checked without importing SciPy."""
    return type(matrix).__module__.startswith("scipy.sparse") and hasattr(matrix, "tocoo")


def _of_scipy(matrix: Any, owner: str) -> tuple[tuple[int, int], Triplets]:
    coo = matrix.tocoo()
    if len(coo.shape) != 2:
        raise ParameterError(f"{owner}: the matrix must have rows and columns, got {shown(matrix)}")
    rows, columns = np.array(coo.row, np.int64), np.array(coo.col, np.int64)
    values = _numbers(coo.data, owner, lambda k: f"entry [{rows[k[0]]}, {columns[k[0]]}]")
    return (int(coo.shape[0]), int(coo.shape[1])), (rows, columns, values)


def _factor(factor: Any, owner: str) -> float:
    number = real(factor)
    if number is None:
        raise ParameterError(f"{owner}: factor must be a finite real number, got {shown(factor)}")
    return number


def _check_room(own: tuple[int, int], shape: tuple[int, int], owner: str) -> None:
    """Refuse a matrix that is larger than the container."""
    if own[0] > shape[0] or own[1] > shape[1]:
        raise ParameterError(
            f"{owner}: sparseMatrix must be at most {_size(shape)}, got {_size(own)}"
        )


def _shape(rows: Any, columns: Any, owner: str) -> tuple[int, int]:
    made = []
    for name, count in (("numberOfRows", rows), ("numberOfColumns", columns)):
        number = _whole(count)
        if number is None or number < 0:
            raise ParameterError(f"{owner}: {name} must be a whole number >= 0, got {shown(count)}")
        made.append(number)
    return made[0], made[1]


def _whole(value: Any) -> int | None:
    if isinstance(value, (bool, np.bool_)):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def _numbers(given: np.ndarray, owner: str, place: Any) -> np.ndarray:
    """The values as floats; the first that is not a finite real number is an error."""
    if given.dtype.kind in "iuf":
        values = np.array(given, np.float64)
        wrong = np.argwhere(~np.isfinite(values))
    else:
        found = [real(part) for part in given.flat]
        wrong = np.argwhere(np.array([number is None for number in found]).reshape(given.shape))
        values = np.array([0.0 if n is None else n for n in found]).reshape(given.shape)
    if len(wrong):
        value = shown(given[tuple(wrong[0])])
        raise ParameterError(
            f"{owner}: {place(wrong[0])} must be a finite real number, got {value}"
        )
    return values


def _listed(matrix: Any, owner: str, wants: str) -> np.ndarray:
    """An array of numbers unchanged, anything else as an array of objects."""
    if isinstance(matrix, np.ndarray):
        return matrix
    error = ParameterError(f"{owner}: must be {wants}, got {shown(matrix)}")
    if not isinstance(matrix, (list, tuple)):
        raise error
    try:
        return np.array(matrix, object)
    except (TypeError, ValueError):
        raise error from None


def _dense(matrix: Any, owner: str) -> np.ndarray:
    if isinstance(matrix, MatrixContainer):
        return matrix.dense()
    given = _listed(matrix, owner, FORMS)
    if given.shape in ((0,), (1, 0)):
        return np.zeros((0, 0))
    if given.ndim != 2:
        raise ParameterError(f"{owner}: must be {FORMS}, rows of equal length, got {shown(matrix)}")
    return _numbers(given, owner, lambda k: f"entry [{k[0]}, {k[1]}]")


def _checked_triplets(given: Any, shape: tuple[int, int], owner: str) -> Triplets:
    wants = "a SciPy sparse matrix or a list of triplets [row, column, value]"
    entries = _listed(given, owner, wants)
    if entries.shape in ((0,), (0, 3)):
        return _no_triplets()
    if entries.ndim != 2 or entries.shape[1] != 3:
        raise ParameterError(f"{owner}: must be {wants}, got {shown(given)}")
    numbers = _numbers(entries, owner, lambda k: f"{_PARTS[k[1]]} of triplet {k[0]}")
    places = numbers[:, :2]
    outside = (places != np.floor(places)) | (places < 0) | (places >= shape)
    if outside.any():
        k, part = np.argwhere(outside)[0]
        raise ParameterError(
            f"{owner}: {_PARTS[part]} of triplet {k} must be a whole number from 0 to "
            f"{shape[part] - 1}, got {numbers[k, part]:g}; the matrix is {_size(shape)}"
        )
    whole = places.astype(np.int64)
    return whole[:, 0].copy(), whole[:, 1].copy(), numbers[:, 2].copy()


_PARTS = ("row", "column", "value")
