"""The state of a run between two steps: everything that the steps after it depend on.

All scalars and arrays of the frame are kept but those listed here, so a new one is kept unless it
is known to follow from others. Factors are not kept: they are made anew from the positions, by the
run that goes on and by the one that resumes alike, so both have the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.assembly.equations import share_loads
from linkwork.core.declare.values import shown
from linkwork.core.errors import SysError, warn
from linkwork.core.files.packed import can_pack
from linkwork.core.functions.user_calls import name_of
from linkwork.core.records import CALL_LISTS, FRAME_ARRAYS, FRAME_SCALARS
from linkwork.core.status import OK

State = dict[str, Any]

LEFT_OUT_SCALARS = {
    "pre_step", "full_factor", "full_solve", "seen", "sensed_place",  # addresses
    "steps_wanted", "steps_done", "slowest", "rejected", "callback_ticks",  # of one chunk
    "stop_after",  # Ctrl-C just now
    "record_rows", "sensor_rows", "record_capacity", "sensor_capacity",  # memory of the recorders
    "sensed_size", "sensed_rows", "sensed_width",
    "judge", "glance", "judging", "parts_norm", "parts_fine", "parts_rest",  # of one step
    "front_entries", "front_uppers", "front_symmetric", "asymmetry",  # of the linear solver
}  # fmt: skip

LEFT_OUT_ARRAYS = {
    *CALL_LISTS,
    "recorded", "sensed", "energy",
    "increment", "turning", "slopes", "poses_from", "poses_to", "composed",  # of one call
    "reference", "reference_ode1", "unit_slots", "turn_grid",  # constant
    "parts", "part_bounds", "part_rows", "part_markers",  # constant, or of one step
    "values", "factors", "pivots", "lapack", "elimination", "permuted", "lu_starts", "lu_rows",
    "lu_blocks", "lu_ends", "lu_below", "lu_targets", "fronts", "front_rows", "front_relative",
    "front_targets", "front_pairs", "front_pivots", "updates", "scaled", "blas", "blas_reals",
    "eigen", "blocks", "members",  # of linear solvers
}  # fmt: skip

SCALARS = tuple(name for name in FRAME_SCALARS if name not in LEFT_OUT_SCALARS)
ARRAYS = tuple(name for name in FRAME_ARRAYS if name not in LEFT_OUT_ARRAYS)
COUNTS = ("steps", "rejected", "good", "slowest")
"""What a run counts itself."""


def capture(run: Any) -> State:
    """The state as it is now; arrays are copied."""
    data, systems = run.data, run.model.mbs.systemData
    return {
        "scalars": {name: getattr(data.scalars, name) for name in SCALARS},
        "arrays": {name: _bytes_of(data[name]) for name in ARRAYS},
        "counts": {name: getattr(run, name) for name in COUNTS},
        "drives": run.drives.state(),
        "jumps": run.jumps.state(),
        "row_sizes": run.equations.row_sizes.copy(),
        "shares_loads": run.equations.shares_loads,
        "called_back": sorted(_called_back(run)),
        "initial": systems.initial_state(),
    }


def put_back(run: Any, state: State) -> None:
    """Make a captured state the present one, with new factors."""
    if state["shares_loads"] and not run.equations.shares_loads:
        run.equations.layout.close()
        run.equations = share_loads(run.equations)
        run.equations.layout.open(run.data)
    _write(run, state)
    _refactorise(run, state)


def _write(run: Any, state: State) -> None:
    data = run.data
    run.equations.row_sizes[:] = state["row_sizes"]
    for name in ARRAYS:
        _read_bytes(data, name, state["arrays"][name])
    for name in SCALARS:
        setattr(data.scalars, name, state["scalars"][name])
    for name in COUNTS:
        setattr(run, name, state["counts"][name])
    run.drives.take(state["drives"])
    run.jumps.take(state["jumps"])
    run.switches.look()


def _refactorise(run: Any, state: State) -> None:
    """Factors of masses and constraints at the present positions.

    Explicit solvers go on with them. Implicit ones factorise at their next update, whatever they
    had; they use these only where a residual is exactly zero.
    """
    equations, s = run.equations, run.data.scalars
    equations.forget_factors()
    status = OK if equations.has_plain_masses else equations.factorise_masses()
    equations.forget_factors()
    _write(run, state)  # the factorisation has used the frame
    if run.scheme.is_implicit or status != OK:
        s.factor_valid, s.excess = 0, 0.0


def _bytes_of(array: np.ndarray) -> np.ndarray:
    return np.frombuffer(array.tobytes(), np.uint8)


def _read_bytes(data: Any, name: str, content: np.ndarray) -> None:
    """Fill an array; one that only one of both runs has, of an earlier run, takes its size."""
    array = data[name]
    if array.nbytes == len(content):
        array.reshape(-1).view(np.uint8)[:] = content
    elif array.nbytes and len(content):
        raise SysError(
            f"the checkpoint has {len(content)} bytes of {name}, this run {array.nbytes}; resume "
            "it in a system that was not solved before"
        )
    else:
        dtype, shape = FRAME_ARRAYS[name]
        data.set(name, np.frombuffer(content.tobytes(), dtype).reshape(-1, *shape).copy())


# ------------------------------------------------------------------ user functions


def _called_back(run: Any) -> list[tuple[str, int, str]]:
    """Functions that the run calls back."""
    chosen = run.model.functions.chosen
    return [key for key, (_, choice) in chosen.items() if not choice.address]


def call_as_before(run: Any, called_back: list[tuple[str, int, str]]) -> None:
    """Call back what the interrupted run called back: compiled code may round differently."""
    functions = run.model.functions
    now, before = set(_called_back(run)), set(called_back)
    for key in sorted(now - before):
        function, choice = functions.chosen[key]
        raise SysError(
            f"the checkpoint cannot be resumed to the same result: {name_of(function)} was "
            f"compiled then and is called back now ({choice.reason})"
        )
    if before - now:
        for key in sorted(before - now):
            functions.distrust_one(key)
        run._bind(others_run=run.pre_step != 0)


# ------------------------------------------------------------------ parameters and variables


def changed_items(run: Any, start: dict[str, tuple[Any, ...]]) -> list[tuple[str, int, Any]]:
    """(family, number, form) of items that were changed since the start of the run."""
    from linkwork.model_file.changed_items import forms_of

    changed = run.model.changed
    return forms_of(changed, run.model.items, start) if changed else []


def change_items(run: Any, changed: list[tuple[str, int, Any]]) -> None:
    """Bring items into the state of a checkpoint."""
    from linkwork.model_file.changed_items import items_of

    mbs, items = run.model.mbs, run.model.items
    for family, number, new in items_of(changed, items):
        old = items[family][number]
        mbs._store.replace(number, new)
        for p in new.fields.values():
            value = getattr(new, p.name)
            if callable(value) or not p.kind.same(getattr(old, p.name), value):
                mbs._changed(new, number, p, value)
    run.model.changed.clear()
    run.model.changed.update((family, number) for family, number, _ in changed)
    run.equations.settle_loads()


def variables_of(mbs: Any) -> tuple[dict[Any, Any], list[str]]:
    """(what of mbs.variables can be kept, names of the rest)"""
    kept, others = {}, []
    for name, value in mbs.variables.items():
        if can_pack(name) or can_pack(value):
            others.append(shown(name))
        else:
            kept[name] = value
    return kept, others


def take_variables(mbs: Any, kept: dict[Any, Any], others: list[str]) -> None:
    """mbs.variables as in a checkpoint; lists, dictionaries and arrays stay the same objects."""
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
    if others:
        warn(
            f"mbs.variables {', '.join(others)}: of a type that a checkpoint does not keep; the "
            "run goes on with what the program has put there"
        )


def _is_like(old: Any, value: Any) -> bool:
    """Whether an array can take the values of another."""
    both = type(old) is np.ndarray and type(value) is np.ndarray
    return both and old.shape == value.shape and old.dtype == value.dtype and old.flags.writeable
