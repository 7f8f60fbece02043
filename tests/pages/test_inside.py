"""Pages for developers are true: files, names, rooms and lists exist, and the examples run."""

import importlib.util
import math
import re
from functools import cache
from pathlib import Path

import pytest

import linkwork as exu
from docs.generator.__main__ import INSIDE
from linkwork.core.records import CALL_LISTS
from linkwork.integrators import registry
from linkwork.items import *

ROOT = Path(__file__).resolve().parents[2]
PACKAGE, DOCS = ROOT / "src" / "linkwork", ROOT / "docs"
ARCHITECTURE, CONTRIBUTING = DOCS / "architecture.md", ROOT / "CONTRIBUTING.md"
DEVELOPERS = [ARCHITECTURE, CONTRIBUTING, *sorted((DOCS / "inside").glob("*.md"))]
GUIDES = [ROOT / "README.md", *sorted(set(DOCS.glob("*.md")) - {ARCHITECTURE})]

SOURCES = ("src", "tests", "docs/generator")
INVENTED_FILES = {
    *("src/linkwork/connectors/constant_force.py", "tests/items/test_constant_force.py"),
    *("src/linkwork/integrators/explicit/rk38.py", "magnet.py", "meta.js"),
}
"""Files that readers make when they follow an example, and files of results."""
INVENTED_NAMES = {"ConstantForce", "constant_force", "rk38", "RK38", "marker_velocity", "mv"}

TEN_MINUTES = 2000
"""Words."""

FILE = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|js|md|toml)|(?:[\w.-]+/)+)`")
DRAWING = re.compile(r"^```text\n(.*?)^```$", re.S | re.M)
DRAWN_FILE = re.compile(r"(?<![\w./])((?:[\w-]+/)+(?:\w+\.py)?)")
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\((?!http)([^()#\s]*)(?:#([\w-]+))?\)")
NAME = re.compile(r"[A-Za-z_]\w*")


def without_code(page):
    return re.sub(r"^ *```.*?^ *```$", "", page.read_text(), flags=re.S | re.M)


def relative(path):
    return str(path.relative_to(ROOT))


@cache
def files():
    """Everything that a page may name, relative to the root."""
    tops = (ROOT / name for name in (*SOURCES, "examples", "benchmarks", "docs"))
    return {relative(path) for top in tops for path in top.rglob("*") if path.suffix != ".pyc"}


def exists(path):
    """Whether there is such a file, seen from the root or the package.

    A bare name may be in any folder: that of a file if it is the only one, that of a folder in any
    case, since it stands beside the one that it is in.
    """
    if path in INVENTED_FILES or any((base / path).exists() for base in (ROOT, PACKAGE)):
        return True
    bare = path.removesuffix("/")
    found = sum(name.endswith(f"/{bare}") for name in files())
    return "/" not in bare and (found == 1 or (found > 0 and bare != path))


@cache
def source_words():
    """Every name in the source text, and those of its files and folders."""
    texts = [path.read_text() for top in SOURCES for path in (ROOT / top).rglob("*.py")]
    texts += [(ROOT / name).read_text() for name in ("Makefile", "pyproject.toml")]
    found = {word for text in texts for word in NAME.findall(text)}
    return found | {word for name in files() for word in NAME.findall(name)} | INVENTED_NAMES


@cache
def anchors(page):
    heads = re.findall(r"^#+ (.*)$", without_code(page), re.M)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_files_that_pages_name_exist():
    named = {
        (page, path) for page in DEVELOPERS + GUIDES for path in FILE.findall(page.read_text())
    }
    assert len(named) > 300
    assert sorted((relative(page), path) for page, path in named if not exists(path)) == []


def test_names_in_pages_for_developers_are_those_of_the_source():
    unknown = {
        (relative(page), span)
        for page in DEVELOPERS
        for span in SPAN.findall(without_code(page))
        if not source_words().issuperset(NAME.findall(span))
    }
    assert sorted(unknown) == []


def test_drawings_name_what_exists():
    drawn = "".join(DRAWING.findall(ARCHITECTURE.read_text()))
    paths = set(DRAWN_FILE.findall(drawn))
    assert len(paths) > 20 and {path for path in paths if not exists(path)} == set()
    names = {word for word in NAME.findall(drawn) if "_" in word}
    assert len(names) > 8 and names <= source_words()


def test_links_between_pages_lead_somewhere():
    lost = []
    for page in DEVELOPERS + GUIDES:
        for path, anchor in LINK.findall(without_code(page)):
            target = page.parent / path if path else page
            there = target.exists() and (not anchor or anchor in anchors(target.resolve()))
            lost += [] if there else [(relative(page), path, anchor)]
    assert lost == []


def test_the_architecture_is_read_in_ten_minutes():
    assert len(ARCHITECTURE.read_text().split()) <= TEN_MINUTES


def test_every_room_is_on_the_page_of_the_architecture():
    rooms = ARCHITECTURE.read_text().partition("## Rooms")[2].partition("\n## ")[0]
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    modules = {path.name for path in PACKAGE.glob("[a-z]*.py")}
    assert {name for name in folders if f"`{name}/`" not in rooms} == set()
    assert {name for name in modules if f"`{name}`" not in rooms} == set()


def test_every_folder_of_tests_is_in_the_tree():
    tree = CONTRIBUTING.read_text().partition("## The tree")[2].partition("\n## ")[0]
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/__init__.py")}
    assert {name for name in folders if f" {name}/" not in tree} == set()


def test_every_page_of_the_inside_has_its_place_and_is_linked():
    names = {path.stem for path in (DOCS / "inside").glob("*.md")}
    assert names == set(INSIDE)
    listed = ARCHITECTURE.read_text().partition("## Pages on the details")[2]
    assert set(re.findall(r"\(inside/([\w-]+)\.md\)", listed)) == names


def test_every_list_of_calls_is_described():
    text = (DOCS / "inside" / "kernels.md").read_text()
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    described = [name for row in rows for name in re.findall(r"`(\w+_calls)`", row)]
    assert sorted(described) == sorted(CALL_LISTS)


def code_of(place):
    """The examples of CONTRIBUTING.md: item, family, samples, test, integrator."""
    blocks = re.findall(r"^( *)```python\n(.*?)^ *```$", CONTRIBUTING.read_text(), re.S | re.M)
    assert len(blocks) == 5
    indent, text = blocks[place]
    return re.sub(f"^{indent}", "", text, flags=re.M)


def loaded(tmp_path, name, text):
    """A module from its text, in a file: kernels are looked up there."""
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_item_that_is_added_as_an_example_runs(tmp_path):
    item = loaded(tmp_path, "constant_force", code_of(0))
    names = {**globals(), "ConstantForce": item.ConstantForce}
    exec(code_of(3), names)
    names["test_a_mass_is_pulled_with_constant_acceleration"]()
    assert "from linkwork.connectors.constant_force import *" in code_of(1)
    assert "ObjectConnectorConstantForce" in code_of(2)


def oscillation(steps):
    """x(1) of x'' = -4 x from x = 1 at rest, by the integrator RK38."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(initialCoordinates=[1, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[4, 4, 4]))
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    mbs.SolveDynamic(settings, solverType="RK38")
    return mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[0]


def test_the_integrator_that_is_added_as_an_example_has_order_four(tmp_path, monkeypatch):
    registry.integrators()
    monkeypatch.setattr(registry, "_known", dict(registry._known))
    loaded(tmp_path, "rk38", code_of(4))
    coarse, fine = (abs(oscillation(steps) - math.cos(2.0)) for steps in (50, 100))
    assert fine < 1e-7
    assert coarse / fine == pytest.approx(16.0, rel=0.05)
