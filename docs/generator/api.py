"""Reference pages of the programming interface: every public name, by page and section.

Names are collected from the classes and modules themselves. A section takes those that its rule
accepts and no section before it; the last section of a page takes all others, so that a new name
has an entry without a line here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import linkwork
from docs.generator.api_examples import CREATE, CREATE_START, EXAMPLES
from docs.generator.constants import CONSTANTS
from docs.generator.docstrings import described
from docs.generator.entries import (
    attributes,
    class_entry,
    entry,
    function,
    hidden,
    own_doc,
    public_members,
)
from docs.generator.links import item_of, linked
from docs.generator.markdown import code, prose
from docs.generator.sample_calls import call_of
from docs.generator.uses import with_examples
from linkwork import extend, graphics, gym, planar, plot, robots, utilities
from linkwork.api.outputs import OutputHandle, SensorHandle
from linkwork.api.system_data.data import SystemData
from linkwork.ensemble.failures import FailureTable, MemberFailure
from linkwork.fitting.result import RecordOfFit
from linkwork.results.energy.energy import Energies
from linkwork.results.jumps import Jump
from linkwork.results.replay.constraint_errors import ConstraintErrors
from linkwork.results.replay.interpolation import State
from linkwork.results.sensitivity import Sensitivity
from linkwork.results.statistics import Statistics
from linkwork.rigid import frames, quadrature, rotations, vectors
from linkwork.run.stepper import Stepper

Rule = Callable[[str], bool]


@dataclass(frozen=True)
class Section:
    """Part of a page: which names it takes, its example, and the guides that tell more."""

    title: str
    takes: Rule
    example: str = ""
    text: str = ""
    guides: tuple[str, ...] = ()


def _any(*beginnings: str) -> Rule:
    return lambda name: name.startswith(beginnings)


def _one(*names: str) -> Rule:
    return lambda name: name in names


def _ends(*words: str) -> Rule:
    return lambda name: name.startswith(("Get", "Set")) and name.endswith(words)


def _rest(name: str) -> bool:
    return True


CREATE_TEXT = """\
Each of these methods creates an item together with the nodes, markers and loads that it needs. All
examples below start with

"""

SYSTEM = (
    Section("Creating bodies, connectors, joints and loads", _any("Create"), "", CREATE_TEXT,
            ("spatial", "graphics")),
    Section("Adding items", _any("Add"), "adding",
            "Items are the classes of `linkwork.items`, described [one by one](items.md).",
            ("many-items",)),
    Section("Solving", _one("Assemble", "SolveDynamic", "SolveStatic", "Stepper", "Check"),
            "solving", "", ("solvers", "statics", "stepper", "diagnosis", "events", "restart")),
    Section("Linearization and modes", _any("Compute", "Linearize"), "modes", "", ("modes",)),
    Section("Functions that are called in every step", _ends("UserFunction"), "functions", "",
            ("user-functions",)),
    Section("Outputs", lambda n: _ends("Output", "OutputBody", "Values", "StoredData")(n)
            or n == "output_handle", "outputs", "", ("results",)),
    Section("Numbers, dictionaries and parameters", _any("Get", "Set"), "parameters"),
    Section("Plots, texts and files", _any("Plot", "Live", "Info", "User", "save"), "texts", "",
            ("plots", "player", "model-files")),
    Section("State of the system", _rest, "state"),
)  # fmt: skip
DATA = (
    Section("Coordinates", lambda n: "Coordinates" in n or "State" in n or n.endswith("Time"),
            "coordinates", "", ("notation",)),
    Section("Sizes and numbers", _rest, "numbers"),
)  # fmt: skip
UTILITIES = {
    "Rotations": ("rotations", "rotations"),
    "Angular velocities": ("velocities", "velocities"),
    "Homogeneous transformations": ("frames", "frames"),
    "Plücker transformations": ("pluecker", "pluecker"),
    "Lie groups": ("lie_groups", "lie_groups"),
    "Composition rules": ("compositions", "composition"),
    "Inertia": ("inertia solids", "inertia"),
    "Vectors and matrices": ("vectors", "vectors"),
    "Quadrature": ("quadrature", "quadrature"),
    "Types of nodes": ("node_types", "node_types"),
}
"""Section -> modules of linkwork.rigid, example."""
RESULTS = (State, Energies, ConstraintErrors, Statistics, Jump, Sensitivity)
"""Classes of values that a Solution returns."""
ENSEMBLES = ("Ensemble", "EnsembleResult")
DISTRIBUTIONS = ("normal", "uniform", "lognormal", "triangular", "truncated", "Distribution")
ERRORS = ("SysError", "ParameterError", "SolverError", "UserFunctionError")


def pages() -> dict[str, str]:
    """Page path relative to the reference -> text."""
    made = _pages()
    return {page: with_examples(page, made) for page in made}


def _pages() -> dict[str, str]:
    return {
        "api.md": _index(),
        "main-system.md": _main_system(),
        "system-container.md": _page(
            "SystemContainer",
            "A container creates systems and holds the settings by which they are drawn.",
            [
                _class("SystemContainer", linkwork.SystemContainer, "container"),
                "## Model files",
                function("load", linkwork.load, "linkwork", EXAMPLES["load"]),
            ],
            ("model-files",),
        ),
        "system-data.md": _system_data(),
        "solution.md": _page(
            "Solution",
            "A run returns its recorded results as a Solution; `mbs.solution` holds the last one.",
            [
                _class("Solution", linkwork.Solution, "solution", head=False),
                _class("Event", linkwork.Event),
                "## What its methods return",
                *(
                    class_entry(kind.__name__, kind, kind.__module__, head=False)
                    for kind in RESULTS
                ),
            ],
            ("results", "plots", "player", "energy", "events", "sensitivities"),
        ),
        "modes.md": _page(
            "Modes and linearization",
            "`mbs.ComputeModes` and `mbs.Linearize` return these objects.",
            [
                _class("Modes", linkwork.Modes, "Modes", head=False),
                _class("Linearization", linkwork.Linearization, "Linearization", head=False),
            ],
            ("modes",),
        ),
        "diagnosis.md": _page(
            "Diagnosis",
            "`mbs.Check` returns a Diagnosis.",
            [
                _class("Diagnosis", linkwork.Diagnosis, "Diagnosis", head=False),
                _class("Finding", linkwork.Finding),
            ],
            ("diagnosis",),
        ),
        "ensembles.md": _ensembles(),
        "stepper.md": _page(
            "Stepper",
            "`mbs.Stepper` returns a Stepper, for use in a `with` block.",
            [class_entry("Stepper", Stepper, Stepper.__module__, EXAMPLES["Stepper"], head=False)],
            ("stepper",),
        ),
        "fitting.md": _page(
            "Fitting and optimization",
            "`exu.fit` returns a Fit, `exu.optimize` an Optimum.",
            [
                function("fit", linkwork.fit, "linkwork"),
                _class("Fit", linkwork.Fit, "fit", head=False),
                _internal(RecordOfFit),
                function("optimize", linkwork.optimize, "linkwork"),
                _class("Optimum", linkwork.Optimum, "optimize", head=False),
            ],
            ("fitting",),
        ),
        "robots.md": _module(robots, "Robots", "robots", ("robots",)),
        "planar.md": _module(planar, "Planar front end", "planar", ("planar",)),
        "extend.md": _module(extend, "Your own items", "extend", ("howto-extend", "notation")),
        "gym.md": _module(gym, "Learning environments", "gym", ("stepper",)),
        "graphics.md": _module(graphics, "Shapes", "graphics", ("graphics",)),
        "plot.md": _module(plot, "Plots of sensors", "plot", ("plots",)),
        "utilities.md": _utilities(),
        "errors-and-enumerations.md": _others(),
    }


PAGES = (
    *("main-system", "system-container", "system-data", "solution", "modes", "diagnosis"),
    *("ensembles", "fitting", "stepper", "robots", "planar", "extend", "gym", "graphics", "plot"),
    "utilities",
    "errors-and-enumerations",
)


def _index() -> str:
    lines = [
        "# Programming interface",
        "",
        "```python",
        "import linkwork as exu               # systems, settings, enumerations, errors",
        "from linkwork.items import *         # items: NodePoint, SpringDamper, ...",
        "from linkwork.utilities import *     # items, rotations, inertia",
        "```",
        "",
        "Inside Python, `help(SpringDamper)`, `SpringDamper?` and `help(settings.timeIntegration)`",
        "show parameters with unit, default and limits; `TabularSpringDamper.choices()` lists the",
        "allowed words of parameters such as `springType`.",
        "",
        "```{toctree}",
        ":maxdepth: 1",
        "",
        *PAGES,
        "```",
        "",
    ]
    return "\n".join(lines)


def _page(title: str, about: str, parts: Iterable[str], guides: Iterable[str] = ()) -> str:
    return "\n\n".join([f"# {title}", about, *_guides(guides), *parts]) + "\n"


def _guides(names: Iterable[str]) -> list[str]:
    shown = ", ".join(f"[](../{name}.md)" for name in names)
    return [f"Guides: {shown}."] if shown else []


def _class(name: str, kind: type, example: str = "", head: bool = True) -> str:
    return class_entry(name, kind, "linkwork", EXAMPLES[example] if example else "", head)


def _internal(kind: type) -> str:
    """Entry of a class that users get from methods and do not make themselves."""
    return class_entry(kind.__name__, kind, kind.__module__, head=False)


def _sections(
    sections: Iterable[Section], members: dict[str, Any], owner: str, module: str
) -> list[str]:
    left = dict(members)
    parts = []
    for section in sections:
        taken = {name: left.pop(name) for name in list(left) if section.takes(name)}
        if not taken:
            continue
        text = section.text + (code(CREATE_START, "python") if section.text == CREATE_TEXT else "")
        parts += [f"## {section.title}", text, *_guides(section.guides)]
        parts += [code(EXAMPLES[section.example], "python")] if section.example else []
        for name, member in taken.items():
            example = CREATE.get(name, "")
            parts.append(function(name, member, module, example, owner, item_of(name)))
    return [part for part in parts if part]


def _main_system() -> str:
    kind = linkwork.MainSystem
    doc = described(own_doc(kind))
    parts = [hidden("class", "MainSystem", "linkwork"), linked(prose("\n\n".join(doc.text)))]
    parts += _sections(SYSTEM, dict(public_members(kind)), "MainSystem", "linkwork")
    values = doc.meanings | {"systemData": "coordinates and sizes: SystemData"}
    parts += [hidden("attribute", f"MainSystem.{name}", "linkwork") for name in values]
    parts += [attributes(values)]
    parts += ["## Handles of outputs", "`mbs.output_handle` returns one of these."]
    for handle in (OutputHandle, SensorHandle):
        parts.append(_internal(handle))
    return "\n\n".join(["# MainSystem", *parts]) + "\n"


def system_data_members() -> dict[str, Any]:
    """The documented methods of systemData; others are for the engine."""
    return {name: m for name, m in public_members(SystemData) if name[0].isupper()}


def _system_data() -> str:
    doc = described(own_doc(SystemData))
    module = SystemData.__module__
    parts = ["`mbs.systemData` reads and writes the state of an assembled system.", *doc.text]
    parts += [hidden("class", "SystemData", module)]
    parts += _sections(DATA, system_data_members(), "SystemData", module)
    return "\n\n".join(["# systemData", *parts]) + "\n"


def _ensembles() -> str:
    parts = [
        _class("Ensemble", linkwork.Ensemble, "Ensemble"),
        _class("EnsembleResult", linkwork.EnsembleResult, "EnsembleResult", head=False),
        *(_internal(kind) for kind in (FailureTable, MemberFailure)),
        "## Distributions",
        code(EXAMPLES["distributions"], "python"),
        *(entry(name, getattr(linkwork, name), "linkwork") for name in DISTRIBUTIONS),
    ]
    about = "Many runs of one model with other numbers."
    return _page("Ensembles", about, parts, ("ensembles", "clusters"))


def _module(module: Any, title: str, example: str, guides: Iterable[str]) -> str:
    name = module.__name__
    about = prose(inspect.cleandoc((module.__doc__ or "").partition("\n\n")[0]))
    entries = [
        entry(each, getattr(module, each), name, "", CONSTANTS.get(each, ""))
        for each in sorted(module.__all__, key=str.lower)
    ]
    parts = [f"Module `{name}`.", code(EXAMPLES[example], "python"), *entries]
    return _page(title, about, parts, guides)


def utility_names() -> list[str]:
    """Names of linkwork.utilities besides the items, which it has, too."""
    return [name for name in utilities.__all__ if name not in set(linkwork.items.__all__)]


def _utilities() -> str:
    left = dict.fromkeys(utility_names())
    origin = {name: _origin(name) for name in left}
    parts = ["`linkwork.utilities` also has all names of `linkwork.items`."]
    for title, (modules, example) in UTILITIES.items():
        taken = [name for name in left if origin[name] in modules.split()]
        parts += [f"## {title}", code(EXAMPLES[example], "python"), *map(_utility, taken)]
        left = {name: None for name in left if name not in taken}
    files = ("LoadSolutionFile", "SetSolutionState")
    older = [name for name in left if name not in files]
    parts += ["## Solution files", code(EXAMPLES["solution_files"], "python")]
    parts += map(_utility, files)
    parts += ["## Older functions", code(EXAMPLES["older"], "python"), *map(_utility, older)]
    return _page("Utilities", "Rotations, frames, inertia and vectors in plain NumPy.", parts)


def _utility(name: str) -> str:
    value = getattr(utilities, name)
    return entry(name, value, "linkwork.utilities", call_of(name), CONSTANTS.get(name, ""))


def _origin(name: str) -> str:
    """Module of linkwork.rigid that a utility comes from."""
    module = getattr(getattr(utilities, name), "__module__", "") or ""
    if module.startswith("linkwork.rigid."):
        return str(module.rpartition(".")[2])
    for origin in (vectors, quadrature, rotations, frames):  # constants know no module
        if name in origin.__all__:
            return origin.__name__.rpartition(".")[2]
    return ""


def _others() -> str:
    taken = {
        "MainSystem", "SystemContainer", "load", "Solution", "Event", "Modes", "Linearization",
        "Diagnosis", "Finding", "Fit", "fit", "Optimum", "optimize", "SimulationSettings",
        "VisualizationSettings", *ERRORS, *ENSEMBLES, *DISTRIBUTIONS,
    }  # fmt: skip
    left = [name for name in linkwork.__all__ if name not in taken]
    enums = [name for name in left if name.endswith("Type")]
    indices = [name for name in left if name.endswith("Index")]
    others = [name for name in left if name not in (*enums, *indices)]
    shown = {"MatrixContainer", "BeamSection", "BeamSectionGeometry", "compiled"}

    def made(names: Iterable[str]) -> list[str]:
        return [
            entry(
                name, getattr(linkwork, name), "linkwork", EXAMPLES[name] if name in shown else ""
            )
            for name in names
        ]

    parts = [
        *("## Errors", code(EXAMPLES["errors"], "python"), *made(ERRORS)),
        *("## Enumerations", code(EXAMPLES["enumerations"], "python"), *made(enums)),
        *("## Numbers of items", code(EXAMPLES["indices"], "python"), *made(indices)),
        *("## Matrices, sections and user functions", *made(others)),
    ]
    return _page("Errors, enumerations and small types", "Names of the package itself.", parts)
