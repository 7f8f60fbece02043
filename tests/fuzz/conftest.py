"""A process for what may crash or hang."""

import pytest

from tests.fuzz.workers import Worker

SLOW = 60.0
"""Longest computing time of a job [s]."""


@pytest.fixture(scope="module")
def worker():
    made = Worker()
    yield made
    made.close()
