"""`python -m docs.generator FOLDER`: the sources of the documentation, written and generated."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from docs.generator import commands, items, settings

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(\.\./(examples/(\w+)\.py|CONTRIBUTING\.md|CHANGELOG\.md)(#[\w-]*)?\)")
INDEX = """\
# Linkwork

{intro}

```{{toctree}}
:caption: Start
:maxdepth: 1

gallery/index
```

```{{toctree}}
:caption: Guides
:maxdepth: 1

{guides}
```

```{{toctree}}
:caption: Reference
:maxdepth: 1

reference/items
reference/simulation-settings
reference/visualization-settings
reference/command-line
```

```{{toctree}}
:caption: Development
:maxdepth: 1

{development}
```
"""
DEVELOPMENT = ("architecture", "howto-extend", "contributing", "changelog")


def write(target: Path) -> list[Path]:
    """Write all sources below a folder; files that have not changed are left alone."""
    texts = {path.name: path.read_text() for path in (ROOT / "docs").glob("*.md")}
    texts.pop("README.md")
    guides = sorted(name.removesuffix(".md") for name in texts)
    texts["contributing.md"] = (ROOT / "CONTRIBUTING.md").read_text()
    texts["changelog.md"] = (ROOT / "CHANGELOG.md").read_text()
    texts = {name: _with_links(text) for name, text in texts.items()}
    texts["index.md"] = INDEX.format(
        intro=introduction((ROOT / "README.md").read_text()),
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
    return sorted(wanted)


def _with_links(text: str) -> str:
    """Links out of the folder of documents become links to pages that are made of their targets."""

    def replaced(found: re.Match[str]) -> str:
        target, example, part = found.groups()
        if example:
            return f"](gallery/{'dry_friction' if example == 'friction_damper' else example}.rst)"
        return f"]({target.lower()}{part or ''})"

    text = LINK.sub(replaced, text)
    text = text.replace("](../examples/)", "](gallery/index.rst)")
    return re.sub(r"\]\(docs/([\w-]+\.md)", r"](\1", text)


def introduction(readme: str) -> str:
    """The paragraphs of the README before its second heading, and its first model."""
    opening = readme.partition("\n# ")[2] or readme.removeprefix("# ")
    opening = opening.partition("\n")[2].partition("\n## ")[0].strip()
    opening = re.sub(r"!\[[^\]]*\]\([^)]*\)|<img[^>]*>", "", opening).strip()
    first = re.search(r"## A first model\n(.*?)\n## ", readme, re.S)
    return opening + (f"\n\n## A first model\n{first[1].rstrip()}" if first else "")


if __name__ == "__main__":
    print(f"{len(write(Path(sys.argv[1])))} pages in {sys.argv[1]}")
