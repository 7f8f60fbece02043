"""Reference pages of the settings, generated from their declarations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docs.generator.entries import hidden
from docs.generator.markdown import powers, table
from linkwork.core.lazy_docs import written_doc
from linkwork.settings.simulation import SimulationSettings
from linkwork.settings.tree import Group, Setting
from linkwork.settings.visualization import VisualizationSettings

ABOUT = """\
# {title}

{text}

Values are checked when they are assigned, and a misspelled name raises an error. Settings without
effect are accepted for compatibility; changing one gives a warning.
"""


def pages() -> dict[str, str]:
    """Page path relative to the reference -> text."""
    return {
        "simulation-settings.md": page(
            SimulationSettings,
            "Simulation settings",
            "`settings = exu.SimulationSettings()` holds the defaults below; pass it to the solver "
            "with `mbs.SolveDynamic(settings)`.",
        ),
        "visualization-settings.md": page(
            VisualizationSettings,
            "Visualization settings",
            "`SC.visualizationSettings` sets how models of a SystemContainer are drawn. The "
            "`V...` parameters of an item take precedence.",
        ),
    }


def page(root: type[Group], title: str, text: str) -> str:
    """Return the page of a settings tree, with one section per group."""
    parts = [ABOUT.format(title=title, text=text), hidden("class", root.__name__, "linkwork")]
    for path, group, reason in _groups(root):
        declared = list(group._declared().items())
        rows = [_row(name, each, reason) for name, each in declared if isinstance(each, Setting)]
        if rows:
            heading = f"## {path}" if path else "## General"
            head = ("name", "default", "limits", "unit", "meaning")
            names = [name for name, each in declared if isinstance(each, Setting)]
            full = f"{root.__name__}.{path}." if path else f"{root.__name__}."
            anchors = [hidden("attribute", full + name, "linkwork") for name in names]
            parts += [heading, *anchors, written_doc(group), table(head, rows)]
    return "\n\n".join(parts) + "\n"


def _groups(
    kind: type[Group], path: str = "", reason: str = ""
) -> Iterator[tuple[str, type[Group], str]]:
    """Path, class and reason for having no effect, for a group and all its subgroups."""
    yield path, kind, reason
    for name, each in kind._declared().items():
        if not isinstance(each, Setting):
            below = f"{path}.{name}".lstrip(".")
            yield from _groups(each.kind, below, reason or each.no_effect)


def _row(name: str, setting: Setting[Any, Any], reason: str) -> tuple[str, ...]:
    default = setting.default
    shown = f"{default:g}" if isinstance(default, float) else repr(default)
    shown = str(default) if hasattr(default, "name") else shown
    no_effect = reason or setting.no_effect
    meaning = f"{setting.meaning} *No effect: {no_effect}.*" if no_effect else setting.meaning
    return (f"`{name}`", f"`{shown}`", setting.allowed, powers(setting.unit), meaning)
