"""The ensemble that a file belongs to: model, settings, solver, varied numbers, versions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.copies import owned_functions
from linkwork.core.errors import SysError
from linkwork.ensemble.outside import outside_of, told
from linkwork.ensemble.reduction import path_of
from linkwork.ensemble.store import FORMAT, VERSION, plain
from linkwork.integrators.registry import integrator_of
from linkwork.restart.identity import code_of, differences, identity_of
from linkwork.settings.form import changed_values
from linkwork.settings.simulation import SimulationSettings

if TYPE_CHECKING:
    from linkwork.ensemble.columns import Column
    from linkwork.ensemble.design import Design
    from linkwork.ensemble.job import Job


def facts_of(
    job: Job, design: Design, columns: list[Column], settings: SimulationSettings
) -> dict[str, Any]:
    """What a file says about its ensemble, as plain JSON values.

    settings -- as the user gave them, to run a member again
    """
    mbs = job.mbs
    model, _ = mbs._assembled("an ensemble")
    initial = mbs.systemData.initial_state()
    function = job.function
    called = list(owned_functions(mbs))
    if function is not None:
        called.append(("the function of record", function))
    identity = identity_of(model, job.settings, integrator_of(job.solver), mbs._step_functions)
    return plain(
        {
            "format": FORMAT,
            "version": VERSION,
            "identity": identity,
            "initial": {name: values.tolist() for name, values in initial["arrays"].items()},
            "continued": bool(initial["is_result"]),
            "settings": changed_values(settings),
            "varied": list(job.varied),
            "blocks": [
                [[path.text for path in block.paths], len(block.values), block.kind]
                for block in design.blocks
            ],
            "units": [path.unit for path in design.paths],
            "sampled": design.notes,
            "sensors": list(job.recorded.sensors),
            "coordinates": job.recorded.coordinates,
            "times": job.recorded.times.tolist(),
            "columns": [list(column) for column in columns],
            "function": "" if function is None else path_of(function),
            "code": "" if function is None else code_of(function),
            "outside": outside_of(called, mbs.variables),
        }
    )


RECORDED = {
    "sensors": "the recorded sensors",
    "coordinates": "whether coordinates are recorded",
    "times": "the recorded times",
    "columns": "the columns",
    "function": "the function of record",
    "code": "the code of the function of record",
    "initial": "the initial state",
    "continued": "whether the initial state is a result",
}


def refuse_other(
    path: Path,
    there: dict[str, Any],
    here: dict[str, Any],
    inputs_there: np.ndarray,
    inputs_here: np.ndarray,
) -> None:
    """Raise an error that names the differences if a file belongs to another ensemble."""
    found = differences(there["identity"], here["identity"], SimulationSettings())
    if there["varied"] != here["varied"]:
        found.append(f"{', '.join(here['varied'])} vary, it was {', '.join(there['varied'])}")
    elif len(inputs_there) != len(inputs_here):
        found.append(f"there are {len(inputs_here)} members, there were {len(inputs_there)}")
    elif not np.array_equal(inputs_there, inputs_here):
        member, column = np.argwhere(inputs_there != inputs_here)[0]
        found.append(
            f"{here['varied'][column]} of member {member} is {inputs_here[member, column]:.9g}, it "
            f"was {inputs_there[member, column]:.9g}"
        )
    found += [
        f"{what} {'differ' if what.endswith('s') else 'differs'}"
        for key, what in RECORDED.items()
        if there[key] != here[key]
    ]
    found += told(there["outside"], here["outside"])
    if found:
        raise SysError(
            f"{path} belongs to another ensemble and cannot be resumed: {'; '.join(found[:5])}; "
            "give another name, or delete the file"
        )
