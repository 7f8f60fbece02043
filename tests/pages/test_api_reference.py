"""Pages of the programming interface: every public name has an entry, every example runs."""

import enum
import inspect
import json
import os
import re
import runpy
import subprocess
import sys

import numpy as np
from sphinx.util.inventory import InventoryFile

import linkwork as exu
from docs.generator import api, commands, items, settings
from docs.generator.api_examples import CREATE, CREATE_START, EXAMPLES
from docs.generator.docstrings import described, parameter_table, signature_of
from docs.generator.entries import public_members
from docs.generator.links import creators, item_of, linked
from docs.generator.sample_calls import call_of
from docs.generator.uses import with_examples, without_example
from linkwork import extend, graphics, gym, planar, plot, robots, utilities
from linkwork.api.system_data.data import SystemData
from linkwork.core.declare.fields import Fields
from linkwork.run.stepper import Stepper
from tests.cases import looped
from tests.items.samples import KINDS

REFERENCE = {**items.pages(), **api.pages(), **settings.pages(), **commands.pages()}
MODULES = (extend, graphics, gym, planar, plot, robots, utilities)
CONFIGURATION = """\
extensions = ["myst_parser", "sphinx.ext.mathjax"]
myst_heading_anchors = 3
nitpicky = True
nitpick_ignore_regex = [("py:class", ".*")]
html_theme = "basic"
"""
START = """\
# Start

```{toctree}
reference/items
reference/api
reference/simulation-settings
reference/visualization-settings
reference/command-line
```
"""


def build(folder):
    """Build the reference with Sphinx, with empty guides beside it; what it warned of."""
    source = folder / "source"
    guides = {
        name
        for text in REFERENCE.values()
        for name in re.findall(r"\(\.\./((?:tutorial/)?[\w-]+)\.md\)", text)
    }
    texts = {f"reference/{name}": text for name, text in REFERENCE.items()}
    texts |= {f"{name}.md": f"---\norphan: true\n---\n# {name}\n" for name in guides}
    models = {
        name for text in texts.values() for name in re.findall(r"/(gallery/\w+\.rst)\)", text)
    }
    texts |= {name: ":orphan:\n\nA model\n=======\n" for name in models}
    texts |= {"index.md": START, "conf.py": CONFIGURATION}
    for name, text in texts.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    command = [sys.executable, "-m", "sphinx", "-q", str(source), str(folder / "html")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stderr


def public_names():
    """All documented names: of the package, its modules, and methods of its classes."""
    found = {f"linkwork.{name}": getattr(exu, name) for name in exu.__all__}
    for module in MODULES:
        names = api.utility_names() if module is utilities else module.__all__
        found |= {f"{module.__name__}.{name}": getattr(module, name) for name in names}
    found["linkwork.run.stepper.Stepper"] = Stepper
    methods = {f"{SystemData.__module__}.SystemData.{name}" for name in api.system_data_members()}
    for name, value in found.items():
        if inspect.isclass(value) and issubclass(value, enum.Enum):
            methods |= {f"{name}.{member}" for member in value.__members__}
        elif inspect.isclass(value) and not issubclass(value, Fields):
            methods |= {f"{name}.{member}" for member, _ in public_members(value)}
    methods |= {f"linkwork.items.{name}" for name in exu.items.__all__}
    for root in (exu.SimulationSettings, exu.VisualizationSettings):
        methods |= {f"linkwork.{root.__name__}.{path}" for path, _, _ in root._tree()}
    return {*found, *methods}


def test_every_public_name_has_an_entry_in_the_built_pages_and_is_found(tmp_path):
    assert build(tmp_path) == ""  # no warnings
    with (tmp_path / "html" / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", os.path.join)
    entries = {name for kind in inventory.values() for name in kind}
    missing = sorted(public_names() - entries)
    assert not missing, f"{len(missing)} names without an entry: {missing}"
    assert len(public_names()) > 800

    text = (tmp_path / "html" / "searchindex.js").read_text()
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    words = {*index["terms"], *index["titleterms"]}
    assert {"createspringdamp", "spectralradius", "springforceuserfunct"} <= words
    found = {entry[4] or name for name, each in index["objects"].items() for entry in each}
    assert {"CreateSpringDamper", "SolveDynamic", "endTime"} <= found


def test_every_entry_says_something():
    texts = {found[1]: found[2] for page in REFERENCE.values() for found in ENTRY.finditer(page)}
    assert not [name for name, text in texts.items() if len(text.strip()) < 5]
    for page in REFERENCE.values():
        for found in re.finditer(r"^\| attribute \| meaning \|\n(?:\|.*\n)*", page, re.M):
            assert "|  |" not in found[0], found[0]


@looped("name", EXAMPLES)
def test_examples_of_sections_run(name, tmp_path, monkeypatch, capsys):
    defaults = plot.PlotSensorDefaults()
    monkeypatch.setattr(defaults, "fontSize", defaults.fontSize)  # an example changes it
    run(EXAMPLES[name], tmp_path, monkeypatch)


@looped("name", CREATE)
def test_examples_of_create_run_and_the_model_can_be_assembled(name, tmp_path, monkeypatch):
    made = run(f"{CREATE_START}{CREATE[name]}\nmbs.Assemble()\n", tmp_path, monkeypatch)
    kind = item_of(name)
    family = made["mbs"]._items[kind.family]
    assert kind in {type(family[k]) for k in range(len(family))}


def run(text, folder, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "example.py").write_text(text)
    assert max(map(len, text.splitlines())) <= 100
    return runpy.run_path(str(folder / "example.py"))


def test_every_create_method_has_an_example_and_an_item():
    methods = [name for name in vars(exu.MainSystem) if name.startswith("Create")]
    assert set(CREATE) == set(methods)
    assert all(item_of(name) for name in methods)
    kinds = {kind.__name__: kind for kind in KINDS}
    assert creators(kinds["ObjectConnectorSpringDamper"]) == ["CreateSpringDamper"]
    page = items.page(kinds["ObjectConnectorSpringDamper"])
    assert "~linkwork.MainSystem.CreateSpringDamper" in page


def test_every_entry_has_an_example_or_a_link_to_one():
    assert list(without_example(api.pages())) == []
    text = REFERENCE["main-system.md"].partition("MainSystem.GetNodeParameter(")[2]
    wanted = "Example: `GetObjectParameter` in [Numbers, dictionaries and parameters]("
    assert f"{wanted}#numbers-dictionaries-and-parameters)." in text.partition("\n``````")[0]
    assert "#numbers-dictionaries-and-parameters" in text
    text = REFERENCE["solution.md"].partition("} Energies\n")[2].partition("\n``````")[0]
    assert "Example: {py:meth}`~linkwork.Solution.energy`" in text


def test_entries_without_an_example_are_found():
    start = "# Page\n\n## Some part\n\n```python\nmbs.GetNode(1)\n```\n\n"
    entry = "``````{py:method} MainSystem.NAME(x)\n:module: linkwork\n\nText.\n``````\n"
    names = ("GetNode", "GetLoad", "Unheard")
    pages = {"a.md": start + "".join(entry.replace("NAME", name) for name in names)}
    made = with_examples("a.md", pages)
    assert "Text.\n\nExample: [Some part](#some-part).\n``````" in made
    assert "Text.\n\nExample: `GetNode` in [Some part](#some-part).\n``````" in made
    assert list(without_example({"a.md": made})) == ["a.md: MainSystem.Unheard"]


@looped("name", [name for name in api.utility_names() if call_of(name)])
def test_calls_of_utilities_run_and_show_their_result(name):
    call, _, result = call_of(name).partition("#")
    names = {"np": np, **vars(utilities)}
    value = eval(call, names)
    assert max(map(len, call_of(name).splitlines())) <= 100
    if isinstance(value, np.ndarray) and value.ndim == 2:
        assert result.strip() == f"{value.shape[0]} x {value.shape[1]}"
    elif isinstance(value, (float, np.ndarray)):
        shown = np.array(result.strip(" []\n#").split(), float)
        assert np.allclose(shown, value, rtol=0, atol=6e-5)


def test_methods_are_listed_once_by_the_class_that_has_them():
    assert "InertiaSphere.Translated" not in REFERENCE["utilities.md"]
    assert "RigidBodyInertia.Translated(vec)" in REFERENCE["utilities.md"]
    text = REFERENCE["utilities.md"].partition("} InertiaSphere(")[2].partition("\n``````")[0]
    assert "A {py:class}`~linkwork.utilities.RigidBodyInertia`, with the same methods." in text


def test_every_example_is_shown():
    shown = "".join(REFERENCE.values())
    for text in (*EXAMPLES.values(), *CREATE.values()):
        assert text.strip() in shown


def test_parameters_of_create_methods_have_a_meaning():
    for name in CREATE:
        text = REFERENCE["main-system.md"].partition(f"MainSystem.{name}(")[2]
        text = text.partition("\n``````")[0]
        rows = [line for line in text.splitlines() if line.startswith("| `")]
        assert rows and all(row.split(" | ")[-1].strip(" |") for row in rows), (name, rows)


ENTRY = re.compile(r"^``````\{py:\w+\} (.*?)\n:module: .*?\n\n(.*?)``````$", re.S | re.M)
DOC = """\
Add a thing.

Text that stays.

name, other [m] -- two of them; third -- after a semicolon
long -- begins here
    and goes on
first [N],
second -- over two lines; other parameters: see linkwork.api.create.bodies
"""


def test_docstrings_are_read():
    found = described(DOC)
    assert found.text == ["Add a thing.", "Text that stays."]
    assert found.meanings == {
        "name": "two of them", "other": "two of them [m]", "third": "after a semicolon",
        "long": "begins here and goes on", "first": "over two lines [N]",
        "second": "over two lines",
    }  # fmt: skip


def test_tables_have_types_defaults_and_meanings():
    def made(self, length=1.0, point=(0.0, 0.0), *, other=None):
        """Make."""

    made.__annotations__ = {"length": "float | None", "point": "Vector", "other": "Any"}
    told, of_item = {"length": "how long [m]"}, {"other": "extra"}
    text = parameter_table(signature_of(made, True), told, "linkwork.graphics.shapes", of_item)
    assert text.splitlines()[2:] == [
        r"| `length` | `float \| None` | `1` | how long \[m\] |",
        "| `point` | `vector of 2 or 3 numbers` | `(0, 0)` | position \\[m\\] |",
        "| `other` |  | `None` | extra |",
    ]


def test_names_of_items_become_links():
    assert linked("Add a SpringDamper, `SpringDamper`, mySpringDamper.") == (
        "Add a [SpringDamper](connectors/ObjectConnectorSpringDamper.md), `SpringDamper`, "
        "mySpringDamper."
    )
