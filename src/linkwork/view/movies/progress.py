"""A progress bar for pictures that take a while."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, TypeVar

AFTER = 1.0
"""Writing that takes less time shows no bar [s]."""

Item = TypeVar("Item")


def with_progress(items: Iterator[Item], total: int, name: str) -> Iterator[Item]:
    """The items; a tqdm bar counts them as frames of a file."""
    bar: Any = None
    began = time.perf_counter()
    try:
        for done, item in enumerate(items):
            if bar is None and time.perf_counter() - began > AFTER:
                from tqdm import tqdm

                # the frames before the bar must not count in its speed
                bar = tqdm(total=total, initial=done, unit="frame", desc=name)
            if bar is not None:
                bar.update(1)
            yield item
    finally:
        if bar is not None:
            bar.close()
