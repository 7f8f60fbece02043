"""Running single kernels, compiled and as plain Python, on the same tables."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import call_kernel, status
from linkwork.core.records import CALL
from linkwork.linear.choose import OwnLU
from linkwork.model.data import Data, Entries, entry_of, fill_calls
from linkwork.model.model import Model
from linkwork.model.table import Table
from linkwork.nodes.rigid_body_ep import NodeRigidBodyEP

from .samples import world_of_variants

LEVELS = (0, 1, 2)


def kernels_of(kind: type) -> Iterator[Callable[..., Any]]:
    """The kernels that run over a kind's table, the assembler's included."""
    yield from kind.kernels.values()
    if kind.blocks is not None and kind.blocks.by_index is not None:
        yield kind.blocks.by_index


def shared_kernels(shop: "Workshop") -> Iterator[tuple[Callable[..., Any], Any]]:
    """Motion and gathering of markers, assembling behind Jacobians, with their rows."""
    yield from shop.model.markers.motion_parts()
    yield from shop.model.markers.gather_parts()
    for kernel, over in shop.data.parts["jacobian_calls"]:
        if over is not None and not isinstance(over, Table):
            yield kernel, over


def call_compiled(data: Data, kernel: Callable[..., Any], over: Any) -> int:
    """Status of a compiled kernel that runs over a table or list."""
    call = np.zeros(1, CALL)
    fill_calls(call, [over])
    code = address_of(entry_of(kernel, over))
    return int(call_kernel(code, call.ctypes.data, data.address))


class Workshop:
    """The system with all kinds and variants in a random state, all work memory filled."""

    def __init__(self) -> None:
        self.world = world_of_variants()
        self.model: Model = self.world.mbs._model
        self.data: Data = self.world.mbs._data
        n = self.model.n_ode2 + self.model.n_ae + self.model.n_ode1
        self.model.functions.bind_all_back()
        self.equations = Equations(self.model, self.data, OwnLU(n), True)
        self.data.make_saved("start")
        rng = np.random.default_rng(1)
        for name in ("q", "v", "a", "multipliers", "y", "y_t", "data_coordinates"):
            self.data[name][:] = rng.uniform(-0.2, 0.2, self.data[name].size)
        self.data["row_mass"][:] = rng.uniform(0.5, 2.0, self.data["row_mass"].size)
        s = self.data.scalars
        s.t, s.cq, s.cv, s.ca, s.row_scale = 0.25, 0.3, 0.7, 1.1, 2.0
        s.t_start, s.t_end = 0.0, 1.0
        s.row_cq, s.row_cv, s.h, s.cy = 0.6, 1.4, 0.01, 0.4
        for name in ("motion_calls", "force_calls"):  # forces may note what they have found
            assert self.equations.run(name) == 0
        assert self.equations.move_markers() == 0
        for table in self.model.tables.values():
            if {
                "post_newton",
                "switch",
            } <= table.kind.kernels.keys():  # let the state contradict some branches
                self.data["branches"][table.rows["event"]] = 1
        self.data.set("energy", np.zeros(max(len(t.rows) for t in self.model.tables.values())))
        filled = ["marker_force", "residual", "constraint", "rates", "values", "energy"]
        arrays = [self.data[name] for name in filled]
        for table in self.model.tables.values():
            arrays += [a for a in table.own.values() if a.dtype == np.float64]
            blocks = table.kind.blocks
            arrays += [table.pools[name] for name in (blocks.pools if blocks is not None else ())]
        for array in arrays:
            array[...] = rng.uniform(-1.0, 1.0, array.shape)
        self.data["switching"][:] = -1.0, 1.0  # no error is smaller
        self._compose(rng)

    def _compose(self, rng: np.random.Generator) -> None:
        """Let every other node with Euler parameters be composed, and a row be recorded."""
        rows = self.model.tables[NodeRigidBodyEP].rows
        rows["composed"][::2] = rows["owns"][::2]
        assert set(rows["composed"]) == {0, 1}
        self.data["poses"][:] = rng.uniform(0.2, 1.0, self.data["poses"].size)
        sizes = self.model.n_ode2, self.model.n_ae, self.model.n_ode1, self.model.n_data
        width = 1 + 3 * sizes[0] + sizes[1] + 2 * sizes[2] + sizes[3]
        self.data.set("recorded", rng.uniform(-1.0, 1.0, width))
        self.data.scalars.record_rows = 1

    def arrays(self, over: Any) -> dict[str, np.ndarray]:
        """Everything a kernel could touch: frame, rows, own arrays and pools."""
        table = over.table if isinstance(over, Entries) else over
        own = table.own if isinstance(table, Table) else {}
        rows = over.rows if isinstance(over, (Table, Entries)) else over
        pools = table.pools if isinstance(table, Table) else {}
        named = {"own " + k: a for k, a in own.items()} | {"pool " + k: a for k, a in pools.items()}
        return {**self.data.arrays, **named, "table": rows}

    def outcome(self, run: Callable[[], int], over: Any) -> tuple[int, dict[str, bytes]]:
        """Status and all arrays after a run; the arrays get their old values back."""
        arrays = self.arrays(over)
        kept = {name: array.copy() for name, array in arrays.items()}
        result = run()
        after = {name: array.tobytes() for name, array in arrays.items()}
        for name, array in arrays.items():
            array[...] = kept[name]
        return result, after

    def compiled(self, kernel: Callable[..., Any], over: Any) -> int:
        return call_compiled(self.data, kernel, over)

    def in_python(self, kernel: Callable[..., Any], over: Any) -> int:
        return status(self.data.in_python(kernel, over))

    def output_compiled(
        self, table: Table, row: int, variable: int, local: np.ndarray, width: int
    ) -> tuple[int, np.ndarray]:
        """An output as a sensor gets it."""
        requests = np.array([[row, variable, 1]])
        self.data.set("sensed", np.zeros(1 + width))
        self.data.scalars.sensor_rows, self.data.scalars.sensor_width = 0, 1 + width
        call = np.zeros(1, CALL)
        fill_calls(call, [table])
        call["requests"], call["locals"] = requests.ctypes.data, local.ctypes.data
        call["n_requests"] = 1
        code = address_of(entry_of(table.kind.kernels["output"], table))
        result = int(call_kernel(code, call.ctypes.data, self.data.address))
        return result, self.data["sensed"][1:].copy()

    def output_in_python(
        self, table: Table, row: int, variable: int, local: np.ndarray, width: int
    ) -> tuple[int, np.ndarray]:
        value = np.zeros(width)
        given = dict(row=row, variable=variable, local=local, value_out=value)
        result = status(self.data.in_python(table.kind.kernels["output"], table, **given))
        return result, value


def evaluate_everything() -> dict[str, np.ndarray]:
    """Residual, constraint values and system matrix of all kinds at all levels."""
    shop = Workshop()
    data, equations = shop.data, shop.equations
    found = {}
    for level in LEVELS:
        assert equations.forces(level) == 0
        assert equations.run("inertia_calls") == 0
        data["values"][:] = 0.0
        assert equations.run("jacobian_calls") == 0
        for name in ("residual", "constraint", "marker_force", "rates", "values"):
            found[f"{name}{level}"] = data[name].copy()
    return found
