"""Systems that are solved again and again, and new ones to compare them with."""

import linkwork as exu


def built(model, changes, start=None, speeds=None):
    """A new system, and what `model` says of it.

    changes -- of parameters; start, speeds -- initial coordinates and their velocities
    """
    mbs = exu.SystemContainer().AddSystem()
    known = model(mbs)
    mbs.Assemble()
    for name, value in changes.items():
        mbs._set_by_index(*known[name], value)
    if start is not None:
        mbs.systemData.SetODE2Coordinates(start, exu.ConfigurationType.Initial)
    if speeds is not None:
        mbs.systemData.SetODE2Coordinates_t(speeds, exu.ConfigurationType.Initial)
    return mbs, known
