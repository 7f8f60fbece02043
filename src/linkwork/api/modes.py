"""Linearization of a system: functions that import `modes` when they are called."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.enums import ConfigurationType
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.nesting import nested
from linkwork.settings.simulation import SimulationSettings

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.modes.linearization import Linearization
    from linkwork.modes.linearizer import Linearizer
    from linkwork.modes.result import Modes

Configuration = ConfigurationType


def ComputeLinearizedSystem(
    mbs: MainSystem,
    simulationSettings: SimulationSettings | None = None,
    projectIntoConstraintNullspace: bool = False,
    singularValuesTolerance: float = 1e-12,
    returnConstraintJacobian: bool = False,
    returnConstraintNullspace: bool = False,
    autoAssemble: bool = True,
    *,
    configuration: ConfigurationType = Configuration.Initial,
    sparse: bool = False,
) -> list[Any]:
    """[M, K, D]: mass, stiffness and damping matrix about the initial state.

    projectIntoConstraintNullspace -- matrices of the coordinates that constraints leave free
    returnConstraintJacobian, returnConstraintNullspace -- the list is [M, K, D, C, N] (with
    the first alone [M, K, D, C]): C has a column per active algebraic equation, N a row per
    free coordinate; what was not requested is an empty list
    singularValuesTolerance -- relative residual below which a constraint is dependent on others
    configuration -- Initial or Current state
    sparse -- SciPy's sparse matrices instead of arrays

    Without algebraic equations the list is always [M, K, D]. The state of the system is not
    changed. `Linearize` returns the same by name.
    """
    from linkwork.modes.linearization import (
        checked_threshold,
        documented_list,
        linearization_of,
    )

    threshold = checked_threshold(singularValuesTolerance, "singularValuesTolerance")
    with linearizer(
        mbs, "ComputeLinearizedSystem", simulationSettings, configuration, autoAssemble
    ) as at:
        found = linearization_of(at, sparse, remarks=False)
        at.warn_of_notes("ComputeLinearizedSystem")
    return documented_list(
        found, projectIntoConstraintNullspace, threshold, returnConstraintJacobian,
        returnConstraintNullspace,
    )  # fmt: skip


def Linearize(
    mbs: MainSystem,
    simulationSettings: SimulationSettings | None = None,
    configuration: ConfigurationType = Configuration.Current,
    sparse: bool = True,
) -> Linearization:
    """The linear equations of motion about the current (or initial) state, by name."""
    from linkwork.modes.linearization import linearization_of

    with linearizer(mbs, "Linearize", simulationSettings, configuration, True) as at:
        return linearization_of(at, sparse)


def ComputeODE2Eigenvalues(
    mbs: MainSystem,
    simulationSettings: SimulationSettings | None = None,
    useSparseSolver: bool = False,
    numberOfEigenvalues: int = 0,
    constrainedCoordinates: Any = (),
    convert2Frequencies: bool = False,
    useAbsoluteValues: bool = True,
    computeComplexEigenvalues: bool = False,
    ignoreAlgebraicEquations: bool = False,
    singularValuesTolerance: float = 1e-12,
    autoAssemble: bool = True,
    *,
    configuration: ConfigurationType = Configuration.Initial,
) -> list[Any]:
    """[eigenvalues, eigenvectors] of the system about the initial state.

    useSparseSolver -- compute a few with sparse matrices; constraints are allowed
    numberOfEigenvalues -- the lowest ones; 0: all
    constrainedCoordinates -- ODE2 coordinates that are held
    convert2Frequencies -- frequencies [Hz] instead of omega^2
    useAbsoluteValues -- of eigenvalues; an unstable state gives a warning
    computeComplexEigenvalues -- with damping: s of u exp(s t) [1/s]; set useAbsoluteValues to
    False
    ignoreAlgebraicEquations -- leave out constraints, but keep their forces
    singularValuesTolerance -- relative residual below which a constraint is dependent on others
    configuration -- Initial or Current state

    Eigenvectors are columns in all ODE2 coordinates, undamped with u^T M u = 1. Those of
    complex eigenvalues of a system without constraints end with the velocities.
    `ComputeModes` returns all this by name, and draws mode shapes.
    """
    from linkwork.modes.documented import eigenvalues_of
    from linkwork.modes.linearization import checked_threshold

    given = dict(
        useSparseSolver=useSparseSolver, numberOfEigenvalues=numberOfEigenvalues,
        constrainedCoordinates=constrainedCoordinates, convert2Frequencies=convert2Frequencies,
        useAbsoluteValues=useAbsoluteValues,
        computeComplexEigenvalues=computeComplexEigenvalues,
        ignoreAlgebraicEquations=ignoreAlgebraicEquations,
        singularValuesTolerance=checked_threshold(
            singularValuesTolerance, "singularValuesTolerance"
        ),
    )  # fmt: skip
    what = "ComputeODE2Eigenvalues"
    with linearizer(mbs, what, simulationSettings, configuration, autoAssemble) as at:
        return eigenvalues_of(at, **given)


def ComputeModes(
    mbs: MainSystem,
    numberOfModes: int = 0,
    damped: bool = False,
    constrainedCoordinates: Any = (),
    simulationSettings: SimulationSettings | None = None,
    configuration: ConfigurationType = Configuration.Current,
    useSparseSolver: bool | None = None,
) -> Modes:
    """Compute the lowest modes of the system about its current state, by name and with drawings.

    numberOfModes -- 0: all
    damped -- with damping, gyroscopic terms and first-order coordinates
    constrainedCoordinates -- ODE2 coordinates that are held
    configuration -- Current or Initial state
    useSparseSolver -- None: for more than 500 coordinates
    """
    from linkwork.modes.documented import checked_coordinates, checked_count
    from linkwork.modes.result import modes_of
    from linkwork.results.snapshot import Snapshot

    count = checked_count(numberOfModes, "numberOfModes")
    with linearizer(mbs, "ComputeModes", simulationSettings, configuration, True) as at:
        held = checked_coordinates(constrainedCoordinates, at.n)
        found = modes_of(at, Snapshot.of(at.model), count, bool(damped), held, useSparseSolver)
        found.differentiate = partial(_eigenvalue_slopes, weakref.ref(mbs), at.settings, held)
        return found


def _eigenvalue_slopes(
    owner: Callable[[], MainSystem | None], settings: Any, held: Any, modes: Modes, name: str,
    motion: np.ndarray | None,
) -> np.ndarray:  # fmt: skip
    """See `Modes.sensitivity`; owner -- returns the system, if it is still there."""
    from linkwork.api.parameter_paths import parameter_path
    from linkwork.sensitivity.modes import eigenvalue_slopes

    mbs = owner()
    if mbs is None:
        raise SysError("sensitivity of modes needs their system, which has been deleted")
    moved = np.zeros(len(modes.q)) if motion is None else np.asarray(motion, float)
    if moved.shape != modes.q.shape:
        raise ParameterError(f"motion must have {len(modes.q)} numbers, got {moved.size}")
    return eigenvalue_slopes(mbs, parameter_path(mbs, name), settings, held, modes, moved)


def ComputeSystemDegreeOfFreedom(
    mbs: MainSystem,
    simulationSettings: SimulationSettings | None = None,
    threshold: float = 1e-12,
    verbose: bool = False,
    useSVD: bool = False,
    autoAssemble: bool = True,
    *,
    configuration: ConfigurationType = Configuration.Initial,
) -> dict[str, Any]:
    """Number of degrees of freedom, and redundant constraints.

    threshold -- relative residual below which a constraint is dependent on those before it
    verbose -- print the result; useSVD -- with the singular values

    Keys: degreeOfFreedom, redundantConstraints, nODE2, nODE1, nAE, nPureAE (equations without
    coordinates, as those of inactive constraints), and redundantConstraintNames.
    """
    from linkwork.modes.freedom import freedom_of
    from linkwork.modes.linearization import checked_threshold

    limit = checked_threshold(threshold, "threshold")
    what = "ComputeSystemDegreeOfFreedom"
    with linearizer(mbs, what, simulationSettings, configuration, autoAssemble, moves=False) as at:
        at.warn_of_notes(what)
        return freedom_of(at, limit, bool(verbose), bool(useSVD))


@contextmanager
def linearizer(
    mbs: MainSystem,
    what: str,
    settings: SimulationSettings | None,
    configuration: ConfigurationType,
    assemble: bool,
    moves: bool = True,
) -> Iterator[Linearizer]:
    """The system at a state, with user functions that can be called; moves -- with its forces."""
    from linkwork.modes.linearizer import Linearizer

    mbs._refuse_while_running(what)
    settings = settings if settings is not None else SimulationSettings()
    if not isinstance(settings, SimulationSettings):
        raise ParameterError(f"{what} takes SimulationSettings, got {settings!r}")
    if configuration not in (Configuration.Current, Configuration.Initial):
        raise ParameterError(
            f"{what}: configuration must be Current or Initial, got {configuration!r}"
        )
    if mbs._model is None and assemble:
        mbs.Assemble()
    model, data = mbs._assembled(what)
    state = mbs.systemData.arrays_of(configuration)
    initial = configuration == Configuration.Initial
    t = settings.timeIntegration.startTime if initial else data.scalars.t
    lock = mbs._locked()
    try:
        with nested(what), lock, Linearizer(model, data, settings, state, t, moves) as at:
            yield at
    except ValueError as error:
        if not isinstance(error, np.linalg.LinAlgError) and "infs or NaNs" not in str(error):
            raise
        raise SysError(
            f"{what} fails ({error}): masses, stiffness and damping of the system differ too "
            "much in magnitude; look for coordinates without mass and for unrealistic values"
        ) from error
