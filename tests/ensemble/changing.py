"""Models whose functions change the model and mbs.variables during a run."""

from linkwork.items import *
from tests.ensemble.oscillators import oscillator


def pushes_late(mbs, t):
    """Push harder with every call, and from the middle on."""
    mbs.variables["calls"] += 1
    mbs.variables["log"].append(t)
    if t > 0.5:
        mbs.SetLoadParameter("push", "load", 2.0 + 0.01 * mbs.variables["calls"])
        mbs.SetObjectParameter("spring", "offset", 0.01)
    return True


def pushed(function=pushes_late, **chosen):
    """An oscillator with a load that a function of every step sets."""
    mbs = oscillator(**chosen)
    place = mbs.AddMarker(
        MarkerNodeCoordinate(nodeNumber=mbs.GetNodeNumber("node"), coordinate=0, name="place")
    )
    mbs.AddLoad(LoadCoordinate(name="push", markerNumber=place, load=0.5))
    mbs.variables.update(calls=0, log=[])
    mbs.SetPreStepUserFunction(function)
    return mbs


def present(mbs):
    """What the function changes."""
    return (
        mbs.GetLoadParameter("push", "load"), mbs.GetObjectParameter("spring", "offset"),
        mbs.variables,
    )  # fmt: skip


def alone(settings, **chosen):
    """Positions of a run of a new system."""
    mbs = pushed(**chosen)
    mbs.Assemble()
    return mbs.SolveDynamic(settings).sensor("tip")
