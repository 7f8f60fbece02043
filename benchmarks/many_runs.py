"""Many runs of one model: ensembles against parameter studies and rollouts of peers.

Wall time per member, both sides in turns, the least of several rounds; members differ in one
number, and only their last state is kept. There are so many members that the start of processes
and the preparation of an ensemble hardly count. Our side has `compileSmallModels`; compiling is not
part of the times. `ensembles.py` has what ensembles cost by themselves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import linkwork as exu
from benchmarks.rows import Row
from linkwork.items import SensorBody

STEPS, STEP = 1000, 1e-3
STIFFNESSES = (50.0, 150.0)
OUT = exu.OutputVariableType


def settings_of(engine: Any = exu) -> Any:
    """Fixed steps, nothing written."""
    made = engine.SimulationSettings()
    made.timeIntegration.numberOfSteps = STEPS
    made.timeIntegration.endTime = STEPS * STEP
    made.timeIntegration.verboseMode = 0
    made.solutionSettings.writeSolutionToFile = False
    return made


def pendulum(engine: Any = exu) -> Any:
    """A mass on a spring, with a sensor, in either engine."""
    mbs = engine.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1)
    mbs.CreateSpringDamper(
        name="spring", bodyNumbers=[ground, mass], referenceLength=0.9, stiffness=100, damping=0.5
    )
    return mbs, mass


def sensed_pendulum() -> Any:
    """The same with a sensor, for ensembles."""
    mbs, mass = pendulum()
    mbs.AddSensor(SensorBody(name="tip", bodyNumber=mass, outputVariableType=OUT.Position))
    return mbs


def ensemble_of(mbs: Any, members: int) -> Any:
    """Other stiffnesses of the spring, the last state of each."""
    made = exu.Ensemble(mbs).vary("spring.stiffness", np.linspace(*STIFFNESSES, members))
    return made.record(["tip"], times=1)


def exudyn_member(parameterSet: dict[str, float]) -> float:
    """One run of the peer, as its parameter studies want it: everything is built anew."""
    import exudyn

    mbs, mass = pendulum(exudyn)
    mbs.SetObjectParameter(2, "stiffness", float(parameterSet["stiffness"]))
    mbs.Assemble()
    mbs.SolveDynamic(settings_of(exudyn))
    return float(mbs.GetObjectOutputBody(mass, exudyn.OutputVariableType.Position)[0])


def exudyn_study(members: int) -> Callable[[], Any]:
    """A parameter study of the peer with two processes."""
    from exudyn.processing import ParameterVariation

    return lambda: ParameterVariation(
        exudyn_member,
        {"stiffness": (*STIFFNESSES, members)},
        useMultiProcessing=True,
        numberOfThreads=2,
        showProgress=False,
    )


MJCF = """
<mujoco>
  <option timestep="{step}" integrator="{integrator}" gravity="0 0 -9.81"><flag contact="disable"/>
  </option>
  <worldbody><body><joint name="hinge" type="hinge" axis="0 1 0" damping="0.1"/>
    <geom type="capsule" size="0.02" fromto="0 0 0 1 0 0" mass="1"/></body></worldbody>
</mujoco>
"""


def mujoco_rollout(members: int, integrator: str) -> Callable[[], Any]:
    """Rollouts of a pendulum with two threads."""
    import mujoco
    from mujoco import rollout

    model = mujoco.MjModel.from_xml_string(MJCF.format(step=STEP, integrator=integrator))
    data = [mujoco.MjData(model) for _ in range(2)]
    size = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    states = np.zeros((members, size))
    states[:, 1] = np.linspace(0.1, 1.0, members)
    pool = rollout.Rollout(nthread=2)
    return lambda: pool.rollout(model, data, states, nstep=STEPS)


def in_turns(calls: list[Callable[[], Any]], repeat: int) -> list[float]:
    """Least wall time of each call, after a first one that is not counted [s]."""
    for call in calls:
        call()
    best = [np.inf] * len(calls)
    for _ in range(repeat):
        for k, call in enumerate(calls):
            began = time.perf_counter()
            call()
            best[k] = min(best[k], time.perf_counter() - began)
    return best


def rows(quick: bool, repeat: int) -> Iterator[Row]:
    """All rows; times per member."""
    yield from _exudyn(quick, repeat)
    yield from _mujoco(quick, repeat)


def _solve(ensemble: Any, threads: int) -> Callable[[], Any]:
    settings = settings_of()
    settings.compileSmallModels = True
    return lambda: ensemble.solve(settings, threads=threads, progress=False)


def _exudyn(quick: bool, repeat: int) -> Iterator[Row]:
    members, studied = (500, 50) if quick else (8000, 4000)
    ensemble = ensemble_of(sensed_pendulum(), members)
    ours, peer = in_turns([_solve(ensemble, 2), exudyn_study(studied)], min(repeat, 3))
    title = "pendulum, two threads (against Exudyn, two processes)"
    yield Row(title, ours / members, peer / studied)


def _mujoco(quick: bool, repeat: int) -> Iterator[Row]:
    members = 200 if quick else 8000
    ensemble = ensemble_of(sensed_pendulum(), members)
    for integrator in ("RK4", "Euler"):
        peer = mujoco_rollout(members, integrator)
        ours, theirs = in_turns([_solve(ensemble, 2), peer], repeat)
        title = f"pendulum, two threads (against MuJoCo rollout, {integrator})"
        yield Row(title, ours / members, theirs / members)
