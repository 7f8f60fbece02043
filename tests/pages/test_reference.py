"""Pages that are made from the declarations: complete, readable by the parser, examples run."""

import linkwork as exu
from docs.generator import commands, items, settings
from docs.generator.__main__ import _with_links, first_model, write
from docs.generator.mini_examples import CALLS, END, START, derived, mini_example
from docs.generator.sample_examples import script_of
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.parameters import Array, Curve, Matrix, Number, Rotation, Vector
from linkwork.items import NodeGenericODE2
from tests.cases import looped
from tests.items.samples import KINDS, loop_kind, loop_over

NUMBERS = (Number, Array, Vector, Matrix, Curve)
PURE = {
    *("coordinateIndexPerNode", "tempCoordinates", "tempCoordinates_t", "tempCoordinates_tt"),
    "factors",
}
"""Numbers whose unit belongs to the user, or that count something."""

PAGES = {**items.pages(), **settings.pages(), **commands.pages()}


@loop_kind
def test_every_number_of_a_page_has_a_unit_and_a_meaning(kind):
    text = items.page(kind)
    for p in kind.fields.values():
        assert p.doc and f"`{p.name}`" in text
        if isinstance(p.kind, NUMBERS) and not isinstance(p.kind, Rotation):
            assert p.unit or p.name in PURE, f"{kind.__name__}.{p.name} has no unit"
    for variable, output in kind.outputs.items():
        assert output.doc and output.unit and f"`{variable.name}`" in text
    for p in kind.V.fields.values():
        assert p.doc and f"`V{p.name}`" in text


@loop_kind
def test_pages_tell_law_functions_and_source(kind):
    text = items.page(kind)
    assert items.summary(kind).endswith(".")
    law = text.partition("## Law")[2].partition("## Parameters")[0]
    assert len(law) > 80
    functions = [p for p in kind.fields.values() if isinstance(p.kind, UserFunction)]
    for p in functions:
        assert f"def {p.name}({', '.join(p.kind.arguments)})" in text
    assert (
        f"Source: `{kind.__module__.replace('.', '/')}.py`".replace("`linkwork", "`src/linkwork")
        in text
    )


def run_the_example_of(kind):
    names = {}
    exec(compile(mini_example(kind), kind.__name__, "exec"), names)
    assert isinstance(names["solution"], exu.Solution) and names["solution"].success
    members = names["solution"].snapshot.items[kind.family]
    assert any(type(item) is kind for item in members)
    assert max(map(len, mini_example(kind).splitlines())) <= 100


@loop_kind
def test_the_example_of_a_page_runs(kind):
    run_the_example_of(kind)


@looped(
    "name",
    [
        "ObjectMassPoint", "ObjectMassPoint2D", "ObjectRigidBody2D", "MarkerBodyPosition",
        "MarkerNodePosition", "ObjectConnectorSpringDamper", "ObjectConnectorDistance",
        "ObjectConnectorGravity", "ObjectConnectorCoordinateSpringDamper",
        "ObjectConnectorTorsionalSpringDamper", "LoadForceVector", "LoadMassProportional",
        "LoadCoordinate", "LoadTorqueVector",
    ],
)  # fmt: skip
def test_a_new_item_has_an_example_without_one_being_written(name, monkeypatch):
    kind = next(kind for kind in KINDS if kind.__name__ == name)
    monkeypatch.delitem(CALLS, name)
    run_the_example_of(kind)


@loop_over(kind for kind in KINDS if kind is not NodeGenericODE2)  # no body is made for it alone
def test_a_sample_is_an_example(kind):
    """What pages of kinds show that stand on something new."""
    script = script_of(kind)
    names = {}
    text = "\n".join([START, *script.functions, *script.lines, END])
    exec(compile(text, kind.__name__, "exec"), names)
    assert names["solution"].success
    assert any(type(item) is kind for item in names["solution"].snapshot.items[kind.family])


def test_derived_examples_name_what_an_item_must_be_given():
    kinds = {kind.__name__: kind for kind in KINDS}
    assert derived(kinds["ObjectConnectorDistance"]) == (
        "DistanceConstraint(markerNumbers=[fixed, tip], distance=1)"
    )
    assert derived(kinds["LoadCoordinate"]) == "LoadCoordinate(markerNumber=motion, load=1)"


def test_no_example_is_left_over():
    assert set(CALLS) <= {kind.__name__ for kind in KINDS}


def test_settings_pages_have_every_setting():
    simulation, drawing = (PAGES[f"{word}-settings.md"] for word in ("simulation", "visualization"))
    for root, text in ((exu.SimulationSettings, simulation), (exu.VisualizationSettings, drawing)):
        for path, setting, reason in root._tree():
            group, _, name = path.rpartition(".")
            section = text.partition(f"## {group or 'General'}\n")[2].partition("\n## ")[0]
            (row,) = [line for line in section.splitlines() if line.startswith(f"| `{name}` |")]
            assert (setting.__doc__ or "").split(" [")[0][:30] in row
            assert reason in row


def test_command_line_page_has_every_command():
    text = PAGES["command-line.md"]
    for name in ("run", "sweep", "play", "info", "warmup", "demo", "bench", "schema"):
        assert f"## linkwork {name}\n" in text and f"usage: linkwork {name}" in text


def test_links_out_of_the_documents_lead_to_pages():
    given = "[a](../examples/pendulum.py) [b](../CONTRIBUTING.md#tests) [c](../examples/) [d](x.md)"
    wanted = "[a](gallery/pendulum.rst) [b](contributing.md#tests) [c](gallery/index.rst) [d](x.md)"
    assert _with_links(given) == wanted
    given = "[a](../../CONTRIBUTING.md#tests) [b](../../examples/chain.py) [c](docs/inside/x.md)"
    wanted = "[a](../contributing.md#tests) [b](../gallery/chain.rst) [c](inside/x.md)"
    assert _with_links(given) == wanted


def test_all_sources_are_written_once(tmp_path):
    paths = write(tmp_path)
    assert {path.name for path in paths} >= {"index.md", "solvers.md", "items.md", "NodePoint.md"}
    assert tmp_path / "inside" / "kernels.md" in paths
    assert "\ninside/kernels\n" in (tmp_path / "architecture.md").read_text()
    before = {path: path.stat().st_mtime_ns for path in paths}
    (tmp_path / "gone.md").write_text("a page of an item that is there no more")
    assert {path: path.stat().st_mtime_ns for path in write(tmp_path)} == before
    assert not (tmp_path / "gone.md").exists()


def test_the_first_model_of_the_readme_is_a_whole_one():
    model = "```python\nimport linkwork\nmbs.SolveDynamic()\n```"
    assert first_model(f"# Title\n\n```python\nsolution.show()\n```\n\n{model}\n") == model
