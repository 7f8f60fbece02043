"""XML files whose elements know their lines, and values of their attributes."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from pathlib import Path
from xml.parsers import expat

from linkwork.robots.description import RobotFileError

Element = ET.Element


class XmlFile:
    """An XML file: its root, and errors that name file, line and element.

    strict -- whether lists with too many numbers are refused; repaired -- those that were not
    """

    def __init__(self, path: Path | str, data: bytes, strict: bool = False) -> None:
        self.path, self.strict = path, strict
        self.repaired: list[str] = []
        self._lines: dict[Element, int] = {}
        self.root = self._parse(data)

    def _parse(self, data: bytes) -> Element:
        """Root of the file; blank lines before the declaration are left out."""
        text = data.removeprefix(b"\xef\xbb\xbf").lstrip()
        skipped = data[: len(data) - len(text)].count(b"\n")
        builder = ET.TreeBuilder()
        parser = expat.ParserCreate()
        parser.buffer_text = True

        def start(tag: str, attributes: dict[str, str]) -> None:
            self._lines[builder.start(tag, attributes)] = parser.CurrentLineNumber + skipped

        parser.StartElementHandler = start
        parser.EndElementHandler = builder.end
        parser.CharacterDataHandler = builder.data
        try:
            parser.Parse(text, True)
            return builder.close()
        except expat.ExpatError as error:
            what = expat.ErrorString(error.code)
            line = error.lineno + skipped
            raise RobotFileError(
                f"{self.path}, line {line}: the file is not well-formed XML ({what})"
            ) from None
        except (ValueError, LookupError) as error:
            raise RobotFileError(f"{self.path}: the file cannot be decoded ({error})") from None

    def where(self, element: Element) -> str:
        """File, line and element in words."""
        name = element.get("name")
        told = f'<{element.tag} name="{name}">' if name is not None else f"<{element.tag}>"
        return f"{self.path}, line {self._lines.get(element, 0)}, {told}"

    def line(self, element: Element) -> int:
        """Line in which an element begins."""
        return self._lines.get(element, 0)

    def error(self, element: Element, text: str) -> RobotFileError:
        """An error about an element."""
        return RobotFileError(f"{self.where(element)}: {text}")

    def text(self, element: Element, attribute: str) -> str:
        """An attribute that must be there."""
        value = element.get(attribute)
        if value is None or not value.strip():
            raise self.error(element, f"the attribute {attribute} is missing")
        return value.strip()

    def numbers(
        self, element: Element, attribute: str, count: int, default: tuple[float, ...]
    ) -> tuple[float, ...]:
        """Finite numbers of an attribute."""
        given = element.get(attribute)
        if given is None or not given.strip():
            return default
        if "${" in given or "$(" in given:
            raise self.error(
                element, f'{attribute}="{given}" is an expression; expand the file with xacro first'
            )
        parts = given.split()
        found = tuple(self._number(element, attribute, part) for part in parts)
        if len(found) > count and not self.strict:
            self.repaired.append(
                f'line {self.line(element)}, <{element.tag}>: {attribute}="{given}" has '
                f"{len(found)} numbers, the first {count} are used"
            )
        elif len(found) != count:
            raise self.error(
                element, f'{attribute}="{given}" must have {count} numbers, it has {len(found)}'
            )
        return found[:count]

    def number(self, element: Element, attribute: str, default: float) -> float:
        """A finite number of an attribute."""
        return self.numbers(element, attribute, 1, (default,))[0]

    def _number(self, element: Element, attribute: str, part: str) -> float:
        try:
            value = float(part)
        except ValueError:
            value = math.nan
        if math.isfinite(value):
            return value
        raise self.error(element, f'{attribute}: "{part}" is not a finite number')
