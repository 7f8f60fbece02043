"""Help inside Python: docstrings, signatures and completion, made from the declarations."""

import inspect
import pydoc
import subprocess
import sys

import pytest

import linkwork as exu
from linkwork.connectors.connector import PairConnector
from linkwork.core.declare.fields import Fields
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.help import default_text, example, law_of, type_text
from linkwork.core.declare.item import checked
from linkwork.core.declare.parameters import Choice
from linkwork.core.lazy_docs import LazyDoc
from linkwork.items import *
from tests.items.samples import KINDS, each, loop_kind

ABOUT_40_LINES = 41
LONG = {
    "ObjectJointGeneric", "ObjectConnectorRollingDiscPenalty", "ObjectConnectorPlanarSpringDamper",
    "ObjectConnectorCoordinateSpringDamperExt", "ObjectConnectorRigidBodySpringDamper",
    "ObjectConnectorHydraulicActuatorSimple",
    "ObjectConnectorTabularSpringDamper", "ObjectConnectorCoordinateMotion",
    "ObjectANCFCable2D", "ObjectANCFCable", "ObjectBeamGeometricallyExact2D",
    "ObjectALEANCFCable2D",
    "ObjectFFRFreducedOrder", "ObjectKinematicTree",
    "ObjectContactFrictionCircleCable2D",
}  # fmt: skip
"""Laws with many parameters."""
CHOOSERS = [kind for kind in KINDS if any(isinstance(p.kind, Choice) for p in kind.fields.values())]


def one_line(text):
    return " ".join(text.split())


@loop_kind
def test_help_has_law_parameters_outputs_and_an_example(kind):
    text = kind.__doc__
    told = one_line(text)
    for p in kind.fields.values():
        unit = f" [{p.unit}]" if p.unit not in ("", "1") else ""
        default = f" = {default_text(p)}" if p.default_is_valid else ""
        assert f"\n    {p.name}{default}"[:60] in text
        assert one_line(f"{p.name}{default}{unit} -- {p.doc}") in told
        assert type_text(p.kind) in told and ("required)" in told or default)
        if isinstance(p.kind, UserFunction):
            assert ", ".join(p.kind.arguments) in told
    for p in kind.V.fields.values():
        assert f"V{p.name} = " in told
    for variable, output in kind.outputs.items():
        assert f"\n    {variable.name} {output.symbol}" in text and output.doc in told
    assert law_of(kind), f"the docstring of {kind.__module__} does not start with its name"
    assert f"Example:\n    item = mbs.Add{kind.family.capitalize()}(" in text
    assert max(map(len, text.splitlines())) <= 100
    most = 60 if kind.__name__ in LONG else ABOUT_40_LINES
    assert text.count("\n") <= (80 if kind is ObjectFFRFreducedOrder else most)


@loop_kind
def test_help_shows_the_first_formulas_of_the_law(kind):
    lines = [line for line in law_of(kind).splitlines() if line.startswith("    ")]
    for line in lines[:1]:
        assert line in kind.__doc__


@loop_kind
def test_the_example_of_help_makes_a_valid_item(kind):
    """Names in it stand for numbers of other items."""
    made = example(kind).partition("(")[2].removesuffix(")")
    names = {name: k for k, name in enumerate(("node", "body", "object", "marker", "load"))}
    names |= {f"{name}{k}": k for name in (*names, "sensor") for k in range(3)} | {"sensor": 0}
    item = eval(made, {**globals(), **names})
    assert type(item) is kind
    checked(item)


@loop_kind
def test_signatures_list_the_parameters_with_their_defaults(kind):
    found = inspect.signature(kind).parameters
    assert list(found) == [*kind.fields, "visualization"]
    for p in kind.fields.values():
        assert found[p.name].default is p.default
    for p in kind.V.fields.values():
        assert inspect.signature(kind.V).parameters[p.name].default is p.default


@loop_kind
def test_completion_lists_parameters_and_drawing(kind):
    assert {*kind.fields, "visualization"} <= set(dir(kind()))
    assert {f"V{name}" for name in kind.V.fields} <= set(dir(kind()))
    assert set(kind.V.fields) <= set(dir(kind.V()))


@each(CHOOSERS)
def test_words_of_choices_are_found_without_an_error(kind):
    for name, words in kind.choices().items():
        assert words == kind.fields[name].kind.words
        assert " or ".join(map(repr, words)) in one_line(kind.__doc__)
        assert inspect.signature(kind).parameters[name].annotation.__args__ == words
        for word in words:
            checked(kind(**{name: word}))


def test_words_of_a_spring_are_an_attribute():
    assert TabularSpringDamper.choices()["springType"] == (
        "Linear", "Tensile", "Compressive", "Tabular",
    )  # fmt: skip
    assert "'Linear', 'Tensile', 'Compressive', 'Tabular'" in str(
        inspect.signature(TabularSpringDamper)
    )


def test_help_is_what_pydoc_shows():
    text = pydoc.render_doc(SpringDamper, renderer=pydoc.plaintext)
    assert "stiffness = 0 [N/m] -- stiffness of the spring (k; real, >= 0)" in text
    assert "f_SD = k (L - L0) + d (Ldot - Ldot0) + f_a" in text
    assert inspect.getdoc(SpringDamper()).startswith("A spring-damper with an additional force")


def test_help_of_a_drawing_lists_its_options():
    assert "drawSize = -1 [m] -- size of the drawing" in VSpringDamper.__doc__


def test_users_items_have_help():
    from linkwork.extend import PairConnector, Real, parameter

    class Pull(PairConnector):
        """A constant pull."""

        pull: float = parameter(2.0, Real, symbol="F", unit="N", doc="size of the force")

    assert Pull.__doc__.startswith("A constant pull.\n\nParameters:")
    assert "pull = 2 [N] -- size of the force (F; real)" in Pull.__doc__
    assert "Law:" not in Pull.__doc__  # this module is not about it


def test_docstrings_are_made_when_they_are_asked_for():
    for kind in (*KINDS, *(kind.V for kind in KINDS)):
        assert isinstance(vars(kind)["__doc__"], LazyDoc)
    text = "import sys, linkwork.items; print('linkwork.core.declare.help' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


@pytest.mark.parametrize("base", [Fields, exu.MainSystem, PairConnector])
def test_bases_keep_their_docstring(base):
    assert inspect.getdoc(base)
