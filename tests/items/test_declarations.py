"""Every item is declared completely, under the documented names and defaults."""

import ast
import inspect
import sys
import types

import numpy as np
import pytest

import linkwork.items
from linkwork.bodies.first_order import FirstOrder
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import VARIABLE, Item, Visualization
from linkwork.core.declare.parameters import Array, Number, PReal, Real, UReal
from linkwork.core.enums import OutputVariableType
from linkwork.core.records import i4
from linkwork.sensors import kinds as sensors

from . import facts
from .facts import FAMILY_OF
from .flexible_facts import (
    FLEXIBLE_EXTRA_OUTPUTS,
    FLEXIBLE_EXTRA_PARAMETERS,
    FLEXIBLE_FACTS,
    FLEXIBLE_NOT_NEGATIVE,
    FLEXIBLE_POSITIVE,
    FLEXIBLE_USER_FUNCTIONS,
)
from .planar_facts import (
    PLANAR_EXTRA_OUTPUTS,
    PLANAR_FACTS,
    PLANAR_NOT_NEGATIVE,
    PLANAR_USER_FUNCTIONS,
)
from .samples import KINDS, each, loop_kind, loop_over
from .space_facts import (
    EXTRA_PARAMETERS,
    SPACE_EXTRA_OUTPUTS,
    SPACE_FACTS,
    SPACE_NOT_NEGATIVE,
    SPACE_POSITIVE,
    SPACE_USER_FUNCTIONS,
)

FAMILIES = ("nodes", "bodies", "markers", "connectors", "joints", "loads", "sensors")
ALL_FACTS = (*facts.FACTS, *PLANAR_FACTS, *SPACE_FACTS, *FLEXIBLE_FACTS)
BY_NAME = {fact.name: fact for fact in ALL_FACTS}
EXTRA_OUTPUTS = (
    facts.EXTRA_OUTPUTS | PLANAR_EXTRA_OUTPUTS | SPACE_EXTRA_OUTPUTS | FLEXIBLE_EXTRA_OUTPUTS
)
USER_FUNCTIONS = (
    facts.USER_FUNCTIONS | PLANAR_USER_FUNCTIONS | SPACE_USER_FUNCTIONS | FLEXIBLE_USER_FUNCTIONS
)
NOT_NEGATIVE = facts.NOT_NEGATIVE + PLANAR_NOT_NEGATIVE + SPACE_NOT_NEGATIVE + FLEXIBLE_NOT_NEGATIVE
POSITIVE = facts.POSITIVE + SPACE_POSITIVE + FLEXIBLE_POSITIVE
UNITLESS = ("color",)
"""Numbers of V classes that have no unit."""


DOCUMENTED = [kind for kind in KINDS if kind.__name__ in BY_NAME]
"""Kinds that follow a document; an item of our own has no facts to agree with."""

each_documented_kind = loop_over(DOCUMENTED)


def user_functions_of(cls):
    return {n: p.kind for n, p in cls.fields.items() if isinstance(p.kind, UserFunction)}


def physical_parameters_of(kind):
    return [p for p in kind.fields.values() if isinstance(p.kind, Number) and p.symbol]


def lists_of(cls):
    """Names of the parameters whose default is a list."""
    return [name for name in cls.fields if isinstance(getattr(cls(), name), list)]


def test_all_documented_items_are_there():
    assert sorted(kind.__name__ for kind in DOCUMENTED) == sorted(BY_NAME)


def test_no_item_class_escapes_the_lists_of_kinds():
    declared, waiting = set(), [Item]
    while waiting:
        found = waiting.pop().__subclasses__()
        waiting += found
        declared |= {c for c in found if c.type_name and c.__module__.startswith("linkwork.")}
    assert declared == set(KINDS)


@pytest.mark.parametrize("family", FAMILIES)
def test_type_names_of_a_family_are_unique(family):
    names = [kind.type_name for kind in sys.modules[f"linkwork.{family}.kinds"].KINDS]
    assert len(names) == len(set(names))


@each_documented_kind
def test_names_and_defaults_are_the_documented_ones(kind):
    fact = BY_NAME[kind.__name__]
    assert (kind.type_name, kind.short_name) == (fact.type_name, fact.short_name)
    declared = [(n, p.default) for n, p in kind.fields.items()]
    extra = (EXTRA_PARAMETERS | FLEXIBLE_EXTRA_PARAMETERS).get(kind.__name__, {})
    assert declared == [("name", ""), *fact.parameters.items(), *extra.items()]
    assert [(n, p.default) for n, p in kind.V.fields.items()] == [*fact.drawn.items()]


@each_documented_kind
def test_limits_are_the_documented_ones(kind):
    for name, p in kind.fields.items():
        where = f"{kind.__name__}.{name}"
        if isinstance(p.kind, Number):
            wanted = UReal if where in NOT_NEGATIVE else PReal if where in POSITIVE else Real
            assert p.kind == wanted, where
        assert getattr(p.kind, "family", None) == FAMILY_OF.get(name), where


@each_documented_kind
def test_outputs_are_the_documented_ones(kind):
    documented = BY_NAME[kind.__name__].outputs.split()
    wanted = {*documented, *EXTRA_OUTPUTS.get(kind.__name__, "").split()}
    if kind.family == "object":
        energies = {"kinetic": "KineticEnergy", "potential": "PotentialEnergy"}
        wanted |= {name for kernel, name in energies.items() if kernel in kind.kernels}
    assert {variable.name for variable in kind.outputs} == wanted


@loop_over(kind for kind in DOCUMENTED if user_functions_of(kind) or user_functions_of(kind.V))
def test_user_functions_take_the_documented_arguments(kind):
    for cls in (kind, kind.V):
        for name, function in user_functions_of(cls).items():
            assert " ".join(function.arguments) == USER_FUNCTIONS[f"{cls.__name__}.{name}"]


@loop_kind
def test_constructor_shows_the_order_of_its_arguments_and_their_defaults(kind):
    parameters = inspect.signature(kind).parameters
    assert list(parameters) == [*kind.fields, "visualization"]
    assert list(inspect.signature(kind.V).parameters) == list(kind.V.fields)
    for name, p in kind.fields.items():
        assert parameters[name].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
        assert parameters[name].default == p.default


@loop_kind
def test_public_names_exist_and_mean_the_same(kind):
    public = vars(linkwork.items)
    assert public[kind.__name__] is kind
    assert public["V" + kind.__name__] is kind.V
    assert issubclass(kind.V, Visualization)
    assert kind.V.__name__ == "V" + kind.__name__
    if kind.short_name:
        assert public[kind.short_name] is kind
        assert public["V" + kind.short_name] is kind.V
    assert {"V" + kind.__name__, kind.__name__} <= set(linkwork.items.__all__)


@loop_kind
def test_every_parameter_says_what_it_is(kind):
    for cls in (kind, kind.V):
        for p in cls.fields.values():
            where = f"{cls.__name__}.{p.name}"
            assert len(p.doc.split()) > 1, f"{where} needs a doc"
            if isinstance(p.kind, (Number, Array)) and cls is kind:
                assert p.symbol, f"{where} needs a symbol"
            if isinstance(p.kind, (Number, Array)) and p.name not in UNITLESS:
                assert p.unit, f'{where} needs a unit ("1" if it has none)'
            if isinstance(p.kind, UserFunction) and p.kind.pointer is not None:
                assert p.symbol and p.unit, f"{where} needs a symbol and the unit of its result"


@loop_kind
def test_symbols_are_the_columns_of_the_table(kind):
    columns = kind.dtype.fields
    symbols = [p.symbol for p in kind.fields.values() if p.symbol]
    assert len(symbols) == len(set(symbols))
    assert kind.dtype.type is np.record
    assert columns["number"][0] == i4
    for p in kind.fields.values():
        if p.symbol and p.kind.column is not None:
            dtype, shape = p.kind.column
            assert columns[p.symbol][0] == np.dtype((dtype, shape))


@loop_over(kind for kind in KINDS if physical_parameters_of(kind))
def test_symbols_of_physical_parameters_stand_in_the_law(kind):
    law = sys.modules[kind.__module__].__doc__
    for p in physical_parameters_of(kind):
        assert p.symbol in law, f"the docstring of {kind.__module__} does not use {p.symbol}"


@loop_over(kind for kind in KINDS if kind.outputs)
def test_every_output_says_what_it_is(kind):
    for variable, output in kind.outputs.items():
        assert isinstance(variable, OutputVariableType)
        assert output.symbol and output.unit and output.doc
        assert isinstance(output.size, int) and output.size >= min(VARIABLE, 0)


@loop_kind
def test_module_states_the_law(kind):
    law = sys.modules[kind.__module__].__doc__
    lines = [line for line in law.splitlines() if line.strip()]
    assert len(lines) > 1, f"{kind.__module__} must state the law in its docstring"
    assert kind.__doc__ and kind.V.__doc__


@loop_kind
def test_one_file_declares_one_item(kind):
    declared = [k for k in KINDS if k.__module__ == kind.__module__]
    assert declared == [kind]


@each(sensors.KINDS)
def test_sensors_have_the_kernels_that_the_engine_asks_for(kind):
    located = {"events", "switch"} if kind is linkwork.items.SensorEvent else set()
    asked = kind.function_parameters() or kind.outputs
    assert set(kind.kernels) == ({"output"} | located if asked else set())


@loop_over(kind for kind in KINDS if kind not in sensors.KINDS)
def test_kinds_have_the_kernels_that_the_engine_asks_for(kind):
    family = kind.__module__.split(".")[1]
    has = set(kind.kernels)
    assert "output" in has
    if family in ("connectors", "joints", "loads"):
        assert "residual" in has
    if family in ("connectors", "joints"):
        assert "jacobian" in has
    if issubclass(kind, FirstOrder):
        assert has >= {"residual", "jacobian"}
    elif family == "bodies" and kind.node_kinds:
        assert has >= {"inertia", "jacobian", "kinetic"}
    assert all(isinstance(kernel, types.FunctionType) for kernel in kind.kernels.values())


@loop_kind
def test_item_files_need_nothing_from_above(kind):
    tree = ast.parse(inspect.getsource(sys.modules[kind.__module__]))
    modules = [n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    above = ("solvers", "system", "results", "model", "data", "settings")
    for module in modules:
        assert module.split(".")[1:2] not in [[name] for name in above], module


@loop_over(kind for kind in KINDS if lists_of(kind) or lists_of(kind.V))
def test_a_default_is_not_shared_between_items(kind):
    for cls in (kind, kind.V):
        changed, other = cls(), cls()
        for name in lists_of(cls):
            default, value = cls.fields[name].default, getattr(changed, name)
            value.append("changed")
            assert getattr(other, name) == default != value, name
            assert getattr(cls(), name) == default, name
