"""The tutorial: its programs are run, and its pictures and players come from them.

A page of docs/tutorial is Markdown with programs, which share their variables and run one after the
other. A text block that follows a program is what it prints. Comments mark what only built pages
show:

    <!-- player: solution | A title -->      plays a Solution
    <!-- picture: figure | A description -->  a Matplotlib Figure
    <!-- file: run.gif | A description -->    a picture that the programs have written
    <!-- needs: Solution.movie -->            the rest is left out where the package lacks a method

Only the last one has an effect on the text itself, up to the next heading.
"""

from __future__ import annotations

import contextlib
import io
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import linkwork
from docs.generator.players import PLAYERS, write_player

FOLDER = Path(__file__).resolve().parents[1] / "tutorial"
PAGES = sorted(path for path in FOLDER.glob("*.md") if path.name[0].isdigit())
"""The steps, in their order."""

PARTS = re.compile(
    r"^```python\n(?P<program>.*?)^```$(?:\n\n```text\n(?P<printed>.*?)^```$)?"
    r"|^<!-- (?P<word>player|picture|file): (?P<value>.+?) \| (?P<title>.+?) -->$",
    re.S | re.M,
)
NEEDS = re.compile(r"^<!-- needs: (\w+)\.(\w+) -->\n\n(.+?\n)(?=^## )", re.S | re.M)
PLAYER = """\
```{{raw}} html
<iframe class="linkwork-player" src="../{folder}/{name}.html" loading="lazy"
 title="{title}"></iframe>
<p class="linkwork-caption">{title}
(<a href="../{folder}/{name}.html">in a page of its own</a>)</p>
```"""
PICTURE = """\
```{{image}} {folder}/{name}.svg
:alt: {title}
:class: only-light
```
```{{image}} {folder}/{name}-dark.svg
:alt: {title}
:class: only-dark
```"""
CONTENTS = """
```{{toctree}}
:hidden:

{steps}
```
"""
DOWNLOAD = "{{download}}`All programs of this page as one file <{name}.py>`"
IMAGES = "images"
INK, PAPER, FAINT, GRID = "#d0d4d8", "#131416", "#5a6068", "#2c3036"
"""Colors of pictures in the dark theme."""


class Part(NamedTuple):
    """A program with what it prints, or a mark."""

    word: str
    value: str
    title: str
    name: str


def parts(page: Path) -> Iterator[Part]:
    """Programs and marks of a page, in their order."""
    for number, found in enumerate(PARTS.finditer(_available(page.read_text()))):
        yield _part(found, _name(page, number))


def _part(found: re.Match[str], name: str) -> Part:
    if found["word"]:
        return Part(found["word"], found["value"], found["title"], name)
    return Part("program", found["program"], found["printed"] or "", name)


def _name(page: Path, number: int) -> str:
    return f"{page.stem}-{number}"


def _available(text: str) -> str:
    """A page without the parts that need what the package lacks."""

    def kept(found: re.Match[str]) -> str:
        owner, method, part = found.groups()
        return part if hasattr(getattr(linkwork, owner), method) else ""

    return NEEDS.sub(kept, text)


def text_of(page: Path) -> str:
    """The source of the built page: marks replaced by what they show."""
    numbers = iter(range(1000))

    def shown(found: re.Match[str]) -> str:
        part = _part(found, _name(page, next(numbers)))
        return found[0] if part.word == "program" else _shown(part)

    title, rest = PARTS.sub(shown, _available(page.read_text())).split("\n", 1)
    return f"{title}\n\n{DOWNLOAD.format(name=page.stem)}\n{rest}"


def program_of(page: Path) -> str:
    """All programs of a page as one file."""
    title = page.read_text().partition("\n")[0]
    programs = [part.value for part in parts(page) if part.word == "program"]
    return "\n".join([f"{title}\n", *programs])


def _shown(part: Part) -> str:
    if part.word == "file":
        return f"![{part.title}]({IMAGES}/{part.value})"
    form, folder = (PLAYER, PLAYERS) if part.word == "player" else (PICTURE, IMAGES)
    return form.format(folder=folder, name=part.name, title=part.title)


def texts() -> dict[str, str]:
    """Page path -> source of all built pages of the tutorial."""
    contents = CONTENTS.format(steps="\n".join(page.stem for page in PAGES))
    first = (FOLDER / "index.md").read_text() + contents
    return {"tutorial/index.md": first} | {f"tutorial/{p.name}": text_of(p) for p in PAGES}


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Programs write to a temporary folder and open no windows."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        mock.patch("linkwork.view.page.opened", return_value=True),
        mock.patch("tempfile.tempdir", folder),
    ):
        yield


def steps(page: Path) -> Iterator[tuple[Part, dict[str, Any], str]]:
    """Run a page; yields each part after it, the variables, and what a program has printed."""
    names: dict[str, Any] = {}
    with _quiet():
        for part in parts(page):
            printed = io.StringIO()
            if part.word == "program":
                with contextlib.redirect_stdout(printed):
                    exec(compile(part.value, str(page), "exec"), names)
            yield part, names, printed.getvalue()


def make(source: Path) -> None:
    """Run all pages and write their pictures and players to the sources of the documentation."""
    source = source.resolve()  # programs run in another folder
    images = source / "tutorial" / IMAGES
    images.mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        (images.parent / f"{page.stem}.py").write_text(program_of(page))
        for part, names, _ in steps(page):
            if part.word == "file":
                shutil.copy(part.value, images)
            elif part.word == "player":
                write_player(names[part.value], source, part.name, part.title)
            elif part.word == "picture":
                draw(names[part.value], images / part.name)


def draw(figure: Any, path: Path) -> None:
    """Write a Figure for the light and for the dark theme; path has no ending."""
    figure.savefig(path.with_name(f"{path.name}.svg"))
    darken(figure)
    figure.savefig(path.with_name(f"{path.name}-dark.svg"))


def darken(figure: Any) -> None:
    """Give a Figure the colors of the dark theme; curves keep theirs unless they are black."""
    from matplotlib.colors import to_rgb
    from matplotlib.legend import Legend
    from matplotlib.spines import Spine
    from matplotlib.text import Text

    figure.set_facecolor(PAPER)
    for text in figure.findobj(Text):
        text.set_color(INK)
    for spine in figure.findobj(Spine):
        spine.set_edgecolor(FAINT)
    for legend in figure.findobj(Legend):
        legend.get_frame().set(facecolor=PAPER, edgecolor=FAINT)
    for axes in figure.axes:
        axes.set_facecolor(PAPER)
        axes.tick_params(which="both", color=FAINT, labelcolor=INK, grid_color=GRID, grid_alpha=1)
        for line in axes.lines:
            if sum(to_rgb(line.get_color())) < 0.6:
                line.set_color(INK)
