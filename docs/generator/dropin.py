"""Tables of `exudyn-scripts.md`: items, missing names, and scripts compared with Exudyn."""

from __future__ import annotations

import importlib
import json
import pkgutil
from pathlib import Path

import linkwork.exudyn
from linkwork.exudyn import _missing, itemInterface
from linkwork.items import FAMILIES as KINDS

FAMILIES = {"Node": "nodes", "Object": "objects", "Marker": "markers", "Load": "loads",
            "Sensor": "sensors"}  # fmt: skip
FOLDER = Path(__file__).resolve().parents[2] / "tests" / "dropin"


def with_tables(text: str) -> str:
    """The page with its tables."""
    for mark, table in (("items", _items), ("missing", _names), ("scripts", _scripts)):
        text = text.replace(f"<!-- {mark} -->", table())
    return text


def _items() -> str:
    """Available and missing items by family."""
    own = {kind.__name__ for kinds in KINDS.values() for kind in kinds.values()}
    names = json.loads((FOLDER / "names.json").read_text())["exudyn.itemInterface"]["names"]
    there = sorted(own & names.keys())
    missing = sorted(name for name in itemInterface._MISSING if name in _missing.names)
    lines = ["| | available | not yet |", "|---|---|---|"]
    for start, family in FAMILIES.items():
        cells = (
            ", ".join(f"`{n}`" for n in each if n.startswith(start)) for each in (there, missing)
        )
        lines.append(f"| {family} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _names() -> str:
    """Functions and classes that are not there, with the reason."""
    for module in pkgutil.walk_packages(linkwork.exudyn.__path__, "linkwork.exudyn."):
        if "._" not in module.name and not module.name.endswith(".install"):
            importlib.import_module(module.name)
    reasons: dict[str, list[str]] = {}
    for name, why in sorted(_missing.names.items()):
        if name not in itemInterface._MISSING:
            reasons.setdefault(why, []).append(f"`{name}`")
    lines = ["| names | reason |", "|---|---|"]
    lines += [f"| {', '.join(names)} | {why} |" for why, names in sorted(reasons.items())]
    return "\n".join(lines)


def _scripts() -> str:
    """Scripts with what was compared."""
    lines = ["| script | numbers | difference | own tolerance |", "|---|---|---|---|"]
    for name, found in json.loads((FOLDER / "peer.json").read_text()).items():
        difference = found.get("difference")
        shown = "" if difference is None else f"{difference:.1e}"
        lines.append(f"| {name} | {len(found['result'])} | {shown} | {found['moved']:.1e} |")
    return "\n".join(lines)
