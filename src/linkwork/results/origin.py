"""Origin: what a run was made from, so that its steps can be taken again after it.

A result has one if its steps follow from the model, the settings and the initial values alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Origin(NamedTuple):
    """Solver, settings and initial values of a run.

    solver -- name of its integrator; settings -- path and value of those that are not the default
    initial -- initial values of the system as bytes; is_result -- they were results of another run
    """

    solver: str
    settings: dict[str, Any]
    initial: bytes
    is_result: bool
