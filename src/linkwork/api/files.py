"""mbs.save and linkwork.load: doors to `model_file`, which is imported when one is used."""

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

    simulationSettings -- kept with the model; None: those the model was loaded with, if any

    Items, pre-step function, and settings that differ from their defaults are written; the
    state of the system, results and `variables` are not. Functions are told by name.
    """
    from linkwork.model_file import text_of

    settings = simulationSettings if simulationSettings is not None else mbs.simulationSettings
    if settings is not None and not isinstance(settings, SimulationSettings):
        raise ParameterError(f"save takes SimulationSettings, got {shown(settings)}")
    file = path_of(path)
    if file.suffix.lower() in (".npz", ".npy", ".h5", ".hdf5"):
        raise ParameterError(
            f"{file} is a name of results, which solution.save writes; mbs.save writes the "
            "model as JSON text: give a name that ends in .json"
        )
    text = text_of(
        mbs._items,
        pre_step=mbs._pre_step,
        simulation=settings,
        visualization=mbs.visualizationSettings,
    )
    write_whole(file, text)


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
    from linkwork.api.system import SystemContainer
    from linkwork.model_file import read

    contents = read(path, functions, import_functions)
    container = SystemContainer()
    container.visualizationSettings = contents.visualizationSettings
    mbs = container.AddSystem()
    mbs._take_items(contents.items)
    mbs.SetPreStepUserFunction(contents.preStepUserFunction)
    mbs.simulationSettings = contents.simulationSettings
    return mbs
