"""Compiled kernels do exactly what their Python text does."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

from linkwork.core.kernels import compile as kernel_compiler
from linkwork.sensors import kinds as sensors
from tests.cases import looped

from .kernels import LEVELS, Workshop, evaluate_everything, kernels_of, shared_kernels
from .samples import KINDS, outputs_of

TABLED = [kind for kind in KINDS if kind not in sensors.KINDS]
each_tabled_kind = pytest.mark.parametrize("kind", TABLED, ids=lambda kind: kind.__name__)
loop_each_tabled_kind = looped("kind", TABLED, ids=lambda kind: kind.__name__)


@pytest.fixture(scope="module")
def shop():
    return Workshop()


def nearly_same(one, other):
    """Whether numbers differ by rounding alone, as where products are not rounded."""
    if one == other:
        return True
    a, b = np.frombuffer(one), np.frombuffer(other)
    return np.allclose(a, b, rtol=1e-11, atol=1e-12 * np.nanmax(np.abs(a)), equal_nan=True)


def assert_same_outcome(shop, kernel, over):
    by_machine, machine = shop.outcome(lambda: shop.compiled(kernel, over), over)
    by_python, python = shop.outcome(lambda: shop.in_python(kernel, over), over)
    assert by_machine == by_python == 0
    same = nearly_same if getattr(kernel, "contracted", False) else bytes.__eq__
    differing = [name for name in python if not same(python[name], machine[name])]
    assert not differing, f"{kernel.__module__}.{kernel.__name__} differs in {differing}"
    return [name for name in python if python[name] != shop.arrays(over)[name].tobytes()]


@each_tabled_kind
def test_kernels_give_the_same_bits_compiled_and_in_python(shop, kind):
    table = shop.model.tables[kind]
    assert len(table.rows) > 0
    for kernel in kernels_of(kind):
        if kernel.__name__ == "output":
            continue
        for level in LEVELS:
            shop.data.scalars.level = level
            written = assert_same_outcome(shop, kernel, table)
            if kernel.__name__ == "drift":
                continue  # rates of Jacobians are zero here
            wanted = kernel.__name__ != "guard"  # which returns a status alone
            assert bool(written) == wanted, f"{kernel.__name__} of {kind.__name__}: {written}"


@loop_each_tabled_kind
def test_outputs_give_the_same_bits_compiled_and_in_python(shop, kind):
    table = shop.model.tables[kind]
    local = np.array([0.5, -0.25, 0.125])
    for row in range(len(table.rows)):
        for variable in outputs_of(kind):
            width = shop.model.output_size(kind.family, table.numbers[row], variable)
            asked = (table, row, int(variable), local, width)
            by_machine, machine = shop.output_compiled(*asked)
            by_python, python = shop.output_in_python(*asked)
            assert by_machine == by_python == 0
            assert machine.tobytes() == python.tobytes(), f"{variable.name} of row {row}"


def test_motion_gathering_and_assembling_give_the_same_bits_compiled_and_in_python(shop):
    seen = set()
    for kernel, over in shared_kernels(shop):
        shop.data["q"][:] += 0.125
        shop.data["rotations"]["omega"] += 0.25
        shop.data["rotations"]["arm"] += 0.125
        shop.data["markers"]["p"] *= 1.125
        assert assert_same_outcome(shop, kernel, over)
        seen.add(kernel.__name__)
    assert seen == {"motion", "exact_motion", "jacobians", "rates", "gather", "curvature"} | {
        f"add_linked_{what}" for what in ("forces", "loads", "equations", "rows")
    } | {"add_rates"}


def test_every_variant_is_evaluated(shop):
    """Both branches of flags and user functions are among the rows."""
    for kind in TABLED:
        rows = shop.model.tables[kind].rows
        for column in {"active", "UF"} & set(rows.dtype.fields):
            assert set(rows[column] != 0) == {True, False}, f"{column} of {kind.__name__}"


def test_no_kernel_of_the_package_is_uncacheable(shop):
    for kind in TABLED:
        for kernel in kernels_of(kind):
            if kernel.__name__ != "output":
                over = shop.model.tables[kind]
                shop.outcome(lambda k=kernel, o=over: shop.compiled(k, o), over)
        table = shop.model.tables[kind]
        for variable in outputs_of(kind):
            width = shop.model.output_size(kind.family, table.numbers[0], variable)
            shop.output_compiled(table, 0, int(variable), np.zeros(3), width)
    ours = {n: why for n, why in kernel_compiler.uncacheable.items() if n.startswith("linkwork.")}
    assert ours == {}


CHILD = """
import sys
import numpy as np
from linkwork.core.kernels.compile import jit_disabled
from tests.items.kernels import evaluate_everything
assert jit_disabled()
np.savez(sys.argv[1], **evaluate_everything())
assert "numba" not in sys.modules
"""


def test_a_process_without_compiler_gives_the_same_bits(tmp_path):
    root = pathlib.Path(__file__).parents[2]
    path = os.pathsep.join([str(root), *filter(None, sys.path)])
    result = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path / "found.npz")],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    here = evaluate_everything()
    with np.load(tmp_path / "found.npz") as there:
        assert set(there) == set(here)
        for name, values in here.items():
            assert there[name].tobytes() == values.tobytes(), name
    assert all(np.any(values) for values in here.values())
