"""The state of a run between two steps: everything that the steps after it depend on.

All scalars and arrays of the frame are stored except those listed here, so a new one is stored
unless it is known to follow from others. Factors are not stored: a run that continues and one that
resumes both compute them again from the positions, so both have the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.assembly.equations import Equations, share_loads
from linkwork.core.declare.values import shown
from linkwork.core.errors import SysError, warn
from linkwork.core.files.packed import can_pack
from linkwork.core.functions.marked import name_of
from linkwork.core.records import CALL_LISTS, FRAME_ARRAYS, FRAME_SCALARS
from linkwork.core.status import OK
from linkwork.model.model import Model
from linkwork.run.changed_parameters import ChangedParameters
from linkwork.run.context import RunContext
from linkwork.run.partners import partners_of, take_partners
from linkwork.run.scheme import Scheme

State = dict[str, Any]

LEFT_OUT_SCALARS = {
    "pre_step", "post_newton", "full_factor", "full_solve", "seen", "sensed_place",  # addresses
    "fused", "fused_pause", "fused_wait", "fused_steps",  # how steps are taken
    "steps_wanted", "steps_done", "slowest", "rejected", "callback_ticks",  # of one chunk
    "stop_after",  # a recent Ctrl-C
    "record_rows", "sensor_rows", "record_capacity", "sensor_capacity",  # memory of the recorders
    "sensed_size", "sensed_rows", "sensed_width",
    "search_code", "accept_code", "switch_code", "drift_code", "predict_code", "update_code",
    "switch_task", "switch_repeats",  # of one step
    "judge", "glance", "judging", "parts_norm", "parts_fine", "parts_rest",  # of one step
    "front_entries", "front_uppers", "front_symmetric", "asymmetry", "partial",  # linear solver
}  # fmt: skip

OF_SOLVERS = {
    "values", "factors", "pivots", "lapack", "elimination", "permuted", "lu_starts", "lu_rows",
    "lu_blocks", "lu_ends", "lu_below", "lu_targets", "fronts", "front_rows", "front_relative",
    "front_targets", "front_pairs", "front_pivots", "updates", "scaled", "blas", "blas_reals",
    "eigen", "blocks", "members",
    "gradient_halves",
}  # fmt: skip
"""Arrays of linear solvers."""

LEFT_OUT_ARRAYS = {
    *CALL_LISTS,
    *OF_SOLVERS,
    "recorded", "sensed", "energy",
    "increment", "turning", "slopes", "poses_from", "poses_to", "composed",  # of one call
    "known_poses", "known_increment",  # of one step
    "reference", "reference_ode1", "unit_slots", "turn_grid",  # constant
    "parts", "part_bounds", "part_rows", "part_markers",  # constant, or of one step
}  # fmt: skip

SCALARS = tuple(name for name in FRAME_SCALARS if name not in LEFT_OUT_SCALARS)
ARRAYS = tuple(name for name in FRAME_ARRAYS if name not in LEFT_OUT_ARRAYS)
COUNTS = ("steps", "rejected", "good", "slowest")
"""Counts of a run."""


def _redundant_rows(equations: Equations) -> np.ndarray:
    """Equations that are released because they follow from others."""
    found = equations.redundant
    return found.rows.copy() if found is not None else np.zeros(0, np.int64)


class RunState:
    """Everything that the next steps of a run depend on, of all its parts."""

    def __init__(self, context: RunContext, scheme: Scheme, changes: ChangedParameters) -> None:
        self._context, self._scheme, self._changes = context, scheme, changes

    def capture(self) -> State:
        """The present state; arrays are copied."""
        context, data, changes = self._context, self._context.data, self._changes
        return {
            "scalars": {name: getattr(data.scalars, name) for name in SCALARS},
            "arrays": {name: _bytes_of(data[name]) for name in ARRAYS},
            "counts": {name: getattr(context.counts, name) for name in COUNTS},
            "partners": partners_of(context.model),
            "drives": changes.drives.state(),
            "row_sizes": context.equations.row_sizes.copy(),
            "shares_loads": context.equations.shares_loads,
            "redundant": _redundant_rows(context.equations),
            "called_back": sorted(_called_back(context.model)),
            "initial": context.model.mbs.systemData.initial_state(),
        }

    def put_back(self, state: State) -> None:
        """Make a captured state the present one, with new factors."""
        context = self._context
        if state["shares_loads"] and not context.equations.shares_loads:
            context.equations.layout.close()
            context.equations = share_loads(context.equations)
            context.equations.layout.open(context.data)
        if not np.array_equal(state["redundant"], _redundant_rows(context.equations)):
            context.equations.release(state["redundant"])
        take_partners(context, state["partners"])
        self._write(state)
        self._refactorize(state)

    def _write(self, state: State) -> None:
        context, changes = self._context, self._changes
        context.equations.row_sizes[:] = state["row_sizes"]
        for name in ARRAYS:
            _read_bytes(context.data, name, state["arrays"][name])
        for name in SCALARS:
            setattr(context.data.scalars, name, state["scalars"][name])
        for name in COUNTS:
            setattr(context.counts, name, state["counts"][name])
        changes.drives.take(state["drives"])
        changes.switches.look()

    def _refactorize(self, state: State) -> None:
        """Compute the factors of masses and constraints at the present positions.

        Explicit solvers continue with them. Implicit ones factorize at their next update anyway;
        they use these only where a residual is exactly zero.
        """
        equations, s = self._context.equations, self._context.data.scalars
        equations.forget_factors()
        status = OK if equations.has_plain_masses else equations.factorize_masses()
        equations.forget_factors()
        self._write(state)  # the factorization has used the frame
        if self._scheme.is_implicit or status != OK:
            s.factor_valid, s.excess = 0, 0.0


def _bytes_of(array: np.ndarray) -> np.ndarray:
    return np.frombuffer(array.tobytes(), np.uint8)


def _read_bytes(data: Any, name: str, content: np.ndarray) -> None:
    """Fill an array; one that only one of both runs has, from an earlier run, is resized."""
    array = data[name]
    if array.nbytes == len(content):
        array.reshape(-1).view(np.uint8)[:] = content
    elif array.nbytes and len(content):
        raise SysError(
            f"the checkpoint has {len(content)} bytes of {name}, this run has {array.nbytes}; "
            "resume it in a system that has not been solved before"
        )
    else:
        dtype, shape = FRAME_ARRAYS[name]
        data.set(name, np.frombuffer(content.tobytes(), dtype).reshape(-1, *shape).copy())


# ------------------------------------------------------------------ user functions


def _called_back(model: Model) -> list[tuple[str, int, str]]:
    """Functions that the run calls back."""
    chosen = model.functions.chosen
    return [key for key, (_, choice) in chosen.items() if not choice.address]


def call_as_before(context: RunContext, called_back: list[tuple[str, int, str]]) -> None:
    """Call back what the interrupted run called back: compiled code may round differently."""
    functions = context.model.functions
    now, before = set(_called_back(context.model)), set(called_back)
    for key in sorted(now - before):
        function, choice = functions.chosen[key]
        raise SysError(
            f"the checkpoint cannot be resumed to the same result: {name_of(function)} was "
            f"compiled then and is called back now ({choice.reason})"
        )
    if before - now:
        for key in sorted(before - now):
            functions.distrust_one(key)
        context.functions.bind()


# ------------------------------------------------------------------ parameters and variables


def changed_items(model: Model, start: dict[str, tuple[Any, ...]]) -> list[tuple[str, int, Any]]:
    """(family, number, form) of items that were changed since the start of the run."""
    from linkwork.model_file.changed_items import forms_of

    return forms_of(model.changed, model.items, start) if model.changed else []


def change_items(context: RunContext, changed: list[tuple[str, int, Any]]) -> None:
    """Restore the items of a checkpoint."""
    from linkwork.model_file.changed_items import items_of

    model = context.model
    mbs, items = model.mbs, model.items
    for _, number, new in items_of(changed, items):
        put_item(mbs, number, new)
    model.changed.clear()
    model.changed.update((family, number) for family, number, _ in changed)
    context.equations.settle_loads()


def put_item(mbs: Any, number: int, new: Any) -> None:
    """Put another item in the place of one, from which no structural parameter differs."""
    old = mbs._items[new.family][number]
    mbs._store.replace(number, new)
    for p in new.fields.values():
        value = getattr(new, p.name)
        if callable(value) or not p.kind.same(getattr(old, p.name), value):
            mbs._changed(new, number, p, value)


def variables_of(mbs: Any) -> tuple[dict[Any, Any], list[str]]:
    """(the mbs.variables that can be stored, names of the rest)"""
    kept, others = {}, []
    for name, value in mbs.variables.items():
        if can_pack(name) or can_pack(value):
            others.append(shown(name))
        else:
            kept[name] = value
    return kept, others


def take_variables(mbs: Any, kept: dict[Any, Any], others: list[str]) -> None:
    """Restore mbs.variables of a checkpoint; others -- names of those that it could not store."""
    set_variables(mbs, kept, others)
    if others:
        warn(
            f"mbs.variables {', '.join(others)}: a checkpoint cannot store values of this type; "
            "the run continues with what the program has put there"
        )


def set_variables(mbs: Any, kept: dict[Any, Any], others: list[str]) -> None:
    """Set mbs.variables; lists, dictionaries and arrays stay the same objects.

    others -- names of those that stay as they are
    """
    for name in list(mbs.variables):
        if name not in kept and shown(name) not in others:
            del mbs.variables[name]
    for name, value in kept.items():
        old = mbs.variables.get(name)
        if type(old) is list and type(value) is list:
            old[:] = value
        elif type(old) is dict and type(value) is dict:
            old.clear()
            old.update(value)
        elif _is_like(old, value):
            old[...] = value
        else:
            mbs.variables[name] = value


def _is_like(old: Any, value: Any) -> bool:
    """Whether an array can take the values of another."""
    both = type(old) is np.ndarray and type(value) is np.ndarray
    return both and old.shape == value.shape and old.dtype == value.dtype and old.flags.writeable
