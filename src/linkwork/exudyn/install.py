"""Importing this module lets `import exudyn` find Linkwork.

    import linkwork.exudyn.install
    import exudyn as exu

`exudyn.X` and `linkwork.exudyn.X` are one module. A second import does nothing.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

NAME, OURS = "exudyn", "linkwork.exudyn"


class _Finder(MetaPathFinder, Loader):
    """Answers `exudyn` and `exudyn.*` with the modules of this package."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != NAME and not fullname.startswith(NAME + "."):
            return None
        ours = OURS + fullname[len(NAME) :]
        if importlib.util.find_spec(ours) is None:
            return None
        return ModuleSpec(fullname, self, origin=ours)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Our module itself: one object under both names."""
        module = importlib.import_module(str(spec.origin))
        self._own = module.__spec__, module.__loader__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Nothing to execute; the import system has overwritten whose module it is."""
        module.__spec__, module.__loader__ = self._own


def install() -> None:
    """Put the finder in front, unless it is there."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    loaded = sys.modules.get(NAME)
    if loaded is not None and loaded.__name__ == NAME and loaded.__file__:
        raise ImportError(
            f"the package exudyn was imported from {loaded.__file__} before "
            "linkwork.exudyn.install; import linkwork.exudyn.install first"
        )
    sys.meta_path.insert(0, _Finder())


install()
