"""Whether the steps of a run are compiled into one function with the kernels of its model.

That pays for small models (`core/kernels/fused.py`), but takes seconds for each structure of a
model. The choice is made before a run starts, and results do not depend on it:

    code that is in the cache is used if the runs of this process with this structure add up to
    `SHORT` steps, with the one that begins, and by ensembles
    code is compiled only if the settings request it (`compileSmallModels`): no run waits for a
    compiler, or ignores Ctrl-C meanwhile, unless its user knows
    models whose sensors are read after every step, for extremes and integrals, have none
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from linkwork.core.errors import warn
from linkwork.core.kernels.compile import CannotCompile, address_of, jit_disabled, kept_address_of
from linkwork.core.kernels.entry import argument_names
from linkwork.core.kernels.fused import Steps, Unit, can_fuse, fuse, integers
from linkwork.core.records import FRAME_ARRAYS, State, System
from linkwork.linear.dense.unrolled import without_loops
from linkwork.model.data import Data, Memory, unit_of
from linkwork.model.model import Model

MOST_UNKNOWNS = 12
"""Unknowns of a model whose steps are fused."""

MOST_ROWS = 24
"""Rows of all tables that its kernels run over."""

SHORT = 100_000
"""Steps of runs with one structure that save the time to look for code in the cache."""

EVALUATION = ("motion_calls", "force_calls", "gather_calls")
EMPTY = ("move_calls", "search_calls", "post_calls", "accept_calls", "guard_calls", "share_calls")
"""Lists that must be empty: what they do is left to the loops."""

_steps: Counter[Hashable] = Counter()
"""Steps of all runs of this process, by structure."""

_addresses: dict[Hashable, int] = {}
"""Addresses of fused steps, by structure; 0: there is no code in the cache."""


def fused_steps(
    model: Model, data: Data, steps: Steps | None, memory: Memory, settings: Any
) -> int:
    """Address of the fused steps of a run; 0 if it has none.

    steps -- those of its integrator; memory -- its pools
    """
    if steps is None or jit_disabled() or not _is_small(model, data):
        return 0
    units = _units(data)
    if sum(len(unit.rows) for unit in units if unit.rows is not None) > MOST_ROWS:
        return 0
    wanted = settings.compileSmallModels
    if data.scalars.watch:
        if wanted:
            warn(
                "compileSmallModels has no effect while sensors are read after every step; set "
                "solutionSettings.sensorsExtremes = False if their extremes are not needed, and "
                "use no SensorEnergy of an integral"
            )
        return 0
    structure = _structure(steps, units, data, memory)
    _steps[structure] += SHORT if data.one_of_many else settings.timeIntegration.numberOfSteps
    if wanted:
        if not _addresses.get(structure):
            _addresses[structure] = _address(address_of, steps, units, data, memory)
    elif _steps[structure] >= SHORT and structure not in _addresses:
        _addresses[structure] = _address(kept_address_of, steps, units, data, memory)
    return _addresses.get(structure, 0)


def _is_small(model: Model, data: Data) -> bool:
    """Whether a model is small, and has nothing that fused steps leave out."""
    if not 0 < model.n_ode2 + model.n_ae <= MOST_UNKNOWNS:
        return False
    left_out = model.n_ode1 or model.n_data or model.n_events or model.functions.bound
    return not left_out and not any(len(data[name]) for name in EMPTY)


def _units(data: Data) -> list[Unit]:
    """The calls of an evaluation, and then that of the linear solution."""
    lists = EVALUATION if data.scalars.plain_masses else (*EVALUATION, "inertia_calls")
    places = [(name, k) for name in lists for k in range(len(data.parts[name]))]
    units = [unit_of(data.parts[name][k], (name, k)) for name, k in (*places, ("solver_calls", 1))]
    solver = units[-1]
    units[-1] = solver._replace(kernel=without_loops(solver.kernel, len(data["x"])))
    return units


def _structure(steps: Steps, units: list[Unit], data: Data, memory: Memory) -> Hashable:
    """Everything that the code of fused steps is made of."""
    kernels = tuple((unit.kernel, *_rows_in(unit)) for unit in units)
    names = {*State._fields, *System._fields[1:]}
    for unit in units:
        names.update(name.removesuffix("_out") for name in argument_names(unit.kernel))
    lengths = tuple(len(data[name]) for name in FRAME_ARRAYS if name in names)
    pools = tuple(
        (name, len(pool), pool.tobytes() if name in steps.fixed else b"")
        for name, pool in memory.items()
    )
    fixed = tuple(getattr(data.scalars, name) for name in steps.fixed_scalars)
    return steps, kernels, lengths, pools, fixed


def _rows_in(unit: Unit) -> tuple[Hashable, ...]:
    """What a unit runs over: the type of its rows, their number, and the integers in them."""
    if unit.rows is None:
        return (unit.own_rows,)
    return unit.rows.dtype, unit.own_rows, len(unit.rows), repr(integers(unit.rows))


def _address(
    find: Callable[..., int], steps: Steps, units: list[Unit], data: Data, memory: Memory
) -> int:
    """Address of the code of fused steps; 0 if there is none."""
    if not can_fuse(units):
        return 0
    try:
        entry = fuse(steps, units[:-1], units[-1], data.frame, memory)
        return find(entry, forceinline=True)
    except CannotCompile:
        return 0
