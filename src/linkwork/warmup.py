"""Ahead-of-time compilation of every kernel of the package, so that later runs start at once."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from linkwork import motion
from linkwork.assembly.parts import join
from linkwork.core.blocks import LINK_POOLS, LINKED
from linkwork.core.kernels.array_call import array_entry
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.named import NamedFunction, kernel_name
from linkwork.core.kernels.pointer import Pointer, call_kernel
from linkwork.core.kernels.python_call import call_python
from linkwork.core.rate_blocks import RATE_POOLS, RATED
from linkwork.ensemble.kernels import POOLS as MEMBERS
from linkwork.ensemble.kernels import run_members
from linkwork.ensemble.starts import MET, WEIGHED, meet, settle, weigh
from linkwork.events.interpolant import watch
from linkwork.events.loop import event_steps
from linkwork.integrators.alpha.adjoint import OF_START, adjoint_start, adjoint_steps
from linkwork.integrators.alpha.adjoint import POOLS as ADJOINT
from linkwork.integrators.alpha.tangent import POOLS as TANGENT
from linkwork.integrators.alpha.tangent import tangent_steps
from linkwork.integrators.called import FunctionSteps
from linkwork.integrators.changes import take_explicitly
from linkwork.integrators.drift import project_drift
from linkwork.integrators.evaluate import accept, begin_direct, end_direct, search
from linkwork.integrators.explicit.constrained import (
    constrained_accelerations,
    released_accelerations,
)
from linkwork.integrators.explicit.runge_kutta import accelerations
from linkwork.integrators.explicit.start import start_explicitly
from linkwork.integrators.first_order import add_unit_matrix, clear_rates
from linkwork.integrators.parts_judge import add_direct_loads, add_moments, glance, judge
from linkwork.integrators.projection import correct, project
from linkwork.integrators.registry import Integrator, integrators
from linkwork.integrators.sensed_tangent import SENSED, sensed_tangents
from linkwork.integrators.step_tangent import POOLS as STEPPED
from linkwork.integrators.step_tangent import stepped_tangents
from linkwork.integrators.switching import switch_branches
from linkwork.items import FAMILIES
from linkwork.linear import block_diagonal, diagonal
from linkwork.linear.dense import lapack, minimum_norm
from linkwork.linear.dense import own as dense
from linkwork.linear.fronts import assembly_tree, high_fill, multifrontal
from linkwork.linear.sparse import low_fill, substitution, symbolic
from linkwork.linear.sparse import lu as sparse_lu
from linkwork.linear.sparse.lanes import POOLS as LANES
from linkwork.linear.sparse.lanes import solve_lanes
from linkwork.markers.node_ode1_coordinate import RATES
from linkwork.model.data import Entries, entry_of
from linkwork.model.marker_map import run_often
from linkwork.model.model import LOADS
from linkwork.model.position import compose_update
from linkwork.model.table import Table
from linkwork.motion.kind import Kind
from linkwork.motion.moments import clear_moments
from linkwork.results.energy import kernels as energy_kernels
from linkwork.results.record.recorder import begin_sensing, end_sensing, record
from linkwork.results.replay.kernels import (
    SUMMED,
    add_energies,
    clear_forces,
    note_errors,
    note_forces,
    position_level,
    replay,
    velocity_level,
)
from linkwork.run.shown_motion import SHOWN, express_motion
from linkwork.run.timing import TIMER, idle, timed
from linkwork.statics.descent import POOLS as DESCENT
from linkwork.statics.descent import descend
from linkwork.statics.measure import POOLS as MEASURED
from linkwork.statics.measure import measure
from linkwork.trees.functions import KERNELS_OVER_STATES
from linkwork.trees.records import over_states

LOOPS: tuple[Callable[..., Any], ...] = (
    *(multifrontal.factor, constrained_accelerations, released_accelerations, project, event_steps),
    *(accelerations, replay, energy_kernels.advance),
)
SHARED: tuple[Callable[..., Any], ...] = (
    *(dense.factor, dense.solve, diagonal.factor, diagonal.solve),
    *(lapack.factor, lapack.solve, minimum_norm.factor, minimum_norm.solve),
    *(multifrontal.solve, sparse_lu.factor, substitution.solve),
    *(block_diagonal.factor, block_diagonal.solve, record, begin_sensing, end_sensing, idle, watch),
    *(begin_direct, end_direct, take_explicitly, start_explicitly, clear_rates, clear_moments),
    *(add_unit_matrix, settle),
    *(correct, clear_forces, note_forces, position_level, velocity_level, note_errors),
    *(judge, glance, add_moments),
    *(accept, search, switch_branches, project_drift, compose_update),
)
RARE: frozenset[Callable[..., Any]] = frozenset(
    {
        *(multifrontal.factor, multifrontal.solve, sparse_lu.factor, substitution.solve),
        *(block_diagonal.factor, block_diagonal.solve, event_steps, replay, energy_kernels.advance),
    }
)
"""Kernels of large models, and of solvers and laws that few models use."""

ANALYSIS: dict[Callable[..., Any], str] = {
    symbolic.elimination_tree: "qqqq",
    symbolic.postorder: "qqqq",
    symbolic.heights: "qq",
    symbolic.columns: "qqqqqqq",
    symbolic.structure: "qqqqqqq",
    low_fill.expand: "qqqqqI",
    low_fill.find_slots: "q" * 12,
    sparse_lu.targets: "qIqI",
    high_fill.find_slots: "q" * 13,
    high_fill.find_pairs: "qqqqI",
    join: "qqq",
    run_often: "qqqq",
    assembly_tree.supernodes: "qqqqq",
    assembly_tree.rows_of_fronts: "qqqqqqI",
    assembly_tree.stacks: "qqqqqqq",
    assembly_tree.relative_rows: "qqqqqIqI",
    assembly_tree.targets: "qqqqqqqqqIqqqqI",
}
"""Kernels that are called with arrays, and the NumPy types of their arguments."""


def entries(rare: bool = True) -> Iterator[tuple[Callable[..., Any] | NamedFunction, Pointer]]:
    """The entry of every kernel in the package and how it is called, slowest to compile first.

    rare -- include those that only large models and less common solvers need
    """
    for entry in _frame_entries(rare):
        yield entry, call_kernel
    yield call_python, call_kernel
    if rare:
        for kernel, types in ANALYSIS.items():
            yield array_entry(kernel, *types)
        for kernel in KERNELS_OVER_STATES:
            yield kernel, over_states


def _motions() -> Iterator[Kind]:
    """The kinds of motion of the package: what the modules of `motion/` have."""
    for info in pkgutil.iter_modules(motion.__path__):
        for value in vars(importlib.import_module(f"{motion.__name__}.{info.name}")).values():
            kinds = value.values() if isinstance(value, dict) else (value,)
            yield from (kind for kind in kinds if isinstance(kind, Kind))


def _frame_entries(rare: bool) -> Iterator[NamedFunction]:
    """The entries of kernels that work on a frame."""
    for integrator in integrators().values():
        yield from _integrator_entries(integrator, rare)
    yield from _integrator_entries(FunctionSteps(lambda t: True), rare)
    for loop in LOOPS:
        if rare or loop not in RARE:
            yield entry_of(loop, None)
    for kinds in FAMILIES.values():
        for kind in kinds.values():
            table = Table(kind, [])
            for kernel in kind.kernels.values():
                yield entry_of(kernel, table)
            if kind.blocks is not None:
                yield from _block_entries(table)
            if LOADS in kind.own:
                yield entry_of(add_direct_loads, table)
    for kind_of_motion in (*_motions(), RATES):
        for kernel in kind_of_motion.kernels():
            yield entry_of(kernel, np.zeros(0, kind_of_motion.dtype))
    for kernel, pools in (
        (measure, MEASURED), (descend, DESCENT), (run_members, MEMBERS), (weigh, WEIGHED),
        (meet, MET), (tangent_steps, TANGENT), (stepped_tangents, STEPPED),
        (express_motion, SHOWN),
        (sensed_tangents, SENSED), (adjoint_steps, ADJOINT), (solve_lanes, LANES),
        (adjoint_start, {name: ADJOINT[name] for name in OF_START}),
    ):  # fmt: skip
        yield entry_of(kernel, {name: np.zeros(0, dtype) for name, dtype in pools.items()})
    yield entry_of(timed, np.zeros(0, TIMER))
    yield entry_of(add_energies, np.zeros(0, SUMMED))
    for kernel in energy_kernels.POWERS:
        yield entry_of(kernel, np.zeros(0, energy_kernels.MOVED))
    yield entry_of(energy_kernels.add_integrals, np.zeros(0, energy_kernels.TAKEN))
    yield entry_of(energy_kernels.count_from_start, np.zeros(0, energy_kernels.SINCE))
    for kernel in SHARED:
        if rare or kernel not in RARE:
            yield entry_of(kernel, None)


def _block_entries(table: Table) -> Iterator[NamedFunction]:
    """The entries of the assembler for a kind of connector or load."""
    blocks = table.kind.blocks
    assert blocks is not None
    if blocks.by_index is not None:
        yield entry_of(blocks.by_index, table)
    pools = {name: np.zeros(0, dtype) for name, dtype in LINK_POOLS.items()}
    for kernel in filter(None, (blocks.through, blocks.drift)):
        yield entry_of(kernel, Entries(np.zeros(0, LINKED), table, pools))
    if blocks.with_rates is not None:
        pools = {name: np.zeros(0, dtype) for name, dtype in RATE_POOLS.items()}
        yield entry_of(blocks.with_rates, Entries(np.zeros(0, RATED), table, pools))


def _integrator_entries(integrator: Integrator, rare: bool) -> Iterator[NamedFunction]:
    """The entries of an integrator's kernels, which all integrators of its class share."""
    memory = {name: np.zeros(0, kind) for name, kind in integrator.pools.items()}
    chosen = (loop for loop in integrator.kernels if rare or loop not in integrator.rare)
    further = [kernel for kernel, _ in integrator.start_parts(memory)]
    optional = (integrator.change_step, integrator.take_change, integrator.predict_composed)
    further += [kernel for kernel in optional if kernel is not None]
    yield from map(integrator.entry, (*chosen, *further))


@functools.cache
def groups() -> list[list[tuple[Callable[..., Any] | NamedFunction, Pointer]]]:
    """The same, each kernel once, in groups of those from one module.

    They share helpers, and a process compiles a helper once: groups are what processes share out.
    """
    found: dict[str, dict[str, tuple[Callable[..., Any] | NamedFunction, Pointer]]] = {}
    for function, pointer in entries():
        if isinstance(function, NamedFunction):
            module, name = function.module, function.name
        else:
            module, name = function.__module__, kernel_name(function)
        found.setdefault(module, {})[f"{name} {pointer}"] = function, pointer
    return [list(group.values()) for group in found.values()]


def warm(group: int) -> int:
    """Compile the kernels of a group into the cache; returns their number."""
    kernels = groups()[group]
    for function, pointer in kernels:
        address_of(function, pointer)
    return len(kernels)
