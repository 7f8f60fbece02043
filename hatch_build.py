"""Puts the library of kernels into wheels, which then belong to one platform (`make wheel`)."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = "src/linkwork/built"
LIBRARIES = ("kernels.so", "kernels.dylib", "kernels.dll")


class LibraryHook(BuildHookInterface):
    """Adds the library if `python -m linkwork.building --for-wheel` has made one.

    Without it, and in a checkout that is installed in place, the package is plain Python.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        folder = Path(self.root) / BUILT
        found = [name for name in LIBRARIES if (folder / name).exists()]
        if version == "editable" or not found or (folder / "stamp").exists():
            return
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        for name in found:
            build_data["force_include"][str(folder / name)] = f"linkwork/built/{name}"
