"""JSON text for people: one parameter a line, vectors in one line, matrices row by row."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError

_SURROGATE = re.compile("[\ud800-\udfff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
INDENT = "  "


def written(value: Any, line: str = "\n") -> str:
    """A value as JSON text; line -- line break and indentation at its position."""
    inner = line + INDENT
    if isinstance(value, dict) and value:
        parts = [f"{inner}{_key(key)}: {written(part, inner)}" for key, part in value.items()]
        return f"{{{','.join(parts)}{line}}}"
    if isinstance(value, list) and any(isinstance(part, (list, dict)) for part in value):
        return f"[{','.join(inner + written(part, inner) for part in value)}{line}]"
    return _in_one_line(value)


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise ParameterError(f"keys in a file must be strings, got {shown(key)}")
    return _in_one_line(key)


def _in_one_line(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return _infinite(value)
    except (TypeError, RecursionError):
        raise ParameterError(
            f"a file can only hold numbers, strings, lists and dictionaries, got {shown(value)}"
        ) from None
    return text if text.isascii() else _encodable(text)


def _infinite(value: Any) -> str:
    """Numbers that JSON cannot express: infinity as a number beyond all floats."""
    if isinstance(value, list):
        return f"[{', '.join(map(_in_one_line, value))}]"
    if not isinstance(value, float) or math.isnan(value):
        raise ParameterError(f"a file cannot hold this number, got {shown(value)}")
    return "1e999" if value > 0.0 else "-1e999"


def _encodable(text: str) -> str:
    """A text that UTF-8 can hold: halves of surrogate pairs by their numbers."""
    if _PAIR.search(text):
        raise ParameterError(
            f"a text with both halves of a surrogate pair would come back as one character, got "
            f"{shown(text)}; give the character itself"
        )
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)
