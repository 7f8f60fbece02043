"""Runs of models on hinges, and how far they are from the exact motion."""

import re
import warnings

import numpy as np

import linkwork as exu
from tests.verification.hinged import NONE, Out

MISSING = "cannot be satisfied independently of the others"
"""What warnings of redundant equations say."""


def settings(end, steps, tight=False, **alpha):
    made = exu.SimulationSettings()
    made.timeIntegration.endTime, made.timeIntegration.numberOfSteps = end, steps
    if tight:
        made.timeIntegration.newton.relativeTolerance = 1e-11
        made.timeIntegration.newton.absoluteTolerance = 1e-11
    for name, value in alpha.items():
        setattr(made.timeIntegration.generalizedAlpha, name, value)
    made.solutionSettings.writeSolutionToFile = False
    return made


def solved(model, chosen, solver="GeneralizedAlpha", redundant=True):
    """Run a model; redundant -- whether one warning must list redundant equations."""
    model.mbs.Assemble()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        model.mbs.SolveDynamic(chosen, solverType=getattr(exu.DynamicSolverType, solver))
    texts = [str(each.message) for each in told]
    assert len(texts) == redundant, texts
    if redundant:
        assert re.match(r"(equation \d of )?\w+ '\w+' \(object \d+\)", texts[0]), texts
        assert MISSING in texts[0]
    return model


def misses(model, end):
    """Largest error of the state, and of the resultant of the supports, relative to it."""
    at = model.motion(end)
    state = np.abs(model.state() - model.exact(at)).max()
    if not model.supports:
        return state, 0.0
    wrench = model.wrench(at)
    found = model.reactions().sum(axis=0)
    assert np.isfinite(model.reactions()).all()
    return state, np.abs(found - wrench).max() / max(1.0, np.abs(wrench).max())


def directions(model, joint):
    """Unit multipliers of a support in space: force and moment about the origin, as columns."""
    item = model.mbs.GetObject(joint)
    place = np.asarray(model.mbs.GetMarkerOutput(item["markerNumbers"][1], Out.Position))
    axes = np.asarray(item.get("rotationMarker0", np.eye(3)))
    forces, torques = {
        "JointRevoluteZ": (np.eye(3), axes[:, :2]),
        "JointPrismaticX": (axes[:, 1:], axes),
        "JointSpherical": (np.eye(3), NONE[:, None] * NONE[:0]),
    }.get(item["objectType"], (axes, axes))
    if "constrainedAxes" in item:
        held = np.array([*item["constrainedAxes"], 0, 0, 0][:6], bool)
        forces, torques = forces[:, held[:3]], torques[:, held[3 : 3 + torques.shape[1]]]
    columns = [np.concatenate([f, np.cross(place, f)]) for f in forces.T]
    columns += [np.concatenate([NONE, t]) for t in torques.T]
    return np.array(columns).T


def is_shared(model, limit):
    """Whether the supports carry their resultant with multipliers of minimum norm.

    Implicit steps share it at the positions before the last update.
    """
    parts = [directions(model, joint) for joint in model.supports]
    found = model.reactions()
    least = np.linalg.pinv(np.hstack(parts), rcond=1e-9) @ found.sum(axis=0)
    first = np.cumsum([0, *(part.shape[1] for part in parts)])
    wanted = [part @ least[k : k + part.shape[1]] for part, k in zip(parts, first, strict=False)]
    return np.abs(found - wanted).max() < limit * max(1.0, np.abs(found).max())
