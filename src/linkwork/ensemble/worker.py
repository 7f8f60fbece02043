"""A thread's own system for compiled members: a started nominal run, and its image.

The run is made and started as by SolveDynamic with the nominal values, and never ends. Each member
begins with its image; see `kernels.py`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.kernels.compile import address_of, jit_disabled
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.kernels.raised import raised
from linkwork.core.nesting import nested
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import CALL
from linkwork.ensemble import kernels, starts
from linkwork.ensemble.columns import KEPT, Grid, Pick
from linkwork.ensemble.coverage import INITIAL, Coverage, part_of
from linkwork.ensemble.kernels import COPIED, REPORTED, TASK
from linkwork.integrators.registry import Integrator
from linkwork.model.data import Part, entry_of, fill_calls
from linkwork.results.parts import places_in_row
from linkwork.run.execution import begin, release
from linkwork.run.image import Image
from linkwork.run.run import Run

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

ARRAYS = {
    **dict(zip(KEPT, ("q", "v", "y", "data_coordinates"), strict=True)), "ode1_velocities": "y_t",
}  # fmt: skip
"""Parts of a Solution -> arrays of the state."""


CALLED_BACK = "functions are called back"
"""Reason of members that call Python functions."""


class Worker:
    """Runs members in compiled code.

    reason -- why that is not possible with this model and these settings, empty if it is
    shape -- rows and numbers of what is taken of a member
    """

    def __init__(
        self, mbs: MainSystem, settings: Any, solver: Integrator, coverage: Coverage,
        picks: list[Pick], grid: Grid,
    ) -> None:  # fmt: skip
        """mbs -- an assembled system of its own, with the nominal values"""
        self._run: Run | None = None
        self._mbs, self._kept = mbs, list[Any]()
        model, data = mbs._assembled("an ensemble")
        self.reason = _refused(mbs, settings, solver)
        if self.reason:
            return
        try:
            with nested("an ensemble"), overflows_unnoticed():
                mbs.systemData.to_initial_state()
                data.one_of_many = True
                continued = mbs.systemData.initial_is_result
                self._run = run = Run(model, data, settings, solver, continued=continued)
                begin(run.context, run.start.take)
        except SysError:
            self.close()
            self.reason = "the model cannot be started with its present values"
            return
        self.reason = _unfit(run) or (_unmet(run) if coverage.meets else "")
        if not self.reason:
            self._make_memory(run, coverage, picks, grid)

    # ------------------------------------------------------------------ memory

    def _make_memory(self, run: Run, coverage: Coverage, picks: list[Pick], grid: Grid) -> None:
        """Lay out what the loop over members works with."""
        assert grid.targets is not None
        if grid.recorded:
            run.context.recording.make_room(grid.recorded + 1)
        data = run.context.data
        data.scalars.factor_valid = run.context.equations.factors_are_masses()
        image = Image(run.context, run.changes)
        copies = image.copies(image.take())
        if coverage.meets:
            copies.append((data.state_block, self._mbs.systemData.initial_block.copy()))
        parts = _starts(run, coverage)
        calls = np.zeros(len(parts), CALL)
        fill_calls(calls, [over for _, over in parts])
        calls["code"] = [address_of(entry_of(kernel, over)) for kernel, over in parts]
        places, strides = _places(run, picks, bool(grid.recorded))
        self._memory = memory = {
            "task": np.zeros(len(TASK), np.int64),
            "copies": np.array([_copy(*pair) for pair in copies], np.int64).ravel(),
            "written": np.array(self._written(coverage), np.int64).ravel(),
            "targets": grid.targets.astype(np.int64),
            "picks": np.array(places, np.int64),
            "strides": np.array(strides, np.int64),
        }
        assert len(memory["copies"]) == COPIED * len(copies)
        task = memory["task"]
        task[kernels.LOOP_CODE], task[kernels.LOOP_CALL] = run.scheme.loop
        task[kernels.STARTS], task[kernels.N_STARTS] = calls.ctypes.data, len(calls)
        task[kernels.RECORDED] = grid.recorded
        self._call = np.zeros(1, CALL)
        fill_calls(self._call, [memory])
        self._code = address_of(entry_of(kernels.run_members, memory))
        self._function = call_kernel.ctype(self._code)
        self.shape = len(grid.targets), len(picks)
        self._address = data.address
        self._kept = [calls, copies, parts]

    def _written(self, coverage: Coverage) -> list[tuple[int, int]]:
        """(address, column) of each number that a member writes."""
        _, data = self._mbs._assembled("an ensemble")
        found = []
        for part, word, column in coverage.words:
            array = data.state_block if part[0] == INITIAL else part_of(self._mbs, part)
            found.append((array.ctypes.data + 8 * word, column))
        return found

    # ------------------------------------------------------------------ members

    def run(
        self, members: np.ndarray, values: np.ndarray, results: np.ndarray, stop: np.ndarray
    ) -> tuple[int, np.ndarray]:
        """Run members; returns how many were done, and (status, steps, bits of the time) of each.

        members -- their rows in the values; results -- (members, times, columns), in their order
        stop -- a number that other threads set to stop the loop between two members
        """
        report, task = np.zeros((len(members), REPORTED), np.int64), self._memory["task"]
        size = int(np.prod(results.shape[1:]))
        for place, number in (
            (kernels.MEMBERS, members.ctypes.data), (kernels.COUNT, len(members)),
            (kernels.VALUES, values.ctypes.data), (kernels.WIDTH, values.shape[1]),
            (kernels.RESULTS, results.ctypes.data), (kernels.SIZE, size),
            (kernels.REPORT, report.ctypes.data), (kernels.STOP, stop.ctypes.data),
            (kernels.DONE, 0),
        ):  # fmt: skip
            task[place] = number
        self._function(self._call.ctypes.data, self._address)
        raised.clear()  # the ordinary way finds the errors of functions again
        return int(task[kernels.DONE]), report

    def close(self) -> None:
        """End the run."""
        run, self._run = self._run, None
        if run is not None:
            if run.context.model.mbs is not None:
                release(run.context)
            else:  # the garbage collector has taken the system first
                run.context.equations.layout.close()
            run.context.model.functions.release_all()

    def __del__(self, is_finalizing: Callable[[], bool] = sys.is_finalizing) -> None:
        if not is_finalizing():
            self.close()


def _places(run: Run, picks: list[Pick], recorded: bool) -> tuple[list[int], list[int]]:
    """Addresses of the numbers of a row, and bytes to the next row of the recorders.

    recorded -- whether rows are those of the recorders; else coordinates are those of the state,
    but for velocities that only recorders convert, which write their first row then
    """
    recording, data = run.context.recording, run.context.data
    parts = dict(places_in_row(recording.sizes))
    places, strides = [], []
    for source, number, is_sensor in picks:
        if is_sensor:
            array, first = data["sensed"], recording.named_columns[source].start
        elif recorded or (source == "velocities" and data.composition.is_on):
            array, first = data["recorded"], parts[source].start
        else:
            array, first = data[ARRAYS[source]], 0
        places.append(array.ctypes.data + 8 * (first + number))
        strides.append(8 * (recording.sensor_width if is_sensor else recording.width))
    return places, strides


def _copy(array: np.ndarray, values: np.ndarray) -> tuple[int, int, int]:
    """Target, source and bytes of a copy of an array of the image."""
    assert array.flags.c_contiguous and values.flags.c_contiguous
    return array.ctypes.data, values.ctypes.data, array.nbytes


def _starts(run: Run, coverage: Coverage) -> list[Part]:
    """Kernels that start a member, in their order; the state of the run is changed."""
    own = run.scheme.start_parts()
    if not coverage.weighs:
        return own
    equations, model = run.context.equations, run.context.model
    places = equations.layout.diagonal(np.arange(len(run.context.data["values"]), dtype=float))
    diagonal = places[: model.n_ode2].astype(np.int64)
    if not coverage.meets:
        settled: list[Part] = [(starts.settle, None)] if coverage.moves else []
        return [*settled, (starts.weigh, {"diagonal": diagonal}), *own]
    model.mbs.systemData.to_initial_state()
    equations.evaluate_masses()
    edges = list(zip(*equations.weighed_edges(), strict=True))[1:]
    direct = bool(equations.lists.direct)
    facts = direct, direct or bool(model.markers.turns.any()), equations.lists.has_units
    rows, coordinates, levers = map(np.concatenate, edges)
    memory = {
        "diagonal": diagonal, "facts": np.array(facts, np.int64),
        "edge_rows": rows.astype(np.int64), "edge_coordinates": coordinates.astype(np.int64),
        "levers": levers.astype(float), "row_sizes": equations.row_sizes,
        "inverse": np.zeros(model.n_ae), "factorized": np.zeros(model.n_ode2),
    }  # fmt: skip
    return [(starts.meet, memory), *own]


def _unmet(run: Run) -> str:
    """Why the start of a run with constraints cannot be compiled, empty if it can."""
    model, data, lists = run.context.model, run.context.data, run.context.equations.lists
    tables = model.equation_tables()
    if lists.has_vectors or any(table.kind.blocks is None for table in tables):
        return "equations of coordinates are weighed at each correction"
    if model.has_events or model.functions.bound or len(data["scale_calls"]):
        return "constraints have functions, or laws have branches"
    if any(table.kind.wound_angles(table, model) for table in tables):
        return "angles are counted from the start"
    return ""


def _refused(mbs: MainSystem, settings: Any, solver: Integrator) -> str:
    """Why members cannot be compiled, before a run is made; empty if they may be."""
    if jit_disabled():
        return "kernels are not compiled (NUMBA_DISABLE_JIT)"
    if settings.compatibility:
        return "of compatibility in the settings"
    if mbs._step_functions.are_there:
        return CALLED_BACK
    chosen = settings.timeIntegration.generalizedAlpha
    if solver.implicit and not chosen.computeInitialAccelerations:
        return "of generalizedAlpha.computeInitialAccelerations = False"
    return ""


def _unfit(run: Run) -> str:
    """Why members of a started run cannot be compiled, empty if they can."""
    context = run.context
    model, data, equations = context.model, context.data, context.equations
    tables = model.equation_tables()
    if run.scheme.is_automatic and any(
        "time_scale" in table.kind.kernels
        or bool(model.functions.bound)
        or table.kind.next_kink(table, -math.inf) < math.inf
        for table in tables
    ):
        return "constraints move while steps have automatic sizes"
    if run.scheme.locates_events or model.has_watchers or len(data["post_calls"]):
        return "steps end at events"
    if model.functions.called_back or context.callbacks:
        return CALLED_BACK
    if context.partners or context.recording.integrates:
        return "partners are searched" if context.partners else "sensors integrate"
    if equations.redundant is not None or equations.shares_loads:
        return "constraints depend on each other"
    if equations is not data.equations or equations.layout.factors_aside() is not None:
        return "of the linear solver"
    return "" if run.scheme.start_parts() else f"{run.scheme.integrator.name} starts in Python"
