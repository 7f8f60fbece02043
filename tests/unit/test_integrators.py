"""Integrators registered from outside: a loop, its memory, and nothing anywhere else."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.records import f8, i8
from linkwork.core.status import OK
from linkwork.integrators import registry
from linkwork.integrators.evaluate import begin_step, end_step
from linkwork.integrators.explicit.runge_kutta import accelerations
from linkwork.integrators.registry import Integrator, Plan, integrator_of, integrators, register
from linkwork.integrators.state import restore_state, save_state
from linkwork.items import *
from linkwork.warmup import entries
from tests.api.models import make_settings

pytestmark = pytest.mark.processors

W = 40.0
"""Frequency of the oscillator [rad/s]."""


def semi_implicit(frame, state, start, system, taken, before):
    """v_1 = v_0 + h a_0, q_1 = q_0 + h v_1; counts its steps, and notes a_0."""
    q, v, a = state.q, state.v, state.a
    while frame.steps_done < frame.steps_wanted:
        t_old, t_new = frame.t, frame.t_base + (frame.steps_base + 1) * frame.h
        status = begin_step(frame, system.address, t_new)
        if status != 0:
            return status
        save_state(state, start)
        status = accelerations(frame, system)
        if status != 0:
            restore_state(start, state)
            frame.t = t_old
            return status
        for i in range(q.size):
            a[i] = before[i] = start.a[i] = system.x[i]
            v[i] += frame.h * a[i]
            q[i] += frame.h * v[i]
        taken[0] += 1
        frame.t = t_new
        status = end_step(frame, system.address)
        if status != 0:
            return status
    return OK


class SemiImplicit(Integrator):
    pools = {"taken": i8, "before": f8}
    history = ("taken",)
    kernels = (semi_implicit,)

    def plan(self, model, data, settings):
        self.memory = {"taken": np.zeros(1, i8), "before": np.zeros(model.n_ode2)}
        return Plan(semi_implicit, self.memory)

    def growth(self, frequency, damping):
        return 1.0 if frequency < 2.0 and damping == 0.0 else math.inf


@pytest.fixture
def method():
    """The integrator, known while a test lasts."""
    made = register(SemiImplicit("SemiImplicit"))
    yield made
    del registry._known["SemiImplicit"]


def oscillator(event=False):
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(Node1D(initialVelocities=[1.0]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=2.0))
    ends = [
        mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=each, coordinate=0))
        for each in (mbs.AddNode(NodePointGround()), node)
    ]
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, stiffness=2.0 * W**2))
    if event:
        place = mbs.AddSensor(
            SensorNode(nodeNumber=node, outputVariableType=exu.OutputVariableType.Coordinates)
        )
        mbs.AddSensor(
            SensorEvent(name="back", sensorNumber=place, direction=-1, actionUserFunction=go_on)
        )
    return mbs


def go_on(mbs, t, number):
    return True


def by_hand(steps, h):
    q, v, rows = 0.0, 1.0, [(0.0, 1.0)]
    for _ in range(steps):
        v += h * -(W**2) * q
        q += h * v
        rows.append((q, v))
    return np.array(rows)


def test_a_registered_integrator_is_chosen_by_its_name(method):
    solution = oscillator().SolveDynamic(make_settings(0.2, 200), "SemiImplicit")
    found = np.column_stack([solution.coordinates, solution.velocities])
    assert found == pytest.approx(by_hand(200, 1e-3), rel=1e-12, abs=1e-13)
    assert solution.statistics.steps == 200
    assert "SemiImplicit" in solution.statistics.headline()


def test_it_is_known_wherever_solvers_are_listed(method):
    assert list(integrators())[-1] == "SemiImplicit"
    assert integrator_of("SemiImplicit") is method
    mbs = oscillator()
    mbs.Assemble()
    assert not mbs.Check(make_settings(1.0, 100), "SemiImplicit").of("unstable-step")
    assert len(mbs.Check(make_settings(1.0, 15), "SemiImplicit").of("unstable-step")) == 1
    assert any("semi_implicit" in getattr(entry, "name", "") for entry, _ in entries())
    with pytest.raises(exu.ParameterError, match="'SemiImplicite'; did you mean SemiImplicit?"):
        mbs.SolveDynamic(solverType="SemiImplicite")
    with pytest.raises(exu.ParameterError, match="got 'x'; there are GeneralizedAlpha, .*, Semi"):
        mbs.SolveDynamic(solverType="x")


def test_its_history_is_put_back_before_a_step_is_repeated(method):
    """Steps that end at an event are tried several times: each counts once."""
    mbs = oscillator(event=True)
    mbs.Assemble()
    solution = mbs.SolveDynamic(make_settings(0.5, 500), "SemiImplicit")
    times = [event.time for event in solution.events]
    assert times == pytest.approx((2 * np.arange(len(times)) + 1) * np.pi / W, abs=1e-3)
    assert len(times) == 3
    assert mbs._data["memory"].tolist() == [solution.statistics.steps]
    assert solution.statistics.force_evaluations > solution.statistics.steps + 3


def test_a_run_that_is_resumed_has_its_history(method, tmp_path):
    def run(**how):
        mbs = oscillator()
        settings = make_settings(0.2, 200)
        chosen = settings.solutionSettings
        chosen.writeRestartFile, chosen.restartFileName = True, str(tmp_path / "restart")
        chosen.restartWritePeriod, chosen.restartWallPeriod = 0.05, 0.0
        solution = mbs.SolveDynamic(settings, "SemiImplicit", **how)
        return solution.coordinates.copy(), mbs._data["memory"].tolist()

    whole, taken = run()
    again, resumed = run(resumeFrom=tmp_path / "restart")
    assert np.array_equal(whole, again)
    assert taken == resumed == [200]


@pytest.mark.parametrize(
    ("attributes", "text"),
    [
        (dict(history=("other",)), r"history names \['other'\]"),
        (dict(pools={"taken": np.int32}), "pool taken have 4 bytes"),
    ],
)
def test_mistakes_in_a_declaration_are_told(attributes, text):
    kind = type("Wrong", (SemiImplicit,), attributes)
    with pytest.raises(exu.ParameterError, match=f"integrator Wrong: .*{text}"):
        register(kind("Wrong"))
    with pytest.raises(exu.ParameterError, match="must be an identifier, got 'a b'"):
        register(SemiImplicit("a b"))


def test_pools_must_be_those_of_the_declaration(method):
    method.plan = lambda model, data, settings: Plan(semi_implicit, {"taken": np.zeros(1, i8)})
    with pytest.raises(exu.SysError, match="integrator SemiImplicit: its pools are .* plan has"):
        oscillator().SolveDynamic(make_settings(0.2, 200), "SemiImplicit")
