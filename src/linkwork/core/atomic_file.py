"""Writing a file as a whole: a reader sees the old one or the new one, never a part."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path
from typing import Any

from linkwork.core.errors import ParameterError, SysError
from linkwork.core.values import shown


def path_of(given: Any) -> Path:
    """A file name of a user."""
    if not isinstance(given, (str, os.PathLike)) or not os.fspath(given):
        raise ParameterError(f"a file name is needed, got {shown(given)}")
    name = os.fspath(given)
    return Path(os.fsdecode(name))


def write_file(path: Path, data: bytes) -> None:
    """Write a file beside its place, then put it there; a failure leaves the old file."""
    try:
        target = path.resolve()
        beside = target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.tmp")
        try:
            with open(beside, "xb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(beside, target)
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SysError(
            f"{path} cannot be written: {reason}; the folder must exist and be writable"
        ) from error
