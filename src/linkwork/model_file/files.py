"""Model files on disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from linkwork.core.errors import SysError
from linkwork.core.files.whole_files import path_of
from linkwork.model_file.contents import Contents, items_of
from linkwork.model_file.functions import Functions

_OTHERS = {
    b"PK\x03\x04": "a zip archive such as an .npz file; results are read by Solution.load",
    b"\x89HDF": "an HDF5 file; results are read by Solution.load",
    b"\x93NUMPY": "a NumPy array",
    b"\x1f\x8b": "compressed by gzip; decompress it first",
    b"\xff\xfe": "encoded in UTF-16; save it in UTF-8",
    b"\xfe\xff": "encoded in UTF-16; save it in UTF-8",
}
"""First bytes of files that may be mistaken for model files -> what they are."""


def read(
    path: Any,
    functions: Functions | None = None,
    import_functions: bool = False,
    missing: str = "error",
) -> Contents:
    """Contents of a model file; see `items_of`."""
    file = path_of(path)
    text = _text(file, _bytes(file))
    return items_of(text, functions, import_functions, missing, file.name)


def _bytes(file: Path) -> bytes:
    try:
        if file.is_dir():
            raise SysError(f"{file} is a folder; give a model file written by mbs.save")
        if file.exists() and not file.is_file():
            raise SysError(f"{file} is not a regular file; give a model file written by mbs.save")
        return file.read_bytes()
    except FileNotFoundError:
        raise SysError(f"{file} does not exist; looked in {file.resolve().parent}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SysError(f"{file} cannot be read: {reason}") from None


def _text(file: Path, data: bytes) -> str:
    if not data.strip():
        raise SysError(f"{file} is empty; a model file is written by mbs.save")
    for start, told in _OTHERS.items():
        if data.startswith(start):
            raise SysError(f"{file} is not a model file: it is {told}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SysError(
            f"{file}, line {line}: byte {error.start} is not UTF-8; a model file is encoded in "
            "UTF-8"
        ) from None
