"""Files of the kernel cache: whole or not there, checked when read, pruned when old."""

import os
import pathlib
import sys
import time

import pytest

from linkwork.core.kernels import cache

KEY = "ab" * 20
OTHER = "cd" * 20


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LINKWORK_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def age(path, days):
    then = time.time() - days * cache.DAY
    os.utime(path, (then, then))


def test_what_is_written_is_read():
    assert cache.read(KEY) is None
    assert cache.write(KEY, b"content\n\x00")
    assert cache.read(KEY) == b"content\n\x00"
    assert cache.read(OTHER) is None


def test_the_last_write_wins():
    cache.write(KEY, b"one")
    cache.write(KEY, b"two")
    assert cache.read(KEY) == b"two"


def cut(data):
    return data[: len(data) // 2]


def flip(data):
    return data[:-1] + bytes([data[-1] ^ 1])


@pytest.mark.parametrize(
    "damage",
    [
        cut,
        flip,
        lambda data: b"",
        lambda data: data + b"x",
        lambda data: b"not ours",
        lambda data: data[:10],
    ],
    ids=["cut", "flipped bit", "empty", "longer", "foreign", "header cut"],
)
def test_damaged_files_are_not_read(damage):
    cache.write(KEY, b"content" * 100)
    path = cache.path_of(KEY)
    path.write_bytes(damage(path.read_bytes()))
    assert cache.read(KEY) is None
    assert cache.write(KEY, b"again")
    assert cache.read(KEY) == b"again"


def test_a_folder_that_cannot_be_made_means_no_cache(tmp_path, monkeypatch):
    blocker = tmp_path / "file"
    blocker.write_text("")
    monkeypatch.setenv("LINKWORK_CACHE_DIR", str(blocker / "cache"))
    assert not cache.writable()
    assert not cache.write(KEY, b"content")
    assert cache.read(KEY) is None
    assert cache.prune() == 0


def test_a_full_disk_means_no_cache(monkeypatch):
    def full(self, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pathlib.Path, "write_bytes", full)
    assert not cache.write(KEY, b"content")
    assert not cache.writable()


def test_writing_leaves_no_other_files(folder):
    assert cache.writable()
    cache.write(KEY, b"content")
    assert [path for path in folder.rglob("*") if path.is_file()] == [cache.path_of(KEY)]


def test_files_unused_for_long_are_pruned():
    cache.write(KEY, b"old")
    cache.write(OTHER, b"new")
    age(cache.path_of(KEY), 91)
    age(cache.path_of(OTHER), 89)
    assert cache.prune() == 1
    assert cache.read(KEY) is None
    assert cache.read(OTHER) == b"new"


def test_reading_counts_as_use():
    cache.write(KEY, b"content")
    age(cache.path_of(KEY), 80)
    cache.read(KEY)
    assert time.time() - cache.path_of(KEY).stat().st_mtime < 40 * cache.DAY


def test_the_oldest_files_go_when_there_are_too_many():
    keys = [f"{i:02x}" * 20 for i in range(6)]
    for days, key in enumerate(reversed(keys)):
        cache.write(key, bytes(1000))
        age(cache.path_of(key), days)
    size = cache.path_of(keys[0]).stat().st_size
    assert cache.prune(limit=3 * size) == 3
    assert [cache.read(key) is not None for key in keys] == [False] * 3 + [True] * 3


def test_pruning_happens_at_most_once_a_day():
    cache.write(KEY, b"content")
    assert cache.prune() == 0
    age(cache.path_of(KEY), 91)
    assert cache.prune() == 0
    assert cache.prune(every=0.0) == 1


def test_pruning_removes_remains_of_broken_writes_but_no_strange_files(folder):
    cache.write(KEY, b"content")
    remains = cache.path_of(KEY).with_name("part-1-2")
    recent = cache.path_of(KEY).with_name("part-3-4")
    strange = folder / "notes.txt"
    for path in (remains, recent, strange):
        path.write_text("x")
    age(remains, 2)
    age(strange, 200)
    assert cache.prune() == 1
    assert not remains.exists()
    assert recent.exists()
    assert strange.exists()


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x/cache"}, "/x/cache/linkwork"),
        ("linux", {"HOME": "/home/me"}, "/home/me/.cache/linkwork"),
        ("darwin", {"HOME": "/Users/me"}, "/Users/me/Library/Caches/linkwork"),
        ("win32", {"LOCALAPPDATA": "/appdata"}, "/appdata/linkwork"),
        ("linux", {"LINKWORK_CACHE_DIR": "/own", "XDG_CACHE_HOME": "/x"}, "/own"),
    ],
)
def test_folder_of_each_platform(platform, variables, expected, monkeypatch):
    for name in ("LINKWORK_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache.folder() == pathlib.Path(expected)
