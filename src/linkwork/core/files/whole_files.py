"""Files that get their name only when they are complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError, SysError

if TYPE_CHECKING:
    from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary file next to `path`; it is renamed to `path` at the end, or removed.

    An older file is kept until then. Missing folders are created. Errors of the operating system,
    such as a full disk, raise a SysError that names the file.
    """
    make_folder_of(path)
    path = path.resolve()  # a link stays a link
    part = path.with_name(f".{path.name[:40]}.{os.urandom(6).hex()}.part")
    try:
        try:
            yield part
            _write_through(part)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise cannot_write(path, error) from error


def write_whole(path: Path, text: str) -> None:
    """Write a text file in one step; a failure leaves the old one."""
    with replacing(path) as part, open(part, "x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _write_through(path: Path) -> None:
    """Flush a file to the disk before it is renamed: a power failure must not leave it empty."""
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def check_name(path: Path) -> None:
    """Reject a name that no file can have."""
    try:
        if b"\0" in os.fsencode(path):
            raise ValueError
    except ValueError:
        raise SysError(
            f"{ascii(str(path))} cannot be the name of a file, because it contains characters that "
            "file names cannot have; choose another name"
        ) from None


def make_folder_of(path: Path) -> None:
    """Create the folder of a file."""
    check_name(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SysError(f"the folder of {path} cannot be created: {reason(error)}") from error


def cannot_write(path: Path, error: Exception) -> SysError:
    """The error for a file that could not be written."""
    return SysError(f"{path} cannot be written: {reason(error)}")


def reason(error: Exception) -> str:
    """The message of the operating system without the file name that it adds."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(text.split())


def path_of(path: str | os.PathLike[str]) -> Path:
    """A given file name as a path."""
    try:
        text = os.fspath(path)
    except TypeError:
        raise ParameterError(f"a file name is needed, text or a path, got {shown(path)}") from None
    if not isinstance(text, str) or not text or "\0" in text:
        raise ParameterError(f"a file name is needed, text that is not empty, got {shown(path)}")
    from pathlib import Path

    check_name(Path(text))
    return Path(text)
