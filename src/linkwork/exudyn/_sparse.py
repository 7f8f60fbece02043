"""Sparse matrices as rows [row, column, value] and as SciPy matrices, and orders of coordinates.

`xxyyzz` are all x coordinates, then all y and z; `xyzxyz` are three coordinates node by node.
"""

import numpy as np
import scipy.sparse


def CSRtoRowsAndColumns(sparseMatrixCSR):
    """Largest row and column number of rows [row, column, value]."""
    return tuple(np.max(np.asarray(sparseMatrixCSR)[:, :2], axis=0))


def CSRtoScipySparseCSR(sparseMatrixCSR):
    """SciPy matrix of rows [row, column, value]; the size follows from the largest numbers."""
    return SparseTripletsToScipySparseCSR(sparseMatrixCSR)


def SparseTripletsToScipySparseCSR(sparseTriplets):
    """SciPy matrix of rows [row, column, value]; equal places are added."""
    triplets = np.asarray(sparseTriplets, float).reshape(-1, 3)
    places = triplets[:, :2].astype(int).T
    return scipy.sparse.csr_matrix((triplets[:, 2], tuple(places)))


def ScipySparseCSRtoCSR(scipyCSR):
    """Rows [row, column, value] of a SciPy matrix."""
    entries = scipyCSR.tocoo()
    return np.column_stack([entries.row, entries.col, entries.data]).astype(float)


def CompressedRowSparseToDenseMatrix(sparseData):
    """Array of rows [row, column, value]."""
    return CSRtoScipySparseCSR(sparseData).toarray()


def ConvertDenseToCompressedRowMatrix(denseMatrix):
    """Rows [row, column, value] of the entries of an array that are not zero."""
    return ScipySparseCSRtoCSR(scipy.sparse.csr_matrix(np.asarray(denseMatrix, float)))


def AddEntryToCompressedRowSparseArray(sparseData, row, column, value):
    """Rows [row, column, value] with a number added at a place; rows that exist are changed."""
    found = np.flatnonzero((sparseData[:, 0] == row) & (sparseData[:, 1] == column))
    if not len(found):
        return np.vstack([sparseData, [row, column, value]])
    sparseData[found[0], 2] += value
    return sparseData


def MapSparseMatrixIndices(matrix, sorting):
    """Replace rows and columns of rows [row, column, value] by sorting[old number], in place."""
    matrix[:, :2] = np.asarray(sorting)[matrix[:, :2].astype(int)]


def ResortIndicesOfNGvector(vXXYYZZ):
    """A vector in the order xyzxyz from one in the order xxyyzz."""
    return np.reshape(np.asarray(vXXYYZZ, float), (3, -1)).T.ravel()


def ResortIndicesExudyn2NGvector(vXYZXYZ):
    """A vector in the order xxyyzz from one in the order xyzxyz."""
    return np.reshape(np.asarray(vXYZXYZ, float), (-1, 3)).T.ravel()


def ResortIndicesOfCSRmatrix(mXXYYZZ, numberOfRows):
    """Change rows [row, column, value] from the order xxyyzz to xyzxyz, in place."""
    nodes = numberOfRows // 3
    old = np.arange(numberOfRows)
    MapSparseMatrixIndices(mXXYYZZ, 3 * (old % nodes) + old // nodes)


def VectorDiadicUnitMatrix3D(v):
    """Matrix of the blocks v_i I, one below the other."""
    return np.kron(np.asarray(v, float).reshape(-1, 1), np.eye(3))


def CheckForSciPyMatrix(data, stringWhere):
    """ValueError unless data is a SciPy sparse matrix or an array of rows [row, column, value].

    stringWhere -- function, for the text
    """
    rows = isinstance(data, np.ndarray) and data.ndim == 2 and data.shape[1] == 3
    if not rows and not scipy.sparse.issparse(data):
        raise ValueError(f"{stringWhere}: needs a SciPy sparse matrix, got {type(data).__name__}")


def CheckForSciPyAndWarn():
    """SciPy is always there."""


def CheckForSciPyAndError(stringWhere=""):
    """SciPy is always there."""


def WarnNumpy2():
    """Whether NumPy is 2.0 or later."""
    return int(np.__version__.split(".")[0]) >= 2
