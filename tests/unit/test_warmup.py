"""What is compiled ahead: all that a run may need."""

import inspect

import pytest

from linkwork import warmup
from linkwork.core.compile import compiled_functions
from linkwork.data import entry_of
from linkwork.solvers import generalized_alpha, runge_kutta
from linkwork.solvers.linear import assembly_tree, high_fill, low_fill, sparse_lu, symbolic
from linkwork.solvers.linear.choose import choose  # noqa: F401 (imports every layout)
from linkwork.solvers.linear.layout import Layout
from linkwork.solvers.linear.minimum_norm import MinimumNorm  # noqa: F401

ENTRIES = set(warmup.entries())
LONG = [generalized_alpha.long_generalized_alpha, runge_kutta.long_runge_kutta]
ANALYSIS = [
    *(f for _, f in inspect.getmembers(symbolic, inspect.isfunction) if f is not symbolic.find),
    *(f for _, f in inspect.getmembers(assembly_tree, inspect.isfunction)),
    *(low_fill._expand, low_fill._slots, high_fill._slots, sparse_lu.targets),
]


def layouts(base=Layout):
    """Layouts that factorise."""
    for kind in base.__subclasses__():
        yield from layouts(kind)
        if hasattr(kind, "factor"):
            yield kind


@pytest.mark.parametrize("layout", sorted(set(layouts()), key=str), ids=lambda kind: kind.__name__)
def test_linear_solvers_are_compiled_ahead(layout):
    for kernel in (layout.factor, layout.solve):
        assert entry_of(kernel, None) in ENTRIES


@pytest.mark.parametrize("loop", LONG, ids=lambda loop: loop.__name__)
def test_vectorised_loops_are_compiled_ahead(loop):
    assert entry_of(loop, None) in ENTRIES


def test_the_analysis_of_sparse_patterns_is_compiled_ahead():
    warmup.analyse()
    known = compiled_functions()
    assert len(ANALYSIS) == 14
    for kernel in ANALYSIS:
        assert f"{kernel.__module__}.call_{kernel.__name__}" in known, kernel
