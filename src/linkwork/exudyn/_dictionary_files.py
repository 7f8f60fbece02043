"""Nested dictionaries in HDF5 files (needs h5py).

Groups are dictionaries and lists; what a group or a data set stands for is its attribute `kind`.
"""

import types

import numpy as np


def ConvertScipySparseToDict(sparseMatrix):
    """The parts of a sparse matrix in CSR form: data, indices, indptr, shape."""
    m = sparseMatrix.tocsr()
    return {"data": m.data, "indices": m.indices, "indptr": m.indptr, "shape": m.shape}


def ConvertDictToScipySparse(sparseDict):
    """The sparse matrix whose parts are in a dictionary of ConvertScipySparseToDict."""
    from scipy.sparse import csr_matrix

    parts = sparseDict["data"], sparseDict["indices"], sparseDict["indptr"]
    return csr_matrix(parts, shape=tuple(sparseDict["shape"]))


def SaveDictToHDF5(fileName, dataDict):
    """Write a nested dictionary to an HDF5 file.

    It may hold numbers, texts, None, arrays, lists, tuples, dictionaries, sparse matrices, indices
    of items, members of enumerations, and functions, which are stored by name.
    """
    import h5py

    with h5py.File(fileName, "w") as file:
        for key, value in dataDict.items():
            _write(file, str(key), value)


def LoadDictFromHDF5(fileName, callerGlobals=None):
    """Read the dictionary that SaveDictToHDF5 wrote.

    callerGlobals -- variables, usually globals(), among which functions are looked up by name;
    functions that are not found there are returned as their names
    """
    import h5py

    with h5py.File(fileName, "r") as file:
        return {key: _read(file[key], callerGlobals or {}) for key in file}


def _write(group, key, value):
    import scipy.sparse

    if isinstance(value, dict):
        _write_many(group, key, "dict", value.items())
    elif scipy.sparse.issparse(value):
        _write_many(group, key, "sparse", ConvertScipySparseToDict(value).items())
    elif isinstance(value, list | tuple):
        _write_many(group, key, type(value).__name__, enumerate(value))
    elif value is None:
        group[key] = ""
        group[key].attrs["kind"] = "None"
    elif isinstance(value, types.FunctionType | types.BuiltinFunctionType):
        group[key] = value.__name__
        group[key].attrs["kind"] = "function"
    elif isinstance(value, str):
        group[key] = value
        group[key].attrs["kind"] = "str"
    elif type(value).__name__ in _types():
        group[key] = int(value)
        group[key].attrs["kind"] = type(value).__name__
    elif np.asarray(value).dtype.kind in "biufc":
        group[key] = value
        group[key].attrs["kind"] = type(value).__name__
    else:
        raise ValueError(
            f"SaveDictToHDF5: {key!r} is a {type(value).__name__}, which cannot be stored"
        )


def _types():
    """Types of indices and enumerations by name."""
    from linkwork.exudyn.advancedUtilities import specialExudynTypes

    return {kind.__name__: kind for kind in specialExudynTypes}


def _write_many(group, key, kind, entries):
    inner = group.create_group(key)
    inner.attrs["kind"] = kind
    for name, value in entries:
        _write(inner, str(name), value)


def _read(item, functions):
    import h5py

    kind = item.attrs.get("kind", "dict" if isinstance(item, h5py.Group) else "ndarray")
    if isinstance(item, h5py.Group):
        entries = {key: _read(item[key], functions) for key in item}
        if kind in ("list", "tuple"):
            ordered = [entries[str(i)] for i in range(len(entries))]
            return ordered if kind == "list" else tuple(ordered)
        return ConvertDictToScipySparse(entries) if kind == "sparse" else entries
    if kind in ("None", "function", "str"):
        text = item.asstr()[()]
        return {"None": None, "str": text}.get(kind, functions.get(text, text))
    value = item[()]
    if kind in _types():
        return _types()[kind](int(value))
    return value.item() if kind in ("bool", "int", "float", "complex") else value
