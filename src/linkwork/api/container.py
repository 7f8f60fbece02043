"""linkwork.load: a system from a model file."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from linkwork.api.system import MainSystem, SystemContainer

if TYPE_CHECKING:
    from linkwork.model_file.functions import Functions


def load(
    path: str | PathLike[str],
    functions: Functions | None = None,
    import_functions: bool = False,
) -> MainSystem:
    """The system that `mbs.save` wrote, in a SystemContainer of its own.

    functions -- user functions that the file names: 'module:name', or the name after "supply"
    import_functions -- whether modules that the file names may be imported, which runs their
        code; else nothing of the file is run

    Settings that were saved with it are in `mbs.simulationSettings`, None if there are none.
    """
    from linkwork.model_file import read

    contents = read(path, functions, import_functions)
    container = SystemContainer()
    container.visualizationSettings = contents.visualizationSettings
    mbs = container.AddSystem()
    mbs._take_items(contents.items)
    mbs.SetPreStepUserFunction(contents.preStepUserFunction)
    mbs.simulationSettings = contents.simulationSettings
    return mbs
