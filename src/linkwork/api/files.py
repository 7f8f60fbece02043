"""mbs.save and linkwork.load: they import `model_file` when they are called."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError
from linkwork.core.files.whole_files import path_of, write_whole
from linkwork.settings.simulation import SimulationSettings

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.model_file.functions import Functions


def save(
    mbs: MainSystem, path: str | PathLike[str], simulationSettings: SimulationSettings | None = None
) -> None:
    """Write the model to a JSON file, which `linkwork.load` reads.

    simulationSettings -- saved with the model; None: those the model was loaded with, if any

    Items, pre-step function, and settings that differ from their defaults are written; the
    state of the system, results and `variables` are not. Functions are stored by name.
    """
    from linkwork.model_file import text_of

    settings = simulationSettings if simulationSettings is not None else mbs.simulationSettings
    if settings is not None and not isinstance(settings, SimulationSettings):
        raise ParameterError(f"save takes SimulationSettings, got {shown(settings)}")
    file = path_of(path)
    if file.suffix.lower() in (".npz", ".npy", ".h5", ".hdf5"):
        raise ParameterError(
            f"{file} is a file name for results, which solution.save writes; mbs.save writes the "
            "model as JSON text: give a name that ends in .json"
        )
    text = text_of(
        mbs._items,
        step_functions=mbs._step_functions,
        simulation=settings,
        visualization=mbs.visualizationSettings,
    )
    write_whole(file, text)


def load(
    path: str | PathLike[str],
    functions: Functions | None = None,
    import_functions: bool = False,
) -> MainSystem:
    """Load the system that `mbs.save` wrote, into a new SystemContainer.

    functions -- user functions that the file names: 'module:name', or the name given after "supply"
    import_functions -- whether modules that the file names may be imported, which runs their
        code; otherwise loading runs no code

    Settings saved with the model are in `mbs.simulationSettings`, None if there are none.
    """
    from linkwork.api.system import SystemContainer
    from linkwork.model_file import read

    contents = read(path, functions, import_functions)
    container = SystemContainer()
    container.visualizationSettings = contents.visualizationSettings
    mbs = container.AddSystem()
    mbs._take_items(contents.items)
    mbs._step_functions = contents.step_functions
    mbs.simulationSettings = contents.simulationSettings
    return mbs
