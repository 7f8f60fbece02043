"""Files that take their name only when they are complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError, SysError


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A name beside `path` to write to; it becomes `path` at the end, or is removed.

    An older file is kept until then. Missing folders are made. What the system refuses, such as a
    full disk, is a SysError that names the file.
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
    """Write a text file at once; a failure leaves the old one."""
    with replacing(path) as part, open(part, "x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _write_through(path: Path) -> None:
    """Bring a file to the disk before its name: a power failure must not leave an empty one."""
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def check_name(path: Path) -> None:
    """Refuse a name that no file can have."""
    try:
        if b"\0" in os.fsencode(path):
            raise ValueError
    except ValueError:
        raise SysError(
            f"{ascii(str(path))} cannot be the name of a file: it has characters that no file "
            "name can have; choose another one"
        ) from None


def make_folder_of(path: Path) -> None:
    """Make the folder that a file is to be in."""
    check_name(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SysError(f"the folder of {path} cannot be made: {reason(error)}") from error


def cannot_write(path: Path, error: Exception) -> SysError:
    """The error for a file that could not be written."""
    return SysError(f"{path} cannot be written: {reason(error)}")


def reason(error: Exception) -> str:
    """What the system says, without the file name it adds."""
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
    check_name(Path(text))
    return Path(text)
