"""Names of the interface that linkwork.exudyn stands for, from names.json, and comparisons."""

import inspect
import json
from pathlib import Path
from typing import Any

import numpy as np

NAMES: dict[str, Any] = json.loads(Path(__file__).with_name("names.json").read_text("utf-8"))
"""Module -> {"names": {name: {kind, signature, ...}}, "star_also": names of other modules}"""

ARRAYS = {"eye": np.eye, "zeros": lambda *shape: np.zeros(shape), "pi": np.pi}
"""What signatures write for arrays and numbers."""


def parts_of(signature: str) -> list[tuple[str, str | None]]:
    """(name, text of the default or None) of all arguments of a signature."""
    parts, depth, start = [], 0, 1
    quoted = False
    for i, letter in enumerate(signature):
        quoted ^= letter == "'"
        if quoted:
            continue
        depth += (letter in "([{") - (letter in ")]}")
        if (letter == "," and depth == 1) or (letter == ")" and depth == 0):
            parts.append(signature[start:i].strip())
            start = i + 1
            if depth == 0:
                break
    pairs = [part.partition("=") for part in parts if part]
    return [(name, default if equals else None) for name, equals, default in pairs]


def differences(function: Any, signature: str, space: dict[str, Any]) -> list[str]:
    """Where the arguments of a function differ from a signature; space -- names in defaults."""
    own = inspect.signature(function).parameters.values()
    given = []
    for each in own:
        stars = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        given.append((stars + each.name, each.default))
    wanted = [(name, text) for name, text in parts_of(signature) if name != "*"]
    if [name for name, _ in given] != [name for name, _ in wanted]:
        return [f"arguments {[name for name, _ in given]}"]
    found = []
    for (name, default), (_, text) in zip(given, wanted, strict=True):
        if (default is inspect.Parameter.empty) != (text is None):
            found.append(f"{name} has a default, or none")
        elif text is not None and not same(default, eval(text, {**ARRAYS, **space})):
            found.append(f"{name}={default!r} instead of {text}")
    return found


def same(a: Any, b: Any) -> bool:
    """Whether two defaults are equal; objects of a class without values are."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.array_equal(a, b)
    if hasattr(a, "__dict__") and type(a) is type(b) and not callable(a):
        pairs = ((value, vars(b).get(key)) for key, value in vars(a).items())
        return a == b or all(same(x, y) for x, y in pairs)
    return type(a) is type(b) and a == b
