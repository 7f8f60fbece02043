"""Files of Ansys: nodes, elements and matrices of finite elements."""

from __future__ import annotations

from typing import Any

import numpy as np


def _rows_of(fileName: Any) -> list[list[str]]:
    """Words of all lines but the first one, which names the columns."""
    with open(fileName, encoding="utf-8", errors="replace") as file:
        lines = [line.split() for line in file]
    return [words for words in lines[1:] if words]


def ReadNodalCoordinatesFromAnsysTxt(fileName, verbose=False):
    """Positions of nodes, one per row; the file has lines with number, x, y and z."""
    points = [[float(word.replace(",", ".")) for word in row[1:4]] for row in _rows_of(fileName)]
    if verbose:
        print(f"{fileName}: {len(points)} nodes")
    return np.array(points)


def ReadElementsFromAnsysTxt(fileName, verbose=False):
    """Nodes of elements, counted from 0; the file has lines with number, type and nodes.

    Returns a dictionary: 'Name' -> 'elements', and type, such as 'Tet10' -> array with a row per
    element.
    """
    found: dict[str, Any] = {}
    for row in _rows_of(fileName):
        found.setdefault(row[1], []).append([int(word) - 1 for word in row[2:]])
    if verbose:
        for kind, elements in found.items():
            print(f"{fileName}: {len(elements)} elements {kind}")
    return {"Name": np.array("elements")} | {
        kind: np.array(elements) for kind, elements in found.items()
    }


def ReadMatrixFromAnsysMMF(fileName, verbose=False):
    """A matrix in the format MatrixMarket, sparse or dense, as rows [row, column, value].

    Entries of symmetric matrices are there on both sides of the diagonal.
    """
    from scipy.io import mmread
    from scipy.sparse import coo_matrix

    matrix = coo_matrix(mmread(fileName))
    if verbose:
        print(f"{fileName}: {matrix.shape[0]} rows, {matrix.nnz} entries")
    return np.column_stack([matrix.row, matrix.col, matrix.data]).astype(float)
