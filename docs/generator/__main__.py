"""`python -m docs.generator FOLDER` writes all sources of the documentation to a folder."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from docs.generator import api, commands, items, precision, settings

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(
    r"\]\(((?:\.\./)*)\.\./(examples/(\w+)\.py|CONTRIBUTING\.md|CHANGELOG\.md)(#[\w-]*)?\)"
)
INDEX = """\
# Linkwork

Linkwork is a multibody dynamics library for Python. You build a model from nodes, bodies, markers,
connectors, loads and sensors, assemble it, and compute its motion, its equilibrium or its modes.
Linkwork is written entirely in Python; Numba compiles the time-critical parts at first use, and the
compiled code is cached.

The [gallery](gallery/index.rst) contains models to start from, with a player on every page. The
[reference](reference/items.md) describes every item with its law and its parameters.

```{{raw}} html
<iframe class="linkwork-player" src="players/squeezing_mechanism.html" loading="lazy"
 title="Player showing a mechanism"></iframe>
```

## A first model

{first_model}

`SolveDynamic` returns a `solution`: `solution.show()` plays it in the browser, `solution.plot()`
plots it, and `solution.export_html("run.html")` writes a page such as the one above.

```{{toctree}}
:hidden:
:caption: Start
:maxdepth: 1

gallery/index
```

```{{toctree}}
:hidden:
:caption: Guides
:maxdepth: 1

{guides}
```

```{{toctree}}
:hidden:
:caption: Reference
:maxdepth: 1

reference/items
reference/api
reference/simulation-settings
reference/visualization-settings
reference/command-line
```

```{{toctree}}
:hidden:
:caption: Development
:maxdepth: 1

{development}
```
"""
GUIDES = (
    *("results", "plots", "player", "graphics", "many-items", "model-files", "user-functions"),
    *("spatial", "planar", "solvers", "events", "statics", "modes", "energy", "diagnosis"),
    *("restart", "stepper", "verification", "statistics", "notation", "benchmarks"),
)
"""Order of the guides; all others come last."""
DEVELOPMENT = ("architecture", "howto-extend", "contributing", "changelog")
INSIDE = (
    *("motion-and-assembly", "kernels", "time-stepping", "piecewise-laws", "linear-solvers"),
    *("numerics", "rooms"),
)
"""Order of the pages below that on the architecture, in docs/inside; others come last."""
BELOW = """
```{{toctree}}
:hidden:
:maxdepth: 1

{pages}
```
"""


def write(target: Path) -> list[Path]:
    """Write all sources to a folder; unchanged files are not touched."""
    texts = {path.name: path.read_text() for path in (ROOT / "docs").glob("*.md")}
    texts.pop("README.md")
    guides = _in_order(texts, GUIDES)
    inside = {path.name: path.read_text() for path in (ROOT / "docs" / "inside").glob("*.md")}
    below = (f"inside/{name}" for name in _in_order(inside, INSIDE))
    texts["architecture.md"] += BELOW.format(pages="\n".join(below))
    texts |= {f"inside/{name}": text for name, text in inside.items()}
    texts["verification.md"] = texts["verification.md"].replace(precision.MARK, precision.SHOWN)
    texts["contributing.md"] = (ROOT / "CONTRIBUTING.md").read_text()
    texts["changelog.md"] = (ROOT / "CHANGELOG.md").read_text()
    texts = {name: _with_links(text) for name, text in texts.items()}
    texts["index.md"] = INDEX.format(
        first_model=first_model((ROOT / "README.md").read_text()),
        guides="\n".join(name for name in guides if name not in DEVELOPMENT),
        development="\n".join(DEVELOPMENT),
    )
    for module in (items, api, settings, commands):
        texts |= {f"reference/{name}": text for name, text in module.pages().items()}
    wanted = {target / name: text for name, text in texts.items()}
    for path in target.rglob("*.md"):
        if path not in wanted and "gallery" not in path.relative_to(target).parts:
            path.unlink()
    for path, text in wanted.items():
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    (target / "_players").mkdir(exist_ok=True)  # the gallery writes its pages there
    return sorted(wanted)


def _in_order(pages: Iterable[str], order: Sequence[str]) -> list[str]:
    """Names of pages without their ending, in an order; those that it does not have come last."""
    names = [page.removesuffix(".md") for page in pages]
    return sorted(names, key=lambda n: (order.index(n) if n in order else len(order), n))


def _with_links(text: str) -> str:
    """Replace links that leave the docs folder by links to the pages made from their targets."""

    def replaced(found: re.Match[str]) -> str:
        up, target, example, part = found.groups()
        if example:
            shown = "dry_friction" if example == "friction_damper" else example
            return f"]({up}gallery/{shown}.rst)"
        return f"]({up}{target.lower()}{part or ''})"

    text = LINK.sub(replaced, text)
    text = text.replace("](../examples/)", "](gallery/index.rst)")
    return re.sub(r"\]\(docs/([\w/-]+\.md)", r"](\1", text)


def first_model(readme: str) -> str:
    """Return the first complete model in the README."""
    blocks: list[str] = re.findall(r"^```python\n.*?^```$", readme, re.S | re.M)
    return next(block for block in blocks if "SolveDynamic" in block)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    print(f"{len(write(target))} pages in {target}")
    precision.make(target / "images")
