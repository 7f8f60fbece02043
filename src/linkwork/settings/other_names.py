"""Names of settings that users of other programs try, and what is meant by them here."""

from __future__ import annotations

STEP_SIZE = (
    "did you mean '{}numberOfSteps'? The step size is (endTime - startTime) / numberOfSteps, "
    "so for steps of h use numberOfSteps = (endTime - startTime) / h"
)
LARGEST = (
    "the largest step is (endTime - startTime) / numberOfSteps, also of solvers with automatic "
    "step size: set '{}numberOfSteps'"
)
SOLVER = "the solver is an argument of the run: mbs.SolveDynamic(settings, solverType='RK44')"
GRAVITY = (
    "gravity is a load, or an argument of the bodies: mbs.CreateMassPoint(gravity=[0, -9.81, 0])"
)

_MEANT: dict[str, tuple[str, ...]] = {
    STEP_SIZE: (
        "stepsize", "timestep", "timestepsize", "dt", "deltat", "h", "step", "fixedstep", "tstep",
    ),
    LARGEST: ("maxstep", "maxstepsize", "maximumstepsize", "hmax", "maxdt", "dtmax"),
    "did you mean '{}endTime'?": (
        "tend", "endtime", "tfinal", "finaltime", "tmax", "stoptime", "tstop", "duration",
        "simulationtime", "totaltime", "simtime", "timeend", "tf", "t1",
    ),
    "did you mean '{}startTime'?": (
        "tstart", "starttime", "t0", "tbegin", "initialtime", "timestart",
    ),
    "did you mean '{}numberOfSteps'?": (
        "nsteps", "steps", "numsteps", "numberofsteps", "stepcount", "maxsteps", "nstep", "n",
        "numberoftimesteps", "ntimesteps",
    ),
    "did you mean '{}minimumStepSize'?": ("hmin", "minstep", "minstepsize", "dtmin", "mindt"),
    "did you mean '{}initialStepSize'?": ("firststep", "h0", "initialstep", "dt0"),
    "did you mean '{}absoluteTolerance'?": ("atol", "abstol", "abserr"),
    "did you mean '{}relativeTolerance'?": ("rtol", "reltol", "relerr", "tolerance", "tol"),
    "did you mean '{}generalizedAlpha.spectralRadius'?": (
        "rhoinf", "rhoinfinity", "rho", "spectralradius",
    ),
    SOLVER: ("solver", "method", "solvertype", "integrator", "integratortype"),
    GRAVITY: ("gravity", "g", "gravitationalacceleration"),
}  # fmt: skip


def of_time_integration(prefix: str = "") -> dict[str, str]:
    """Hints for the group timeIntegration; prefix -- its path, for those of the whole tree."""
    return {name: hint.replace("{}", prefix) for hint, names in _MEANT.items() for name in names}


def of_solution_settings(prefix: str = "") -> dict[str, str]:
    """Hints for the group solutionSettings; prefix -- its path."""
    names = (
        "writeperiod", "outputperiod", "recordperiod", "sampletime", "outputstep", "dtoutput",
        "dtout", "saveat", "teval", "outputinterval", "sampleperiod",
    )  # fmt: skip
    hint = (
        f"set '{prefix}solutionWritePeriod' for states and '{prefix}sensorsWritePeriod' for "
        "sensors [s]"
    )
    return dict.fromkeys(names, hint)
