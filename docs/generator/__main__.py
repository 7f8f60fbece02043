"""`python -m docs.generator FOLDER` writes all sources of the documentation to a folder."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from docs.generator import commands, items, settings

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(\.\./(examples/(\w+)\.py|CONTRIBUTING\.md|CHANGELOG\.md)(#[\w-]*)?\)")
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
    *("results", "plots", "player", "graphics", "model-files", "user-functions", "planar"),
    *("solvers", "events", "statics", "modes", "energy", "diagnosis", "restart", "verification"),
    *("statistics", "notation", "benchmarks"),
)
"""Order of the guides; all others come last."""
DEVELOPMENT = ("architecture", "howto-extend", "contributing", "changelog")


def write(target: Path) -> list[Path]:
    """Write all sources to a folder; unchanged files are not touched."""
    texts = {path.name: path.read_text() for path in (ROOT / "docs").glob("*.md")}
    texts.pop("README.md")
    guides = [name.removesuffix(".md") for name in texts]
    guides.sort(key=lambda name: (GUIDES.index(name) if name in GUIDES else len(GUIDES), name))
    texts["contributing.md"] = (ROOT / "CONTRIBUTING.md").read_text()
    texts["changelog.md"] = (ROOT / "CHANGELOG.md").read_text()
    texts = {name: _with_links(text) for name, text in texts.items()}
    texts["index.md"] = INDEX.format(
        first_model=first_model((ROOT / "README.md").read_text()),
        guides="\n".join(name for name in guides if name not in DEVELOPMENT),
        development="\n".join(DEVELOPMENT),
    )
    for module in (items, settings, commands):
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


def _with_links(text: str) -> str:
    """Replace links that leave the docs folder by links to the pages made from their targets."""

    def replaced(found: re.Match[str]) -> str:
        target, example, part = found.groups()
        if example:
            return f"](gallery/{'dry_friction' if example == 'friction_damper' else example}.rst)"
        return f"]({target.lower()}{part or ''})"

    text = LINK.sub(replaced, text)
    text = text.replace("](../examples/)", "](gallery/index.rst)")
    return re.sub(r"\]\(docs/([\w-]+\.md)", r"](\1", text)


def first_model(readme: str) -> str:
    """Return the first complete model in the README."""
    blocks: list[str] = re.findall(r"^```python\n.*?^```$", readme, re.S | re.M)
    return next(block for block in blocks if "SolveDynamic" in block)


if __name__ == "__main__":
    print(f"{len(write(Path(sys.argv[1])))} pages in {sys.argv[1]}")
