"""Files of compiled kernels: found by key, complete or absent, removed when old.

A file is `MAGIC`, the sha256 of its content, and the content.  Any failure of the disk (no folder,
no permission, no space, a truncated or overwritten file) only means that nothing is kept.
"""

import contextlib
import hashlib
import os
import pathlib
import sys
import time

MAGIC = b"linkwork kernel 1\n"
SUFFIX = ".kernel"
LIMIT = 300_000_000
"""Total size in bytes above which the least recently used files are removed."""
DAY = 86_400.0
UNUSED_DAYS = 90
_HEADER = len(MAGIC) + hashlib.sha256().digest_size


def folder() -> pathlib.Path:
    """Folder of the cache: LINKWORK_CACHE_DIR, else a folder in the user's cache folder."""
    chosen = os.environ.get("LINKWORK_CACHE_DIR")
    if chosen:
        return pathlib.Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(base) / "linkwork"


def path_of(key: str) -> pathlib.Path:
    """File of a key."""
    return folder() / key[:2] / (key + SUFFIX)


def read(key: str) -> bytes | None:
    """Content kept under a key, or None if there is none or the file is damaged."""
    path = path_of(key)
    try:
        data = path.read_bytes()
    except OSError:
        return None
    content = data[_HEADER:]
    if data[:_HEADER] != MAGIC + hashlib.sha256(content).digest():
        return None
    _mark_used(path)
    return content


def write(key: str, content: bytes) -> bool:
    """Store content under a key; returns whether that succeeded."""
    return _write_whole(path_of(key), MAGIC + hashlib.sha256(content).digest() + content)


def writable() -> bool:
    """Whether files can be created in the folder."""
    probe = folder() / f"probe-{os.getpid()}"
    if not _write_whole(probe, b""):
        return False
    with contextlib.suppress(OSError):
        probe.unlink()
    return True


def prune(limit: int = LIMIT, unused_days: float = UNUSED_DAYS, every: float = DAY) -> int:
    """Remove files unused for `unused_days`, then the oldest until `limit` bytes remain.

    Does nothing if that was done less than `every` seconds ago.  Returns the number of removed
    files.  Other processes may read, write and prune at the same time: a process that misses a
    file compiles it again.
    """
    root, now = folder(), time.time()
    stamp = root / "pruned"
    if now - _modified(stamp) < every or not _write_whole(stamp, b""):
        return 0
    files = sorted(_files(root))
    total = sum(size for _, size, _ in files)
    removed = 0
    for modified, size, path in files:
        unfinished = not path.endswith(SUFFIX)
        age = now - modified
        if age > unused_days * DAY or total > limit or (unfinished and age > DAY):
            with contextlib.suppress(OSError):
                os.unlink(path)
                removed += 1
                total -= size
    return removed


def _files(root: pathlib.Path):
    """(time of last use, size, path) of every file in the two-letter folders of the cache."""
    for directory in root.glob("[0-9a-f][0-9a-f]"):
        with contextlib.suppress(OSError), os.scandir(directory) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    info = entry.stat()
                    yield info.st_mtime, info.st_size, entry.path


def _modified(path: pathlib.Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _mark_used(path: pathlib.Path) -> None:
    """Update the file's time, at most once a day: access times are often disabled."""
    if time.time() - _modified(path) > DAY:
        with contextlib.suppress(OSError):
            os.utime(path)


def _write_whole(path: pathlib.Path, data: bytes) -> bool:
    """Write a file in one step: readers see the old file, the new one or none, never a part."""
    temporary = path.with_name(f"part-{os.getpid()}-{os.urandom(8).hex()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(data)
        os.replace(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        return False
    return True
