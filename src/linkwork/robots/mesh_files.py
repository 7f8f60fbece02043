"""Where the meshes of a robot file are."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from linkwork.robots.description import Report


class MeshFiles:
    """Finds meshes by the names that a file uses.

    package://name/path is searched in the folders that the user gives, then in those of
    ROS_PACKAGE_PATH and AMENT_PREFIX_PATH, then in the folders above the file. A missing mesh is a
    note in the report: dynamics do not need it.
    """

    def __init__(self, path: Path | str, package_dirs: Iterable[Any], report: Report) -> None:
        self.folder = Path(path).absolute().parent
        self.given = [Path(each) for each in package_dirs]
        self.report = report
        self.missing: dict[str, None] = {}

    def find(self, source: str) -> str:
        """Path of a mesh, "" if it is not found."""
        for candidate in self._candidates(source):
            try:
                if candidate.is_file():
                    return str(candidate)
            except OSError:
                continue
        self.missing[source] = None
        return ""

    def _candidates(self, source: str) -> Iterator[Path]:
        scheme, colon, rest = source.partition("://")
        if not colon:
            yield self.folder / source
            for folder in self.given:
                yield folder / source
            return
        rest = unquote(rest)
        if scheme == "file":
            yield Path("/" + rest.lstrip("/")) if rest.startswith("/") else self.folder / rest
            return
        package, _, inside = rest.partition("/")
        for folder in self._folders():
            yield folder / package / inside
            if folder.name == package:
                yield folder / inside
            yield folder / "share" / package / inside

    def _folders(self) -> Iterator[Path]:
        yield from self.given
        for variable in ("ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH"):
            for part in os.environ.get(variable, "").split(os.pathsep):
                if part:
                    yield Path(part)
        yield self.folder
        yield from self.folder.parents

    def tell(self) -> None:
        """Note the meshes that are missing."""
        if self.missing:
            first = next(iter(self.missing))
            self.report.ignored.append(
                f"{len(self.missing)} meshes that were not found, such as {first} "
                "(package_dirs= names further folders)"
            )
