"""`python -m docs.generator FOLDER` writes all sources of the documentation to a folder."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from docs.generator import api, commands, dropin, items, precision, scaling, settings, tutorial

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(
    r"\]\(((?:\.\./)*)\.\./(examples/(\w+)\.py|CONTRIBUTING\.md|CHANGELOG\.md)(#[\w-]*)?\)"
)
INDEX = """\
# Linkwork

`````{{container}} linkwork-front
````{{container}} linkwork-words
Linkwork is a multibody dynamics library for Python. You describe a mechanism by its bodies, joints,
springs and loads, compute its motion, its equilibrium or its modes, and play the result in the
browser. It is written in Python; the parts that take time are compiled.

You need Python 3.11 or newer. In the folder of the source code, run
([more](installation.md)):

```sh
pip install ".[plot]"
```

Begin with the [tutorial](tutorial/index.md), or with a model of the [gallery](gallery/index.rst).
````

```{{raw}} html
<iframe class="linkwork-player" src="players/{scene}.html#play"
 title="A mechanism in motion"></iframe>
```
`````

Five lines build a mass on a spring, solve and play it. The scene above is
[a larger model](gallery/{scene}.rst).

{first_model}

- **[Tutorial](tutorial/index.md)**: six steps from a mass on a spring to a study with many runs
- **[Gallery](gallery/index.rst)**: models to start from, with a player on every page
- **[Reference](reference/items.md)**: every item with its law, its parameters and an example
- **Coming from** [Exudyn](coming-from-exudyn.md), [MuJoCo](coming-from-mujoco.md) or
  [SciPy](coming-from-scipy.md): corresponding names, and what differs

```{{toctree}}
:hidden:
:caption: Start
:maxdepth: 1

{start}
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
:caption: Inside
:maxdepth: 1

{development}
```
"""
SCENE = "stewart_platform"
"""Example that plays on the first page."""
START = (
    *("installation", "tutorial/index", "gallery/index"),
    *("exudyn-scripts", "coming-from-exudyn", "coming-from-mujoco", "coming-from-scipy"),
)
GUIDES = (
    *(
        "results",
        "plots",
        "player",
        "movies",
        "graphics",
        "many-items",
        "model-files",
        "user-functions",
    ),
    *(
        "spatial",
        "planar",
        "robots",
        "howto-cables",
        "howto-beams",
        "howto-flexible-bodies",
        "howto-hydraulics",
        "driven-motion",
        "solvers",
        "events",
        "statics",
        "modes",
        "sensitivities",
        "energy",
        "diagnosis",
    ),
    *(
        "fitting",
        "ensembles",
        "clusters",
        "restart",
        "stepper",
        "verification",
        "statistics",
        "notation",
        "benchmarks",
    ),
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
    texts |= tutorial.texts()
    texts["verification.md"] = texts["verification.md"].replace(precision.MARK, precision.SHOWN)
    texts |= {page: scaling.shown(page, texts[page]) for page in scaling.MARKS}
    texts["exudyn-scripts.md"] = dropin.with_tables(texts["exudyn-scripts.md"])
    texts["contributing.md"] = (ROOT / "CONTRIBUTING.md").read_text()
    texts["changelog.md"] = (ROOT / "CHANGELOG.md").read_text()
    texts = {name: _with_links(text) for name, text in texts.items()}
    texts["index.md"] = INDEX.format(
        first_model=first_model((ROOT / "README.md").read_text()),
        scene=SCENE,
        start="\n".join(START),
        guides="\n".join(name for name in guides if name not in {*START, *DEVELOPMENT}),
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
    text = re.sub(r"\]\(((?:\.\./)*)\.\./examples/\)", r"](\1gallery/index.rst)", text)
    return re.sub(r"\]\(docs/([\w/-]+\.md)", r"](\1", text)


def first_model(readme: str) -> str:
    """Return the first complete model in the README."""
    blocks: list[str] = re.findall(r"^```python\n.*?^```$", readme, re.S | re.M)
    return next(block for block in blocks if "SolveDynamic" in block)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    print(f"{len(write(target))} pages in {target}")
    tutorial.make(target)
    precision.make(target / "images")
    scaling.make(target / "images")
