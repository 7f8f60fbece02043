"""Links between pages of the reference: from texts to items, and between items and Create..."""

from __future__ import annotations

import re

import linkwork
from docs.generator.families import FAMILIES
from linkwork.core.declare.item import Item

CREATES = {
    "CreateGround": "ObjectGround",
    "CreateMassPoint": "ObjectMassPoint",
    "CreateRigidBody": "ObjectRigidBody",
    "CreateRigidBody2D": "ObjectRigidBody2D",
    "CreateRevoluteJoint": "ObjectJointRevoluteZ",
    "CreatePrismaticJoint": "ObjectJointPrismaticX",
    "CreateUniversalJoint": "ObjectJointGeneric",
    "CreateCylindricalJoint": "ObjectJointGeneric",
    "CreatePlanarJoint": "ObjectJointGeneric",
    "CreatePrescribedMotion": "ObjectConnectorCoordinateMotion",
    "CreateMovingPoint": "ObjectConnectorCoordinateMotion",
    "CreateForce": "LoadForceVector",
    "CreateTorque": "LoadTorqueVector",
    "CreateMutualGravity": "ObjectConnectorGravity",
    "CreateRollingDisc": "ObjectJointRollingDisc",
}
"""Methods whose name is not that of the item that they create."""

PLACES = {
    "Solution": "solution.md", "Diagnosis": "diagnosis.md", "Modes": "modes.md",
    "SimulationSettings": "simulation-settings.md", "Stepper": "stepper.md",
    "SystemData": "system-data.md", "EnsembleResult": "ensembles.md",
    "Fit": "fitting.md", "Optimum": "fitting.md",
    "OutputVariableType": "errors-and-enumerations.md",
    "DynamicSolverType": "errors-and-enumerations.md",
}  # fmt: skip
"""Names of the interface that texts link to."""

GUIDE = re.compile(r"`docs/([\w-]+)(?:\.md)?`")
"""Guides that docstrings name."""
SKIPPED = re.compile(r"(\{[a-z:]+\}`[^`]*`|`[^`]*`|\[[^\]]*\]\([^)]*\))")


def _pages() -> dict[str, str]:
    found = {}
    for folder, (_, kinds) in FAMILIES.items():
        for kind in kinds:
            for name in (kind.__name__, kind.short_name if kind.family == "object" else ""):
                found[name] = f"{folder}/{kind.__name__}.md"
    found.pop("", None)
    return found


ITEMS = _pages()
"""Name of an item -> its page."""

WORD = re.compile(r"(?<![\w./\[-])(" + "|".join([*ITEMS, *PLACES]) + r")(?![\w(\]]|\.\w)")


def linked(text: str) -> str:
    """The text with links to the pages of items and of a few classes."""
    text = GUIDE.sub(r"[](../\1.md)", text)
    parts = SKIPPED.split(text)
    places = ITEMS | PLACES
    for k in range(0, len(parts), 2):
        parts[k] = WORD.sub(lambda found: f"[{found[1]}]({places[found[1]]})", parts[k])
    return "".join(parts)


def item_of(method: str) -> type[Item] | None:
    """The kind of item that a Create... method creates."""
    name = CREATES.get(method, method.removeprefix("Create"))
    for _, kinds in FAMILIES.values():
        for kind in kinds:
            if method.startswith("Create") and name in (kind.__name__, kind.short_name):
                return kind
    return None


def creators(kind: type[Item]) -> list[str]:
    """Methods of MainSystem that create an item of a kind."""
    return [name for name in vars(linkwork.MainSystem) if item_of(name) is kind]
