"""Entries of the reference from docstrings and signatures: text, parameters, types, defaults.

Docstrings list parameters as `name [unit], other -- meaning`, with indented further lines.
"""

from __future__ import annotations

import enum
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from docs.generator.markdown import prose, table

NAME = r"\*{0,2}[A-Za-z_.]\w*(?: \[[^\]]*\])?(?: \([^)]*\))?"
HEAD = re.compile(rf"^((?:{NAME}, )*{NAME}) -- (.*)$", re.S)
SPLIT = re.compile(rf"; (?=(?:{NAME}, )*{NAME} -- )")
BEGIN = re.compile(rf"^(?:{NAME},[ \n])*{NAME}(?: -- |,$)")
NO_TYPE = {"Any", "", "object"}
RENAMED = {"Made": "ObjectIndex | dict[str, Any]", "Vector": "vector of 2 or 3 numbers"}
"""Names of types that are known inside of the package only."""
ELSEWHERE = re.compile(r"(; )?[Oo]ther parameters: see linkwork\.api\.create\.\w+\.?")
"""Remarks on parameters that a table lists."""

COMMON = {
    "name": "name of the new item; empty: named by number",
    "bodyNumbers": "the two bodies, by number, ObjectIndex or name; also nodes or markers",
    "localPosition0": "point of the first body, in its axes [m]",
    "localPosition1": "point of the second body, in its axes [m]",
    "position": "position in the reference configuration [m]",
    "useGlobalFrame": "whether position and axes are global; else in the axes of the first body",
    "show": "whether it is drawn",
    "drawSize": "size of the drawing [m]; -1: default size",
    "color": "color RGBA; red = -1: default color",
    "axisRadius": "radius of the drawing [m]",
    "axisLength": "length of the drawing [m]",
    "axesRadius": "radius of the drawing [m]",
    "axesLength": "length of the drawing [m]",
    "jointRadius": "radius of the drawing [m]",
    "discWidth": "width of the drawn disc [m]",
    "axisPosition": "center of the disc in the axes of the wheel [m]",
    "axisVector": "axis of the disc in the axes of the wheel",
    "planePosition": "point of the plane in the axes of its body [m]",
    "planeNormal": "normal of the plane in the axes of its body",
    "simulationSettings": "settings of the run; None: those of the model file, else the defaults",
    "solverType": "member of DynamicSolverType, or name of an integrator",
    "configuration": "the state that is read or set",
    "autoAssemble": "assemble a system that is not assembled",
    "updateInitialValues": "the end state is the start of the next run",
    "storeSolver": "accepted for compatibility",
    "showHints": "accepted for compatibility",
    "showCausingItems": "add findings of Check to errors",
    "item": "an item, or its dictionary form",
    "nodeNumber": "number or name of a node",
    "objectNumber": "number or name of an object",
    "markerNumber": "number or name of a marker",
    "loadNumber": "number or name of a load",
    "sensorNumber": "number or name of a sensor",
    "parameterName": "name of the parameter",
    "typeName": "type of the item, with or without its family",
    "variableType": "the output variable",
    "localPosition": "position in the axes of the body [m]",
    "value": "the new value",
    "path": "the file",
    "fileName": "the file",
    "coordinates": "as many numbers as there are coordinates of this kind",
    "systemStateList": "coordinates, velocities, ODE1 coordinates, multipliers, data",
    "visualization": "how it is drawn: a V object or a dictionary",
    "mode": "number of the mode, from 0",
    "sparse": "sparse matrices of SciPy instead of arrays",
    "resumeFrom": "restart file of an interrupted run of this model",
    "fontSize": "size of texts",
    "mbs": "the system",
    "mainSys": "the system",
    "body0": "first body",
    "body1": "second body",
    "point": "position [m]",
    "axis": "direction of the axis",
    "normal": "direction of the normal",
    "radius": "radius [m]",
    "pAxis": "where the axis begins [m]",
    "vAxis": "from the beginning of the axis to its end [m]",
    "nTiles": "number of pieces that a round or checkered shape is drawn with",
    "centerPoint": "center [m]",
    "size": "size [m]",
    "alternatingColor": "color RGBA of every other square",
    "headFactor": "ratio of the radii of head and shaft",
    "headStretch": "ratio of length and radius of the head",
    "p0": "first point [m]",
    "p1": "second point [m]",
    "pList": "the points [m]",
    "pOff": "translation [m]",
    "text": "the text",
    "config": "RunConfiguration of the model",
    "numberOfRows": "number of rows",
    "numberOfColumns": "number of columns",
    "numberOfRowsInit": "number of rows",
    "numberOfColumnsInit": "number of columns",
    "pyArray": "array, or list of rows",
    "pyArrayCSR": "triplets [row, column, value]",
    "sparseMatrix": "sparse matrix of SciPy, or triplets [row, column, value]",
    "a": "lower limit",
    "b": "upper limit",
    "samples": "number of random states",
    "seed": "of the random numbers",
    "tolerance": "largest relative error",
    "rotationMatrix": "rotation matrix, local to global",
    "angularVelocity": "angular velocity [rad/s]",
    "velocity": "velocity [m/s]",
    "rotationParameters": "rotation in the parameters of the node",
    "nodeType": "kind of the node, or its name",
    "showJoint": "whether it is drawn",
    "num_envs": "number of copies",
    "bodies": "bodies that are concerned; None: all",
    "body": "the body",
    "dof": "0: x, 1: y, 2: theta",
    "f": "a number, an array over the time grid, or a function of time",
    "parent_pos": "point of the parent in its axes [m]",
    "child_pos": "point of the child in its axes [m]",
    "title": "title of the page or figure",
    "height": "height of the player in a notebook [px]",
    "frames": "most recorded states to show, evenly spaced",
    "amplitude": "factor of the shape; None: points move by a tenth of the model's size",
    "p": "displacement (x, y, theta) from cm",
    "v": "velocity (x, y, theta)",
    "family": "family of the item: node, object, marker, load or sensor",
    "symbol": "symbol, the name of the column",
    "unit": "unit",
    "doc": "meaning, in a few words",
    "default": "default value",
    "kind": "kind of the values, such as Real",
    "arguments": "names of the function's arguments",
    "values": "values of parameters",
    "options": "further options",
    "given": "functions and values by name",
    "observation": "what observe returned",
    "origin": "where the arrows begin [m]",
    "length": "length [m]",
    "speed": "size of random velocities [m/s]",
    "colors": "colors of the three arrows",
    "factor": "factor of all entries",
    "useDenseMatrix": "whether the matrix is stored dense",
    "eulerParameters": "four Euler parameters, scalar first",
}
"""Meaning of parameters that many functions share, and that few docstrings repeat."""


@dataclass
class Described:
    """A docstring in its parts: text before and after the list of parameters, and their meaning."""

    text: list[str] = field(default_factory=list)
    meanings: dict[str, str] = field(default_factory=dict)


def described(doc: str) -> Described:
    """Read a docstring."""
    found = Described()
    for block in ELSEWHERE.sub("", doc).split("\n\n"):
        plain: list[str] = []
        for part in _logical_lines(block):
            head = HEAD.match(part)
            if head and not part.startswith(" "):
                for names, meaning in _parts(part):
                    for name in names:
                        found.meanings[name] = meaning
            else:
                plain.append(part)
        if plain:
            found.text.append("\n".join(plain))
    return found


def _logical_lines(block: str) -> Iterator[str]:
    """Lines of a block, where those of a parameter's text are joined to its first one."""
    if block.startswith("    ") or " -- " not in block or block.startswith("|"):
        yield from block.splitlines()
        return
    joined: list[str] = []
    for line in block.splitlines():
        starts = BEGIN.match(line) is not None and not line.startswith(" ")
        waiting = bool(joined) and joined[-1].endswith(",") and " -- " not in joined[-1]
        if joined and not waiting and not starts and " -- " in joined[-1] or waiting:
            joined[-1] += " " + line.strip()
        else:
            joined.append(line)
    yield from joined


def _parts(line: str) -> Iterator[tuple[list[str], str]]:
    """Names and meaning of each list of parameters in a line."""
    for part in SPLIT.split(line):
        head = HEAD.match(part)
        if head is None:
            continue
        names, meaning = head.groups()
        found = []
        for name in re.findall(NAME, names):
            plain = re.match(r"\*{0,2}([\w.]+)(?: \[([^\]]*)\])?", name)
            assert plain is not None
            found.append((plain[1], plain[2]))
        for name, unit in found:
            yield [name], meaning.strip() + (f" [{unit}]" if unit else "")


# ---------------------------------------------------------------------- signatures


def signature_of(member: Any, is_method: bool) -> inspect.Signature | None:
    """The signature of a function or class without its first argument if that is the owner."""
    try:
        found = inspect.signature(member)
    except (TypeError, ValueError):
        return None
    parameters = list(found.parameters.values())
    return found.replace(parameters=parameters[1:] if is_method else parameters)


def signature_text(found: inspect.Signature) -> str:
    """Names and defaults, without types."""
    empty = inspect.Parameter.empty
    bare = [
        p.replace(annotation=empty, default=p.default if p.default is empty else _Shown(p.default))
        for p in found.parameters.values()
    ]
    return str(inspect.Signature(bare))


class _Shown:
    """A default as users would write it."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __repr__(self) -> str:
        return default_text(self._value)


def default_text(value: Any) -> str:
    """A default as users would write it."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if inspect.isclass(value) or inspect.isfunction(value):
        return value.__name__
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e6:
        return f"{value:g}"
    if type(value) in (tuple, list) and len(value) > 1:
        left, right = "()" if type(value) is tuple else "[]"
        return left + ", ".join(map(default_text, value)) + right
    text = repr(value)
    return "..." if text.startswith("<") else text.replace("\n", " ")


def type_text(annotation: Any) -> str:
    """A type as the source has it; empty if it says nothing."""
    if annotation is inspect.Parameter.empty:
        return ""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    text = text.strip("'\"")
    return "" if text in NO_TYPE else RENAMED.get(text, text)


def parameter_table(
    found: inspect.Signature | None,
    meanings: dict[str, str],
    of_item: dict[str, str] | None = None,
) -> str:
    """Name, type, default and meaning of all parameters, those of the docstring at least.

    of_item -- meanings where the docstring refers to an item, or says nothing
    """
    rows = []
    known = found.parameters if found else {}
    for name, p in known.items():
        kind = type_text(p.annotation)
        given = "" if p.default is inspect.Parameter.empty else f"`{default_text(p.default)}`"
        meaning = meanings.get(name, "")
        if not meaning or meaning.startswith("as in the item"):
            meaning = COMMON.get(name) or (of_item or {}).get(name, meaning)
        rows.append((f"`{name}`", f"`{kind}`" if kind else "", given, prose(meaning)))
    rows += [
        (f"`{name}`", "", "", prose(meaning))
        for name, meaning in meanings.items()
        if name not in known
    ]
    return table(("name", "type", "default", "meaning"), rows) if rows else ""
