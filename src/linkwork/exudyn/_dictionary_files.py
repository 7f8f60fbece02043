"""Nested dictionaries in HDF5 files (needs h5py), in the form that Exudyn reads and writes.

Groups are dictionaries, lists and sparse matrices; what a group or a data set stands for is its
attribute `datatype`. Entries of lists are called item_0, item_1, ...
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
        _write_many(file, dataDict.items())


def LoadDictFromHDF5(fileName, callerGlobals=None):
    """Read a dictionary that SaveDictToHDF5 wrote, here or in Exudyn.

    callerGlobals -- variables, usually globals(), among which functions are looked up by name;
    functions that are not found there are returned as their names
    """
    import h5py

    with h5py.File(fileName, "r") as file:
        return {key: _read(file[key], callerGlobals or {}) for key in file}


def _write(group, key, value):
    import scipy.sparse

    if isinstance(value, dict):
        _write_group(group, key, "dict", value.items())
    elif scipy.sparse.issparse(value):
        parts = ConvertScipySparseToDict(value)
        entries = ((name, np.array(part)) for name, part in parts.items())
        _write_group(group, key, "csr_matrix", entries)
    elif isinstance(value, list | tuple):
        entries = ((f"item_{k}", entry) for k, entry in enumerate(value))
        _write_group(group, key, type(value).__name__, entries)
    elif value is None:
        _write_value(group, key, "NoneType", 0)
    elif isinstance(value, types.FunctionType | types.BuiltinFunctionType):
        _write_value(group, key, "function", value.__name__)
    elif isinstance(value, str):
        _write_value(group, key, "str", value)
    elif type(value).__name__ in _types():
        _write_value(group, key, type(value).__name__, int(value))
    elif np.asarray(value).dtype.kind in "biufc":
        _write_value(group, key, type(value).__name__, value)
    else:
        raise ValueError(
            f"SaveDictToHDF5: {key!r} is a {type(value).__name__}, which cannot be stored"
        )


def _types():
    """Types of indices and enumerations by name."""
    from linkwork.exudyn.advancedUtilities import specialExudynTypes

    return {kind.__name__: kind for kind in specialExudynTypes}


def _write_value(group, key, kind, value):
    group[key] = value
    group[key].attrs["datatype"] = kind


def _write_group(group, key, kind, entries):
    inner = group.create_group(key)
    inner.attrs["datatype"] = kind
    _write_many(inner, entries)


def _write_many(group, entries):
    for name, value in entries:
        if not isinstance(name, str) or "/" in name:
            raise ValueError(f"SaveDictToHDF5: keys must be texts without /, got {name!r}")
        _write(group, name, value)


def _read(item, functions):
    import h5py

    is_group = isinstance(item, h5py.Group)
    kind = item.attrs.get("datatype", "dict" if is_group else "ndarray")
    if is_group:
        entries = {key: _read(item[key], functions) for key in item}
        if kind in ("list", "tuple"):
            ordered = [entries[f"item_{k}"] for k in range(len(entries))]
            return ordered if kind == "list" else tuple(ordered)
        return ConvertDictToScipySparse(entries) if kind == "csr_matrix" else entries
    if kind in ("function", "str"):
        text = item.asstr()[()]
        return text if kind == "str" else functions.get(text, text)
    if kind == "NoneType":
        return None
    if kind in _types():
        return _types()[kind](int(item[()]))
    return item[()] if kind == "ndarray" else item[()].item()
