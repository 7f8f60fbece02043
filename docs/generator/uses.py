"""Where readers of the reference find an example of a name that has none of its own.

An entry without an example gets a line with links: to the example of its section, to that of a name
of the same form (`GetNode` and `GetObject`), to what returns it, to a guide or to the gallery.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from linkwork import extend

ROOT = Path(__file__).resolve().parents[2]
ENTRY = re.compile(r"^``````\{py:(method|function|class)\} ([\w.]+)(.*?)\n``````$", re.S | re.M)
CODE = re.compile(r"^```python\n(.*?)^```$", re.S | re.M)
IMPORT = re.compile(r"^from [\w.]+ import (?:\([^)]*\)|.*)$", re.M)
HEADING = re.compile(r"^#{1,3} (.+)$", re.M)
ITEMS = ("connectors", "joints", "loads", "bodies", "nodes", "markers", "sensors")
MEMBERS = "| member | value |"
"""What entries of enumerations have."""
FORMS = (
    ("Node|Object|Marker|Load|Sensor", "Item"),
    ("ODE2|ODE1|AE|Data(?=Coord|Size|$)|System(?=Size)", "Part"),
    ("_tt?$", ""),
    ("[sS]ize$", "Size"),
    (r"^(\.?)(?:Set|Get)", r"\1"),
)
"""What names of the same form differ in, and what stands for it; the last counts least."""
HELD_BY = {
    "FailureTable": "linkwork.EnsembleResult.failures",
    "MemberFailure": "linkwork.EnsembleResult.failures",
    "Event": "linkwork.Solution.events",
    "Jump": "linkwork.Solution.jumps",
    "RecordOfFit": "linkwork.Fit.records",
    "Statistics": "linkwork.Solution.statistics",
}
"""Classes of values that an attribute holds."""
OWN_NAMES = {"planar.md": "planar", "extend.md": "linkwork.extend"}
"""Pages of modules that have names of their own for what others have, too."""
GUIDES = re.compile(r"^Guides: .*$", re.M)
WAYS = 2
"""So many guides or models of the gallery are named at most."""


class Shown(NamedTuple):
    """An example of a page, and the link to it."""

    link: str
    words: frozenset[str]
    program: str = ""


def with_examples(page: str, pages: dict[str, str]) -> str:
    """The text of a page in which each entry has an example, or links to one."""
    own, returning = list(_sections(pages[page])), _returning(pages)

    def completed(found: re.Match[str]) -> str:
        if CODE.search(found[3]):
            return found[0]
        owner, point, name = found[2].rpartition(".")
        word = point + name
        is_returned = not owner and page not in OWN_NAMES
        ways = _on_page(word, own) or (_by_return(name, returning) if is_returned else [])
        ways = ways or _elsewhere(word, page, pages) or _in_source(name)
        line = f"\n\nExample: {', '.join(ways)}." if ways else ""
        return f"{found[0].removesuffix('``````').rstrip()}{line}\n``````"

    return ENTRY.sub(completed, pages[page])


def without_example(pages: dict[str, str]) -> Iterator[str]:
    """Names whose entries have neither an example nor a link to one."""
    for page, text in pages.items():
        for found in ENTRY.finditer(text):
            if not CODE.search(found[3]) and "\nExample: " not in found[3]:
                yield f"{page}: {found[2]}"


def form_of(name: str, count: int) -> str:
    """What names of the same form have in common, by the first rules for it."""
    for pattern, kept in FORMS[:count]:
        name = re.sub(pattern, kept, name)
    return name


def _sections(text: str) -> Iterator[Shown]:
    """Examples of a page: those of its sections, which stand outside of entries, and of classes."""
    outside = ENTRY.sub("", text)
    heads = list(HEADING.finditer(CODE.sub(lambda found: " " * len(found[0]), outside)))
    for found in CODE.finditer(outside):
        head = [head for head in heads if head.start() < found.start()][-1]
        slug = re.sub(r"[^\w\- ]", "", head[1].lower()).replace(" ", "-")
        title = "top of this page" if head[0].startswith("# ") else head[1]
        yield Shown(f"[{title}](#{slug})", _words(found[1]))
    for entry in ENTRY.finditer(text):
        module = re.search(r"^:module: (.+)$", entry[3], re.M)
        program = "\n".join(CODE.findall(entry[3]))
        if program and module and entry[1] == "class" and MEMBERS not in entry[3]:
            yield Shown(f"{{py:class}}`~{module[1]}.{entry[2]}`", _words(program))


def _on_page(word: str, own: list[Shown]) -> list[str]:
    for shown in own:
        if word in shown.words:
            return [shown.link]
    for count in (len(FORMS) - 1, len(FORMS)):
        form = form_of(word, count)
        for shown in own:
            like = sorted(each for each in shown.words if form_of(each, count) == form != each)
            if like:
                return [f"`{like[0].lstrip('.')}` in {shown.link}"]
    return []


def _by_return(name: str, returning: dict[str, list[str]]) -> list[str]:
    if name in HELD_BY:
        return [f"{{py:attr}}`~{HELD_BY[name]}`"]
    return [f"{{py:meth}}`~{each}`" for each in returning.get(name, [])[:WAYS]]


def _returning(pages: dict[str, str]) -> dict[str, list[str]]:
    """Class -> methods that return it."""
    found: dict[str, list[str]] = {}
    for text in pages.values():
        for kind, title, rest in (entry.groups() for entry in ENTRY.finditer(text)):
            returned = re.search(r"^Returns: `(.+)`$", rest, re.M)
            module = re.search(r"^:module: (.+)$", rest, re.M)
            if kind == "method" and returned and module:
                for word in re.findall(r"\w+", returned[1]):
                    found.setdefault(word, []).append(f"{module[1]}.{title}")
    return found


def _elsewhere(word: str, page: str, pages: dict[str, str]) -> list[str]:
    guides = re.findall(r"\[\]\(\.\./[\w-]+\.md\)", "".join(GUIDES.findall(pages[page])))
    module = OWN_NAMES.get(page, "")
    using = [
        each
        for each in written()
        if word in each.words and (each.link in guides or module in each.program)
    ]
    links = [each.link for each in using if each.link in guides] or [each.link for each in using]
    if links or module:
        return links[:WAYS]
    for other, text in pages.items():
        if other != page and any(word in _words(block) for block in CODE.findall(text)):
            return [f"[]({other})"]
    return []


def _in_source(name: str) -> list[str]:
    """The shortest file of a built-in item, or of a test, that uses a name of linkwork.extend."""
    if name not in extend.__all__:
        return []
    items = [path for family in ITEMS for path in (ROOT / "src" / "linkwork" / family).glob("*.py")]
    for files in (items, (ROOT / "tests" / "extend").glob("*.py")):
        using = [path for path in files if _uses(path.read_text(), name)]
        if using:
            first = min(using, key=lambda path: (path.stat().st_size, path.name))
            return [f"`{first.relative_to(ROOT)}`"]
    return []


def _uses(text: str, name: str) -> bool:
    """Whether a file imports a name and uses it."""
    imported = "\n".join(IMPORT.findall(text))
    comes = re.search(rf"\b{name}\b|^from linkwork.extend import \*", imported, re.M)
    return bool(comes) and re.search(rf"\b{name}\b", IMPORT.sub("", text)) is not None


@cache
def written() -> tuple[Shown, ...]:
    """Programs of the guides, the tutorial and the gallery."""
    found = []
    docs = ROOT / "docs"
    for path in (*sorted(docs.glob("*.md")), *sorted(docs.glob("tutorial/*.md"))):
        program = "\n".join(CODE.findall(path.read_text()))
        found.append(Shown(f"[](../{path.relative_to(docs)})", _words(program), program))
    for path in sorted((ROOT / "examples").glob("*.py")):
        shown = "dry_friction" if path.stem == "friction_damper" else path.stem
        program = path.read_text()
        found.append(Shown(f"[](../gallery/{shown}.rst)", _words(program), program))
    return tuple(each for each in found if each.words)


def _words(program: str) -> frozenset[str]:
    """Names that a program uses; those of methods, called or written, with a point."""
    program = re.sub(r"#.*", "", program)
    methods = re.findall(r"(?:\.|\bdef )([A-Za-z_]\w*)", program)
    return frozenset(re.findall(r"[A-Za-z_]\w*", program)) | {f".{name}" for name in methods}
