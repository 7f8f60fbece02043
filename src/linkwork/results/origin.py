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

    def to_json(self) -> dict[str, Any]:
        """The origin as plain values."""
        return self._asdict() | {"initial": self.initial.hex()}

    @classmethod
    def from_json(cls, form: Any) -> Origin:
        """The origin of `to_json`; ValueError if it is invalid."""
        try:
            made = cls(**form | {"initial": bytes.fromhex(form["initial"])})
        except (TypeError, ValueError, KeyError):
            raise ValueError("what its run was made from is invalid") from None
        if (type(made.solver), type(made.settings), type(made.is_result)) != (str, dict, bool):
            raise ValueError("what its run was made from is invalid")
        return made
