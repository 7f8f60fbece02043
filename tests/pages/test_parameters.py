"""Every parameter of a public function, method or class has a meaning in the reference."""

import ast
import re

from docs.generator import api
from docs.generator.docstrings import signature_of
from linkwork import extend
from linkwork.core.frozen import frozen
from tests.cases import looped

ENTRY = re.compile(
    r"^``````\{py:\w+\} (\S+?)(\([^\n]*\))\n:module: .*?\n\n(.*?)``````$", re.S | re.M
)
CELL = re.compile(r"(?<!\\)\|")
PAGES = api.pages()


def parameters(signature):
    """Names of the parameters of a signature as the pages write it."""
    given = ast.parse(f"def f{signature}: pass").body[0].args
    several = [each for each in (given.vararg, given.kwarg) if each]
    return [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs, *several)]


def meanings(text):
    """Name -> meaning of the table of parameters in an entry."""
    rows = [[cell.strip() for cell in CELL.split(line)[1:-1]] for line in text.splitlines()]
    tables = [k for k, row in enumerate(rows) if row and row[0] == "name" and row[-1] == "meaning"]
    found = {}
    for start in tables:
        for row in rows[start + 2 :]:
            if not row:
                break
            found[row[0].strip("`")] = row[-1]
    return found


@looped("page", PAGES)
def test_every_parameter_has_a_meaning(page):
    missing = []
    for name, signature, text in ENTRY.findall(PAGES[page]):
        told = meanings(text)
        missing += [f"{name}: {each}" for each in parameters(signature) if not told.get(each)]
    assert not missing, f"{len(missing)} parameters without a meaning: {missing}"


def test_there_are_parameters_to_look_at():
    entries = [found for page in PAGES.values() for found in ENTRY.findall(page)]
    assert len(entries) > 400
    assert sum(len(parameters(signature)) for _, signature, _ in entries) > 1100


def test_a_parameter_without_a_meaning_is_found():
    (entry,) = ENTRY.findall(
        "``````{py:method} Thing.turn(angle, *, speed=(1, 2), **options)\n:module: linkwork\n\n"
        "Turn it.\n\n| name | default | meaning |\n| --- | --- | --- |\n"
        "| `angle` |  | how far, up to \\| two turns |\n| `speed` | `(1, 2)` |  |\n\n``````"
    )
    assert parameters(entry[1]) == ["angle", "speed", "options"]
    assert meanings(entry[2]) == {"angle": "how far, up to \\| two turns", "speed": ""}


def test_classes_of_values_show_what_they_take():
    @frozen
    class Base:
        first: int

    @frozen
    class Value(Base):
        second: "float" = 2.0

    found = signature_of(Value, False)
    assert str(found) == "(first: int, second: 'float' = 2.0)"
    assert list(signature_of(extend.Output, False).parameters) == ["symbol", "unit", "size", "doc"]
