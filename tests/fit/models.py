"""Small systems whose parameters are found again."""

import numpy as np

import linkwork as exu
from linkwork.items import *

Output = exu.OutputVariableType
TRUE = {"spring.stiffness": 250.0, "spring.damping": 1.8}
VARY = {"spring.stiffness": (200, 0, np.inf), "spring.damping": 1.0}


def oscillator(stiffness=250.0, damping=1.8, mass=1.5, velocity=1.0):
    """A mass on a spring along x that starts with a velocity; the sensor "tip" has its position."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    body = mbs.CreateMassPoint(
        name="mass", referencePosition=[1, 0, 0], physicsMass=mass,
        initialVelocity=[velocity, 0, 0],
    )  # fmt: skip
    mbs.CreateSpringDamper(
        name="spring", bodyNumbers=[ground, body], referenceLength=1, stiffness=stiffness,
        damping=damping,
    )  # fmt: skip
    mbs.AddSensor(SensorBody(name="tip", bodyNumber=body, outputVariableType=Output.Displacement))
    return mbs


def settings_of(end=1.0, steps=200):
    """Steps of fixed size; sensors are recorded at a period that is not that of the records."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    settings.solutionSettings.sensorsWritePeriod = 0.05
    settings.solutionSettings.solutionWritePeriod = 0.05
    return settings


def record_of(mbs, settings, every=1):
    """(times, displacements along x) at the steps of a run."""
    period = settings.timeIntegration.endTime / settings.timeIntegration.numberOfSteps
    settings.solutionSettings.sensorsWritePeriod = period
    rows = mbs.SolveDynamic(settings).sensor("tip")[::every]
    settings.solutionSettings.sensorsWritePeriod = 0.05
    return rows[:, 0], rows[:, 1]


def present(mbs, *paths):
    """Values of parameters of the system."""
    from linkwork.api.parameter_paths import parameter_path

    return [parameter_path(mbs, path).value(mbs) for path in paths]


def chain():
    """Three masses on springs along x; the first is hit, the sensor "tip" has the last one."""
    mbs = exu.SystemContainer().AddSystem()
    body = mbs.CreateGround()
    for k in range(3):
        before = body
        body = mbs.CreateMassPoint(
            name=f"mass {k}", referencePosition=[k + 1, 0, 0], physicsMass=1.0 + 0.5 * k,
            initialVelocity=[float(k == 0), 0, 0],
        )  # fmt: skip
        mbs.CreateSpringDamper(
            name=f"spring {k}", bodyNumbers=[before, body], referenceLength=1,
            stiffness=300.0 - 40.0 * k, damping=0.8 + 0.3 * k,
        )  # fmt: skip
    mbs.AddSensor(SensorBody(name="tip", bodyNumber=body, outputVariableType=Output.Displacement))
    return mbs
