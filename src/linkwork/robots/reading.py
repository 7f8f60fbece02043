"""Reading robots from files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from linkwork.core.errors import ParameterError
from linkwork.robots.robot import Robot


def read(
    file: Any,
    package_dirs: Iterable[Any] = (),
    *,
    base: str | None = None,
    root: str | None = None,
    massless: str | float = "refuse",
    strict: bool = False,
) -> Robot:
    """Read a robot from a URDF file (.urdf), an MJCF file (.xml) or a file of `robot.save` (.json).

    file -- its name; or the text of a URDF, which begins with "<"
    package_dirs -- folders in which package:// and relative names of meshes are searched
    base -- "fixed" or "free"; None: as the file says, fixed if it does not
    root -- name of the first link, if there are several without a parent
    massless -- joints that move no mass: "refuse", "drop" (fix them), "keep" (for kinematics
    alone) or a mass for them [kg]
    strict -- whether inertias that no body has are refused

    `print(robot)` shows the tree, and what was ignored, repaired or assumed.
    """
    if base not in (None, "fixed", "free"):
        raise ParameterError(f'base must be "fixed" or "free", got {base!r}')
    number = isinstance(massless, (int, float)) and not isinstance(massless, bool)
    if massless not in ("refuse", "drop", "keep") and not (number and float(massless) > 0.0):
        raise ParameterError(
            f'massless must be "refuse", "drop", "keep" or a mass > 0, got {massless!r}'
        )
    options = {
        "package_dirs": [package_dirs] if isinstance(package_dirs, (str, Path)) else package_dirs,
        "base": base,
        "root": root,
        "massless": massless,
        "strict": strict,
    }
    if isinstance(file, str) and file.lstrip().startswith("<"):
        return _of_text(Path("text"), file.encode(), options)
    path = Path(file)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ParameterError(f"{path}: the file cannot be read ({error.strerror})") from None
    if path.suffix.lower() == ".json":
        from linkwork.robots.json_files import read_json

        return read_json(path, data)
    return _of_text(path, data, options)


def _of_text(path: Path, data: bytes, options: dict[str, Any]) -> Robot:
    """A robot from XML: MJCF begins with <mujoco>."""
    if b"<mujoco" in data and b"<robot" not in data:
        from linkwork.robots.mjcf import read_mjcf

        return read_mjcf(path, data, options)
    from linkwork.robots.urdf import read_urdf

    return read_urdf(path, data, options)
